// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// Thirty-two bytes of a SHA-256 digest (SPEC section 2).
///
/// Ordered by bytes.
public struct Digest: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How many bytes a digest has.
    public static let size = 32

    /// The bytes.
    public let bytes: [UInt8]

    /// Takes the bytes, or gives nil when there are not exactly thirty-two.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal digits, or gives nil.
    public init?(hex: String) {
        guard let bytes = [UInt8](hex: hex) else { return nil }
        self.init(bytes)
    }

    /// Orders by bytes.
    public static func < (left: Digest, right: Digest) -> Bool {
        left.bytes.span.compare(right.bytes.span) < 0
    }

    /// Sixty-four lower-case hexadecimal digits.
    public var description: String { CBORDiagnostic.hex(bytes.span) }
}

extension Digest: CanonicalValue {
    /// Reads a byte string of thirty-two.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Digest {
        let start = reader.position
        let range = try reader.readBytes(count: size, "a digest")
        guard let digest = Digest(reader.bytes.extracting(range).copied()) else {
            throw CBORError(.invalid, at: start, "a digest has 32 bytes")
        }
        return digest
    }

    /// Checks a byte string of thirty-two.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        _ = try reader.readBytes(count: size, "a digest")
    }

    /// Writes a byte string of thirty-two.
    public func write(to writer: inout CBORWriter) {
        writer.writeBytes(bytes.span)
    }
}
