// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// The bytes of words, most significant first.
    init(bigEndianWords words: [UInt64]) {
        self = words.flatMap { word in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        }
    }

    /// Reads pairs of hexadecimal digits of either case, or gives nil.
    package init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.count % 2 == 0 else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.nibble(digits[index]), let low = Self.nibble(digits[index + 1]) else {
                return nil
            }
            append(high << 4 | low)
        }
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 97...102: digit - 87
        case 65...70: digit - 55
        default: nil
        }
    }
}
