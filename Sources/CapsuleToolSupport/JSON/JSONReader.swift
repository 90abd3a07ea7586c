// SPDX-License-Identifier: Apache-2.0

/// Why a text is not JSON that is read here, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// Not the grammar of RFC 8259, or not UTF-8.
        case malformed
        /// Arrays and objects nested deeper than the reader goes.
        case tooDeep
    }

    package let code: Code
    /// What is wrong, such as "no value".
    package let reason: String
    /// The byte offset at which it shows.
    package let offset: Int

    package var description: String { "\(reason) at offset \(offset)" }
}

/// Reads JSON as RFC 8259 writes it, and nothing else, in time linear in the text.
///
/// Stricter or looser than others where the RFC leaves a choice: no byte order mark; one value with
/// white space around it; of members with one key the last counts; a text with an unpaired surrogate,
/// or a number out of range, is a value that nothing else equals (`JSONValue.unrepresentable`). A key
/// with an unpaired surrogate has U+FFFD in its place.
package struct JSONReader {
    /// Arrays and objects in one another, the outermost being the first.
    package static let maximumDepth = 128

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The one value that the text holds.
    package static func read(_ text: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(text)
        reader.skipWhiteSpace()
        let value = try reader.readValue()
        reader.skipWhiteSpace()
        guard reader.next == nil else { throw reader.error("something after the value") }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ reason: String, at offset: Int? = nil) -> JSONError {
        JSONError(code: .malformed, reason: reason, offset: offset ?? position)
    }

    private mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Steps over the byte if it is the next one.
    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    private mutating func readValue() throws(JSONError) -> JSONValue {
        guard depth < Self.maximumDepth || (next != UInt8(ascii: "[") && next != UInt8(ascii: "{")) else {
            throw JSONError(
                code: .tooDeep, reason: "more than \(Self.maximumDepth) nested arrays and objects",
                offset: position)
        }
        switch next {
        case UInt8(ascii: "{"): return try readObject()
        case UInt8(ascii: "["): return try readArray()
        case UInt8(ascii: "\""):
            let start = position
            let (text, isWhole) = try readText()
            return isWhole
                ? .text(text) : .unrepresentable(.unpairedSurrogate, spelling: Array(bytes[start..<position]))
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return try readNumber()
        case nil: throw error("the text ends where a value belongs")
        default: throw error("no value")
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let start = position
        let expected = Array("\(word)".utf8)
        guard bytes[position...].starts(with: expected) else { throw error("no value", at: start) }
        position += expected.count
        return value
    }

    private mutating func readArray() throws(JSONError) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        position += 1
        var elements: [JSONValue] = []
        skipWhiteSpace()
        if skip("]") { return .array(elements) }
        while true {
            skipWhiteSpace()
            elements.append(try readValue())
            skipWhiteSpace()
            if skip("]") { return .array(elements) }
            guard skip(",") else { throw error("neither ',' nor ']'") }
        }
    }

    private mutating func readObject() throws(JSONError) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        position += 1
        var members: [(key: String, value: JSONValue)] = []
        skipWhiteSpace()
        if skip("}") { return .object(JSONObject()) }
        while true {
            skipWhiteSpace()
            guard next == UInt8(ascii: "\"") else { throw error("no key") }
            let key = try readText().text
            skipWhiteSpace()
            guard skip(":") else { throw error("no ':' after a key") }
            skipWhiteSpace()
            members.append((key, try readValue()))
            skipWhiteSpace()
            if skip("}") { return .object(JSONObject(members)) }
            guard skip(",") else { throw error("neither ',' nor '}'") }
        }
    }

    // MARK: Numbers

    private mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = skip("-")
        let firstDigit = position
        try skipDigits()
        guard bytes[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else {
            throw error("a number with a leading zero", at: start)
        }
        let digits = bytes[firstDigit..<position]
        var isInteger = true
        if skip(".") {
            isInteger = false
            try skipDigits()
        }
        if skip("e") || skip("E") {
            isInteger = false
            if !skip("+") { _ = skip("-") }
            try skipDigits()
        }
        guard isInteger else {
            let spelling = String(decoding: bytes[start..<position], as: UTF8.self)
            guard let value = Double(spelling), value.isFinite else {
                return .unrepresentable(.numberOutOfRange, spelling: Array(bytes[start..<position]))
            }
            return .float(value)
        }
        guard let magnitude = Self.magnitude(digits) else {
            return .unrepresentable(.numberOutOfRange, spelling: Array(bytes[start..<position]))
        }
        return .integer(JSONInteger(isNegative: isNegative, magnitude: magnitude))
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while let byte = next, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw error("no digit") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func magnitude(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var magnitude: UInt64 = 0
        for digit in digits {
            let (shifted, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carried) = shifted.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            guard !overflowed, !carried else { return nil }
            magnitude = sum
        }
        return magnitude
    }

    // MARK: Texts

    /// The text at the position, and whether it is whole: free of unpaired surrogates.
    private mutating func readText() throws(JSONError) -> (text: String, isWhole: Bool) {
        let start = position
        position += 1
        var content: [UInt8] = []
        var isWhole = true
        while true {
            let run = position
            while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                position += 1
            }
            content += bytes[run..<position]
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                return (try decoded(content, start: start), isWhole)
            case UInt8(ascii: "\\"):
                guard let scalar = try readEscape() else {
                    isWhole = false
                    content += "\u{FFFD}".utf8
                    continue
                }
                content += String(Character(scalar)).utf8
            case nil: throw error("the text ends inside a string")
            default: throw error("a control character inside a string")
            }
        }
    }

    private func decoded(_ content: [UInt8], start: Int) throws(JSONError) -> String {
        let text = String(decoding: content, as: UTF8.self)
        // Decoding repairs what is not UTF-8; then the bytes differ.
        guard text.utf8.elementsEqual(content) else { throw error("a string that is not UTF-8", at: start) }
        return text
    }

    /// The scalar of an escape, or nil for half of a surrogate pair.
    private mutating func readEscape() throws(JSONError) -> Unicode.Scalar? {
        let start = position
        position += 1
        guard let kind = next else { throw error("the text ends inside a string") }
        position += 1
        switch kind {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw error("an unknown escape", at: start)
        }
        let first = try readFourDigits()
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
        // A low half completes the pair; anything else is read again on its own.
        let afterFirst = position
        if bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            position += 2
            let second = try readFourDigits()
            if (0xDC00...0xDFFF).contains(second) {
                return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            }
            position = afterFirst
        }
        return nil
    }

    private mutating func readFourDigits() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw error("the text ends inside a string") }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("no hexadecimal digit in an escape")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
