// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("The join of OR-sets")
struct ORSetJoinTests {
    @Test("is that of the model, add-id by add-id, over random sets in all groupings")
    func againstModel() throws {
        var generator = SeededGenerator(seed: propertySeed("OR-sets", 51))
        for _ in 0..<500 {
            let models = (0..<3).map { _ in ORSetModel.random(using: &generator) }
            let sets = try models.map { try ORSet<Label>(decoding: $0.encoded) }
            let expected = models[0].joined(with: models[1]).joined(with: models[2])
            #expect(joinOfThree(sets, \.encoded) == expected.encoded)
            let joined = try ORSet<Label>(decoding: expected.encoded)
            #expect(joined.elements.map(\.encoded) == expected.elements)
            let context = joined.context
            let known = expected.states.keys.map { AddID(writer: id($0.writer), counter: $0.counter) }
            #expect(known.allSatisfy(context.contains))
            let live = expected.states.filter { $0.value != .removed }
            let adds = joined.adds
            #expect(adds.count == live.count)
            #expect(
                adds.allSatisfy { add in
                    let id = ORSetModel.ID(writer: add.id.writer.bytes[0], counter: add.id.counter)
                    return live[id] == .live(.text(add.element.utf8))
                })
        }
    }

    private static func hasUnobserved(_ delta: [UInt8], _ state: [UInt8]) -> Bool {
        ORSetLayout.hasUnobserved(delta: delta.span, state: state.span)
    }

    @Test(
        "says whether a delta observes, without adding it, what a state has not observed, as the model does")
    func unobserved() {
        var generator = SeededGenerator(seed: propertySeed("unobserved", 52))
        var (yes, no) = (0, 0)
        for _ in 0..<3_000 {
            let state = ORSetModel.random(using: &generator)
            var delta = ORSetModel.random(using: &generator, writers: 2)
            // Mostly of what the state knows, so that both answers come.
            delta.states = delta.states.filter {
                state.states[$0.key] != nil || $0.value != .removed || generator.chance(12)
            }
            let expected = delta.states.contains { $0.value == .removed && state.states[$0.key] == nil }
            if expected { yes += 1 } else { no += 1 }
            #expect(
                Self.hasUnobserved(delta.encoded, state.encoded) == expected,
                "\(hex(delta.encoded)) \(hex(state.encoded))")
        }
        #expect(min(yes, no) > 300)
    }

    @Test("an empty set changes nothing")
    func empty() throws {
        let set = try labels(orSet(Row(1, [0, 0], [(0, text("a"))])))
        #expect(set.joined(with: ORSet()) == set)
        #expect(ORSet().joined(with: set) == set)
        #expect(ORSet<Label>().joined(with: ORSet()) == ORSet())
    }

    @Test(
        "quarto-dev/q2#689: one add-id with two elements keeps the greater bytes, in every order, and says so"
    )
    func doubled() throws {
        let items = ["b", "aa", "a"].map { orSet(Row(1, [0, 0], [(0, text($0))])) }
        #expect(joinOfThree(try items.map(labels), \.encoded) == items[1].encoded)
        for (left, right) in [(0, 1), (1, 0)] {
            var reports: [(AddID, [UInt8])] = []
            var writer = CBORWriter()
            ORSetLayout.join(items[left].encoded.span, items[right].encoded.span, into: &writer) {
                id, lesser in
                reports.append((id, lesser.copied()))
            }
            #expect(reports.map(\.0) == [AddID(writer: id(1), counter: 0)])
            #expect(reports.map(\.1) == [text("b").encoded])
        }
    }

    @Test("basho/riak_dt#78: two adds of a label, each removed on another replica, merged through a third")
    func removedApart() throws {
        let both = try labels(orSet(Row(1, [0, 0], [(0, text("x"))]), Row(2, [0, 0], [(0, text("x"))])))
        let first = try labels(orSet(Row(1, [0, 0]), Row(2, [0, 0], [(0, text("x"))])))
        let second = try labels(orSet(Row(1, [0, 0], [(0, text("x"))]), Row(2, [0, 0])))
        let joined = try labels(.init(decoding: joinOfThree([both, first, second], \.encoded)))
        #expect(joined.elements == [])
        #expect(joined.encoded == orSet(Row(1, [0, 0]), Row(2, [0, 0])).encoded)
    }

    @Test(
        "y-crdt/y-crdt#582: a removal that comes before its add is kept, reported, and takes effect, also after a save"
    )
    func removalFirst() throws {
        let state = try labels(orSet(Row(1, [0, 0], [(0, text("y"))])))
        let add = try labels(orSet(Row(2, [4, 4], [(4, text("x"))])))
        let removal = add.removing(try newLabel("x"))
        #expect(Self.hasUnobserved(removal.encoded, state.encoded))
        #expect(!Self.hasUnobserved(add.encoded, state.encoded))
        let early = try ORSet<Label>(decoding: state.joined(with: removal).encoded)
        #expect(early.context.contains(AddID(writer: id(2), counter: 4)))
        #expect(!Self.hasUnobserved(removal.encoded, early.encoded))
        let after = early.joined(with: add)
        #expect(after.elements.map(\.description) == ["y"])
        #expect(after == state.joined(with: add).joined(with: removal))
        #expect(joinOfThree([state, add, removal], \.encoded) == after.encoded)
    }

    @Test("yjs/yjs#741: a million adds, all removed, take less than 200 bytes")
    func million() throws {
        // A thousand removals of a thousand adds each, the odd ones after the even ones.
        let order =
            stride(from: 0, to: 1_000, by: 2).map { $0 } + stride(from: 1, to: 1_000, by: 2).map { $0 }
        var set = ORSet<Label>()
        for part in order {
            set.join(try labels(orSet(Row(1, [UInt64(part) * 1_000, UInt64(part) * 1_000 + 999]))))
        }
        #expect(set.encoded == orSet(Row(1, [0, 999_999])).encoded)
        #expect(set.encoded.count < 200)
        // Adds that come now are gone at once.
        let late = try labels(orSet(Row(1, [0, 2_999], (0..<3_000).map { (UInt64($0), text("l\($0)")) })))
        #expect(late.elements.count == 3_000)
        #expect(late.joined(with: set) == set)
        #expect(set.joined(with: late) == set)
        #expect(try nextCounter(set.encoded, 1) == 1_000_000)
    }

    @Test(
        "heads that grow and shrink in a join are the shortest",
        arguments: [11, 12, 13, 23, 24, 127, 128, 255, 256, 300])
    func heads(count: Int) throws {
        func counters(_ start: Int) -> [UInt64] {
            stride(from: start, to: 4 * count, by: 4).map { UInt64($0) }
        }
        func set(_ counters: [UInt64], live: Bool) -> CBORItem {
            orSet(Row(1, counters.flatMap { [$0, $0] }, live ? counters.map { ($0, text("x")) } : []))
        }
        let (evens, odds) = (counters(0), counters(2))
        let apart = set((evens + odds).sorted(), live: true)
        let left = try labels(set(evens, live: true))
        #expect(try left.joined(with: labels(set(odds, live: true))).encoded == apart.encoded)
        #expect(
            try left.joined(with: labels(set(evens, live: false))).encoded == set(evens, live: false).encoded)
        // All gaps filled: one range is left.
        let gaps = try labels(orSet(Row(1, [0, UInt64(4 * count)])))
        #expect(left.joined(with: gaps).encoded == gaps.encoded)
    }

    @Test("many writers: rows of one side, of the other and of both", arguments: [1, 20, 24, 120, 255])
    func writers(count: Int) throws {
        func set(_ writers: [Int], _ element: String) throws -> ORSet<Label> {
            try labels(.map(writers.map { Row(UInt8($0), [0, 0], [(0, text(element))]).entry }))
        }
        let all = Array(0..<count)
        let (first, last) = (
            Array(all.prefix(count * 2 / 3 + 1).prefix(count)), Array(all.suffix(count * 2 / 3 + 1))
        )
        let expected = try set(all, "x")
        #expect(try set(first, "x").joined(with: set(last, "x")) == expected)
        #expect(try set(last, "x").joined(with: set(first, "x")) == expected)
    }
}
