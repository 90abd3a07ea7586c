// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// A part of a whole in billionths, 0 to 1 000 000 000 (SPEC section 2).
public struct Fraction: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The whole.
    public static let whole: UInt64 = 1_000_000_000

    /// The billionths.
    public let billionths: UInt64

    /// Takes billionths, or gives nil above the whole.
    public init?(billionths: UInt64) {
        guard billionths <= Self.whole else { return nil }
        self.billionths = billionths
    }

    /// The nearest fraction to a number, halves away from zero.
    ///
    /// Nil when that lies outside 0 to 1, and for NaN.
    public init?(_ value: Double) {
        // Judged after rounding, so that the noise of 0.7 + 0.1 + 0.2 does not push an edge out.
        guard let nearest = (value * Double(Self.whole)).nearestInteger,
            let billionths = UInt64(exactly: nearest)
        else { return nil }
        self.init(billionths: billionths)
    }

    /// Takes billionths, and the whole for more.
    package init(clamping billionths: UInt64) {
        self.billionths = min(billionths, Self.whole)
    }

    /// The nearest double.
    public var doubleValue: Double { Double(billionths) / Double(Self.whole) }

    /// Orders by size.
    public static func < (left: Fraction, right: Fraction) -> Bool {
        left.billionths < right.billionths
    }

    /// The billionths.
    public var description: String { String(billionths) }
}

extension Fraction: CanonicalValue {
    /// Reads an unsigned integer of billionths.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Fraction {
        Fraction(
            clamping: try reader.readUnsigned(atMost: whole, "a fraction is at most 1 000 000 000 billionths")
        )
    }

    /// Writes the billionths.
    public func write(to writer: inout CBORWriter) {
        writer.writeUnsigned(billionths)
    }
}
