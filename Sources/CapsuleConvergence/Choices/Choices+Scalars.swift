// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

extension Choices {
    /// An identifier out of few, so that generated states meet: sixteen times one byte below the bound.
    public mutating func identifier(outOf count: Int = 3) -> Identifier {
        Identifier(repeating: UInt8(truncatingIfNeeded: below(count)))
    }

    /// A digest out of few.
    public mutating func digest(outOf count: Int = 3) -> Digest {
        let byte = UInt8(truncatingIfNeeded: below(count))
        guard let digest = Digest([UInt8](repeating: byte, count: 32)) else {
            preconditionFailure("a digest has 32 bytes")
        }
        return digest
    }

    /// A stamp time: mostly one of few close together, at times the first, the last, or any.
    public mutating func stampTime() -> StampTime {
        switch below(16) {
        case 13: StampTime.last
        case 14: StampTime(unixMilliseconds: -62_167_219_200_000) ?? .last
        case 15:
            StampTime(unixMilliseconds: Int64(truncatingIfNeeded: word() % 253_402_300_800_000)) ?? .last
        case let step:
            StampTime(unixMilliseconds: 1_700_000_000_000 + Int64(step)) ?? .last
        }
    }

    /// A timestamp, in one of the spellings that RFC 3339 has for an instant.
    public mutating func timestamp() -> Timestamp {
        let spellings = [
            "2024-02-29T12:00:00Z", "2024-02-29t13:30:00.5+01:30", "2024-02-29T12:00:00.000000001z",
            "2016-12-31T23:59:60Z", "2017-01-01T05:29:60.25+05:30", "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999-00:00", "2024-02-29T12:00:00.120-12:00",
        ]
        guard let timestamp = Timestamp(element(of: spellings)) else {
            preconditionFailure("the spellings are timestamps")
        }
        return timestamp
    }

    /// A text that is hard on normal forms: marks out of order, what composes, white space, emoji.
    public mutating func text(upTo most: Int = 6) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<below(most + 1) {
            if chance(8) {
                if let scalar = Unicode.Scalar(UInt32(below(0x11_0000))) { text.append(scalar) }
            } else {
                text.append(element(of: Self.hardScalars))
            }
        }
        return String(text)
    }

    private static let hardScalars: [Unicode.Scalar] = [
        "a", "b", "e", " ", "C", "\u{e3}", "\u{303}", "\u{301}", "\u{327}", "\u{323}", "\u{1100}", "\u{1161}",
        "\u{11a8}", "\u{ac00}", "\u{ac01}", "\u{f73}", "\u{f71}", "\u{f72}", "\u{212b}", "\u{200b}",
        "\u{3000}",
        "\u{a0}", "\u{85}", "\u{200d}", "\u{1f1e9}", "\u{1f1ea}", "\u{1f346}", "\u{1d15e}", "\u{10ffff}",
        "\0",
        ",", "\u{344}", "\u{1e9b}", "\u{958}",
    ]

    /// A text of 1 to 256 bytes, as a reader of labels accepts it, in its normal form or not.
    public mutating func labelText() -> String {
        let text = text()
        return text.isEmpty ? "a" : text
    }

    /// A fraction: nothing, the whole, their neighbours, or any.
    public mutating func fraction() -> Fraction {
        let billionths: UInt64 =
            switch below(6) {
            case 0: 0
            case 1: 1
            case 2: Fraction.whole
            case 3: Fraction.whole - 1
            case 4: Fraction.whole / 2
            default: word() % (Fraction.whole + 1)
            }
        return Fraction(clamping: billionths)
    }

    /// A counter: mostly a small one, at times one of the last.
    public mutating func counter() -> UInt64 {
        chance(12) ? Counter.last - UInt64(below(3)) : UInt64(below(6))
    }
}

extension Identifier {
    /// Sixteen times one byte.
    package init(repeating byte: UInt8) {
        guard let identifier = Identifier([UInt8](repeating: byte, count: Identifier.size)) else {
            preconditionFailure("an identifier has 16 bytes")
        }
        self = identifier
    }
}
