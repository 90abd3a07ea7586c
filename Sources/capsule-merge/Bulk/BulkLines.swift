// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// Documents as text lines, for engines that sort and group lines: `ID TAB HEX`.
enum BulkLines {
    /// Joins neighbouring lines of one id, and writes a line for each kind that there is of it.
    static func merge(_ horizon: Horizon) throws(ToolError) {
        var lines = InputLines(FileDescriptor(lent: 0))
        // Lines sorted as text may have the kinds of an id mixed.
        var joins: [LineJoin] = []
        var leftOut = Notes()
        var losses = Losses()
        var number = 0
        while let line = try next(&lines) {
            number += 1
            let place = "standard input, line \(number)"
            guard case .bytes(let text) = line else {
                throw .message("\(place): limit: the line is too long")
            }
            let (key, document) = try document(text, place)
            if joins.last?.key.id != key.id {
                try finish(&joins, &losses)
            }
            let index = joins.firstIndex { $0.key == key } ?? joins.endIndex
            if index == joins.endIndex { joins.append(LineJoin(key)) }
            do throws(DocumentError) {
                try joins[index].add(document, horizon, &leftOut, place)
            } catch {
                throw .message("\(place): \(error)")
            }
        }
        try finish(&joins, &losses)
        leftOut.report()
        losses.report()
    }

    private static func finish(_ joins: inout [LineJoin], _ losses: inout Losses) throws(ToolError) {
        for join in joins.sorted(by: { $0.key < $1.key }) {
            let bytes = try refusing("\(join.key)") { () throws(DocumentError) in
                try join.finish(&losses)
            }
            try write(line(join.key, bytes))
        }
        joins = []
    }

    /// Writes every document of the inputs as a line.
    static func write(_ inputs: BulkInputs) throws(ToolError) {
        var refused = inputs.refused
        for source in inputs.sources {
            var input = BulkInput([source])
            while let piece = try input.next() {
                for run in piece.runs {
                    var lines: [UInt8] = []
                    for index in 0..<run.count {
                        guard run.hasKey(index) else {
                            refused.add("\(run.place(of: index)): has no id to begin a line with")
                            continue
                        }
                        lines += line(run.key(of: index), try run.bytes(of: index))
                    }
                    try write(lines)
                }
            }
        }
        refused.report()
        if inputs.passedOver > 0 {
            Screen.report("passed over \(inputs.passedOver) names that begin with a dot\n")
        }
        if refused.count > 0 { throw .reported }
    }

    private static func next(_ lines: inout InputLines) throws(ToolError) -> InputLine? {
        do throws(SystemError) {
            return try lines.next()
        } catch {
            throw .message("standard input: \(error)")
        }
    }

    /// The key and the document of a line; the id before the tab, by which lines were sorted, is the document's.
    private static func document(
        _ text: [UInt8], _ place: String
    ) throws(ToolError) -> (key: BulkKey, bytes: [UInt8]) {
        guard let tab = text.firstIndex(of: UInt8(ascii: "\t")) else {
            throw .message("\(place): malformed: a line is ID TAB HEX")
        }
        let given = text[..<tab]
        let bytes: [UInt8]
        do throws(HexError) {
            bytes = try Hex.decode(text[(tab + 1)...])
        } catch {
            throw .message("\(place): malformed: \(error)")
        }
        // The decoder passes over white space, and so would over a second tab.
        guard 2 * bytes.count == text.count - tab - 1 || !text[(tab + 1)...].contains(UInt8(ascii: "\t"))
        else {
            throw .message("\(place): malformed: a line is ID TAB HEX")
        }
        guard let key = BulkKey(bytes) else {
            throw .message("\(place): malformed: this is not exactly one document with an id")
        }
        guard given.elementsEqual(Hex.digits(of: key.id.bytes)) else {
            let given = Escaping.line(String(decoding: given.prefix(64), as: UTF8.self))
            throw .message("\(place): mismatch: the line begins with \(given), its document is \(key)")
        }
        return (key, bytes)
    }

    private static func line(_ key: BulkKey, _ bytes: [UInt8]) -> [UInt8] {
        Hex.digits(of: key.id.bytes) + [UInt8(ascii: "\t")] + Hex.digits(of: bytes) + [UInt8(ascii: "\n")]
    }

    private static func write(_ lines: [UInt8]) throws(ToolError) {
        do throws(OutputError) {
            try StandardStream.output.write(lines)
        } catch {
            throw .output(error)
        }
    }
}

/// The join of lines of one document, in memory that grows with the logarithm of their number.
private struct LineJoin {
    let key: BulkKey
    private var tree = JoinTree<(state: DocumentState, reports: [JoinReport])>()
    /// As it came: most documents are the same everywhere.
    private var last: [UInt8] = []

    init(_ key: BulkKey) {
        self.key = key
    }

    mutating func add(
        _ document: [UInt8], _ horizon: Horizon, _ leftOut: inout Notes, _ place: String
    ) throws(DocumentError) {
        guard document != last else { return }
        let state = try BulkJoin.admit(document, key.kind, horizon, &leftOut, place)
        try tree.add((state, []), joining: Self.join)
        last = document
    }

    func finish(_ losses: inout Losses) throws(DocumentError) -> [UInt8] {
        guard let joined = try tree.joined(joining: Self.join) else { return [] }
        losses.add(JoinReport(combining: joined.reports), of: key)
        return joined.state.bytes
    }

    private static func join(
        _ left: (state: DocumentState, reports: [JoinReport]),
        _ right: (state: DocumentState, reports: [JoinReport])
    ) throws(DocumentError) -> (state: DocumentState, reports: [JoinReport]) {
        var report = JoinReport()
        let joined = try left.state.joined(with: right.state, report: &report)
        return (joined, left.reports + right.reports + (report.isEmpty ? [] : [report]))
    }
}
