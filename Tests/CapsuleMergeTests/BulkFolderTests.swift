// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("bulk, folders and what is refused")
struct BulkFolderTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    /// Makes folders for a test, and removes them with their files.
    private func withFolders(_ names: [String], _ body: () throws -> Void) throws {
        let paths = names.map { "\(place.path)/\($0)" }
        for path in paths { #expect(unsafe mkdir(path, 0o700) == 0, "\(path)") }
        defer {
            for path in paths.reversed() {
                for name in (try? Directory.names(path)) ?? [] {
                    unsafe unlink("\(path)/\(String(decoding: name, as: UTF8.self))")
                }
                unsafe rmdir(path)
            }
        }
        try body()
    }

    private func album(_ label: String, device: String = Samples.device1) throws -> AlbumDocument {
        try Samples.album(device, "2026-07-01T10:00:00.000Z", name: "n", label)
    }

    @Test(
        "a folder is read at any depth, conflicted copies are joined, dot names are passed over and counted")
    func depth() throws {
        let (left, right) = (try album("a"), try album("b", device: Samples.device2))
        try withFolders(["photos", "photos/2026", "photos/2026/07"]) {
            try place.write("photos/2026/07/a.cbor", left.encoded)
            try place.write("photos/a (conflicted copy).cbor", right.encoded)
            try place.write("photos/.a.cbor", [])
            let run = try place.run("bulk", "photos", "-o", "out")
            #expect(run.code == 0, "\(run.error)")
            #expect(run.text == "merged 2 documents into 1, passed over 1 names that begin with a dot\n")
            #expect(try place.read("out") == left.joined(with: right).encoded)
        }
    }

    @Test(
        "one refused state is set aside alone; the other states of the document stay in the output")
    func alone() throws {
        let good = try album("a")
        var newer = good.encoded
        newer[2] = 2
        try withFolders(["v1", "v2"]) {
            try place.write("v1/x", good.encoded)
            try place.write("v2/x", newer)
            try place.write("v2/y", [0xff])
            let run = try place.run(
                "bulk", "v2", "v1", "-o", "out", "--set-aside", "aside", "--allow-refused")
            #expect(run.code == 0, "\(run.error)")
            #expect(run.error.contains("v2/x: newer-schema"))
            #expect(run.error.contains("v2/y: malformed"))
            #expect(try place.read("out") == good.encoded)
            #expect(try place.read("aside") == [0x41, 0xff] + newer)
            let again = try place.run("bulk", "v2", "v1", "-o", "out", "--set-aside", "aside")
            #expect(again.code == 1)
            #expect(again.error.contains("aside: is there already"), "\(again.error)")
            #expect(try place.read("aside") == [0x41, 0xff] + newer)
        }
    }

    @Test(
        "what is refused leaves the output as it was when there is no place for it, and is told once for each file"
    )
    func nowhere() throws {
        try withFolders(["photos"]) {
            for name in ["a", "b"] { try place.write("photos/\(name)", [0xff]) }
            try place.write("out", [1])
            let run = try place.run("bulk", "photos", "-o", "out")
            #expect(run.code == 1)
            #expect(run.error.contains("photos/a: malformed"), "\(run.error)")
            #expect(run.error.contains("photos/b: malformed"))
            #expect(run.error.contains("2 refused, nothing is written"))
            #expect(try place.read("out") == [1])
        }
    }

    @Test(
        "an output that would lie in a folder that is read is refused", arguments: ["photos/out", "photos/x"])
    func outputInside(_ output: String) throws {
        let good = try album("a")
        try withFolders(["photos"]) {
            try place.write("photos/x", good.encoded)
            let run = try place.run("bulk", "photos", "-o", output)
            #expect(run.code == 2)
            #expect(run.error.contains("lies in a folder that is read"), "\(run.error)")
            #expect(try place.read("photos/x") == good.encoded)
        }
    }

    @Test("a line whose id is not that of its document is refused")
    func wrongID() throws {
        let document = hex(try album("a").encoded)
        for line in ["\(String(repeating: "0", count: 32))\t\(document)", document, "\t\(document)"] {
            let run = try place.run(["bulk", "--lines", "-"], input: Array("\(line)\n".utf8))
            #expect(run.code == 1, "\(line)")
            #expect(run.error.contains("standard input, line 1: m"), "\(run.error)")
            #expect(run.output.isEmpty, "\(line)")
        }
    }

    @Test(
        "an element that is gone for a doubled add-id is told, whatever the order")
    func doubled() throws {
        try place.write("a", try album("one").encoded)
        try place.write("b", try album("two").encoded)
        for order in [["a", "b"], ["b", "a"]] {
            let run = try place.run(["bulk"] + order + ["-o", "out"])
            #expect(run.code == 0, "\(order)")
            #expect(run.error.contains("labels: \"one\" is gone"), "\(run.error)")
            #expect(run.text.contains("lost 1 elements"), "\(run.text)")
        }
    }

    private func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }
}
