// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A label: a text of 1 to 256 bytes, whose identity is its bytes (SPEC section 2).
///
/// A reader keeps any such text as it is. `init(normalizing:)` is the writing rule.
public struct Label: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bounds of a label's size in bytes.
    public static let sizes = 1...256

    /// The bytes of the text.
    public let utf8: [UInt8]

    /// The label as a writer stores it: the normal form of a text.
    ///
    /// - Throws: `invalid` when the normal form is empty or longer than 256 bytes.
    public init(normalizing text: String) throws(CRDTError) {
        try self.init(normalizing: Array(text.utf8).span)
    }

    /// The label as a writer stores it, of a text that is given as valid UTF-8.
    ///
    /// - Throws: `invalid` when the normal form is empty or longer than 256 bytes.
    public init(normalizing text: Span<UInt8>) throws(CRDTError) {
        let normal = NormalForm.label(text)
        guard !normal.isEmpty else { throw CRDTError(.invalid, "a label is not empty once trimmed") }
        guard Self.sizes.contains(normal.count) else {
            throw CRDTError(
                .invalid, "a label has at most 256 bytes in its normal form, this one has \(normal.count)")
        }
        utf8 = normal
    }

    init(unchecked utf8: [UInt8]) {
        self.utf8 = utf8
    }

    /// The text.
    ///
    /// Never compare labels as `String`: that is canonical equivalence by the platform's tables.
    public var description: String { String(decoding: utf8, as: UTF8.self) }

    /// Whether both have the same normal form, which is when a person means the same label.
    public func matches(_ other: Label) -> Bool {
        NormalForm.equal(utf8.span, other.utf8.span)
    }

    /// Orders by bytes; a shorter text before a longer one, as their encodings are ordered.
    public static func < (left: Label, right: Label) -> Bool {
        if left.utf8.count != right.utf8.count { return left.utf8.count < right.utf8.count }
        return left.utf8.span.compare(right.utf8.span) < 0
    }
}

extension Label: CanonicalValue {
    /// Reads a text of 1 to 256 bytes.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Label {
        let range = try reader.readText(sizes, "a label")
        return Label(unchecked: reader.bytes.extracting(range).copied())
    }

    /// Every short text is a label.
    public static var takesShortTexts: Bool { true }

    /// Checks a text of 1 to 256 bytes.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        _ = try reader.readText(sizes, "a label")
    }

    /// Writes the text.
    public func write(to writer: inout CBORWriter) {
        writer.writeText(utf8: utf8.span)
    }
}
