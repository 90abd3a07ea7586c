// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file to be made where none is.
package struct NewFile {
    let path: String
    let bytes: [UInt8]
    let isSecret: Bool

    /// Names the file and what it will hold.
    ///
    /// - Parameter isSecret: nobody but its owner may read it (mode 0600).
    package init(path: String, bytes: [UInt8], isSecret: Bool) {
        self.path = path
        self.bytes = bytes
        self.isSecret = isSecret
    }

    /// Makes all of the files, or none.
    ///
    /// A name that exists, also as a symbolic link to nothing, is left as it is and refused.
    package static func create(_ files: [NewFile]) throws(OutputError) {
        var made: [String] = []
        for file in files {
            do throws(SystemError) {
                try file.create(&made)
            } catch {
                for path in made { _ = unsafe unlink(path) }
                throw OutputError(error, path: file.path)
            }
        }
    }

    private func create(_ made: inout [String]) throws(SystemError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemError(number: ENOENT) }
        let mode: mode_t = isSecret ? 0o600 : 0o666
        let file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        made.append(path)
        try file.writeAll(bytes)
        try file.synchronize()
    }
}
