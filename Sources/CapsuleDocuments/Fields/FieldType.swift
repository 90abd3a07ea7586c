// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR
package import CapsuleCRDT

/// A type of field: what it does with the checked bytes of its values, whatever values they are.
///
/// Each type is a file of this folder, which holds everything that the type does. The functions are static and work on
/// bytes, so that the engine calls them through a table that it need not copy (`KnownField`).
package protocol FieldType: Sendable {
    /// Writes the join of two values that differ.
    ///
    /// - Parameter field: the index of the field among those of its kind.
    static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, of field: Int, in document: inout DocumentJoin)

    /// Writes a value without every stamped value in it that is later than a horizon (SPEC section 3).
    ///
    /// - Returns: false, and nothing is written, when nothing is left.
    static func before(_ horizon: StampTime, _ value: Span<UInt8>, into writer: inout CBORWriter) -> Bool

    /// Calls the body for each stamped value, with its place in the field and whether a horizon before it removes it.
    static func forEachStamp(
        in value: Span<UInt8>,
        _ body: (_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void)

    /// Whether the field holds an OR-set for a region, or, asked with nil, for the document.
    static func holdsSet(of region: Identifier?) -> Bool

    /// Calls the body for each OR-set that observed something, with the region that it belongs to.
    static func forEachSet(
        in value: Span<UInt8>, _ body: (_ region: Identifier?, _ set: Range<Int>) -> Void)

    /// Calls the body for each region that was deleted, whose set takes no more adds.
    static func forEachDeletedRegion(in value: Span<UInt8>, _ body: (_ region: Identifier) -> Void)

    /// Whether a delta's value observes, without adding it, an add-id that a state's value has not observed.
    ///
    /// - Parameters:
    ///   - state: the state's value; no bytes when it has none.
    ///   - skipPointers: those of the state's value.
    static func hasUnobserved(
        delta: Span<UInt8>, state: Span<UInt8>, _ skipPointers: [SkipPointer]
    ) -> Bool

    /// Explains the join of the values that some inputs have.
    static func explain(_ path: String, _ values: [HeldValue], in explainer: inout JoinExplainer)
}

/// A type of field that neither stamps nor holds sets says nothing of them.
extension FieldType {
    package static func before(
        _ horizon: StampTime, _ value: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        writer.append(raw: value)
        return true
    }

    package static func forEachStamp(
        in value: Span<UInt8>,
        _ body: (_ place: StampPlace, _ stamp: StampedLayout, _ isLeftOut: Bool) -> Void
    ) {}

    package static func holdsSet(of region: Identifier?) -> Bool { false }

    package static func forEachSet(
        in value: Span<UInt8>, _ body: (_ region: Identifier?, _ set: Range<Int>) -> Void
    ) {}

    package static func forEachDeletedRegion(
        in value: Span<UInt8>, _ body: (_ region: Identifier) -> Void
    ) {}

    package static func hasUnobserved(
        delta: Span<UInt8>, state: Span<UInt8>, _ skipPointers: [SkipPointer]
    ) -> Bool { false }
}
