// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is written piece by piece, and made only when something is written: whole, and where none is.
///
/// Signals are to be held back meanwhile (`Interruptions.held`), or a temporary file may stay.
package struct NewFileStream: ~Copyable {
    private let path: String
    private var temporary: TemporaryFile?

    /// Names the file.
    ///
    /// - Throws: `exists` when the name is there already, also as a link to nothing.
    package init(_ path: String) throws(OutputError) {
        self.path = path
        var status = stat()
        guard FileName.isValid(path) else { throw OutputError(SystemError(number: ENOENT), path: path) }
        guard unsafe FileName.withPointer(path, { unsafe lstat($0, &status) }) != 0 else {
            throw OutputError(code: .exists, path: path)
        }
    }

    /// Appends a piece.
    package mutating func write(_ bytes: [UInt8]) throws(OutputError) {
        guard !bytes.isEmpty else { return }
        do throws(SystemError) {
            if temporary == nil {
                temporary = try TemporaryFile(for: path, mode: 0o666)
            }
            try temporary?.file.writeAll(bytes)
        } catch {
            throw OutputError(error, path: path)
        }
    }

    /// Gives the file its name; another one that has appeared meanwhile is left as it is and refused.
    package mutating func finish() throws(OutputError) {
        do throws(SystemError) {
            try temporary?.file.synchronize()
            try temporary?.name(path)
            // Its name has to outlive a power failure before what it was taken out of is replaced.
            if temporary != nil { AtomicOutput.synchronize(directory: FilePath.directory(of: path)) }
            temporary = nil
        } catch {
            throw OutputError(error, path: path)
        }
    }
}

extension TemporaryFile {
    /// Gives the file a name that nothing has; the first name goes.
    fileprivate mutating func name(_ target: String) throws(SystemError) {
        do throws(SystemError) {
            try link(to: target)
        } catch {
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(error.number) else { throw error }
            // No hard links here: the name is taken first, so that nothing else is replaced.
            _ = try FileDescriptor(path: target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
            try rename(to: target)
        }
    }
}
