// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What an output path names before anything is written.
struct OutputTarget {
    enum Kind {
        case absent
        /// A regular file, with what its replacement keeps.
        case file(FileAttributes)
        case directory
        /// A pipe, a device or a socket: written to, never replaced by a file.
        case special
        /// A standard stream: `-`, and every path of the same file, such as `/dev/stdout`.
        case stream(StandardStream)
    }

    let kind: Kind
    /// The path of the file itself when the path given is a symbolic link, also of one that is not there yet.
    let path: String

    init(_ path: String) throws(OutputError.Code) {
        self.path = path == "-" ? path : FilePath.target(path)
        if let stream = StandardStream(named: path) {
            kind = .stream(stream)
            return
        }
        guard FileName.isValid(path) else { throw .noSuchDirectory }
        guard let status = FilePath.status(self.path) else {
            // What is wrong with the path, if it is not just absent, shows when the file is made.
            kind = .absent
            return
        }
        switch status.st_mode & S_IFMT {
        // An open file that was removed, or that another took the place of: no file could take its place.
        case S_IFREG where status.st_nlink == 0 || FilePath.resolved(self.path) == nil: throw .isGone
        case S_IFREG: kind = .file(FileAttributes(path: self.path, status: status))
        case S_IFDIR: kind = .directory
        default: kind = .special
        }
    }

    /// Opens a pipe or a device.
    ///
    /// - Parameter waits: whether a pipe that nobody reads is waited for.
    func openSpecial(waits: Bool) throws(OutputError.Code) -> FileDescriptor {
        var rounds = 0
        while true {
            do throws(SystemError) {
                // Waiting in the call itself, the process could not be asked to end while signals are held.
                return try FileDescriptor(path: path, flags: O_WRONLY | O_NONBLOCK)
            } catch {
                guard error.number == ENXIO else { throw OutputError.Code(error) }
                guard waits else { throw .noReader }
            }
            if Interruptions.arePending { throw .interrupted }
            if rounds == 20 { OutputNotice.say("waiting for a reader of \(Escaping.line(path))") }
            rounds += 1
            usleep(50_000)
        }
    }
}
