// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a path led to at one moment, to see whether a program that knows no locks has written there since.
package struct FileSnapshot: Hashable, Sendable {
    /// Nil where there is no file.
    private let state: State?

    private struct State: Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64
    }

    package init(_ path: String) {
        state = FilePath.status(path).map { status in
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            return State(
                device: UInt64(truncatingIfNeeded: status.st_dev),
                inode: UInt64(truncatingIfNeeded: status.st_ino),
                size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
        }
    }
}
