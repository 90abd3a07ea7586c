// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("Canonical CBOR is accepted, and written again with the same bytes")
struct CanonicalAcceptTests {
    /// Items of RFC 8949 appendix A that are deterministic, with their diagnostic notation.
    static let examples: [(hex: String, notation: String)] = [
        ("00", "0"), ("01", "1"), ("0a", "10"), ("17", "23"), ("1818", "24"), ("1819", "25"),
        ("1864", "100"), ("1903e8", "1000"), ("1a000f4240", "1000000"),
        ("1b000000e8d4a51000", "1000000000000"), ("1bffffffffffffffff", "18446744073709551615"),
        ("c249010000000000000000", "2(h'010000000000000000')"),
        ("3bffffffffffffffff", "-18446744073709551616"),
        ("c349010000000000000000", "3(h'010000000000000000')"),
        ("20", "-1"), ("29", "-10"), ("3863", "-100"), ("3903e7", "-1000"),
        ("f90000", "0.0"), ("f98000", "-0.0"), ("f93c00", "1.0"), ("fb3ff199999999999a", "1.1"),
        ("f93e00", "1.5"), ("f97bff", "65504.0"), ("fa47c35000", "100000.0"), ("f9c400", "-4.0"),
        ("fbc010666666666666", "-4.1"), ("f97c00", "Infinity"), ("f97e00", "NaN"), ("f9fc00", "-Infinity"),
        ("f4", "false"), ("f5", "true"), ("f6", "null"), ("f7", "undefined"), ("f0", "simple(16)"),
        ("f8ff", "simple(255)"),
        ("c074323031332d30332d32315432303a30343a30305a", "0(\"2013-03-21T20:04:00Z\")"),
        ("c11a514b67b0", "1(1363896240)"), ("c1fb41d452d9ec200000", "1(1363896240.5)"),
        ("d74401020304", "23(h'01020304')"), ("d818456449455446", "24(h'6449455446')"),
        ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", "32(\"http://www.example.com\")"),
        ("40", "h''"), ("4401020304", "h'01020304'"), ("60", "\"\""), ("6161", "\"a\""),
        ("6449455446", "\"IETF\""), ("62225c", "\"\\\"\\\\\""), ("62c3bc", "\"\u{fc}\""),
        ("63e6b0b4", "\"\u{6c34}\""), ("64f0908591", "\"\u{10151}\""),
        ("80", "[]"), ("83010203", "[1, 2, 3]"), ("8301820203820405", "[1, [2, 3], [4, 5]]"),
        (
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]"
        ),
        ("a0", "{}"), ("a201020304", "{1: 2, 3: 4}"), ("a26161016162820203", "{\"a\": 1, \"b\": [2, 3]}"),
        ("826161a161626163", "[\"a\", {\"b\": \"c\"}]"),
        (
            "a56161614161626142616361436164614461656145",
            "{\"a\": \"A\", \"b\": \"B\", \"c\": \"C\", \"d\": \"D\", \"e\": \"E\"}"
        ),
    ]

    @Test("every deterministic example of RFC 8949 appendix A", arguments: examples)
    func example(hex: String, notation: String) throws {
        let input = bytes(hex)
        #expect(refusal(of: input) == nil)
        #expect(try CBORItem(decoding: input).encoded == input)
        #expect(try CanonicalCBOR.canonicalize(input.span) == input)
        #expect(CBORDiagnostic.text(input.span) == notation)
    }

    static let others: [String] = [
        // Floats of appendix A whose notation is a matter of taste, and the edges of each width.
        "fb7e37e43c8800759c", "f90001", "f90400", "f903ff", "f98001", "fa00000001", "fa33000000",
        "fa477fe001", "fa7f7fffff", "fa007fffff", "fb0000000000000001", "fb47efffffe0000001",
        "fb7fefffffffffffff", "fa33c00000",
        // Every simple value that has no name.
        "e0", "f3", "f820", "f8fe",
        // Tags that libraries give a meaning to, which does not matter here.
        "c000", "c63a00010000", "d5f6", "dbffffffffffffffff00",
        // Heads at the edges of each length.
        "18ff", "190100", "19ffff", "1a00010000", "1affffffff", "1b0000000100000000", "38ff", "390100",
    ]

    @Test(
        "tags, floats, simple values and heads at the edges of each length are accepted as they are",
        arguments: others)
    func other(hex: String) throws {
        let input = bytes(hex)
        #expect(refusal(of: input) == nil)
        #expect(try CBORItem(decoding: input).encoded == input)
        #expect(try CanonicalCBOR.canonicalize(input.span) == input)
    }

    /// A map from keys to nulls.
    private static func map(_ keys: [String]) -> [UInt8] {
        [0xa0 | UInt8(keys.count)] + keys.flatMap { (key: String) -> [UInt8] in bytes(key) + [0xf6] }
    }

    @Test("keys of every type stand in the order of their encodings")
    func keysOfEveryType() throws {
        let keys = [
            "00", "17", "1818", "190100", "20", "3818", "40", "4100", "60", "6161", "626161", "80", "8100",
            "a0", "c000", "f4", "f6", "f820", "f90000", "fa47c35000", "fb3ff199999999999a",
        ]
        let input = Self.map(keys)
        #expect(keys.count == 21)
        #expect(refusal(of: input) == nil)
        #expect(try CBORItem(decoding: input).encoded == input)
        // Any two neighbours the other way round are out of order, at the key that comes too late.
        for index in keys.indices.dropFirst() {
            var swapped = keys
            swapped.swapAt(index - 1, index)
            let wrong = Self.map(swapped)
            let place = 1 + swapped[..<index].reduce(0) { $0 + $1.utf8.count / 2 + 1 }
            let error = refusal(of: wrong)
            #expect(error?.errorClass == .nonCanonical, "\(swapped[index])")
            #expect(error?.offset == place, "\(swapped[index])")
        }
    }

    @Test("every strict prefix is malformed", arguments: examples.map(\.hex) + others)
    func prefixes(hex: String) {
        let input = bytes(hex)
        let accepted = input.indices.filter { refusal(of: Array(input[..<$0]))?.errorClass != .malformed }
        #expect(accepted == [])
    }
}
