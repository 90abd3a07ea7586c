// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Edits of registers: default, edit, concurrent edits, and the stamp that follows what was read.
@Suite struct RegisterEditTests {
    struct RegisterEdit: Sendable, CustomTestStringConvertible {
        let field: String
        /// Two different values, each written and then looked for.
        let write: @Sendable (inout AssetSidecar, Bool, Author) throws(DocumentError) -> AssetSidecar
        let isFirst: @Sendable (DocumentView<AssetKind>) -> Bool?
        var testDescription: String { field }
    }

    static let edits: [RegisterEdit] = [
        RegisterEdit(
            field: "rating",
            write: { (asset, first, author) throws(DocumentError) in
                try asset.setRating(Rating(first ? 1 : 5) ?? .none, by: author)
            }, isFirst: { $0.rating.map { $0.value.stars == 1 } }),
        RegisterEdit(
            field: "cull",
            write: { (asset, first, author) throws(DocumentError) in
                try asset.setCull(first ? .pick : .reject, by: author)
            }, isFirst: { $0.cull.map { $0.value == .pick } }),
        RegisterEdit(
            field: "hidden",
            write: { (asset, first, author) throws(DocumentError) in try asset.setHidden(first, by: author) },
            isFirst: { $0.hidden?.value }),
        RegisterEdit(
            field: "capture_time",
            write: { (asset, first, author) throws(DocumentError) in
                guard let time = Timestamp(first ? "2020-01-01T00:00:00Z" : "2021-01-01T00:00:00+01:00")
                else {
                    return asset
                }
                return try asset.setCaptureTime(time, by: author)
            }, isFirst: { $0.captureTime.map { $0.value?.description == "2020-01-01T00:00:00Z" } }),
        RegisterEdit(
            field: "orientation",
            write: { (asset, first, author) throws(DocumentError) in
                try asset.setOrientation(first ? .right : .up, by: author)
            }, isFirst: { $0.orientation.map { $0.value == .right } }),
        RegisterEdit(
            field: "location",
            write: { (asset, first, author) throws(DocumentError) in
                let place = GPS(latitude: -0.0, longitude: 2, source: .manual, datum: .gcj02)
                return try asset.setLocation(first ? place : nil, by: author)
            }, isFirst: { $0.location.map { $0.value?.datum == .gcj02 } }),
        RegisterEdit(
            field: "lqip",
            write: { (asset, first, author) throws(DocumentError) in
                let lqip = LQIP(chromahash: [1], dominantColor: [0, 1, 255], formatVersion: 9)
                return try asset.setLQIP(first ? lqip : nil, by: author)
            }, isFirst: { $0.lqip.map { $0.value?.formatVersion == 9 } }),
        RegisterEdit(
            field: "stack_membership",
            write: { (asset, first, author) throws(DocumentError) in
                let membership = StackMembership(
                    stackID: Sample.id(1), stackType: .portrait, role: .primary, memberIndex: 4)
                return try asset.setStackMembership(first ? membership : nil, by: author)
            }, isFirst: { $0.stackMembership.map { $0.value?.memberIndex == 4 } }),
        RegisterEdit(
            field: "facts",
            write: { (asset, first, author) throws(DocumentError) in
                guard var facts = try? AssetFacts(decoding: CBORTree.facts.encoded) else { return asset }
                if first { facts.camera = CameraID(model: "m", serial: "s") }
                return try asset.setFacts(facts, by: author)
            }, isFirst: { $0.facts.map { $0.value.camera != nil } }),
        RegisterEdit(
            field: "caption",
            write: { (asset, first, author) throws(DocumentError) in
                guard let caption = Caption(first ? "one" : "two") else { return asset }
                return try asset.setCaption(caption, by: author)
            }, isFirst: { $0.caption.map { $0.writes.first?.value.description == "one" } }),
    ]

    @Test("setting a register writes it and nothing else", arguments: edits)
    func set(_ edit: RegisterEdit) throws {
        var asset = AssetSidecar(id: Sample.document)
        #expect(edit.isFirst(asset.view) == nil)
        for first in [true, false, true, true] {
            let delta = try CapsuleDocumentsTests.edit(&asset, changing: [edit.field]) {
                (asset) throws(DocumentError) in try edit.write(&asset, first, Sample.author(1))
            }
            #expect(edit.isFirst(asset.view) == first)
            #expect(edit.isFirst(delta.view) == first)
            #expect(try AssetSidecar(decoding: asset.encoded) == asset)
        }
    }

    @Test("of two concurrent writes the later wins, and of one instant the greater device", arguments: edits)
    func concurrent(_ edit: RegisterEdit) throws {
        for (left, right, firstWins) in [
            (Sample.author(1, at: 9), Sample.author(2, at: 8), true),
            (Sample.author(1, at: 8), Sample.author(2, at: 9), false),
            (Sample.author(2, at: 8), Sample.author(1, at: 8), true),
            (Sample.author(1, at: 8), Sample.author(2, at: 8), false),
        ] {
            var (a, b) = (AssetSidecar(id: Sample.document), AssetSidecar(id: Sample.document))
            _ = try edit.write(&a, true, left)
            _ = try edit.write(&b, false, right)
            #expect(edit.isFirst(try joinedBothWays(a, b).view) == firstWins)
        }
    }

