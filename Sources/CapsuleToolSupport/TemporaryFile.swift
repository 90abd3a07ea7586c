// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new file under a name of its own, which is removed at the end of its life unless it was renamed.
struct TemporaryFile: ~Copyable {
    let file: FileDescriptor
    let path: String
    private var isRenamed = false

    init(in directory: String, mode: mode_t) throws(SystemError) {
        // 64 random bits: a name that exists is somebody's attempt to be written to, or a fault.
        let name = String(UInt64.random(in: 0 ... .max), radix: 16)
        let path = "\(directory)/.capsule-merge-\(name).tmp"
        self.file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        self.path = path
    }

    /// Puts the file in the place of whatever has the name.
    mutating func rename(to target: String) throws(SystemError) {
        guard systemRename(path, target) == 0 else { throw .last }
        isRenamed = true
    }

    deinit {
        if !isRenamed { _ = unsafe unlink(path) }
    }
}

// A name for the call that the method above would hide.
private func systemRename(_ old: String, _ new: String) -> Int32 {
    unsafe rename(old, new)
}
