// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import Testing
import TestSupport

@Suite("Floats have the shortest width that keeps the value")
struct FloatTests {
    private static func big(_ bits: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    }

    private static func written(_ value: Double) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeFloat(value)
        return writer.bytes
    }

    /// The value of half bits by the formula of RFC 8949 appendix D; nil for a NaN.
    private static func value(half bits: UInt16) -> Double? {
        let exponent = Int(bits >> 10 & 0x1f)
        let mantissa = Double(bits & 0x3ff)
        let sign: Double = bits & 0x8000 == 0 ? 1 : -1
        switch exponent {
        case 0: return sign * mantissa * Double(sign: .plus, exponent: -24, significand: 1)
        case 31: return mantissa == 0 ? sign * .infinity : nil
        default: return sign * Double(sign: .plus, exponent: exponent - 25, significand: mantissa + 1_024)
        }
    }

    /// The bits of every half by the bits of its value as a double.
    ///
    /// The table is the independent check: a value has a half form when it is in it.
    private static let halves: [UInt64: UInt16] = Dictionary(
        uniqueKeysWithValues: (0...UInt16.max).compactMap { bits in
            value(half: bits).map { ($0.bitPattern, bits) }
        })

    /// What is to be written for a value.
    private static func expected(_ value: Double) -> [UInt8] {
        if value.isNaN { return [0xf9, 0x7e, 0x00] }
        if let half = halves[value.bitPattern] { return [0xf9] + big(UInt64(half), 2) }
        // The standard library's own exact conversion.
        if let single = Float(exactly: value) { return [0xfa] + big(UInt64(single.bitPattern), 4) }
        return [0xfb] + big(value.bitPattern, 8)
    }

    @Test("all 65 536 halves: read with their value, written again, and the only NaN is 7e00")
    func everyHalf() throws {
        var wrong: [UInt16] = []
        for bits in 0...UInt16.max {
            let input = [0xf9] + Self.big(UInt64(bits), 2)
            var reader = CBORReader(input.span)
            guard let value = Self.value(half: bits) else {
                let error = refusal(of: input)
                let isRight =
                    try bits == 0x7e00
                    ? error == nil && reader.readFloat().isNaN
                    : error?.errorClass == .nonCanonical && error?.offset == 0
                if !isRight { wrong.append(bits) }
                continue
            }
            let read = try reader.readFloat()
            let isRight =
                read.bitPattern == value.bitPattern && reader.isAtEnd && refusal(of: input) == nil
                && Self.written(value) == input
            if !isRight { wrong.append(bits) }
        }
        #expect(wrong == [])
    }

    #if os(Linux)
        @Test("all 65 536 halves have the value that the machine's own half type gives them")
        func everyHalfByMachine() {
            let wrong = (0...UInt16.max).filter { bits in
                let machine = Double(Float16(bitPattern: bits))
                return Self.value(half: bits).map { $0.bitPattern != machine.bitPattern } ?? !machine.isNaN
            }
            #expect(wrong == [])
        }
    #endif

    static let edges: [(value: Double, hex: String)] = [
        (0, "f90000"), (-0.0, "f98000"), (0x1p-24, "f90001"), (-0x1p-24, "f98001"), (0x1p-25, "fa33000000"),
        (0x1.8p-24, "fa33c00000"), (0x1p-14, "f90400"), (0x1.ff8p-15, "f903ff"), (0x1.ffcp-15, "fa387fe000"),
        (0x1.004p-14, "f90401"),
        (0x1.002p-14, "fa38801000"), (65_504, "f97bff"), (65_505, "fa477fe100"), (65_520, "fa477ff000"),
        (65_536, "fa47800000"), (2_048, "f96800"), (2_049, "fa45001000"), (0x1p-149, "fa00000001"),
        (0x1p-126, "fa00800000"), (0x1p-150, "fb3690000000000000"), (0x1.fffffep127, "fa7f7fffff"),
        (0x1.ffffffp127, "fb47effffff0000000"), (0x1p128, "fb47f0000000000000"),
        (.leastNonzeroMagnitude, "fb0000000000000001"), (.greatestFiniteMagnitude, "fb7fefffffffffffff"),
        (.infinity, "f97c00"), (-.infinity, "f9fc00"), (.nan, "f97e00"), (.signalingNaN, "f97e00"),
        (-.nan, "f97e00"), (1.1, "fb3ff199999999999a"), (16_777_217, "fb4170000010000000"),
    ]

    @Test("a float is written in the shortest width that keeps it, at the edges of each", arguments: edges)
    func edge(value: Double, hex: String) throws {
        let encoded = Self.written(value)
        #expect(encoded == bytes(hex))
        #expect(refusal(of: encoded) == nil)
        var reader = CBORReader(encoded.span)
        let read = try reader.readFloat()
        #expect(value.isNaN ? read.isNaN : read.bitPattern == value.bitPattern)
    }

    @Test("random values of every width: one width is accepted, and it is the one written")
    func randomValues() {
        var generator = SeededGenerator(seed: propertySeed("random floats", 11))
        var wrong: [UInt64] = []
        for _ in 0..<20_000 {
            let value = generator.double()
            let expected = Self.expected(value)
            // Every encoding that has this value or rounds it; the accepted one is the expected one.
            let half = Self.halves[value.bitPattern].map { [0xf9] + Self.big(UInt64($0), 2) }
            let single = [0xfa] + Self.big(UInt64(Float(value).bitPattern), 4)
            let keepsValue = Double(Float(value)).bitPattern == value.bitPattern
            let double = [0xfb] + Self.big(value.bitPattern, 8)
            let isRight =
                Self.written(value) == expected && refusal(of: expected) == nil
                && (half == nil || half == expected)
                && (!keepsValue || (refusal(of: single) == nil) == (single == expected))
                && (refusal(of: double) == nil) == (double == expected)
            if !isRight { wrong.append(value.bitPattern) }
        }
        #expect(wrong == [])
    }

    @Test("random single and double bits are accepted if and only if no shorter form has the value")
    func randomBits() {
        var generator = SeededGenerator(seed: propertySeed("random float bits", 12))
        var wrong: [[UInt8]] = []
        for round in 0..<20_000 {
            let bits = generator.next() & (round % 3 == 0 ? 0xffff_e000_0000_0000 : .max)
            let single = UInt32(truncatingIfNeeded: bits >> 32)
            for (input, value) in [
                ([0xfa] + Self.big(UInt64(single), 4), Double(Float(bitPattern: single))),
                ([0xfb] + Self.big(bits, 8), Double(bitPattern: bits)),
            ] where (refusal(of: input) == nil) != (Self.expected(value) == input) {
                wrong.append(input)
            }
        }
        #expect(wrong == [])
    }
}
