// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// A testee whose answers are counted, operation by operation: a law that nobody was asked about is not unbroken.
final class CountedTestee: Answering {
    /// What came of the requests of one operation.
    struct Count {
        var asked = 0
        /// With `ok` or with an error class; `unsupported` is no answer.
        var answered = 0
        var accepted = 0
    }

    private let testee: any Answering
    private(set) var counts: [String: Count] = [:]

    init(_ testee: any Answering) {
        self.testee = testee
    }

    var lastComplaints: [String] { testee.lastComplaints }

    func ask(_ request: JSONObject) throws(TesteeFault) -> Answer {
        let operation = request["op"]?.text ?? ""
        counts[operation, default: Count()].asked += 1
        let answer = try testee.ask(request)
        switch answer {
        case .error("unsupported"): break
        case .error: counts[operation, default: Count()].answered += 1
        case .ok:
            counts[operation, default: Count()].answered += 1
            counts[operation, default: Count()].accepted += 1
        }
        return answer
    }

    /// A line for each operation that was asked for.
    var lines: [String] {
        counts.sorted { $0.key < $1.key }.map { operation, count in
            "\(operation): \(count.answered) of \(count.asked) answered, \(count.accepted) with ok"
        }
    }

    /// Why this says nothing about the testee; empty when it does.
    ///
    /// - Parameter declared: the operations that the testee offers; nil when it does not say.
    func gaps(declared: Set<String>?) -> [String] {
        guard counts.values.contains(where: { $0.accepted > 0 }) else {
            return ["anything: no request was answered with ok"]
        }
        return counts.sorted { $0.key < $1.key }.compactMap { operation, count in
            guard declared?.contains(operation) ?? true else { return nil }
            if count.answered < count.asked {
                return "\(operation): \(count.answered) of \(count.asked) answered, and the testee offers it"
            }
            return nil
        }
    }
}
