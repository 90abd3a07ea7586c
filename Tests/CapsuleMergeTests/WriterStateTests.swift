// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import TestSupport
import Testing

/// `edit` without `--writer`: one writer goes on, wherever that is safe, and nowhere else.
@Suite("WriterState: the writer that edit keeps")
struct WriterStateTests {
    let place: Workplace
    static let state = ".state/capsule-merge/writers/0a/album-\(Samples.id)-\(Samples.device1)"

    init() throws {
        place = try Workplace()
        try place.write("a", AlbumDocument(id: Samples.identifier(Samples.id)).encoded)
    }

    /// An edit that is made, whatever becomes of the writer; gives what is said of the writer.
    @discardableResult
    private func edit(_ file: String, _ arguments: String...) throws -> String? {
        let run = try place.run(["edit", file, "--device", Samples.device1] + arguments)
        try #require(run.code == 0, "\(run.error)")
        return run.error.split(separator: "\n").first { $0.contains("writer") }.map(String.init)
    }

    private func labels(_ file: String) throws -> Set<String> {
        Set(try AlbumDocument(decoding: place.read(file)).view.labels.elements.map(\.description))
    }

    private func writers(_ file: String) throws -> [String] {
        try AlbumDocument(decoding: place.read(file)).view.labels.context.writers.map(\.description)
    }

    private func copy(_ file: String, to other: String) throws { try place.write(other, place.read(file)) }

    private func exists(_ name: String) -> Bool { unsafe access("\(place.path)/\(name)", F_OK) == 0 }

    /// What the tool keeps of a writer, written apart from it.
    private func kept(
        _ writer: String, _ issued: [String: UInt64], device: String = Samples.device1, format: UInt64 = 1
    ) throws -> [UInt8] {
        var map = CBORMap()
        map.put(encodedKey: [0]) { $0.writeUnsigned(format) }
        map.put("kind") { $0.writeText("album") }
        for (key, hex) in [("device", device), ("document", Samples.id), ("writer", writer)] {
            let id = try Samples.identifier(hex).bytes
            map.put(key) { $0.writeBytes(id.span) }
        }
        var counters = CBORMap()
        for (path, next) in issued { counters.put(path) { $0.writeUnsigned(next) } }
        map.put("issued", encoded: counters.encoded)
        let bytes = map.encoded
        let sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var file = CBORWriter()
        file.writeArrayHead(2)
        let checksum = (0..<8).map { UInt8(truncatingIfNeeded: sum >> (56 - 8 * UInt64($0))) }
        file.writeBytes(checksum.span)
        file.writeBytes(bytes.span)
        return file.bytes
    }

    @Test("a hundred toggles of a label leave one writer and a small document")
    func toggles() throws {
        #expect(try edit("a", "add-label", "x") != nil)
        #expect(try edit("a", "remove-label", "x") == nil)
        for round in 1..<100 {
            #expect(try edit("a", "add-label", "x") == nil, "\(round)")
            #expect(try edit("a", "remove-label", "x") == nil, "\(round)")
        }
        #expect(try place.read("a").count < 200)
        #expect(try writers("a").count == 1)
    }

    @Test("what is kept is the tool's form, for its owner alone, without labels")
    func form() throws {
        try edit("a", "add-label", "Secret")
        let writer = try #require(try writers("a").first)
        #expect(try place.read(Self.state) == kept(writer, ["labels": 1]))
        #expect(InputFile.permissions("\(place.path)/\(Self.state)") == 0o600)
        #expect(InputFile.permissions("\(place.path)/a") != 0o600)
    }

    @Test("an edit that adds nothing keeps nothing")
    func nothingAdded() throws {
        #expect(try edit("a", "set-name", "n") == nil)
        #expect(try edit("a", "remove-label", "n") == nil)
        #expect(!exists(".state"))
    }

