// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("explain")
struct ExplainCommandTests {
    let place: Workplace
    private static let region = String(repeating: "9", count: 32)

    init() throws { place = try Workplace() }

    private func explain(_ left: some Encoded, _ right: some Encoded) throws -> String {
        try place.write("a.cbor", left.encoded)
        try place.write("b.cbor", right.encoded)
        let run = try place.run("explain", "a.cbor", "b.cbor")
        #expect(run.code == 0)
        #expect(run.error == "")
        return run.text
    }

    @Test("the later write, the greater device and the greater bytes are told apart")
    func registers() throws {
        let early = "2026-07-01T10:00:00.000Z", late = "2026-07-01T10:00:00.001Z"
        let album = try Samples.album(Samples.device1, early, name: "One")
        let cases = [
            (try Samples.album(Samples.device1, late, name: "Two"), "it is later"),
            (try Samples.album(Samples.device2, early, name: "Two"), "same instant, greater device id"),
            (
                try Samples.album(Samples.device1, early, name: "Zoo"),
                "same instant and device, greater bytes"
            ),
        ]
        for (other, words) in cases {
            let text = try explain(album, other)
            #expect(text.hasPrefix("name: the write in b.cbor wins: \(words)\n  * "), "\(text)")
            #expect(
                try explain(other, album).hasPrefix("name: the write in a.cbor wins: \(words)\n  * "),
                "\(other) \(words)")
        }
    }

    @Test("what only one side has, and what is equal, is said")
    func onlyOne() throws {
        var asset = try Samples.asset()
        let author = try Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z")
        _ = try asset.setHidden(true, by: author)
        var other = asset
        _ = try other.setRating(#require(Rating(3)), by: author)
        #expect(try explain(asset, other) == "rating: only in b.cbor\nequal in all: hidden\n")
        #expect(try explain(asset, asset) == "the files hold the same document, byte for byte\n")
    }

    @Test("of a set is said what was added, removed, added again, and what all have")
    func sets() throws {
        let base = try Samples.album(
            Samples.device1, "2026-07-01T10:00:00.000Z", name: "n", "all", "gone", "again")
        var (left, right) = (base, base)
        _ = try left.removeLabel("gone")
        _ = try left.removeLabel("again")
        // A second device adds what is there under an add-id of its own, which the first has not seen.
        var added = AlbumDocument(id: base.id)
        _ = try added.addLabel("again", by: Samples.author(Samples.device2, "2026-07-01T10:00:00.000Z"))
        try right.join(added)
        _ = try right.addLabel("new", by: Samples.author(Samples.device2, "2026-07-01T10:00:00.000Z"))
        #expect(
            try explain(left, right) == """
                labels: the union, 3 stay, 1 goes
                    "new"    added in b.cbor
                    "gone"   gone: removed in a.cbor
                    "again"  stays: the removal in a.cbor had not seen the add in b.cbor
                    1 that all have
                equal in all: name

                """)
    }

    @Test("a deletion absorbs a region, and the labels that go with it are named")
    func deletion() throws {
        let author = try Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z")
        var asset = try Samples.asset()
        let id = try Samples.identifier(Self.region)
        let half = try #require(Fraction(0.5)), zero = try #require(Fraction(0.0))
        _ = try asset.putRegion(id, .rectangle(x: zero, y: zero, w: half, h: half), by: author)
        var other = asset
        _ = try asset.deleteRegion(id, by: author)
        _ = try other.addRegionLabel("Ana", to: id, by: author)
        #expect(
            try explain(asset, other) == """
                regions.\(Self.region): deleted in a.cbor, which nothing brings back
                  * null  2026-07-01T10:00:00.001Z by 11111111...  a.cbor
                    gone with it: what b.cbor has, also the labels "Ana"

                """)
    }

    @Test("captions say how many values are kept")
    func history() throws {
        var left = try Samples.asset()
        var right = left
        _ = try left.setCaption(
            #require(Caption("L")), by: Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z"))
        _ = try right.setCaption(
            #require(Caption("R")), by: Samples.author(Samples.device2, "2026-07-02T10:00:00.000Z"))
        let text = try explain(left, right)
        #expect(text.hasPrefix("caption: the write in b.cbor wins: it is later\n  * \"R\""))
        #expect(text.hasSuffix("    2 values kept\n"))
    }

    @Test("a carried key says which rule decided")
    func carried() throws {
        func album(_ value: String) throws -> AlbumDocument {
            try AlbumDocument(
                decoding: Samples.hex("a30001" + "6178" + value + "68616c62756d5f696450" + Samples.id))
        }
        func stamped(_ ts: String, _ by: String) -> String {
            "a3626279" + "50" + by + "627473" + "7818" + Hex.encode(Array(ts.utf8)) + "6576616c756501"
        }
        let early = stamped("2026-07-01T10:00:00.000Z", Samples.device1)
        let late = stamped("2026-07-02T10:00:00.000Z", Samples.device1)
        let cases = [
            ("01", "02", "greater bytes"), ("6161", early, "a stamped value goes before others"),
            (early, late, "it is later"),
            (early, stamped("2026-07-01T10:00:00.000Z", Samples.device2), "same instant, greater device id"),
        ]
        for (lesser, greater, words) in cases {
            let text = try explain(try album(lesser), try album(greater))
            #expect(
                text.hasPrefix("x: a key of a later version; that in b.cbor stays: \(words)\n"), "\(text)")
        }
        let one = try explain(AlbumDocument(id: Samples.identifier(Samples.id)), try album("01"))
        #expect(one == "x: a key of a later version, only in b.cbor; kept as it is\n")
    }

    @Test("--json has the same as one object; other documents and one file are refused")
    func jsonAndRefusals() throws {
        let album = try Samples.album(Samples.device1, "2026-07-01T10:00:00.000Z", name: "One", "x")
        try place.write("a.cbor", album.encoded)
        try place.write("b.cbor", AlbumDocument(id: album.id).encoded)
        try place.write("c.cbor", AlbumDocument(id: Samples.identifier(Samples.device1)).encoded)
        let json = try JSONReader.read(try place.run("explain", "a.cbor", "b.cbor", "--json").output)
        #expect(json["inputs"]?.array?.compactMap(\.text) == ["a.cbor", "b.cbor"])
        #expect(json["fields"]?.array?.compactMap { $0["outcome"]?.text } == ["present_only", "set"])
        let mismatch = try place.run("explain", "a.cbor", "b.cbor", "c.cbor")
        #expect(mismatch.code == 1)
        #expect(mismatch.error.hasPrefix("capsule-merge: c.cbor: mismatch in album_id: "))
        #expect(try place.run("explain", "a.cbor").code == 2)
    }
}

/// A document of any kind.
protocol Encoded {
    var encoded: [UInt8] { get }
}

extension Document: Encoded {}
