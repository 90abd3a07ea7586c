// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Testing

@testable import CapsuleConformance

@Suite("What a testee has earned")
struct DiscriminationTests {
    private let vectors = [
        vector("a/a/1-valid"),
        vector("a/a/2-broken", expect: .error(["malformed"]), neighbour: "a/a/1-valid"),
        vector("a/a/3-alone", rule: "other"),
        vector("a/a/4-said", request: JSONObject([("op", "label.normalize")]), expect: .ok(["text": "a"])),
        vector("a/a/5-no-neighbour", expect: .error(["malformed"])),
    ]

    private func earned(_ passed: Set<String>) -> [String] {
        let results = vectors.map { vector in
            VectorResult(
                vector: vector, outcome: passed.contains(vector.id) ? .passed : .skipped("no"))
        }
        let discrimination = Discrimination(results)
        return vectors.map(\.id).filter { id in
            vectors.first { $0.id == id }.map(discrimination.isEarned) ?? false
        }
    }

    @Test("is nothing when everything is accepted, or everything refused")
    func constant() {
        #expect(earned(["a/a/1-valid", "a/a/3-alone"]) == [])
        #expect(earned(["a/a/2-broken", "a/a/5-no-neighbour"]) == [])
    }

    @Test("is both sides when a rejection and its valid neighbour are told apart")
    func toldApart() {
        #expect(earned(["a/a/1-valid", "a/a/2-broken"]) == ["a/a/1-valid", "a/a/2-broken"])
    }

    @Test("is an answer that says something")
    func said() {
        #expect(earned(["a/a/4-said"]) == ["a/a/4-said"])
    }

    @Test("null testees have names that lead back to them")
    func names() {
        for null in NullTestee.all { #expect(NullTestee(name: null.name) == null, "\(null)") }
        #expect(NullTestee(name: "good") == nil)
    }
}
