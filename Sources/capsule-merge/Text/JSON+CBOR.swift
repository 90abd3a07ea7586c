// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleToolSupport

extension JSONValue {
    /// Canonical CBOR as JSON: bytes as hexadecimal digits, what JSON does not have in diagnostic notation.
    init(canonicalCBOR bytes: [UInt8]) {
        var reader = CBORReader(bytes.span)
        // The bytes were written by this library; what is not canonical would be shown as null.
        self = (try? Self.read(&reader)) ?? .null
    }

    private static func read(_ reader: inout CBORReader) throws(CBORError) -> JSONValue {
        switch try reader.peek() {
        case .unsigned: return .integer(try reader.readUnsigned())
        case .bytes: return .text(Hex.encode(reader.bytes.extracting(try reader.readBytes()).copied()))
        case .text:
            return .text(
                String(decoding: reader.bytes.extracting(try reader.readText()).copied(), as: UTF8.self))
        case .bool: return .bool(try reader.readBool())
        case .null:
            try reader.skipItem()
            return .null
        case .float: return .float(try reader.readFloat())
        case .array:
            // Bounded by the reader's depth limit: entering a container that is too deep throws.
            var elements: [JSONValue] = []
            for _ in 0..<(try reader.enterArray()) { elements.append(try read(&reader)) }
            reader.leave()
            return .array(elements)
        case .map:
            var members: [(key: String, value: JSONValue)] = []
            var cursor = try reader.enterMap()
            while let key = try cursor.nextItem(&reader) {
                members.append((name(reader.bytes.extracting(key)), try read(&reader)))
            }
            reader.leave()
            return .object(JSONObject(members))
        case .negative, .tag, .simple:
            return .text(CBORDiagnostic.text(reader.bytes.extracting(try reader.skipItem())))
        }
    }

    /// The text of a key; another key in diagnostic notation.
    private static func name(_ key: Span<UInt8>) -> String {
        var reader = CBORReader(key)
        guard let content = try? reader.readText() else { return CBORDiagnostic.text(key) }
        return String(decoding: key.extracting(content).copied(), as: UTF8.self)
    }
}
