// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("What is not canonical CBOR is refused with its class and its byte")
struct CanonicalRuleTests {
    static let truncated: [Refusal] = [
        Refusal("", .malformed, at: 0, "no item at all"),
        Refusal("18", .malformed, at: 0, "a head of two bytes"),
        Refusal("1901", .malformed, at: 0, "a head of three bytes"),
        Refusal("1a010203", .malformed, at: 0, "a head of five bytes"),
        Refusal("1b01020304050607", .malformed, at: 0, "a head of nine bytes"),
        Refusal("f8", .malformed, at: 0, "a simple value"),
        Refusal("f900", .malformed, at: 0, "a half"),
        Refusal("fa000000", .malformed, at: 0, "a single"),
        Refusal("fb00000000000000", .malformed, at: 0, "a double"),
        Refusal("41", .malformed, at: 0, "a byte string without its content"),
        Refusal("6261", .malformed, at: 0, "a text without its end"),
        Refusal("81", .malformed, at: 0, "an array without its item"),
        Refusal("8200", .malformed, at: 0, "an array without its second item"),
        Refusal("820019", .malformed, at: 2, "an array whose second item is cut"),
        Refusal("a100", .malformed, at: 0, "a map without its value"),
        Refusal("a2000001", .malformed, at: 0, "a map without its second value"),
        Refusal("a1006161ff", .malformed, at: 4, "a byte after a map of one entry"),
        Refusal("c0", .malformed, at: 1, "a tag without its content"),
    ]

    @Test("an item that is cut short", arguments: truncated)
    func isTruncated(_ refusal: Refusal) { refusal.expect() }

    static let reserved: [Refusal] = (0..<8).flatMap { major -> [Refusal] in
        (28...30).map { information in
            Refusal([UInt8(major << 5 | information), 0, 0], .malformed, at: 0, "major \(major)")
        }
    }

    @Test("the reserved additional information 28 to 30, of every major type", arguments: reserved)
    func isReserved(_ refusal: Refusal) { refusal.expect() }

    static let illFormed: [Refusal] = [
        Refusal("1f", .malformed, at: 0, "an unsigned integer of indefinite length"),
        Refusal("3f", .malformed, at: 0, "a negative integer of indefinite length"),
        Refusal("df00", .malformed, at: 0, "a tag of indefinite length"),
        Refusal("ff", .malformed, at: 0, "a break alone"),
        Refusal("81ff", .malformed, at: 1, "a break as an item"),
        Refusal("a1ff00", .malformed, at: 1, "a break as a key"),
        Refusal("a100ff", .malformed, at: 2, "a break as a value"),
        Refusal("c0ff", .malformed, at: 1, "a break as a tag's content"),
        Refusal("5f", .malformed, at: 1, "indefinite bytes without an end"),
        Refusal("5f41", .malformed, at: 1, "a chunk without its content"),
        Refusal("5f6161ff", .malformed, at: 1, "a text chunk among bytes"),
        Refusal("7f4161ff", .malformed, at: 1, "a byte chunk among text"),
        Refusal("5f5f4101ffff", .malformed, at: 1, "an indefinite chunk"),
        Refusal("5f00ff", .malformed, at: 1, "an integer as a chunk"),
        Refusal("7f61c361a9ff", .malformed, at: 2, "a character split between text chunks"),
        Refusal("9f00", .malformed, at: 2, "an indefinite array without an end"),
        Refusal("bf0001", .malformed, at: 3, "an indefinite map without an end"),
        Refusal("bf00ff", .malformed, at: 2, "an indefinite map without its last value"),
        Refusal("9fffff", .malformed, at: 2, "a break after the end"),
        Refusal("0000", .malformed, at: 1, "a second item"),
        Refusal("f6f6", .malformed, at: 1, "a second null"),
        Refusal("8000", .malformed, at: 1, "a byte after an array"),
        Refusal("181700", .malformed, at: 2, "not well-formed comes before not canonical: trailing"),
        Refusal("82181718", .malformed, at: 3, "not well-formed comes before not canonical: cut"),
        Refusal("8218171c", .malformed, at: 3, "not well-formed comes before not canonical: reserved"),
        Refusal("82181761ff", .malformed, at: 4, "not well-formed comes before not canonical: text"),
        Refusal("a2010000ff", .malformed, at: 4, "not well-formed comes before the order of keys"),
    ]

    @Test("what is not well-formed is malformed, whatever else is wrong with it", arguments: illFormed)
    func isIllFormed(_ refusal: Refusal) { refusal.expect() }

    static let shortSimple: [Refusal] = (0..<32).map { value in
        Refusal([0xf8, UInt8(value)], .malformed, at: 0, "simple(\(value))")
    }

    @Test("a simple value below 32 in two bytes is malformed", arguments: shortSimple)
    func isShortSimple(_ refusal: Refusal) { refusal.expect() }

    /// Each major type with each argument in each head that is too long for it, and content that fits.
    static let longHeads: [Refusal] = (0..<7).flatMap { major -> [Refusal] in
        let heads = [
            "1800", "1817", "190000", "190017", "190018", "1900ff", "1a00000000", "1a000000ff", "1a0000ffff",
            "1b0000000000000000", "1b00000000000000ff", "1b000000000000ffff", "1b00000000ffffffff",
        ]
        return heads.compactMap { head in
            var input = bytes(head)
            let argument = input.dropFirst().reduce(0) { $0 << 8 | Int($1) }
            input[0] |= UInt8(major << 5)
            // Content as long as the argument says; where that is a lot, other tests guard the count.
            guard major < 2 || argument <= 0xffff || major == 6 else { return nil }
            switch major {
            case 2, 3, 4: input += Array(repeating: 0x61, count: argument)
            case 5: input += (0..<argument).flatMap { CBORItem.unsigned(UInt64($0)).encoded + [0xf6] }
            case 6: input += [0]
            default: break
            }
            if major == 4 { input = input.map { $0 == 0x61 ? 0xf6 : $0 } }
            return Refusal(input, .nonCanonical, at: 0, "major \(major), head \(head)")
        }
    }

