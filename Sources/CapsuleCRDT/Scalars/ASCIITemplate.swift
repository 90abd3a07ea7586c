// SPDX-License-Identifier: Apache-2.0

/// What eight bytes of ASCII must be: a decimal digit at some places, a byte of its own at the others.
///
/// All eight are compared at once, in a register.
struct ASCIITemplate {
    /// The bytes, first byte highest, with `0` where a digit is.
    let expected: UInt64
    /// For each byte, what lifts the first difference that is refused to 128: 118 for a digit, else 127.
    let lift: UInt64

    /// The template of `YYYY-MM-`.
    @inline(__always)
    static var yearAndMonth: ASCIITemplate {
        ASCIITemplate(expected: 0x3030_3030_2d30_302d, lift: 0x7676_7676_7f76_767f)
    }

    /// The template of `DDTHH:MM`.
    @inline(__always)
    static var dayToMinute: ASCIITemplate {
        ASCIITemplate(expected: 0x3030_5430_303a_3030, lift: 0x7676_7f76_767f_7676)
    }

    /// The template of `:SS.mmmZ`.
    @inline(__always)
    static var secondToEnd: ASCIITemplate {
        ASCIITemplate(expected: 0x3a30_302e_3030_305a, lift: 0x7f76_767f_7676_767f)
    }

    /// The digits of a big-endian word that is as the template says, else nil.
    @inline(__always)
    func fields(_ word: UInt64) -> DecimalFields? {
        let differences = word ^ expected
        // A difference of 128 or more may carry into its neighbour, and is refused by itself.
        guard (differences &+ lift | differences) & 0x8080_8080_8080_8080 == 0 else { return nil }
        return DecimalFields(digits: differences)
    }
}

/// Eight decimal digits, or zeros where the template had another byte, the first in the highest byte.
struct DecimalFields {
    let digits: UInt64

    /// The digit at an index.
    @inline(__always)
    func digit(at index: Int) -> Int {
        Int(truncatingIfNeeded: digits &>> UInt64(truncatingIfNeeded: 56 &- 8 &* index) & 0xff)
    }

    /// The number that the digits at an index and after it make.
    @inline(__always)
    func pair(at index: Int) -> Int {
        digit(at: index) &* 10 &+ digit(at: index &+ 1)
    }
}
