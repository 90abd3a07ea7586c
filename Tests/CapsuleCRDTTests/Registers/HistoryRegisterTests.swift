// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

/// A history of writes, the current one first.
func history(_ writes: [CBORItem], extra: [(String, CBORItem)] = []) -> CBORItem {
    let log = writes.dropFirst()
    return map(
        [("current", writes[0])] + (log.isEmpty ? [] : [("superseded", .array(Array(log)))]) + extra)
}

@Suite("A history register")
struct HistoryRegisterTests {
    /// Writes of distinct values, descending in time.
    static func descending(_ count: Int) -> [CBORItem] {
        (0..<count).map { stamped(text("v\($0)"), ts: time(900 - $0)) }
    }

    private func register(_ item: CBORItem) throws -> HistoryRegister<Label> {
        try HistoryRegister(decoding: item.encoded)
    }

    @Test("holds a current write and up to sixteen superseded ones", arguments: [1, 2, 3, 16, 17])
    func accepts(count: Int) throws {
        let item = history(Self.descending(count))
        expectCanonical(item) { bytes throws(CBORError) in
            try HistoryRegister<Label>(decoding: bytes).encoded
        }
        let writes = try register(item).writes
        #expect(writes.map(\.encoded) == Self.descending(count).map(\.encoded))
    }

    static let breaches: [Breach] = [
        Breach("not a map", .array([]), at: 0),
        Breach("an empty map", .map([]), at: 0),
        Breach("no current write", map([("superseded", .array(Self.descending(1)))]), at: 0),
        Breach(
            "an empty log", map([("current", Self.descending(1)[0]), ("superseded", .array([]))]),
            atFirst: [0x80]),
        Breach(
            "a log of seventeen", history(Self.descending(18)), atFirst: text("superseded").encoded, plus: 11),
        Breach(
            "another key", history(Self.descending(2), extra: [("current2", .unsigned(1))]),
            atFirst: text("current2").encoded, plus: 1),
        Breach("a key that is no text", .map([.init(.unsigned(1), .unsigned(1))]), at: 1),
        Breach(
            "a log that is no array", map([("current", Self.descending(1)[0]), ("superseded", .map([]))]),
            atFirst: [0xa0]),
    ]

    @Test("breaks a rule", arguments: breaches)
    func refuses(breach: Breach) {
        breach.expect { bytes throws(CBORError) in _ = try HistoryRegister<Label>(decoding: bytes) }
    }

    private static func place(_ index: Int, in writes: [CBORItem]) -> Int {
        if index == 0 { return 1 + text("current").encoded.count }
        return 1 + text("current").encoded.count + writes[0].encoded.count + text("superseded").encoded.count
            + 1
            + writes[1..<index].reduce(0) { $0 + $1.encoded.count }
    }

    @Test("is strictly descending throughout", arguments: [1, 2, 5, 15])
    func descends(index: Int) {
        var writes = Self.descending(16)
        writes.swapAt(index - 1, index)
        Breach("out of order", history(writes), at: Self.place(index, in: writes)).expect {
            bytes throws(CBORError) in
            _ = try HistoryRegister<Label>(decoding: bytes)
        }
        writes = Self.descending(16)
        writes[index] = writes[index - 1]
        Breach("a write twice", history(writes), at: Self.place(index, in: writes)).expect {
            bytes throws(CBORError) in
            _ = try HistoryRegister<Label>(decoding: bytes)
        }
    }

    @Test("is ordered by device and bytes within one instant")
    func oneInstant() throws {
        let writes = [stamped(text("a"), by: 2), stamped(text("c"), by: 1), stamped(text("b"), by: 1)]
        #expect(try register(history(writes)).writes.count == 3)
        for wrong in [[1, 0, 2], [0, 2, 1], [2, 1, 0]] {
            #expect(throws: CBORError.self) { try register(history(wrong.map { writes[$0] })) }
        }
    }

    @Test("holds each value once, wherever the repeat stands", arguments: [1, 2, 5, 15])
    func valuesOnce(index: Int) {
        var writes = Self.descending(16)
        writes[index] = stamped(text("v0"), ts: time(900 - index))
        Breach("a value twice", history(writes), at: Self.place(index, in: writes)).expect {
            bytes throws(CBORError) in
            _ = try HistoryRegister<Label>(decoding: bytes)
        }
    }

    @Test("a breach inside a write is refused there", arguments: [0, 1, 15])
    func insideWrites(index: Int) {
        var writes = Self.descending(16)
        writes[index] = stamped(.unsigned(1), ts: time(900 - index))
        let distance = stamped(.unsigned(1)).encoded.count - 1
        Breach("a value of another type", history(writes), at: Self.place(index, in: writes) + distance)
            .expect {
                bytes throws(CBORError) in
                _ = try HistoryRegister<Label>(decoding: bytes)
            }
    }

