// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// The frame of a document: key 0, the id, key types, sizes (SPEC sections 1, 9, 10).
@Suite struct SchemaTests {
    private func refused(_ kind: DocumentKind, _ tree: CBORTree) -> ErrorClass? {
        refusal { _ = try state(kind, tree) }?.errorClass
    }

    @Test("a document of every kind has version 1 and its id", arguments: DocumentKind.allCases)
    func minimal(_ kind: DocumentKind) throws {
        let document = CBORTree.document(kind)
        #expect(try state(kind, document).bytes == document.encoded)
        for version in [0, 65_536, .max] as [UInt64] {
            #expect(refused(kind, document.with(0, .unsigned(version))) == .invalid, "version \(version)")
        }
        for version in [2, 3, 65_535] as [UInt64] {
            #expect(refused(kind, document.with(0, .unsigned(version))) == .newerSchema, "version \(version)")
        }
        for version: CBORTree in [.null, "1", .negative(0), 1.0, .tag(1, 1), nil] {
            #expect(refused(kind, document.with(0, version)) == .invalid)
        }
        #expect(refused(kind, document.with(0, nil)) == .invalid)
        #expect(refused(kind, document.with(.text(kind.idKey), nil)) == .invalid)
        for id: CBORTree in [.bytes([UInt8](repeating: 1, count: 15)), .digest(1), .null, "0123456789abcdef"]
        {
            let error = refusal { _ = try state(kind, document.with(.text(kind.idKey), id)) }
            #expect(error?.errorClass == .invalid && error?.path == kind.idKey)
        }
    }

    @Test("what is not a map of key 0 and text keys is invalid", arguments: DocumentKind.allCases)
    func frame(_ kind: DocumentKind) {
        let document = CBORTree.document(kind)
        for tree: CBORTree in [
            [:], [], 1, .null, "a", .bytes(document.encoded), .tag(55_799, document), .array([document]),
        ] {
            #expect(refused(kind, tree) == .invalid)
        }
        for key: CBORTree in [1, .negative(0), .bytes([1]), .null, .bool(true), 1.5, [], [:], .tag(1, "a")] {
            #expect(refused(kind, document.with(key, 1)) == .invalid)
        }
        #expect(refused(kind, .raw(document.encoded + [0])) == .malformed)
        #expect(refused(kind, .raw([])) == .malformed)
    }

    @Test("the id key of another kind is invalid, whatever it holds", arguments: DocumentKind.allCases)
    func foreignID(_ kind: DocumentKind) {
        for other in DocumentKind.allCases where other != kind {
            for value: CBORTree in [.id(1), .null] {
                let error = refusal {
                    _ = try state(kind, CBORTree.document(kind).with(.text(other.idKey), value))
                }
                #expect(error?.errorClass == .invalid && error?.path == other.idKey)
            }
            #expect(refused(kind, .document(other)) == .invalid)
        }
    }

    @Test("two documents that are not the same one do not join", arguments: DocumentKind.allCases)
    func mismatch(_ kind: DocumentKind) throws {
        let a = try state(kind, .document(kind))
        let b = try state(kind, CBORTree.document(kind).with(.text(kind.idKey), .id(0x12)))
        var report = JoinReport()
        let error = refusal { _ = try a.joined(with: b, report: &report) }
        #expect(error?.errorClass == .mismatch && error?.path == kind.idKey)
        var album = AlbumDocument(id: Sample.id(1))
        let before = album
        #expect(refusal { try album.join(AlbumDocument(id: Sample.id(2))) }?.errorClass == .mismatch)
        #expect(refusal { _ = try album.apply(AlbumDocument(id: Sample.id(2))) }?.errorClass == .mismatch)
        #expect(album == before)
    }

