// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A region of an image: a shape, the labels given to it, and deletion that absorbs both (SPEC section 8).
public struct RegionRegister: JoinSemilattice, Hashable {
    /// The canonical bytes.
    public private(set) var encoded: [UInt8]

    /// Reads bytes that are exactly one region register.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        try CanonicalCBOR.read(bytes.span, RegionLayout.check)
        encoded = bytes
    }

    package init(unchecked bytes: [UInt8]) {
        encoded = bytes
    }

    /// A region whose shape was just written, nil for a deletion.
    ///
    /// - Throws: `invalid` when the shape is none that a reader accepts.
    public init(shape: Stamped<RegionShape?>) throws(CRDTError) {
        if let fault = shape.value?.fault { throw CRDTError(.invalid, fault) }
        var writer = CBORWriter()
        writer.writeMapHead(1)
        writer.writeText("shape")
        if shape.value == nil {
            // A deletion has no keys but its own.
            StampedLayout.write(by: shape.by, ts: shape.ts, value: shape.value.encoded.span, to: &writer)
        } else {
            shape.write(to: &writer)
        }
        encoded = writer.bytes
    }

    /// A region of which only labels are known, as a delta has it; nil when the set observed nothing.
    public init?(labels: ORSet<Label>) {
        guard !labels.encoded.isEmpty else { return nil }
        var writer = CBORWriter()
        writer.writeMapHead(1)
        writer.writeText("labels")
        writer.append(raw: labels.encoded.span)
        encoded = writer.bytes
    }

    /// The stamped shape: nil while it has not arrived; its value is nil once the region is deleted.
    public var shape: Stamped<RegionShape?>? {
        let bytes = encoded.span
        guard let range = RegionLayout(unchecked: bytes).shape?.range else { return nil }
        return try? Stamped(decoding: bytes.extracting(range).copied())
    }

    /// The labels.
    public var labels: ORSet<Label> {
        let bytes = encoded.span
        guard let range = RegionLayout(unchecked: bytes).labels else { return ORSet() }
        return ORSet(unchecked: bytes.extracting(range).copied())
    }

    /// Whether the region has a shape that is not null.
    public var isLive: Bool { RegionLayout(unchecked: encoded.span).isLive }

    /// Whether the region was deleted; no later write brings it back.
    public var isDeleted: Bool { RegionLayout(unchecked: encoded.span).isDeleted }

    /// Takes in another state of the region.
    public mutating func join(_ other: RegionRegister) {
        var writer = CBORWriter()
        var absorbed = RegionAbsorption()
        RegionLayout.join(encoded.span, other.encoded.span, into: &writer, absorbed: &absorbed)
        encoded = writer.bytes
    }
}
