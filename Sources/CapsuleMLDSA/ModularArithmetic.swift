// SPDX-License-Identifier: Apache-2.0

// Arithmetic modulo q on signed 32-bit numbers. The operators wrap (`&+`, `&*`) for two reasons: a checked
// one compiles to a branch on the value of a secret, and none of them can overflow, by the bounds
// that stand at each function. None of these functions branches.

/// The inverse of q modulo 2³².
private let inverseOfQ: Int32 = 58_728_449

/// `product` / 2³² modulo q, in (-q, q), for |product| < 2³¹ q (Montgomery).
@inline(__always)
package func montgomeryReduce(_ product: Int64) -> Int32 {
    let factor = Int32(truncatingIfNeeded: product) &* inverseOfQ
    // The low halves are equal, so that the difference is a multiple of 2³².
    return Int32(truncatingIfNeeded: (product &- Int64(factor) &* Int64(Parameters.q)) &>> 32)
}

/// A number near zero that is congruent to `value`, in [-6 283 009, 6 283 008].
///
/// It is s where `value` is s, s + q or s - q and |s| <= 4 186 112. For |value| <= 2³¹ - 2²².
@inline(__always)
package func reduceCentered(_ value: Int32) -> Int32 {
    // 2²³ is near enough to q to estimate the quotient.
    let quotient = (value &+ (1 &<< 22)) &>> 23
    return value &- quotient &* Parameters.q
}

/// `value` in [0, q), for `value` in (-q, q).
@inline(__always)
package func addQIfNegative(_ value: Int32) -> Int32 {
    value &+ ((value &>> 31) & Parameters.q)
}

/// -1 if |value| >= bound, else 0; without a branch.
@inline(__always)
package func maskIfAtLeast(_ value: Int32, _ bound: Int32) -> Int32 {
    let sign = value &>> 31
    let magnitude = (value ^ sign) &- sign
    return (bound &- 1 &- magnitude) &>> 31
}

/// 1 if `value` is not zero, else 0; without a branch.
@inline(__always)
package func oneIfNonzero(_ value: Int32) -> Int32 {
    ((value | (0 &- value)) &>> 31) & 1
}
