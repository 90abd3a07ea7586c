// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import Testing
import TestSupport

@Suite("A causal context")
struct CausalContextTests {
    private func context(_ counters: [UInt64: [ClosedRange<UInt64>]]) -> CausalContext {
        var context = CausalContext()
        for (writer, ranges) in counters {
            for range in ranges { context.insert(range, of: id(UInt8(writer))) }
        }
        return context
    }

    @Test(
        "holds counters as ranges: ascending, disjoint and not adjacent",
        arguments: [
            ([0...0], [0...0]), ([0...0, 1...1], [0...1]), ([1...1, 0...0], [0...1]),
            ([0...0, 2...2], [0...0, 2...2]),
            ([2...2, 0...0, 1...1], [0...2]), ([0...9, 3...4], [0...9]), ([3...4, 0...9], [0...9]),
            ([0...4, 2...9], [0...9]), ([5...6, 0...1, 3...3, 2...2], [0...3, 5...6]),
            (
                [(1 << 53) - 1...(1 << 53) - 1, (1 << 53) - 2...(1 << 53) - 2],
                [(1 << 53) - 2...(1 << 53) - 1]
            ),
        ] as [([ClosedRange<UInt64>], [ClosedRange<UInt64>])])
    func ranges(inserted: [ClosedRange<UInt64>], expected: [ClosedRange<UInt64>]) {
        #expect(context([7: inserted]).counters(of: id(7)) == expected)
        #expect(context([7: inserted]).writers == [id(7)])
        #expect(context([7: inserted]).counters(of: id(8)) == [])
    }

    @Test("holds what was inserted, joined and missing, as sets of counters do")
    func againstSets() {
        var generator = SeededGenerator(seed: propertySeed("contexts", 42))
        for _ in 0..<1_000 {
            var (contexts, sets) = ([CausalContext(), CausalContext()], [Set<AddID>(), Set<AddID>()])
            for side in 0..<2 {
                for _ in 0..<Int.random(in: 0...6, using: &generator) {
                    let low = UInt64.random(in: 0..<20, using: &generator)
                    let high = low + UInt64.random(in: 0..<4, using: &generator)
                    let writer = UInt8.random(in: 0..<2, using: &generator)
                    contexts[side].insert(low...high, of: id(writer))
                    sets[side].formUnion((low...high).map { AddID(writer: id(writer), counter: $0) })
                }
            }
            let joined = contexts[0].joined(with: contexts[1])
            #expect(joined == contexts[1].joined(with: contexts[0]))
            let union = sets[0].union(sets[1])
            for writer in UInt8(0)..<2 {
                let ids = (0..<26).map { AddID(writer: id(writer), counter: $0) }
                #expect(ids.filter(joined.contains) == ids.filter(union.contains))
                let missing = contexts[0].counters(of: id(writer), missingIn: contexts[1])
                #expect(
                    ids.filter { add in missing.contains { $0.contains(add.counter) } }
                        == ids.filter { sets[0].contains($0) && !sets[1].contains($0) })
                #expect(missing.adjacentPairsAreApart)
                #expect(joined.counters(of: id(writer)).adjacentPairsAreApart)
            }
        }
    }

    @Test("the context of a set is what it observed, live or not")
    func ofSet() throws {
        let set = try labels(
            orSet(Row(1, [0, 2, 5, 5], [(1, text("a"))]), Row(2, [7, 7], [(7, text("b"))])))
        #expect(set.context == context([1: [0...2, 5...5], 2: [7...7]]))
        #expect(set.context.writers == [id(1), id(2)])
        #expect(set.context.contains(AddID(writer: id(1), counter: 5)))
        #expect(!set.context.contains(AddID(writer: id(1), counter: 4)))
        #expect(!set.context.contains(AddID(writer: id(3), counter: 0)))
    }
}

extension [ClosedRange<UInt64>] {
    /// Whether the ranges ascend with a gap between any two.
    fileprivate var adjacentPairsAreApart: Bool {
        zip(self, dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound }
    }
}
