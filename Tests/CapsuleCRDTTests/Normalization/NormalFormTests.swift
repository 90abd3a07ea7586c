// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import Testing

@Suite("The normal form of a label")
struct NormalFormTests {
    @Test("a decomposed and a composed spelling are one label, with the composed bytes")
    func oneLabelForBothSpellings() {
        #expect(label("Ca\u{303}o") == [0x43, 0xC3, 0xA3, 0x6F])
        #expect(label("C\u{E3}o") == [0x43, 0xC3, 0xA3, 0x6F])
        #expect(equal("Ca\u{303}o", "C\u{E3}o"))
        #expect(!isNormal(Array("Ca\u{303}o".utf8)))
        #expect(isNormal(Array("C\u{E3}o".utf8)))
    }

    @Test("every White_Space scalar goes from both ends and stays inside", arguments: whiteSpace)
    func whiteSpaceIsTrimmed(scalar: UInt32) {
        let space = utf8([scalar])
        // Two of them are not their own NFC, so what stays inside is what Unicode says is the same.
        let inside = [0x2000: utf8([0x2002]), 0x2001: utf8([0x2003])][scalar] ?? space
        #expect(label(space + space + [0x61] + space + [0x62] + space) == [0x61] + inside + [0x62])
        #expect(label(space) == [])
        #expect(!isNormal(space + [0x61]))
        #expect(!isNormal([0x61] + space))
        #expect(isNormal([0x61] + inside + [0x62]))
        #expect(equal(space + [0x61], [0x61] + space))
    }

    @Test("white space of all kinds together goes")
    func mixedWhiteSpace() {
        let space = utf8(whiteSpace)
        #expect(label(space + [0x61] + space) == [0x61])
        #expect(label(space) == [])
        #expect(label([]) == [])
        #expect(isNormal([]))
    }

    @Test(
        "what is not White_Space stays at both ends",
        arguments: [
            0x00, 0x08, 0x0E, 0x1C, 0x1F, 0x7F, 0x84, 0x86, 0xAD, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060,
            0xFEFF,
        ]
            as [UInt32])
    func notWhiteSpace(scalar: UInt32) {
        let text = utf8([scalar, 0x61, scalar])
        #expect(label(text) == text)
        #expect(isNormal(text))
        #expect(label([0x20] + text + [0x20]) == text)
    }

    @Test("a combining mark after a space stays when the space goes")
    func markAfterSpace() {
        #expect(label(" \u{301}a") == Array("\u{301}a".utf8))
        #expect(label("a \u{301}") == Array("a \u{301}".utf8))
        #expect(label("a\u{301} ") == [0xC3, 0xA1])
        #expect(label("\u{3000}\u{3099}") == utf8([0x3099]))
        #expect(label(" \u{301}\u{323} ") == utf8([0x323, 0x301]))
    }

    @Test(
        "Tibetan vowels that decompose into marks of different classes are ordered with the marks around them"
    )
    func tibetanVowels() {
        #expect(label(utf8([0xF73])) == utf8([0xF71, 0xF72]))
        #expect(label(utf8([0xF75])) == utf8([0xF71, 0xF74]))
        #expect(label(utf8([0xF81])) == utf8([0xF71, 0xF80]))
        // f72 and f80 have class 130, f71 has 129, f74 has 132: each f71 moves in front.
        #expect(label(utf8([0xF40, 0xF72, 0xF73])) == utf8([0xF40, 0xF71, 0xF72, 0xF72]))
        #expect(label(utf8([0xF40, 0xF74, 0xF75])) == utf8([0xF40, 0xF71, 0xF74, 0xF74]))
        #expect(label(utf8([0xF40, 0xF80, 0xF81])) == utf8([0xF40, 0xF71, 0xF80, 0xF80]))
        #expect(label(utf8([0xF40, 0xF75, 0xF73])) == utf8([0xF40, 0xF71, 0xF71, 0xF72, 0xF74]))
        #expect(label(utf8([0xF40, 0x301, 0xF81])) == utf8([0xF40, 0xF71, 0xF80, 0x301]))
    }

