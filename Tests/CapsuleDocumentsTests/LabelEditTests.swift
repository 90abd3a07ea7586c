// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Labels and AI tags: the OR-set as documents edit it (SPEC sections 6, 7).
@Suite struct LabelEditTests {
    private func texts(_ album: AlbumDocument) -> [String] { album.labels.elements.map(\.description) }

    @Test("adding a label again takes a new add-id in place of the live ones")
    func addAgain() throws {
        var album = AlbumDocument(id: Sample.document)
        _ = try album.addLabel("a", by: Sample.author(1))
        let delta = try edit(&album, changing: ["labels"]) { (album) throws(DocumentError) in
            try album.addLabel(" a", by: Sample.author(1))
        }
        #expect(album.labels.adds.map(\.id) == [AddID(writer: Sample.id(0x81), counter: 1)])
        #expect(delta.labels.context.counters(of: Sample.id(0x81)) == [0...1])
        #expect(texts(album) == ["a"])
    }

    @Test("a concurrent removal of the old add does not undo an addition")
    func addWins() throws {
        var mine = AlbumDocument(id: Sample.document)
        _ = try mine.addLabel("a", by: Sample.author(1))
        var theirs = mine
        _ = try theirs.removeLabel("a")
        _ = try mine.addLabel("a", by: Sample.author(1))
        #expect(texts(try joinedBothWays(mine, theirs)) == ["a"])
    }

    /// vlcn-io/cr-sqlite#71: add x, remove x, add x.
    @Test("a label that was removed can be added again")
    func readd() throws {
        var album = AlbumDocument(id: Sample.document)
        _ = try album.addLabel("x", by: Sample.author(1))
        _ = try album.removeLabel("x")
        _ = try album.addLabel("x", by: Sample.author(1))
        #expect(texts(album) == ["x"])
        #expect(album.labels.adds.map(\.id.counter) == [1])
    }

    /// basho/riak_kv#679, automerge/automerge-classic#145: add, save, load, remove, save, load, add.
    @Test("a new add-id was never used before, across saving and loading, and removed ids count")
    func savedAndLoaded() throws {
        var album = AlbumDocument(id: Sample.document)
        var used: Set<UInt64> = []
        for round in 0..<6 {
            let next = try album.nextCounter(of: Sample.id(0x81), in: "labels")
            #expect(used.insert(next).inserted)
            let delta = try album.addLabel("x\(round)", by: Sample.author(1))
            #expect(delta.labels.adds.map(\.id.counter) == [next])
            album = try AlbumDocument(decoding: album.encoded)
            if round % 2 == 0 { _ = try album.removeLabel("x\(round)") }
            album = try AlbumDocument(decoding: album.encoded)
        }
        #expect(used == Set(0..<6))
        // Last week's backup uses its counters again, so it needs a writer that was never used.
        var restored = AlbumDocument(id: Sample.document)
        _ = try restored.addLabel(
            "y", by: Author(device: Sample.id(1), writer: Sample.id(0xee), now: Sample.time(0)))
        #expect(Set(texts(try joinedBothWays(album, restored))) == ["x1", "x3", "x5", "y"])
    }

    /// basho/riak_dt#78, #82: two add-ids of one label, each removed on another replica.
    @Test("two adds of one label, each removed elsewhere, leave no label when joined through a third")
    func removedApart() throws {
        var (a, b) = (AlbumDocument(id: Sample.document), AlbumDocument(id: Sample.document))
        _ = try a.addLabel("x", by: Sample.author(1))
        _ = try b.addLabel("x", by: Sample.author(2))
        var (withoutFirst, withoutSecond) = (a, b)
        _ = try withoutFirst.removeLabel("x")
        _ = try withoutSecond.removeLabel("x")
        let third = try joinedBothWays(a, b)
        #expect(texts(third) == ["x"])
        let all = try third.joined(with: withoutSecond).joined(with: withoutFirst)
        #expect(texts(all).isEmpty)
        #expect(try withoutFirst.joined(with: withoutSecond).joined(with: third) == all)
    }

