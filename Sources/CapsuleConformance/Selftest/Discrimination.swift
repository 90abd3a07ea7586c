// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// How much of a suite a testee has earned, as opposed to met by luck.
///
/// Who refuses everything meets every rejection, and who accepts everything every check that answers no
/// more than yes. So a vector is earned only together with its neighbour, the nearest on the other side of
/// the rule; and a bare yes that names none only together with a rejection that names it, or else one of its
/// rule.
struct Discrimination {
    private let passed: Set<String>
    private let rejections: [String: [Vector]]
    private let rejectionsOfRule: [String: [Vector]]

    init(_ results: [VectorResult]) {
        var passed: Set<String> = []
        var rejections: [String: [Vector]] = [:]
        var rejectionsOfRule: [String: [Vector]] = [:]
        for result in results {
            if case .passed = result.outcome { passed.insert(result.vector.id) }
            guard case .error = result.vector.expectation else { continue }
            rejectionsOfRule[result.vector.rule, default: []].append(result.vector)
            if let neighbour = result.vector.neighbour {
                rejections[neighbour, default: []].append(result.vector)
            }
        }
        self.passed = passed
        self.rejections = rejections
        self.rejectionsOfRule = rejectionsOfRule
    }

    func isEarned(_ vector: Vector) -> Bool {
        guard passed.contains(vector.id) else { return false }
        if let neighbour = vector.neighbour { return passed.contains(neighbour) }
        guard case .ok(let value) = vector.expectation else { return false }
        guard Self.isBare(value, vector.operation) else { return true }
        let counterparts = rejections[vector.id] ?? rejectionsOfRule[vector.rule] ?? []
        return counterparts.contains { passed.contains($0.id) }
    }

    /// Whether an answer says nothing but yes, or nearly so.
    private static func isBare(_ value: JSONValue, _ operation: String) -> Bool {
        operation == "document.check" || value.object?.members.isEmpty ?? true
    }
}
