// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// The bytes around the first place at which two byte strings differ.
struct HexDifference {
    struct Line {
        /// Of the first byte of the line.
        let offset: Int
        /// Two digits, or nothing past the end, for each byte.
        let expected: [Cell]
        let given: [Cell]
    }

    struct Cell {
        let digits: String
        let differs: Bool
    }

    let lines: [Line]

    /// - Parameters:
    ///   - offset: of the first difference; the line before it and two after it are shown too.
    ///   - width: of a line, in bytes.
    init(expected: [UInt8], given: [UInt8], offset: Int, width: Int) {
        let first = max(0, offset / width - 1)
        let last = min(first + 3, max(0, max(expected.count, given.count) - 1) / width)
        lines = (first...max(first, last)).map { row in
            let places = (row * width)..<((row + 1) * width)
            return Line(
                offset: row * width, expected: places.map { Self.cell($0, expected, given) },
                given: places.map { Self.cell($0, given, expected) })
        }
    }

    private static func cell(_ place: Int, _ bytes: [UInt8], _ other: [UInt8]) -> Cell {
        let byte = place < bytes.count ? bytes[place] : nil
        let counterpart = place < other.count ? other[place] : nil
        let digits = byte.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) } ?? ""
        return Cell(digits: digits, differs: byte != counterpart)
    }

    /// Two lines for each line of bytes, a third with marks where they differ.
    var text: [String] {
        lines.flatMap { line -> [String] in
            let place = Self.padded(String(line.offset, radix: 16), 6)
            let empty = String(repeating: " ", count: 6)
            let marks = line.expected.map { $0.differs ? "^^" : "  " }.joined(separator: " ")
            let rows = [
                "  \(place)  expected  \(Self.joined(line.expected))",
                "  \(empty)  answer    \(Self.joined(line.given))",
            ]
            return line.expected.contains(where: \.differs) ? rows + ["  \(empty)            \(marks)"] : rows
        }
    }

    private static func joined(_ cells: [Cell]) -> String {
        cells.map { $0.digits.isEmpty ? "  " : $0.digits }.joined(separator: " ")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Difference {
    /// The bytes around the difference, when both sides are bytes.
    func hex(width: Int) -> HexDifference? {
        guard case .bytes(let offset) = kind, let one = expected?.text.flatMap(HexBytes.init),
            let other = given?.text.flatMap(HexBytes.init)
        else { return nil }
        return HexDifference(expected: one.bytes, given: other.bytes, offset: offset, width: width)
    }
}
