// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Shows one vector, what a testee makes of it, and where that is wrong.
package enum ExplainCommand {
    /// Asks the testee and says all there is to say.
    ///
    /// - Parameters:
    ///   - command: the testee's; empty for this tool's own.
    ///   - width: of the two columns together, in characters.
    /// - Returns: the lines, and whether the vector passes.
    package static func explain(
        _ id: String, vectors: String?, command: [String], limits: RequestLimits, width: Int
    ) throws(SuiteError) -> (lines: [String], isGreen: Bool) {
        let suite = try Suite(directory: SuiteLocation.vectors(given: vectors))
        guard let vector = suite[id] else {
            let reason = suite.retired[id].map { "was retired: \($0)" } ?? "is no id of this suite"
            throw SuiteError(id, reason)
        }
        let testee = ProcessTestee(
            command: command.isEmpty ? RunCommand.ownTestee : command, limits: limits)
        let (info, results) = try RunCommand.results(of: [vector], from: testee)
        let report = RunReport(suite: suite, info: info, command: command, results: results)
        return (report.results.flatMap { lines(for: $0, report, width: width) }, report.isGreen)
    }

    private static func lines(for result: ReportedResult, _ report: RunReport, width: Int) -> [String] {
        let vector = result.vector
        var lines = [
            "\(vector.id) (\(vector.level.rawValue))", "catches: \(vector.note)",
            "rule: section \(vector.section), \(report.suite.ruleText(of: vector))",
        ]
        if let neighbour = vector.neighbour { lines.append("nearest valid vector: \(neighbour)") }
        lines.append("")
        lines.append("request")
        lines += DecodedValue.lines(.object(vector.request)).map { "  \($0)" }
        lines.append("")
        let expected = DecodedValue.lines(vector.expectation.json)
        switch result.outcome {
        case .passed:
            lines += ["expected, and answered"] + expected.map { "  \($0)" } + ["", "passed"]
        case .skipped(let reason), .notRun(let reason):
            lines +=
                ["expected"] + expected.map { "  \($0)" } + ["", "\(result.verdict.rawValue): \(reason)"]
        case .failed(let failure):
            lines += comparison(expected, failure, width)
            lines += ["FAILED (\(failure.failureClass.rawValue)): \(failure.message)"]
            lines += failure.complaints.map { "| \($0)" }
        }
        return lines + ["", "repeat: \(Repetition.command(for: vector, in: report))"]
    }

    private static func comparison(_ expected: [String], _ failure: Failure, _ width: Int) -> [String] {
        guard let answer = failure.answer else { return ["expected"] + expected.map { "  \($0)" } + [""] }
        let sides = SideBySide(["expected"] + expected, ["answer"] + DecodedValue.lines(answer.json))
        return sides.lines(width: width) + [""]
            + (failure.difference?.hex(width: 16).map { $0.text + [""] } ?? [])
    }
}
