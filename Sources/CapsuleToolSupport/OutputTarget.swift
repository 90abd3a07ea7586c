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
        /// A regular file, with its permission bits.
        case file(mode: mode_t)
        case directory
        /// A pipe, a device or a socket: written to, never replaced by a file.
        case special
    }

    let kind: Kind
    /// The path of the file itself when the path given is a symbolic link to one.
    let path: String

    init(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            // What is wrong with the path, if it is not just absent, shows when the file is made.
            self.kind = .absent
            self.path = path
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            self.kind = .file(mode: status.st_mode & 0o777)
            self.path = Self.resolved(path)
        case S_IFDIR:
            self.kind = .directory
            self.path = path
        default:
            self.kind = .special
            self.path = path
        }
    }

    private static func resolved(_ path: String) -> String {
        // realpath() gives memory that the caller frees.
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
