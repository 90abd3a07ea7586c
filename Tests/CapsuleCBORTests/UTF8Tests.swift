// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("Text is valid UTF-8")
struct UTF8Tests {
    /// Whether the standard library leaves the bytes as they are; what is not valid it replaces.
    private static func isValid(_ content: [UInt8]) -> Bool {
        Array(String(decoding: content, as: UTF8.self).utf8) == content
    }

    /// Whether the reader and the standard library disagree.
    private static func differs(_ content: [UInt8]) -> Bool {
        let input = [0x60 | UInt8(content.count)] + content
        let error = refusal(of: input)
        return isValid(content)
            ? error != nil
            : error?.errorClass != .malformed || !(1...content.count).contains(error?.offset ?? 0)
    }

    @Test("every byte and every pair of bytes")
    func pairs() {
        let bytes = UInt8.min...UInt8.max
        var wrong = bytes.filter { Self.differs([$0]) }.map { [$0] }
        for first in bytes {
            wrong += bytes.lazy.map { [first, $0] }.filter(Self.differs)
        }
        #expect(wrong == [])
    }

    @Test("every pair of bytes before a third")
    func triples() {
        var wrong: [[UInt8]] = []
        // Below 80 the first byte is a text of its own, which the pairs have shown.
        for first in UInt8(0x80)...0xff {
            for second in UInt8.min...0xff {
                for third: UInt8 in [0x7f, 0x80, 0xbf, 0xc0] where Self.differs([first, second, third]) {
                    wrong.append([first, second, third])
                }
            }
        }
        #expect(wrong == [])
    }

    @Test("sequences of four bytes, sampled, with every lead and second byte")
    func quadruples() {
        var generator = SeededGenerator(seed: propertySeed("UTF-8 of four bytes", 13))
        var wrong: [[UInt8]] = []
        for first in UInt8(0xee)...0xff {
            for second in UInt8.min...0xff {
                let rest: [[UInt8]] = [
                    [0x80, 0x80], [0xbf, 0xbf], [0x80, 0x7f], [0xc0, 0x80],
                    [
                        UInt8.random(in: 0...255, using: &generator),
                        UInt8.random(in: 0...255, using: &generator),
                    ],
                ]
                wrong += rest.map { [first, second] + $0 }.filter(Self.differs)
            }
        }
        #expect(wrong == [])
    }

    @Test("a text with a random fault is accepted exactly when the standard library decodes it")
    func randomTexts() {
        var generator = SeededGenerator(seed: propertySeed("random UTF-8", 14))
        let wrong = (0..<10_000).compactMap { _ -> [UInt8]? in
            let text = generator.utf8(upTo: 5)
            let content = Array((generator.chance(3) ? text : generator.mutation(of: text)).prefix(23))
            return Self.differs(content) ? content : nil
        }
        #expect(wrong == [])
    }

    static let faults: [(hex: String, offset: Int, what: String)] = [
        ("61ff", 1, "a byte that is never used"), ("6180", 1, "a continuation alone"),
        ("61c3", 1, "a lead alone"), ("62c080", 1, "an overlong zero"), ("62c1bf", 1, "overlong, two bytes"),
        ("63e09fbf", 1, "overlong, three bytes"), ("64f08fbfbf", 1, "overlong, four bytes"),
        ("63eda080", 1, "the first surrogate"), ("63edbfbf", 1, "the last surrogate"),
        ("66eda080edb080", 1, "a pair of surrogates"), ("64f4908080", 1, "U+110000"),
        ("64f5808080", 1, "a lead of beyond U+10FFFF"), ("65f888808080", 1, "five bytes"),
        ("636161ff", 3, "after ASCII"), ("6a616161616161616161ff", 10, "after nine bytes"),
        ("69c3bcc3bcc3bcc3bcc3", 9, "a lead at the end"),
        ("7818" + String(repeating: "61", count: 23) + "c3", 25, "a lead at the end of a long text"),
    ]

    @Test("the fault is at the first byte of what is not valid", arguments: faults)
    func place(hex: String, offset: Int, what: String) {
        let error = refusal(of: bytes(hex))
        #expect(error?.errorClass == .malformed, "\(what)")
        #expect(error?.offset == offset, "\(what)")
    }

    @Test(
        "the edges of what is valid are accepted",
        arguments: [
            "6100", "617f", "62c280", "62dfbf", "63e0a080", "63ed9fbf", "63ee8080", "63efbfbf", "64f0908080",
            "64f48fbfbf", "63efbbbf", "63efbfbe",
        ])
    func edge(hex: String) throws {
        let input = bytes(hex)
        #expect(refusal(of: input) == nil)
        #expect(try CBORItem(decoding: input).encoded == input)
    }
}
