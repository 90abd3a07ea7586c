// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("edit")
struct EditCommandTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write("album.cbor", AlbumDocument(id: Samples.identifier(Samples.id)).encoded)
        try place.write("asset.cbor", Samples.asset().encoded)
        try place.write("settings.cbor", LibrarySettings(id: Samples.identifier(Samples.id)).encoded)
    }

    private func edit(_ file: String, _ arguments: String...) throws -> ToolRun {
        try place.run(
            [
                "edit", file, "--device", Samples.device1, "--writer", Samples.device1, "--now",
                "2026-07-01T10:00:00Z",
            ]
                + arguments)
    }

    @Test("an edit replaces the document, and the delta joined to the old one gives the new")
    func documentAndDelta() throws {
        let before = try AlbumDocument(decoding: place.read("album.cbor"))
        let run = try edit("album.cbor", "add-label", " Paris ", "--delta", "delta.cbor")
        #expect(run.code == 0)
        #expect(run.output.isEmpty)
        #expect(run.error == "album.cbor: changed labels\n")
        let after = try AlbumDocument(decoding: place.read("album.cbor"))
        #expect(after.view.labels.elements.map(\.description) == ["Paris"])
        #expect(try before.joined(with: AlbumDocument(decoding: place.read("delta.cbor"))) == after)
    }

    @Test("-o writes elsewhere and leaves the document as it was")
    func output() throws {
        let before = try place.read("album.cbor")
        let run = try edit("album.cbor", "set-name", "Trip", "-o", "other.cbor", "-q")
        #expect(run.code == 0)
        #expect(run.error == "")
        #expect(try place.read("album.cbor") == before)
        #expect(try AlbumDocument(decoding: place.read("other.cbor")).view.name?.value.description == "Trip")
    }

    @Test("standard input is edited to standard output")
    func standardStreams() throws {
        let input = try place.read("album.cbor")
        let run = try place.run(
            "edit", "-", "--device", Samples.device1, "set-name", "Trip", input: input)
        #expect(run.code == 0)
        #expect(try AlbumDocument(decoding: run.output).view.name?.by.description == Samples.device1)
    }

    @Test("without --writer one is drawn for a device's first add, and printed; no other edit mentions one")
    func drawnWriter() throws {
        let writers = try [Samples.device1, Samples.device2].compactMap { device in
            let run = try place.run("edit", "album.cbor", "--device", device, "add-label", "of \(device)")
            return run.error.split(separator: "\n").last?.split(separator: " ").last.map(String.init)
        }
        #expect(Set(writers).count == 2)
        let labels = try AlbumDocument(decoding: place.read("album.cbor")).view.labels
        #expect(Set(labels.context.writers.map(\.description)) == Set(writers))
        let rename = try place.run("edit", "album.cbor", "--device", Samples.device1, "set-name", "n")
        #expect(rename.error == "album.cbor: changed name\n")
    }

    @Test("standard input holds the document or the facts, not both")
    func standardInputOnce() throws {
        let both = try place.run(
            "edit", "-", "--device", Samples.device1, "set-facts", "-", input: place.read("asset.cbor"))
        #expect(both.code == 2)
        #expect(both.error.hasPrefix("capsule-merge: standard input ('-') can be read only once\n"))
        let facts = try place.run(
            "edit", "asset.cbor", "--device", Samples.device1, "set-facts", "-",
            input: Array(Samples.facts.utf8))
        #expect(facts.code == 0)
        #expect(try AssetSidecar(decoding: place.read("asset.cbor")).isComplete)
    }

    @Test("without --now the clock is read")
    func clock() throws {
        let run = try place.run("edit", "album.cbor", "--device", Samples.device1, "set-name", "n")
        #expect(run.code == 0)
        let stamp = try #require(try AlbumDocument(decoding: place.read("album.cbor")).view.name?.ts)
        // Between the day this was written and the last stamp there is.
        #expect(try stamp > #require(StampTime("2026-01-01T00:00:00.000Z")))
        #expect(stamp < StampTime.last)
    }

    @Test("an edit of what is not there changes nothing and says so")
    func nothing() throws {
        let before = try place.read("album.cbor")
        let run = try edit("album.cbor", "remove-label", "never", "--delta", "delta.cbor")
        #expect(run.code == 0)
        #expect(run.error == "album.cbor: nothing to change\n")
        #expect(try place.read("album.cbor") == before)
        #expect(try place.read("delta.cbor") == before)
    }

    @Test(
        "each edit of an asset makes its change",
        arguments: [
            (["add-label", "x"], "labels", "[\"x\"]"),
            (["set-caption", "A \"b\""], "caption", "\"A \\\"b\\\"\""),
            (["set-caption", ""], "caption", "\"\""),
            (["set-rating", "5"], "rating", "5"),
            (["set-cull", "reject"], "cull", "\"reject\""),
            (["set-hidden", "yes"], "hidden", "true"),
            (
                ["set-capture-time", "2026-05-01T11:00:00+02:00"], "capture_timestamp",
                "\"2026-05-01T11:00:00+02:00\""
            ),
            (["set-orientation", "6"], "orientation", "6"),
            (
                ["set-location", "-33.5", "151"], "gps",
                "{\"lat\":-33.5,\"lon\":151.0,\"source\":\"manual\",\"datum\":\"wgs84\"}"
            ),
            (
                ["set-location", "1", "2", "inferred", "gcj02"], "gps",
                "{\"lat\":1.0,\"lon\":2.0,\"source\":\"inferred\",\"datum\":\"gcj02\"}"
            ),
            (
                ["set-stack", Samples.id, "raw_jpeg", "member"], "stack",
                "{\"stack_id\":\"\(Samples.id)\",\"stack_type\":\"raw_jpeg\",\"role\":\"member\"}"
            ),
            (["add-ai-tag", "dog", "clip", "2"], "ai_tags", "[[\"dog\",\"clip\",\"2\"]]"),
            (
                ["put-region", Samples.id, "circle", "0.5", ".5", "250000000"], "regions",
                "[{\"id\":\"\(Samples.id)\",\"shape\":{\"cx\":500000000,\"cy\":500000000,\"r\":250000000},\"labels\":[]}]"
            ),
            (
                ["put-region", Samples.id, "rect", "0", "0.000000001", "1.0", "0.5"], "regions",
                "[{\"id\":\"\(Samples.id)\",\"shape\":{\"x\":0,\"y\":1,\"w\":1000000000,\"h\":500000000},\"labels\":[]}]"
            ),
        ])
    func asset(arguments: [String], member: String, expected: String) throws {
        let run = try place.run(["edit", "asset.cbor", "--device", Samples.device1] + arguments)
        #expect(run.code == 0, "\(run.error)")
        let view = try JSONReader.read(try place.run("inspect", "--json", "asset.cbor").output)
        #expect(view[member].map { String(decoding: $0.encoded(), as: UTF8.self) } == expected)
    }

    @Test("facts come from a JSON file, and a fault in it is named")
    func facts() throws {
        try place.write("facts.json", Samples.facts)
        #expect(try edit("asset.cbor", "set-facts", "facts.json").code == 0)
        let facts = try #require(try AssetSidecar(decoding: place.read("asset.cbor")).view.facts?.value)
        #expect(facts.dimensions?.width == 400)
        #expect(facts.camera?.serial == "S-1")
        let broken = [
            ("{", "facts.json: this is not JSON: "), ("{}", "facts.json: invalid: "),
            (
                Samples.facts.replacing("image/jpeg", with: "image/jpg"),
                "facts.json: invalid: content_type has no value"
            ),
        ]
        for (text, message) in broken {
            try place.write("facts.json", text)
            let run = try edit("asset.cbor", "set-facts", "facts.json")
            #expect(run.code == 1, "\(text) \(message)")
            #expect(run.error.hasPrefix("capsule-merge: \(message)"), "\(run.error)")
        }
    }

    @Test("what was set can be cleared, dismissed, promoted and deleted")
    func takingBack() throws {
        let region = String(repeating: "9", count: 32)
        for arguments in [
            ["set-location", "1", "2"], ["set-location", "--clear"],
            ["set-stack", Samples.id, "burst", "proxy", "7"], ["set-stack", "--clear"],
            ["add-ai-tag", "cat", "clip", "2"], ["remove-ai-tag", "cat", "clip", "2"],
            ["add-ai-tag", "dog", "clip", "2"], ["promote-ai-tag", "dog", "clip", "2", "--remove"],
            ["add-ai-tag", "owl", "clip", "2"], ["promote-ai-tag", "owl", "clip", "2"],
            ["put-region", region, "rect", "0", "0", "0.5", "0.5"], ["add-region-label", region, "Ana"],
            ["add-region-label", region, "Ben"], ["remove-region-label", region, "Ana"],
        ] {
            let run = try place.run(["edit", "asset.cbor", "--device", Samples.device1] + arguments)
            #expect(run.code == 0, "\(arguments) \(run.error)")
        }
        var view = try AssetSidecar(decoding: place.read("asset.cbor")).view
        #expect(view.location != nil && view.effectiveLocation == nil)
        #expect(view.stackMembership != nil && view.currentMembership == nil)
        #expect(view.tagsUser.elements.map(\.description) == ["dog", "owl"])
        #expect(view.tagsAI.elements.map(\.tag) == ["owl"])
        #expect(view.regions.first?.region.labels.elements.map(\.description) == ["Ben"])
        #expect(try edit("asset.cbor", "delete-region", region).code == 0)
        view = try AssetSidecar(decoding: place.read("asset.cbor")).view
        #expect(view.regions.first?.region.isDeleted == true)
        let again = try edit("asset.cbor", "put-region", region, "rect", "0", "0", "0.5", "0.5")
        #expect(again.code == 1)
        #expect(
            again.error
                == "capsule-merge: asset.cbor: invalid in regions.\(region): the region is deleted, and no "
                + "write brings it back\n")
    }

    @Test("the region 'new' has an id of its own, which is printed")
    func newRegion() throws {
        let run = try edit("asset.cbor", "put-region", "new", "rect", "0", "0", "0.5", "0.5")
        #expect(run.code == 0)
        let id = try AssetSidecar(decoding: place.read("asset.cbor")).view.regions.first?.id
        #expect(run.error == "asset.cbor: changed regions\nnew region \(try #require(id))\n")
    }

    @Test("settings are set and cleared")
    func settings() throws {
        let (scope, album) = (String(repeating: "5c", count: 32), Samples.id)
        var definition = CBORMap()
        let author = try Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z")
        let name = try Stamped(Label(normalizing: "Best"), by: author.device, ts: author.now)
        definition.put("display_name", encoded: name.encoded)
        let id = try #require(Identifier(hex: album))
        definition.put("smart_album_id") { $0.writeBytes(id.bytes.span) }
        try place.write("definition.cbor", definition.encoded)
        for arguments in [
            ["set-smart-album", album, "definition.cbor"], ["set-scope-override", scope, album],
            ["set-source-default", "camera_roll", album], ["set-cover", album, Samples.device2],
        ] {
            let run = try place.run(["edit", "settings.cbor", "--device", Samples.device1] + arguments)
            #expect(run.code == 0, "\(run.error)")
        }
        var view = try LibrarySettings(decoding: place.read("settings.cbor")).view
        #expect(view.smartAlbums.first?.register.value != nil)
        #expect(view.scopeOverrides.first?.register.value?.description == album)
        #expect(view.sourceKindDefaults.first?.key == .cameraRoll)
        #expect(view.aggregatedAlbumCovers.first?.register.value?.description == Samples.device2)
        let shown = try place.run("inspect", "settings.cbor").text
        for text in [
            "smart album    \(album)  \"Best\"", "to album \(album)", "camera_roll to album",
            "is asset \(Samples.device2)",
        ] {
            #expect(shown.contains(text), "\(text)")
        }
        for arguments in [
            ["set-smart-album", album], ["set-scope-override", scope], ["set-source-default", "camera_roll"],
            ["set-cover", album],
        ] {
            let run = try place.run(
                ["edit", "settings.cbor", "--device", Samples.device1, "--clear"] + arguments)
            #expect(run.code == 0, "\(run.error)")
        }
        try place.write("array.cbor", [0x80])
        let array = try edit("settings.cbor", "set-smart-album", album, "array.cbor")
        #expect(array.code == 1)
        #expect(
            array.error
                == "capsule-merge: array.cbor: invalid at byte 0: a smart album's definition is a map or null\n"
        )
        view = try LibrarySettings(decoding: place.read("settings.cbor")).view
        #expect(
            view.smartAlbums.first?.register.value == nil && view.scopeOverrides.first?.register.value == nil)
        #expect(view.sourceKindDefaults.first?.register.value == nil)
        #expect(view.aggregatedAlbumCovers.count == 1)
    }

    @Test(
        "a command line that does not fit is a usage error, and nothing is written",
        arguments: [
            (["set-rating", "6"], "a rating is 0 to 5, '6' is not"),
            (["set-rating", "-1"], "a rating is 0 to 5, '-1' is not"),
            (["set-rating"], "'set-rating 0-5' is wanted; nothing was given"),
            (["set-ratin", "3"], "there is no edit 'set-ratin'; did you mean 'set-rating'?"),
            (["set-cull", "best"], "a cull flag is one of pick, neutral, reject; 'best' is not"),
            (["set-hidden", "maybe"], "set-hidden takes yes or no, not 'maybe'"),
            (
                ["set-capture-time", "yesterday"],
                "a time is RFC 3339, such as 2026-05-01T14:30:00+02:00; 'yesterday' is not"
            ),
            (
                ["set-location", "91", "0"],
                "a place is a latitude of -90 to 90 and a longitude of -180 to 180; '91' '0' is not"
            ),
            (
                ["set-location", "nan", "0"],
                "a place is a latitude of -90 to 90 and a longitude of -180 to 180; 'nan' '0' is not"
            ),
            (
                ["set-location", "1", "2", "map"],
                "a gps source is one of exif, manual, inferred; 'map' is not"
            ),
            (
                ["set-location", "1", "--clear"],
                "'set-location LAT LON [exif|manual|inferred [wgs84|gcj02]]' or 'set-location --clear' is wanted; '1' was given"
            ),
            (["set-rating", "3", "--clear"], "set-rating sets what cannot be cleared"),
            (["set-rating", "3", "--remove"], "--remove belongs to promote-ai-tag"),
            (["set-stack", "12", "burst", "member"], "STACK_ID is 32 hexadecimal digits, '12' is not"),
            (
                ["set-stack", Samples.id, "burst", "member", "-1"],
                "INDEX is a whole number of 0 to 4294967295, '-1' is not"
            ),
            (
                ["put-region", "new", "rect", "0", "0", "1", "1"],
                "'1' may be the whole (write 1.0) or one billionth (write 0.000000001)"
            ),
            (["put-region", "new", "rect", "0", "0", "1.5", "1.0"], "a fraction is at most 1.0, not '1.5'"),
            (
                ["put-region", "new", "rect", "0", "0", ".", "1.0"],
                "a fraction is a decimal such as 0.25 or a number of billionths, not '.'"
            ),
            (
                ["put-region", "new", "rect", "0", "0", "0.0000000001", "1.0"],
                "a fraction has one point and at most nine decimals, not '0.0000000001'"
            ),
            (
                ["put-region", "new", "oval", "0", "0", "1.0"],
                "'put-region ID rect X Y W H' or 'put-region ID circle CX CY R' is wanted; "
            ),
            (["add-ai-tag", "", "m", "v"], "TAG, MODEL and VERSION have 1 to 256 bytes each"),
            (
                ["set-rating", "3", "--now", "noon"],
                "--now is a time such as 2026-05-01T12:00:00.000Z, 'noon' is not"
            ),
            (["set-rating", "3", "--writer", "xyz"], "--writer is 32 hexadecimal digits, 'xyz' is not"),
            (
                ["set-rating", "3", "-o", "-", "--delta", "-"],
                "standard output and standard output are one file, which cannot be a document and a delta"
            ),
        ])
    func usage(arguments: [String], message: String) throws {
        let before = try place.read("asset.cbor")
        let run = try place.run(["edit", "asset.cbor", "--device", Samples.device1] + arguments)
        #expect(run.code == 2)
        #expect(run.error.hasPrefix("capsule-merge: \(message)"), "\(run.error)")
        #expect(run.error.hasSuffix("\nTry 'capsule-merge edit --help'.\n"))
        #expect(try place.read("asset.cbor") == before)
    }

    @Test(
        "an edit that the document refuses names the file, the class and the field, and writes nothing",
        arguments: [
            ("album.cbor", ["add-label", "  "], "invalid in labels: a label is not empty once trimmed"),
            (
                "album.cbor", ["set-rating", "3"],
                "invalid: set-rating is an edit of kind asset, the document is of kind album"
            ),
            (
                "settings.cbor", ["add-label", "x"],
                "invalid: add-label is an edit of kind stack or album or asset, the document is of kind settings"
            ),
            (
                "asset.cbor", ["promote-ai-tag", "dog", "clip", "2"],
                "invalid in tags_ai: an AI tag that is not live cannot be promoted"
            ),
            (
                "asset.cbor", ["add-region-label", Samples.id, "x"],
                "invalid in regions.\(Samples.id): there is no live region of this id"
            ),
            (
                "asset.cbor", ["put-region", Samples.id, "rect", "0.5", "0", "0.75", "0.5"],
                "invalid in regions.\(Samples.id): a rectangle ends within the image"
            ),
        ])
    func refused(file: String, arguments: [String], message: String) throws {
        let before = try place.read(file)
        let run = try place.run(
            ["edit", file, "--device", Samples.device1, "--delta", "delta.cbor"] + arguments)
        #expect(run.code == 1)
        #expect(run.error == "capsule-merge: \(file): \(message)\n")
        #expect(try place.read(file) == before)
        #expect(!place.names.contains("delta.cbor"))
    }

    @Test("a register with the last stamp is refused with limit, a newer document with newer-schema")
    func limits() throws {
        let album = try Samples.album(Samples.device1, "9999-12-31T23:59:59.999Z", name: "last")
        try place.write("album.cbor", album.encoded)
        let last = try edit("album.cbor", "set-name", "later")
        #expect(last.code == 1)
        #expect(last.error.hasPrefix("capsule-merge: album.cbor: limit in name: "))
        try place.write("newer.cbor", Samples.hex(Samples.newerAlbum))
        let newer = try edit("newer.cbor", "set-name", "x")
        #expect(newer.code == 1)
        #expect(newer.error.hasPrefix("capsule-merge: newer.cbor: newer-schema at byte 2"))
    }

    @Test("a delta that cannot be written leaves the document as it was")
    func deltaFails() throws {
        let before = try place.read("album.cbor")
        let run = try edit("album.cbor", "set-name", "Trip", "--delta", "no/delta.cbor")
        #expect(run.code == 1)
        #expect(run.error == "capsule-merge: no/delta.cbor: the directory does not exist\n")
        #expect(try place.read("album.cbor") == before)
    }

    @Test("--device is needed, and a label that begins with a dash comes after --")
    func device() throws {
        let run = try place.run("edit", "album.cbor", "set-name", "n")
        #expect(run.code == 2)
        #expect(run.error.hasPrefix("capsule-merge: edit needs --device HEX"))
        #expect(try edit("album.cbor", "--", "add-label", "-dash").code == 0)
        let labels = try AlbumDocument(decoding: place.read("album.cbor")).view.labels
        #expect(labels.elements.map(\.description) == ["-dash"])
    }
}
