// SPDX-License-Identifier: Apache-2.0

/// Why a text is not hexadecimal, and where.
package struct HexError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// A character that is no digit (nor, for people, white space).
        case notADigit
        /// The text ends in the middle of a byte.
        case oddLength
    }

    package let code: Code
    /// The byte offset in the text of the bad character, or the length of the text.
    package let offset: Int

    package var description: String {
        switch code {
        case .notADigit: "no hexadecimal digit at offset \(offset)"
        case .oddLength: "an odd number of hexadecimal digits (the text ends at offset \(offset))"
        }
    }
}

/// Hexadecimal text: always lower case when written.
package enum Hex {
    /// The lower-case digits of the bytes, two for each.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: digits(of: bytes), as: UTF8.self)
    }

    /// What `encode` gives, as ASCII bytes.
    package static func digits(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return text
    }

    /// The bytes of a text in the one spelling of the test interface: lower case, nothing between.
    ///
    /// - Throws: `HexError`, with the offset of the first bad character.
    package static func decodeStrictly(_ text: String) throws(HexError) -> [UInt8] {
        var decoder = HexDecoder(acceptsUpperCase: false, acceptsWhiteSpace: false)
        try decoder.decode(Array(text.utf8)[...])
        return try decoder.finish()
    }

    /// The bytes of a text as people write it: upper or lower case, white space anywhere.
    ///
    /// - Throws: `HexError`, with the offset of the first bad character.
    package static func decode(_ text: String) throws(HexError) -> [UInt8] {
        var decoder = HexDecoder()
        try decoder.decode(Array(text.utf8)[...])
        return try decoder.finish()
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }
}

/// Decodes hexadecimal text that arrives in pieces.
package struct HexDecoder {
    private let acceptsUpperCase: Bool
    private let acceptsWhiteSpace: Bool
    private var offset = 0
    private var highDigit: UInt8?
    /// What has been decoded so far.
    package private(set) var bytes: [UInt8] = []

    package init(acceptsUpperCase: Bool = true, acceptsWhiteSpace: Bool = true) {
        self.acceptsUpperCase = acceptsUpperCase
        self.acceptsWhiteSpace = acceptsWhiteSpace
    }

    /// Takes the next piece of the text.
    package mutating func decode(_ piece: ArraySlice<UInt8>) throws(HexError) {
        for character in piece {
            if let digit = value(of: character) {
                if let high = highDigit {
                    bytes.append(high << 4 | digit)
                    highDigit = nil
                } else {
                    highDigit = digit
                }
            } else if !(acceptsWhiteSpace && Self.isWhiteSpace(character)) {
                throw HexError(code: .notADigit, offset: offset)
            }
            offset += 1
        }
    }

    /// The bytes, when the text may end here.
    package func finish() throws(HexError) -> [UInt8] {
        guard highDigit == nil else { throw HexError(code: .oddLength, offset: offset) }
        return bytes
    }

    private func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"):
            acceptsUpperCase ? character - UInt8(ascii: "A") + 10 : nil
        default: nil
        }
    }

    private static func isWhiteSpace(_ character: UInt8) -> Bool {
        character == UInt8(ascii: " ") || (9...13).contains(character)
    }
}