    @Test("of equal values the greatest write stays, though it displaces nothing else")
    func equalValues() throws {
        let early = try register(history([stamped(text("x"), by: 2, ts: time(1))]))
        let late = try register(history([stamped(text("x"), by: 1, ts: time(3))]))
        let between = try register(history([stamped(text("y"), by: 9, ts: time(2))]))
        let expected = history([
            stamped(text("x"), by: 1, ts: time(3)), stamped(text("y"), by: 9, ts: time(2)),
        ])
        #expect(joinOfThree([early, late, between], \.encoded) == expected.encoded)
    }

    @Test("a value under other unknown keys is still the same value")
    func unknownKeys() throws {
        let plain = try register(history([stamped(text("x"))]))
        let extended = try register(history([stamped(text("x"), extra: [("zz", .unsigned(1))])]))
        #expect(plain.joined(with: extended) == extended)
        #expect(extended.joined(with: plain) == extended)
    }

    @Test("the eighteenth value drops out, whichever side brings it", arguments: 0..<18)
    func cap(last: Int) throws {
        let all = Self.descending(18)
        let one = try register(history([all[last]]))
        let others = all.indices.filter { $0 != last }.map { all[$0] }
        let rest = try register(history(others))
        let expected = history(Array(all.dropLast()))
        #expect(rest.joined(with: one).encoded == expected.encoded)
        #expect(one.joined(with: rest).encoded == expected.encoded)
    }

    @Test("two full histories join to the greatest seventeen of both, each value once")
    func fullHistories() throws {
        let all = Self.descending(34)
        let evens = try register(history(stride(from: 0, to: 34, by: 2).map { all[$0] }))
        let odds = try register(history(stride(from: 1, to: 34, by: 2).map { all[$0] }))
        #expect(evens.joined(with: odds).encoded == history(Array(all[..<17])).encoded)
        #expect(odds.joined(with: evens).encoded == history(Array(all[..<17])).encoded)
        // The same values, each written again earlier: nothing changes.
        let earlier = try register(history((0..<17).map { stamped(text("v\($0)"), ts: time(800 - $0)) }))
        let first = try register(history(Array(all[..<17])))
        #expect(first.joined(with: earlier) == first)
        #expect(earlier.joined(with: first) == first)
    }

    @Test(
        "joins of random histories are those of the model: greatest of each value, then the first seventeen")
    func againstModel() throws {
        var generator = SeededGenerator(seed: propertySeed("histories", 41))
        for _ in 0..<200 {
            let states = (0..<2).map { _ in HistoryModel.random(using: &generator) }
            let (a, b) = (try register(states[0].item), try register(states[1].item))
            let expected = states[0].joined(with: states[1]).item.encoded
            #expect(a.joined(with: b).encoded == expected)
            #expect(b.joined(with: a).encoded == expected)
            #expect(try register(.init(decoding: expected)).encoded == expected)
        }
    }

    @Test("what is later than a horizon goes, and what remains moves up")
    func before() throws {
        let writes = Self.descending(5)
        let bytes = history(writes).encoded
        for kept in 0...5 {
            var writer = CBORWriter()
            let isLeft = HistoryLayout.before(stamp(time(895 + kept)), bytes.span, into: &writer)
            #expect(isLeft == (kept > 0))
            if kept > 0 { #expect(writer.bytes == history(Array(writes.suffix(kept))).encoded) }
        }
    }
}

/// A history as the rule says it, on plain arrays.
struct HistoryModel: Hashable {
    /// How many superseded writes are kept.
    var cap = 16
    /// Descending.
    var writes: [CBORItem]

    var item: CBORItem { history(writes) }

    /// The parts that the order looks at.
    static func key(_ write: CBORItem) -> ([UInt8], [UInt8], [UInt8], value: CBORItem) {
        guard case .map(let entries) = write else { preconditionFailure("a stamped map") }
        let parts = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
        guard case .text(let ts)? = parts[text("ts")], case .bytes(let by)? = parts[text("by")],
            let value = parts[text("value")]
        else { preconditionFailure("a stamped map") }
        return (ts, by, write.encoded, value)
    }

    static func isGreater(_ left: CBORItem, _ right: CBORItem) -> Bool {
        let (a, b) = (key(left), key(right))
        if a.0 != b.0 { return b.0.lexicographicallyPrecedes(a.0) }
        if a.1 != b.1 { return b.1.lexicographicallyPrecedes(a.1) }
        return b.2.lexicographicallyPrecedes(a.2)
    }

    func joined(with other: HistoryModel) -> HistoryModel {
        var seen: Set<CBORItem> = []
        let sorted = (writes + other.writes).sorted(by: Self.isGreater)
        let distinct = sorted.filter { seen.insert(Self.key($0).value).inserted }
        return HistoryModel(cap: cap, writes: Array(distinct.prefix(cap + 1)))
    }

    static func random(using generator: inout SeededGenerator) -> HistoryModel {
        let writes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
            HistoryModel(writes: [
                stamped(
                    text("v\(Int.random(in: 0..<25, using: &generator))"),
                    by: UInt8.random(in: 0..<3, using: &generator),
                    ts: time(Int.random(in: 0..<12, using: &generator)),
                    extra: generator.chance(5) ? [("zz", .unsigned(1))] : [])
            ])
        }
        return writes.dropFirst().reduce(writes[0]) { $0.joined(with: $1) }
    }
}
