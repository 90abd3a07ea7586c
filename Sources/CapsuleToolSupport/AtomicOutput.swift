// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why the output was not written.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        case isDirectory
        /// The name exists, and what has it is not replaced.
        case exists
        /// The directory to write into does not exist.
        case noSuchDirectory
        case permissionDenied
        case diskFull
        /// Nobody reads standard output any more. The tool ends without a word.
        case brokenPipe
        /// A person or the system asked the process to end; the target was left as it was.
        case interrupted
        /// Any other answer of the operating system.
        case unwritable(SystemError)
    }

    package let code: Code
    /// The path as it was given; `-` is standard output.
    package let path: String

    package var description: String {
        let reason =
            switch code {
            case .isDirectory: "is a directory, not a file"
            case .exists: "is there already, and is left as it is"
            case .noSuchDirectory: "the directory does not exist"
            case .permissionDenied: "may not be written (permission denied)"
            case .diskFull: "no space is left"
            case .brokenPipe: "nobody reads it any more"
            case .interrupted: "interrupted before it was replaced"
            case .unwritable(let error): "cannot be written: \(error)"
            }
        return "\(path == "-" ? "standard output" : Escaping.line(path)): \(reason)"
    }

    init(code: Code, path: String) {
        self.code = code
        self.path = path
    }

    init(_ error: SystemError, path: String) {
        let code: Code =
            switch error.number {
            case EISDIR: .isDirectory
            case EEXIST: .exists
            case ENOENT, ENOTDIR: .noSuchDirectory
            case EACCES, EPERM, EROFS: .permissionDenied
            case ENOSPC, EDQUOT: .diskFull
            case EPIPE: .brokenPipe
            // Interrupted calls are repeated, so this arrives from `replace` alone.
            case EINTR: .interrupted
            default: .unwritable(error)
            }
        self.init(code: code, path: path)
    }
}

/// Writes a whole file, or nothing.
package enum AtomicOutput {
    /// Replaces the file at `path` by one with these bytes, or writes them to standard output for `-`.
    ///
    /// At every moment, also after a crash, the path names the complete old file or the complete new
    /// one. On error the old file stands and nothing is left beside it; only a process that is killed
    /// outright can leave a temporary file, `.capsule-merge-*.tmp`. The new file has the permission bits
    /// of the old one, else those that the umask gives. A symbolic link stays, and the file it names is
    /// replaced. What is no file (a pipe, a device) is written to instead of replaced.
    ///
    /// - Parameter isHex: Write lower-case hexadecimal text and a line feed instead of the bytes.
    package static func write(
        _ bytes: [UInt8], to path: String, isHex: Bool = false
    ) throws(OutputError) {
        let contents = isHex ? Hex.digits(of: bytes) + [UInt8(ascii: "\n")] : bytes
        do throws(SystemError) {
            if path == "-" {
                return try FileDescriptor(lent: STDOUT_FILENO).writeAll(contents)
            }
            guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemError(number: ENOENT) }
            let target = OutputTarget(path)
            switch target.kind {
            case .directory: throw SystemError(number: EISDIR)
            case .special: try FileDescriptor(path: path, flags: O_WRONLY).writeAll(contents)
            case .file(let mode): try replace(target.path, oldMode: mode, by: contents)
            case .absent: try replace(target.path, oldMode: nil, by: contents)
            }
        } catch {
            throw OutputError(error, path: path)
        }
    }

    /// Replaces the file at `path` as `write` does, by what the body writes piece by piece.
    ///
    /// When the body throws, the old file stands. An interruption ends the body at its next piece.
    ///
    /// - Throws: `OutputError`, or what the body throws.
    package static func stream(to path: String, _ body: (borrowing Sink) throws -> Void) throws {
        let target = OutputTarget(path)
        do {
            if path == "-" { return try body(Sink(FileDescriptor(lent: STDOUT_FILENO), path)) }
            guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemError(number: ENOENT) }
            switch target.kind {
            case .directory: throw SystemError(number: EISDIR)
            case .special: try body(Sink(FileDescriptor(path: path, flags: O_WRONLY), path))
            case .file(let mode): try stream(to: target.path, oldMode: mode, body)
            case .absent: try stream(to: target.path, oldMode: nil, body)
            }
        } catch let error as SystemError {
            throw OutputError(error, path: path)
        }
    }

    /// Where the pieces of a streamed file go.
    package struct Sink: ~Copyable {
        private let file: FileDescriptor
        private let path: String

        fileprivate init(_ file: consuming FileDescriptor, _ path: String) {
            self.file = file
            self.path = path
        }

        /// Appends a piece.
        package func write(_ bytes: [UInt8]) throws(OutputError) {
            do throws(SystemError) {
                if Interruptions.arePending { throw SystemError(number: EINTR) }
                try file.writeAll(bytes)
            } catch {
                throw OutputError(error, path: path)
            }
        }
    }

    private static func stream(
        to path: String, oldMode: mode_t?, _ body: (borrowing Sink) throws -> Void
    ) throws {
        let directory = directory(of: path)
        var failure: (any Error)?
        try Interruptions.held { () throws(SystemError) in
            var temporary = try TemporaryFile(in: directory, mode: oldMode == nil ? 0o666 : 0o600)
            do {
                try body(Sink(FileDescriptor(lent: temporary.file.number), path))
            } catch {
                failure = error
                return
            }
            if let oldMode { try temporary.file.setMode(oldMode) }
            try temporary.file.synchronize()
            if Interruptions.arePending { throw SystemError(number: EINTR) }
            try temporary.rename(to: path)
        }
        if let failure { throw failure }
        synchronize(directory: directory)
    }

    private static func replace(
        _ path: String, oldMode: mode_t?, by contents: [UInt8]
    ) throws(SystemError) {
        let directory = directory(of: path)
        try Interruptions.held { () throws(SystemError) in
            // Without an old mode the system applies the umask at creation; with one, nobody else may
            // look into the file before it has that mode.
            var temporary = try TemporaryFile(in: directory, mode: oldMode == nil ? 0o666 : 0o600)
            try temporary.file.writeAll(contents)
            if let oldMode { try temporary.file.setMode(oldMode) }
            try temporary.file.synchronize()
            if Interruptions.arePending { throw SystemError(number: EINTR) }
            try temporary.rename(to: path)
        }
        synchronize(directory: directory)
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the new name itself survive a power failure.
    ///
    /// Not every file system offers this, and the file is complete either way, so a refusal is no error.
    private static func synchronize(directory: String) {
        do throws(SystemError) {
            try FileDescriptor(path: directory, flags: O_RDONLY | O_DIRECTORY).synchronize()
        } catch {}
    }
}
