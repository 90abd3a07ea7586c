// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("new, canonicalize, before, skew")
struct OtherCommandTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    @Test("new makes an empty document of each kind", arguments: DocumentKind.allCases)
    func new(kind: DocumentKind) throws {
        let run = try place.run("new", kind.rawValue, "--id", Samples.id, "-o", "new.cbor")
        #expect(run.code == 0)
        #expect(run.text == "\(kind.rawValue) \(Samples.id)\n")
        #expect(try DocumentKind(identifying: place.read("new.cbor")) == kind)
        #expect(try place.run("check", "new.cbor").code == 0)
    }

    @Test("new draws an id, and writes to standard output")
    func newDraws() throws {
        let runs = try (0..<2).map { _ in try place.run("new", "stack", "-o", "-") }
        let ids = try runs.map { try StackDocument(decoding: $0.output).id.description }
        #expect(runs.map(\.error) == ids.map { "stack \($0)\n" })
        #expect(ids[0] != ids[1])
    }

    @Test("new leaves a file that is there as it is")
    func newLeaves() throws {
        try place.write("there.cbor", "precious")
        let run = try place.run("new", "album", "-o", "there.cbor")
        #expect(run.code == 1)
        #expect(run.error == "capsule-merge: there.cbor: is there already, and is left as it is\n")
        #expect(try place.read("there.cbor") == Array("precious".utf8))
        #expect(try place.run("new", "photo", "-o", "x").code == 2)
        #expect(try place.run("new", "album").code == 2)
        #expect(try place.run("new", "album", "--id", "12", "-o", "x").code == 2)
    }

    @Test("canonicalize rewrites well-formed CBOR, and says whether it had to")
    func canonicalize() throws {
        // {_ "b": 1 (two bytes of head), "a": [_ 1.0 as a double]}
        let bytes = try Samples.hex("bf616218016161" + "9ffb3ff0000000000000ffff")
        let run = try place.run("canonicalize", "-", "-o", "out.cbor", input: bytes)
        #expect(run.code == 0)
        #expect(try Hex.encode(place.read("out.cbor")) == "a261" + "6181f93c00616201")
        #expect(run.text == "standard input: rewritten, \(bytes.count) bytes to 10\n")
        let again = try place.run("canonicalize", "out.cbor", "-o", "-")
        #expect(again.output == (try place.read("out.cbor")))
        #expect(again.error == "out.cbor: was canonical already\n")
    }

    @Test("canonicalize stops at a duplicate key, and at what is not well-formed")
    func canonicalizeRefuses() throws {
        let twice = try place.run("canonicalize", "-", "-o", "out.cbor", input: Samples.hex("a2616101616102"))
        #expect(twice.code == 1)
        #expect(
            twice.error
                == "capsule-merge: standard input: non-canonical at byte 4: duplicate map key \"a\", so no "
                + "canonical form says the same\n")
        let cut = try place.run("canonicalize", "-", "-o", "out.cbor", input: [0x82, 0x01])
        #expect(cut.code == 1)
        #expect(cut.error.hasPrefix("capsule-merge: standard input: malformed at byte "))
        #expect(place.names == [])
    }

    @Test("before leaves out later writes and lists them; skew says how far ahead they are")
    func beforeAndSkew() throws {
        var asset = try Samples.asset()
        let early = try Samples.author(Samples.device1, "2026-07-01T10:00:00.000Z")
        let late = try Samples.author(Samples.device2, "2026-07-05T12:30:00.250Z")
        _ = try asset.setCaption(#require(Caption("early")), by: early)
        _ = try asset.setCaption(#require(Caption("late")), by: late)
        _ = try asset.setHidden(true, by: early)
        let region = try Samples.identifier(Samples.id)
        _ = try asset.putRegion(
            region,
            .rectangle(
                x: #require(Fraction(0.0)), y: #require(Fraction(0.0)), w: #require(Fraction(0.5)),
                h: #require(Fraction(0.5))), by: early)
        _ = try asset.deleteRegion(region, by: late)
        try place.write("asset.cbor", asset.encoded)

        let before = try place.run(
            "before", "asset.cbor", "--horizon", "2026-07-02T00:00:00Z", "-o", "out.cbor")
        #expect(before.code == 0)
        #expect(
            before.text
                == "left out: caption.current, stamped 2026-07-05T12:30:00.250Z by \(Samples.device2)\n")
        let horizon = try #require(StampTime("2026-07-02T00:00:00.000Z"))
        #expect(try place.read("out.cbor") == asset.before(horizon).encoded)

        let skew = try place.run("skew", "asset.cbor", "--now", "2026-07-02T00:00:00+02:00")
        #expect(skew.code == 0)
        #expect(
            skew.text == """
                caption.current  3 days 14 hours ahead
                    stamped 2026-07-05T12:30:00.250Z by device \(Samples.device2)
                regions.\(Samples.id).shape  3 days 14 hours ahead
                    stamped 2026-07-05T12:30:00.250Z by device \(Samples.device2) (stays whatever the horizon)

                """)
        let json = try JSONReader.read(
            try place.run("skew", "asset.cbor", "--now", "2026-07-05T12:30:00.249Z", "--json").output)
        #expect(
            json["ahead"]?.array?.compactMap { $0["milliseconds"]?.integer?.exactly(Int.self) } == [1, 1])
        #expect(json["ahead"]?.array?.compactMap { $0["left_out"]?.bool } == [true, false])
        let none = try place.run("skew", "asset.cbor", "--now", "2026-07-05T12:30:00.250Z")
        #expect(none.text == "no stamp lies ahead of 2026-07-05T12:30:00.250Z\n")
    }

    @Test("before and skew need a time that is one")
    func times() throws {
        for arguments in [
            ["before", "x", "-o", "y"], ["before", "x", "-o", "y", "--horizon", "2026"], ["skew", "x"],
            ["skew", "x", "--now", "2026-02-30T00:00:00Z"],
            ["skew", "x", "--now", "2026-02-01T00:00:60Z"],
            ["before", "x", "--horizon", "2026-01-01T00:00:00Z"],
        ] { #expect(try place.run(arguments).code == 2, "\(arguments)") }
        let missing = try place.run("skew", "x", "--now", "2026-01-01T00:00:00Z")
        #expect(missing.code == 1)
        #expect(missing.error == "capsule-merge: x: no such file\n")
    }

    @Test("skew reads a newer document")
    func skewNewer() throws {
        let run = try place.run(
            "skew", "-", "--now", "2026-01-01T00:00:00Z", input: Samples.hex(Samples.newerAlbum))
        #expect(run.code == 0)
    }

    @Test("testee answers each line, and a pipe that nobody reads ends it without a word")
    func testee() throws {
        let lines = Array("{\"id\":1,\"op\":\"info\"}\nno\n".utf8)
        let run = try place.run("testee", input: lines)
        #expect(run.code == 0)
        #expect(run.lines.count == 3)
        #expect(run.lines[0].hasPrefix("{\"id\":1,\"ok\":{\"name\":\"capsule-merge\""))
        #expect(run.lines[1].hasPrefix("{\"id\":null,\"error\":\"malformed\""))
        let closed = try place.run(["testee"], input: lines, isOutputClosed: true)
        #expect(closed.code == nil || closed.code == 1)
        #expect(closed.error == "")
    }
}
