// SPDX-License-Identifier: Apache-2.0

/// How much of a suite a testee has earned, as opposed to met by luck.
///
/// Who refuses everything meets every rejection, and who accepts everything every check that answers no
/// more than yes. So a rejection is earned only together with the valid vector nearest to it, and a bare yes
/// only together with a rejection that it is nearest to, or else one of its rule.
struct Discrimination {
    private let passed: Set<String>
    private let rejections: [String: [Vector]]
    private let rejectionsOfRule: [String: [Vector]]

    /// Operations whose `ok` says nothing but yes, or nearly so.
    private static let bareChecks: Set<String> = ["cbor.check", "album.check", "document.check"]

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
        switch vector.expectation {
        case .error:
            guard let neighbour = vector.neighbour else { return false }
            return passed.contains(neighbour)
        case .ok:
            guard Self.bareChecks.contains(vector.operation) else { return true }
            let counterparts = rejections[vector.id] ?? rejectionsOfRule[vector.rule] ?? []
            return counterparts.contains { passed.contains($0.id) }
        }
    }
}
