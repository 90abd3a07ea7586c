// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("bulk")
struct BulkCommandTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    /// The stacks 1 to a count, each with a label of its own writer.
    private func stacks(_ count: Int, writer: UInt8, from first: Int = 1) throws -> [StackDocument] {
        try (first..<first + count).map { number in
            var id = [UInt8](repeating: 0, count: 16)
            id[14] = UInt8(number / 256)
            id[15] = UInt8(number % 256)
            var stack = StackDocument(id: try #require(Identifier(id)))
            let author = Author(device: Sample.id(writer), writer: Sample.id(writer), now: Sample.time(1))
            _ = try stack.addLabel("from \(writer)", by: author)
            return stack
        }
    }

    /// The stack with so many keys of a later version, 60 000 bytes each.
    private func padded(_ stack: StackDocument, _ count: UInt8) throws -> StackDocument {
        var writer = CBORWriter()
        for letter in 0..<count {
            writer.writeText(String(UnicodeScalar(UInt8(ascii: "a") + letter)))
            writer.writeBytes([UInt8](repeating: letter, count: 60_000).span)
        }
        // The head of the map and key 0 come first; names of one letter come before the others.
        return try StackDocument(
            decoding: [stack.encoded[0] + count, 0, 1] + writer.bytes + stack.encoded.dropFirst(3))
    }

    private func sequence(_ stacks: [StackDocument]) -> [UInt8] { stacks.flatMap(\.encoded) }

    @Test("joins sorted sequences to the same bytes whatever the order of the inputs and the number of cores")
    func sequences() throws {
        let (left, right) = (try stacks(700, writer: 1), try stacks(700, writer: 2, from: 301))
        try place.write("a.cborseq", sequence(left))
        try place.write("b.cborseq", sequence(right))
        var expected = Array(left[..<300])
        for index in 0..<400 { expected.append(try left[300 + index].joined(with: right[index])) }
        expected += right[400...]
        for arguments in [
            ["bulk", "a.cborseq", "b.cborseq", "-j", "1"], ["bulk", "b.cborseq", "a.cborseq", "-j", "3"],
            ["merge", "--bulk", "a.cborseq", "b.cborseq"],
        ] {
            let run = try place.run(arguments + ["-o", "out.cborseq"])
            #expect(run.code == 0, "\(run.error)")
            #expect(run.text == "merged 1400 documents into 1000\n", "\(arguments)")
            #expect(try place.read("out.cborseq") == sequence(expected), "\(arguments)")
        }
    }

    @Test("joins what takes many pieces to read: large documents, many of one id, one input denser")
    func pieces() throws {
        let dense = try stacks(40, writer: 1).map { try padded($0, 1) }
        let sparse = try stacks(40, writer: 2).enumerated().filter { $0.offset % 13 == 0 }.map(\.element)
        let large = try padded(stacks(1, writer: 3, from: 41)[0], 20)
        let ofOneID = try (4..<16).map { try padded(stacks(1, writer: $0, from: 42)[0], 3) }
        let last = try stacks(20, writer: 16, from: 43).map { try padded($0, 1) }
        try place.write("a.cborseq", sequence(dense + [large] + ofOneID + last))
        try place.write("b.cborseq", sequence(sparse))
        let expected =
            try dense.enumerated().map { index, stack in
                index % 13 == 0 ? try stack.joined(with: sparse[index / 13]) : stack
            } + [large, ofOneID.dropFirst().reduce(ofOneID[0]) { try $0.joined(with: $1) }] + last
        for jobs in ["1", "2", "5"] {
            let run = try place.run(["bulk", "a.cborseq", "b.cborseq", "-j", jobs, "-o", "out.cborseq"])
            #expect(run.code == 0, "\(run.error)")
            #expect(run.text == "merged 77 documents into 62\n", "\(jobs)")
            #expect(try place.read("out.cborseq") == sequence(expected), "\(jobs)")
        }
    }

    @Test("of several faults the first one is told, whatever the number of cores")
    func firstFault() throws {
        let stacks = try stacks(12, writer: 1).map { try padded($0, 4).encoded }
        var newer = stacks[3]
        newer[2] = 2
        let before = stacks[..<3].joined()
        try place.write(
            "a.cborseq", before + newer + stacks[4...].joined() + stacks[0] + stacks[1].dropLast())
        for jobs in ["1", "2", "5"] {
            let run = try place.run(["bulk", "a.cborseq", "-j", jobs, "-o", "out.cborseq"])
            #expect(run.code == 1, "\(jobs)")
            #expect(
                run.error.contains("a.cborseq, the document at byte \(before.count): newer-schema"),
                "\(run.error)")
        }
    }

    @Test("reads folders too, and joins documents of one id within an input")
    func folders() throws {
        let (left, right) = (try stacks(3, writer: 1), try stacks(3, writer: 2))
        let photos = try Workplace()
        for (index, stack) in left.enumerated() { try photos.write("\(9 - index).cbor", stack.encoded) }
        try place.write("b.cborseq", sequence(right + [right[2]]))
        let run = try place.run(["bulk", photos.path, "b.cborseq", "-o", "out.cborseq"])
        #expect(run.code == 0, "\(run.error)")
        #expect(try place.read("out.cborseq") == sequence(zip(left, right).map { try $0.joined(with: $1) }))
    }

    @Test("a refused document leaves the output as it was and is named with its place")
    func refused() throws {
        let good = try stacks(2, writer: 1)
        let newer: [UInt8] = [0xa2, 0x00, 0x02] + good[1].encoded.suffix(26)
        try place.write("out.cborseq", [1, 2, 3])
        for (name, bytes, reason) in [
            ("truncated", sequence(good).dropLast(), "malformed: the sequence ends within it"),
            ("unsorted", sequence(good.reversed())[...], "a sequence is sorted by id and kind"),
            ("array", ([0x80] + good[0].encoded)[...], "invalid"),
            ("newer", (good[0].encoded + newer)[...], "newer-schema"),
        ] {
            try place.write(name, Array(bytes))
            let run = try place.run(["bulk", name, "-o", "out.cborseq"])
            #expect(run.code == 1, "\(name) \(bytes)")
            #expect(run.error.contains("\(name), the document at byte "), "\(run.error)")
            #expect(run.error.contains(reason), "\(run.error)")
            #expect(try place.read("out.cborseq") == [1, 2, 3], "\(name) \(bytes)")
        }
    }

    @Test("what is refused can be set aside as it is, and the rest goes on")
    func setAside() throws {
        let good = try stacks(2, writer: 1)
        let newer: [UInt8] = [0xa2, 0x00, 0x02] + good[0].encoded.suffix(26)
        try place.write("a.cborseq", newer + good[1].encoded)
        let run = try place.run(["bulk", "a.cborseq", "-o", "out.cborseq", "--set-aside", "aside.cborseq"])
        #expect(run.code == 1)
        #expect(run.error.contains("a.cborseq, the document at byte 0: newer-schema"), "\(run.error)")
        #expect(run.text == "merged 2 documents into 1, refused 1\n")
        #expect(try place.read("out.cborseq") == good[1].encoded)
        #expect(try place.read("aside.cborseq") == newer)
    }

    @Test("text lines are a combiner: sorted in pieces and merged again they give the bytes of the sequences")
    func lines() throws {
        let (left, right) = (try stacks(5, writer: 1), try stacks(5, writer: 2))
        try place.write("a.cborseq", sequence(left))
        try place.write("b.cborseq", sequence(right))
        let lines = try place.run(["bulk", "--to-lines", "a.cborseq", "b.cborseq"])
        #expect(lines.code == 0)
        let sorted = lines.text.split(separator: "\n").sorted().joined(separator: "\n")
        let merged = try place.run(["bulk", "--lines", "-"], input: Array((sorted + "\n").utf8))
        #expect(merged.code == 0, "\(merged.error)")
        let expected = try zip(left, right).map { stack, other in
            "\(stack.id)\t\(hex(try stack.joined(with: other).encoded))\n"
        }
        #expect(merged.text == expected.joined())
        let broken = try place.run(["bulk", "--lines", "-"], input: Array("x\tzz\n".utf8))
        #expect(broken.code == 1)
        #expect(broken.error.contains("standard input, line 1"))
    }

    @Test("a line may end in white space, and has one tab; anything else is refused with its number")
    func formOfLines() throws {
        let document = AlbumDocument(id: try Samples.identifier(Samples.id))
        let line = "\(document.id)\t\(hex(document.encoded))"
        let run = try place.run(["bulk", "--lines", "-"], input: Array("\(line)\r\n".utf8))
        #expect(run.code == 0)
        #expect(run.text == "\(line)\n")
        for wrong in [
            "\(line)\t", "\t\(line)", line.replacing("\t", with: "\t\t"), "\(document.id)", "\(line)\tx",
        ] {
            let run = try place.run(["bulk", "--lines", "-"], input: Array("\(line)\n\(wrong)\n".utf8))
            #expect(run.code == 1, "\(wrong)")
            #expect(run.error.contains("line 2: "), "\(wrong): \(run.error)")
            #expect(run.text.isEmpty, "\(wrong)")
        }
    }

    @Test("lines of one id are joined, also with those of another kind between them")
    func linesOfKinds() throws {
        let stack = try stacks(1, writer: 1)[0]
        let author = Author(device: Sample.id(2), writer: Sample.id(2), now: Sample.time(1))
        let empty = AlbumDocument(id: stack.id)
        var album = empty
        _ = try album.addLabel("Sunset", by: author)
        _ = try album.setName("Lisbon", by: author)
        // As text the documents are sorted by their number of keys first.
        let documents = [empty.encoded, stack.encoded, album.encoded]
        let lines = documents.map { "\(stack.id)\t\(hex($0))\n" }
        #expect(lines == lines.sorted())
        let run = try place.run(["bulk", "--lines", "-"], input: Array(lines.joined().utf8))
        #expect(run.code == 0, "\(run.error)")
        #expect(run.text == lines[2] + lines[1])
    }

    @Test("kinds that share an id are in the order of the output, or named in the refusal")
    func kindsOfOneID() throws {
        let stack = try stacks(1, writer: 1)[0]
        let album = AlbumDocument(id: stack.id)
        try place.write("a.cborseq", album.encoded + stack.encoded)
        try place.write("b.cborseq", stack.encoded + album.encoded)
        #expect(try place.run(["bulk", "a.cborseq", "-q", "-o", "out.cborseq"]).code == 0)
        #expect(try place.read("out.cborseq") == album.encoded + stack.encoded)
        let run = try place.run(["bulk", "b.cborseq", "-q", "-o", "out.cborseq"])
        #expect(run.code == 1)
        #expect(run.error.contains("album \(stack.id) comes after stack \(stack.id)"), "\(run.error)")
    }

    @Test(
        "what would be passed over or lost is refused",
        arguments: [
            (["-", "-", "-o", "out"], "standard input ('-') can be read only once"),
            (["a", "-o", "out", "--set-aside", "./out"], "are one file"),
            (["--lines", "-", "-o", "out"], "--output does not go with --lines"),
            (["--lines", "--to-lines", "-"], "--to-lines does not go with --lines"),
            (["--to-lines", "a", "-o", "out"], "--output does not go with --to-lines"),
            (["--to-lines", "a", "--set-aside", "out"], "--set-aside does not go with --to-lines"),
        ])
    func unusedOptions(_ arguments: [String], _ reason: String) throws {
        let bytes = sequence(try stacks(2, writer: 1))
        try place.write("a", bytes)
        let run = try place.run(["bulk"] + arguments, input: bytes)
        #expect(run.code == 2)
        #expect(run.error.contains(reason), "\(run.error)")
        #expect(run.output.isEmpty)
        #expect(place.names == ["a"])
    }

    @Test(
        "merge --bulk refuses the options of a plain merge", arguments: ["--hex", "--json", "--kind=stack"]
    )
    func optionsOfMerge(_ option: String) throws {
        try place.write("a", sequence(try stacks(2, writer: 1)))
        let run = try place.run(["merge", "--bulk", "a", "-o", "out", option])
        #expect(run.code == 2)
        #expect(run.error.contains("does not go with --bulk"), "\(run.error)")
    }
}
