// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes a whole file, or nothing.
package enum AtomicOutput {
    /// How a file is written.
    package struct Options: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// A file that is read-only is replaced as well.
        package static let force = Options(rawValue: 1)
        /// A new file may be read by its owner alone (mode 0600).
        package static let isPrivate = Options(rawValue: 2)
    }

    /// Replaces the file at `path` by one with these bytes, or writes them to standard output for `-`.
    ///
    /// At every moment, also after a crash, the path names the complete old file or the complete new
    /// one. On error the old file stands and nothing is left beside it; only a process that is killed
    /// outright can leave a temporary file, `.capsule-merge-*.tmp`, which the next run that writes the same file
    /// removes. The new file has the owner, group, mode, extended attributes and ACL of the old one as far as the
    /// process may give them, else the mode that the umask gives. A symbolic link stays, and the file it names is
    /// replaced or made. What is no file (a pipe, a device) is written to instead of replaced; so is a standard
    /// stream, by whatever path.
    ///
    /// - Parameters:
    ///   - isHex: Write lower-case hexadecimal text and a line feed instead of the bytes.
    ///   - found: what the path led to when what is replaced was read; anything else is left as it is.
    ///   - body: runs when nothing but the name of the new file is missing, or before anything is written to what is
    ///     no file. When it throws, the old file stands.
    package static func write(
        _ bytes: [UInt8], to path: String, isHex: Bool = false, options: Options = [],
        found: FileSnapshot? = nil, once body: () throws(OutputError) -> Void = {}
    ) throws(OutputError) {
        var failure: OutputError?
        func run() -> Bool {
            do throws(OutputError) {
                try body()
                return true
            } catch {
                failure = error
                return false
            }
        }
        let contents = isHex ? Hex.digits(of: bytes) + [UInt8(ascii: "\n")] : bytes
        do throws(OutputError.Code) {
            let target = try OutputTarget(path)
            switch target.kind {
            case .directory: throw .isDirectory
            case .stream(let stream):
                guard run() else { break }
                try OutputError.Code.mapped { () throws(SystemError) in
                    try stream.descriptor.writeAll(contents)
                }
            case .special:
                let file = try target.openSpecial(waits: true)
                guard run() else { break }
                try OutputError.Code.mapped { () throws(SystemError) in try file.writeAll(contents) }
            case .file(let old): try replace(target.path, old, contents, options, found, run)
            case .absent: try replace(target.path, nil, contents, options, found, run)
            }
        } catch {
            throw OutputError(code: error, path: path)
        }
        if let failure { throw failure }
    }

    /// Replaces the file at `path` as `write` does, by what the body writes piece by piece.
    ///
    /// When the body throws, the old file stands. An interruption ends the body at its next piece.
    ///
    /// - Throws: `OutputError`, or what the body throws.
    package static func stream(
        to path: String, options: Options = [], found: FileSnapshot? = nil,
        _ body: (borrowing Sink) throws -> Void
    ) throws {
        do {
            let target = try OutputTarget(path)
            switch target.kind {
            case .directory: throw OutputError.Code.isDirectory
            case .stream(let stream): try body(Sink(stream.descriptor, path))
            case .special: try body(Sink(target.openSpecial(waits: true), path))
            case .file(let old): try stream(to: target.path, old, options, found, body)
            case .absent: try stream(to: target.path, nil, options, found, body)
            }
        } catch let code as OutputError.Code {
            throw OutputError(code: code, path: path)
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
                try file.writeAllUnlessInterrupted(bytes)
            } catch {
                throw OutputError(error, path: path)
            }
        }
    }

    private static func stream(
        to path: String, _ old: FileAttributes?, _ options: Options, _ found: FileSnapshot?,
        _ body: (borrowing Sink) throws -> Void
    ) throws {
        var failure: (any Error)?
        try replace(path, old, options, found) { (file: borrowing FileDescriptor) throws(OutputError.Code) in
            do {
                try body(Sink(FileDescriptor(lent: file.number), path))
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    private static func replace(
        _ path: String, _ old: FileAttributes?, _ contents: [UInt8], _ options: Options,
        _ found: FileSnapshot?,
        _ body: () -> Bool
    ) throws(OutputError.Code) {
        try replace(path, old, options, found) { (file: borrowing FileDescriptor) throws(OutputError.Code) in
            try OutputError.Code.mapped { () throws(SystemError) in
                try file.writeAll(contents)
                try file.synchronize()
            }
            return body()
        }
    }

    /// Puts what the body writes in the place of a file, unless the body gives false.
    private static func replace(
        _ path: String, _ old: FileAttributes?, _ options: Options, _ found: FileSnapshot?,
        _ body: (borrowing FileDescriptor) throws(OutputError.Code) -> Bool
    ) throws(OutputError.Code) {
        if let old, old.isReadOnly, !options.contains(.force) { throw .isReadOnly }
        // Without an old file the system applies the umask at creation; with one, nobody else may look into the new
        // file before it has the old one's attributes.
        let mode: mode_t = old == nil && !options.contains(.isPrivate) ? 0o666 : 0o600
        try Interruptions.held { () throws(OutputError.Code) in
            var temporary = try OutputError.Code.mapped { () throws(SystemError) in
                try TemporaryFile(for: path, mode: mode)
            }
            guard try body(temporary.file) else { return }
            if let old { try old.apply(to: temporary.file) }
            do throws(SystemError) {
                try temporary.file.synchronize()
                if Interruptions.arePending { throw SystemError(number: EINTR) }
            } catch {
                throw OutputError.Code(error)
            }
            // The last thing before: a program that knows no locks still has a moment, but a moment only.
            if let found, FileSnapshot(path) != found { throw .isChanged }
            try OutputError.Code.mapped { () throws(SystemError) in try temporary.rename(to: path) }
        }
        synchronize(directory: FilePath.directory(of: path))
        if let old, old.links > 1 {
            OutputNotice.say(
                "\(Escaping.line(path)): is a file of its own now: \(old.links - 1) other "
                    + "name\(old.links == 2 ? "" : "s") (hard links) still have the old content")
        }
    }

    /// Makes the new name itself survive a power failure.
    ///
    /// Not every file system offers this, and the file is complete either way, so a refusal is no error.
    static func synchronize(directory: String) {
        do throws(SystemError) {
            try FileDescriptor(path: directory, flags: O_RDONLY | O_DIRECTORY).synchronize()
        } catch {}
    }
}
