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

@Suite("Replacing a file", .serialized)
struct ReplacementTests {
    @Test("a file that is read-only is replaced when that is forced")
    func readOnly() throws {
        let directory = try TestDirectory()
        let path = try directory.file("out", [1], mode: 0o444)
        #expect(throws: OutputError(code: .isReadOnly, path: path)) { try AtomicOutput.write([2], to: path) }
        #expect(try InputFile.read(path) == [1])
        try AtomicOutput.write([2], to: path, options: .force)
        #expect(try InputFile.read(path) == [2])
        #expect(try mode(of: path) & 0o777 == 0o444)
        #expect(directory.names == ["out"])
    }

    @Test("a new private file is its owner's only; an old one keeps its mode")
    func privateFile() throws {
        let directory = try TestDirectory()
        try AtomicOutput.write([2], to: "\(directory.path)/new", options: .isPrivate)
        #expect(try mode(of: "\(directory.path)/new") & 0o777 == 0o600)
        let old = try directory.file("old", [1], mode: 0o640)
        try AtomicOutput.write([2], to: old, options: .isPrivate)
        #expect(try mode(of: old) & 0o777 == 0o640)
    }

    @Test("owner and group are kept where the process may", .enabled(if: geteuid() == 0, "needs root"))
    func owner() throws {
        let directory = try TestDirectory()
        let path = try directory.file("out", [1], mode: 0o640)
        let isGiven = unsafe chown(path, 1234, 4321) == 0
        try #require(isGiven)
        try AtomicOutput.write([2], to: path)
        let status = try #require(FilePath.status(path))
        #expect(status.st_uid == 1234 && status.st_gid == 4321)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test("a link to nothing is written through: its target is made")
    func danglingLink() throws {
        let directory = try TestDirectory()
        let link = try directory.symbolicLink("link", to: "target")
        try AtomicOutput.write([1], to: link)
        #expect(try InputFile.read("\(directory.path)/target") == [1])
        #expect(try mode(of: link) & S_IFMT == S_IFLNK)
    }

    @Test("a temporary file whose process is gone goes with the next run; one that is locked stays")
    func abandoned() throws {
        let directory = try TestDirectory()
        let path = "\(directory.path)/out"
        let abandoned: String
        let used = try TemporaryFile(for: path, mode: 0o600)
        do {
            // What is left of a process that was killed: the file without its lock.
            let temporary = try TemporaryFile(for: path, mode: 0o600)
            abandoned = temporary.path + "x.tmp"
            let isLinked = unsafe link(temporary.path, abandoned) == 0
            try #require(isLinked)
        }
        let other = try TemporaryFile(for: "\(directory.path)/other", mode: 0o600)
        try AtomicOutput.write([1], to: path)
        #expect(directory.names.count == 3)
        #expect(FilePath.status(abandoned) == nil)
        #expect(FilePath.status(used.path) != nil && FilePath.status(other.path) != nil)
    }

    @Test("names that are no UTF-8 are read, replaced and removed as they are")
    func bytesOfNames() throws {
        let directory = try TestDirectory()
        let path = "\(directory.path)/\(FileName.text([0xFF, 0x0A, 0xC3]))"
        try AtomicOutput.write([1], to: path)
        try AtomicOutput.write([2], to: path)
        #expect(try InputFile.read(path) == [2])
        #expect(FilePath.names(in: directory.path) == [[0xFF, 0x0A, 0xC3]])
        #expect(throws: OutputError(code: .exists, path: path)) {
            try NewFile.create([NewFile(path: path, bytes: [3], isSecret: false)])
        }
        _ = unsafe FileName.withPointer(path) { unsafe unlink($0) }
    }

    @Test("of new files all are made or none, and a link to nothing is a name that is taken")
    func newFiles() throws {
        let directory = try TestDirectory()
        let link = try directory.symbolicLink("link", to: "target")
        let seed = NewFile(path: "\(directory.path)/seed", bytes: [1], isSecret: true)
        #expect(throws: OutputError(code: .exists, path: link)) {
            try NewFile.create([seed, NewFile(path: link, bytes: [2], isSecret: false)])
        }
        #expect(directory.names == ["link"])
        try NewFile.create([seed, NewFile(path: "\(directory.path)/public", bytes: [2], isSecret: false)])
        #expect(try mode(of: "\(directory.path)/seed") & 0o777 == 0o600)
        #expect(directory.names == ["link", "public", "seed"])
    }

    @Test("a new file is not made over a pipe that nobody reads, and nobody waits for it")
    func pipeWithoutReader() throws {
        let directory = try TestDirectory()
        let pipe = try directory.namedPipe("pipe")
        #expect(throws: OutputError(code: .noReader, path: pipe)) {
            try NewFile.write([1], to: pipe, isHex: false)
        }
        let reader = try FileDescriptor(path: pipe, flags: O_RDONLY | O_NONBLOCK)
        try NewFile.write([1], to: pipe, isHex: false)
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(try reader.read(into: &buffer) == 1)
    }

    @Test("a signal that is to be ignored ends nothing, also while signals are held")
    func ignoredSignal() throws {
        let directory = try TestDirectory()
        let previous = signal(SIGUSR2, SIG_IGN)
        defer {
            // Threads of the test runner hold signals back: ignoring it once more discards the one that still waits.
            signal(SIGUSR2, SIG_IGN)
            signal(SIGUSR2, previous)
        }
        try AtomicOutput.stream(to: "\(directory.path)/out") { sink in
            pthread_kill(pthread_self(), SIGUSR2)
            try sink.write([1])
        }
        #expect(try InputFile.read("\(directory.path)/out") == [1])
    }
}
