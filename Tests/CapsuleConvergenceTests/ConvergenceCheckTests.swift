// SPDX-License-Identifier: Apache-2.0

import CapsuleConvergence
import CapsuleCRDT
import TestSupport
import Testing

@Suite("Replicas of a user's own CRDT on a faulty network")
struct ConvergenceCheckTests {
    let seed = propertySeed("ConvergenceCheckTests", 1)

    @Test("counters that take the greater number converge")
    func rightCounter() {
        let check = ConvergenceCheck(from: Counter(), replicas: 3) { counter, editor, choices in
            counter.raised[editor.replica, default: 0] += 1 + choices.below(3)
            return counter
        }
        let found = check.run(runs: 300, steps: 30, seed: seed)
        #expect(found == nil, "\(found?.description ?? "")")
    }

    @Test("counters that add are found by one edit")
    func addingCounter() throws {
        let check = ConvergenceCheck(from: AddingCounter(), replicas: 3) { counter, editor, choices in
            counter.raised[editor.replica, default: 0] += 1 + choices.below(3)
            return counter
        }
        let found = try #require(check.run(runs: 300, steps: 30, seed: seed))
        #expect(found.law == .inflating)
        #expect(found.trace.count <= 2)
        #expect(check.replay(found.text) == found)
        #expect(check.check(bytes: found.choices) == found)
    }

    @Test("a register without a rule for equal times ends differently on two replicas")
    func untiedRegister() throws {
        let check = ConvergenceCheck(from: UntiedRegister(), replicas: 2) { register, editor, choices in
            // Each replica writes another value, at a time that it has not seen.
            register = UntiedRegister(time: register.time + 1, value: editor.replica)
            return register
        }
        let found = try #require(check.run(runs: 300, steps: 30, seed: seed))
        #expect(found.law == .convergent)
        #expect(found.trace == ["replica 0 edits", "replica 1 edits"])
        #expect(found.sides.map(\.value).sorted() == [0, 1])
    }

    @Test("an edit whose delta does not say what it did is found")
    func forgetfulDelta() throws {
        let check = ConvergenceCheck(from: Counter(), replicas: 2) { counter, editor, _ in
            counter.raised[editor.replica, default: 0] += 1
            return Counter()
        }
        #expect(check.run(runs: 10, steps: 10, seed: seed)?.law == .deltaIsTheEdit)
    }

    @Test("an edit that is refused and changed the state is found")
    func changedWhenRefused() throws {
        let check = ConvergenceCheck(from: Counter(), replicas: 2) { counter, editor, _ in
            counter.raised[editor.replica, default: 0] += 1
            return nil
        }
        #expect(check.run(runs: 10, steps: 10, seed: seed)?.law == .unchangedWhenRefused)
    }

    @Test("a message that would cross a split stays on its way, a repeated one too, a lost one goes")
    func network() {
        var network = SimulatedNetwork(Counter(), replicas: 3)
        network.broadcast(Counter(raised: [0: 1]), from: 0)
        #expect(network.messages.map(\.to) == [1, 2])
        network.take(.partition(below: 2))
        network.take(.deliver(message: 1))
        #expect(network.states[2].raised.isEmpty && network.messages.count == 2)
        network.take(.repeated(message: 0))
        #expect(network.states[1].raised == [0: 1] && network.messages.count == 2)
        network.take(.lose(message: 0))
        network.take(.heal)
        network.take(.deliver(message: 0))
        #expect(network.states[2].raised == [0: 1] && network.messages.isEmpty)
        network.take(.deliver(message: 7))
        network.take(.send(from: 1, to: 0))
        network.take(.send(from: 1, to: 1))
        #expect(network.messages.map(\.to) == [0])
    }
}
