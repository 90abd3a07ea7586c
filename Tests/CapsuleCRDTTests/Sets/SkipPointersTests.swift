// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("The skip pointers of large OR-sets")
struct SkipPointersTests {
    private static func join(
        _ left: [UInt8], _ leftSkipPointers: [SkipPointer], _ right: [UInt8],
        _ rightSkipPointers: [SkipPointer]
    ) -> (set: [UInt8], skipPointers: [SkipPointer]) {
        var writer = CBORWriter()
        // What stands before the set must not matter to its skip pointers.
        writer.writeText("before")
        let start = writer.bytes.count
        let skipPointers = ORSetLayout.join(
            left.span, right.span, leftSkipPointers: leftSkipPointers, rightSkipPointers: rightSkipPointers,
            into: &writer
        ) { _, _ in }
        return (Array(writer.bytes[start...]), skipPointers)
    }

    private static func check(_ skipPointers: [SkipPointer], in set: [UInt8]) throws {
        let places = try places(in: set)
        #expect(skipPointers.allSatisfy(places.contains), "a pointer names a place that is none: \(hex(set))")
        #expect(zip(skipPointers, skipPointers.dropFirst()).allSatisfy { $0.offset < $1.offset })
    }

    @Test("name rows and adds, no two nearer than their distance, in a set that is read")
    func reading() throws {
        var generator = SeededGenerator(seed: propertySeed("skipPointers", 61))
        var seen = 0
        for _ in 0..<100 {
            let set = LargeSet.random(using: &generator).encoded
            let found = try skipPointers(of: set)
            try Self.check(found, in: set)
            seen += found.count
            let offsets = [0] + found.map { Int($0.offset) } + [set.count]
            // An add is at most 44 bytes away from the next, a row with its ranges some 200.
            #expect(
                zip(offsets, offsets.dropFirst()).dropLast().allSatisfy { $1 - $0 >= SkipPointers.distance })
            #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 - $0 < SkipPointers.distance + 300 })
        }
        #expect(seen > 100)
    }

    @Test("change nothing in a join, and a join gives skip pointers that name places of its result")
    func joins() throws {
        var generator = SeededGenerator(seed: propertySeed("marked joins", 62))
        for round in 0..<120 {
            let left = LargeSet.random(using: &generator).encoded
            let right =
                round % 2 == 0
                ? LargeSet.delta(using: &generator).encoded : LargeSet.random(using: &generator).encoded
            let (leftSkipPointers, rightSkipPointers) = (
                try skipPointers(of: left), try skipPointers(of: right)
            )
            let expected = Self.join(left, [], right, []).set
            for (x, y) in [
                (leftSkipPointers, rightSkipPointers), (leftSkipPointers, []), ([], rightSkipPointers),
                ([], []),
            ] {
                let there = Self.join(left, x, right, y)
                #expect(there.set == expected)
                try Self.check(there.skipPointers, in: expected)
                let back = Self.join(right, y, left, x)
                #expect(back.set == expected)
                try Self.check(back.skipPointers, in: expected)
            }
        }
    }

    @Test("stay near each other through many joins with small deltas, whatever the deltas touch")
    func chains() throws {
        for seed in [63, 64] as [UInt64] {
            var generator = SeededGenerator(seed: propertySeed("chains of deltas", seed))
            var (set, found) = ([UInt8](), [SkipPointer]())
            for counter in 0..<300 as Range<UInt64> {
                var delta = LargeSet.delta(using: &generator)
                // One writer only ever adds at its end, as writers do.
                delta.states[AddID(writer: id(9), counter: counter)] = text("a label at the end").encoded
                (set, found) = Self.join(set, found, delta.encoded, [])
            }
            try Self.check(found, in: set)
            let offsets = [0] + found.map { Int($0.offset) } + [set.count]
            let widest = zip(offsets, offsets.dropFirst()).map { $1 - $0 }.max() ?? 0
            #expect(found.count > 5)
            #expect(widest < 4 * SkipPointers.distance, "\(widest) bytes without a pointer")
        }
    }

    @Test("change nothing in what a delta observes that a state has not")
    func unobserved() throws {
        var generator = SeededGenerator(seed: propertySeed("marked and unobserved", 66))
        var (yes, no) = (0, 0)
        for round in 0..<400 {
            var state = LargeSet.random(using: &generator)
            let delta = LargeSet.delta(using: &generator)
            if round % 2 == 0 { state.states.merge(delta.states) { mine, _ in mine } }
            let (bytes, other) = (state.encoded, delta.encoded)
            let expected = ORSetLayout.hasUnobserved(delta: other.span, state: bytes.span)
            let marked = ORSetLayout.hasUnobserved(
                delta: other.span, state: bytes.span, try skipPointers(of: bytes))
            #expect(marked == expected)
            if expected { yes += 1 } else { no += 1 }
        }
        #expect(min(yes, no) > 40)
    }

    @Test("are not made where nobody keeps them, such as in the labels of a region")
    func unwanted() throws {
        var large = LargeSet()
        for counter in 0..<200 as Range<UInt64> {
            large.states[AddID(writer: id(1), counter: counter)] = text("a label of some length").encoded
        }
        let set = large.encoded
        #expect(try skipPointers(of: set).count > 0)
        var reader = CBORReader(set.span)
        #expect(try ORSetLayout.check(&reader, takesShortTexts: true, element: Label.check).isEmpty)
    }

    @Test("a small set has none")
    func small() throws {
        let set = orSet(Row(1, [0, 1], [(0, text("a")), (1, text("b"))])).encoded
        #expect(try skipPointers(of: set).isEmpty)
    }
}