    /// vscarpenter/gsd-task-manager#446, openfollowapp/openfollow#24, iroh-docs#120: a peer's stamp is years
    /// ahead, then a local edit is made having read it.
    @Test("an edit beats the value it was made having seen, whatever the clocks say", arguments: edits)
    func seenFuture(_ edit: RegisterEdit) throws {
        var peer = AssetSidecar(id: Sample.document)
        _ = try edit.write(&peer, true, Sample.author(9, at: 300_000_000_000))
        var mine = peer
        _ = try edit.write(&mine, false, Sample.author(1))
        #expect(edit.isFirst(try joinedBothWays(mine, peer).view) == false)
    }

    /// cq27-dev/rag-rat#1176, pathosDev/actor-ts#724: the last stamp of 9999.
    @Test("after the last stamp a write is a limit and leaves the document as it was", arguments: edits)
    func lastStamp(_ edit: RegisterEdit) throws {
        var asset = AssetSidecar(id: Sample.document)
        _ = try edit.write(&asset, true, Author(device: Sample.id(1), writer: Sample.id(2), now: .last))
        let before = asset
        let error = refusal { _ = try edit.write(&asset, false, Sample.author(1)) }
        #expect(error?.errorClass == .limit)
        #expect(error?.path == edit.field)
        #expect(asset.encoded == before.encoded)
        // Left out when it comes from the future, so that a poisoned stamp costs nothing.
        #expect(edit.isFirst(asset.before(Sample.time(0)).view) == nil)
    }

    @Test("a register that was never written reads as its default")
    func defaults() throws {
        let view = AssetSidecar(id: Sample.document).view
        #expect(view.effectiveRating == Rating.none && view.effectiveCull == .neutral && !view.isHidden)
        #expect(view.effectiveCaptureTimestamp == nil && view.effectiveLocation == nil)
        #expect(view.currentMembership == nil && view.caption == nil && view.regions.isEmpty)
        #expect(view.tagsUser.elements.isEmpty && view.tagsAI.elements.isEmpty && view.lqip == nil)
        #expect(AlbumDocument(id: Sample.document).name == nil)
        #expect(StackDocument(id: Sample.document).labels.elements.isEmpty)
        #expect(AlbumDocument(id: Sample.document).labels.elements.isEmpty)
    }

    @Test("the effective capture time is the correction, also that nobody knows, else the facts'")
    func effectiveTime() throws {
        var document = try asset([("facts", .stamped(.facts))])
        #expect(document.effectiveCaptureTimestamp?.description == "2020-05-01T10:00:00+02:00")
        _ = try document.setCaptureTime(Timestamp("1999-01-01T00:00:00Z"), by: Sample.author(1))
        #expect(document.effectiveCaptureTimestamp?.description == "1999-01-01T00:00:00Z")
        _ = try document.setCaptureTime(nil, by: Sample.author(1))
        #expect(document.effectiveCaptureTimestamp == nil && document.captureTime != nil)
        let untimed = try asset([("facts", .stamped(CBORTree.facts.with("capture_timestamp", nil)))])
        #expect(untimed.effectiveCaptureTimestamp == nil && untimed.facts != nil)
    }

    @Test("a document is complete when it holds what a writer of a whole one supplies")
    func complete() throws {
        #expect(try StackDocument(decoding: CBORTree.document(.stack).encoded).isComplete)
        #expect(AlbumDocument(id: Sample.document).isComplete)
        #expect(LibrarySettings(id: Sample.document).isComplete)
        #expect(!AssetSidecar(id: Sample.document).isComplete)
        #expect(try asset([("facts", .stamped(.facts))]).isComplete)
    }
}

/// The album's name and the settings' maps.
@Suite struct AlbumAndSettingsEditTests {
    @Test("an album's name is stored in its normal form, the later of two wins")
    func name() throws {
        var mine = AlbumDocument(id: Sample.document)
        _ = try edit(&mine, changing: ["name"]) { (album) throws(DocumentError) in
            try album.setName(" Ca\u{303}o ", by: Sample.author(1))
        }
        #expect(mine.name?.value.utf8 == [0x43, 0xc3, 0xa3, 0x6f])
        var theirs = AlbumDocument(id: Sample.document)
        _ = try theirs.setName("b", by: Sample.author(2, at: 1))
        #expect(try joinedBothWays(mine, theirs).name?.value.description == "b")
        let before = mine
        for text in ["", " \u{3000}", String(repeating: "x", count: 257)] {
            let error = refusal { _ = try mine.setName(text, by: Sample.author(1)) }
            #expect(error?.errorClass == .invalid && error?.path == "name")
        }
        #expect(mine == before)
    }

