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

/// A new empty directory, which is removed with its files at the end of its life.
struct TestDirectory: ~Copyable {
    let path: String

    init() throws {
        var template = Array("/tmp/capsule-test-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { memory in
            guard let start = memory.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        try #require(isMade)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unsafe unlink("\(path)/\(name)") }
        unsafe rmdir(path)
    }

    /// The names in the directory, ascending.
    var names: [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a file and gives its path.
    @discardableResult
    func file(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) throws -> String {
        let path = "\(path)/\(name)"
        let file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try file.writeAll(bytes)
        try file.setMode(mode)
        return path
    }
}

extension TestDirectory {
    /// Makes a symbolic link and gives its path.
    func symbolicLink(_ name: String, to target: String) throws -> String {
        let path = "\(path)/\(name)"
        let isMade = unsafe symlink(target, path) == 0
        try #require(isMade)
        return path
    }

    /// Makes a pipe with a name and gives its path.
    func namedPipe(_ name: String) throws -> String {
        let path = "\(path)/\(name)"
        let isMade = unsafe mkfifo(path, 0o600) == 0
        try #require(isMade)
        return path
    }
}

/// A new pipe: the end that is read, and the end that is written.
func newPipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    let isMade = unsafe pipe(&ends) == 0
    try #require(isMade)
    return (ends[0], ends[1])
}

/// The permission bits and the kind of a file, without following a link.
func mode(of path: String) throws -> mode_t {
    var status = stat()
    let isThere = unsafe lstat(path, &status) == 0
    try #require(isThere)
    return status.st_mode
}
