// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// The fields of one kind of document (SPEC section 10).
public struct FieldList<Kind: DocumentType>: Sendable {
    /// The fields as they are declared, which is the order in which they are shown.
    package let declared: [any FieldDescriptor<Kind>]
    /// What the engine needs to know of them, in the order in which their keys are encoded.
    package let known: [KnownField]

    /// Gathers the fields of a kind, in the order in which they are shown.
    package init(_ declared: any FieldDescriptor<Kind>...) {
        self.declared = declared
        known = declared.map { KnownField($0) }.sorted { $0.key.span.compare($1.key.span) < 0 }
        precondition(known.count { $0.isIdentity } == 1, "a kind of document has one identifier")
        for (field, next) in zip(known, known.dropFirst()) {
            precondition(field.key != next.key, "\(field.name) is declared twice")
        }
    }
}

/// One known key of a document, with what the engine does with its values.
///
/// The check is a function value that was specialised for the values where the field was declared; all else works on
/// bytes, by the functions of the type.
package struct KnownField: Sendable {
    /// The name of the key.
    package let name: StaticString
    /// The encoded key.
    let key: [UInt8]
    /// What the field does with its values' bytes.
    let type: any FieldType.Type
    /// Whether it is the document's identifier.
    let isIdentity: Bool
    /// Whether a whole document has it (SPEC section 10, writing rules).
    let isRequired: Bool
    /// Reads and checks a value, and gives the skip pointers of a set.
    let check: FieldCheck

    init<Descriptor: FieldDescriptor>(_ field: Descriptor) {
        name = field.name
        var writer = CBORWriter()
        writer.writeText("\(field.name)")
        key = writer.bytes
        type = Descriptor.self
        isIdentity = field.isIdentity
        isRequired = field.isRequired
        check = field.check
    }
}

extension [KnownField] {
    /// The index of the field that a key names, or nil; for keys that come in the order of their encodings.
    ///
    /// - Parameter next: the first index that may still come, so that all keys together cost one walk.
    func index(of name: Span<UInt8>, from next: inout Int) -> Int? {
        // A shorter text has the lesser encoding.
        while next < count, self[next].name.utf8CodeUnitCount < name.count { next += 1 }
        var index = next
        while index < count, self[index].name.utf8CodeUnitCount == name.count {
            if name.elementsEqual(self[index].name) {
                next = index + 1
                return index
            }
            index += 1
        }
        return nil
    }
}

extension StaticString {
    /// Whether two names have the same bytes.
    func hasSameBytes(as other: StaticString) -> Bool {
        guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
        // Static strings live as long as the program.
        let bytes = unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
        return unsafe Span(_unsafeElements: bytes).elementsEqual(other)
    }
}