    /// RhetTbull/osxphotos#1085: one spelling decomposed, the other composed.
    @Test("labels with one normal form are one label, stored composed")
    func normalForm() throws {
        var (a, b) = (AlbumDocument(id: Sample.document), AlbumDocument(id: Sample.document))
        _ = try a.addLabel("Ca\u{303}o", by: Sample.author(1))
        _ = try b.addLabel("C\u{e3}o", by: Sample.author(2))
        var both = try joinedBothWays(a, b)
        #expect(both.labels.elements.map(\.utf8) == [[0x43, 0xc3, 0xa3, 0x6f]])
        #expect(both.labels.adds.count == 2)
        _ = try both.removeLabel("Ca\u{303}o ")
        #expect(both.labels.elements.isEmpty)
    }

    /// A reader takes any label; what an older writer stored in another spelling is the same label.
    @Test("removing and adding again find a label that is stored in another spelling")
    func storedSpelling() throws {
        var album = try album([
            ("labels", .set(0x85, [0, 2], [(0, " Ca\u{303}o"), (1, "C\u{e3}o\u{3000}"), (2, "other")]))
        ])
        _ = try album.addLabel("C\u{e3}o", by: Sample.author(1))
        #expect(texts(album) == ["C\u{e3}o", "other"])
        #expect(album.labels.adds.count == 2)
    }

    @Test("a removal takes any text of 1 to 256 bytes, also one that could not be added")
    func removeWhatCannotBeAdded() throws {
        var album = try album([("labels", .set(0x85, [0, 0], [(0, " ")]))])
        #expect(refusal { _ = try album.addLabel(" ", by: Sample.author(1)) }?.errorClass == .invalid)
        _ = try album.removeLabel("\u{3000}")
        #expect(texts(album).isEmpty)
        let before = album
        for text in ["", String(repeating: "x", count: 257)] {
            let error = refusal { _ = try album.removeLabel(text) }
            #expect(error?.errorClass == .invalid && error?.path == "labels")
        }
        #expect(album == before)
    }

    /// photoprism/photoprism#4761, darktable-org/darktable#7345, pixelfed/pixelfed#6098.
    @Test("a label is atomic text: no separators, no emoji rules, flags differ")
    func atomic() throws {
        let labels = [
            "\u{1f346}", "a,b", "hello|world", "x/y", "\u{1f1e9}\u{1f1ea}", "\u{1f1ec}\u{1f1e7}", "A", "a",
        ]
        var album = AlbumDocument(id: Sample.document)
        for label in labels { _ = try album.addLabel(label, by: Sample.author(1)) }
        #expect(Set(texts(album)) == Set(labels))
        _ = try album.removeLabel("\u{1f1e9}\u{1f1ea}")
        #expect(album.labels.elements.count == labels.count - 1)
    }

    @Test("labels are listed by their encoding: a shorter before a longer, then by bytes")
    func order() throws {
        var album = AlbumDocument(id: Sample.document)
        for label in ["bb", "\u{e9}", "b", "aaa", "Z", "a"] {
            _ = try album.addLabel(label, by: Sample.author(1))
        }
        #expect(texts(album) == ["Z", "a", "b", "bb", "\u{e9}", "aaa"])
    }

    @Test("removing what is not live gives a delta of the id alone")
    func removeNothing() throws {
        var album = AlbumDocument(id: Sample.document)
        let delta = try edit(&album, changing: []) { (album) throws(DocumentError) in
            try album.removeLabel("a")
        }
        #expect(delta.encoded == CBORTree.document(.album).encoded)
    }