    @Test(
        "what is not well-formed is malformed, whatever is invalid before it",
        arguments: DocumentKind.allCases)
    func malformedFirst(_ kind: DocumentKind) {
        let document = CBORTree.document(kind)
        for invalid in [
            document.with(0, 0), document.with(.text(kind.idKey), .null), document.with("labels", 1),
            .array([1]),
        ] {
            #expect(refused(kind, .raw(invalid.encoded + [0xff])) == .malformed)
            #expect(refused(kind, .raw(invalid.encoded + [0])) == .malformed)
        }
        for broken: [UInt8] in [
            [0x62, 0xc0, 0xae], [0x61, 0xff], [0x1c], [0xff],
            [0x9b, 0, 0, 0x42, 0xfa, 0x42, 0xfa, 0x42, 0xfa],
        ] {
            #expect(
                refused(kind, document.with("a", .raw([0xa1, 0x01])).with("z", .raw(broken))) == .malformed)
            #expect(refused(kind, document.with(0, .unsigned(2)).with("z", .raw(broken))) == .malformed)
        }
        #expect(refused(kind, document.with(0, .unsigned(2)).with("z", .raw([0x18, 0x01]))) == .nonCanonical)
    }

    @Test(
        "a carried key has at most 256 bytes, a carried value at most 65 536",
        arguments: DocumentKind.allCases)
    func carriedSizes(_ kind: DocumentKind) throws {
        func key(_ count: Int) -> CBORTree { .text(String(repeating: "k", count: count)) }
        func value(_ count: Int) -> CBORTree {
            .bytes([UInt8](repeating: 0, count: count - 3 - (count > 65_538 ? 2 : 0)))
        }
        #expect(value(65_536).encoded.count == 65_536)
        #expect(throws: Never.self) { try state(kind, CBORTree.document(kind, [(key(256), value(65_536))])) }
        let long = refusal { _ = try state(kind, CBORTree.document(kind, [(key(257), 1)])) }
        #expect(long?.errorClass == .limit)
        #expect((long?.description.utf8.count ?? 0) < 1_000)
        let large = refusal { _ = try state(kind, CBORTree.document(kind, [("k", value(65_537))])) }
        #expect(large?.errorClass == .limit && large?.path == "k")
        // The key of a region's unknown keys, too.
        let region: CBORTree = CBORTree.map([(key(257), 1)])
        #expect(refused(.asset, CBORTree.document(.asset, [("regions", [.id(0xa1): region])])) == .limit)
        let full: CBORTree = CBORTree.map([("k", value(65_537))])
        #expect(refused(.asset, CBORTree.document(.asset, [("regions", [.id(0xa1): full])])) == .limit)
    }

    @Test("a refusal that names a long or strange key stays short")
    func longNames() {
        let name = String(repeating: "\u{1f346}", count: 20_000)
        for value: CBORTree in [1, .stamped(.null)] {
            for tree in [
                CBORTree.document(.album, [(.text(name), value)]),
                CBORTree.document(.settings, [("source_kind_defaults", .map([(.text(name), value)]))]),
            ] {
                for kind in [DocumentKind.album, .settings] {
                    let error = refusal { _ = try state(kind, tree) }
                    #expect((1..<400).contains(error?.description.count ?? 0))
                }
            }
        }
        let bytes = CBORTree.document(
            .asset, [("regions", .map([(.bytes([UInt8](repeating: 1, count: 5_000)), 1)]))])
        #expect((refusal { _ = try state(.asset, bytes) }?.description.count ?? 1_000) < 400)
    }

    @Test("a stamped map and an element of a set have at most 65 536 bytes")
    func valueSizes() throws {
        func stamped(_ size: Int) -> CBORTree {
            let empty = CBORTree.stamped(1, [("pad", .bytes([]))]).encoded.count
            return CBORTree.stamped(1, [("pad", .bytes([UInt8](repeating: 0, count: size - empty - 2)))])
        }
        #expect(stamped(65_536).encoded.count == 65_536)
        #expect(throws: Never.self) { try asset([("rating", stamped(65_536))]) }
        let error = refusal { _ = try asset([("rating", stamped(65_537))]) }
        #expect(error?.errorClass == .limit && error?.path == "rating")
        func tag(_ size: Int) -> CBORTree {
            let empty = CBORTree.aiTag.with("pad", .bytes([])).encoded.count
            return CBORTree.aiTag.with("pad", .bytes([UInt8](repeating: 0, count: size - empty - 2)))
        }
        #expect(tag(65_536).encoded.count == 65_536)
        #expect(throws: Never.self) {
            try asset([("tags_ai", CBORTree.set(0x81, [0, 0], [(0, tag(65_536))]))])
        }
        let element = refusal {
            _ = try asset([("tags_ai", CBORTree.set(0x81, [0, 0], [(0, tag(65_537))]))])
        }
        #expect(element?.errorClass == .limit)
        // The same for a history's write, a region's shape, an entry of settings.
        let caption = CBORTree.stamped("a", [("pad", .bytes([UInt8](repeating: 0, count: 65_536)))])
        #expect(refused(.asset, CBORTree.document(.asset, [("caption", ["current": caption])])) == .limit)
        let shape = CBORTree.stamped(.rectangle, [("pad", .bytes([UInt8](repeating: 0, count: 65_536)))])
        #expect(
            refused(.asset, CBORTree.document(.asset, [("regions", [.id(0xa1): ["shape": shape]])])) == .limit
        )
        let definition = CBORTree.stamped(["pad": .bytes([UInt8](repeating: 0, count: 65_536))])
        #expect(
            refused(.settings, CBORTree.document(.settings, [("smart_albums", [.id(0xb1): definition])]))
                == .limit)
    }

    @Test("an edit that would make a stamped map too large is a limit and changes nothing")
    func editSizes() throws {
        // The unknown keys that the edit takes over leave no room.
        let empty = CBORTree.stamped(CBORTree.gps.with("pad", .bytes([]))).encoded.count
        let pad = [UInt8](repeating: 0, count: 65_536 - empty - 2)
        let place = CBORTree.gps.with("pad", .bytes(pad))
        var document = try asset([("location", .stamped(place))])
        let before = document
        let bigger = GPS(latitude: 0.1, longitude: 0.2, source: .inferred, datum: .gcj02)
        let error = refusal { _ = try document.setLocation(bigger, by: Sample.author(1)) }
        #expect(error?.errorClass == .limit && error?.path == "location")
        #expect(document == before)
        var settings = LibrarySettings(id: Sample.document)
        let definition = Sample.definition(
            Sample.id(1), [("pad", .bytes([UInt8](repeating: 0, count: 65_536)))])
        let large = refusal {
            _ = try settings.setSmartAlbum(Sample.id(1), definition: definition, by: Sample.author(1))
        }
        #expect(large?.errorClass == .limit)
        var camera = try AssetFacts(decoding: CBORTree.facts.encoded)
        camera.camera = CameraID(model: String(repeating: "m", count: 65_536), serial: "")
        #expect(refusal { _ = try document.setFacts(camera, by: Sample.author(1)) }?.errorClass == .limit)
        #expect(document == before)
    }

    @Test("a document of exactly the limit is read, one byte more is a limit, before anything is read")
    func documentLimit() throws {
        let bytes = CBORTree.document(.album, [("name", .stamped("a"))]).encoded
        #expect(try AlbumDocument(decoding: bytes, limit: bytes.count).encoded == bytes)
        let error = refusal { _ = try AlbumDocument(decoding: bytes, limit: bytes.count - 1) }
        #expect(error?.errorClass == .limit)
        let garbage = [UInt8](repeating: 0xff, count: 101)
        #expect(refusal { _ = try AlbumDocument(decoding: garbage, limit: 100) }?.errorClass == .limit)
        #expect(refusal { _ = try AlbumDocument(decoding: garbage, limit: 101) }?.errorClass == .malformed)
        let newer = CBORTree.document(.album, version: 2).encoded
        #expect(
            refusal { _ = try AlbumDocument(decoding: newer, limit: newer.count - 1) }?.errorClass == .limit)
        let large = [UInt8](repeating: 0, count: 16 * 1024 * 1024 + 1)
        #expect(refusal { _ = try AlbumDocument(decoding: large) }?.errorClass == .limit)
    }

    @Test("a join whose result passes the limit is refused, and the receiver is as it was")
    func joinLimit() throws {
        var mine = try album([("a", 1)])
        let theirs = try album([("b", .bytes([UInt8](repeating: 0, count: 100)))])
        let size = try mine.joined(with: theirs).encoded.count
        let before = mine
        var report = JoinReport()
        #expect(refusal { try mine.join(theirs, limit: size - 1, report: &report) }?.errorClass == .limit)
        #expect(refusal { _ = try mine.apply(theirs, limit: size - 1) }?.errorClass == .limit)
        #expect(mine == before && report.isEmpty)
        try mine.join(theirs, limit: size, report: &report)
        #expect(mine.encoded.count == size)
    }

    @Test("nesting counts from the document: 32 levels are read, 33 are a limit")
    func depth() {
        // A carried value stands at level two.
        func nested(_ levels: Int) -> CBORTree { .raw([UInt8](repeating: 0x81, count: levels - 1) + [0x00]) }
        func tagged(_ levels: Int) -> CBORTree { .raw([UInt8](repeating: 0xc1, count: levels - 1) + [0x00]) }
        for deep in [nested, tagged] {
            #expect(refused(.stack, CBORTree.document(.stack, [("k", deep(31))])) == nil)
            #expect(refused(.stack, CBORTree.document(.stack, [("k", deep(32))])) == .limit)
            #expect(refused(.stack, CBORTree.document(.stack, [("k", deep(10_000))])) == .limit)
            // A region's unknown key stands at level four.
            #expect(
                refused(.asset, CBORTree.document(.asset, [("regions", [.id(0xa1): ["k": deep(29)]])])) == nil
            )
            #expect(
                refused(.asset, CBORTree.document(.asset, [("regions", [.id(0xa1): ["k": deep(30)]])]))
                    == .limit)
        }
    }
}
