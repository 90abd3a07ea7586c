// SPDX-License-Identifier: Apache-2.0

/// Reads a stamp time one byte after another, by the words of SPEC section 2 alone.
enum StampTimeReferee {
    /// Whether the bytes are a stamp time.
    static func accepts(_ text: [UInt8]) -> Bool {
        guard text.count == 24 else { return false }
        for (place, wanted) in zip(text.indices, "dddd-dd-ddTdd:dd:dd.dddZ".utf8) {
            let isRight =
                wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(text[place]) : text[place] == wanted
            if !isRight { return false }
        }
        func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), day >= 1, day <= days[month - 1] else { return false }
        return number(11..<13) < 24 && number(14..<16) < 60 && number(17..<19) < 60
    }
}
