// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
public import CapsuleCRDT

/// Reads and checks a field's value, and gives the skip pointers of a set.
package typealias FieldCheck = @Sendable (inout CBORReader) throws(CBORError) -> [SkipPointer]

/// One field of a kind of document: its name, its type, and what its values are.
///
/// A field is declared once, as a static constant of its kind (`AssetKind.rating`), and named nowhere else.
package protocol FieldDescriptor<Kind>: FieldType {
    /// The kind of document that has the field.
    associatedtype Kind: DocumentType

    /// The name of the field, which is its key in the document.
    var name: StaticString { get }

    /// Reads and checks a value, and gives the skip pointers of a set.
    ///
    /// A function value that is specialised for the field's values where the field is declared.
    var check: FieldCheck { get }

    /// Whether the field is the document's identifier.
    var isIdentity: Bool { get }

    /// Whether a whole document has the field (SPEC section 10, writing rules).
    var isRequired: Bool { get }

    /// Hands the field, with the types of its values, to a visitor.
    func accept<Visitor: FieldVisitor<Kind>>(_ visitor: inout Visitor) throws(Visitor.Failure)

    /// Puts encoded elements of one of the field's OR-sets into a delta, under new add-ids of a writer.
    ///
    /// - Parameters:
    ///   - set: the encoding of the set.
    ///   - region: the region whose set it is; nil for the document's.
    /// - Returns: whether there is somewhere left to add them; not so when their region is gone.
    func add(
        _ elements: [[UInt8]], to set: [UInt8], of region: Identifier?, in state: DocumentState,
        writer: Identifier, into delta: inout DocumentBuilder
    ) throws(CRDTError) -> Bool
}

extension FieldDescriptor {
    package var isIdentity: Bool { false }

    package var isRequired: Bool { false }

    package func add(
        _ elements: [[UInt8]], to set: [UInt8], of region: Identifier?, in state: DocumentState,
        writer: Identifier, into delta: inout DocumentBuilder
    ) throws(CRDTError) -> Bool { false }
}

/// Work that is done for each field of a kind by its type: showing it, reading it from JSON, drawing random values.
package protocol FieldVisitor<Kind> {
    /// The kind of document whose fields are visited.
    associatedtype Kind: DocumentType
    /// What the work may throw.
    associatedtype Failure: Error

    mutating func visit(_ field: IdentityField<Kind>) throws(Failure)
    mutating func visit<Value>(_ field: RegisterField<Kind, Value>) throws(Failure)
    mutating func visit<Value>(_ field: HistoryField<Kind, Value>) throws(Failure)
    mutating func visit<Element>(_ field: SetField<Kind, Element>) throws(Failure)
    mutating func visit<Key, Value>(_ field: RegisterMapField<Kind, Key, Value>) throws(Failure)
    mutating func visit(_ field: RegionMapField<Kind>) throws(Failure)
}

extension FieldVisitor {
    /// Nothing: a document's id is not a value of it.
    package mutating func visit(_ field: IdentityField<Kind>) throws(Failure) {}
}

/// The types of fields as a kind declares them.
extension DocumentType {
    package typealias Identity = IdentityField<Self>
    package typealias Register<Value: CanonicalValue> = RegisterField<Self, Value>
    package typealias History<Value: CanonicalValue> = HistoryField<Self, Value>
    package typealias ElementSet<Element: ORSetElement> = SetField<Self, Element>
    where Element.MatchKey: Hashable
    /// An OR-set of labels.
    public typealias LabelSet = SetField<Self, Label>
    package typealias RegisterMap<Key: CanonicalValue, Value: CanonicalValue> = RegisterMapField<
        Self, Key, Value
    >
    package typealias RegionMap = RegionMapField<Self>
}
