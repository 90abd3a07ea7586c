// SPDX-License-Identifier: Apache-2.0

import CapsuleConvergence
import CapsuleCRDT
import Testing

@Suite("Every history of a user's own CRDT")
struct ExhaustiveCounterexampleTests {
    private let adding = ExhaustiveCheck(
        from: AddingCounter(), replicas: 2,
        edits: [
            (
                "raise",
                { counter, editor in
                    counter.raised[editor.replica, default: 0] += 1
                    return AddingCounter(raised: [editor.replica: 1])
                }
            )
        ])
    private let right = ExhaustiveCheck(
        from: Counter(), replicas: 2,
        edits: [
            (
                "raise",
                { counter, editor in
                    counter.raised[editor.replica, default: 0] += 1
                    return counter
                }
            )
        ])

    @Test("a counter that takes the greater number keeps every law")
    func rightCounter() {
        let outcome = right.run(edits: 5)
        #expect(outcome.counterexample == nil)
        #expect(outcome.histories > 300)
    }

    @Test("a counter that adds is found by two edits")
    func addingCounter() throws {
        let found = try #require(adding.run(edits: 3).counterexample)
        #expect(found.law == .inflating)
        #expect(
            found.trace == [
                "replica 0, which holds no edit: raise", "replica 0, which holds edits 1: raise",
            ])
    }

    @Test("a register without a rule for equal times is found by two writes that saw the same one")
    func untiedRegister() throws {
        let found = try #require(untied().run(edits: 4).counterexample)
        #expect(found.law == .convergent)
        #expect(
            found.trace == [
                "replica 0, which holds no edit: write", "replica 0, which holds edits 1: write",
                "replica 1, which holds edits 1: write",
            ])
        #expect(found.sides.map(\.time) == [2, 2])
        #expect(found.sides.map(\.value).sorted() == [0, 1])
    }

    @Test("a counterexample's text plays the same history to the same difference")
    func replay() throws {
        // Of 300 edits the choice takes two bytes.
        for check in [untied(), untied(waits: 299)] {
            let found = try #require(check.run(edits: 4).counterexample)
            #expect(check.replay(found.text) == found, "\(check)")
            #expect(found.description.contains(found.text), "\(check)")
        }
        let added = try #require(adding.run(edits: 3).counterexample)
        #expect(adding.replay(added.text) == added)
    }

    @Test("a counterexample's text says nothing once the fault is gone")
    func replayOfTheRight() throws {
        let found = try #require(adding.run(edits: 3).counterexample)
        #expect(right.replay(found.text) == nil)
    }

    @Test("an edit that is refused and changed the state is found, and played again")
    func changedWhenRefused() throws {
        let check = ExhaustiveCheck(
            from: Counter(), replicas: 1,
            edits: [
                (
                    "raise",
                    { counter, _ in
                        counter.raised[0, default: 0] += 1
                        return nil
                    }
                )
            ])
        let found = try #require(check.run(edits: 3).counterexample)
        #expect(found.law == .unchangedWhenRefused)
        #expect(found.trace.count == 1)
        #expect(check.replay(found.text) == found)
    }

    @Test("an edit whose delta does not say what it did is found, and played again")
    func forgetfulDelta() throws {
        let check = ExhaustiveCheck(
            from: Counter(), replicas: 2,
            edits: [
                (
                    "raise",
                    { counter, editor in
                        counter.raised[editor.replica, default: 0] += 1
                        return Counter(raised: editor.number == 0 ? counter.raised : [:])
                    }
                )
            ])
        let found = try #require(check.run(edits: 3).counterexample)
        #expect(found.law == .deltaIsTheEdit)
        #expect(found.trace.count == 2)
        #expect(check.replay(found.text) == found)
    }

    @Test("a join that is right for deltas and wrong for states of several is found, and played again")
    func wrongForStates() throws {
        struct Union: JoinSemilattice, Hashable {
            var elements: Set<Int> = []
            mutating func join(_ other: Union) {
                let isApart = !elements.isSubset(of: other.elements) && !other.elements.isSubset(of: elements)
                // Of two states of several elements that differ in both ways, the receiver keeps its own.
                if isApart, elements.count > 1, other.elements.count > 1 { return }
                elements.formUnion(other.elements)
            }
        }
        let check = ExhaustiveCheck(
            from: Union(), replicas: 2,
            edits: [
                (
                    "add",
                    { union, editor in
                        let added = Union(elements: [10 * editor.replica + editor.number])
                        union.join(added)
                        return added
                    }
                )
            ])
        let found = try #require(check.run(edits: 4).counterexample)
        #expect(found.law == .convergent)
        #expect(found.trace.count == 3)
        #expect(check.replay(found.text) == found)
    }

    @Test("a join that is refused, as past a limit, ends a history and breaks no law")
    func refusedJoin() {
        struct Limited: JoinSemilattice, Hashable {
            struct Full: Error {}
            var elements: Set<Int> = []
            mutating func join(_ other: Limited) throws(Full) {
                let all = elements.union(other.elements)
                if all.count > 2 { throw Full() }
                elements = all
            }
        }
        let check = ExhaustiveCheck(
            from: Limited(), replicas: 2,
            edits: [
                (
                    "add",
                    { limited, editor in
                        let added = Limited(elements: [10 * editor.replica + editor.number])
                        return (try? limited.join(added)) == nil ? nil : added
                    }
                )
            ])
        let (two, five) = (check.run(edits: 2), check.run(edits: 5))
        #expect(five.counterexample == nil)
        #expect(five.histories == two.histories)
    }

    @Test(
        "a text that names no law and choices is not played",
        arguments: ["", "inflating", "inflating:0", "inflating:0g", "unknown:00", "inflating:00:00", ":"])
    func noText(_ text: String) {
        #expect(adding.replay(text) == nil)
    }

    /// A register without a rule for equal times, where only the first replica writes first.
    private func untied(waits: Int = 1) -> ExhaustiveCheck<UntiedRegister> {
        let wait: (String, ExhaustiveCheck<UntiedRegister>.Edit) = ("wait", { _, _ in nil })
        return ExhaustiveCheck(
            from: UntiedRegister(), replicas: 3,
            edits: Array(repeating: wait, count: waits) + [
                (
                    "write",
                    { register, editor in
                        guard editor.replica == 0 || register.time > 0 else { return nil }
                        register = UntiedRegister(time: register.time + 1, value: editor.replica)
                        return register
                    }
                )
            ])
    }
}
