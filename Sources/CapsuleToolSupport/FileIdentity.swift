// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which file a path leads to, whatever it is spelled like: two paths of one file have equal identities.
package struct FileIdentity: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file
        case directory
        case pipe
        case socket
        /// A terminal, a disk, `/dev/null`.
        case device
        /// Nothing is there: the identity is its directory's, and its name.
        case absent(name: [UInt8])
    }

    package let kind: Kind
    private let device: UInt64
    private let inode: UInt64

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFIFO: kind = .pipe
        case S_IFSOCK: kind = .socket
        default: kind = .device
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    private init(absent name: [UInt8], in directory: FileIdentity) {
        kind = .absent(name: name)
        (device, inode) = (directory.device, directory.inode)
    }

    /// The identity of an open file; nil when the system does not say.
    package init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of what a path leads to, or would lead to when it is made; nil when there is not even a directory.
    package init?(path: String) {
        guard FileName.isValid(path) else { return nil }
        if let status = FilePath.status(path) {
            self.init(status)
            return
        }
        let target = FilePath.target(path)
        guard let status = FilePath.status(FilePath.directory(of: target)) else { return nil }
        self.init(absent: FilePath.name(of: target), in: FileIdentity(status))
    }

    /// Whether what is written to it may also be a file of its own: it is not shown or thrown away at once.
    package var isKept: Bool {
        switch kind {
        case .file, .pipe, .socket, .absent: true
        case .directory, .device: false
        }
    }
}

/// Questions about paths.
package enum FilePath {
    /// What the system knows of the file that a path leads to, through links; nil when nothing is there.
    static func status(_ path: String) -> stat? {
        guard FileName.isValid(path) else { return nil }
        var status = stat()
        return unsafe FileName.withPointer(path) { unsafe stat($0, &status) } == 0 ? status : nil
    }

    /// The directory of a path.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What follows the last slash, as bytes.
    static func name(of path: String) -> [UInt8] {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return FileName.bytes(path) }
        return FileName.bytes(String(path[path.utf8.index(after: slash)...]))
    }

    /// The path of the file itself where the path is a symbolic link, also of one that is not there yet.
    static func target(_ path: String) -> String {
        if let resolved = resolved(path) { return resolved }
        // There, and without a name: the path of an open file that was removed, or of a pipe.
        return status(path) != nil ? path : lastTarget(path)
    }

    /// What a path leads to by the texts of its links, whether that is there or not.
    static func lastTarget(_ path: String) -> String {
        var path = path
        // As many links in a row as Linux follows.
        for _ in 0..<40 {
            guard let link = linkTarget(path) else { return path }
            path = link.utf8.first == UInt8(ascii: "/") ? link : "\(directory(of: path))/\(link)"
        }
        return path
    }

    /// The path without links; nil when nothing is there.
    package static func resolved(_ path: String) -> String? {
        // realpath() gives memory that the caller frees.
        unsafe FileName.withPointer(path) { path in
            guard let resolved = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(resolved) }
            let bytes = unsafe UnsafeBufferPointer(start: resolved, count: strlen(resolved))
            return unsafe FileName.text(bytes.map { UInt8(bitPattern: $0) })
        }
    }

    /// Whether a path is a symbolic link itself.
    package static func isLink(_ path: String) -> Bool { FileName.isValid(path) && linkTarget(path) != nil }

    private static func linkTarget(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = unsafe FileName.withPointer(path) { unsafe readlink($0, &buffer, buffer.count) }
        guard count > 0 else { return nil }
        return FileName.text(buffer.prefix(count).map { UInt8(bitPattern: $0) })
    }

    /// The names in a directory, except its own and its parent's; nil when it may not be listed.
    static func names(in directory: String) -> [[UInt8]]? {
        guard let stream = unsafe FileName.withPointer(directory, { unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        // The entry belongs to the C library until the next call: its name is copied at once.
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe Array($0.prefix { $0 != 0 })
            }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
        return names
    }
}
