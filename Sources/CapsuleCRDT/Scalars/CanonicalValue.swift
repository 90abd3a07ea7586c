// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A value that has one canonical encoding, and can be held in a register or a set.
///
/// What `read` accepts, `write` gives back byte for byte.
public protocol CanonicalValue: Hashable, Sendable {
    /// Reads and checks one value.
    static func read(_ reader: inout CBORReader) throws(CBORError) -> Self

    /// Checks one value without keeping it. The default reads it.
    static func check(_ reader: inout CBORReader) throws(CBORError)

    /// Writes the value.
    func write(to writer: inout CBORWriter)

    /// Whether every text of 1 to 23 bytes is a value. The default says no.
    static var takesShortTexts: Bool { get }
}

extension CanonicalValue {
    /// No: a reader asks for each.
    public static var takesShortTexts: Bool { false }

    /// Reads the value and lets it go.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        _ = try read(&reader)
    }

    /// The canonical bytes.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Reads bytes that are exactly one value.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        self = try CanonicalCBOR.read(bytes.span, Self.read)
    }
}

/// A value of a register that can be cleared: nil is a CBOR null.
extension Optional: CanonicalValue where Wrapped: CanonicalValue {
    /// Reads a null or a value.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Wrapped? {
        if reader.readNullIfPresent() { return nil }
        return try Wrapped.read(&reader)
    }

    /// Checks a null or a value.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        if reader.readNullIfPresent() { return }
        try Wrapped.check(&reader)
    }

    /// Writes a null or the value.
    public func write(to writer: inout CBORWriter) {
        if let self { self.write(to: &writer) } else { writer.writeNull() }
    }
}

extension Bool: CanonicalValue {
    /// Reads true or false.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Bool {
        try reader.readBool()
    }

    /// Writes true or false.
    public func write(to writer: inout CBORWriter) {
        writer.writeBool(self)
    }
}
