// SPDX-License-Identifier: Apache-2.0

/// Diagnostic notation of RFC 8949 section 8, for people.
public enum CBORDiagnostic {
    /// The notation of one canonical item; what cannot be read ends the text with its error.
    ///
    /// - Parameters:
    ///   - bytes: canonical CBOR.
    ///   - indent: nil for one line, else each entry of a container on its own line.
    public static func text(_ bytes: Span<UInt8>, indent: Int? = nil) -> String {
        var output = ""
        var reader = CBORReader(bytes)
        do {
            try write(&reader, to: &output, indent: indent, level: 0)
            try reader.finish()
        } catch {
            output += "/ \(error) /"
        }
        return output
    }

    private static func write(
        _ reader: inout CBORReader, to output: inout String, indent: Int?, level: Int
    ) throws(CBORError) {
        guard reader.depth <= CBORLimits.depth else { throw CBORRule.depth.broken(at: reader.position) }
        let start = reader.position
        switch try reader.peek() {
        case .unsigned: output += String(try reader.readUnsigned())
        case .negative:
            let argument = try CBORHead(reader.bytes, at: start).argument
            try reader.skipItem()
            output += negative(argument)
        case .bytes: output += "h'\(hex(reader.bytes.extracting(try reader.readBytes())))'"
        case .text: output += quoted(reader.bytes.extracting(try reader.readText()))
        case .array:
            let count = try reader.enterArray()
            output += "["
            for index in 0..<count {
                separate(&output, first: index == 0, indent: indent, level: level + 1)
                try write(&reader, to: &output, indent: indent, level: level + 1)
            }
            close(&output, "]", empty: count == 0, indent: indent, level: level)
            reader.leave()
        case .map: try writeMap(&reader, to: &output, indent: indent, level: level)
        case .tag:
            let head = try CBORHead(reader.bytes, at: start)
            output += "\(head.argument)("
            // The content is checked as part of the tag, then read on its own, one level down.
            let range = try reader.skipItem()
            var content = CBORReader(reader.bytes, at: start + head.length, depth: reader.depth + 1)
            try write(&content, to: &output, indent: indent, level: level)
            precondition(content.position == range.upperBound)
            output += ")"
        case .bool: output += try reader.readBool() ? "true" : "false"
        case .null:
            try reader.skipItem()
            output += "null"
        case .float: output += number(try reader.readFloat())
        case .simple:
            let argument = try CBORHead(reader.bytes, at: start).argument
            try reader.skipItem()
            output += argument == 23 ? "undefined" : "simple(\(argument))"
        }
    }

    private static func writeMap(
        _ reader: inout CBORReader, to output: inout String, indent: Int?, level: Int
    ) throws(CBORError) {
        // The cursor reads a key away, so each key is shown from its own range.
        var cursor = try reader.enterMap()
        output += "{"
        var first = true
        while let key = try cursor.nextItem(&reader) {
            separate(&output, first: first, indent: indent, level: level + 1)
            first = false
            var keyReader = CBORReader(reader.bytes, at: key.lowerBound, depth: reader.depth)
            try write(&keyReader, to: &output, indent: nil, level: 0)
            output += ": "
            try write(&reader, to: &output, indent: indent, level: level + 1)
        }
        close(&output, "}", empty: first, indent: indent, level: level)
        reader.leave()
    }

    private static func separate(_ output: inout String, first: Bool, indent: Int?, level: Int) {
        if let indent {
            output += first ? "\n" : ",\n"
            output += String(repeating: " ", count: indent * level)
        } else if !first {
            output += ", "
        }
    }

    private static func close(
        _ output: inout String, _ bracket: String, empty: Bool, indent: Int?, level: Int
    ) {
        if let indent, !empty {
            output += "\n" + String(repeating: " ", count: indent * level)
        }
        output += bracket
    }

    /// -1 - argument, which needs 65 bits for the last of them.
    private static func negative(_ argument: UInt64) -> String {
        argument == .max ? "-18446744073709551616" : "-\(argument + 1)"
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return value.description
    }

    /// Lower-case hexadecimal digits of bytes.
    public static func hex(_ bytes: Span<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for index in bytes.indices {
            for nibble in [bytes[index] >> 4, bytes[index] & 15] {
                digits.append(nibble < 10 ? 48 + nibble : 87 + nibble)
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func quoted(_ utf8: Span<UInt8>) -> String {
        var text = "\""
        for scalar in String(decoding: utf8.copied(), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // What a terminal would act on, or a reader would not see, is spelled out.
            case _
            where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
                || scalar.properties.generalCategory == .format:
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
