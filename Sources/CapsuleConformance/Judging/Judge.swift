// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Compares answers with what is expected.
package enum Judge {
    /// What came of an answer to a vector's request.
    package static func outcome(of answer: Answer, expected: ExpectedAnswer) -> Outcome {
        switch (expected, answer) {
        case (.error(let classes), .error(let name)) where classes.contains(name): return .passed
        case (_, .error("unsupported")): return .skipped("the testee answers unsupported")
        case (.error(let classes), .error(let name)):
            return fail(.wrongClass, "\(alternatives(classes)) is expected, not \(name)", answer, expected)
        case (.error(let classes), .ok):
            return fail(.accepted, "it must be refused (\(alternatives(classes)))", answer, expected)
        case (.ok, .error(let name)):
            return fail(.rejected, "it must be accepted, and is refused (\(name))", answer, expected)
        case (.ok(let value), .ok(let given)):
            guard let difference = Difference.first(expected: value, given: given, at: "ok") else {
                return .passed
            }
            return .failed(
                Failure(
                    failureClass: .wrongValue, message: difference.description, difference: difference,
                    answer: answer))
        }
    }

    /// What came of a request that was not answered.
    package static func outcome(of fault: TesteeFault, complaints: [String]) -> Outcome {
        let failureClass: FailureClass
        switch fault {
        case .interrupted: return .notRun("the run was interrupted")
        case .cannotStart: return .notRun(fault.description)
        case .ended: failureClass = .crashed
        case .timedOut: failureClass = .timedOut
        case .tookMemory: failureClass = .outOfMemory
        case .flooded, .unasked: failureClass = .flooded
        case .wrongID: failureClass = .outOfOrder
        case .noAnswer, .stray: failureClass = .malformedAnswer
        }
        return .failed(
            Failure(
                failureClass: failureClass, message: fault.description, difference: nil, answer: nil,
                complaints: complaints))
    }

    private static func fail(
        _ failureClass: FailureClass, _ message: String, _ answer: Answer, _ expected: ExpectedAnswer
    ) -> Outcome {
        let difference = Difference.first(expected: expected.json, given: answer.json, at: "")
        return .failed(
            Failure(failureClass: failureClass, message: message, difference: difference, answer: answer))
    }

    private static func alternatives(_ classes: [String]) -> String { classes.joined(separator: " or ") }
}
