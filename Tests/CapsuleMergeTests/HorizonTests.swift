// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("The horizon of merge, open, verify and edit")
struct HorizonTests {
    static let far = "9000-01-01T00:00:00.000Z"
    let place: Workplace

    init() throws {
        place = try Workplace()
        var album = try Samples.album(Samples.device1, "2026-07-01T10:00:00.000Z", name: "Lisbon", "Sea")
        _ = try album.setName("Poison", by: Samples.author(Samples.device2, Self.far))
        try place.write("far.cbor", album.encoded)
        try place.write(
            "near.cbor",
            Samples.album(Samples.device1, "2026-07-02T10:00:00.000Z", name: "Porto").encoded)
    }

    @Test("merge refuses a stamp from the future, names it and whose it is, and writes nothing")
    func refusal() throws {
        let run = try place.run(
            "merge", "near.cbor", "far.cbor", "-o", "out.cbor", "--accepted-at", "2026-07-03T00:00:00Z")
        #expect(run.code == 1)
        #expect(run.error.contains("stamps later than 2026-07-04T00:00:00.000Z\n"))
        #expect(run.error.contains("  far.cbor: name, stamped \(Self.far) by \(Samples.device2)\n"))
        #expect(run.error.contains("--leave-out-future") && run.error.contains("--no-horizon"))
        #expect(!place.names.contains("out.cbor"))
        #expect(try place.run("merge", "far.cbor", "-o", "out.cbor").code == 1)
    }

    @Test("--leave-out-future joins what is left and lists the rest; --no-horizon joins everything")
    func waysOn() throws {
        let left = try place.run(
            "merge", "near.cbor", "far.cbor", "-o", "out.cbor", "--leave-out-future", "-q", "--accepted-at",
            "2026-07-03T00:00:00Z")
        #expect(left.code == 0)
        #expect(left.error == "far.cbor: left out: name, stamped \(Self.far) by \(Samples.device2)\n")
        #expect(try AlbumDocument(decoding: place.read("out.cbor")).name?.value.description == "Porto")
        let all = try place.run("merge", "near.cbor", "far.cbor", "-o", "out.cbor", "--no-horizon", "-q")
        #expect(all.code == 0)
        #expect(try AlbumDocument(decoding: place.read("out.cbor")).name?.value.description == "Poison")
    }

    @Test("a slow clock drops nothing: what is stamped within a day passes")
    func dayOfGrace() throws {
        for (accepted, code) in [("2026-07-01T10:00:00Z", 0), ("2026-07-01T09:59:59.999999999Z", 1)] {
            let run = try place.run("merge", "near.cbor", "-o", "out.cbor", "-q", "--accepted-at", accepted)
            #expect(run.code == Int32(code), "\(accepted)")
        }
    }

    @Test(
        "options that contradict each other or are not used are refused",
        arguments: [
            ["--no-horizon", "--leave-out-future"],
            ["--no-horizon", "--accepted-at", "2026-07-03T00:00:00Z"],
            ["--accepted-at", "yesterday"], ["--jobs", "2"], ["--set-aside", "x"], ["--json", "-q"],
        ])
    func options(_ options: [String]) throws {
        #expect(try place.run(["merge", "near.cbor", "-o", "out.cbor"] + options).code == 2)
        #expect(!place.names.contains("out.cbor"))
    }

    @Test("an edit that would be stamped after a poisoned value is refused; other edits are not")
    func edit() throws {
        let edit = ["edit", "far.cbor", "--device", Samples.device1, "--now", "2026-07-03T00:00:00Z", "-q"]
        let before = try place.read("far.cbor")
        let refused = try place.run(edit + ["set-name", "Faro"])
        #expect(refused.code == 1)
        #expect(refused.error.contains("the edit of far.cbor: name, stamped 9000-01-01T00:00:00.001Z"))
        #expect(try place.read("far.cbor") == before)
        #expect(try place.run(edit + ["add-label", "Faro"]).code == 0)
        let left = try place.run(edit + ["--leave-out-future", "set-name", "Faro"])
        #expect(left.code == 0)
        let name = try #require(AlbumDocument(decoding: place.read("far.cbor")).name)
        #expect(name.value.description == "Faro")
        #expect(name.ts.description == "2026-07-03T00:00:00.000Z")
    }

    @Test("times are every timestamp of SPEC section 2, rounded down to a millisecond")
    func times() throws {
        for (time, shown) in [
            ("2026-07-01t10:00:00.1239999z", "2026-07-02T10:00:00.123Z"),
            ("2026-07-01T12:00:00+02:00", "2026-07-02T10:00:00.000Z"),
            ("2016-12-31T23:59:60.5Z", "2017-01-01T23:59:59.999Z"),
        ] {
            let run = try place.run("merge", "far.cbor", "-o", "-", "--accepted-at", time)
            #expect(run.error.contains("later than \(shown)\n"), "\(time)")
        }
    }

    @Test("open and verify -o hold what they give out to the horizon, too")
    func sealed() throws {
        for arguments in [
            ["keygen", "signing", "-o", "seed", "--public-key", "public"],
            ["keygen", "sealing", "-o", "key"],
            ["sign", "--kind", "album", "--seed", "seed", "-o", "signed", "far.cbor"],
            [
                "seal", "--kind", "album", "--public-key", "public", "--key", "key", "--key-version", "1",
                "-o",
                "sealed", "signed",
            ],
        ] { #expect(try place.run(arguments).code == 0, "\(arguments)") }
        let open = [
            "open", "--kind", "album", "--id", Samples.id, "--public-key", "public", "--key", "key", "sealed",
            "-o",
            "out.cbor",
        ]
        let verify = ["verify", "--kind", "album", "--public-key", "public", "signed"]
        #expect(try place.run(open).code == 1)
        #expect(try place.run(open + ["--signed"]).code == 1)
        #expect(try place.run(verify + ["-o", "out.cbor"]).code == 1)
        #expect(!place.names.contains("out.cbor"))
        #expect(try place.run(verify).code == 0)
        #expect(try place.run(verify + ["--no-horizon"]).code == 2)
        #expect(try place.run(open + ["--signed", "--leave-out-future"]).code == 2)
        #expect(try place.run(open + ["--leave-out-future"]).code == 0)
        #expect(try AlbumDocument(decoding: place.read("out.cbor")).name == nil)
        #expect(try mode(of: "out.cbor") == 0o600)
        #expect(try place.run(open + ["--no-horizon"]).code == 0)
        #expect(try place.read("out.cbor") == place.read("far.cbor"))
    }

    private func mode(of name: String) throws -> UInt32 {
        let bits = try #require(InputFile.permissions("\(place.path)/\(name)"))
        return bits
    }
}
