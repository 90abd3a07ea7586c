// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why a file could not be read.
package struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Error, Hashable, Sendable {
        case notFound
        case isDirectory
        case permissionDenied
        /// More bytes than the limit, which is named.
        case tooLarge(limit: Int)
        case notHex(HexError)
        /// Any other answer of the operating system.
        case unreadable(SystemError)
    }

    package let code: Code
    /// The path as it was given; `-` is standard input.
    package let path: String

    /// What is wrong, without the path.
    package var reason: String {
        switch code {
        case .notFound: "no such file"
        case .isDirectory: "is a directory, not a file"
        case .permissionDenied: "may not be read (permission denied)"
        case .tooLarge(let limit): "has more than the \(limit) bytes allowed"
        case .notHex(let error): "\(error)"
        case .unreadable(let error): "cannot be read: \(error)"
        }
    }

    package var description: String {
        "\(path == "-" ? "standard input" : Escaping.line(path)): \(reason)"
    }
}

/// Reads a file, or standard input, that may be larger than anybody wants.
package enum InputFile {
    /// The largest document and what carries it (SPEC section 1), in bytes.
    package static let defaultLimit = 16 * 1024 * 1024 + 8192

    /// The bytes of the file at `path`, or of standard input for `-`.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are accepted (after decoding, for hexadecimal text). Reading stops
    ///     there, so that an endless file costs no more than a large one.
    ///   - isHex: The file is hexadecimal text, upper or lower case, white space anywhere.
    package static func read(
        _ path: String, limit: Int = defaultLimit, isHex: Bool = false
    ) throws(InputError) -> [UInt8] {
        do throws(InputError.Code) {
            return try contents(of: opened(path), limit: limit, isHex: isHex)
        } catch {
            throw InputError(code: error, path: path)
        }
    }

    static func opened(_ path: String) throws(InputError.Code) -> FileDescriptor {
        guard path != "-" else { return FileDescriptor(lent: STDIN_FILENO) }
        do throws(SystemError) {
            return try FileDescriptor(path: path, flags: O_RDONLY)
        } catch {
            throw code(for: error)
        }
    }

    /// Whether others than its owner may read the file at `path`, or write it.
    package static func isOpenToOthers(_ path: String) -> Bool {
        path != "-" && permissions(path).map { $0 & 0o077 != 0 } ?? false
    }

    /// The permission bits of a regular file; nil for anything else.
    package static func permissions(_ path: String) -> UInt32? {
        guard let status = FilePath.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return UInt32(status.st_mode & 0o777)
    }

    /// The size of a regular file in bytes; nil for anything else.
    package static func size(_ path: String) -> Int? {
        guard let status = FilePath.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    private static func contents(
        of file: borrowing FileDescriptor, limit: Int, isHex: Bool
    ) throws(InputError.Code) -> [UInt8] {
        // Generous room for white space in hexadecimal text, but an end to it as well.
        let readLimit = isHex ? 4 * limit + 4096 : limit
        var bytes: [UInt8] = []
        var decoder = HexDecoder()
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try read(from: file, into: &buffer)
            guard count > 0 else { break }
            total += count
            guard total <= readLimit else { throw .tooLarge(limit: limit) }
            if isHex {
                do throws(HexError) { try decoder.decode(buffer[..<count]) } catch { throw .notHex(error) }
                guard decoder.bytes.count <= limit else { throw .tooLarge(limit: limit) }
            } else {
                bytes.append(contentsOf: buffer[..<count])
            }
        }
        guard isHex else { return bytes }
        do throws(HexError) { return try decoder.finish() } catch { throw .notHex(error) }
    }

    private static func read(
        from file: borrowing FileDescriptor, into buffer: inout [UInt8]
    ) throws(InputError.Code) -> Int {
        do throws(SystemError) {
            return try file.read(into: &buffer)
        } catch {
            throw code(for: error)
        }
    }

    static func code(for error: SystemError) -> InputError.Code {
        switch error.number {
        case ENOENT, ENOTDIR: .notFound
        case EISDIR: .isDirectory
        case EACCES, EPERM: .permissionDenied
        default: .unreadable(error)
        }
    }
}
