// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

/// Documents as text lines, for engines that sort and group lines: `ID TAB HEX`.
enum BulkLines {
    /// Joins neighbouring lines of one id, and writes a line for each kind that there is of it.
    static func merge() throws(ToolError) {
        var lines = InputLines(FileDescriptor(lent: 0))
        // Lines sorted as text may have the kinds of an id mixed.
        var joins: [BulkJoin] = []
        var number = 0
        while let line = try next(&lines) {
            number += 1
            let place = "standard input, line \(number)"
            guard case .bytes(let text) = line else {
                throw .message("\(place): limit: the line is too long")
            }
            let document = try document(text, place)
            let key = try BulkKey(document, place)
            if joins.last?.key.id != key.id {
                try write(joins)
                joins = []
            }
            let index = joins.firstIndex { $0.key == key } ?? joins.endIndex
            if index == joins.endIndex { joins.append(BulkJoin(key)) }
            do throws(DocumentError) {
                try joins[index].add(document)
            } catch {
                throw .message("\(place): \(error)")
            }
        }
        try write(joins)
    }

    private static func write(_ joins: [BulkJoin]) throws(ToolError) {
        for join in joins.sorted(by: { $0.key < $1.key }) { try write(line(join.key, join.bytes)) }
    }

    /// Writes every document of the sources as a line.
    static func write(_ sources: [any BulkSource]) throws(ToolError) {
        for source in sources {
            var input = BulkInput([source])
            while let piece = try input.next() {
                for run in piece.runs {
                    var lines: [UInt8] = []
                    for index in 0..<run.count { lines += line(run.key(of: index), try run.bytes(of: index)) }
                    try write(lines)
                }
            }
        }
    }

    private static func next(_ lines: inout InputLines) throws(ToolError) -> InputLine? {
        do throws(SystemError) {
            return try lines.next()
        } catch {
            throw .message("standard input: \(error)")
        }
    }

    private static func document(_ text: [UInt8], _ place: String) throws(ToolError) -> [UInt8] {
        // What stands before the tab is what the engine sorted by; the document says which it is.
        let digits = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).last ?? []
        do throws(HexError) {
            return try Hex.decode(String(decoding: digits, as: UTF8.self))
        } catch {
            throw .message("\(place): malformed: \(error)")
        }
    }

    private static func line(_ key: BulkKey, _ bytes: [UInt8]) -> [UInt8] {
        Array("\(key.id)\t".utf8) + Hex.digits(of: bytes) + [0x0a]
    }

    private static func write(_ lines: [UInt8]) throws(ToolError) {
        do throws(OutputError) {
            try StandardStream.output.write(lines)
        } catch {
            throw .output(error)
        }
    }
}
