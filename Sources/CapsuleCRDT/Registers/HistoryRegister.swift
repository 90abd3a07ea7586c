// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A last-writer-wins register that keeps the last sixteen values it displaced (SPEC section 5).
///
/// Of all writes seen it holds, for each distinct value, only the greatest; the greatest of all is
/// current, the next sixteen are the superseded log, the rest are dropped.
public struct HistoryRegister<Value: CanonicalValue>: JoinSemilattice, Hashable {
    /// The canonical bytes.
    public private(set) var encoded: [UInt8]

    /// A register that holds one write.
    public init(_ write: Stamped<Value>) {
        var writer = CBORWriter()
        HistoryLayout.write(count: 1, into: &writer) { _, writer in writer.append(raw: write.encoded.span) }
        encoded = writer.bytes
    }

    /// Reads bytes that are exactly one history.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        try CanonicalCBOR.read(bytes.span) { (reader: inout CBORReader) throws(CBORError) in
            try HistoryLayout.check(&reader, value: Value.check)
        }
        encoded = bytes
    }

    /// All writes that are kept, the current one first.
    public var writes: [Stamped<Value>] {
        let bytes = encoded.span
        return HistoryLayout.writes(bytes).compactMap { layout in
            try? Stamped(decoding: bytes.extracting(layout.range).copied())
        }
    }

    /// Keeps the greatest write of each value, of these the greatest seventeen.
    public mutating func join(_ other: HistoryRegister) {
        var writer = CBORWriter()
        HistoryLayout.join(encoded.span, other.encoded.span, into: &writer)
        encoded = writer.bytes
    }
}
