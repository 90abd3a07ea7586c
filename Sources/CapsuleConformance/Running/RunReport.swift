// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// What came of a vector, the known failures considered.
package enum Verdict: String, Sendable, CaseIterable {
    case passed
    case failed
    case expectedFailure = "expected-failure"
    case skipped
    case notRun = "not-run"
}

/// One line of a report.
package struct ReportedResult: Sendable {
    package let vector: Vector
    package let outcome: Outcome
    package let verdict: Verdict
    /// For an expected failure.
    package let known: KnownFailure?

    /// Why it is no pass; nil for one.
    package var reason: String? {
        switch outcome {
        case .passed: nil
        case .failed(let failure): failure.message
        case .skipped(let reason), .notRun(let reason): reason
        }
    }
}

/// A whole run, for people and for machines.
package struct RunReport: Sendable {
    package let suite: Suite
    package let info: TesteeInfo
    /// The testee's command; empty for one of which only the answers were read.
    package let command: [String]
    package let results: [ReportedResult]
    /// What is wrong with the list of known failures: unexpected passes, unknown ids, stale lines.
    package let listErrors: [String]
    package let seconds: Double
    package let restarts: Int

    package init(
        suite: Suite, info: TesteeInfo, command: [String], results: [VectorResult],
        known: KnownFailures? = nil, seconds: Double = 0, restarts: Int = 0
    ) {
        self.suite = suite
        self.info = info
        self.command = command
        self.seconds = seconds
        self.restarts = restarts
        self.results = results.map { Self.report($0, known) }
        self.listErrors = known.map { Self.errors(in: $0, results, suite) } ?? []
    }

    package func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }

    /// Whether all that was selected ran, something passed, and nothing failed that is not known.
    package var isGreen: Bool {
        count(.failed) == 0 && count(.notRun) == 0 && count(.passed) > 0 && listErrors.isEmpty
    }

    /// The last line of the output: `N passed, N failed, N expected failures, N skipped, N not run`.
    package var closingLine: String {
        "\(count(.passed)) passed, \(count(.failed)) failed, \(count(.expectedFailure)) expected failures, "
            + "\(count(.skipped)) skipped, \(count(.notRun)) not run"
    }

    /// The areas in the order of the suite, each with its results.
    package var areas: [(name: String, results: [ReportedResult])] {
        var areas: [(name: String, results: [ReportedResult])] = []
        for result in results {
            if areas.last?.name == result.vector.area {
                areas[areas.count - 1].results.append(result)
            } else {
                areas.append((result.vector.area, [result]))
            }
        }
        return areas
    }

    private static func report(_ result: VectorResult, _ known: KnownFailures?) -> ReportedResult {
        let listed = known?.failures[result.vector.id]
        let shown: Verdict =
            switch result.outcome {
            case .passed: .passed
            case .skipped: .skipped
            case .notRun: .notRun
            // A failure of another class than the one that was explained is a new one.
            case .failed(let failure):
                failure.failureClass == listed?.failureClass && listed?.reason.isEmpty == false
                    ? .expectedFailure : .failed
            }
        return ReportedResult(
            vector: result.vector, outcome: result.outcome, verdict: shown,
            known: shown == .expectedFailure ? listed : nil)
    }

    private static func errors(
        in known: KnownFailures, _ results: [VectorResult], _ suite: Suite
    ) -> [String] {
        var outcomes: [String: Outcome] = [:]
        for result in results { outcomes[result.vector.id] = result.outcome }
        let ids = Set(suite.vectors.map(\.id))
        var errors: [String] = []
        for failure in known.failures.values.sorted(by: { $0.line < $1.line }) {
            let place = "\(known.path): line \(failure.line): \(failure.id)"
            switch outcomes[failure.id] {
            case .passed: errors.append("\(place) passes: take the line out")
            case .failed(let now) where now.failureClass != failure.failureClass:
                errors.append(
                    "\(place) is stale: it fails as \(now.failureClass.rawValue), not as "
                        + failure.failureClass.rawValue)
            case .skipped: errors.append("\(place) is stale: it is skipped, so nothing is known of it")
            case .failed where failure.reason.isEmpty: errors.append("\(place) counts once it has a reason")
            case .failed, .notRun: break
            case nil where ids.contains(failure.id): break
            case nil:
                let reason = suite.retired[failure.id].map { "was retired: \($0)" }
                errors.append("\(place) \(reason ?? "is no id of this suite")")
            }
        }
        return errors
    }
}
