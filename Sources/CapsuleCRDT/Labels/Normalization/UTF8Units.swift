// SPDX-License-Identifier: Apache-2.0

/// Reading and writing UTF-8 in units: a well-formed scalar, or a single byte that belongs to none.
///
/// The texts that come here were validated by the CBOR reader. Should one not be, nothing traps and nothing is
/// lost: a stray byte `b` is the unit `strayByte + b`, inert in normalisation, and is written as the same byte. (An
/// encoded surrogate is read as one unit, which is inert as well.)
enum UTF8Units {
    /// The first value past the scalars.
    static let strayByte: UInt32 = 0x11_0000

    /// The unit that starts at an offset below `utf8.count`, and how many bytes it has (1 to 4).
    @inline(__always)
    static func unit(_ utf8: Span<UInt8>, at offset: Int) -> (value: UInt32, count: Int) {
        let lead = UInt32(utf8[offset])
        if lead < 0x80 { return (lead, 1) }
        let left = utf8.count - offset
        if lead < 0xE0, lead >= 0xC2, left >= 2 {
            let second = UInt32(utf8[offset + 1]) ^ 0x80
            if second < 0x40 { return ((lead & 0x1F) << 6 | second, 2) }
        } else if lead < 0xF0, lead >= 0xE0, left >= 3 {
            let second = UInt32(utf8[offset + 1]) ^ 0x80
            let third = UInt32(utf8[offset + 2]) ^ 0x80
            let value = (lead & 0x0F) << 12 | second << 6 | third
            if second | third < 0x40, value >= 0x800 { return (value, 3) }
        } else if lead < 0xF5, lead >= 0xF0, left >= 4 {
            let second = UInt32(utf8[offset + 1]) ^ 0x80
            let third = UInt32(utf8[offset + 2]) ^ 0x80
            let fourth = UInt32(utf8[offset + 3]) ^ 0x80
            let value = (lead & 0x07) << 18 | second << 12 | third << 6 | fourth
            if second | third | fourth < 0x40, value >= 0x1_0000, value < 0x11_0000 { return (value, 4) }
        }
        return (strayByte + lead, 1)
    }

    /// The unit that ends before an offset above 0, and how many bytes it has (1 to 4).
    static func unit(_ utf8: Span<UInt8>, before offset: Int) -> (value: UInt32, count: Int) {
        var start = offset - 1
        while start > 0, start > offset - 4, utf8[start] & 0xC0 == 0x80 { start -= 1 }
        let unit = unit(utf8, at: start)
        return unit.count == offset - start ? unit : (strayByte + UInt32(utf8[offset - 1]), 1)
    }

    static func append(_ unit: UInt32, to bytes: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: unit >> shift & 0x3F | 0x80) }
        switch unit {
        case ..<0x80:
            bytes.append(UInt8(truncatingIfNeeded: unit))
        case ..<0x800:
            bytes.append(UInt8(truncatingIfNeeded: unit >> 6 | 0xC0))
            bytes.append(tail(0))
        case ..<0x1_0000:
            bytes.append(UInt8(truncatingIfNeeded: unit >> 12 | 0xE0))
            bytes.append(tail(6))
            bytes.append(tail(0))
        case ..<strayByte:
            bytes.append(UInt8(truncatingIfNeeded: unit >> 18 | 0xF0))
            bytes.append(tail(12))
            bytes.append(tail(6))
            bytes.append(tail(0))
        default:
            bytes.append(UInt8(truncatingIfNeeded: unit - strayByte))
        }
    }
}
