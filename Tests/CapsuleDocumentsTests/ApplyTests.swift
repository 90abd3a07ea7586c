// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Applying deltas, and whether one observes what was never seen (SPEC section 7).
@Suite struct ApplyTests {
    private static let last: UInt64 = (1 << 53) - 1

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let state: CBORTree?
        let delta: CBORTree?
        let unobserved: Bool
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "nothing", state: nil, delta: nil, unobserved: false),
        Case(name: "an add", state: nil, delta: .set(0x81, [0, 0], [(0, "a")]), unobserved: false),
        Case(
            name: "a removal of what was never seen", state: nil, delta: .set(0x81, [0, 0]), unobserved: true),
        Case(
            name: "a removal of what is live", state: .set(0x81, [0, 0], [(0, "a")]),
            delta: .set(0x81, [0, 0]),
            unobserved: false),
        Case(
            name: "a removal of what is removed", state: .set(0x81, [0, 0]), delta: .set(0x81, [0, 0]),
            unobserved: false),
        Case(
            name: "another writer's removal", state: .set(0x81, [0, 0]), delta: .set(0x82, [0, 0]),
            unobserved: true),
        Case(
            name: "a writer before", state: .set(0x82, [0, 0]), delta: .set(0x81, [0, 0], [(0, "a")]),
            unobserved: false),
        Case(
            name: "adds that fill the gap", state: .set(0x81, [0, 0, 3, 3]),
            delta: .set(0x81, [0, 3], [(1, "a"), (2, "b")]), unobserved: false),
        Case(
            name: "one of the gap is not added", state: .set(0x81, [0, 0, 3, 3]),
            delta: .set(0x81, [0, 3], [(2, "b")]), unobserved: true),
        Case(
            name: "one past the end", state: .set(0x81, [0, 3]), delta: .set(0x81, [0, 4]), unobserved: true),
        Case(
            name: "one past the end, added", state: .set(0x81, [0, 3]),
            delta: .set(0x81, [0, 4], [(4, "a")]), unobserved: false),
        Case(
            name: "adds of known ids do not stand for unknown ones", state: .set(0x81, [5, 6]),
            delta: .set(0x81, [5, 7], [(5, "a"), (6, "b")]), unobserved: true),
        Case(
            name: "many ranges on both sides", state: .set(0x81, [0, 2, 5, 9, 20, 30]),
            delta: .set(0x81, [1, 1, 6, 8, 22, 30]), unobserved: false),
        Case(
            name: "the last of many ranges", state: .set(0x81, [0, 2, 5, 9, 20, 30]),
            delta: .set(0x81, [1, 1, 6, 8, 22, 31]), unobserved: true),
        Case(
            name: "all counters there are", state: nil, delta: .set(0x81, [0, last], [(0, "a")]),
            unobserved: true),
        Case(
            name: "all but one", state: .set(0x81, [0, 6, 8, last]),
            delta: .set(0x81, [0, last], [(7, "a")]),
            unobserved: false),
        Case(
            name: "all of them against all of them", state: .set(0x81, [0, last]),
            delta: .set(0x81, [0, last]), unobserved: false),
        Case(
            name: "the last one", state: .set(0x81, [0, last - 1]), delta: .set(0x81, [last, last]),
            unobserved: true),
    ]

    @Test("a delta that observes, without adding it, what was never seen is told apart", arguments: cases)
    func unobserved(_ item: Case) throws {
        var document = try labelled(item.state)
        let delta = try labelled(item.delta)
        let joined = try joinedBothWays(document, delta)
        #expect(try document.apply(delta) == item.unobserved)
        #expect(document == joined)
        #expect(try document.apply(delta) == false)
        // The same for the labels of a region.
        func region(_ labels: CBORTree?) throws -> AssetSidecar {
            try asset([
                ("regions", [.id(0xa1): CBORTree.map([("shape", .stamped(.circle))]).with("labels", labels)])
            ])
        }
        var regions = try region(item.state)
        #expect(try regions.apply(region(item.delta)) == item.unobserved)
        var empty = AssetSidecar(id: Sample.document)
        #expect(try empty.apply(region(item.delta)) == Self.observesMore(item.delta))
    }

    private func labelled(_ labels: CBORTree?) throws -> AlbumDocument {
        try AlbumDocument(decoding: CBORTree.document(.album).with("labels", labels).encoded)
    }

    private static func observesMore(_ delta: CBORTree?) -> Bool {
        guard let delta, let document = try? album([("labels", delta)]) else { return false }
        let added = Set(document.labels.adds.map(\.id.counter))
        return document.labels.context.writers.contains { writer in
            document.labels.context.counters(of: writer).contains { range in
                range.upperBound - range.lowerBound >= UInt64(added.count)
                    || range.contains { !added.contains($0) }
            }
        }
    }

    /// y-crdt/y-crdt#582: a remove that arrives before its add.
    @Test("a removal before its add is kept, reported, survives saving, and takes effect")
    func removalFirst() throws {
        var writer = AlbumDocument(id: Sample.document)
        let add = try writer.addLabel("a", by: Sample.author(1))
        let removal = try writer.removeLabel("a")
        var reader = AlbumDocument(id: Sample.document)
        #expect(try reader.apply(removal))
        reader = try AlbumDocument(decoding: reader.encoded)
        #expect(try !reader.apply(add))
        #expect(reader.labels.elements.isEmpty)
        #expect(reader.encoded == writer.encoded)
        var straight = AlbumDocument(id: Sample.document)
        #expect(try !straight.apply(add))
        #expect(try !straight.apply(removal))
        #expect(straight == reader)
    }

    @Test("labels of a region that the receiver holds as deleted do not count")
    func deletedRegion() throws {
        var document = try asset([("regions", [.id(0xa2): ["shape": .stamped(.null)]])])
        let delta = try asset([("regions", [.id(0xa2): ["labels": .set(0x81, [0, 5])]])])
        #expect(try !document.apply(delta))
        let others = try asset([
            ("regions", [.id(0xa1): ["labels": .set(0x81, [0, 5])], .id(0xa3): ["x": 1]])
        ])
        #expect(try document.apply(others))
    }

    @Test("tags of every set of an asset count; other fields do not")
    func fields() throws {
        for field in ["tags_user", "tags_ai"] {
            var document = AssetSidecar(id: Sample.document)
            #expect(try document.apply(asset([(.text(field), .set(0x81, [0, 0]))])))
        }
        var document = AssetSidecar(id: Sample.document)
        #expect(try !document.apply(asset([("facts", .stamped(.facts)), ("new", .set(0x81, [0, 0]))])))
    }

    @Test("a delta that is refused leaves the receiver as it was")
    func refused() throws {
        var document = try album([("name", .stamped("a"))])
        let before = document
        let other = try AlbumDocument(decoding: CBORTree.document(.album).with("album_id", .id(3)).encoded)
        #expect(refusal { _ = try document.apply(other) } != nil)
        #expect(document == before)
    }
}

