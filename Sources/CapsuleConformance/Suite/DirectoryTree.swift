// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What lies below a directory.
package enum DirectoryTree {
    /// Directories in one another; more is a loop of links.
    private static let maximumDepth = 16

    /// The paths of the files below a directory, relative to it, ascending by their bytes.
    ///
    /// Names that begin with a dot are left out, with what is below them.
    package static func files(in directory: String) throws(SuiteError) -> [String] {
        var found: [String] = []
        try collect(directory, prefix: "", depth: 0, into: &found)
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether a path names something.
    package static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes a directory, and those above it, unless it exists.
    package static func make(_ path: String) throws(SuiteError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part
            if !isDirectory(made), unsafe mkdir(made, 0o777) != 0 {
                throw SuiteError(path, "the directory cannot be made: \(lastError())")
            }
            made += "/"
        }
    }

    private static func collect(
        _ directory: String, prefix: String, depth: Int, into found: inout [String]
    ) throws(SuiteError) {
        guard depth < maximumDepth else { throw SuiteError(directory, "directories are nested too deeply") }
        for name in try names(in: directory) {
            let path = "\(directory)/\(name)"
            if isDirectory(path) {
                try collect(path, prefix: "\(prefix)\(name)/", depth: depth + 1, into: &found)
            } else {
                found.append(prefix + name)
            }
        }
    }

    private static func names(in directory: String) throws(SuiteError) -> [String] {
        guard let stream = unsafe opendir(directory) else {
            throw SuiteError(directory, "the directory cannot be read: \(lastError())")
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        // The entry belongs to the stream until the next call: its name is copied at once.
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
                    unsafe String(cString: characters)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

/// The text of the error of the call that has just failed.
func lastError() -> String {
    // The text belongs to the C library and may change with its next call: it is copied at once.
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
}
