// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

@testable import CapsuleConformance

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A directory of a test's own, which the test removes.
struct ScratchDirectory {
    let path: String

    init() throws {
        path = "/tmp/capsule-conformance-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
        try DirectoryTree.make(path)
    }

    /// Takes it away with all that is below it.
    func remove() throws {
        var directories = [path]
        for file in try DirectoryTree.files(in: path) {
            unsafe unlink("\(path)/\(file)")
            let parts = file.split(separator: "/").dropLast()
            for count in parts.indices.map({ $0 + 1 }) {
                directories.append("\(path)/\(parts.prefix(count).joined(separator: "/"))")
            }
        }
        for directory in directories.sorted(by: >) { unsafe rmdir(directory) }
    }

    func write(_ text: String, to file: String) throws {
        if let slash = file.lastIndex(of: "/") { try DirectoryTree.make("\(path)/\(file[..<slash])") }
        try AtomicOutput.write(Array(text.utf8), to: "\(path)/\(file)")
    }
}
