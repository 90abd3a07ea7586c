// SPDX-License-Identifier: Apache-2.0

/// Power2Round (FIPS 204, algorithm 35): `value` = high * 2¹³ + low with low in (-2¹², 2¹²].
///
/// For `value` in [0, q).
@inline(__always)
package func power2Round(_ value: Int32) -> (high: Int32, low: Int32) {
    let high = (value &+ (1 &<< (Parameters.d &- 1)) &- 1) &>> Parameters.d
    return (high, value &- high &<< Parameters.d)
}

/// Decompose (FIPS 204, algorithm 36): `value` = high * 2 gamma2 + low modulo q, with low in [-gamma2, gamma2]
/// and high in [0, 16).
///
/// For `value` in [0, q). No division and no branch: 2 gamma2 = 2⁷ * 4092, and 1025 / 2²² is so near
/// to 1 / 4092 that, for a number below 2¹⁶ as ceil(value / 2⁷) is, adding one half and cutting off rounds to
/// the nearest multiple. Tested against the definition for every value.
@inline(__always)
package func decompose(_ value: Int32) -> (high: Int32, low: Int32) {
    var high = (value &+ 127) &>> 7
    high = (high &* 1025 &+ (1 &<< 21)) &>> 22
    // The values next to q would have 16, which stands for 0 (with a low part that is one less).
    high &= 15
    var low = value &- high &* (2 &* Parameters.gamma2)
    low &-= (((Parameters.q &- 1) / 2 &- low) &>> 31) & Parameters.q
    return (high, low)
}

/// UseHint (FIPS 204, algorithm 40): the high part of `value`, corrected by the hint.
///
/// For `value` in [0, q). Only verification uses it, where everything is public; it branches.
package func useHint(_ value: Int32, hint: Bool) -> Int32 {
    let (high, low) = decompose(value)
    guard hint else { return high }
    return (low > 0 ? high &+ 1 : high &- 1) & 15
}