    @Test("a Hangul syllable without a tail joins with a tail, one that has a tail does not")
    func hangulTails() {
        #expect(label(utf8([0xAC00, 0x11A8])) == utf8([0xAC01]))
        #expect(label(utf8([0x1100, 0x1161, 0x11A8])) == utf8([0xAC01]))
        #expect(label(utf8([0xAC01, 0x11A8])) == utf8([0xAC01, 0x11A8]))
        #expect(label(utf8([0xAC00, 0x11A7])) == utf8([0xAC00, 0x11A7]))
        #expect(label(utf8([0xAC00, 0x11C3])) == utf8([0xAC00, 0x11C3]))
        #expect(label(utf8([0xAC00, 0x301, 0x11A8])) == utf8([0xAC00, 0x301, 0x11A8]))
        #expect(label(utf8([0xD788, 0x11C2])) == utf8([0xD7A3]))
        #expect(label(utf8([0x1161, 0x11A8])) == utf8([0x1161, 0x11A8]))
        #expect(equal(utf8([0xAC00, 0x11A8]), utf8([0xAC01])))
    }

    @Test(
        "starters that join with starters do so from left to right",
        arguments: [
            ([0x16D67, 0x16D67], [0x16D68]), ([0x16D63, 0x16D67], [0x16D69]),
            ([0x16D63, 0x16D67, 0x16D67], [0x16D6A]),
            ([0x16D63, 0x16D68], [0x16D6A]), ([0x113C2, 0x113C5], [0x113C5, 0x113C2]),
            ([0x1611E, 0x16121], [0x16121, 0x1611E]),
            ([0x9C7, 0x9BE], [0x9CB]), ([0x9C7, 0x3C, 0x9BE], [0x9C7, 0x3C, 0x9BE]),
        ] as [([UInt32], [UInt32])])
    func startersThatJoin(text: [UInt32], expected: [UInt32]) {
        #expect(label(utf8(text)) == utf8(expected))
    }

    @Test(
        "a composition that Unicode excludes stays apart",
        arguments: [
            ([0x958], [0x915, 0x93C]), ([0xFB1D], [0x5D9, 0x5B4]), ([0x2126], [0x3A9]),
            ([0x344], [0x308, 0x301]),
            ([0x212B], [0xC5]), ([0x2F800], [0x4E3D]), ([0x1D15E], [0x1D157, 0x1D165]),
        ] as [([UInt32], [UInt32])])
    func exclusions(text: [UInt32], expected: [UInt32]) {
        #expect(label(utf8(text)) == utf8(expected))
        #expect(isNormal(utf8(expected)))
    }

    @Test(
        "separators, emoji, case and compatibility forms are text like any other",
        arguments: [
            "a,b", "hello|world", "x/y", "a\\b", "a#b", "a;b", "\u{1F346}",
            "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
            "\u{1F3D6}\u{FE0F}", "Beach", "BEACH", "\u{FB01}sh", "\u{FF21}", "\u{B2}", "\u{E0061}",
            "\u{378}", "\u{10FFFF}", "\u{E000}",
        ])
    func kept(text: String) {
        #expect(label(text) == Array(text.utf8))
        #expect(isNormal(Array(text.utf8)))
        #expect(label("\t" + text + "\u{A0}") == Array(text.utf8))
    }

    @Test("texts that only look or sort alike are different labels")
    func different() {
        #expect(!equal("\u{1F1E9}\u{1F1EA}", "\u{1F1EC}\u{1F1E7}"))
        #expect(!equal("beach", "Beach"))
        #expect(!equal("a b", "a  b"))
        #expect(!equal("a\u{200B}", "a"))
        #expect(!equal("a\u{301}\u{300}", "a\u{300}\u{301}"))
        #expect(!equal("\u{FB01}", "fi"))
        #expect(!equal("", "a"))
    }

    @Test("marks of different classes may come in any order")
    func markOrder() {
        #expect(equal("a\u{323}\u{302}", "a\u{302}\u{323}"))
        #expect(label("a\u{302}\u{323}") == utf8([0x1EAD]))
        #expect(label("\u{E2}\u{323}") == utf8([0x1EAD]))
        #expect(equal(" \u{1EA1}\u{302}", "\u{E2}\u{323}\n"))
    }

    @Test("a mark that is blocked by one of its own class does not join")
    func blocked() {
        #expect(label("a\u{315}\u{300}") == utf8([0xE0, 0x315]))
        #expect(label("a\u{363}\u{300}") == utf8([0x61, 0x363, 0x300]))
        #expect(label("a\u{5AE}\u{300}\u{301}") == utf8([0xE0, 0x5AE, 0x301]))
    }
}
