// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Asks a testee every selected vector.
package struct SuiteRunner {
    private let testee: any Answering
    private let progress: (_ done: Int, _ total: Int) -> Void
    package init(testee: any Answering, progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in })
    {
        self.testee = testee
        self.progress = progress
    }

    /// What came of each vector, in their order.
    ///
    /// - Throws: `TesteeFault` when the testee cannot even be started.
    package func run(_ vectors: [Vector]) throws(TesteeFault) -> (info: TesteeInfo, results: [VectorResult]) {
        let info = try TesteeInfo.ask(testee)
        var results: [VectorResult] = []
        var patience = RetryBudget()
        var isInterrupted = false
        for vector in vectors {
            let outcome: Outcome
            if isInterrupted {
                outcome = .notRun("the run was interrupted")
            } else if let reason = Self.reasonToSkip(vector, info) {
                outcome = .skipped(reason)
            } else if let reason = patience.reasonToStop(vector.operation) {
                outcome = .notRun(reason)
            } else {
                outcome = self.outcome(of: vector)
                patience.count(outcome, of: vector.operation)
                if case .notRun = outcome { isInterrupted = true }
            }
            results.append(VectorResult(vector: vector, outcome: outcome))
            progress(results.count, vectors.count)
        }
        return (info, results)
    }

    /// What came of one vector.
    package func outcome(of vector: Vector) -> Outcome {
        do throws(TesteeFault) {
            return Judge.outcome(of: try testee.ask(vector.request), expected: vector.expectation)
        } catch {
            return Judge.outcome(of: error, complaints: testee.lastComplaints)
        }
    }

    static func reasonToSkip(_ vector: Vector, _ info: TesteeInfo) -> String? {
        guard let offered = info.operations, !vector.operation.isEmpty, !vector.expectsUnsupported,
            !offered.contains(vector.operation)
        else { return nil }
        return "the testee does not offer \(vector.operation)"
    }
}
