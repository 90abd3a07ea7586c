// SPDX-License-Identifier: Apache-2.0

/// In which way an answer is wrong.
///
/// The names stand in files of known failures, so they stay.
package enum FailureClass: String, Sendable, CaseIterable {
    /// `ok` where an error is expected.
    case accepted
    /// An error where `ok` is expected.
    case rejected
    /// An error of another class.
    case wrongClass = "wrong-class"
    /// `ok` with another value.
    case wrongValue = "wrong-value"
    /// A line that SPEC section 15 does not allow.
    case malformedAnswer = "malformed-answer"
    /// The testee ended.
    case crashed
    case timedOut = "timed-out"
    case outOfMemory = "out-of-memory"
    /// More than one line, or one without an end.
    case flooded
    /// The answer to another request.
    case outOfOrder = "out-of-order"
}

/// Why a vector did not pass.
package struct Failure: Sendable {
    package let failureClass: FailureClass
    /// One sentence.
    package let message: String
    /// Where the answer first differs, when it is an answer at all.
    package let difference: Difference?
    /// What was answered, when it is an answer at all.
    package let answer: Answer?
    /// The testee's last words on standard error, after a fault.
    package var complaints: [String] = []
}

/// What came of one vector.
package enum Outcome: Sendable {
    case passed
    case failed(Failure)
    case skipped(String)
    case notRun(String)

    package var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// What came of a vector, before the list of known failures is looked at.
package struct VectorResult: Sendable {
    package let vector: Vector
    package let outcome: Outcome
}
