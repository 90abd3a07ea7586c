// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a name in a directory stands for.
package enum DirectoryEntryKind: Sendable {
    /// A regular file, or a symbolic link to one.
    case file(FileIdentity, isLink: Bool)
    case directory(FileIdentity)
    /// A symbolic link to a directory.
    case linkToDirectory
    /// A pipe, a socket or a device, or a symbolic link to one.
    case special
}

extension FileIdentity {
    /// The directory in which a file is or would be made, links to the file followed.
    package init?(folderOf path: String) { self.init(path: FilePath.directory(of: FilePath.target(path))) }
}

/// Lists directories; every call that fails is an error with the path it failed for.
package enum Directory {
    /// The names in a directory in ascending order of their bytes, without `.` and `..`.
    package static func names(_ path: String) throws(InputError) -> [[UInt8]] {
        guard FileName.isValid(path) else { throw error(path, ENOENT) }
        guard let directory = unsafe FileName.withPointer(path, { unsafe opendir($0) }) else {
            throw error(path, errno)
        }
        var names: [[UInt8]] = []
        var failure: Int32 = 0
        while true {
            // The end and a failure look the same but for errno.
            errno = 0
            guard let entry = unsafe readdir(directory) else {
                failure = errno
                break
            }
            // The entry belongs to the C library until the next call: its name is copied at once.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
                    unsafe Array(UnsafeBufferPointer(start: start, count: strlen(start)))
                }
            }
            if name != [0x2e], name != [0x2e, 0x2e] { names.append(name) }
        }
        let isClosed = unsafe closedir(directory) == 0
        if failure == 0, !isClosed { failure = errno }
        guard failure == 0 else { throw error(path, failure) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// What a path names.
    package static func kind(_ path: String) throws(InputError) -> DirectoryEntryKind {
        guard FileName.isValid(path) else { throw error(path, ENOENT) }
        var status = stat()
        guard unsafe FileName.withPointer(path, { unsafe lstat($0, &status) }) == 0 else {
            throw error(path, errno)
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, unsafe FileName.withPointer(path, { unsafe stat($0, &status) }) != 0 {
            throw error(path, errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(FileIdentity(status), isLink: isLink)
        case S_IFDIR: return isLink ? .linkToDirectory : .directory(FileIdentity(status))
        default: return .special
        }
    }

    /// The bytes of a regular file; a pipe that has taken its place is not waited for.
    package static func read(
        _ path: String, limit: Int = InputFile.defaultLimit
    ) throws(InputError) -> [UInt8] {
        guard FileName.isValid(path) else { throw error(path, ENOENT) }
        let number = unsafe FileName.withPointer(path) { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard number >= 0 else { throw error(path, errno) }
        var failure: InputError?
        var bytes: [UInt8] = []
        do throws(InputError) {
            bytes = try contents(number, path, limit)
        } catch {
            failure = error
        }
        // Some file systems say only here that what was read is not what is there.
        if close(number) != 0, failure == nil, errno != EINTR { failure = error(path, errno) }
        if let failure { throw failure }
        return bytes
    }

    private static func contents(_ number: Int32, _ path: String, _ limit: Int) throws(InputError) -> [UInt8]
    {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw error(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw InputError(code: .unreadable(SystemError(number: EINVAL)), path: path)
        }
        let file = FileDescriptor(lent: number)
        var bytes: [UInt8] = []
        do throws(SystemError) {
            // One byte more than there should be, so that the end is seen without another round.
            var room = max(4_096, Int(status.st_size) + 1)
            while bytes.count <= limit {
                guard try file.read(atMost: min(room, limit + 1), into: &bytes) > 0 else { return bytes }
                room = 65_536
            }
        } catch {
            throw self.error(path, error.number)
        }
        throw InputError(code: .tooLarge(limit: limit), path: path)
    }

    private static func error(_ path: String, _ number: Int32) -> InputError {
        InputError(code: InputFile.code(for: SystemError(number: number)), path: path)
    }
}
