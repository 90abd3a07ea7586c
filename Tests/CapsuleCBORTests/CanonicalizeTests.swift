// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("Canonicalizing what others wrote")
struct CanonicalizeTests {
    static let rewrites: [(String, String)] = [
        ("1817", "17"), ("1b0000000000000001", "01"), ("3800", "20"), ("d900c200", "d8c200"),
        ("5800", "40"), ("780161", "6161"), ("980100", "8100"), ("b8010000", "a10000"),
        ("5f42010243030405ff", "450102030405"), ("5fff", "40"), ("5f4040ff", "40"),
        ("7f657374726561646d696e67ff", "6973747265616d696e67"), ("7fff", "60"),
        ("9fff", "80"), ("9f018202039f0405ffff", "8301820203820405"),
        ("83018202039f0405ff", "8301820203820405"), ("bfff", "a0"),
        ("bf61610161629f0203ffff", "a26161016162820203"), ("826161bf61626163ff", "826161a161626163"),
        ("bf6346756ef563416d7421ff", "a263416d74216346756ef5"),
        ("a201000000", "a200000100"), ("a2616200616100", "a2616100616200"),
        ("a262616100617800", "a261780062616100"), ("a220f600f6", "a200f620f6"),
        ("81a201000000", "81a200000100"),
        // A key that is not canonical itself is put in order by what it becomes.
        ("a21802000100", "a201000200"), ("a29fff0001f6", "a201f68000"),
        ("f97e01", "f97e00"), ("f9fe00", "f97e00"), ("fa7fc00000", "f97e00"),
        ("fb7ff8000000000001", "f97e00"),
        ("fa7f800001", "f97e00"), ("fa00000000", "f90000"), ("fb8000000000000000", "f98000"),
        ("fb40f86a0000000000", "fa47c35000"), ("fb3ff8000000000000", "f93e00"), ("fa7f800000", "f97c00"),
        ("fb36a0000000000000", "fa00000001"), ("fa33800000", "f90001"),
        ("c1fb41d452d9e2000000", "c1fb41d452d9e2000000"),
    ]

    @Test(
        "gives the one encoding, which a check accepts and canonicalizing leaves alone", arguments: rewrites)
    func rewrite(from: String, to: String) throws {
        let input = bytes(from)
        let output = try CanonicalCBOR.canonicalize(input.span)
        #expect(hex(output) == to)
        #expect(refusal(of: output) == nil)
        #expect(try CanonicalCBOR.canonicalize(output.span) == output)
    }

    static let refusals: [Refusal] = [
        Refusal("a200010002", .nonCanonical, at: 3, "a key twice"),
        Refusal("a20001180002", .nonCanonical, at: 3, "a key twice, once in a long head"),
        Refusal("bf616101616202616103ff", .nonCanonical, at: 7, "a key twice, not side by side"),
        Refusal("81a27f6161ff00616101", .nonCanonical, at: 7, "a key twice, once in chunks"),
        Refusal("a2f97e0000f97e0100", .nonCanonical, at: 5, "two NaNs are one key"),
        Refusal("181700", .malformed, at: 2, "a byte after the item"),
        Refusal("bf00ff", .malformed, at: 2, "an odd map"),
        Refusal("7f61c361a9ff", .malformed, at: 2, "a character split between chunks"),
        Refusal("9f00", .malformed, at: 2, "no break"),
        Refusal("ff", .malformed, at: 0, "a break alone"),
        Refusal("9b00ffffffffffffff", .malformed, at: 0, "a huge count"),
        Refusal([UInt8](repeating: 0x9f, count: 10_000), .limit, at: 32, "10 000 levels"),
        Refusal([UInt8](repeating: 0xbf, count: 10_000), .limit, at: 32, "10 000 levels in keys"),
    ]

    @Test("refuses what has no canonical form, and names the place", arguments: refusals)
    func refuses(_ refusal: Refusal) {
        do throws(CBORError) {
            _ = try CanonicalCBOR.canonicalize(refusal.input.span)
            Issue.record("accepted")
        } catch {
            #expect(error.errorClass == refusal.errorClass)
            #expect(error.offset == refusal.offset)
        }
    }

    @Test("a duplicate key is refused by its name")
    func namesTheKey() {
        do throws(CBORError) {
            _ = try CanonicalCBOR.canonicalize(bytes("a2636b657901636b657902").span)
            Issue.record("accepted")
        } catch {
            #expect(error.reason.contains("\"key\""))
        }
    }

    @Test("refuses an input above the limit")
    func size() {
        #expect(throws: CBORError.self) { try CanonicalCBOR.canonicalize([0x80, 0x00].span, limit: 1) }
    }

    @Test("undoes a random loosening of random items: long heads, chunks, indefinite lengths, shuffled keys")
    func undoesLoosening() throws {
        var generator = SeededGenerator(seed: propertySeed("loosened items", 16))
        for _ in 0..<2_000 {
            let item = CBORItem.random(using: &generator)
            let loose = generator.loosened(item)
            let output = try CanonicalCBOR.canonicalize(loose.span)
            #expect(output == item.encoded, "\(hex(loose))")
            // A loose form is refused by the check unless nothing was loosened.
            #expect((refusal(of: loose) == nil) == (loose == item.encoded), "\(hex(loose))")
            if loose != item.encoded {
                #expect(refusal(of: loose)?.errorClass == .nonCanonical, "\(hex(loose))")
            }
        }
    }
}
