// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A value with the device that wrote it and the time of the write (SPEC section 3).
///
/// Unknown keys of the map are kept in `encoded`, which is its identity. Totally ordered by `ts`, then
/// the bytes of `by`, then the encoded bytes; the greater wins. `by` and `ts` are not authenticated.
public struct Stamped<Value: CanonicalValue>: Hashable, Comparable, Sendable {
    /// The device that says it wrote the value.
    public let by: Identifier
    /// When it says it did.
    public let ts: StampTime
    /// What was written.
    public let value: Value
    /// The canonical bytes of the whole stamped map.
    public let encoded: [UInt8]

    /// Stamps a value.
    ///
    /// - Throws: `limit` when the stamped map would have more than 65 536 bytes.
    public init(_ value: Value, by: Identifier, ts: StampTime) throws(CRDTError) {
        self.by = by
        self.ts = ts
        self.value = value
        var writer = CBORWriter()
        StampedLayout.write(by: by, ts: ts, value: value.encoded.span, to: &writer)
        encoded = writer.bytes
        guard encoded.count <= CBORLimits.value else {
            throw CRDTError(.limit, "a stamped value has at most \(CBORLimits.value) bytes")
        }
    }

    /// Reads bytes that are exactly one stamped map.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        self = try CanonicalCBOR.read(bytes.span, Self.read)
    }

    /// Orders by the total order of SPEC section 3.
    public static func < (left: Stamped, right: Stamped) -> Bool {
        if left.ts != right.ts { return left.ts < right.ts }
        if left.by != right.by { return left.by < right.by }
        return left.encoded.span.compare(right.encoded.span) < 0
    }

    /// Equal when the bytes are.
    public static func == (left: Stamped, right: Stamped) -> Bool {
        left.encoded == right.encoded
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(encoded)
    }
}

extension Stamped: CanonicalValue {
    /// Reads a stamped map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Stamped {
        var value: Value?
        let layout = try StampedLayout.read(&reader) { (reader: inout CBORReader) throws(CBORError) in
            value = try Value.read(&reader)
        }
        guard let value else {
            throw CBORError(.invalid, at: layout.range.lowerBound, "a stamped value has a value")
        }
        return Stamped(layout, value, reader.bytes)
    }

    /// Checks a stamped map without keeping it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        _ = try StampedLayout.read(&reader, value: Value.check)
    }

    /// Writes the stamped map as it is.
    public func write(to writer: inout CBORWriter) {
        writer.append(raw: encoded.span)
    }

    private init(_ layout: StampedLayout, _ value: Value, _ bytes: Span<UInt8>) {
        by = layout.by
        ts = layout.ts
        self.value = value
        encoded = bytes.extracting(layout.range).copied()
    }
}
