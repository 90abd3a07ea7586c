// SPDX-License-Identifier: Apache-2.0
@testable import CapsuleToolSupport
import Testing

/// The referee is the conversion of one digit at a time.
@Suite("Eight digits at once are read and written as one by one")
struct HexWordTests {
    private static let digits = Array("0123456789abcdef".utf8)

    private func word(_ characters: [UInt8]) -> UInt64 {
        UInt64(littleEndian: characters.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    private func slowly(_ characters: [UInt8], acceptsUpperCase: Bool) -> [UInt8]? {
        let values = characters.map { character -> UInt8? in
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(character)
            let lower = isUpper && acceptsUpperCase ? character + 32 : character
            return Self.digits.firstIndex(of: lower).map { UInt8($0) }
        }
        guard values.allSatisfy({ $0 != nil }) else { return nil }
        let known = values.compactMap { $0 }
        return stride(from: 0, to: 8, by: 2).map { known[$0] << 4 | known[$0 + 1] }
    }

    @Test("every byte in every place is a digit, or makes the word none", arguments: [false, true])
    func everyByteInEveryPlace(acceptsUpperCase: Bool) throws {
        for lane in 0..<8 {
            for byte in UInt8.min ... .max {
                var characters = Array("0f9A6aF3".utf8)
                if !acceptsUpperCase { characters = Array("0f9a6af3".utf8) }
                characters[lane] = byte
                let expected = slowly(characters, acceptsUpperCase: acceptsUpperCase)
                let read = HexWord(characters: word(characters), acceptsUpperCase: acceptsUpperCase)
                #expect((read != nil) == (expected != nil), "lane \(lane), byte \(byte)")
                guard let read, let expected else { continue }
                let bytes = (0..<4).map {
                    UInt8(truncatingIfNeeded: UInt32(littleEndian: read.bytes) >> (8 * $0))
                }
                #expect(bytes == expected, "lane \(lane), byte \(byte)")
            }
        }
    }

    @Test("texts of every length with a bad character or white space anywhere decode as digit by digit")
    func againstDigits() throws {
        var generator = SplitMix64(state: Seed.current())
        for round in 0..<4_000 {
            var text = (0..<Int.random(in: 0...600, using: &generator)).map { _ in
                Self.digits.randomElement(using: &generator) ?? 0x30
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let character = Array(" \n\tgG/:@`\u{7f}AF".utf8).randomElement(using: &generator) ?? 0
                text.insert(character, at: Int.random(in: 0...text.count, using: &generator))
            }
            let outcome = Result { () throws(HexError) in try Hex.decode(text[...]) }
            var decoder = HexDecoder()
            // One character at a time never makes a word.
            let expected = Result { () throws(HexError) in
                for index in text.indices { try decoder.decode(text[index...index]) }
                return try decoder.finish()
            }
            #expect(outcome == expected, "\(round): \(String(decoding: text, as: UTF8.self))")
            if case .success(let bytes) = outcome {
                let lower = text.filter { !" \n\t".utf8.contains($0) }.map { $0 | 0x20 }
                #expect(Hex.digits(of: bytes) == lower, "\(round)")
            }
        }
    }
}
