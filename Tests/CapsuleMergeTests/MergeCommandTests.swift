// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

@Suite("merge")
struct MergeCommandTests {
    let place: Workplace
    let joined: [UInt8]

    init() throws {
        place = try Workplace()
        var left = try Samples.album(
            Samples.device1, "2016-07-01T10:00:00.000Z", name: "Lisbon", "Sea", "Old")
        var right = left
        _ = try left.removeLabel("Old")
        _ = try left.setName("Left", by: Samples.author(Samples.device1, "2016-07-02T10:00:00.000Z"))
        _ = try right.setName("Right", by: Samples.author(Samples.device2, "2016-07-02T10:00:00.000Z"))
        try place.write("a.cbor", left.encoded)
        try place.write("b.cbor", right.encoded)
        joined = try left.joined(with: right).encoded
    }

    @Test("both orders give the library's join, and say which write won and why")
    func bothOrders() throws {
        for files in [["a.cbor", "b.cbor"], ["b.cbor", "a.cbor"]] {
            let run = try place.run(["merge"] + files + ["-o", "out.cbor"])
            #expect(run.code == 0, "\(files)")
            #expect(run.error == "", "\(files)")
            #expect(try place.read("out.cbor") == joined, "\(files)")
            #expect(
                run.lines[0] == "merged 2 files into out.cbor: album \(Samples.id), \(joined.count) bytes",
                "\(files)")
            #expect(
                run.text.contains("name: the write in b.cbor wins: same instant, greater device id\n"),
                "\(files)")
            #expect(run.text.contains("\"Old\"  gone: removed in a.cbor\n"), "\(files)")
        }
    }

    @Test("with -o - the bytes are all of standard output, and the report is on standard error")
    func standardOutput() throws {
        let input = try place.read("b.cbor")
        let run = try place.run("merge", "a.cbor", "-", "-o", "-", input: input)
        #expect(run.code == 0)
        #expect(run.output == joined)
        #expect(run.error.contains("the write in standard input wins"))
    }

    @Test("files are called by their last names where those differ, else by their paths")
    func names() throws {
        let (a, b) = ("\(place.path)/a.cbor", "\(place.path)/./a.cbor")
        let apart = try place.run("merge", a, "b.cbor", "-o", "out.cbor")
        #expect(apart.text.contains("gone: removed in a.cbor\n"))
        try place.write("out.cbor", place.read("b.cbor"))
        let alike = try place.run("merge", a, b, "out.cbor", "-o", "-")
        #expect(alike.error.contains("gone: removed in \(a) and \(b)\n"))
    }

    @Test("--quiet reports nothing")
    func quiet() throws {
        let run = try place.run("merge", "a.cbor", "b.cbor", "-o", "out.cbor", "--quiet")
        #expect(run.code == 0)
        #expect(run.output.isEmpty && run.error.isEmpty)
        #expect(try place.read("out.cbor") == joined)
    }

    @Test("--hex reads and writes hexadecimal text")
    func hex() throws {
        try place.write("a.hex", Hex.encode(try place.read("a.cbor")).uppercased() + "\n")
        try place.write("b.hex", Hex.encode(try place.read("b.cbor")))
        let run = try place.run("merge", "a.hex", "b.hex", "-o", "-", "--hex", "-q")
        #expect(run.code == 0)
        #expect(run.text == Hex.encode(joined) + "\n")
    }

    @Test("--json reports as one JSON object")
    func json() throws {
        let run = try place.run("merge", "a.cbor", "b.cbor", "-o", "out.cbor", "--json")
        #expect(run.code == 0)
        let report = try JSONReader.read(run.output)
        #expect(report["kind"]?.text == "album")
        #expect(report["size"]?.integer?.exactly(Int.self) == joined.count)
        let name = report["fields"]?.array?.first { $0["path"]?.text == "name" }
        #expect(name?["reason"]?.text == "greater_device")
        #expect(name?["writes"]?.array?.first?["value"]?.text == "Right")
        #expect(report["conflicts"]?.array?.isEmpty == true)
    }

    @Test("an output that is one of the inputs is replaced, and nothing is left beside it")
    func inPlace() throws {
        let run = try place.run("merge", "a.cbor", "b.cbor", "-o", "a.cbor")
        #expect(run.code == 0)
        #expect(try place.read("a.cbor") == joined)
        #expect(place.names == ["a.cbor", "b.cbor"])
    }

    @Test("a file that held everything already is named, and so is that all files are the same")
    func nothingNew() throws {
        try place.write("old.cbor", AlbumDocument(id: Samples.identifier(Samples.id)).encoded)
        let run = try place.run("merge", "old.cbor", "a.cbor", "-o", "out.cbor")
        #expect(run.text.hasSuffix("held everything already: a.cbor\n"))
        let same = try place.run("merge", "a.cbor", "a.cbor", "-o", "out.cbor")
        #expect(same.lines[1] == "the files hold the same document, byte for byte")
    }

    @Test("one file is merged to itself")
    func oneFile() throws {
        let run = try place.run("merge", "a.cbor", "-o", "out.cbor")
        #expect(run.code == 0)
        #expect(try place.read("out.cbor") == place.read("a.cbor"))
    }

    @Test("a refused merge leaves an output that is there untouched, byte for byte")
    func refusedLeavesOutput() throws {
        let other = try Samples.asset().encoded
        let cut = Array(try place.read("b.cbor").dropLast())
        let newer = try Samples.hex(Samples.newerAlbum)
        let cases: [([UInt8], String)] = [
            (other, "mismatch in album_id: "), (cut, "malformed at byte "), (newer, "newer-schema at byte 2"),
            ([0x80], "invalid at byte 0: "), ([], "malformed at byte 0: "),
        ]
        for (bytes, expected) in cases {
            try place.write("out.cbor", "precious")
            try place.write("bad.cbor", bytes)
            let run = try place.run("merge", "a.cbor", "bad.cbor", "-o", "out.cbor")
            #expect(run.code == 1, "\(bytes) \(expected)")
            #expect(run.output.isEmpty, "\(bytes) \(expected)")
            #expect(run.error.hasPrefix("capsule-merge: bad.cbor: \(expected)"), "\(run.error)")
            #expect(try place.read("out.cbor") == Array("precious".utf8), "\(bytes) \(expected)")
            #expect(place.names == ["a.cbor", "b.cbor", "bad.cbor", "out.cbor"], "\(bytes) \(expected)")
        }
    }

    @Test("a missing file, a directory and an output without a directory are named")
    func badPaths() throws {
        let missing = try place.run("merge", "a.cbor", "nowhere.cbor", "-o", "out.cbor")
        #expect(missing.code == 1)
        #expect(missing.error == "capsule-merge: nowhere.cbor: no such file\n")
        let directory = try place.run("merge", "a.cbor", ".", "-o", "out.cbor")
        #expect(directory.code == 1)
        #expect(directory.error == "capsule-merge: .: is a directory, not a file\n")
        let output = try place.run("merge", "a.cbor", "-o", "no/out.cbor")
        #expect(output.code == 1)
        #expect(output.error == "capsule-merge: no/out.cbor: the directory does not exist\n")
    }

    @Test("a directory that may not be written is named, and nothing is made")
    func readOnlyDirectory() throws {
        // Root may write anywhere but into the kernel's own file systems.
        let directory = try ReadOnlyDirectory()
        let run = try place.run("merge", "a.cbor", "-o", "\(directory.path)/out.cbor")
        #expect(run.code == 1)
        #expect(run.error.hasSuffix("out.cbor: may not be written (permission denied)\n"), "\(run.error)")
    }

    @Test("a pipe that nobody reads ends the tool without a word")
    func closedPipe() throws {
        let run = try place.run("merge", "a.cbor", "b.cbor", "-o", "-", "-q", isOutputClosed: true)
        // A signal where the caller's environment has it, else a refusal.
        #expect(run.code == nil || run.code == 1)
        #expect(run.error == "")
    }

    @Test(
        "the command line is refused with its reason",
        arguments: [
            (["merge"], "merge needs FILE [FILE ...]; nothing was given"),
            (["merge", "a.cbor"], "merge needs -o OUT, the file to write ('-' for standard output)"),
            (["merge", "-", "-", "-o", "x"], "standard input ('-') can be read only once"),
            (
                ["merge", "a.cbor", "-o", "x", "--kind", "photo"],
                "there is no kind 'photo': stack, album, asset, settings"
            ),
            (["merge", "a.cbor", "-o"], "option '-o' needs a value (OUT)"),
            (["merge", "a.cbor", "--ouput=x"], "unknown option '--ouput'; did you mean '--output'?"),
        ])
    func usage(arguments: [String], message: String) throws {
        let stack = StackDocument(id: try Samples.identifier(Samples.id))
        let run = try place.run(arguments, input: stack.encoded)
        #expect(run.code == 2)
        #expect(run.error == "capsule-merge: \(message)\nTry 'capsule-merge merge --help'.\n")
        #expect(place.names == ["a.cbor", "b.cbor"])
    }

    @Test("--kind holds a document to its kind")
    func kind() throws {
        let run = try place.run("merge", "a.cbor", "-o", "out.cbor", "--kind", "stack")
        #expect(run.code == 1)
        #expect(run.error.contains("in album_id: the document has the id key of another kind"))
    }

    @Test("labels that would act on a terminal are spelled out")
    func terminal() throws {
        var album = try Samples.album(Samples.device1, "2016-07-01T10:00:00.000Z", name: "n")
        let hostile = "x\u{1b}[31m\u{9b}\u{202e}\u{2028}y"
        _ = try album.addLabel(hostile, by: Samples.author(Samples.device1, "2016-07-01T10:00:00.000Z"))
        try place.write("hostile.cbor", album.encoded)
        for arguments in [
            ["merge", "a.cbor", "hostile.cbor", "-o", "out.cbor"],
            ["merge", "a.cbor", "hostile.cbor", "-o", "out.cbor", "--json"],
            ["inspect", "hostile.cbor"], ["inspect", "--json", "hostile.cbor"],
            ["inspect", "--diag", "hostile.cbor"],
            ["check", "no\u{1b}[31m\u{9b}.cbor"],
        ] {
            let run = try place.run(arguments)
            let shown = (run.text + run.error).unicodeScalars.filter {
                $0 != "\n"
                    && ($0.value < 0x20 || (0x7f...0x9f).contains($0.value)
                        || [0x202e, 0x2028].contains($0.value))
            }
            #expect(shown.isEmpty, "\(arguments)")
            #expect((run.text + run.error).contains("1b"), "\(arguments)")
        }
        let json = try JSONReader.read(try place.run("inspect", "--json", "hostile.cbor").output)
        #expect(json["labels"]?.array?.first?.text?.utf8.elementsEqual(hostile.utf8) == true)
    }
}
