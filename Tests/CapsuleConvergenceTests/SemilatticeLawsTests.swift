// SPDX-License-Identifier: Apache-2.0

import CapsuleConvergence
import CapsuleCRDT
import TestSupport
import Testing

@Suite("The laws of a user's own CRDT")
struct SemilatticeLawsTests {
    let seed = propertySeed("SemilatticeLawsTests", 1)

    @Test("a counter that takes the greater number keeps every law")
    func rightCounter() {
        let laws = SemilatticeLaws<Counter>(generate: Counter.generated)
        #expect(laws.check(runs: 500, seed: seed) == nil)
    }

    @Test("a counter that adds breaks idempotence, shown by one device at one")
    func addingCounter() throws {
        let laws = SemilatticeLaws<AddingCounter>(generate: AddingCounter.generated)
        let found = try #require(laws.check(runs: 500, seed: seed))
        #expect(found.law == .idempotent)
        #expect(found.states.map(\.raised) == [[0: 1]])
        #expect(found.sides.map(\.raised) == [[0: 1], [0: 2]])
    }

    @Test("a counterexample's text makes it again, and says nothing once the fault is gone")
    func replay() throws {
        let laws = SemilatticeLaws<AddingCounter>(generate: AddingCounter.generated)
        let found = try #require(laws.check(runs: 500, seed: seed))
        let again = try #require(laws.replay(found.text))
        #expect(again.states == found.states && again.law == found.law && again.text == found.text)
        #expect(found.description.contains(found.text))
        #expect(SemilatticeLaws<Counter>(generate: Counter.generated).replay(found.text) == nil)
    }

    @Test("bytes of a fuzzer make the states that a counterexample's choices make")
    func bytes() throws {
        let laws = SemilatticeLaws<AddingCounter>(generate: AddingCounter.generated)
        let found = try #require(laws.check(runs: 500, seed: seed))
        #expect(laws.check(bytes: found.choices) == found)
        #expect(laws.check(bytes: []) == nil)
    }

    @Test(
        "a text that names no law and choices is not replayed",
        arguments: ["", "idempotent", "idempotent:0", "idempotent:0g", "unknown:00", "idempotent:00:00", ":"])
    func noText(_ text: String) {
        #expect(SemilatticeLaws<AddingCounter>(generate: AddingCounter.generated).replay(text) == nil)
    }

    @Test("a register without a rule for equal times does not commute, shown by two values at time zero")
    func untiedRegister() throws {
        let laws = SemilatticeLaws<UntiedRegister>(generate: UntiedRegister.generated)
        let found = try #require(laws.check(runs: 500, seed: seed))
        #expect(found.law == .commutative)
        #expect(found.states.map(\.time) == [0, 0])
        #expect(Set(found.states.map(\.value)) == [0, 1])
    }

    @Test("a winner that is found pair by pair is not associative")
    func hand() throws {
        let laws = SemilatticeLaws<Hand>(generate: Hand.generated)
        let found = try #require(laws.check(runs: 500, seed: seed))
        #expect(found.law == .associative)
        #expect(Set(found.states.map(\.shape)) == [0, 1, 2])
    }

    @Test("an encoding that loses something breaks closure")
    func losingCodec() throws {
        let codec = SemilatticeLaws<Counter>.Codec(
            encode: { [UInt8($0.raised.count)] },
            decode: { bytes in Counter(raised: [0: Int(bytes[0])]) })
        let laws = SemilatticeLaws<Counter>(codec: codec, generate: Counter.generated)
        let found = try #require(laws.check(runs: 500, seed: seed))
        #expect(found.law == .closed)
        #expect(found.states[0].raised.isEmpty)
    }

    @Test("a join that throws after it changed its receiver is found")
    func changedWhenRefused() throws {
        struct Refusing: JoinSemilattice {
            struct Refusal: Error {}
            var value = 0
            mutating func join(_ other: Refusing) throws(Refusal) {
                value = max(value, other.value)
                if value > 2 { throw Refusal() }
            }
        }
        let laws = SemilatticeLaws<Refusing> { Refusing(value: $0.below(4)) }
        let found = try #require(laws.check(Refusing(value: 0), Refusing(value: 3), Refusing(value: 0)))
        #expect(found.law == .unchangedWhenRefused)
    }
}
