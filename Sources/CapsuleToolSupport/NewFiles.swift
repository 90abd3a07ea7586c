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
    /// A name that exists, also as a symbolic link to nothing, is left as it is and refused. A file gets its name
    /// when all of them are whole and on the disk; a process that is killed outright then can leave the first alone.
    package static func create(_ files: [NewFile]) throws(OutputError) {
        try Interruptions.held { () throws(OutputError) in
            // Removed when this ends, whatever became of them.
            var drafts: [Draft] = []
            for file in files { drafts.append(try Draft(file)) }
            var named: [NewFile] = []
            do throws(OutputError) {
                for draft in drafts {
                    if Interruptions.arePending {
                        throw OutputError(code: .interrupted, path: draft.file.path)
                    }
                    try draft.name()
                    named.append(draft.file)
                }
            } catch {
                for file in named { _ = unsafe FileName.withPointer(file.path) { unsafe unlink($0) } }
                throw error
            }
        }
        for file in files { AtomicOutput.synchronize(directory: FilePath.directory(of: file.path)) }
    }

    /// Makes one file, or writes to a pipe, a device or a standard stream that is there.
    ///
    /// A pipe that nobody reads is refused at once.
    package static func write(_ bytes: [UInt8], to path: String, isHex: Bool) throws(OutputError) {
        let contents = isHex ? Hex.digits(of: bytes) + [UInt8(ascii: "\n")] : bytes
        do throws(OutputError.Code) {
            let target = try OutputTarget(path)
            switch target.kind {
            case .directory, .file: throw .exists
            case .stream(let stream):
                try OutputError.Code.mapped { () throws(SystemError) in
                    try stream.descriptor.writeAll(contents)
                }
            case .special:
                let file = try target.openSpecial(waits: false)
                try OutputError.Code.mapped { () throws(SystemError) in try file.writeAll(contents) }
            case .absent:
                do throws(OutputError) {
                    try create([NewFile(path: path, bytes: contents, isSecret: false)])
                } catch {
                    throw error.code
                }
            }
        } catch {
            throw OutputError(code: error, path: path)
        }
    }

    /// A new file that has its content and no name yet.
    private final class Draft {
        let file: NewFile
        private let temporary: TemporaryFile

        init(_ file: NewFile) throws(OutputError) {
            self.file = file
            do throws(SystemError) {
                guard FileName.isValid(file.path) else { throw SystemError(number: ENOENT) }
                let temporary = try TemporaryFile(for: file.path, mode: file.isSecret ? 0o600 : 0o666)
                try temporary.file.writeAll(file.bytes)
                try temporary.file.synchronize()
                self.temporary = temporary
            } catch {
                throw OutputError(error, path: file.path)
            }
        }

        func name() throws(OutputError) {
            do throws(SystemError) {
                do throws(SystemError) {
                    try temporary.link(to: file.path)
                } catch {
                    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(error.number) else { throw error }
                    try copy()
                }
            } catch {
                throw OutputError(error, path: file.path)
            }
        }

        /// For file systems where a file has one name only.
        private func copy() throws(SystemError) {
            let copy = try FileDescriptor(
                path: file.path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: file.isSecret ? 0o600 : 0o666)
            do throws(SystemError) {
                try copy.writeAll(file.bytes)
                try copy.synchronize()
            } catch {
                _ = unsafe FileName.withPointer(file.path) { unsafe unlink($0) }
                throw error
            }
        }
    }
}
