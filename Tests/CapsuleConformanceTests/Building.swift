// SPDX-License-Identifier: Apache-2.0

import CapsuleTestee
import CapsuleToolSupport

@testable import CapsuleConformance

/// A vector with what a test cares about.
func vector(
    _ id: String = "cbor/heads/001-one",
    request: JSONObject = JSONObject([("op", "cbor.check"), ("bytes", "00")]),
    expect: ExpectedAnswer = .ok(.object(JSONObject())), rule: String = "heads-shortest",
    neighbour: String? = nil,
    level: Level = .must
) -> Vector {
    Vector(
        id: id, area: String(id.split(separator: "/")[0]), section: "1", rule: rule, level: level,
        note: "a note", request: request, expectation: expect, neighbour: neighbour)
}

func suite(_ vectors: [Vector], retired: [String: String] = [:]) -> Suite {
    Suite(
        directory: "Conformance/vectors", vectors: vectors, retired: retired,
        rules: ["heads-shortest": "every head in its shortest form"], version: "1.2.3",
        treeHash: String(repeating: "0f", count: 32))
}

/// Our own testee with every answer passed through a change.
final class ChangedTestee: Answering {
    private let own = OwnTestee(version: "0")
    private let change: (JSONObject, Answer) throws(TesteeFault) -> Answer
    let lastComplaints: [String] = []

    init(_ change: @escaping (JSONObject, Answer) throws(TesteeFault) -> Answer) {
        self.change = change
    }

    func ask(_ request: JSONObject) throws(TesteeFault) -> Answer {
        try change(request, own.ask(request))
    }
}
