// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("verify, open and rekey refuse what is not expected")
struct SealingExpectationTests {
    let place: Workplace
    private let prior = String(repeating: "5c", count: 32)
    private let other = String(repeating: "5d", count: 32)

    /// A signed and sealed album under version 7 of a key, a signed and sealed asset with a prior, and the keys.
    init() throws {
        place = try Workplace()
        try done("keygen", "signing", "-o", "seed", "--public-key", "public")
        for key in ["key1", "key2"] { try done("keygen", "sealing", "-o", key) }
        try done("new", "album", "--id", Samples.id, "-o", "album")
        try done("new", "asset", "--id", Samples.id, "-o", "asset")
        try done("sign", "--kind", "album", "--seed", "seed", "-o", "album.signed", "album")
        try done("sign", "--kind", "asset", "--seed", "seed", "--prior", prior, "-o", "asset.signed", "asset")
        try done("sign", "--kind", "asset", "--seed", "seed", "-o", "first.signed", "asset")
        try done(
            "seal", "--kind", "album", "--public-key", "public", "--key", "key1", "--key-version", "7", "-o",
            "album.sealed", "album.signed")
        try done(
            "seal", "--kind", "asset", "--public-key", "public", "--key", "key1", "-o", "asset.sealed",
            "asset.signed")
    }

    private func done(_ arguments: String...) throws {
        let run = try place.run(arguments)
        try #require(run.code == 0, "\(run.error)")
    }

    private func verify(_ file: String, _ more: String..., kind: String = "asset") throws -> ToolRun {
        try place.run(["verify", "--kind", kind, "--public-key", "public", "-o", "out", file] + more)
    }

    private func open(_ file: String, _ more: String..., kind: String = "asset") throws -> ToolRun {
        try place.run(
            [
                "open", "--kind", kind, "--id", Samples.id, "--public-key", "public", "--key", "key1", "-o",
                "out", file,
            ]
                + more)
    }

    @Test("verify and open refuse another prior than --prior, and any where it says none")
    func priors() throws {
        for run in [
            try verify("asset.signed", "--prior", other), try verify("asset.signed", "--prior", "none"),
            try verify("first.signed", "--prior", prior), try open("asset.sealed", "--prior", other),
            try open("asset.sealed", "--prior", "none"),
        ] {
            #expect(run.code == 1, "\(run)")
            #expect(run.error.contains("mismatch"), "\(run.error)")
        }
        #expect(!place.names.contains("out"))
        for run in [
            try verify("asset.signed", "--prior", prior), try verify("first.signed", "--prior", "none"),
            try open("asset.sealed", "--prior", prior),
        ] {
            #expect(run.code == 0, "\(run.error)")
        }
    }

    @Test("open refuses a record under another version of the key than --key-version")
    func keyVersions() throws {
        let run = try open("album.sealed", "--key-version", "8", kind: "album")
        #expect(run.code == 1)
        #expect(
            run.error
                == "capsule-merge: album.sealed: mismatch: the record is sealed under version 7 of the key, not 8\n"
        )
        #expect(!place.names.contains("out"))
        #expect(try open("album.sealed", "--key-version", "7", kind: "album").code == 0)
    }

    @Test("an expectation that cannot be met is a fault of the command line")
    func usage() throws {
        #expect(try verify("album.signed", "--prior", prior, kind: "album").code == 2)
        #expect(try open("album.sealed", "--prior", "none", kind: "album").code == 2)
        #expect(try open("asset.sealed", "--key-version", "7").code == 2)
        #expect(try verify("asset.signed", "--prior", "5c").code == 2)
        #expect(try open("album.sealed", "--key-version", "x", kind: "album").code == 2)
        #expect(try verify("album.signed", "--key-version", "7", kind: "album").code == 2)
        #expect(!place.names.contains("out"))
    }

    private func rekey(_ file: String, _ key: String, _ more: String..., kind: String = "album") throws
        -> ToolRun
    {
        try place.run(
            [
                "rekey", "--kind", kind, "--id", Samples.id, "--public-key", "public", "--key", "key1",
                "--new-key", key, "-o", "out", file,
            ] + more)
    }

    @Test("rekey refuses a version that is not above the record's, and the same key")
    func rekey() throws {
        for version in ["0", "6", "7"] {
            let run = try rekey("album.sealed", "key2", "--new-key-version", version)
            #expect(run.code == 1, "\(version)")
            #expect(run.error.contains("does not follow version 7"), "\(run.error)")
        }
        let same = try rekey("album.sealed", "key1", "--new-key-version", "8")
        #expect(same.code == 1)
        #expect(same.error.contains("the new key is the old one"))
        #expect(try rekey("asset.sealed", "key1", kind: "asset").code == 1)
        #expect(!place.names.contains("out"))
        #expect(try rekey("album.sealed", "key2", "--new-key-version", "8").code == 0)
        #expect(try rekey("asset.sealed", "key2", kind: "asset").code == 0)
    }

    @Test("a public key that is no point of prime order is refused by every command that takes one")
    func publicKeys() throws {
        let good = try place.read("public")
        let zeros = [UInt8](repeating: 0, count: 31)
        for half in [[1] + zeros, [0] + zeros, [UInt8](repeating: 0xff, count: 32), [2] + zeros] {
            try place.write("public", half + good.dropFirst(32))
            let runs = [
                try verify("asset.signed"), try open("asset.sealed"),
                try rekey("album.sealed", "key2", "--new-key-version", "8"),
                try place.run(
                    "seal", "--kind", "asset", "--public-key", "public", "--key", "key1", "-o", "out",
                    "asset.signed"),
            ]
            for run in runs {
                #expect(run.code == 1, "\(half) \(run)")
                #expect(run.error.hasPrefix("capsule-merge: public: signature-invalid: "), "\(run.error)")
            }
        }
        for bytes in [[], good.dropLast(), good + [0]] {
            try place.write("public", Array(bytes))
            let run = try verify("asset.signed")
            #expect(run.code == 1, "\(bytes)")
            #expect(
                run.error.hasPrefix("capsule-merge: public: invalid: a public key has 1984 bytes"), "\(bytes)"
            )
        }
        #expect(!place.names.contains("out"))
    }
}
