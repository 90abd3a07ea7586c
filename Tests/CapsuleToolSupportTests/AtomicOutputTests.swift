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

@Suite("Writing a file whole or not at all", .serialized)
struct AtomicOutputTests {
    @Test("a new file has the bytes and the permissions that the umask gives, and nothing lies beside it")
    func newFile() throws {
        let directory = try TestDirectory()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try AtomicOutput.write(bytes, to: "\(directory.path)/out")
        #expect(try InputFile.read("\(directory.path)/out") == bytes)
        #expect(directory.names == ["out"])
        _ = try FileDescriptor(path: "\(directory.path)/plain", flags: O_WRONLY | O_CREAT, mode: 0o666)
        #expect(try mode(of: "\(directory.path)/out") == mode(of: "\(directory.path)/plain"))
    }

    @Test(
        "an old file is replaced, shorter or longer, and keeps its permissions",
        arguments: [0o600, 0o754] as [mode_t])
    func replacement(_ oldMode: mode_t) throws {
        let directory = try TestDirectory()
        let path = try directory.file("out", [1, 2, 3], mode: oldMode)
        for bytes in [[9], [], [1, 2, 3, 4]] as [[UInt8]] {
            try AtomicOutput.write(bytes, to: path)
            #expect(try InputFile.read(path) == bytes, "\(bytes)")
            #expect(try mode(of: path) & 0o777 == oldMode, "\(bytes)")
        }
        #expect(directory.names == ["out"])
    }

    @Test("who has the old file open goes on reading the old bytes")
    func openFileStays() throws {
        let directory = try TestDirectory()
        let path = try directory.file("out", [1, 2, 3])
        let old = try FileDescriptor(path: path, flags: O_RDONLY)
        try AtomicOutput.write([9], to: path)
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(try old.read(into: &buffer) == 3)
        #expect(buffer.prefix(3) == [1, 2, 3])
    }

    @Test("hexadecimal output is lower case with a line feed")
    func hexadecimal() throws {
        let directory = try TestDirectory()
        try AtomicOutput.write([0xA1, 0x00], to: "\(directory.path)/out", isHex: true)
        #expect(try InputFile.read("\(directory.path)/out") == Array("a100\n".utf8))
    }

    @Test("a symbolic link stays, and the file it names is replaced")
    func symbolicLink() throws {
        let directory = try TestDirectory()
        let path = try directory.file("real", [1])
        let link = try directory.symbolicLink("link", to: "real")
        try AtomicOutput.write([2], to: link)
        #expect(try mode(of: link) & S_IFMT == S_IFLNK)
        #expect(try InputFile.read(path) == [2])
        #expect(directory.names == ["link", "real"])
    }

    @Test("a pipe or a device is written to, not replaced")
    func specialFiles() throws {
        let directory = try TestDirectory()
        let path = try directory.namedPipe("pipe")
        let reader = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
        try AtomicOutput.write([1, 2], to: path)
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(try reader.read(into: &buffer) == 2)
        #expect(try mode(of: path) & S_IFMT == S_IFIFO)
        try AtomicOutput.write([1, 2], to: "/dev/null")
        #expect(try mode(of: "/dev/null") & S_IFMT == S_IFCHR)
    }

    @Test("what cannot be written to is named as such, and left as it was")
    func refusals() throws {
        let directory = try TestDirectory()
        let file = try directory.file("file", [1])
        #expect(throws: OutputError(code: .isDirectory, path: directory.path)) {
            try AtomicOutput.write([2], to: directory.path)
        }
        for path in ["\(directory.path)/no/out", "\(file)/out", "", "\(file)\0"] {
            #expect(throws: OutputError(code: .noSuchDirectory, path: path), "\(path)") {
                try AtomicOutput.write([2], to: path)
            }
        }
        #expect(throws: OutputError.self) { try AtomicOutput.write([2], to: "\(directory.path)/new/") }
        #expect(directory.names == ["file"])
        #expect(try InputFile.read(file) == [1])
    }

    #if os(Linux)
        @Test("a full disk is named as such")
        func fullDisk() {
            #expect(throws: OutputError(code: .diskFull, path: "/dev/full")) {
                try AtomicOutput.write([1], to: "/dev/full")
            }
        }
    #endif

    @Test("a request to end leaves the old file, no other file, and waits until that is done")
    func interruption() throws {
        let directory = try TestDirectory()
        let path = try directory.file("out", [1])
        // The signal is held for this thread, so that it is pending all the time and ends nothing.
        var hangUp = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&hangUp)
        unsafe sigaddset(&hangUp, SIGHUP)
        unsafe pthread_sigmask(SIG_BLOCK, &hangUp, &before)
        pthread_kill(pthread_self(), SIGHUP)
        #expect(throws: OutputError(code: .interrupted, path: path)) {
            try AtomicOutput.write([2], to: path)
        }
        var signal: Int32 = 0
        unsafe sigwait(&hangUp, &signal)
        #expect(signal == SIGHUP)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        #expect(directory.names == ["out"])
        #expect(try InputFile.read(path) == [1])
        try AtomicOutput.write([2], to: path)
        #expect(try InputFile.read(path) == [2])
    }

    @Test("a pipe that nobody reads is a broken pipe")
    func brokenPipe() throws {
        let ends = try newPipe()
        close(ends.reading)
        // Held for this thread: the signal would end the tests.
        var brokenPipe = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&brokenPipe)
        unsafe sigaddset(&brokenPipe, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
        let error = #expect(throws: SystemError.self) {
            try FileDescriptor(lent: ends.writing).writeAll([1])
        }
        var signal: Int32 = 0
        unsafe sigwait(&brokenPipe, &signal)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        close(ends.writing)
        #expect(OutputError(error ?? SystemError(number: 0), path: "-").code == .brokenPipe)
    }

    @Test(
        "answers of the system have their class",
        arguments: [
            (EACCES, .permissionDenied), (EROFS, .permissionDenied), (ENOSPC, .diskFull), (EDQUOT, .diskFull),
            (EPIPE, .brokenPipe), (EIO, .unwritable(SystemError(number: EIO))),
        ] as [(Int32, OutputError.Code)])
    func classes(_ number: Int32, _ code: OutputError.Code) {
        #expect(OutputError(SystemError(number: number), path: "x").code == code)
    }

    @Test("messages say in plain words what is wrong with which file")
    func messages() {
        #expect(
            OutputError(code: .diskFull, path: "out.cbor").description == "out.cbor: no space is left")
        #expect(
            OutputError(SystemError(number: EIO), path: "-").description
                == "standard output: cannot be written: \(SystemError(number: EIO))")
    }
}
