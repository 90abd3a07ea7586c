// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Edits that write only what changes (SPEC section 15, if_changed).
@Suite struct EditIfChangedTests {
    struct Save: Sendable, CustomTestStringConvertible {
        let field: String
        /// Writes one of two values, only if it changes something when the last argument says so.
        let write: @Sendable (inout AssetSidecar, Bool, Author, Bool) throws(DocumentError) -> AssetSidecar
        var testDescription: String { field }
    }

    static let saves: [Save] = [
        Save(field: "rating") { (asset, first, author, ifChanged) throws(DocumentError) in
            try asset.setRating(first ? .none : Rating(3) ?? .none, by: author, ifChanged: ifChanged)
        },
        Save(field: "cull") { (asset, first, author, ifChanged) throws(DocumentError) in
            try asset.setCull(first ? .neutral : .pick, by: author, ifChanged: ifChanged)
        },
        Save(field: "hidden") { (asset, first, author, ifChanged) throws(DocumentError) in
            try asset.setHidden(!first, by: author, ifChanged: ifChanged)
        },
        Save(field: "caption") { (asset, first, author, ifChanged) throws(DocumentError) in
            guard let caption = Caption(first ? "" : "two") else { return asset }
            return try asset.setCaption(caption, by: author, ifChanged: ifChanged)
        },
        Save(field: "capture_time") { (asset, first, author, ifChanged) throws(DocumentError) in
            let time = first ? nil : Timestamp("2020-01-01T00:00:00Z")
            return try asset.setCaptureTime(time, by: author, ifChanged: ifChanged)
        },
        Save(field: "orientation") { (asset, first, author, ifChanged) throws(DocumentError) in
            try asset.setOrientation(first ? .up : .left, by: author, ifChanged: ifChanged)
        },
        Save(field: "location") { (asset, first, author, ifChanged) throws(DocumentError) in
            let place = first ? nil : GPS(latitude: 1, longitude: 2, source: .manual)
            return try asset.setLocation(place, by: author, ifChanged: ifChanged)
        },
        Save(field: "lqip") { (asset, first, author, ifChanged) throws(DocumentError) in
            let lqip = LQIP(chromahash: [1], dominantColor: [0, 1, 255], formatVersion: first ? 1 : 2)
            return try asset.setLQIP(lqip, by: author, ifChanged: ifChanged)
        },
        Save(field: "stack_membership") { (asset, first, author, ifChanged) throws(DocumentError) in
            let membership = StackMembership(
                stackID: Sample.id(1), stackType: .burst, role: first ? .member : .primary)
            return try asset.setStackMembership(membership, by: author, ifChanged: ifChanged)
        },
        Save(field: "facts") { (asset, first, author, ifChanged) throws(DocumentError) in
            guard var facts = try? AssetFacts(decoding: CBORTree.facts.encoded) else { return asset }
            if first { facts.captureTimestamp = nil }
            return try asset.setFacts(facts, by: author, ifChanged: ifChanged)
        },
        Save(field: "regions") { (asset, first, author, ifChanged) throws(DocumentError) in
            guard let shape = RegionShape.circle(centerX: 0.5, centerY: 0.5, radius: first ? 0.25 : 0.5)
            else { return asset }
            return try asset.putRegion(Sample.id(0xa1), shape, by: author, ifChanged: ifChanged)
        },
    ]

    private let nothing = AssetSidecar(id: Sample.document)

    @Test("a value that stays is not written, and the delta holds nothing", arguments: saves)
    func same(_ save: Save) throws {
        var asset = nothing
        let first = try save.write(&asset, true, Sample.author(1), true)
        #expect(first.encoded != nothing.encoded, "what was never written is written")
        let before = asset
        let delta = try save.write(&asset, true, Sample.author(2, at: 50), true)
        #expect(delta.encoded == nothing.encoded)
        #expect(asset.encoded == before.encoded)
    }

    @Test("another value is written, and the same one is stamped anew without it", arguments: saves)
    func other(_ save: Save) throws {
        for (first, ifChanged) in [(false, true), (true, false)] {
            var asset = nothing
            _ = try save.write(&asset, true, Sample.author(1), true)
            let before = asset
            let delta = try edit(&asset, changing: [save.field]) { (asset) throws(DocumentError) in
                try save.write(&asset, first, Sample.author(2, at: 50), ifChanged)
            }
            #expect(delta.encoded != nothing.encoded && asset.encoded != before.encoded)
        }
    }

