// SPDX-License-Identifier: Apache-2.0

/// Conversions between the three float widths that keep every bit of the value, or say that they cannot.
///
/// Written on bit patterns: `Float16` does not exist on every platform this runs on.
enum CBORFloat {
    /// The half-precision bits of the same value, or nil when half precision cannot hold it exactly.
    static func half(exactly single: Float) -> UInt16? {
        let bits = single.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
        let exponent = Int((bits >> 23) & 0xff)
        let fraction = bits & 0x7f_ffff
        switch exponent {
        case 0xff:
            return fraction == 0 ? sign | 0x7c00 : 0x7e00
        case 0:
            // A subnormal single is far below the smallest half.
            return fraction == 0 ? sign : nil
        default:
            break
        }
        let unbiased = exponent - 127
        if unbiased > 15 { return nil }
        if unbiased >= -14 {
            guard fraction & 0x1fff == 0 else { return nil }
            return sign | UInt16((unbiased + 15) << 10) | UInt16(truncatingIfNeeded: fraction >> 13)
        }
        // A subnormal half is a multiple of 2^-24.
        guard unbiased >= -24 else { return nil }
        let significand = fraction | 0x80_0000
        let shift = UInt32(-unbiased - 1)
        guard significand & ((1 << shift) &- 1) == 0 else { return nil }
        return sign | UInt16(truncatingIfNeeded: significand >> shift)
    }

    /// The single-precision value of half-precision bits.
    static func single(halfBits bits: UInt16) -> Float {
        let negative = bits & 0x8000 != 0
        let exponent = Int((bits >> 10) & 0x1f)
        let fraction = Float(bits & 0x3ff)
        let magnitude: Float
        switch exponent {
        case 0: magnitude = fraction * 0x1p-24
        case 31: magnitude = fraction == 0 ? .infinity : .nan
        default: magnitude = Float(sign: .plus, exponent: exponent - 25, significand: fraction + 1024)
        }
        return negative ? -magnitude : magnitude
    }

    /// The single-precision value of a double, or nil when single precision cannot hold it exactly.
    static func single(exactly value: Double) -> Float? {
        if value.isNaN { return .nan }
        let single = Float(value)
        return Double(single) == value ? single : nil
    }
}
