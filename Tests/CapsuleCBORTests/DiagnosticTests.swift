// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("Diagnostic notation and paths")
struct DiagnosticTests {
    @Test("entries stand on their own lines when an indent is given")
    func indented() {
        let text = CBORDiagnostic.text(bytes("a26161016162820203").span, indent: 2)
        #expect(text == "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    3\n  ]\n}")
        #expect(CBORDiagnostic.text(bytes("80").span, indent: 2) == "[]")
        #expect(CBORDiagnostic.text(bytes("a0").span, indent: 2) == "{}")
    }

    @Test("what a terminal would act on, or nobody would see, is spelled out")
    func quoted() {
        func text(_ value: String) -> String {
            var writer = CBORWriter()
            writer.writeText(value)
            return CBORDiagnostic.text(writer.bytes.span)
        }
        #expect(text("a\nb\tc\rd") == "\"a\\nb\\tc\\rd\"")
        #expect(text("\u{1b}[31m") == "\"\\u{1b}[31m\"")
        #expect(text("\u{202e}x\u{200b}") == "\"\\u{202e}x\\u{200b}\"")
        #expect(text("\u{7f}\u{85}") == "\"\\u{7f}\\u{85}\"")
        #expect(text("\u{1f346}") == "\"\u{1f346}\"")
    }

    @Test(
        "what cannot be read ends the text with its error",
        arguments: [
            ("820001ff", "trailing"), ("8200", "declared"), ("a201000000", "order"), ("61ff", "UTF-8"),
        ])
    func errors(input: String, word: String) {
        let text = CBORDiagnostic.text(bytes(input).span)
        #expect(text.hasSuffix("/"))
        #expect(text.contains(word) || text.contains("bytes follow"))
        #expect(text.contains("at byte"))
    }

    /// `{"a": 1, "bc": [2, {"d": 3}], h'01': {0: null}}` has its keys in the order 4101, 6161, 626263.
    static let nested = "a34101a100f66161016262638202a1616403"
    static let places: [(Int, String)] = [
        (0, ""), (1, "01"), (3, "01"), (4, "01.0"), (5, "01.0"), (6, "a"), (8, "a"), (9, "bc"),
        (12, "bc"), (13, "bc[0]"), (14, "bc[1]"), (15, "bc[1].d"), (17, "bc[1].d"),
    ]

    @Test("the path leads to the innermost item that holds the byte", arguments: places)
    func path(offset: Int, path: String) {
        #expect(CBORPath.locate(offset, in: bytes(Self.nested).span) == path)
    }

    @Test(
        "the path is that of the fault in refused input",
        arguments: [
            ("a16161811817", "a[0]"), ("a2616101616182f6", ""), ("a161618301ff", "a"), ("8201f97e01", "[1]"),
            ("a1616162c328", "a"), ("a16161626162ff", ""),
        ])
    func faultPath(input: String, path: String) throws {
        let input = bytes(input)
        let error = try #require(refusal(of: input))
        #expect(CBORPath.locate(error.offset, in: input.span) == path)
    }

    @Test("the path of any byte of any bytes ends")
    func anyBytes() {
        var generator = SeededGenerator(seed: propertySeed("paths", 17))
        for _ in 0..<2_000 {
            let item = CBORItem.random(using: &generator).encoded
            let input = generator.mutation(of: item)
            let offset = Int.random(in: 0...input.count, using: &generator)
            _ = CBORPath.locate(offset, in: input.span)
            _ = CBORDiagnostic.text(input.span)
        }
    }

    @Test("hexadecimal digits are lower-case")
    func digits() {
        #expect(CBORDiagnostic.hex(([0x00, 0x0f, 0xa0, 0xff] as [UInt8]).span) == "000fa0ff")
    }
}