    @Test("devices, documents and kinds have writers of their own")
    func keys() throws {
        try edit("a", "add-label", "x")
        _ = try place.run("edit", "a", "--device", Samples.device2, "add-label", "y")
        #expect(try writers("a").count == 2)
        try place.write("b", AlbumDocument(id: Samples.identifier(Samples.device1)).encoded)
        #expect(try edit("b", "add-label", "x")?.hasPrefix("new writer ") == true)
        try place.write("c", StackDocument(id: Samples.identifier(Samples.id)).encoded)
        #expect(try edit("c", "add-label", "x")?.hasPrefix("new writer ") == true)
        #expect(try edit("a", "add-label", "z") == nil)
        #expect(try edit("b", "add-label", "z") == nil)
        #expect(try edit("c", "add-label", "z") == nil)
    }

    @Test("a document that is moved goes on under its writer")
    func moved() throws {
        try edit("a", "add-label", "x")
        try copy("a", to: "b")
        unsafe unlink("\(place.path)/a")
        #expect(try edit("b", "add-label", "y") == nil)
    }

    @Test("of two copies that show the same, the first to be edited goes on and the other gets a new writer")
    func copies() throws {
        try edit("a", "add-label", "x")
        try copy("a", to: "b")
        #expect(try edit("a", "add-label", "of a") == nil)
        let said = try #require(try edit("b", "add-label", "of b"))
        #expect(said.contains("the document shows less than writer"))
        #expect(try edit("b", "add-label", "also of b") == nil)
        #expect(try place.run("merge", "a", "b", "-q", "-o", "m").code == 0)
        #expect(try labels("m") == ["x", "of a", "of b", "also of b"])
        #expect(try edit("m", "add-label", "z") == nil)
    }

    @Test("a restored backup of the document gets a new writer, and what was lost may come again")
    func restored() throws {
        try edit("a", "add-label", "x")
        try copy("a", to: "backup")
        try edit("a", "add-label", "lost", "--delta", "sent")
        try copy("backup", to: "a")
        #expect(try edit("a", "add-label", "y")?.contains("shows less than writer") == true)
        #expect(try place.run("merge", "a", "sent", "-q", "-o", "a").code == 0)
        #expect(try labels("a") == ["x", "lost", "y"])
    }

    @Test("a state that is older than the document, or a writer used elsewhere, gets a new writer")
    func olderState() throws {
        try edit("a", "add-label", "x")
        let state = try place.read(Self.state)
        try edit("a", "add-label", "y")
        try place.write(Self.state, state)
        #expect(try edit("a", "add-label", "z")?.contains("that were not made from here") == true)
        #expect(try writers("a").count == 2)
    }

    @Test("the state is replaced before the document: what a crash leaves between the two is noticed")
    func crash() throws {
        try edit("a", "add-label", "x")
        let before = try place.read(Self.state)
        _ = unsafe chmod("\(place.path)/a", 0o444)
        let failed = try place.run("edit", "a", "--device", Samples.device1, "add-label", "y")
        #expect(failed.code == 1)
        #expect(try place.read(Self.state) != before)
        #expect(try labels("a") == ["x"])
        _ = unsafe chmod("\(place.path)/a", 0o644)
        #expect(try edit("a", "add-label", "z")?.contains("shows less than writer") == true)
    }

    @Test(
        "a damaged state is never believed, and is replaced",
        arguments: ["empty", "no CBOR", "cut", "more", "other device", "endless", "no checksum"])
    func damaged(_ fault: String) throws {
        try edit("a", "add-label", "x")
        let state = try place.read(Self.state)
        let writer = try #require(try writers("a").first)
        let bytes: [UInt8] =
            switch fault {
            case "empty": []
            case "no CBOR": Array("writer".utf8)
            case "cut": Array(state.dropLast())
            case "more": state + [0]
            case "other device": try kept(writer, ["labels": 1], device: Samples.device2)
            case "endless": [UInt8](repeating: 0, count: 1 << 20)
            default: Array(state[10...])
            }
        try place.write(Self.state, bytes)
        let said = try #require(try edit("a", "add-label", "y"))
        #expect(said.hasPrefix("new writer ") && said.hasSuffix("is damaged, and is replaced"), "\(said)")
        #expect(try writers("a").count == 2)
        #expect(try edit("a", "add-label", "z") == nil)
    }

