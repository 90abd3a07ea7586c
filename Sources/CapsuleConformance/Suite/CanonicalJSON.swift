// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// A JSON text in its parts, each kept as it is written.
///
/// The lock's hashes are over canonical JSON: members in the order of their keys, no spaces, and strings and
/// numbers as the files of the suite spell them. Read into values and written again, half a surrogate pair or a
/// number beyond 64 bits would be lost, so the parts stay text.
indirect enum CanonicalJSON {
    case object([(key: String, spelling: ArraySlice<UInt8>, value: CanonicalJSON)])
    case array([CanonicalJSON])
    /// A string, a number, true, false or null.
    case scalar(ArraySlice<UInt8>)

    /// The parts of a text that `JSONReader` has read, so that it is known to be JSON and not too deep.
    init(unchecked text: [UInt8]) {
        var scanner = Scanner(text: text)
        self = scanner.value()
    }

    /// The member of an object.
    subscript(_ name: String) -> CanonicalJSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == name }?.value
    }

    /// The canonical text, without spaces.
    var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                output += member.spelling
                output.append(UInt8(ascii: ":"))
                member.value.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .scalar(let text): output += text
        }
    }

    /// Walks over a text that is known to be JSON.
    private struct Scanner {
        let text: [UInt8]
        var at = 0

        mutating func value() -> CanonicalJSON {
            skipSpace()
            switch peek {
            case UInt8(ascii: "{"): return object()
            case UInt8(ascii: "["): return array()
            case UInt8(ascii: "\""): return .scalar(string())
            default: return .scalar(word())
            }
        }

        private var peek: UInt8 { at < text.count ? text[at] : 0 }

        private mutating func skipSpace() {
            while at < text.count, text[at] <= 0x20 { at += 1 }
        }

        private mutating func object() -> CanonicalJSON {
            var members: [(key: String, spelling: ArraySlice<UInt8>, value: CanonicalJSON)] = []
            at += 1
            skipSpace()
            while at < text.count, peek != UInt8(ascii: "}") {
                let spelling = string()
                skipSpace()
                at += 1  // the colon
                members.append((Self.key(spelling), spelling, value()))
                skipComma()
            }
            at += 1
            return .object(members)
        }

        private mutating func array() -> CanonicalJSON {
            var elements: [CanonicalJSON] = []
            at += 1
            skipSpace()
            while at < text.count, peek != UInt8(ascii: "]") {
                elements.append(value())
                skipComma()
            }
            at += 1
            return .array(elements)
        }

        private mutating func skipComma() {
            skipSpace()
            if peek == UInt8(ascii: ",") { at += 1 }
            skipSpace()
        }

        private mutating func string() -> ArraySlice<UInt8> {
            let start = at
            at += 1
            while at < text.count, text[at] != UInt8(ascii: "\"") {
                at += text[at] == UInt8(ascii: "\\") ? 2 : 1
            }
            at = min(at + 1, text.count)
            return text[start..<at]
        }

        private mutating func word() -> ArraySlice<UInt8> {
            let start = at
            while at < text.count, text[at] > 0x20, !Self.ends.contains(text[at]) { at += 1 }
            return text[start..<at]
        }

        private static let ends = Set(",]}".utf8)

        /// What a key says; one that no text can hold sorts as it is spelled.
        private static func key(_ spelling: ArraySlice<UInt8>) -> String {
            let inner = spelling.dropFirst().dropLast()
            if !inner.contains(UInt8(ascii: "\\")) { return String(decoding: inner, as: UTF8.self) }
            do throws(JSONError) {
                return try JSONReader.read(Array(spelling)).text ?? String(decoding: inner, as: UTF8.self)
            } catch {
                return String(decoding: inner, as: UTF8.self)
            }
        }
    }
}
