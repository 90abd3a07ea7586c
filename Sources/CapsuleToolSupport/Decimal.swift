// SPDX-License-Identifier: Apache-2.0

/// Numbers of a command line: decimal digits only, as every command reads them.
///
/// The standard library also takes `+3`, `03`, `0x10`, `nan` and `1e9`, which are typing errors more often than not.
package enum Decimal {
    /// A whole number: `0`, or digits that do not begin with 0.
    package static func whole<Integer: FixedWidthInteger>(
        _ text: String, as _: Integer.Type = Int.self
    ) -> Integer? {
        isWhole(text.utf8[...]) ? Integer(text) : nil
    }

    /// A whole number with or without a point and digits behind it, negative or not.
    package static func number(_ text: String) -> Double? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), isWhole(parts[0]),
            parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) })
        else { return nil }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    private static func isWhole(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, text.allSatisfy(isDigit) else { return false }
        return first != UInt8(ascii: "0") || text.count == 1
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
