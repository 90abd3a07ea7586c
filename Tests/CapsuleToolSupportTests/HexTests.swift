// SPDX-License-Identifier: Apache-2.0
@testable import CapsuleToolSupport
import Testing

@Suite("Hexadecimal text")
struct HexTests {
    @Test("every byte is written as two lower-case digits and read back")
    func everyByteRoundTrips() throws {
        let bytes = (0...255).map { UInt8($0) }
        let text = Hex.encode(bytes)
        #expect(text.utf8.count == 512)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect(try Hex.decodeStrictly(text) == bytes)
        #expect(try Hex.decode(text) == bytes)
        #expect(try Hex.decode(text.uppercased()) == bytes)
    }

    @Test("people may use upper case and white space anywhere, also inside a byte")
    func whiteSpace() throws {
        #expect(try Hex.decode(" A1\t00\r\n0\n1 ") == [0xA1, 0x00, 0x01])
        #expect(try Hex.decode("") == [])
    }

    @Test(
        "the strict form has one spelling: lower case, nothing between",
        arguments: [("A1", 0), ("aA", 1), ("a1 ", 2), ("a1\n00", 2), ("0x00", 1), ("", nil)]
            as [(String, Int?)])
    func strictForm(_ text: String, _ badOffset: Int?) {
        if let badOffset {
            #expect(throws: HexError(code: .notADigit, offset: badOffset)) {
                try Hex.decodeStrictly(text)
            }
        } else {
            #expect(throws: Never.self) { try Hex.decodeStrictly(text) }
        }
    }

    @Test("every byte that is no digit is refused at its offset")
    func everyOtherByteIsRefused() {
        let digits = Set("0123456789abcdefABCDEF".utf8)
        let space = Set(" \t\n\u{B}\u{C}\r".utf8)
        for byte in UInt8.min ... .max where !digits.contains(byte) && !space.contains(byte) {
            var decoder = HexDecoder()
            #expect(throws: HexError(code: .notADigit, offset: 3), "\(byte)") {
                try decoder.decode([0x30, 0x30, 0x20, byte])
            }
        }
    }

    @Test("half a byte at the end is refused", arguments: ["a", "a1 0", "a1b"])
    func oddLength(_ text: String) {
        #expect(throws: HexError(code: .oddLength, offset: text.utf8.count)) { try Hex.decode(text) }
    }

    @Test("pieces of a text decode like the whole of it, wherever it is cut")
    func pieces() throws {
        let text = Array("a1 00\n62C3b6".utf8)
        for cut in 0...text.count {
            var decoder = HexDecoder()
            try decoder.decode(text[..<cut])
            try decoder.decode(text[cut...])
            #expect(try decoder.finish() == [0xA1, 0x00, 0x62, 0xC3, 0xB6], "\(cut)")
        }
        var decoder = HexDecoder()
        try decoder.decode(Array("a1".utf8)[...])
        #expect(throws: HexError(code: .notADigit, offset: 3)) { try decoder.decode(Array("0g".utf8)[...]) }
    }
}