    @Test("a head that is not the shortest, of every major type", arguments: longHeads)
    func isLongHead(_ refusal: Refusal) { refusal.expect() }

    static let nonCanonical: [Refusal] = [
        Refusal("5fff", .nonCanonical, at: 0, "indefinite bytes"),
        Refusal("5f42010243030405ff", .nonCanonical, at: 0, "indefinite bytes of two chunks"),
        Refusal("7fff", .nonCanonical, at: 0, "indefinite text"),
        Refusal("9fff", .nonCanonical, at: 0, "an indefinite array"),
        Refusal("bfff", .nonCanonical, at: 0, "an indefinite map"),
        Refusal("82009fff", .nonCanonical, at: 2, "an indefinite array inside"),
        Refusal("a1009fff", .nonCanonical, at: 2, "an indefinite array as a value"),
        Refusal("a19fff00", .nonCanonical, at: 1, "an indefinite array as a key"),
        Refusal("c29fff", .nonCanonical, at: 1, "an indefinite array in a tag"),
        Refusal("8200811817", .nonCanonical, at: 3, "a long head deep inside"),
        Refusal("a201000000", .nonCanonical, at: 3, "integer keys out of order"),
        Refusal("a2616200616100", .nonCanonical, at: 4, "text keys out of order"),
        Refusal("a262616100616200", .nonCanonical, at: 5, "a longer text key before a shorter one"),
        Refusal("a2200000f6", .nonCanonical, at: 3, "a negative key before an unsigned one"),
        Refusal("a2600040f6", .nonCanonical, at: 3, "a text key before a byte key"),
        Refusal("a3000001000000", .nonCanonical, at: 5, "the third key out of order"),
        Refusal("a200000000", .nonCanonical, at: 3, "an integer key twice"),
        Refusal("a2616100616100", .nonCanonical, at: 4, "a text key twice"),
        Refusal("a2800080f6", .nonCanonical, at: 3, "an array key twice"),
        Refusal("81a200000000", .nonCanonical, at: 4, "a key twice, inside"),
        Refusal("f97e01", .nonCanonical, at: 0, "a half NaN with another payload"),
        Refusal("f97c01", .nonCanonical, at: 0, "a signalling half NaN"),
        Refusal("f9fe00", .nonCanonical, at: 0, "a half NaN with a sign"),
        Refusal("fa7fc00000", .nonCanonical, at: 0, "a single NaN"),
        Refusal("fa7f800001", .nonCanonical, at: 0, "a signalling single NaN"),
        Refusal("fb7ff8000000000000", .nonCanonical, at: 0, "a double NaN"),
        Refusal("fbfff0000000000001", .nonCanonical, at: 0, "a signalling double NaN with a sign"),
        Refusal("fa7f800000", .nonCanonical, at: 0, "infinity as a single"),
        Refusal("faff800000", .nonCanonical, at: 0, "minus infinity as a single"),
        Refusal("fb7ff0000000000000", .nonCanonical, at: 0, "infinity as a double"),
        Refusal("fa00000000", .nonCanonical, at: 0, "zero as a single"),
        Refusal("fa80000000", .nonCanonical, at: 0, "minus zero as a single"),
        Refusal("fb8000000000000000", .nonCanonical, at: 0, "minus zero as a double"),
        Refusal("fa33800000", .nonCanonical, at: 0, "the smallest half as a single"),
        Refusal("fa477fe000", .nonCanonical, at: 0, "the largest half as a single"),
        Refusal("fb40f86a0000000000", .nonCanonical, at: 0, "100 000.0 as a double"),
        Refusal("fb36a0000000000000", .nonCanonical, at: 0, "the smallest single as a double"),
        Refusal("fb47efffffe0000000", .nonCanonical, at: 0, "the largest single as a double"),
    ]

    @Test("what is well-formed and not deterministic", arguments: nonCanonical)
    func isNonCanonical(_ refusal: Refusal) { refusal.expect() }

    @Test("an input longer than the limit is refused before it is read, one as long is not")
    func size() {
        let input = bytes("83f6f6f6")
        #expect(refusal(of: input, limit: 4) == nil)
        let error = refusal(of: input, limit: 3)
        #expect(error?.errorClass == .limit)
        #expect(error?.offset == 3)
        #expect(refusal(of: bytes("ffffffff"), limit: 3)?.errorClass == .limit)
    }

    @Test("the limit of a document is 16 MiB unless a caller says otherwise")
    func documentSize() {
        func item(_ size: Int) -> [UInt8] {
            let content = size - 5
            return [0x5a] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: content >> (8 * $0)) }
                + [UInt8](repeating: 0, count: content)
        }
        #expect(refusal(of: item(16 << 20)) == nil)
        #expect(refusal(of: item((16 << 20) + 1))?.errorClass == .limit)
        #expect(CBORLimits.envelope == 8_192)
        #expect(
            refusal(of: item((16 << 20) + 8_192), limit: CBORLimits.document + CBORLimits.envelope) == nil)
    }
}
