// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("Runs of short texts in a set")
struct ShortTextTests {
    private static func outcome(_ set: [UInt8], takesShortTexts: Bool) -> String {
        do throws(CBORError) {
            var reader = CBORReader(set.span)
            try ORSetLayout.check(&reader, takesShortTexts: takesShortTexts, element: Label.check)
            return "up to \(reader.position)"
        } catch {
            return "\(error)"
        }
    }

    @Test("are read like every other entry, and refused for the same reason at the same place")
    func differential() {
        var generator = SeededGenerator(seed: propertySeed("short texts", 71))
        var (read, refused) = (0, 0)
        for _ in 0..<1_500 {
            var set = LargeSet.random(using: &generator, writers: 2, upTo: 40).encoded
            for _ in 0..<Int.random(in: 0...2, using: &generator) { set = generator.mutation(of: set) }
            let expected = Self.outcome(set, takesShortTexts: false)
            #expect(Self.outcome(set, takesShortTexts: true) == expected, "\(hex(set))")
            if expected.hasPrefix("up to") { read += 1 } else { refused += 1 }
        }
        #expect(min(read, refused) > 150)
    }

    @Test("with every length of text and every place of a byte that is not ASCII", arguments: 0...30)
    func everyPlace(length: Int) {
        for place in 0...length {
            var content = [UInt8](repeating: 0x61, count: length)
            if place < length { content[place] = 0xc3 }
            let entry = CBORItem.text(content)
            let set = orSet(
                Row(1, [0, 9], [(0, text("a")), (1, entry), (2, text("b")), (3, text("c"))]),
                Row(2, [0, 9], [(0, text("more than the longest entry has, so that words are read"))])
            ).encoded
            #expect(Self.outcome(set, takesShortTexts: true) == Self.outcome(set, takesShortTexts: false))
        }
    }

    @Test(
        "with every head of a key, shortest or not",
        arguments: [
            [0x17], [0x18, 0x17], [0x18, 0x18], [0x18, 0xff], [0x19, 0x00, 0xff], [0x19, 0x01, 0x00],
            [0x19, 0xff, 0xff], [0x1a, 0x00, 0x00, 0xff, 0xff], [0x1a, 0x00, 0x01, 0x00, 0x00], [0x1c],
            [0x20],
            [0x41, 0x01], [0x00], [0xf6], [0x61, 0x61],
        ] as [[UInt8]])
    func heads(key: [UInt8]) {
        // { writer: [[0, 2^20], { 0: "a", KEY: "b", then three more }] }
        let set: [UInt8] =
            [0xa1, 0x50] + identifier(1) + [
                0x82, 0x82, 0x00, 0x1a, 0x00, 0x10, 0x00, 0x00, 0xa5, 0x00, 0x61, 0x61,
            ]
            + key + [0x61, 0x62] + [0x1a, 0x00, 0x02, 0x00, 0x00, 0x61, 0x63]
            + [0x1a, 0x00, 0x03, 0x00, 0x00, 0x61, 0x64] + [0x1a, 0x00, 0x04, 0x00, 0x00]
            + text(String(repeating: "e", count: 60)).encoded
        #expect(Self.outcome(set, takesShortTexts: true) == Self.outcome(set, takesShortTexts: false))
    }
}
