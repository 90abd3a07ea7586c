// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import TestSupport
import Testing

/// The laws over every state of small domains, every pair and every triple.
///
/// A domain is closed under the join, so pairs are joined for real and triples are looked up in the
/// table of pairs, which is exact: a document is its bytes.
@Suite struct ExhaustiveLawTests {
    private static let last: UInt64 = (1 << 53) - 1

    /// Every state of some add-ids of one writer: unseen, removed, or live with one of the elements.
    private static func sets(_ writer: UInt8, _ counters: [UInt64], _ elements: [CBORTree]) -> [CBORTree?] {
        var states: [[(UInt64, CBORTree??)]] = [[]]
        for counter in counters {
            states = states.flatMap { state in
                [state, state + [(counter, .some(nil))]] + elements.map { state + [(counter, .some($0))] }
            }
        }
        return states.map { state in
            if state.isEmpty { return nil }
            var ranges: [UInt64] = []
            for (counter, _) in state {
                if let end = ranges.last, end + 1 == counter {
                    ranges[ranges.count - 1] = counter
                } else {
                    ranges += [counter, counter]
                }
            }
            return .set(writer, ranges, state.compactMap { entry in (entry.1 ?? nil).map { (entry.0, $0) } })
        }
    }

    /// The documents of a kind with every combination of the fields' states.
    private static func documents(_ kind: DocumentKind, _ fields: [(CBORTree, [CBORTree?])]) -> [CBORTree] {
        var documents = [CBORTree.document(kind)]
        for (name, states) in fields {
            documents = documents.flatMap { document in states.map { document.with(name, $0) } }
        }
        return documents
    }

    private static let carried: (CBORTree, [CBORTree?]) = (
        "new", [nil, 1, 2, .stamped(1, by: 1), .stamped(2, by: 2, at: -1)]
    )

    @Test("every triple of small stack documents joins by the laws")
    func stack() throws {
        try holdLaws(
            .stack,
            Self.documents(.stack, [("labels", Self.sets(0x81, [0, 1], ["a", "b"])), Self.carried]))
    }

    @Test("every triple of small album documents joins by the laws")
    func album() throws {
        let names: [CBORTree?] = [
            nil, .stamped("a"), .stamped("b"), .stamped("a", by: 2), .stamped("a", at: 1),
            .stamped("a", [("x", 1)]),
        ]
        try holdLaws(
            .album,
            Self.documents(
                .album,
                [("labels", Self.sets(0x81, [Self.last], ["a", "bb"])), ("name", names), Self.carried]))
    }

    @Test("every triple of small asset documents with a region joins by the laws")
    func region() throws {
        let deleted: [CBORTree?] = [
            .stamped(.null, at: 0), .stamped(.null, by: 2, at: 0), .stamped(.null, at: 9),
        ].map { [.id(0xa1): ["shape": $0]] }
        var regions: [CBORTree?] = [nil] + deleted
        for shape: CBORTree? in [
            nil, .stamped(.rectangle, at: 5), .stamped(.circle, at: 5), .stamped(.circle, at: 99),
        ] {
            for labels in Self.sets(0x81, [0], ["a", "b"]) {
                for new: CBORTree? in [nil, 1, .stamped(2)] {
                    let region = CBORTree.map([]).with("shape", shape).with("labels", labels).with("new", new)
                    if case .map(let keys) = region, !keys.isEmpty { regions.append([.id(0xa1): region]) }
                }
            }
        }
        try holdLaws(.asset, Self.documents(.asset, [("regions", regions)]))
    }

    @Test("every triple of small captions joins by the laws")
    func caption() throws {
        // For each of three values: absent or its greatest write.
        let writes: [[CBORTree?]] = ["a", "b", "c"].map { text in
            [nil, .stamped(text, by: 1, at: 1), .stamped(text, by: 2, at: 1), .stamped(text, by: 1, at: 2)]
        }
        var captions: [CBORTree?] = []
        for a in writes[0] {
            for b in writes[1] {
                for c in writes[2] {
                    // Greatest first: by time, then device, then bytes.
                    let kept = [a, b, c].compactMap { $0 }.sorted { left, right in
                        let keys = [left, right].map {
                            ($0["ts"]?.encoded ?? []) + ($0["by"]?.encoded ?? []) + $0.encoded
                        }
                        return keys[1].lexicographicallyPrecedes(keys[0])
                    }
                    guard let current = kept.first else { continue }
                    let log = Array(kept.dropFirst())
                    captions.append(
                        CBORTree.map([("current", current)]).with(
                            "superseded", log.isEmpty ? nil : .array(log)))
                }
            }
        }
        try holdLaws(.asset, Self.documents(.asset, [("caption", [nil] + captions)]))
    }

    @Test("every triple of small settings documents joins by the laws")
    func settings() throws {
        let entry: [CBORTree?] = [
            nil, .stamped(.null), .stamped(.id(1)), .stamped(.id(1), by: 2), .stamped(.null, at: 1),
            .stamped(.id(2), at: 1),
        ]
        let maps: [CBORTree?] = entry.flatMap { folder in
            entry.map { roll in
                let map = CBORTree.map([]).with("folder", folder).with("camera_roll", roll)
                if case .map(let keys) = map, keys.isEmpty { return nil }
                return map
            }
        }
        try holdLaws(.settings, Self.documents(.settings, [("source_kind_defaults", maps)]))
    }

    private func holdLaws(_ kind: DocumentKind, _ domain: [CBORTree]) throws {
        let states = try domain.map { try state(kind, $0) }
        var places: [[UInt8]: Int] = [:]
        for (index, state) in states.enumerated() { places[state.bytes] = index }
        #expect(places.count == states.count, "the domain holds a state twice")
        // Pairs.
        let count = states.count
        var table = [Int](repeating: -1, count: count * count)
        var report = JoinReport()
        for a in 0..<count {
            for b in 0..<count {
                let joined = try states[a].joined(with: states[b], report: &report)
                let place = try #require(places[joined.bytes], "\(a), \(b): the join leaves the domain")
                table[a * count + b] = place
            }
        }
        for a in 0..<count {
            #expect(table[a * count + a] == a)
            for b in 0..<a { #expect(table[a * count + b] == table[b * count + a]) }
        }
        // Triples.
        var broken = 0
        for a in 0..<count {
            for b in 0..<count {
                let ab = table[a * count + b]
                for c in 0..<count where table[ab * count + c] != table[a * count + table[b * count + c]] {
                    broken += 1
                }
            }
        }
        #expect(broken == 0, "of \(count) states, \(count * count * count) triples")
    }
}
