// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("album")
struct AlbumCommandTests {
    let place: Workplace
    static let album = String(repeating: "ee", count: 16)

    init() throws {
        place = try Workplace()
    }

    /// An asset with a rating and a label.
    private func asset(_ digit: String, rating: Int, label: String) throws -> AssetSidecar {
        let author = try Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z")
        var asset = AssetSidecar(id: try Samples.identifier(String(repeating: digit, count: 32)))
        _ = try asset.setRating(try #require(Rating(rating)), by: author)
        _ = try asset.addLabel(label, by: author)
        return asset
    }

    @Test("check shows a definition as text, and points at what is wrong in one")
    func check() throws {
        let good = try place.run("album", "check", "--text", "not any( rating gte 4,cull is reject )")
        #expect(good.code == 0)
        #expect(good.text == "valid\nnot any(rating >= 4, cull is reject)\n")
        let bad = try place.run("album", "check", "--text", "all(rating >= 4, cull is best)")
        #expect(bad.code == 1)
        #expect(bad.error.contains("line 1, column 26"))
        try place.write("def.cbor", [0xa0])
        let refused = try place.run("album", "check", "def.cbor")
        #expect(refused.code == 1)
        #expect(refused.error.contains("def.cbor: invalid"))
    }

    @Test("evaluate lists the members of a folder in order, as lines and as JSON")
    func evaluate() throws {
        try place.write("1.cbor", try asset("1", rating: 3, label: "Sea").encoded)
        try place.write("2.cbor", try asset("2", rating: 5, label: "Sea").encoded)
        try place.write("3.cbor", try asset("3", rating: 5, label: "Town").encoded)
        let (one, two) = (String(repeating: "1", count: 32), String(repeating: "2", count: 32))
        let text = "all(tags_user contains \"Sea\", rating >= 1) sort rating desc"
        let run = try place.run("album", "evaluate", "--text", text, "--assets", ".")
        #expect(run.code == 0, "\(run.error)")
        #expect(run.text == "\(two)\n\(one)\n")
        let json = try place.run("album", "evaluate", "--text", text, "--assets", ".", "--json")
        #expect(json.text == "{\"members\":[\"\(one)\",\"\(two)\"],\"ordered\":[\"\(two)\",\"\(one)\"]}\n")
    }

    @Test("a folder within the folder names the album of its assets, whose labels they have")
    func albums() throws {
        let (outer, albums) = ("\(place.path)/library", "\(place.path)/albums")
        let inner = "\(outer)/\(Self.album)"
        for folder in [outer, inner, albums] { unsafe mkdir(folder, 0o700) }
        defer {
            for file in ["\(inner)/1.cbor", "\(albums)/a.cbor"] { unsafe unlink(file) }
            for folder in [inner, outer, albums] { unsafe rmdir(folder) }
        }
        try place.write("library/\(Self.album)/1.cbor", try asset("1", rating: 3, label: "Sea").encoded)
        var album = AlbumDocument(id: try Samples.identifier(Self.album))
        _ = try album.addLabel("Trip", by: Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z"))
        try place.write("albums/a.cbor", album.encoded)
        let text = "all(tags_user contains_all [\"Trip\", \"Sea\"], album_id contains \(Self.album))"
        let id = String(repeating: "1", count: 32)
        let run = try place.run(
            "album", "evaluate", "--text", text, "--assets", "library", "--albums", "albums")
        #expect(run.text == "\(id)\n", "\(run.error)")
        let explained = try place.run(
            "album", "explain", "--text", text, "library/\(Self.album)/1.cbor", "--album", Self.album,
            "--albums",
            "albums")
        #expect(explained.lines.first == "\(id) is a member", "\(explained.error)")
    }

    @Test("explain says of every node whether it holds, and why")
    func explain() throws {
        try place.write("1.cbor", try asset("1", rating: 3, label: "Sea").encoded)
        let text = "any(rating >= 4, gps exists true, tags_ai(\"m\", \"1\") contains \"x\")"
        let run = try place.run("album", "explain", "--text", text, "1.cbor")
        #expect(
            run.text == """
                \(String(repeating: "1", count: 32)) is no member
                unknown  any
                false      rating >= 4
                false      gps exists true  (absent)
                unknown    tags_ai("m", "1") contains "x"  (stale slot)

                """)
        let current = try place.run("album", "explain", "--text", text, "1.cbor", "--slots", "m:1")
        #expect(current.lines.dropFirst().first == "false    any")
    }

    @Test("a command line that does not fit is a usage error")
    func usage() throws {
        for arguments in [
            ["album", "check"], ["album", "list", "x"], ["album", "explain", "--text", "rating = 1"],
            ["album", "evaluate", "--text", "rating = 1"],
            ["album", "evaluate", "--text", "rating = 1", "--assets", ".", "--view", "all"],
            ["album", "evaluate", "--text", "rating = 1", "--assets", ".", "--slots", "m"],
        ] {
            #expect(try place.run(arguments).code == 2, "\(arguments)")
        }
    }

    @Test("sidecars of one id are joined whatever their names, and a newer one stops nothing")
    func states() throws {
        let rated = try asset("1", rating: 5, label: "Sea")
        let bare = AssetSidecar(id: rated.id)
        let query = ["album", "evaluate", "--text", "rating >= 3", "--assets", "."]
        for (first, second) in [("a", "b"), ("b", "A")] {
            try place.write(first, rated.encoded)
            try place.write(second, bare.encoded)
            try place.write("newer", [0xa1, 0x00, 0x02])
            let run = try place.run(query)
            #expect(run.code == 0, "\(first) \(second)")
            #expect(run.text == "\(rated.id)\n", "\(first) \(second)")
            #expect(run.error.contains("1 newer documents are left out"), "\(run.error)")
            for name in [first, second, "newer"] { unsafe unlink("\(place.path)/\(name)") }
        }
    }

    @Test(
        "an option that an action does not use is refused",
        arguments: [
            ["check", "--text", "rating = 1", "--view", "default"],
            ["evaluate", "--text", "rating = 1", "--assets", ".", "--album", album],
            ["explain", "--text", "rating = 1", "x", "--assets", "."],
        ])
    func unused(_ arguments: [String]) throws {
        let run = try place.run(["album"] + arguments)
        #expect(run.code == 2)
        #expect(run.error.contains("does not go with"), "\(run.error)")
    }
}
