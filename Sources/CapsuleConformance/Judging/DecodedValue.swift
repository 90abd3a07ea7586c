// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleToolSupport

/// A value of the test interface as lines for people, with the CBOR in it decoded.
enum DecodedValue {
    /// Members that hold documents and other CBOR, so that a short text is not decoded by accident.
    private static let carriers: Set<String> = [
        "bytes", "delta", "state", "inputs", "definition", "sidecar", "document", "stack", "album", "albums",
        "plaintext",
    ]
    /// Hexadecimal digits in a line for bytes that are no CBOR.
    private static let digitsInLine = 64

    /// The lines, two spaces for each level.
    static func lines(_ value: JSONValue) -> [String] {
        var lines = [""]
        write(value, key: nil, indent: 0, to: &lines)
        return lines
    }

    private static func write(_ value: JSONValue, key: String?, indent: Int, to lines: inout [String]) {
        switch value {
        case .object(let object) where !object.members.isEmpty:
            append("{", &lines)
            for member in object.members {
                start(indent + 1, &lines)
                append("\(member.key): ", &lines)
                write(member.value, key: member.key, indent: indent + 1, to: &lines)
            }
            start(indent, &lines)
            append("}", &lines)
        case .array(let elements) where !elements.isEmpty:
            append("[", &lines)
            for element in elements {
                start(indent + 1, &lines)
                write(element, key: key, indent: indent + 1, to: &lines)
            }
            start(indent, &lines)
            append("]", &lines)
        case .text(let text):
            guard let key, carriers.contains(key), let bytes = decoded(text) else {
                append(String(decoding: value.encoded(), as: UTF8.self), &lines)
                return
            }
            write(bytes, text, indent: indent, to: &lines)
        default: append(String(decoding: value.encoded(), as: UTF8.self), &lines)
        }
    }

    private static func write(_ bytes: [UInt8], _ text: String, indent: Int, to lines: inout [String]) {
        do throws(CBORError) {
            try CanonicalCBOR.check(bytes.span, limit: .max)
            append("(\(count(bytes)))", &lines)
            for line in CBORDiagnostic.text(bytes.span, indent: 2).split(separator: "\n") {
                start(indent + 1, &lines)
                append(String(line), &lines)
            }
        } catch {
            append("(\(count(bytes)), no canonical CBOR: \(error))", &lines)
            let digits = Array(text.utf8)
            for from in stride(from: 0, to: digits.count, by: digitsInLine) {
                start(indent + 1, &lines)
                let line = digits[from..<min(from + digitsInLine, digits.count)]
                append(String(decoding: line, as: UTF8.self), &lines)
            }
        }
    }

    private static func count(_ bytes: [UInt8]) -> String {
        bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }

    private static func decoded(_ text: String) -> [UInt8]? {
        do throws(HexError) { return try Hex.decodeStrictly(text) } catch { return nil }
    }

    private static func start(_ indent: Int, _ lines: inout [String]) {
        lines.append(String(repeating: "  ", count: indent))
    }

    private static func append(_ text: String, _ lines: inout [String]) {
        lines[lines.count - 1] += text
    }
}
