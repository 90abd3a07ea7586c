// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("inspect and check")
struct InspectCommandTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        let album = try Samples.album(
            Samples.device1, "2026-07-01T10:00:00.000Z", name: "Lisbon", "Sea", "Old")
        try place.write("album.cbor", album.encoded)
        try place.write("newer.cbor", Samples.hex(Samples.newerAlbum))
    }

    @Test("an album is shown with its name, its stamp and its labels in the order of the set")
    func readable() throws {
        let run = try place.run("inspect", "album.cbor")
        #expect(run.code == 0)
        #expect(
            run.text == """
                album \(Samples.id)
                  name           "Lisbon"
                                 2026-07-01T10:00:00.000Z by \(Samples.device1)
                  labels         "Old"
                                 "Sea"
                                 (2 live of 2 adds by 1 writer)

                """)
    }

    @Test("every field of an asset is shown")
    func asset() throws {
        try place.write("asset.cbor", Samples.asset().encoded)
        try place.write("facts.json", Samples.facts)
        let region = String(repeating: "9", count: 32)
        let edits = [
            ["set-facts", "facts.json"], ["set-caption", "One"], ["set-caption", "Two"],
            ["set-rating", "4"], ["set-cull", "pick"], ["set-hidden", "yes"],
            ["set-capture-time", "2026-05-01T11:00:00Z"], ["set-location", "-33.5", "-151.25", "exif"],
            ["set-stack", Samples.id, "burst", "primary", "2"], ["add-label", "Sea"],
            ["add-ai-tag", "dog", "clip", "2"],
            ["put-region", region, "rect", "0", "0.25", "1.0", "500000000"],
            ["add-region-label", region, "Ana"],
        ]
        for edit in edits {
            let run = try place.run(
                ["edit", "asset.cbor", "--device", Samples.device1, "--now", "2026-07-01T10:00:00Z"] + edit)
            #expect(run.code == 0, "\(edit) \(run.error)")
        }
        let text = try place.run("inspect", "asset.cbor").text
        for shown in [
            "facts          image/jpeg, SHA-256 abab", "400 x 300 pixels", "camera \"M\", serial \"S-1\"",
            "taken 2026-05-01T10:00:00+02:00, imported 2026-05-02T10:00:00Z",
            "capture time   2026-05-01T11:00:00Z, a correction",
            "location       -33.5 -151.25, exif, wgs84", "labels         \"Sea\"",
            "AI tags        \"dog\" by \"clip\" \"2\"", "caption        \"Two\"", "superseded   \"One\"",
            "rating         4 of 5", "cull           pick", "hidden         yes",
            "stack          \(Samples.id), primary of a burst, place 2", "region         \(region)",
            "rectangle at 0, 0.25, size 1.0 x 0.5", "labels \"Ana\"",
        ] { #expect(text.contains(shown), "\(shown)") }
    }

    @Test("a newer document is marked as newer, and what is not understood is named")
    func newer() throws {
        let run = try place.run("inspect", "newer.cbor")
        #expect(run.code == 0)
        #expect(run.text.contains("NEWER          schema version 2, this tool knows 1:"))
        #expect(run.text.contains("name           has a value that this version does not understand"))
        #expect(run.text.contains("later version  \"future\"\n                 true\n"))
        let json = try JSONReader.read(try place.run("inspect", "--json", "newer.cbor").output)
        #expect(json["newer_schema"]?.integer?.exactly(Int.self) == 2)
    }

    @Test("--json is the plain view of the test interface")
    func json() throws {
        let run = try place.run("inspect", "album.cbor", "--json")
        #expect(run.code == 0)
        #expect(run.text == "{\"name\":\"Lisbon\",\"labels\":[\"Old\",\"Sea\"]}\n")
    }

    @Test("--diag shows any canonical CBOR, and says where other bytes are wrong")
    func diag() throws {
        let run = try place.run("inspect", "--diag", "-", input: [0xa1, 0x61, 0x61, 0x82, 0x01, 0xf6])
        #expect(run.code == 0)
        #expect(run.text == "{\n  \"a\": [\n    1,\n    null\n  ]\n}\n")
        let bad = try place.run("inspect", "--diag", "-", input: [0x82, 0x18, 0x01, 0x00])
        #expect(bad.code == 1)
        #expect(
            bad.error
                == "capsule-merge: standard input: non-canonical at byte 1: an integer, length or tag is not in "
                + "its shortest form\n")
        #expect(try place.run("inspect", "--diag", "--json", "album.cbor").code == 2)
    }

    @Test("inspect refuses what is no document, with the place")
    func inspectRefuses() throws {
        let run = try place.run("inspect", "-", input: [0xa1, 0x00, 0x01])
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(
            run.error.hasPrefix(
                "capsule-merge: standard input: invalid: this is no document: none of the id keys"))
    }

    @Test("check says valid for each file, names each refused one, and exits with 1")
    func check() throws {
        let size = try place.read("album.cbor").count
        try place.write("cut.cbor", Array(try place.read("album.cbor").dropLast(3)))
        try place.write("asset.cbor", Samples.asset().encoded)
        let good = try place.run("check", "album.cbor", "asset.cbor")
        #expect(good.code == 0)
        #expect(good.error == "")
        #expect(good.lines[0] == "album.cbor: valid, album \(Samples.id), \(size) bytes")
        #expect(good.lines[1].hasSuffix("without facts (a delta, or not complete)"))
        let mixed = try place.run("check", "cut.cbor", "no.cbor", "album.cbor", "newer.cbor")
        #expect(mixed.code == 1)
        #expect(mixed.lines == good.lines.filter { $0.hasPrefix("album") } + [""])
        let errors = mixed.error.split(separator: "\n")
        #expect(errors.count == 3)
        #expect(errors[0].contains("cut.cbor: malformed at byte "))
        #expect(errors[1] == "capsule-merge: no.cbor: no such file")
        #expect(errors[2].contains("newer.cbor: newer-schema at byte 2"))
    }

    @Test("a refused document is named with the byte and the key path")
    func place_of_fault() throws {
        var bytes = try place.read("album.cbor")
        // The last digit of the name's stamp, before its Z: a letter is no digit.
        let index = try #require(
            bytes.indices.dropLast().first { bytes[$0] == 0x30 && bytes[$0 + 1] == 0x5a })
        bytes[index] = 0x78
        try place.write("bad.cbor", bytes)
        let run = try place.run("check", "bad.cbor")
        #expect(run.code == 1)
        #expect(run.error.hasPrefix("capsule-merge: bad.cbor: invalid at byte "))
        #expect(run.error.contains(" in name.ts: a stamp time is spelled YYYY-MM-DDTHH:MM:SS.mmmZ"))
    }
}
