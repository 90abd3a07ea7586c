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
        var text = [UInt8](repeating: 0, count: 2 * bytes.count)
        let whole = bytes.count & ~3
        let source = unsafe bytes.span.bytes
        var span = text.mutableSpan
        var words = unsafe span.mutableBytes
        for offset in stride(from: 0, to: whole, by: 4) {
            // An unaligned load of a trivial type; `whole` is four bytes at a step, within the array.
            let four = unsafe source.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let word = HexWord(bytes: four)
            words.storeBytes(of: word.characters, toByteOffset: 2 * offset, as: UInt64.self)
        }
        for offset in whole..<bytes.count {
            text[2 * offset] = digit(bytes[offset] >> 4)
            text[2 * offset + 1] = digit(bytes[offset] & 15)
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
        try decode(Array(text.utf8)[...])
    }

    /// The bytes of a text as people write it, from its ASCII bytes.
    ///
    /// - Throws: `HexError`, with the offset of the first bad character.
    package static func decode(_ text: ArraySlice<UInt8>) throws(HexError) -> [UInt8] {
        var decoder = HexDecoder()
        try decoder.decode(text)
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
        let text = piece.span
        var position = 0
        while position < text.count {
            if highDigit == nil { position += decodeWords(text, from: position) }
            // What stopped the words, or is shorter than one.
            let end = min(position + HexWord.length, text.count)
            while position < end {
                try decode(text[position])
                position += 1
            }
        }
    }

    private mutating func decode(_ character: UInt8) throws(HexError) {
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

    /// Takes characters as long as whole words of them are digits.
    ///
    /// - Returns: how many.
    private mutating func decodeWords(_ text: Span<UInt8>, from start: Int) -> Int {
        let source = unsafe text.bytes
        let acceptsUpperCase = acceptsUpperCase
        var position = start
        while true {
            // In blocks, so that the room that is made does not depend on what follows.
            let room = min((text.count - position) / HexWord.length, 64) * 4
            let old = bytes.count
            var end = old
            bytes.append(contentsOf: repeatElement(0, count: room))
            var span = bytes.mutableSpan
            var block = unsafe span.mutableBytes
            while end < old + room {
                // An unaligned load of a trivial type; there are `room / 4` words from where the block began.
                let characters = unsafe source.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
                guard let word = HexWord(characters: characters, acceptsUpperCase: acceptsUpperCase) else {
                    break
                }
                block.storeBytes(of: word.bytes, toByteOffset: end, as: UInt32.self)
                end += 4
                position += HexWord.length
            }
            let isWhole = end == old + room && room > 0
            bytes.removeLast(old + room - end)
            guard isWhole else { break }
        }
        offset += position - start
        return position - start
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