    @Test("an entry of settings is written alone, cleared by nil, and joins on its own")
    func settings() throws {
        var (a, b) = (LibrarySettings(id: Sample.document), LibrarySettings(id: Sample.document))
        _ = try edit(&a, changing: ["scope_overrides"]) { (settings) throws(DocumentError) in
            try settings.setScopeOverride(Sample.digest(1), album: Sample.id(1), by: Sample.author(1))
        }
        _ = try edit(&a, changing: ["source_kind_defaults"]) { (settings) throws(DocumentError) in
            try settings.setSourceKindDefault(.folder, album: Sample.id(1), by: Sample.author(1))
        }
        _ = try edit(&b, changing: ["scope_overrides"]) { (settings) throws(DocumentError) in
            try settings.setScopeOverride(Sample.digest(2), album: Sample.id(2), by: Sample.author(2))
        }
        _ = try edit(&b, changing: ["aggregated_album_covers"]) { (settings) throws(DocumentError) in
            try settings.setAggregatedAlbumCover(Sample.id(1), asset: Sample.id(9), by: Sample.author(2))
        }
        let first = Sample.definition(Sample.id(3))
        _ = try edit(&b, changing: ["smart_albums"]) { (settings) throws(DocumentError) in
            try settings.setSmartAlbum(Sample.id(3), definition: first, by: Sample.author(2))
        }
        var both = try joinedBothWays(a, b)
        #expect(both.scopeOverrides.map(\.register.value) == [Sample.id(1), Sample.id(2)])
        #expect(both.sourceKindDefaults.map(\.register.value) == [Sample.id(1)])
        #expect(both.aggregatedAlbumCovers.map(\.register.value) == [Sample.id(9)])
        #expect(both.smartAlbums.map { $0.register.value?.encoded } == [first])
        _ = try both.setScopeOverride(Sample.digest(1), album: nil, by: Sample.author(3))
        #expect(both.scopeOverrides.map(\.register.value) == [nil, Sample.id(2)])
        #expect(both.scopeOverrides[0].register.ts == Sample.time(1))
        // A deletion, too, is one write of a register: a later write takes its place.
        _ = try both.setSmartAlbum(Sample.id(3), definition: nil, by: Sample.author(3))
        let second = Sample.definition(Sample.id(3), [(0, .simple(23))])
        _ = try both.setSmartAlbum(Sample.id(3), definition: second, by: Sample.author(3))
        #expect(both.smartAlbums.map { $0.register.value?.encoded } == [second])
    }

    @Test("after the last stamp of an entry a write of it is a limit, a deletion too; others go on")
    func lastStamp() throws {
        let last = CBORTree.stamped(.id(1), ts: StampTime.last.description)
        var settings = try CapsuleDocumentsTests.settings([("scope_overrides", [.digest(1): last])])
        let before = settings
        for album in [nil, Sample.id(2)] {
            let error = refusal {
                _ = try settings.setScopeOverride(Sample.digest(1), album: album, by: Sample.author(1))
            }
            #expect(error?.errorClass == .limit && error?.path == "scope_overrides")
        }
        #expect(settings == before)
        _ = try settings.setScopeOverride(Sample.digest(2), album: Sample.id(2), by: Sample.author(1))
        #expect(settings.scopeOverrides.count == 2)
    }

    @Test("a definition that is not one canonical map, or names another album, is refused")
    func definition() {
        var settings = LibrarySettings(id: Sample.document)
        let wrong: [([UInt8], ErrorClass)] = [
            ([], .malformed), ([0xa1], .malformed), ([0xa0, 0xa0], .malformed), ([0x80], .invalid),
            ([0xbf, 0xff], .nonCanonical), ([0xa2, 1, 1, 0, 0], .nonCanonical),
            ([UInt8](repeating: 0x81, count: 40) + [0], .limit), ([0xa0], .invalid),
            (Sample.definition(Sample.id(2)), .invalid),
        ]
        for (bytes, errorClass) in wrong {
            let error = refusal {
                _ = try settings.setSmartAlbum(Sample.id(1), definition: bytes, by: Sample.author(1))
            }
            #expect(error?.errorClass == errorClass, "\(bytes)")
        }
        #expect(settings == LibrarySettings(id: Sample.document))
    }

    @Test("a definition too deep to stand in its document is refused, not written")
    func deepDefinition() {
        var settings = LibrarySettings(id: Sample.document)
        // The register's value stands at level four of the document.
        func nested(_ levels: Int) -> [UInt8] {
            let value = (1..<levels - 1).reduce(CBORTree.array([])) { inner, _ in .array([inner]) }
            return Sample.definition(Sample.id(1), [(0, value)])
        }
        #expect(
            refusal {
                _ = try settings.setSmartAlbum(Sample.id(1), definition: nested(29), by: Sample.author(1))
            } == nil)
        let before = settings
        let error = refusal {
            _ = try settings.setSmartAlbum(Sample.id(1), definition: nested(30), by: Sample.author(1))
        }
        #expect(error?.errorClass == .limit)
        #expect(settings == before)
    }
}
