// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a tool keeps what it remembers between runs, for one user of one machine.
package enum StateDirectory {
    /// The directory of a tool, in `XDG_STATE_HOME`, else in `~/.local/state`; nil where the environment names neither.
    ///
    /// What is no absolute path counts as not set, as the XDG Base Directory Specification has it. Nothing is made.
    package static func path(of tool: String) -> String? {
        if let state = absolute("XDG_STATE_HOME") { return "\(state)/\(tool)" }
        return absolute("HOME").map { "\($0)/.local/state/\(tool)" }
    }

    /// Makes a directory, and those above it that are missing, for their owner alone.
    package static func make(_ path: String) throws(OutputError) {
        guard FileName.isValid(path) else { throw OutputError(code: .noSuchDirectory, path: path) }
        // What is there already may be anything, also a link: what is wrong with it shows when a file is made in it.
        guard FilePath.status(path) == nil else { return }
        var failure: SystemError?
        let slashes = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") && $0 != path.startIndex }
        for end in slashes + [path.endIndex] {
            let result = unsafe FileName.withPointer(String(path[..<end])) { unsafe mkdir($0, 0o700) }
            if result != 0, errno != EEXIST, failure == nil { failure = .last }
        }
        // Above it there may be what may not be changed, but holds what is wanted.
        if let failure, FilePath.status(path) == nil { throw OutputError(failure, path: path) }
    }

    private static func absolute(_ name: String) -> String? {
        // The value belongs to the environment, which nothing here changes: it is copied at once.
        guard let value = unsafe getenv(name) else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: value, count: strlen(value))
        let text = unsafe FileName.text(bytes.map { UInt8(bitPattern: $0) })
        return text.utf8.first == UInt8(ascii: "/") ? text : nil
    }
}