/// What a join does that its result does not show.
@Suite struct JoinReportTests {
    private func report<Kind: DocumentType>(_ a: Document<Kind>, _ b: Document<Kind>) throws -> JoinReport {
        var (left, right) = (JoinReport(), JoinReport())
        var (x, y) = (a, b)
        try x.join(b, report: &left)
        try y.join(a, report: &right)
        #expect(x == y)
        #expect(left == right)
        return left
    }

    /// quarto-dev/q2#689: one writer id in two processes, one add-id, two elements.
    @Test("a doubled add-id keeps the greater bytes in every order, and the lesser is reported")
    func doubled() throws {
        let states = try ["bb", "c", "aaa"].map { text in
            try asset([("tags_user", .set(0x81, [0, 0], [(0, .text(text))]))])
        }
        let all = try states[0].joined(with: states[1]).joined(with: states[2])
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            #expect(try states[order[0]].joined(with: states[order[1]]).joined(with: states[order[2]]) == all)
        }
        // A longer text has a greater head.
        #expect(all.tagsUser.elements.map(\.description) == ["aaa"])
        let report = try report(states[0], states[1])
        #expect(report.doubledAdds.count == 1 && !report.isEmpty)
        let entry = try #require(report.doubledAdds.first)
        #expect(entry.field == "tags_user" && entry.id == AddID(writer: Sample.id(0x81), counter: 0))
        #expect(entry.lesserElement == CBORTree.text("c").encoded)
    }

    @Test("a doubled add-id is reported in AI tags and in regions, too")
    func doubledElsewhere() throws {
        func tags(_ tag: CBORTree) throws -> AssetSidecar {
            try asset([("tags_ai", CBORTree.set(0x81, [0, 0], [(0, CBORTree.aiTag.with("tag", tag))]))])
        }
        #expect(try report(tags("a"), tags("b")).doubledAdds.map(\.field) == ["tags_ai"])
        func region(_ label: CBORTree) throws -> AssetSidecar {
            try asset([("regions", [.id(0xa1): ["labels": CBORTree.set(0x81, [0, 0], [(0, label)])]])])
        }
        let report = try report(region("a"), region("b"))
        #expect(report.doubledAdds.map(\.field) == ["regions/\(Sample.id(0xa1))"])
        #expect(report.doubledAdds.map(\.lesserElement) == [CBORTree.text("a").encoded])
    }

    @Test("labels and unknown keys that go with a deleted region are reported")
    func absorbed() throws {
        let gone = try asset([("regions", [.id(0xa1): ["shape": .stamped(.null)]])])
        let live = try asset([
            (
                "regions",
                [
                    .id(0xa1): [
                        "shape": .stamped(.circle), "new": 1,
                        "labels": .set(0x81, [0, 2], [(0, "b"), (1, "a"), (2, "b")]),
                    ]
                ]
            )
        ])
        let report = try report(gone, live)
        #expect(report.absorbedRegions.map(\.id) == [Sample.id(0xa1)])
        #expect(report.absorbedRegions.first?.labels.map(\.description) == ["a", "b"])
        #expect(report.absorbedRegions.first?.unknownKeys == ["new"])
        let bare = try asset([("regions", [.id(0xa1): ["shape": .stamped(.circle)]])])
        #expect(try self.report(gone, bare).isEmpty)
    }

    @Test("differing unknown keys inside a region are reported with the region, not at the top")
    func regionConflicts() throws {
        func region(_ value: CBORTree) throws -> AssetSidecar {
            try asset([("regions", [.id(0xa1): ["new": value, "same": 1]])])
        }
        let report = try report(region(1), region(2))
        #expect(
            report.regionConflicts.map(\.key) == ["new"]
                && report.regionConflicts.map(\.id) == [Sample.id(0xa1)])
        #expect(report.conflicts.isEmpty)
    }

    @Test("a join that loses nothing reports nothing, and reports add up")
    func nothing() throws {
        let a = try album([("name", .stamped("a")), ("x", 1), ("labels", .set(0x81, [0, 0], [(0, "a")]))])
        let b = try album([("name", .stamped("b")), ("y", 1), ("labels", .set(0x81, [0, 0]))])
        #expect(try report(a, b).isEmpty)
        var sum = JoinReport()
        sum.add(try report(try album([("x", 1)]), try album([("x", 2)])))
        sum.add(try report(try album([("x", 1)]), try album([("x", 3)])))
        #expect(sum.conflicts == ["x"])
    }

    @Test("carried keys that differed are reported by their bytes, not by their length")
    func conflictOrder() throws {
        let found = try report(try album([("b", 1), ("aa", 1)]), try album([("b", 2), ("aa", 2)]))
        #expect(found.conflicts == ["aa", "b"])
    }
}