    @Test("a writer has at most 1 000 live adds in a set; renewing one is always allowed")
    func ownAdds() throws {
        let adds = (0..<1_000).map { (UInt64($0), CBORTree.text("l\($0)")) }
        let others = (0..<50).map { (UInt64($0), CBORTree.text("o\($0)")) }
        var album = try album([
            ("labels", [.id(0x81): .row([0, 999], adds), .id(0x82): .row([0, 49], others)])
        ])
        let before = album
        let error = refusal { _ = try album.addLabel("one more", by: Sample.author(1)) }
        #expect(error?.errorClass == .limit && error?.path == "labels")
        #expect(album == before)
        _ = try album.addLabel("l7", by: Sample.author(1))
        _ = try album.addLabel("one more", by: Sample.author(2))
        _ = try album.removeLabel("l8")
        _ = try album.addLabel("one more still", by: Sample.author(1))
        #expect(album.labels.elements.count == 1_051)
    }

    /// cq27-dev/rag-rat#1176, pathosDev/actor-ts#724, #722: the greatest counter.
    @Test("a writer that used its last counter is exhausted; another goes on")
    func exhausted() throws {
        let last: UInt64 = (1 << 53) - 1
        var album = try album([("labels", .set(0x81, [3, 3, last, last], [(3, "a")]))])
        let before = album
        #expect(
            refusal { _ = try album.addLabel("b", by: Sample.author(1)) }?.errorClass == .counterExhausted)
        #expect(
            refusal { _ = try album.nextCounter(of: Sample.id(0x81), in: "labels") }?.errorClass
                == .counterExhausted)
        #expect(album == before)
        _ = try album.addLabel("b", by: Sample.author(2))
        _ = try album.removeLabel("a")
        #expect(texts(album) == ["b"])
    }

    /// pathosDev/actor-ts#722: a peer observes (my writer, 50) when I am at 3.
    @Test("a writer goes on after the greatest of its own counters that is observed")
    func goesOn() throws {
        let album = try album([("labels", .set(0x81, [0, 2, 50, 50]))])
        #expect(try album.nextCounter(of: Sample.id(0x81), in: "labels") == 51)
        #expect(try album.nextCounter(of: Sample.id(0x82), in: "labels") == 0)
    }

    @Test("the next counter is asked of sets that the kind has, and of regions by their id")
    func nextCounterFields() throws {
        let document = try asset([
            ("regions", [.id(0xa1): ["labels": .set(0x81, [0, 4])]]), ("tags_ai", .set(0x81, [0, 6])),
        ])
        let writer = Sample.id(0x81)
        #expect(try document.nextCounter(of: writer, in: "tags_ai") == 7)
        #expect(try document.nextCounter(of: writer, in: "tags_user") == 0)
        #expect(try document.nextCounter(of: writer, in: "regions", region: Sample.id(0xa1)) == 5)
        #expect(try document.nextCounter(of: writer, in: "regions", region: Sample.id(0xa2)) == 0)
        for field in ["labels", "regions", "caption", "uuid", "", "x"] {
            #expect(refusal { _ = try document.nextCounter(of: writer, in: field) }?.errorClass == .invalid)
        }
        let error = refusal { _ = try document.nextCounter(of: writer, in: "tags_user", region: writer) }
        #expect(error?.errorClass == .invalid)
    }

    /// yjs/yjs#741: 1 000 000 adds, all removed, one device.
    @Test("a million adds, all removed, leave less than 200 bytes")
    func millionAdds() throws {
        var album = AlbumDocument(id: Sample.document)
        // Whole blocks of one writer's adds, each removed by the next state, as a long life leaves them.
        for block in 0..<1_000 {
            let low = UInt64(block) * 1_000
            let adds = (low..<low + 3).map { ($0, CBORTree.text("l\($0)")) }
            try album.join(try self.delta(.set(0x81, [low, low + 999], adds)))
            try album.join(try self.delta(.set(0x81, [low, low + 999])))
        }
        #expect(album.labels.context.counters(of: Sample.id(0x81)) == [0...999_999])
        #expect(album.encoded.count < 200)
        #expect(try album.nextCounter(of: Sample.id(0x81), in: "labels") == 1_000_000)
    }

    private func delta(_ labels: CBORTree) throws(DocumentError) -> AlbumDocument {
        try AlbumDocument(decoding: CBORTree.document(.album, [("labels", labels)]).encoded)
    }
}

