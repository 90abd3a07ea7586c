// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("Files of a command")
struct FileSafetyTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write("d", AlbumDocument(id: Samples.identifier(Samples.id)).encoded)
        for arguments in [
            ["keygen", "signing", "-o", "seed", "--public-key", "public"],
            ["keygen", "sealing", "-o", "key"],
            ["keygen", "sealing", "-o", "next-key"],
            ["sign", "--kind", "album", "--seed", "seed", "-o", "signed", "d"],
            [
                "seal", "--kind", "album", "--public-key", "public", "--key", "key", "--key-version", "1",
                "-o",
                "record", "signed",
            ],
        ] { #expect(try place.run(arguments).code == 0, "\(arguments)") }
    }

    private static let edit = ["edit", "d", "--device", Samples.device1, "add-label", "x"]
    private static let seal = [
        "seal", "--kind", "album", "--public-key", "public", "--key", "key", "--key-version", "1", "signed",
    ]
    private static let open = [
        "open", "--kind", "album", "--id", Samples.id, "--public-key", "public", "--key", "key", "record",
    ]
    private static let rekey = [
        "rekey", "--kind", "album", "--id", Samples.id, "--public-key", "public", "--key", "key", "record",
        "--new-key", "next-key", "--new-key-version", "2",
    ]

    @Test(
        "an output is no other file of the command: nothing changes",
        arguments: [
            edit + ["--delta", "d"], edit + ["--delta", "./o", "-o", "o"],
            edit + ["--delta", "-", "-o", "/dev/stdout"],
            ["sign", "--kind", "album", "--seed", "seed", "-o", "./seed", "d"],
            ["sign", "--kind", "album", "--seed", "seed", "-o", "d", "d"],
            seal + ["-o", "key"], seal + ["-o", "public"], seal + ["-o", "signed"], open + ["-o", "key"],
            open + ["-o", "record"], rekey + ["-o", "key"], rekey + ["-o", "public"],
            ["export", "d", "-o", "d"],
            ["verify", "--kind", "album", "--public-key", "public", "signed", "-o", "signed"],
            ["keygen", "signing", "-o", "new", "--public-key", "./new"],
            ["keygen", "public", "--seed", "seed", "-o", "seed"], ["merge", "d", "-o", "seed"],
            ["merge", "d", "-o", "key"],
            ["edit", "d", "--device", Samples.device1, "-o", "key", "add-label", "x"],
        ])
    func conflicts(_ arguments: [String]) throws {
        let names = place.names
        let before = try names.map { try place.read($0) }
        let run = try place.run(arguments)
        #expect(run.code == 1 || run.code == 2)
        #expect(run.error.hasPrefix("capsule-merge: "))
        #expect(place.names == names)
        #expect(try names.map { try place.read($0) } == before)
    }

    @Test("what is made of a file may replace it")
    func inPlace() throws {
        #expect(try place.run(Self.rekey + ["-o", "record"]).code == 0)
        #expect(try place.run("canonicalize", "d", "-o", "d").code == 0)
        #expect(try place.run("merge", "d", "d", "-o", "d").code == 0)
    }

    @Test("a writer that is named adds in place only")
    func writer() throws {
        let run = try place.run(Self.edit + ["--writer", Samples.device2, "-o", "other"])
        #expect(run.code == 2)
        #expect(!place.names.contains("other"))
        #expect(try place.run(Self.edit + ["--writer", Samples.device2, "-o", "./d"]).code == 0)
    }

    @Test("a public key is made again from its seed, and replaces nothing")
    func publicKey() throws {
        #expect(try place.run("keygen", "public", "--seed", "seed", "-o", "again").code == 0)
        #expect(try place.read("again") == place.read("public"))
        #expect(try place.run("keygen", "public", "--seed", "seed", "-o", "public").code == 1)
        #expect(try place.run("keygen", "sealing", "--seed", "seed", "-o", "x").code == 2)
        #expect(try place.run("keygen", "public", "--public-key", "x", "--seed", "seed", "-o", "y").code == 2)
    }

    @Test("a line feed in a name begins no line")
    func forgedLine() throws {
        let run = try place.run("check", "d", "x\ncapsule-merge: d: gone")
        #expect(run.error == "capsule-merge: x\\u{a}capsule-merge: d: gone: no such file\n")
        try place.write("a\nd: valid", "no document")
        let refused = try place.run("check", "a\nd: valid")
        #expect(refused.error.split(separator: "\n").count == 1)
    }

    @Test("-o /dev/stdout is standard output: the report goes elsewhere")
    func devStdout() throws {
        let run = try place.run("merge", "d", "-o", "/dev/stdout")
        #expect(run.code == 0)
        #expect(run.output == (try place.read("d")))
        #expect(run.error.hasPrefix("merged 1 file into "))
    }

    @Test(
        "numbers of every command are decimal digits only",
        arguments: [
            ["edit", "asset", "--device", Samples.device1, "set-rating", "+3"],
            ["edit", "asset", "--device", Samples.device1, "set-rating", "03"],
            ["edit", "asset", "--device", Samples.device1, "set-location", "0x10", "2"],
            ["edit", "asset", "--device", Samples.device1, "set-stack", Samples.id, "burst", "member", "+1"],
            [
                "edit", "asset", "--device", Samples.device1, "put-region", "new", "rect", "00.5", "0.1",
                "0.1",
                "0.1",
            ],
            ["bulk", "d", "-o", "o", "--jobs", "02"], ["conformance", "run", "--timeout", "0x10"],
            ["conformance", "fuzz", "--count", "+5"],
        ])
    func numbers(_ arguments: [String]) throws {
        try place.write("asset", Samples.asset().encoded)
        #expect(try place.run(arguments).code == 2)
    }
}
