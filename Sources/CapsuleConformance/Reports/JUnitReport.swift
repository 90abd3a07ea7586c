// SPDX-License-Identifier: Apache-2.0

/// A run as JUnit XML, which most build servers show.
package enum JUnitReport {
    /// One document: a test suite for each area, a test case for each vector.
    package static func bytes(of report: RunReport) -> [UInt8] {
        let failed = report.count(.failed) + report.listErrors.count
        let skipped = report.results.count - report.count(.passed) - report.count(.failed)
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        xml += "<testsuites name=\"capsule-merge conformance\" "
        xml += "tests=\"\(report.results.count + report.listErrors.count)\" failures=\"\(failed)\" "
        xml += "errors=\"0\" skipped=\"\(skipped)\" time=\"\(report.seconds)\">\n"
        for area in report.areas { xml += suite(area.name, area.results, report) }
        if !report.listErrors.isEmpty {
            let cases = report.listErrors.map { error in
                "    <testcase classname=\"known failures\" name=\"\(Markup.escaped(error))\">"
                    + "<failure message=\"\(Markup.escaped(error))\"/></testcase>\n"
            }
            xml +=
                "  <testsuite name=\"known failures\" tests=\"\(cases.count)\" failures=\"\(cases.count)\">\n"
            xml += cases.joined() + "  </testsuite>\n"
        }
        return Array((xml + "</testsuites>\n").utf8)
    }

    private static func suite(_ name: String, _ results: [ReportedResult], _ report: RunReport) -> String {
        let failed = results.count { $0.verdict == .failed }
        let passed = results.count { $0.verdict == .passed }
        var xml = "  <testsuite name=\"\(Markup.escaped(name))\" tests=\"\(results.count)\" "
        xml += "failures=\"\(failed)\" errors=\"0\" skipped=\"\(results.count - passed - failed)\">\n"
        xml += "    <properties>\n"
        for (key, value) in [
            ("suite.version", report.suite.version), ("suite.vectors_sha256", report.suite.treeHash),
            ("testee", "\(report.info.name) \(report.info.version)"),
        ] {
            xml += "      <property name=\"\(key)\" value=\"\(Markup.escaped(value))\"/>\n"
        }
        xml += "    </properties>\n"
        for result in results { xml += testCase(result, report) }
        return xml + "  </testsuite>\n"
    }

    private static func testCase(_ result: ReportedResult, _ report: RunReport) -> String {
        let name = Markup.escaped(result.vector.id)
        let opening = "    <testcase classname=\"\(Markup.escaped(result.vector.area))\" name=\"\(name)\""
        let reason = Markup.escaped(result.reason ?? "")
        switch result.verdict {
        case .passed: return opening + "/>\n"
        case .skipped: return opening + "><skipped message=\"\(reason)\"/></testcase>\n"
        case .notRun: return opening + "><skipped message=\"not run: \(reason)\"/></testcase>\n"
        case .expectedFailure:
            let known = Markup.escaped(result.known?.reason ?? "")
            return opening + "><skipped message=\"known failure: \(known)\"/></testcase>\n"
        case .failed:
            let rule = "section \(result.vector.section): \(report.suite.ruleText(of: result.vector))"
            let body = [
                reason, Markup.escaped(rule),
                Markup.escaped(Repetition.command(for: result.vector, in: report)),
            ]
            let type = result.outcome.failure?.failureClass.rawValue ?? ""
            return opening + "><failure type=\"\(type)\" message=\"\(reason)\">"
                + (body + (result.outcome.failure?.complaints ?? []).map(Markup.escaped)).joined(
                    separator: "\n")
                + "</failure></testcase>\n"
        }
    }
}
