// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// What a later version wrote is kept by an older one through edits, joins and encoding (SPEC section 9).
@Suite struct UnknownKeyTests {
    /// quininer/cbor4ii#19 and its like: values that a careless reader would change.
    private static let values: [CBORTree] = [
        .negative(.max), .unsigned(.max), .simple(0), .simple(23), .simple(255), .float(.nan), .float(-0.0),
        .float(.infinity), .raw([0xf9, 0x00, 0x01]), .float(0.1), .tag(0, "2020"),
        .tag(55_799, .tag(6, .bytes([]))),
        [1, [:], [.null]], [1: 2, "k": [.bytes([0xff])]], "\u{feff}\u{0}", .bool(false), .null,
        .raw([UInt8](repeating: 0x81, count: 25) + [0xf6]),
    ]

    @Test("a carried value of any kind is kept byte for byte", arguments: Array(values.indices))
    func carried(_ index: Int) throws {
        let value = Self.values[index]
        for kind in DocumentKind.allCases {
            let tree = CBORTree.document(kind, [("new", value)])
            let document = try state(kind, tree)
            var report = JoinReport()
            let other = try state(kind, CBORTree.document(kind, [("new2", value)]))
            let both = try document.joined(with: other, report: &report)
            #expect(both.bytes == tree.with("new2", value).encoded)
            #expect(report.isEmpty)
            #expect(both.before(Sample.time(0)).bytes == both.bytes)
        }
    }

    /// A document with an unknown key at every level at which SPEC keeps them.
    private static let newer: CBORTree = {
        let new: [(CBORTree, CBORTree)] = [("new", .tag(99, "kept"))]
        func grown(_ tree: CBORTree) -> CBORTree { tree.with("new", .tag(99, "kept")) }
        let facts = grown(
            CBORTree.facts.with("dimensions", grown(["height": 3, "width": 4]))
                .with("camera_id", grown(["model": "m", "serial": "s"])))
        return .document(
            .asset,
            new + [
                ("facts", .stamped(facts, new)), ("capture_time", .stamped("2020-01-01T00:00:00Z", new)),
                ("location", .stamped(grown(.gps), new)), ("lqip", .stamped(grown(.lqip), new)),
                ("tags_ai", .set(0x85, [0, 0], [(UInt64(0), grown(CBORTree.aiTag))])),
                ("caption", ["current": .stamped("b", at: 5, new), "superseded": [.stamped("a", new)]]),
                ("rating", .stamped(3, new)), ("stack_membership", .stamped(grown(.membership), new)),
                ("cull", .stamped("pick", new)), ("hidden", .stamped(false, new)),
                ("regions", [.id(0xa1): grown(["shape": .stamped(.rectangle, new)])]),
            ])
    }()

    /// How often the bytes of an unknown key with its value occur.
    private func kept(_ asset: AssetSidecar) -> Int {
        let wanted = CBORTree.text("new").encoded + CBORTree.tag(99, "kept").encoded
        let bytes = asset.encoded
        return bytes.indices.count { bytes[$0...].starts(with: wanted) }
    }

    @Test("an old client that edits, joins and encodes gives a newer reader every unknown key back")
    func oldClient() throws {
        var document = try AssetSidecar(decoding: Self.newer.encoded)
        #expect(kept(document) == 20)
        #expect(document.unknownKeys == ["new"])
        // Edits of other fields touch none of them.
        _ = try document.addLabel("mine", by: Sample.author(2))
        _ = try document.addRegionLabel("face", to: Sample.id(0xa1), by: Sample.author(2))
        var other = AssetSidecar(id: Sample.document)
        _ = try other.addLabel("theirs", by: Sample.author(3))
        document = try AssetSidecar(decoding: try joinedBothWays(document, other).encoded)
        #expect(kept(document) == 20)
        #expect(document.unknownKeys == ["new"])
    }

    @Test(
        "an edit of a map value takes over the unknown keys of the value, not of its stamped map or of maps inside"
    )
    func partialEdit() throws {
        var document = try AssetSidecar(decoding: Self.newer.encoded)
        let new = CBORTree.tag(99, "kept").encoded
        let place = GPS(latitude: 1, longitude: 2, source: .manual)
        _ = try document.setLocation(place, by: Sample.author(2))
        #expect(document.location?.value?.unknownKeys.value(of: "new") == new)
        #expect(kept(document) == 19)
        let membership = StackMembership(stackID: Sample.id(1), stackType: .burst, role: .primary)
        _ = try document.setStackMembership(membership, by: Sample.author(2))
        #expect(document.currentMembership?.unknownKeys.names == ["new"])
        _ = try document.setLQIP(
            LQIP(chromahash: [], dominantColor: [0, 0, 0], formatVersion: 2), by: Sample.author(2))
        #expect(document.lqip?.value?.unknownKeys.names == ["new"])
        #expect(kept(document) == 17)
        var facts = try #require(document.facts?.value)
        facts.camera = CameraID(model: "n", serial: "t")
        facts.dimensions = Dimensions(width: 5, height: 6)
        _ = try document.setFacts(facts, by: Sample.author(2))
        #expect(document.facts?.value.unknownKeys.names == ["new"])
        #expect(document.facts?.value.camera?.unknownKeys.isEmpty == true)
        #expect(kept(document) == 14)
        // A cleared value has no keys to take over.
        _ = try document.setLocation(nil, by: Sample.author(2))
        _ = try document.setLocation(place, by: Sample.author(2))
        #expect(document.location?.value?.unknownKeys.isEmpty == true)
    }

