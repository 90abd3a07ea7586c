// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Testing

/// A directory that this process may not write into, whoever runs it.
struct ReadOnlyDirectory: ~Copyable {
    let path: String
    private let isOwn: Bool

    init() throws {
        guard geteuid() == 0 else {
            path = "/tmp/capsule-merge-read-only-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            isOwn = true
            let isMade = unsafe mkdir(path, 0o555) == 0
            try #require(isMade)
            return
        }
        // Permission bits do not stop root, but the kernel's own file systems take no files.
        path = "/sys"
        isOwn = false
    }

    deinit { if isOwn { _ = unsafe rmdir(path) } }
}
