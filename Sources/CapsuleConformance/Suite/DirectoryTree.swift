// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What lies below a directory; names are bytes, which `FileName` keeps in a text.
package enum DirectoryTree {
    /// Directories in one another; more is a loop of links.
    private static let maximumDepth = 16

    /// The paths of the files below a directory, relative to it, ascending by their bytes.
    ///
    /// Names that begin with a dot are left out, with what is below them.
    package static func files(in directory: String) throws(SuiteError) -> [String] {
        var found: [String] = []
        try collect(directory, prefix: "", depth: 0, into: &found)
        return found.sorted { FileName.bytes($0).lexicographicallyPrecedes(FileName.bytes($1)) }
    }

    /// Whether a path names something.
    package static func exists(_ path: String) -> Bool {
        switch FileIdentity(path: path)?.kind {
        case nil, .absent: false
        default: true
        }
    }

    package static func isDirectory(_ path: String) -> Bool { FileIdentity(path: path)?.kind == .directory }

    /// Makes a directory, and those above it, unless it exists.
    package static func make(_ path: String) throws(SuiteError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            made += String(decoding: part, as: UTF8.self)
            if !isDirectory(made), unsafe FileName.withPointer(made, { unsafe mkdir($0, 0o777) }) != 0 {
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
        do throws(InputError) {
            return try Directory.names(directory).filter { $0.first != UInt8(ascii: ".") }.map(FileName.text)
        } catch {
            throw SuiteError(directory, error.reason)
        }
    }
}

/// The text of the error of the call that has just failed.
func lastError() -> String {
    // The text belongs to the C library and may change with its next call: it is copied at once.
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
}