/// Stamps from the future are left out before joining (SPEC section 3).
@Suite struct BeforeTests {
    private func before(_ kind: DocumentKind, _ fields: Fields, _ horizon: Int64 = 5) throws -> [UInt8] {
        let document = try state(kind, CBORTree.document(kind, fields))
        let filtered = document.before(Sample.time(horizon))
        #expect(try DocumentState(decoding: filtered.bytes, kind: kind) == filtered)
        #expect(filtered.before(Sample.time(horizon)) == filtered)
        return filtered.bytes
    }

    @Test("registers later than the horizon go, those at it stay, nulls go too", arguments: FieldCase.all)
    func registers(_ field: FieldCase) throws {
        let bare = CBORTree.document(field.kind).encoded
        for value in field.valid {
            let fields: Fields = [(.text(field.name), value)]
            // The table's stamps are at 0 to 200 ms.
            #expect(try before(field.kind, fields, 1_000) == CBORTree.document(field.kind, fields).encoded)
            guard !["labels", "tags_user", "tags_ai", "regions"].contains(field.name) else { continue }
            #expect(try before(field.kind, fields, -1) == bare)
        }
    }

    @Test("a caption moves up what remains")
    func caption() throws {
        let caption: CBORTree = [
            "current": .stamped("d", at: 9),
            "superseded": [.stamped("c", at: 6), .stamped("b", at: 5), .stamped("a", at: 4)],
        ]
        let kept: CBORTree = ["current": .stamped("b", at: 5), "superseded": [.stamped("a", at: 4)]]
        #expect(
            try before(.asset, [("caption", caption)])
                == CBORTree.document(.asset, [("caption", kept)]).encoded)
        #expect(
            try before(.asset, [("caption", caption)], 4)
                == CBORTree.document(.asset, [("caption", ["current": .stamped("a", at: 4)])]).encoded)
        #expect(try before(.asset, [("caption", caption)], 3) == CBORTree.document(.asset).encoded)
    }

    @Test("a live shape goes with the region it leaves empty; a deletion, labels and carried keys stay")
    func regions() throws {
        let future = CBORTree.stamped(.rectangle, at: 6)
        let labels = CBORTree.set(0x81, [0, 0], [(0, "a")])
        let deleted: CBORTree = ["shape": .stamped(.null, at: 999)]
        let regions: CBORTree = [
            .id(0xa1): ["shape": future], .id(0xa2): ["shape": future, "labels": labels], .id(0xa3): deleted,
            .id(0xa4): ["shape": future, "new": .stamped(1, at: 999)],
            .id(0xa5): ["shape": .stamped(.circle, at: 5)],
        ]
        let kept: CBORTree = [
            .id(0xa2): ["labels": labels], .id(0xa3): deleted, .id(0xa4): ["new": .stamped(1, at: 999)],
            .id(0xa5): ["shape": .stamped(.circle, at: 5)],
        ]
        #expect(
            try before(.asset, [("regions", regions)])
                == CBORTree.document(.asset, [("regions", kept)]).encoded)
        #expect(
            try before(.asset, [("regions", [.id(0xa1): ["shape": future]])])
                == CBORTree.document(.asset).encoded)
    }

    @Test("a map of registers keeps what is not later, and is absent when that is nothing")
    func maps() throws {
        let map: CBORTree = ["folder": .stamped(.id(1), at: 6), "camera_roll": .stamped(.null, at: 5)]
        let kept: CBORTree = ["camera_roll": .stamped(.null, at: 5)]
        #expect(
            try before(.settings, [("source_kind_defaults", map)])
                == CBORTree.document(.settings, [("source_kind_defaults", kept)]).encoded)
        #expect(
            try before(.settings, [("source_kind_defaults", map)], 4) == CBORTree.document(.settings).encoded)
    }

    @Test("carried keys stay, also those that are stamped maps of the future")
    func carried() throws {
        let fields: Fields = [("new", .stamped(1, at: 999)), ("labels", .set(0x81, [0, 0], [(0, "a")]))]
        #expect(try before(.album, fields) == CBORTree.document(.album, fields).encoded)
        // Many keys go and the document's head gets shorter.
        let many: Fields = (0..<30).map { (.text("k\($0)"), 1) } + [("name", .stamped("a", at: 6))]
        #expect(try before(.album, many) == CBORTree.document(.album, Array(many.dropLast())).encoded)
        let maps = CBORTree.map((0..<30).map { (.digest($0), .stamped(.null, at: $0 == 7 ? 0 : 6)) })
        #expect(
            try before(.settings, [("scope_overrides", maps)])
                == CBORTree.document(.settings, [("scope_overrides", [.digest(7): .stamped(.null)])]).encoded)
    }

    /// Leaving out does not commute with joining, which is why it is done first.
    @Test("what a poisoned stamp hid is there when each record is filtered before it is joined")
    func poisoned() throws {
        let honest = try album([("name", .stamped("honest", at: 4))])
        let poisoned = try album([("name", .stamped("poison", ts: "9999-12-31T23:59:59.999Z"))])
        let horizon = Sample.time(86_400_000)
        let first = try joinedBothWays(honest.before(horizon), poisoned.before(horizon))
        #expect(first.name?.value.description == "honest")
        #expect(try joinedBothWays(honest, poisoned).before(horizon).name == nil)
    }
}
