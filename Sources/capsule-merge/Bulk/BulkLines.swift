// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleToolSupport

/// Documents as text lines, for engines that sort and group lines: `ID TAB HEX`.
enum BulkLines {
    /// Joins neighbouring lines of one id, and writes a line for each group.
    static func merge() throws(ToolError) {
        var lines = InputLines(FileDescriptor(lent: 0))
        var group: BulkGroup = []
        var number = 0
        while let line = try next(&lines) {
            number += 1
            let place = "standard input, line \(number)"
            guard case .bytes(let text) = line else {
                throw .message("\(place): limit: the line is too long")
            }
            let document = try document(text, place)
            if let first = group.first, first.key != document.key {
                try write(group)
                group = []
            }
            group.append(document)
        }
        try write(group)
    }

    /// Writes every document of the sources as a line.
    static func write(_ sources: [any BulkSource]) throws(ToolError) {
        for source in sources {
            var source = source
            while let document = try source.next() { try write(document.key, document.bytes) }
        }
    }

    private static func next(_ lines: inout InputLines) throws(ToolError) -> InputLine? {
        do throws(SystemError) {
            return try lines.next()
        } catch {
            throw .message("standard input: \(error)")
        }
    }

    private static func document(_ text: [UInt8], _ place: String) throws(ToolError) -> BulkDocument {
        // What stands before the tab is what the engine sorted by; the document says which it is.
        let digits = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).last ?? []
        let bytes: [UInt8]
        do throws(HexError) {
            bytes = try Hex.decode(String(decoding: digits, as: UTF8.self))
        } catch {
            throw .message("\(place): malformed: \(error)")
        }
        return BulkDocument(key: try BulkKey(bytes, place), bytes: bytes, place: place)
    }

    private static func write(_ group: BulkGroup) throws(ToolError) {
        guard let key = group.first?.key else { return }
        let batch = BulkBatch([group], setsAside: false)
        if let failure = batch.failure { throw .message(failure) }
        try write(key, batch.output)
    }

    private static func write(_ key: BulkKey, _ bytes: [UInt8]) throws(ToolError) {
        do throws(OutputError) {
            try StandardStream.output.write(Array("\(key.id)\t".utf8) + Hex.digits(of: bytes) + [0x0a])
        } catch {
            throw .output(error)
        }
    }
}