/// AI tags are told apart by tag, model and version, byte for byte (SPEC section 7).
@Suite struct AITagEditTests {
    private func tag(_ tag: String, _ model: String = "m", _ version: String = "1") throws -> AITag {
        try #require(AITag(tag: tag, modelID: model, modelVersion: version))
    }

    @Test("an AI tag is added verbatim, renewed, dismissed, and found whatever its unknown keys")
    func addAndRemove() throws {
        var document = try asset([
            (
                "tags_ai",
                .set(
                    0x85, [0, 1],
                    [
                        (UInt64(0), CBORTree.aiTag.with("score", 0.5)),
                        (UInt64(1), CBORTree.aiTag.with("model_version", "2")),
                    ])
            )
        ])
        _ = try edit(&document, changing: ["tags_ai"]) { (asset) throws(DocumentError) in
            guard let tag = AITag(tag: " Ca\u{303}o", modelID: "m", modelVersion: "1") else { return asset }
            return try asset.addAITag(tag, by: Sample.author(1))
        }
        #expect(document.tagsAI.elements.contains { Array($0.tag.utf8) == Array(" Ca\u{303}o".utf8) })
        _ = try document.removeAITag(try tag("dog"))
        #expect(document.tagsAI.elements.map(\.modelVersion).sorted() == ["1", "2"])
        _ = try document.removeAITag(try tag("C\u{e3}o"))
        #expect(document.tagsAI.elements.count == 2)
        _ = try document.addAITag(try tag("dog", "m", "2"), by: Sample.author(1))
        #expect(document.tagsAI.adds.count == 2)
    }

    @Test("promoting makes a user label of a live tag, in one delta, and dismisses it when asked")
    func promote() throws {
        for remove in [false, true] {
            var document = try asset([
                ("tags_ai", .set(0x85, [0, 0], [(UInt64(0), CBORTree.aiTag.with("tag", " dog "))]))
            ])
            let delta = try edit(&document, changing: remove ? ["tags_user", "tags_ai"] : ["tags_user"]) {
                (asset) throws(DocumentError) in
                guard let tag = AITag(tag: " dog ", modelID: "m", modelVersion: "1") else { return asset }
                return try asset.promoteAITag(tag, remove: remove, by: Sample.author(1))
            }
            #expect(document.tagsUser.elements.map(\.description) == ["dog"])
            #expect(document.tagsAI.elements.isEmpty == remove)
            #expect(delta.tagsAI.elements.isEmpty)
        }
    }

    @Test("a tag that is not live, or whose normal form is no label, is not promoted")
    func promoteRefused() throws {
        var document = try asset([
            (
                "tags_ai",
                .set(
                    0x85, [0, 1], [(UInt64(0), CBORTree.aiTag.with("tag", " ")), (UInt64(1), CBORTree.aiTag)])
            )
        ])
        let before = document
        for tag in [try tag("cat"), try tag("dog", "n"), try tag(" ")] {
            let error = refusal { _ = try document.promoteAITag(tag, remove: true, by: Sample.author(1)) }
            #expect(error?.errorClass == .invalid)
        }
        #expect(document == before)
        #expect(AITag(tag: "", modelID: "m", modelVersion: "1") == nil)
        #expect(AITag(tag: "a", modelID: "m", modelVersion: String(repeating: "x", count: 257)) == nil)
    }

    @Test("two devices' concurrent AI tags both stay; a dismissal takes only what it saw")
    func concurrent() throws {
        var a = AssetSidecar(id: Sample.document)
        _ = try a.addAITag(try tag("dog"), by: Sample.author(1))
        var b = a
        _ = try b.removeAITag(try tag("dog"))
        _ = try a.addAITag(try tag("dog"), by: Sample.author(2))
        _ = try b.addAITag(try tag("cat"), by: Sample.author(3))
        #expect(try joinedBothWays(a, b).tagsAI.elements.map(\.tag) == ["cat", "dog"])
    }
}
