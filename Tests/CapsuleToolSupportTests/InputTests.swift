// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
@testable import CapsuleToolSupport
import Testing

@Suite("Reading a file")
struct InputFileTests {
    @Test("a file is read whole", arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func wholeFile(_ size: Int) throws {
        let directory = try TestDirectory()
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try directory.file("in", bytes)
        #expect(try InputFile.read(path) == bytes)
    }

    @Test("a file of exactly the limit is read, one of a byte more is too large")
    func limit() throws {
        let directory = try TestDirectory()
        let fits = try directory.file("fits", [UInt8](repeating: 7, count: 70_000))
        let large = try directory.file("large", [UInt8](repeating: 7, count: 70_001))
        #expect(try InputFile.read(fits, limit: 70_000).count == 70_000)
        #expect(throws: InputError(code: .tooLarge(limit: 70_000), path: large)) {
            try InputFile.read(large, limit: 70_000)
        }
    }

    @Test("an endless file is refused at the limit", arguments: [false, true])
    func endlessFile(_ isHex: Bool) {
        // Zero bytes are no hexadecimal digits, so that form is refused at once.
        let code: InputError.Code =
            isHex ? .notHex(HexError(code: .notADigit, offset: 0)) : .tooLarge(limit: 100_000)
        #expect(throws: InputError(code: code, path: "/dev/zero")) {
            try InputFile.read("/dev/zero", limit: 100_000, isHex: isHex)
        }
    }

    @Test("hexadecimal text is decoded; the limit is of bytes, and white space has an end as well")
    func hexadecimal() throws {
        let directory = try TestDirectory()
        let path = try directory.file("hex", Array("A1 00\n01\n".utf8))
        #expect(try InputFile.read(path, limit: 3, isHex: true) == [0xA1, 0, 1])
        #expect(throws: InputError(code: .tooLarge(limit: 2), path: path)) {
            try InputFile.read(path, limit: 2, isHex: true)
        }
        let blank = try directory.file("blank", [UInt8](repeating: 0x20, count: 20_000))
        #expect(throws: InputError(code: .tooLarge(limit: 100), path: blank)) {
            try InputFile.read(blank, limit: 100, isHex: true)
        }
    }

    @Test("a bad character is reported with its offset in the file")
    func badCharacter() throws {
        let directory = try TestDirectory()
        let text = [UInt8](repeating: UInt8(ascii: "0"), count: 70_000) + Array("g0".utf8)
        let path = try directory.file("hex", text)
        let error = #expect(throws: InputError.self) { try InputFile.read(path, isHex: true) }
        #expect(error?.code == .notHex(HexError(code: .notADigit, offset: 70_000)))
        #expect(error?.description == "\(path): no hexadecimal digit at offset 70000")
    }

    @Test("what is not there or no file is named as such")
    func notAFile() throws {
        let directory = try TestDirectory()
        let file = try directory.file("in", [])
        #expect(throws: InputError(code: .isDirectory, path: directory.path)) {
            try InputFile.read(directory.path)
        }
        for missing in ["\(directory.path)/no", "\(file)/below", "", "\(file)\0"] {
            #expect(throws: InputError(code: .notFound, path: missing), "\(missing)") {
                try InputFile.read(missing)
            }
        }
    }

    @Test("a file without permission is named as such", .enabled(if: getuid() != 0, "root may read all"))
    func permission() throws {
        let directory = try TestDirectory()
        let path = try directory.file("in", [1], mode: 0)
        #expect(throws: InputError(code: .permissionDenied, path: path)) { try InputFile.read(path) }
    }

    @Test(
        "answers of the system have their class",
        arguments: [
            (EACCES, .permissionDenied), (EPERM, .permissionDenied), (ENOENT, .notFound),
            (EISDIR, .isDirectory), (EIO, .unreadable(SystemError(number: EIO))),
        ] as [(Int32, InputError.Code)])
    func classes(_ number: Int32, _ code: InputError.Code) {
        #expect(InputFile.code(for: SystemError(number: number)) == code)
    }

    @Test("messages say in plain words what is wrong with which file")
    func messages() {
        #expect(InputError(code: .notFound, path: "a.cbor").description == "a.cbor: no such file")
        #expect(
            InputError(code: .tooLarge(limit: 9), path: "-").description
                == "standard input: has more than the 9 bytes allowed")
    }
}

@Suite("Reading lines")
struct InputLinesTests {
    /// The lines of a text, "TOO LONG" for those above the limit.
    func lines(_ text: String, limit: Int = 100, bufferSize: Int) throws -> [String] {
        let directory = try TestDirectory()
        let path = try directory.file("in", Array(text.utf8))
        var lines = InputLines(
            try FileDescriptor(path: path, flags: O_RDONLY), limit: limit, bufferSize: bufferSize)
        var found: [String] = []
        while let line = try lines.next() {
            switch line {
            case .bytes(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: found.append("TOO LONG")
            }
        }
        return found
    }

    @Test("lines are the same whatever the size of the buffer", arguments: [1, 2, 3, 4, 5, 7, 64])
    func bufferSizes(_ size: Int) throws {
        #expect(try lines("", bufferSize: size) == [])
        #expect(try lines("\n", bufferSize: size) == [""])
        #expect(try lines("ab\n\ncde\n", bufferSize: size) == ["ab", "", "cde"])
        #expect(try lines("ab\r\ncde", bufferSize: size) == ["ab\r", "cde"])
    }

    @Test("a line above the limit is skipped and the next one is read", arguments: [1, 3, 64])
    func tooLong(_ size: Int) throws {
        #expect(
            try lines("abcd\nabcde\nx\nabcdefghijkl", limit: 4, bufferSize: size)
                == ["abcd", "TOO LONG", "x", "TOO LONG"])
    }

    @Test("a line is given when it has arrived, before the stream ends")
    func pipe() throws {
        let ends = try newPipe()
        let writing = FileDescriptor(lent: ends.writing)
        var lines = InputLines(FileDescriptor(lent: ends.reading))
        try writing.writeAll(Array("one\ntwo\nthr".utf8))
        guard case .bytes(let first)? = try lines.next(), case .bytes(let second)? = try lines.next() else {
            Issue.record("no line")
            return
        }
        #expect(first == Array("one".utf8) && second == Array("two".utf8))
        close(ends.writing)
        guard case .bytes(let third)? = try lines.next() else {
            Issue.record("no last line")
            return
        }
        #expect(third == Array("thr".utf8))
        #expect(try lines.next() == nil)
        close(ends.reading)
    }
}