    @Test("what is not written needs no stamp; another value is a limit after the last one", arguments: saves)
    func lastStamp(_ save: Save) throws {
        var asset = nothing
        let last = Author(device: Sample.id(1), writer: Sample.id(2), now: .last)
        _ = try save.write(&asset, true, last, false)
        let before = asset
        _ = try save.write(&asset, true, Sample.author(3), true)
        #expect(asset.encoded == before.encoded)
        #expect(
            refusal { _ = try save.write(&asset, false, Sample.author(3), true) }?.errorClass == .limit)
        #expect(asset.encoded == before.encoded)
    }

    @Test("a form that saves everything does not beat a peer's edit", arguments: saves)
    func form(_ save: Save) throws {
        var mine = nothing
        _ = try save.write(&mine, true, Sample.author(1), false)
        var peer = mine
        _ = try save.write(&peer, false, Sample.author(2, at: 10), false)
        _ = try save.write(&mine, true, Sample.author(1, at: 99), true)
        #expect(try joinedBothWays(mine, peer).encoded == peer.encoded)
    }

    @Test("values are compared after the unknown keys of the value are taken over")
    func unknownKeys() throws {
        let membership = CBORTree.membership.with("later", 1)
        let location = CBORTree.gps.with("later", 1)
        let facts = CBORTree.facts.with("later", 1)
        var document = try asset([
            ("facts", .stamped(facts)), ("location", .stamped(location)),
            ("stack_membership", .stamped(membership)),
        ])
        let before = document
        let plain = try (
            AssetFacts(decoding: CBORTree.facts.encoded), GPS(decoding: CBORTree.gps.encoded),
            StackMembership(decoding: CBORTree.membership.encoded)
        )
        _ = try document.setFacts(plain.0, by: Sample.author(1), ifChanged: true)
        _ = try document.setLocation(plain.1, by: Sample.author(1), ifChanged: true)
        _ = try document.setStackMembership(plain.2, by: Sample.author(1), ifChanged: true)
        #expect(document.encoded == before.encoded)
    }

    @Test("0.0 and -0.0 are equal numbers and other bytes, so the second is written")
    func bytesDecide() throws {
        var asset = nothing
        for (latitude, writes) in [(0.0, true), (0.0, false), (-0.0, true), (-0.0, false)] {
            let before = asset
            let place = GPS(latitude: latitude, longitude: 1, source: .exif)
            _ = try asset.setLocation(place, by: Sample.author(1), ifChanged: true)
            #expect((asset.encoded != before.encoded) == writes)
        }
    }

    @Test("every check of a region comes first, also where its shape stays")
    func checksFirst() throws {
        let circle = CBORTree.map([("cx", 1), ("cy", 500_000_000), ("r", 500_000_000)])
        let facts = CBORTree.facts.with("dimensions", ["height": 1_000, "width": 10])
        var document = try asset([
            ("facts", .stamped(facts)),
            ("regions", [.id(0xa1): ["shape": .stamped(circle)], .id(0xa2): ["shape": .stamped(.null)]]),
        ])
        let shape = try RegionShape(decoding: circle.encoded)
        for id in [Sample.id(0xa1), Sample.id(0xa2)] {
            let error = refusal {
                _ = try document.putRegion(id, shape, by: Sample.author(1), ifChanged: true)
            }
            #expect(error?.errorClass == .invalid)
        }
    }

    @Test("a name is compared in the normal form in which it would be written")
    func name() throws {
        var album = AlbumDocument(id: Sample.document)
        _ = try album.setName("Caf\u{e9}", by: Sample.author(1), ifChanged: true)
        let before = album
        _ = try album.setName(" Cafe\u{301} ", by: Sample.author(2, at: 50), ifChanged: true)
        #expect(album.encoded == before.encoded)
        _ = try album.setName("Caf\u{e9}", by: Sample.author(2, at: 50))
        #expect(album.encoded != before.encoded)
    }

    @Test("an entry of the settings that stays is not written")
    func settings() throws {
        var settings = LibrarySettings(id: Sample.document)
        let definition = Sample.definition(Sample.id(0xb1), [])
        for ifChanged in [false, true] {
            let before = settings
            let author = Sample.author(1, at: ifChanged ? 50 : 1)
            _ = try settings.setSmartAlbum(
                Sample.id(0xb1), definition: definition, by: author, ifChanged: ifChanged)
            _ = try settings.setScopeOverride(Sample.digest(1), album: nil, by: author, ifChanged: ifChanged)
            _ = try settings.setSourceKindDefault(
                .folder, album: Sample.id(2), by: author, ifChanged: ifChanged)
            _ = try settings.setAggregatedAlbumCover(
                Sample.id(1), asset: Sample.id(3), by: author, ifChanged: ifChanged)
            #expect((settings.encoded == before.encoded) == ifChanged)
        }
        let before = settings
        _ = try settings.setScopeOverride(
            Sample.digest(1), album: Sample.id(4), by: Sample.author(1, at: 50), ifChanged: true)
        #expect(settings.encoded != before.encoded)
    }
}
