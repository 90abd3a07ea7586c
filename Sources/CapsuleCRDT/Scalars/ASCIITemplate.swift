// SPDX-License-Identifier: Apache-2.0

/// What eight bytes of ASCII must be: a decimal digit where the template has `0`, its own byte elsewhere.
///
/// All eight are compared at once, in a register.
struct ASCIITemplate {
    private let expected: UInt64
    /// For each byte, what lifts the first value that is refused to 128.
    private let lift: UInt64

    /// Takes a text of eight bytes of ASCII.
    @inline(__always)
    init(_ text: StaticString) {
        var (expected, lift): (UInt64, UInt64) = (0, 0)
        for index in 0..<8 {
            // A static string's bytes live as long as the program, and there are eight.
            let byte = unsafe text.utf8Start[index]
            expected = expected << 8 | UInt64(byte)
            // A digit less its template is 0 to 9, every other byte less its own is 0.
            lift = lift << 8 | (byte == UInt8(ascii: "0") ? 0x80 - 10 : 0x80 - 1)
        }
        (self.expected, self.lift) = (expected, lift)
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
