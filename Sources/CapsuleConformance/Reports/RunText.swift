// SPDX-License-Identifier: Apache-2.0

/// A run as lines for a terminal.
enum RunText {
    /// More failures are for a report.
    private static let failureLimit = 20

    static func lines(of report: RunReport) -> [String] {
        failures(report) + [""] + table(report) + [""] + skipped(report) + notRun(report)
            + report.listErrors + heading(report) + [report.closingLine]
    }

    private static func heading(_ report: RunReport) -> [String] {
        let restarts = report.restarts == 0 ? "" : ", started again \(times(report.restarts))"
        var lines = [
            "suite \(report.suite.version), vectors \(report.suite.treeHash.prefix(16))",
            "testee \(report.info.name) \(report.info.version): \(duration(report.seconds))\(restarts)",
        ]
        if let flaw = report.info.flaw { lines.append("testee: \(flaw)") }
        return lines
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private static func failures(_ report: RunReport) -> [String] {
        let failed = report.results.filter { $0.verdict == .failed }
        var lines: [String] = []
        for result in failed.prefix(failureLimit) {
            guard let failure = result.outcome.failure else { continue }
            lines += [
                "FAILED \(result.vector.id) (\(failure.failureClass.rawValue))", "    \(failure.message)",
                "    rule: section \(result.vector.section), \(report.suite.ruleText(of: result.vector))",
                "    repeat: \(Repetition.command(for: result.vector, in: report))",
            ]
            lines += failure.complaints.map { "    | \($0)" }
        }
        if failed.count > failureLimit {
            lines.append("and \(failed.count - failureLimit) more failures, which --html FILE shows all")
        }
        return lines
    }

    private static func table(_ report: RunReport) -> [String] {
        let titles = ["area", "passed", "failed", "expected", "skipped", "not run"]
        let rows = report.areas.map { area in
            [area.name]
                + Verdict.allCases.map { verdict in
                    let count = area.results.count { $0.verdict == verdict }
                    return count == 0 ? "-" : "\(count)"
                }
        }
        return TextTable.lines(titles: titles, rows: rows)
    }

    /// By operation, since nobody wants to read each id; the reports have them all.
    private static func skipped(_ report: RunReport) -> [String] {
        counts(report.results.filter { $0.verdict == .skipped }).map { "skipped: \($1) of \($0)" }
    }

    private static func notRun(_ report: RunReport) -> [String] {
        counts(report.results.filter { $0.verdict == .notRun }).map { "not run: \($1) of \($0)" }
    }

    private static func counts(_ results: [ReportedResult]) -> [(String, Int)] {
        var counts: [String: Int] = [:]
        for result in results {
            counts["\(result.vector.operation): \(result.reason ?? "")", default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// The command that repeats one vector.
enum Repetition {
    static func command(for vector: Vector, in report: RunReport) -> String {
        var words = ["capsule-merge", "conformance", "explain", vector.id]
        if report.suite.directory != SuiteLocation.ownVectors {
            words += ["--vectors", report.suite.directory]
        }
        if !report.command.isEmpty { words += ["--"] + report.command }
        return words.map(quoted).joined(separator: " ")
    }

    /// As a shell reads it.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || (0x2b...0x3a).contains(byte) || byte == 0x5f
                || byte == 0x3d
        }
        if plain, !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}

/// Columns of text.
enum TextTable {
    /// - Parameter leading: the columns that stand to the left; the others stand to the right.
    static func lines(titles: [String], rows: [[String]], leading: Set<Int> = [0]) -> [String] {
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                if column == row.count - 1, leading.contains(column) { return cell }
                return leading.contains(column) ? cell + padding : padding + cell
            }
            return cells.joined(separator: "  ")
        }
    }
}
