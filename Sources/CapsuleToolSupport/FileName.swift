// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// File names and arguments are bytes, and need not be UTF-8: this keeps them in a `String` without loss.
///
/// Each byte of what is no UTF-8 stands as a scalar of its own, U+10FF00 and the byte; so do the four bytes of such
/// a scalar itself, which is private use and hardly a name. Every sequence of bytes has exactly one text, so that
/// texts are compared where bytes are meant, by their UTF-8.
package enum FileName {
    private static let marker: UInt32 = 0x10FF00

    /// The text for the bytes of a name, a path or an argument.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if !hasMarker(bytes), let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = (1...4).first { size in
                size <= rest.count && String(validating: rest.prefix(size), as: UTF8.self) != nil
            }
            if let size, !hasMarker(rest.prefix(size)) {
                text.append(contentsOf: String(decoding: rest.prefix(size), as: UTF8.self).unicodeScalars)
                rest = rest.dropFirst(size)
            } else if let scalar = Unicode.Scalar(marker + UInt32(rest.removeFirst())) {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// The bytes that the text stands for.
    package static func bytes(_ text: String) -> [UInt8] {
        guard contains(0xF4, text), hasMarker(Array(text.utf8)) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(scalar) { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
        }
        return bytes
    }

    /// Calls the body with the bytes of a path as the C library wants them.
    ///
    /// A path with a NUL would be cut there, and another file meant: check for it first (`isValid`).
    package static func withPointer<Result>(
        _ path: String, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        guard contains(0xF4, path) else { return unsafe path.withCString { unsafe body($0) } }
        let bytes = (bytes(path) + [0]).map { CChar(bitPattern: $0) }
        return unsafe bytes.withUnsafeBufferPointer { memory in
            // Never nil: there is at least the NUL.
            guard let start = memory.baseAddress else { return unsafe "".withCString { unsafe body($0) } }
            return unsafe body(start)
        }
    }

    /// Whether a path can be asked for: it is not empty and holds no NUL.
    package static func isValid(_ path: String) -> Bool { !path.isEmpty && !contains(0, path) }

    /// The characters of an argument that is meant as text; nil when it is not UTF-8.
    package static func characters(_ text: String) -> String? {
        String(validating: bytes(text), as: UTF8.self)
    }

    /// The byte that a scalar stands for, if it stands for one.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value >= marker ? UInt8(exactly: scalar.value - marker) : nil
    }

    /// Whether a text holds a byte; deep paths are asked for every file, and cost little by the C library's search.
    private static func contains(_ byte: UInt8, _ text: String) -> Bool {
        let found = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe memchr(start, Int32(byte), bytes.count) != nil
        }
        return found ?? text.utf8.contains(byte)
    }

    /// Whether there may be a scalar from U+10FF00 on: F4 8F BC 80 and later.
    private static func hasMarker(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.contains(0xF4) else { return false }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { $0.value >= marker }
    }
}
