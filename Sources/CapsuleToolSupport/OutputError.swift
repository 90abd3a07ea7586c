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
    package enum Code: Error, Hashable, Sendable {
        case isDirectory
        /// The name exists, and what has it is not replaced.
        case exists
        /// The directory to write into does not exist.
        case noSuchDirectory
        case permissionDenied
        /// The permission to write the file was taken away, so it is not replaced either.
        case isReadOnly
        /// Its owner could not open the new file any more.
        case locksOwnerOut(userID: UInt32)
        case diskFull
        /// Nobody reads standard output any more. The tool ends without a word.
        case brokenPipe
        /// Another program has written to it, or put a file in its place.
        case isChanged
        /// An open file that has no name any more.
        case isGone
        /// A pipe with a name that nobody has opened to read.
        case noReader
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
            case .isReadOnly: "is read-only, and is left as it is; --force replaces it"
            case .locksOwnerOut(let user):
                "is left as it is: its owner, user \(user), could not open the new file, which would be yours"
            case .diskFull: "no space is left"
            case .brokenPipe: "nobody reads it any more"
            case .isChanged:
                "another program has changed it meanwhile, and it is left as it is; run the command again"
            case .isGone: "was removed or replaced since it was opened, and has no name to be written under"
            case .noReader: "is a pipe that nobody reads"
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
        self.init(code: Code(error), path: path)
    }
}

extension OutputError.Code {
    init(_ error: SystemError) {
        self =
            switch error.number {
            case EISDIR: .isDirectory
            case EEXIST: .exists
            case ENOENT, ENOTDIR: .noSuchDirectory
            case EACCES, EPERM, EROFS: .permissionDenied
            case ENOSPC, EDQUOT: .diskFull
            case EPIPE: .brokenPipe
            // Interrupted calls are repeated, so this is a request to end.
            case EINTR: .interrupted
            default: .unwritable(error)
            }
    }

    /// Calls the system, and gives its errors their class.
    static func mapped<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(OutputError.Code) -> Value {
        do throws(SystemError) { return try body() } catch { throw OutputError.Code(error) }
    }
}
