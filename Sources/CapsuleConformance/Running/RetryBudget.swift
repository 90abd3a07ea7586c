// SPDX-License-Identifier: Apache-2.0

/// When to stop asking a testee that does not answer.
///
/// One that hangs takes the time limit for each vector, and one that ends takes a new start.
struct RetryBudget {
    /// Of one operation, and of all together, in a row.
    private static let ofOperation = 60
    private static let ofAll = 120
    private static let costOfEnding = 1
    private static let costOfHanging = 20

    private var lostBy: [String: Int] = [:]
    private var lost = 0

    /// Why an operation is not asked for any more; nil while it is.
    func reasonToStop(_ operation: String) -> String? {
        if lost >= Self.ofAll { return "too many requests in a row had no answer" }
        return lostBy[operation, default: 0] >= Self.ofOperation
            ? "too many requests of it in a row had no answer" : nil
    }

    /// Counts what came of a request.
    mutating func count(_ outcome: Outcome, of operation: String) {
        switch outcome.failure?.failureClass {
        case .timedOut, .outOfMemory, .flooded: lose(Self.costOfHanging, operation)
        case .crashed, .outOfOrder: lose(Self.costOfEnding, operation)
        default:
            lost = 0
            lostBy[operation] = 0
        }
    }

    private mutating func lose(_ cost: Int, _ operation: String) {
        lost += cost
        lostBy[operation, default: 0] += cost
    }
}
