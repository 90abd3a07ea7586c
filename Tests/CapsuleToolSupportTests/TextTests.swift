// SPDX-License-Identifier: Apache-2.0

@testable import CapsuleToolSupport
import Testing

@Suite("Names, escapes and numbers")
struct TextTests {
    @Test(
        "every sequence of bytes has a text of its own, which gives the bytes back",
        arguments: [
            [], [0x61], [0xFF], [0x61, 0xFF, 0x62], [0xC3, 0xA9], [0xC3], [0xC3, 0x28], [0xED, 0xA0, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x8F, 0xBC, 0x80], [0xF4, 0x8F, 0xBB, 0xBF],
            [0xF4, 0x90, 0x80, 0x80],
            [0x65, 0xCC, 0x81], [0xF0, 0x9F, 0x98], [0x80, 0x80, 0xE2, 0x82, 0xAC],
        ] as [[UInt8]])
    func names(_ bytes: [UInt8]) {
        #expect(FileName.bytes(FileName.text(bytes)) == bytes)
    }

    @Test("random bytes and names of them come back, and different ones have different texts")
    func randomNames() {
        var generator = SystemRandomNumberGenerator()
        let alphabet: [UInt8] = [0x61, 0x80, 0xBC, 0x8F, 0xF4, 0xBF, 0xC3, 0xA9, 0xE2, 0xFF]
        var texts: [[UInt8]: [UInt8]] = [:]
        for round in 0..<20_000 {
            let count = Int.random(in: 0...6, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let text = FileName.text(bytes)
            #expect(FileName.bytes(text) == bytes, "\(round)")
            #expect(texts.updateValue(bytes, forKey: Array(text.utf8)) ?? bytes == bytes, "\(round)")
        }
    }

    @Test("an argument is text when it is UTF-8, also where its scalars are those that stand for bytes")
    func characters() {
        #expect(FileName.characters(FileName.text(Array("Ä\u{10FF80}".utf8))) == "Ä\u{10FF80}")
        #expect(FileName.characters(FileName.text([0x41, 0xFF])) == nil)
    }

    @Test(
        "what acts on a terminal, hides or begins a line is spelled out",
        arguments: [
            ("a\nb", #"a\u{a}b"#), ("\u{1B}[31m", #"\u{1b}[31m"#), ("\u{202E}x", #"\u{202e}x"#),
            ("\u{3164}", #"\u{3164}"#), ("\u{115F}", #"\u{115f}"#), ("\u{1160}", #"\u{1160}"#),
            ("\u{FFA0}", #"\u{ffa0}"#), ("\u{34F}", #"\u{34f}"#), ("\u{2065}", #"\u{2065}"#),
            ("\u{E0FFF}", #"\u{e0fff}"#), ("\u{FE0F}", #"\u{fe0f}"#), ("\u{E0100}", #"\u{e0100}"#),
            ("\u{2028}", #"\u{2028}"#), ("\u{85}", #"\u{85}"#), ("\u{200B}", #"\u{200b}"#),
            ("Ærø 東京 e\u{301}", "Ærø 東京 e\u{301}"),
        ])
    func escapes(_ text: String, _ shown: String) {
        #expect(Escaping.line(text) == shown)
    }

    @Test("lines stay lines where they are the tool's own, and bytes that are no text are shown as such")
    func linesAndBytes() {
        #expect(Escaping.lines("a\n\u{7}\n") == "a\n\\u{7}\n")
        #expect(Escaping.line(FileName.text([0x61, 0xFF, 0x0A, 0x80])) == #"a\xff\u{a}\x80"#)
        #expect(Escaping.json("\"\u{2065}\u{E0FFF}\"") == #""\u2065\udb43\udfff""#)
    }

    @Test("whole numbers are decimal digits without a sign, a point or a leading zero")
    func wholeNumbers() {
        for text in ["", "+3", "-3", "03", "00", "0x10", "3.0", "1e3", " 3", "3 ", "٣", "1_000"] {
            #expect(Decimal.whole(text) == nil, "\(text)")
        }
        #expect(Decimal.whole("0") == 0)
        #expect(Decimal.whole("10") == 10)
        #expect(Decimal.whole("9223372036854775808") == nil)
        #expect(Decimal.whole("4294967295", as: UInt32.self) == .max)
        #expect(Decimal.whole("4294967296", as: UInt32.self) == nil)
    }

    @Test("numbers with a point are decimal digits, too")
    func numbers() {
        for text in ["", ".", "1.", ".5", "+1", "0x10", "inf", "nan", "1e3", "01.5", "-", "1.5.2", "1,5"] {
            #expect(Decimal.number(text) == nil, "\(text)")
        }
        #expect(Decimal.number("-9.05") == -9.05)
        #expect(Decimal.number("0.007") == 0.007)
        #expect(Decimal.number("48") == 48)
    }
}
