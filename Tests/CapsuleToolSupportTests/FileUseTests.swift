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

@Suite("What a command's files may be", .serialized)
struct FileUseTests {
    private func conflict(_ files: NamedFile...) -> String? {
        var named = CommandFiles()
        for file in files { named.add(file.path, file.use) }
        return named.conflict(reports: false)
    }

    @Test("a file of the same role may be replaced, by whatever path; one of another role may not")
    func inPlace() throws {
        let directory = try TestDirectory()
        let path = try directory.file("d", [1])
        let link = try directory.symbolicLink("l", to: "d")
        let spelled = "\(directory.path)/../\(directory.path.split(separator: "/").last ?? "")/./d"
        for other in [path, link, spelled] {
            #expect(
                conflict(NamedFile(path, .reads(.document)), NamedFile(other, .writes(.document))) == nil,
                "\(other)")
            let delta = conflict(NamedFile(path, .reads(.document)), NamedFile(other, .writes(.delta)))
            #expect(
                delta == "'\(other)' is a document that is read, and is not replaced by a delta", "\(other)")
            #expect(
                conflict(NamedFile(other, .reads(.secret)), NamedFile(path, .writes(.secret))) != nil,
                "\(other)")
        }
    }

    @Test("hard links are one file")
    func hardLinks() throws {
        let directory = try TestDirectory()
        let path = try directory.file("seed", [1])
        let isMade = unsafe link(path, "\(directory.path)/other") == 0
        try #require(isMade)
        let files = [
            NamedFile(path, .reads(.secret)), NamedFile("\(directory.path)/other", .writes(.signed)),
        ]
        #expect(conflict(files[0], files[1]) != nil)
    }

    @Test("two outputs are two files, also those that are not there yet, and through links to nothing")
    func outputs() throws {
        let directory = try TestDirectory()
        let (o, delta) = ("\(directory.path)/o", "\(directory.path)/./o")
        #expect(conflict(NamedFile(o, .writes(.document)), NamedFile(delta, .writes(.delta))) != nil)
        let link = try directory.symbolicLink("l", to: "o")
        #expect(conflict(NamedFile(o, .writes(.document)), NamedFile(link, .writes(.delta))) != nil)
        let other = "\(directory.path)/p"
        #expect(conflict(NamedFile(o, .writes(.document)), NamedFile(other, .writes(.delta))) == nil)
        for path in ["-", "/dev/stdout"] {
            #expect(
                conflict(NamedFile("-", .writes(.document)), NamedFile(path, .writes(.delta))) != nil,
                "\(path)")
        }
        #expect(
            conflict(NamedFile("/dev/null", .writes(.document)), NamedFile("/dev/null", .writes(.delta)))
                == nil)
    }

    @Test("a pipe that is read is no output")
    func pipes() throws {
        let directory = try TestDirectory()
        let pipe = try directory.namedPipe("pipe")
        #expect(conflict(NamedFile(pipe, .reads(.document)), NamedFile(pipe, .writes(.document))) != nil)
    }

    @Test("a lock is had by one, waits for nothing when told so, and follows a file that is replaced")
    func locks() throws {
        let directory = try TestDirectory()
        let path = try directory.file("d", [1])
        var first: FileLock? = try FileLock(path, waits: false) { _ in }
        #expect(throws: FileLockError.isHeld) { _ = try FileLock(path, waits: false) { _ in } }
        try AtomicOutput.write([2], to: path)
        // The old file is locked still, the path leads to another one.
        let second = try FileLock(path, waits: true) { _ in Issue.record("it waits") }
        withExtendedLifetime((first, second)) {}
        first = nil
        #expect(throws: FileLockError.isHeld) { _ = try FileLock(path, waits: false) { _ in } }
        withExtendedLifetime(second) {}
        #expect(directory.names == ["d"])
        _ = try FileLock("\(directory.path)/nothing", waits: false) { _ in }
    }
}
