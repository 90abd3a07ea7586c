// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("A label is a text of 1 to 256 bytes")
struct LabelTests {
    @Test(
        "a reader checks the size and no more",
        arguments: [
            "a", " ", "\u{0}", "Ca\u{303}o", " x ", "\u{200b}", String(repeating: "a", count: 256),
            String(repeating: "\u{1f346}", count: 64),
        ])
    func reads(value: String) {
        expectCanonical(text(value)) { bytes throws(CBORError) in
            var reader = CBORReader(bytes.span)
            try Label.check(&reader)
            return try Label(decoding: bytes).encoded
        }
    }

    @Test(
        "an empty or longer text, or what is no text, is invalid",
        arguments: [
            text(""), text(String(repeating: "a", count: 257)), text(String(repeating: "\u{e9}", count: 129)),
            .bytes([0x61]), .simple(22), .unsigned(1),
        ])
    func refuses(item: CBORItem) {
        let breach = Breach("no label", item, at: 0)
        breach.expect { bytes throws(CBORError) in _ = try Label(decoding: bytes) }
        breach.expect { bytes throws(CBORError) in
            var reader = CBORReader(bytes.span)
            try Label.check(&reader)
        }
    }

    @Test(
        "a writer stores the normal form",
        arguments: [
            ("Ca\u{303}o", "43c3a36f"),  // RhetTbull/osxphotos#1085
            ("C\u{e3}o", "43c3a36f"), ("  x y  ", "782079"), ("\u{3000}x\u{85}", "78"),
            ("\u{2028}x\u{2029}", "78"),
            // Foundation's trim takes U+200B, too; trimming by Character would eat the mark.
            ("x\u{200b}", "78e2808b"), ("\u{feff}x", "efbbbf78"), (" \u{301}x", "cc8178"),
            // photoprism/photoprism#4761
            ("\u{1f346}", "f09f8d86"),
            // darktable-org/darktable#7345
            ("a,b", "612c62"), ("hello|world", "68656c6c6f7c776f726c64"), ("x/y", "782f79"),
            // pixelfed/pixelfed#6098
            ("\u{1f1e9}\u{1f1ea}", "f09f87a9f09f87aa"), ("\u{1f1ec}\u{1f1e7}", "f09f87acf09f87a7"),
            ("Stra\u{df}e", "53747261c39f65"), ("STRASSE", "53545241535345"), ("\u{212b}", "c385"),
            ("\u{fb01}", "efac81"),
        ])
    func normalizes(given: String, digits: String) throws {
        let label = try Label(normalizing: given)
        #expect(hex(label.utf8) == digits)
        #expect(try Label(normalizing: label.description).utf8 == label.utf8)
    }

    @Test(
        "a writer refuses a text whose normal form is empty",
        arguments: ["", " ", "\u{3000}\u{2003}\t\n", "\u{a0}"])
    func empty(given: String) {
        do throws(CRDTError) {
            _ = try Label(normalizing: given)
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == .invalid)
        }
    }

    @Test("the size that counts is that of the normal form")
    func normalSize() throws {
        // 256 bytes once trimmed, and once composed.
        #expect(try Label(normalizing: "  " + String(repeating: "a", count: 256) + " ").utf8.count == 256)
        #expect(try Label(normalizing: String(repeating: "a\u{301}", count: 128)).utf8.count == 256)
        for given in [
            String(repeating: "a", count: 257), String(repeating: "a\u{301}", count: 128) + "b",
            // Shorter than its normal form: U+0958 composes to nothing and decomposes.
            String(repeating: "\u{958}", count: 43),
        ] {
            do throws(CRDTError) {
                _ = try Label(normalizing: given)
                Issue.record("accepted: \(given)")
            } catch {
                #expect(error.errorClass == .invalid)
            }
        }
        #expect(String(repeating: "\u{958}", count: 43).utf8.count == 129)
    }

    @Test("bytes are identity, normal forms are what matches, and String's own equality is neither")
    func identity() throws {
        let composed = try Label(decoding: text("C\u{e3}o").encoded)
        let decomposed = try Label(decoding: text("Ca\u{303}o").encoded)
        #expect(composed.description == decomposed.description)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed.matches(decomposed))
        #expect(try !Label(normalizing: "a").matches(Label(normalizing: "A")))
        #expect(
            try !Label(normalizing: "\u{1f1e9}\u{1f1ea}").matches(Label(normalizing: "\u{1f1ec}\u{1f1e7}")))
        #expect(try Label(decoding: text(" x ").encoded).matches(newLabel("x")))
    }

    @Test("the order is that of the encodings: a shorter text first")
    func order() throws {
        var generator = SeededGenerator(seed: propertySeed("labels", 36))
        for _ in 0..<2_000 {
            let (left, right) = (generator.utf8(upTo: 12), generator.utf8(upTo: 12))
            guard !left.isEmpty, !right.isEmpty else { continue }
            let (a, b) = (CBORItem.text(left).encoded, CBORItem.text(right).encoded)
            #expect(
                try (Label(decoding: a) < Label(decoding: b)) == a.lexicographicallyPrecedes(b))
        }
        #expect(try newLabel("b") < newLabel("aa"))
    }
}
