// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A register in which the greatest stamped value wins (SPEC section 4).
///
/// A register that was never written does not exist; where a type allows clearing, `Value` is optional
/// and a cleared register holds a stamped null.
public struct LWWRegister<Value: CanonicalValue>: JoinSemilattice, Hashable {
    /// The write that wins.
    public private(set) var current: Stamped<Value>

    /// A register that holds one write.
    public init(_ write: Stamped<Value>) {
        current = write
    }

    /// Reads bytes that are exactly one register.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        current = try Stamped(decoding: bytes)
    }

    /// What the register holds.
    public var value: Value { current.value }

    /// The canonical bytes.
    public var encoded: [UInt8] { current.encoded }

    /// Keeps the greater write.
    public mutating func join(_ other: LWWRegister) {
        current = max(current, other.current)
    }
}

/// The byte-level register, as documents join it.
package enum LWWLayout {
    /// Whether the right of two checked stamped maps is the greater one.
    package static func rightWins(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        if left.elementsEqual(right) { return false }
        return StampedLayout.compare(
            StampedLayout(unchecked: left, at: 0), in: left, StampedLayout(unchecked: right, at: 0), in: right
        )
            < 0
    }
}
