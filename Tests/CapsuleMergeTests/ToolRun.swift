// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CapsuleToolSupport
import Testing

/// What a run of the built tool gave.
struct ToolRun {
    /// The exit code; nil when a signal ended the process.
    let code: Int32?
    let output: [UInt8]
    let error: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

/// A directory of its own, in which the tool is run, and which goes with its files.
///
/// What the tool keeps between runs lies in `.state` there, and nothing in the user's home.
final class Workplace {
    let path: String
    /// What the shell does before it becomes the tool; `$0` is the directory.
    var environment = "export XDG_STATE_HOME=\"$0/.state\""
    private var runs = 0

    init() throws {
        var template = Array("/tmp/capsule-merge-test-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { memory in
            guard let start = memory.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        try #require(isMade)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    /// Removes a directory with all that is in it; links are not followed.
    private static func remove(_ path: String) {
        for name in entries(path) where unsafe unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        unsafe rmdir(path)
    }

    /// The names of the files, ascending, without those that only serve the runs.
    var names: [String] { Self.entries(path).filter { ![".out", ".err", ".in", ".state"].contains($0) } }

    private static func entries(_ path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if ![".", ".."].contains(name) { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try AtomicOutput.write(bytes, to: "\(path)/\(name)")
    }

    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    func read(_ name: String) throws -> [UInt8] { try InputFile.read("\(path)/\(name)") }

    /// Runs the tool here.
    ///
    /// - Parameters:
    ///   - input: what standard input holds.
    ///   - isOutputClosed: standard output is a pipe that nobody reads.
    func run(_ arguments: String..., input: [UInt8] = [], isOutputClosed: Bool = false) throws -> ToolRun {
        try run(arguments, input: input, isOutputClosed: isOutputClosed)
    }

    func run(_ arguments: [String], input: [UInt8] = [], isOutputClosed: Bool = false) throws -> ToolRun {
        try write(".in", input)
        let status = try spawn(arguments, isOutputClosed: isOutputClosed)
        return ToolRun(
            code: status & 0x7f == 0 ? status >> 8 & 0xff : nil,
            output: isOutputClosed ? [] : try read(".out"),
            error: String(decoding: try read(".err"), as: UTF8.self))
    }

    private func spawn(_ arguments: [String], isOutputClosed: Bool) throws -> Int32 {
        // Optional on Darwin and a struct elsewhere; posix_spawn takes either by its address.
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "\(path)/.in", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "\(path)/.err", flags, 0o600)
        var ends: [Int32] = [-1, -1]
        if isOutputClosed {
            let isMade = unsafe pipe(&ends) == 0
            try #require(isMade)
            close(ends[0])
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, "\(path)/.out", flags, 0o600)
        }
        defer { if isOutputClosed { close(ends[1]) } }
        // The shell changes the directory and is then replaced by the tool.
        let command = ["sh", "-c", "cd \"$0\" && \(environment) && exec \"$@\"", path, try Self.tool()]
        // Copies in C's memory, which are freed below.
        var words = unsafe (command + arguments).map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        var process: pid_t = 0
        let failure = unsafe posix_spawn(&process, "/bin/sh", &actions, nil, &words, environ)
        try #require(failure == 0)
        var status: Int32 = 0
        let waited = unsafe waitpid(process, &status, 0)
        try #require(waited == process)
        return status
    }

    /// The tool stands beside the tests, in the directory of what was built.
    static func tool() throws -> String {
        #if canImport(Darwin)
            // The tests are a bundle that a runner from elsewhere has loaded.
            let images = unsafe (0..<_dyld_image_count()).compactMap { index in
                unsafe _dyld_get_image_name(index).map { unsafe String(cString: $0) }
            }
            let own = try #require(images.first { $0.contains("PackageTests") })
        #else
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
            try #require(count > 0)
            let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
        var directory = own
        while let slash = directory.lastIndex(of: "/") {
            directory = String(directory[..<slash])
            if unsafe access("\(directory)/capsule-merge", X_OK) == 0 { return "\(directory)/capsule-merge" }
        }
        throw ToolIsMissing(beside: own)
    }

    struct ToolIsMissing: Error {
        let beside: String
    }
}