    @Test("a state with any bit changed is damaged")
    func bits() throws {
        try edit("a", "add-label", "x")
        let (document, state) = (try place.read("a"), try place.read(Self.state))
        var generator = SeededGenerator(seed: propertySeed("kept writers", 71))
        for index in state.indices where index % 3 == 0 {
            var changed = state
            changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            try place.write(Self.state, changed)
            try place.write("a", document)
            #expect(try edit("a", "add-label", "y")?.contains("is damaged") == true, "byte \(index)")
        }
    }

    @Test("the state of a later version is left as it is, and nothing is kept")
    func newer() throws {
        try edit("a", "add-label", "x")
        let newer = try kept(Samples.device2, [:], format: 2)
        try place.write(Self.state, newer)
        #expect(try edit("a", "add-label", "y")?.contains("which is not kept: ") == true)
        #expect(try place.read(Self.state) == newer)
    }

    @Test("a state that is no file is not waited for, and the edit is made", arguments: [true, false])
    func special(isPipe: Bool) throws {
        try edit("a", "add-label", "x")
        let path = "\(place.path)/\(Self.state)"
        unsafe unlink(path)
        let isMade = unsafe isPipe ? mkfifo(path, 0o600) == 0 : mkdir(path, 0o700) == 0
        try #require(isMade)
        #expect(try edit("a", "add-label", "y")?.contains("which is not kept: ") == true)
    }

