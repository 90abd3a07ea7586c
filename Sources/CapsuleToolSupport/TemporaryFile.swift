// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new file beside the one that it is for, which is removed at the end of its life unless it was renamed.
///
/// The process that writes it holds its lock. So a temporary file without one was left by a process that was killed
/// outright, and the next run that writes the same file removes it.
struct TemporaryFile: ~Copyable {
    let file: FileDescriptor
    let path: String
    private var isRenamed = false

    /// Makes the file.
    ///
    /// - Parameter target: the file that it will be.
    init(for target: String, mode: mode_t) throws(SystemError) {
        let (directory, prefix) = (FilePath.directory(of: target), Self.prefix(target))
        Self.removeAbandoned(prefix, in: directory)
        while true {
            // 64 random bits: a name that exists is somebody's attempt to be written to, or a fault.
            let path = "\(directory)/\(prefix)\(Self.digits(.random(in: 0 ... .max)))\(Self.suffix)"
            let file = try FileDescriptor(path: path, flags: O_RDWR | O_CREAT | O_EXCL, mode: mode)
            do throws(SystemError) {
                // Before it was locked, another process may have taken it for abandoned.
                guard try file.lock(waits: false), try file.status().st_nlink > 0 else { continue }
            } catch {
                // Where there are no locks, nobody takes it for abandoned either.
            }
            self.file = file
            self.path = path
            return
        }
    }

    /// Puts the file in the place of whatever has the name.
    mutating func rename(to target: String) throws(SystemError) {
        let path = path
        let result = unsafe FileName.withPointer(path) { old in
            unsafe FileName.withPointer(target) { new in unsafe systemRename(old, new) }
        }
        guard result == 0 else { throw .last }
        isRenamed = true
    }

    /// Gives the file another name, which nothing may have.
    borrowing func link(to target: String) throws(SystemError) {
        let result = unsafe FileName.withPointer(path) { old in
            unsafe FileName.withPointer(target) { new in unsafe systemLink(old, new) }
        }
        guard result == 0 else { throw .last }
    }

    deinit {
        if !isRenamed { _ = unsafe FileName.withPointer(path) { unsafe unlink($0) } }
    }

    private static let suffix = ".tmp"

    /// What the names of all temporary files for a target begin with: a name may be too long to be a part of theirs.
    private static func prefix(_ target: String) -> String {
        // FNV-1a, 64 bits.
        let hash = FilePath.name(of: target).reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return ".capsule-merge-\(digits(hash))-"
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Removes what processes that were killed left behind.
    private static func removeAbandoned(_ prefix: String, in directory: String) {
        for name in FilePath.names(in: directory) ?? []
        where name.starts(with: prefix.utf8) && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
            let path = "\(directory)/\(FileName.text(name))"
            do throws(SystemError) {
                // Not through a link, and without waiting for a pipe.
                let file = try FileDescriptor(path: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
                guard file.size != nil, try file.lock(waits: false) else { continue }
                _ = unsafe FileName.withPointer(path) { unsafe unlink($0) }
            } catch {
                // Somebody else's, or gone already.
            }
        }
    }
}

// Names for the calls that the methods above would hide.

private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
    unsafe rename(old, new)
}

private func systemLink(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
    unsafe link(old, new)
}