    @Test("unknown keys in entries of settings and in an album's name are kept through joins and other edits")
    func otherKinds() throws {
        let new: Fields = [("new", .tag(99, "kept"))]
        let definition: CBORTree = ["predicate_schema": 9, "new": .tag(99, "kept"), 7: .simple(255)]
        let maps: Fields = [
            ("smart_albums", [.id(1): .stamped(definition, new)]),
            ("scope_overrides", [.digest(1): .stamped(.null, new)]),
            ("source_kind_defaults", ["folder": .stamped(.id(1), new)]),
            ("aggregated_album_covers", [.id(1): .stamped(.id(2), new)]),
        ]
        var document = try settings(maps)
        for index in [2, 3] as [UInt8] {
            let id = Sample.id(index)
            _ = try document.setSmartAlbum(id, definition: Sample.definition(id), by: Sample.author(1))
            _ = try document.setScopeOverride(Sample.digest(index), album: nil, by: Sample.author(1))
            _ = try document.setAggregatedAlbumCover(Sample.id(index), asset: nil, by: Sample.author(1))
        }
        document = try joinedBothWays(document, LibrarySettings(id: Sample.document))
        #expect(document.smartAlbums.first?.register.encoded == CBORTree.stamped(definition, new).encoded)
        #expect(document.scopeOverrides.first?.register.encoded == CBORTree.stamped(.null, new).encoded)
        #expect(document.sourceKindDefaults.first?.register.encoded == CBORTree.stamped(.id(1), new).encoded)
        #expect(
            document.aggregatedAlbumCovers.first?.register.encoded == CBORTree.stamped(.id(2), new).encoded)
        var named = try album([("name", .stamped("a", new)), ("new", .tag(99, "kept"))])
        _ = try named.addLabel("b", by: Sample.author(1))
        #expect(named.name?.encoded == CBORTree.stamped("a", new).encoded)
        // Writing the register replaces its stamped map; the document's own key stays.
        _ = try named.setName("c", by: Sample.author(1))
        #expect(named.name?.encoded == CBORTree.stamped("c", by: 1, at: 1).encoded)
        #expect(named.unknownKeys == ["new"])
    }

    @Test("an unknown key with the bytes of a known one of another level or kind is just unknown")
    func knownElsewhere() throws {
        let document = try stack([("name", .stamped("a")), ("by", 1), ("value", 2), ("tags_user", .null)])
        #expect(document.unknownKeys == ["by", "name", "tags_user", "value"])
        let place = CBORTree.gps.with("by", 1).with("ts", 2).with("value", 3)
        #expect(
            try asset([("location", .stamped(place))]).effectiveLocation?.unknownKeys.names == [
                "by", "ts", "value",
            ])
    }

    @Test("unknown keys are refused where SPEC keeps none: sets, histories, shapes")
    func closedMaps() {
        let caption: CBORTree = ["current": .stamped("a"), "new": 1]
        #expect(refusal { _ = try asset([("caption", caption)]) }?.path == "caption.new")
        let shape: CBORTree = ["regions": [.id(0xa1): ["shape": .stamped(CBORTree.rectangle.with("new", 1))]]]
        #expect(
            refusal { _ = try state(.asset, CBORTree.document(.asset).with("regions", shape["regions"])) }?
                .errorClass == .invalid)
    }

    /// The rules of SPEC section 9 for two values of one carried key.
    ///
    /// Keeping mine, or following the side
    /// that won elsewhere, would break commutativity.
    @Test(
        "of two carried values a stamped one beats a plain one, the later stamp and the greater bytes the lesser"
    )
    func differing() throws {
        let ordered: [CBORTree] = [
            .unsigned(0), .unsigned(1), [1], .tag(1, 1), .float(.nan),
            .stamped(9, by: 9, at: 0), .stamped(1, by: 1, at: 1), .stamped(1, by: 2, at: 1),
            .stamped(2, by: 2, at: 1), .stamped(.null, by: 0, at: 2),
        ]
        for (index, lesser) in ordered.enumerated() {
            for greater in ordered[(index + 1)...] {
                // The other field says the opposite of what a follower of the winner would do.
                let a = try album([("new", lesser), ("name", .stamped("a", at: 9))])
                let b = try album([("new", greater), ("name", .stamped("b", at: 1))])
                let both = try joinedBothWays(a, b)
                #expect(
                    both.encoded
                        == CBORTree.document(.album, [("new", greater), ("name", .stamped("a", at: 9))])
                        .encoded)
                var report = JoinReport()
                var copy = a
                try copy.join(b, report: &report)
                #expect(report.conflicts == ["new"])
                #expect(!report.isEmpty)
            }
        }
    }

    @Test("a stamped map of any shape that is not one of section 3 counts as a plain value")
    func almostStamped() throws {
        let stamped = CBORTree.stamped(1, by: 0, at: -99)
        for plain in [
            stamped.with("by", .bytes([1])), stamped.with("ts", "2026-01-01T00:00:00Z"),
            stamped.with("value", nil),
            stamped.with(1, 1), .tag(1, stamped), [stamped],
        ] {
            let (a, b) = (try stack([("new", plain)]), try stack([("new", stamped)]))
            #expect(try joinedBothWays(a, b) == b)
        }
    }

    @Test("conflicting keys are reported once each, ascending by their UTF-8 bytes")
    func conflictOrder() throws {
        let names = ["b", "\u{e9}", "aa", "\u{65}\u{301}", "Z", "\u{1f346}", "\u{ffff}"]
        let a = try stack(names.map { (.text($0), 1) } + [("same", 1), ("mine", 1)])
        let b = try stack(names.map { (.text($0), 2) } + [("same", 1), ("theirs", 1)])
        let c = try stack(names.map { (.text($0), 3) })
        var report = JoinReport()
        var all = a
        try all.join(b, report: &report)
        try all.join(c, report: &report)
        let sorted = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        #expect(report.conflicts.map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
    }
}
