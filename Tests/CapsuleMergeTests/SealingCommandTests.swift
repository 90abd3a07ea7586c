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

@Suite("keygen, sign, verify, seal, open, rekey")
struct SealingCommandTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    /// Keys of a signer, two sealing keys, and a document of a kind.
    private func prepare(_ kind: DocumentKind = .album) throws -> [UInt8] {
        #expect(try place.run("keygen", "signing", "-o", "seed", "--public-key", "public").code == 0)
        for key in ["key1", "key2"] {
            #expect(try place.run("keygen", "sealing", "-o", key).code == 0, "\(key)")
        }
        let run = try place.run("new", kind.rawValue, "--id", Samples.id, "-o", "document")
        #expect(run.code == 0)
        return try place.read("document")
    }

    private func version(_ option: String, _ number: String, _ kind: DocumentKind) -> [String] {
        kind == .asset ? [] : ["--\(option)", number]
    }

    private func seal(_ kind: DocumentKind) throws -> ToolRun {
        let sign = try place.run(
            "sign", "--kind", kind.rawValue, "--seed", "seed", "-o", "signed", "document")
        #expect(sign.code == 0, "\(sign.error)")
        return try place.run(
            [
                "seal", "--kind", kind.rawValue, "--public-key", "public", "--key", "key1", "-o", "record",
                "signed",
            ]
                + version("key-version", "7", kind))
    }

    private func open(_ record: String, _ key: String, _ kind: DocumentKind, id: String = Samples.id) throws
        -> ToolRun
    {
        try place.run(
            "open", "--kind", kind.rawValue, "--id", id, "--public-key", "public", "--key", key, "-o",
            "opened",
            record)
    }

    @Test(
        "a document is signed, sealed, sealed anew under the next key, and opened",
        arguments: DocumentKind.allCases)
    func wholeWay(kind: DocumentKind) throws {
        let document = try prepare(kind)
        let sealed = try seal(kind)
        #expect(sealed.code == 0, "\(sealed.error)")
        #expect(sealed.text.count == 65)

        let verified = try place.run(
            "verify", "--kind", kind.rawValue, "--public-key", "public", "-o", "-", "signed")
        #expect(verified.code == 0)
        #expect(verified.output == document)
        #expect(
            verified.error == "\(kind.rawValue) \(Samples.id), \(document.count) bytes, signed by this key\n")

        #expect(try open("record", "key1", kind).code == 0)
        #expect(try place.read("opened") == document)

        let rekeyed = try place.run(
            [
                "rekey", "--kind", kind.rawValue, "--id", Samples.id, "--public-key", "public", "--key",
                "key1",
                "--new-key", "key2", "-o", "record2", "record",
            ] + version("new-key-version", "8", kind))
        #expect(rekeyed.code == 0, "\(rekeyed.error)")
        #expect(try open("record2", "key2", kind).code == 0)
        #expect(try place.read("opened") == document)
        let old = try open("record2", "key1", kind)
        #expect(old.code == 1)
        #expect(old.error.contains("authentication-failed"))
        let header: [UInt8] = try Array(place.read("record2").prefix(6))
        if kind != .asset { #expect(header == [0, 1, 0, 0, 0, 8]) }
    }

    @Test("what is refused leaves no file behind")
    func refused() throws {
        _ = try prepare()
        #expect(try seal(.album).code == 0)
        var record = try place.read("record")
        record[record.count - 1] ^= 1
        try place.write("tampered", record)
        let tampered = try open("tampered", "key1", .album)
        #expect(tampered.code == 1)
        #expect(
            tampered.error
                == "capsule-merge: tampered: authentication-failed: the record does not open under this key as this document\n"
        )
        #expect(
            try open("record", "key2", .album).error == tampered.error.replacing("tampered", with: "record"))
        #expect(try open("record", "key1", .stack).code == 1)
        #expect(try open("record", "key1", .album, id: String(repeating: "0b", count: 16)).code == 1)

        _ = try place.run("keygen", "signing", "-o", "seed2", "--public-key", "public2")
        let other = try place.run(
            "verify", "--kind", "album", "--public-key", "public2", "-o", "opened", "signed")
        #expect(other.code == 1)
        #expect(other.error.contains("signature-invalid"))
        #expect(try place.run("verify", "--kind", "stack", "--public-key", "public", "signed").code == 1)
        #expect(!place.names.contains("opened"))
    }

    @Test("a secret's file is its owner's alone, and no file that is there is replaced")
    func keygen() throws {
        _ = try prepare()
        for (name, size) in [("seed", 64), ("key1", 32)] {
            var status = stat()
            let found = unsafe stat("\(place.path)/\(name)", &status)
            #expect(found == 0, "\(name) \(size)")
            #expect(status.st_mode & 0o777 == 0o600, "\(name) \(size)")
            #expect(status.st_size == size, "\(name) \(size)")
        }
        #expect(try place.read("key1") != place.read("key2"))
        let seed = try place.read("seed")
        for arguments in [
            ["keygen", "sealing", "-o", "seed"],
            ["keygen", "signing", "-o", "seed", "--public-key", "other"],
            ["keygen", "signing", "-o", "other", "--public-key", "public"],
        ] {
            let run = try place.run(arguments)
            #expect(run.code == 1, "\(arguments)")
            #expect(run.error.contains("is there already, and is left as it is"), "\(arguments)")
        }
        #expect(try place.read("seed") == seed)
        #expect(!place.names.contains("other"))
        #expect(try place.run("keygen", "sealing", "-o", "-").code == 2)
        #expect(try place.run("keygen", "sealing").code == 2)
        #expect(try place.run("keygen", "signing", "-o", "seed3").code == 2)
        #expect(try place.run("keygen", "photo", "-o", "seed3").code == 2)
    }

    @Test("a secret comes from standard input as well, and only once")
    func standardInput() throws {
        let document = try prepare()
        let seed = try place.read("seed")
        let signed = try place.run(
            "sign", "--kind", "album", "--seed", "-", "-o", "-", "document", input: seed)
        #expect(signed.code == 0)
        #expect(signed.output.count > document.count + 3_373)
        let twice = try place.run("sign", "--kind", "album", "--seed", "-", "-o", "-", "-", input: seed)
        #expect(twice.code == 2)
        let short = try place.run(
            "sign", "--kind", "album", "--seed", "-", "-o", "x", "document", input: Array(seed.dropLast()))
        #expect(short.code == 1)
        #expect(
            short.error
                == "capsule-merge: standard input: invalid: a signing seed has 64 bytes, this one has 63\n")
        #expect(!place.names.contains("x"))
    }

    @Test("an asset is signed with the digest of the record before, and its records name no key version")
    func asset() throws {
        _ = try prepare(.asset)
        let prior = String(repeating: "5c", count: 32)
        let sign = try place.run(
            "sign", "--kind", "asset", "--seed", "seed", "--prior", prior, "-o", "signed", "document")
        #expect(sign.code == 0)
        let verify = try place.run("verify", "--kind", "asset", "--public-key", "public", "signed")
        #expect(verify.text.hasSuffix(", after \(prior), signed by this key\n"))
        let versioned = try place.run(
            "seal", "--kind", "asset", "--public-key", "public", "--key", "key1", "--key-version", "7", "-o",
            "x",
            "signed")
        #expect(versioned.code == 2)
        _ = try place.run("new", "stack", "--id", Samples.id, "-o", "stack")
        let elsewhere = try place.run(
            "sign", "--kind", "stack", "--seed", "seed", "--prior", prior, "-o", "x", "stack")
        #expect(elsewhere.code == 1)
        #expect(!place.names.contains("x"))
    }

    @Test("a key version is a number of 32 bits", arguments: ["", "-1", "+1", "4294967296", "1.0", "x"])
    func keyVersion(text: String) throws {
        let run = try place.run(
            "seal", "--kind", "album", "--public-key", "p", "--key", "k", "--key-version=\(text)", "-o", "x",
            "f")
        #expect(run.code == 2)
    }
}
