// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import TestSupport
import Testing

/// What holds of requests for decisions whatever their facts.
@Suite struct DecisionOperationTests {
    @Test("a wake's payload never matters")
    func payload() {
        var generator = SeededGenerator(seed: propertySeed("payloads of wakes", 1))
        for round in 0..<300 {
            let polls = [
                "null", #""2026-05-31T09:55:00Z""#, #""2026-05-31T09:59:00Z""#, #""2027-01-01T00:00:00Z""#,
            ]
            let request =
                "\"op\": \"wake.receive\", \"now\": \"2026-05-31T10:00:00Z\","
                + " \"last_poll\": \(polls[Int.random(in: polls.indices, using: &generator)]), \"floor\": 300"
            let payload = (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            #expect(
                ok("\(request), \"payload\": \"\(Hex.encode(payload))\"")
                    == ok("\(request), \"payload\": \"\""), "\(round)")
        }
    }

    @Test("all members are looked at before a decision that does not need them")
    func membersFirst() {
        let chain =
            #"[{"digest": "\#(String(repeating: "01", count: 32))", "prior": null, "action": "create"}]"#
        let request = #""op": "lifecycle.verb", "chain": \#(chain), "sidecar": true, "original": true"#
        #expect(refusal(#"\#(request), "verb": "purge", "clock": "2026-05-31T10:00:00Z""#) == "not-trashed")
        let windowed = #"\#(request), "verb": "purge", "clock": "2026-05-31T10:00:00Z", "window": -1"#
        #expect(refusal(windowed) == "invalid")
    }

    @Test("of the members that may be null only the chain of a reception must be there")
    func nullChain() {
        let record = #"{"digest": "\#(String(repeating: "01", count: 32))", "action": "create"}"#
        let request =
            #""op": "lifecycle.receive", "record": \#(record), "source": "peer","#
            + #" "sidecar": false, "original": false"#
        #expect(refusal(#"\#(request), "chain": null"#) == nil)
        #expect(refusal(request) == "invalid")
    }
}
