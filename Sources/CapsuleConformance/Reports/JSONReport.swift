// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// A run for programs.
package enum JSONReport {
    /// One JSON object.
    package static func bytes(of report: RunReport) -> [UInt8] {
        let value: JSONValue = [
            "format": 1,
            "suite": [
                "version": .text(report.suite.version), "vectors_sha256": .text(report.suite.treeHash),
                "vectors": .integer(report.suite.vectors.count),
            ],
            "testee": [
                "name": .text(report.info.name), "version": .text(report.info.version),
                "spec": .text(report.info.spec), "command": .array(report.command.map(JSONValue.text)),
                "flaw": report.info.flaw.map(JSONValue.text) ?? .null,
                "restarts": .integer(report.restarts),
            ],
            "summary": .object(
                JSONObject(Verdict.allCases.map { ($0.rawValue, .integer(report.count($0))) })),
            "green": .bool(report.isGreen),
            "seconds": .float(report.seconds),
            "known_failures_errors": .array(report.listErrors.map(JSONValue.text)),
            "results": .array(report.results.map(result)),
        ]
        return value.encoded() + [UInt8(ascii: "\n")]
    }

    private static func result(_ result: ReportedResult) -> JSONValue {
        var object = JSONObject([
            ("id", .text(result.vector.id)), ("level", .text(result.vector.level.rawValue)),
            ("section", .text(result.vector.section)), ("rule", .text(result.vector.rule)),
            ("result", .text(result.verdict.rawValue)),
        ])
        if let reason = result.reason { object["reason"] = .text(reason) }
        if let known = result.known {
            object["known"] = ["reason": .text(known.reason), "link": .text(known.link)]
        }
        if let failure = result.outcome.failure {
            object["class"] = .text(failure.failureClass.rawValue)
            object["expected"] = result.vector.expectation.json
            if let answer = failure.answer { object["answer"] = answer.json }
            if case .bytes(let offset) = failure.difference?.kind { object["offset"] = .integer(offset) }
            if let path = failure.difference?.path { object["path"] = .text(path) }
            if !failure.complaints.isEmpty {
                object["stderr"] = .array(failure.complaints.map(JSONValue.text))
            }
        }
        return .object(object)
    }
}
