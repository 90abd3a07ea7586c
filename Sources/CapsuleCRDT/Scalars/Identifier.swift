// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// Sixteen bytes that name a document, a device, a writer or a region (SPEC section 2).
///
/// Any sixteen bytes are an identifier; no version bits are looked at. Ordered by bytes.
public struct Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How many bytes an identifier has.
    public static let size = 16

    // Big-endian words, so that their order is the order of the bytes.
    private let high: UInt64
    private let low: UInt64

    /// Takes the bytes, or gives nil when there are not exactly sixteen.
    public init?(_ bytes: Span<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        high = bytes.bigEndianWord(at: 0)
        low = bytes.bigEndianWord(at: 8)
    }

    /// Takes the bytes, or gives nil when there are not exactly sixteen.
    public init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// Draws sixteen bytes from a generator.
    public init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        low = generator.next()
    }

    /// Reads 32 hexadecimal digits, or gives nil.
    public init?(hex: String) {
        guard let bytes = [UInt8](hex: hex) else { return nil }
        self.init(bytes)
    }

    /// The sixteen bytes.
    public var bytes: [UInt8] {
        [UInt8](bigEndianWords: [high, low])
    }

    /// Orders by bytes.
    public static func < (left: Identifier, right: Identifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    /// Thirty-two lower-case hexadecimal digits.
    public var description: String { CBORDiagnostic.hex(bytes.span) }
}

extension Identifier: CanonicalValue {
    /// Reads a byte string of sixteen.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Identifier {
        let start = reader.position
        let range = try reader.readBytes(count: size, "an identifier")
        guard let identifier = Identifier(reader.bytes.extracting(range)) else {
            throw CBORError(.invalid, at: start, "an identifier has 16 bytes")
        }
        return identifier
    }

    /// Checks a byte string of sixteen.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        _ = try reader.readBytes(count: size, "an identifier")
    }

    /// Writes a byte string of sixteen.
    public func write(to writer: inout CBORWriter) {
        writer.writeHead(major: 2, UInt64(Self.size))
        writer.append(bigEndian: high)
        writer.append(bigEndian: low)
    }
}
