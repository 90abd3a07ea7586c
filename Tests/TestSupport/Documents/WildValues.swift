// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// Draws valid values directly, out of domains small enough that states collide in every way.
package struct WildValues: Sendable {
    package var generator: SeededGenerator

    package init(_ generator: SeededGenerator) {
        self.generator = generator
    }

    /// One of some choices.
    package mutating func pick<Value>(_ choices: [Value]) -> Value {
        choices[Int.random(in: choices.indices, using: &generator)]
    }

    package mutating func chance(_ oneIn: Int) -> Bool { generator.chance(oneIn) }

    /// Labels, some of which share a normal form, and one that is not in it.
    package static let labels = [
        "a", "b", "C\u{e3}o", "Ca\u{303}o", "x/y", "a,b", "\u{1f346}", "\u{1f1e9}\u{1f1ea}", " a",
    ]

    package mutating func label() -> CBORTree { .text(pick(Self.labels)) }

    /// A stamp time: a few close ones, the first, the last, and one of the future.
    package mutating func stampTime() -> String {
        if chance(12) { return pick(["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) }
        return Sample.time(pick([0, 1, 2, 3, 500_000_000_000])).description
    }

    /// A value of a later version.
    package mutating func unknownValue() -> CBORTree {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: .null
        case 1: .simple(23)
        case 2: .simple(pick([0, 255]))
        case 3: .negative(.max)
        case 4: .float(pick([.nan, .infinity, -0.0, 0.1, 1.5]))
        case 5: .tag(pick([0, 6, 55799]), .bytes([1]))
        case 6: [[], [:], "x"]
        case 7: ["k": [.null], 5: "v"]
        case 8, 9, 10: .stamped(.unsigned(pick([1, 2])), by: pick([1, 2]), ts: stampTime())
        default: .unsigned(pick([1, 2, 1 << 53, .max]))
        }
    }

    /// Unknown keys of a map, mostly none.
    package mutating func unknownKeys() -> [(CBORTree, CBORTree)] {
        guard chance(4) else { return [] }
        return pick([["x_new"], ["a_b"], ["a_b", "x_new"]]).map { (.text($0), unknownValue()) }
    }

    /// A map value with unknown keys added now and then.
    package mutating func grown(_ value: CBORTree) -> CBORTree {
        guard case .map(let entries) = value else { return value }
        return .map(entries + unknownKeys())
    }

    package mutating func stamped(_ value: CBORTree) -> CBORTree {
        .stamped(value, by: pick([1, 2, 3]), ts: stampTime(), unknownKeys())
    }

    /// A set over two or three writers and few counters, now and then with one at the very end.
    package mutating func set(_ element: (inout WildValues) -> CBORTree) -> CBORTree? {
        var rows: [(CBORTree, CBORTree)] = []
        for writer: UInt8 in [0x81, 0x82, 0x83] where !chance(3) {
            var ranges: [UInt64] = []
            var adds: [(UInt64, CBORTree)] = []
            let last: UInt64 = (1 << 53) - 1
            for counter in [0, 1, 2, 3, 4] + (chance(5) ? [last - 1, last] : []) where !chance(3) {
                if let end = ranges.last, end + 1 == counter {
                    ranges[ranges.count - 1] = counter
                } else {
                    ranges += [counter, counter]
                }
                if !chance(3) { adds.append((counter, element(&self))) }
            }
            if !ranges.isEmpty { rows.append((.id(writer), .row(ranges, adds))) }
        }
        return rows.isEmpty ? nil : .map(rows)
    }

    package mutating func labelSet() -> CBORTree? { set { $0.label() } }

    /// A caption's history of one to seventeen writes.
    package mutating func history() -> CBORTree {
        var writes: [(key: [UInt8], value: [UInt8], tree: CBORTree)] = []
        for _ in 0..<pick([1, 2, 3, 6, 30]) {
            let value: CBORTree = .text(
                pick(["", "a", "b", "c"]) + (chance(2) ? "" : "\(generator.next() % 30)"))
            let (device, time) = (pick([1, 2, 3] as [UInt8]), stampTime())
            let tree = CBORTree.stamped(value, by: device, ts: time, unknownKeys())
            // The order of SPEC section 3, spelled out: time, device, bytes.
            let key = Array(time.utf8) + [device] + tree.encoded
            if let same = writes.firstIndex(where: { $0.value == value.encoded }) {
                if writes[same].key.lexicographicallyPrecedes(key) {
                    writes.remove(at: same)
                } else {
                    continue
                }
            }
            writes.append((key, value.encoded, tree))
        }
        writes.sort { $1.key.lexicographicallyPrecedes($0.key) }
        let kept = writes.prefix(17).map(\.tree)
        var history: CBORTree = ["current": kept[0]]
        if kept.count > 1 { history = history.with("superseded", .array(Array(kept.dropFirst()))) }
        return history
    }

    package mutating func region() -> CBORTree {
        if chance(4) { return ["shape": .stamped(.null, by: pick([1, 2]), ts: stampTime())] }
        var region: CBORTree = .map([])
        if !chance(4) {
            let shape = pick([CBORTree.rectangle, .circle, ["x": 0, "y": 0, "w": 1_000_000_000, "h": 1]])
            region = region.with("shape", stamped(shape))
        }
        if !chance(3), let labels = labelSet() { region = region.with("labels", labels) }
        if chance(3) { region = region.with("z", unknownValue()) }
        if chance(6) { region = region.with("zzzzzzz", unknownValue()) }
        if case .map(let entries) = region, entries.isEmpty { return ["z": 1] }
        return region
    }

    /// A map of some entries, nil when there is none.
    package mutating func map(
        _ keys: [CBORTree], _ value: (inout WildValues) -> CBORTree
    ) -> CBORTree? {
        var entries: [(CBORTree, CBORTree)] = []
        for key in keys where chance(2) { entries.append((key, value(&self))) }
        return entries.isEmpty ? nil : .map(entries)
    }
}
