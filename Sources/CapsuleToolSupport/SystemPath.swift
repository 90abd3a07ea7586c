// SPDX-License-Identifier: Apache-2.0

/// Paths and names of files as texts, although they are bytes.
///
/// A name on a POSIX system is any bytes without a NUL and a slash. A `String` holds UTF-8 alone and repairs
/// what is not, so that another file, or none, would be opened. So each byte that is no part of valid UTF-8
/// becomes one scalar of its own, U+10FF00 and the byte; the scalars that this uses, which no keyboard has,
/// are taken apart in the same way. Every name has one spelling and every spelling gives its name back.
package enum SystemPath {
    /// The spelling of a name.
    package static func spelling(_ name: some Collection<UInt8>) -> String {
        if let text = String(validating: name, as: UTF8.self), !text.unicodeScalars.contains(where: isByte) {
            return text
        }
        let bytes = Array(name)
        var spelling = String.UnicodeScalarView()
        var position = 0
        while position < bytes.count {
            let length = (1...4).first { length in
                position + length <= bytes.count
                    && String(validating: bytes[position..<position + length], as: UTF8.self) != nil
            }
            let text = length.map { String(decoding: bytes[position..<position + $0], as: UTF8.self) }
            if let length, let scalar = text?.unicodeScalars.first, !isByte(scalar) {
                spelling.append(scalar)
                position += length
            } else {
                spelling.append(Unicode.Scalar(0x10FF00 + UInt32(bytes[position])) ?? "\u{FFFD}")
                position += 1
            }
        }
        return String(spelling)
    }

    /// The bytes of the name that a spelling stands for.
    package static func bytes(_ spelling: String) -> [UInt8] {
        guard spelling.unicodeScalars.contains(where: isByte) else { return Array(spelling.utf8) }
        var bytes: [UInt8] = []
        for scalar in spelling.unicodeScalars {
            if isByte(scalar) {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes += Array(String(scalar).utf8)
            }
        }
        return bytes
    }

    /// The bytes of the name as the C library takes them, with a NUL at the end.
    static func cString(_ spelling: String) -> [CChar] {
        (bytes(spelling) + [0]).map { CChar(bitPattern: $0) }
    }

    /// A spelling for people, in which each byte that is no text is spelled out as `\xHH`.
    package static func shown(_ spelling: String) -> String {
        guard spelling.unicodeScalars.contains(where: isByte) else { return spelling }
        var shown = ""
        for scalar in spelling.unicodeScalars {
            if isByte(scalar) {
                shown += "\\x" + Hex.encode([UInt8(truncatingIfNeeded: scalar.value)])
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Whether a scalar stands for a byte that is no text; such a byte is above 0x7f.
    package static func isByte(_ scalar: Unicode.Scalar) -> Bool {
        (0x10FF80...0x10FFFF).contains(scalar.value)
    }
}
