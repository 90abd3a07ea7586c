// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import Testing
import TestSupport

@Suite("Identifiers, digests, fractions and booleans")
struct ScalarTests {
    @Test(
        "an identifier is any sixteen bytes",
        arguments: [
            "00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff",
            "000102030405060708090a0b0c0d0e0f", "123e4567e89b12d3a456426614174000",
        ])
    func identifiers(digits: String) throws {
        let identifier = try #require(Identifier(hex: digits))
        #expect(identifier.description == digits)
        #expect(hex(identifier.bytes) == digits)
        #expect(Identifier(bytes(digits)) == identifier)
        #expect(Identifier(hex: digits.uppercased()) == identifier)
        expectCanonical(.bytes(bytes(digits))) { bytes throws(CBORError) in
            try Identifier(decoding: bytes).encoded
        }
    }

    @Test("a digest is any thirty-two bytes")
    func digests() throws {
        let content = Array(UInt8(0xe0)...0xff)
        let digest = try #require(Digest(content))
        #expect(Digest(hex: digest.description) == digest)
        expectCanonical(.bytes(content)) { bytes throws(CBORError) in try Digest(decoding: bytes).encoded }
    }

    @Test("another size or type is invalid", arguments: [0, 1, 15, 17, 31, 32, 33, 16])
    func sizes(count: Int) {
        let content = [UInt8](repeating: 7, count: count)
        if count != 16 {
            #expect(Identifier(content) == nil)
            Breach("size", .bytes(content), at: 0).expect { bytes throws(CBORError) in
                _ = try Identifier(decoding: bytes)
            }
        }
        if count != 32 {
            #expect(Digest(content) == nil)
            Breach("size", .bytes(content), at: 0).expect { bytes throws(CBORError) in
                _ = try Digest(decoding: bytes)
            }
        }
        Breach("a text", .text(content), at: 0).expect { bytes throws(CBORError) in
            _ = try Identifier(decoding: bytes)
        }
        Breach("a text", .text(content), at: 0).expect { bytes throws(CBORError) in
            _ = try Digest(decoding: bytes)
        }
    }

    @Test(
        "hexadecimal digits come in pairs of either case, and nothing else does",
        arguments: [
            "0", "0g", "0x", " 0", "00 ", "\u{ff10}\u{ff10}", "-0", "+1", "\u{e9}",
        ])
    func badHex(digits: String) {
        #expect([UInt8](hex: digits) == nil)
        #expect(Identifier(hex: digits) == nil)
        #expect(Digest(hex: digits) == nil)
    }

    @Test("hexadecimal digits of either case are read")
    func goodHex() {
        #expect([UInt8](hex: "") == [])
        #expect([UInt8](hex: "00fFAb") == [0, 0xff, 0xab])
        #expect(Identifier(hex: "") == nil)
        #expect(Identifier(hex: String(repeating: "0", count: 31)) == nil)
        #expect(Identifier(hex: String(repeating: "0", count: 34)) == nil)
    }

    @Test("identifiers and digests are ordered by their bytes")
    func order() throws {
        var generator = SeededGenerator(seed: propertySeed("identifiers", 33))
        for _ in 0..<2_000 {
            var left = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var right = left
            // Differ in one byte, often an early and often a late one.
            let place = Int.random(in: 0..<32, using: &generator)
            right[place] = UInt8.random(in: 0...255, using: &generator)
            let (a, b) = (try #require(Digest(left)), try #require(Digest(right)))
            #expect((a < b) == left.lexicographicallyPrecedes(right))
            (left, right) = (Array(left.suffix(16)), Array(right.suffix(16)))
            let (x, y) = (try #require(Identifier(left)), try #require(Identifier(right)))
            #expect((x < y) == left.lexicographicallyPrecedes(right))
            #expect((x == y) == (left == right))
        }
    }

    @Test("drawn identifiers take all their bits from the generator")
    func drawn() {
        var generator = SeededGenerator(seed: 34)
        var copy = generator
        let identifier = Identifier(using: &generator)
        let words = [copy.next(), copy.next()]
        let expected = words.flatMap { word in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        }
        #expect(identifier.bytes == expected)
    }

    @Test(
        "a fraction is 0 to 1 000 000 000 billionths",
        arguments: [0, 1, 23, 999_999_999, 1_000_000_000] as [UInt64])
    func fractions(billionths: UInt64) throws {
        #expect(try #require(Fraction(billionths: billionths)).billionths == billionths)
        expectCanonical(.unsigned(billionths)) { bytes throws(CBORError) in
            try Fraction(decoding: bytes).encoded
        }
    }

    @Test(
        "anything else is no fraction",
        arguments: [
            .unsigned(1_000_000_001), .unsigned(.max), .negative(0), .float(of: 0.5), .float(of: 1),
            .simple(22),
            text("1"),
        ] as [CBORItem])
    func noFraction(item: CBORItem) {
        Breach("no fraction", item, at: 0).expect { bytes throws(CBORError) in
            _ = try Fraction(decoding: bytes)
        }
    }

    @Test(
        "a number becomes the nearest fraction, halves away from zero",
        arguments: [
            (0, 0), (-0.0, 0), (1, 1_000_000_000), (0.5, 500_000_000), (1e-9, 1), (0.4e-9, 0), (0.6e-9, 1),
            (0x1p-30, 1), (0x1p-32, 0), (0.999999999, 999_999_999), (0.9999999999, 1_000_000_000),
            (1.0 / 3, 333_333_333),
        ] as [(Double, UInt64)])
    func nearest(value: Double, billionths: UInt64) {
        #expect(Fraction(value)?.billionths == billionths)
    }

    @Test(
        "a number that rounds to something outside is no fraction",
        arguments: [
            -0.6e-9, 1.000_000_000_6, .nan, .infinity, -.infinity, -1, 2, .greatestFiniteMagnitude,
        ])
    func outside(value: Double) {
        #expect(Fraction(value) == nil)
        #expect(Fraction(billionths: .max) == nil)
        #expect(Fraction(billionths: 1_000_000_001) == nil)
    }

    @Test("every fraction is the nearest one to its double, over random ones")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: propertySeed("fractions", 35))
        for _ in 0..<5_000 {
            let fraction = try #require(
                Fraction(billionths: UInt64.random(in: 0...1_000_000_000, using: &generator)))
            #expect(Fraction(fraction.doubleValue) == fraction)
        }
    }

    @Test("true, false and null")
    func booleans() throws {
        expectCanonical(.simple(20)) { bytes throws(CBORError) in try Bool(decoding: bytes).encoded }
        expectCanonical(.simple(21)) { bytes throws(CBORError) in try Bool(decoding: bytes).encoded }
        expectCanonical(.simple(22)) { bytes throws(CBORError) in try Bool?(decoding: bytes).encoded }
        Breach("null", .simple(22), at: 0).expect { bytes throws(CBORError) in _ = try Bool(decoding: bytes) }
        Breach("undefined", .simple(23), at: 0).expect { bytes throws(CBORError) in
            _ = try Bool?(decoding: bytes)
        }
    }
}