    @Test("without a directory for it the edit is made under a writer that is not kept")
    func noDirectory() throws {
        place.environment = "unset XDG_STATE_HOME HOME"
        #expect(try edit("a", "add-label", "x")?.contains("neither XDG_STATE_HOME nor HOME is set") == true)
        place.environment = "export XDG_STATE_HOME=relative HOME="
        #expect(try edit("a", "add-label", "y")?.contains("neither XDG_STATE_HOME nor HOME is set") == true)
        #expect(place.names == ["a"])
        let readOnly = try ReadOnlyDirectory()
        #expect(
            try edit("a", "--state", "\(readOnly.path)/x", "add-label", "z")?.contains("which is not kept: ")
                == true)
        #expect(try labels("a") == ["x", "y", "z"])
        #expect(try writers("a").count == 3)
        let quiet = try place.run("edit", "a", "--device", Samples.device1, "-q", "add-label", "q")
        #expect(quiet.code == 0 && quiet.error == "")
    }

    @Test("HOME is used without XDG_STATE_HOME, and --state instead of both")
    func directories() throws {
        place.environment = "unset XDG_STATE_HOME; export HOME=\"$0/.state\""
        try edit("a", "add-label", "x")
        #expect(exists(".state/.local/" + Self.state.dropFirst(1)))
        #expect(try edit("a", "add-label", "y") == nil)
        try edit("a", "--state", "own/deep", "add-label", "z")
        #expect(exists("own/deep/writers/0a"))
        #expect(try edit("a", "--state", "own/deep", "add-label", "zz") == nil)
        #expect(try writers("a").count == 2)
        #expect(
            try place.run("edit", "a", "--device", Samples.device1, "--state=", "add-label", "x").code == 2)
    }

    @Test("--new-writer retires the one of before, also in an edit that adds nothing")
    func newWriter() throws {
        try edit("a", "add-label", "x")
        #expect(try edit("a", "--new-writer", "set-name", "n")?.hasPrefix("new writer ") == true)
        #expect(try edit("a", "add-label", "y") == nil)
        #expect(try writers("a").count == 2)
        #expect(try edit("a", "--new-writer", "add-label", "z")?.hasPrefix("new writer ") == true)
        #expect(try writers("a").count == 3)
        let both = try place.run(
            "edit", "a", "--device", Samples.device1, "--new-writer", "--writer", Samples.device2,
            "add-label",
            "b")
        #expect(both.code == 2)
        try place.write(Self.state, kept(Samples.device2, [:], format: 2))
        let quiet = try place.run(
            "edit", "a", "--device", Samples.device1, "-q", "--new-writer", "add-label", "q")
        #expect(
            quiet.code == 0 && quiet.error.contains("which is not kept"), "what was asked for is not done")
    }

    @Test("--writer is used and not kept; where it is the one that is kept, what it issues is")
    func givenWriter() throws {
        #expect(try edit("a", "--writer", Samples.device2, "add-label", "x") == nil)
        #expect(!exists(".state"))
        try edit("a", "add-label", "y")
        let writer = try #require(try writers("a").first { $0 != Samples.device2 })
        #expect(try edit("a", "--writer", Samples.device2, "add-label", "z") == nil)
        #expect(try edit("a", "add-label", "zz") == nil)
        try copy("a", to: "b")
        #expect(try edit("a", "--writer", writer, "add-label", "given") == nil)
        #expect(try edit("b", "add-label", "of b")?.contains("shows less than writer \(writer)") == true)
    }

    @Test("--writer where the one that is kept may not be used: it is not gone on with")
    func givenWriterMisused() throws {
        try edit("a", "add-label", "x")
        let writer = try #require(try writers("a").first)
        try copy("a", to: "b")
        try edit("a", "add-label", "y")
        try edit("b", "--writer", writer, "add-label", "doubled")
        #expect(try edit("b", "add-label", "z") == nil)
        #expect(try writers("b").count == 2)
    }

    @Test("what is written elsewhere gets a writer of its own, and the kept one goes on")
    func elsewhere() throws {
        try edit("a", "add-label", "x")
        let state = try place.read(Self.state)
        #expect(try edit("a", "-o", "b", "add-label", "y")?.hasPrefix("new writer ") == true)
        let piped = try place.run(
            "edit", "-", "--device", Samples.device1, "add-label", "z", input: place.read("a"))
        #expect(piped.error.contains("new writer "))
        let shown = try place.run(
            "edit", "a", "--device", Samples.device1, "-o", "/dev/stdout", "add-label", "z")
        #expect(shown.code == 0 && shown.error.contains("new writer "))
        #expect(try place.read(Self.state) == state)
        #expect(try edit("a", "-o", "./a", "add-label", "zz") == nil)
    }

    @Test("a delta in the place of the state is refused, and both files stay as they are")
    func deltaOverState() throws {
        try edit("a", "add-label", "x")
        let (document, state) = try (place.read("a"), place.read(Self.state))
        let run = try place.run(
            "edit", "a", "--device", Samples.device1, "--delta", Self.state, "add-label", "y")
        #expect(run.code == 1)
        #expect(run.error.contains("\(Self.state): holds no delta of the document, and is left as it is"))
        #expect(try (place.read("a"), place.read(Self.state)) == (document, state))
        #expect(try edit("a", "add-label", "z") == nil)
    }

    @Test("a writer that is full, or has used its last counter, is followed by another")
    func usedUp() throws {
        let id = try Samples.identifier(Samples.id)
        var album = AlbumDocument(id: id)
        let author = try Samples.author(Samples.device2, "2026-07-01T10:00:00.000Z")
        for number in 0..<1_000 { _ = try album.addLabel("l\(number)", by: author) }
        try place.write("a", album.encoded)
        try edit("a", "add-label", "first")
        try place.write("a", album.encoded)
        try place.write(Self.state, kept(Samples.device2, ["labels": 1_000]))
        #expect(try edit("a", "add-label", "x")?.contains("has 1000 live adds in one set") == true)
        #expect(try edit("a", "add-label", "y") == nil)
        // One row: its writer, one range of all counters, and no live add.
        var (set, map) = (CBORWriter(), CBORMap())
        let writer = try Samples.identifier(Samples.device2).bytes
        let head: [UInt8] = [0xA1]
        set.append(raw: head.span)
        set.writeBytes(writer.span)
        set.writeArrayHead(2)
        set.writeArrayHead(2)
        set.writeUnsigned(0)
        set.writeUnsigned(Counter.last)
        let none: [UInt8] = [0xA0]
        set.append(raw: none.span)
        map.put(encodedKey: [0]) { $0.writeUnsigned(1) }
        let bytes = id.bytes
        map.put("album_id") { $0.writeBytes(bytes.span) }
        map.put("labels", encoded: set.bytes)
        try place.write("a", map.encoded)
        try place.write(Self.state, kept(Samples.device2, ["labels": Counter.last + 1]))
        #expect(try edit("a", "add-label", "x")?.contains("has used its last counter") == true)
    }

    @Test("labels of regions are counted for each region, and a deleted one is missed by nobody")
    func regions() throws {
        try place.write("a", Samples.asset().encoded)
        let region = String(repeating: "9", count: 32)
        try edit("a", "put-region", region, "rect", "0", "0", "0.5", "0.5")
        #expect(try edit("a", "add-region-label", region, "Ana") != nil)
        #expect(try edit("a", "add-label", "x") == nil)
        try copy("a", to: "deleted")
        try edit("deleted", "delete-region", region)
        #expect(try edit("deleted", "add-label", "y") == nil)
        #expect(try edit("a", "add-region-label", region, "Ben")?.contains("shows less") == true)
        // A region whose labels an older copy does not show is not deleted there.
        try place.write("b", Samples.asset().encoded)
        try edit("b", "put-region", region, "rect", "0", "0", "0.5", "0.5")
        #expect(try edit("b", "add-region-label", region, "Cem")?.contains("shows less") == true)
    }

    @Test("copies that are edited, merged, copied and restored in any order keep every label")
    func histories() throws {
        var generator = SeededGenerator(seed: propertySeed("histories of copies", 72))
        let files = ["a", "b", "c"]
        var model: [String: Set<String>] = [:]
        for file in files {
            try copy("a", to: file)
            model[file] = []
        }
        var old: (file: String, bytes: [UInt8], labels: Set<String>)?
        for step in 0..<120 {
            let file = files[Int.random(in: 0..<3, using: &generator)]
            let other = files[Int.random(in: 0..<3, using: &generator)]
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                try copy(file, to: other)
                model[other] = model[file]
            case 1:
                #expect(try place.run("merge", file, other, "-q", "-o", file).code == 0, "\(step)")
                model[file, default: []].formUnion(model[other, default: []])
            case 2: old = (file, try place.read(file), model[file, default: []])
            case 3:
                guard let old else { continue }
                try place.write(old.file, old.bytes)
                model[old.file] = old.labels
            default:
                try edit(file, "add-label", "l\(step)")
                model[file, default: []].insert("l\(step)")
            }
        }
        #expect(try place.run(["merge"] + files + ["-q", "-o", "m"]).code == 0)
        #expect(try labels("m") == model.values.reduce([]) { $0.union($1) })
    }

    @Test("edits of two copies at once, with one state, keep every label")
    func parallel() async throws {
        try edit("a", "add-label", "x")
        try copy("a", to: "b")
        let path = place.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let run = try Workplace().run(
                        "edit", "\(path)/\(number % 2 == 0 ? "a" : "b")", "--device", Samples.device1, "-q",
                        "--state", "\(path)/.state/capsule-merge", "add-label", "l\(number)")
                    #expect(run.code == 0, "\(run.error)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try place.run("merge", "a", "b", "-q", "-o", "m").code == 0)
        #expect(try labels("m") == Set((0..<24).map { "l\($0)" } + ["x"]))
    }
}
