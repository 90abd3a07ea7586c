// SPDX-License-Identifier: Apache-2.0

/// An item of CBOR as a test writes it down, with an encoder of its own.
///
/// The encoder shares nothing with the library, so that what the library reads and writes is held to a
/// second opinion. Maps are written with their keys in canonical order, however they are given.
package indirect enum CBORTree: Sendable {
    case unsigned(UInt64)
    /// The negative number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORTree])
    case map([(CBORTree, CBORTree)])
    case tag(UInt64, CBORTree)
    case bool(Bool)
    case null
    case simple(UInt8)
    case float(Double)
    /// Bytes that stand as they are.
    case raw([UInt8])

    /// The canonical bytes.
    package var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): return Self.head(0, value)
        case .negative(let value): return Self.head(1, value)
        case .bytes(let content): return Self.head(2, UInt64(content.count)) + content
        case .text(let text): return Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items): return Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let entries):
            let sorted = entries.map { ($0.0.encoded, $0.1.encoded) }.sorted {
                $0.0.lexicographicallyPrecedes($1.0)
            }
            return Self.head(5, UInt64(entries.count)) + sorted.flatMap { $0.0 + $0.1 }
        case .tag(let number, let content): return Self.head(6, number) + content.encoded
        case .bool(let value): return [value ? 0xf5 : 0xf4]
        case .null: return [0xf6]
        case .simple(let value): return value < 24 ? [0xe0 | value] : [0xf8, value]
        case .float(let value): return Self.float(value)
        case .raw(let bytes): return bytes
        }
    }

    private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        let (information, size): (UInt8, Int) =
            switch argument {
            case 0..<24: (UInt8(argument), 0)
            case 24..<1 << 8: (24, 1)
            case 1 << 8..<1 << 16: (25, 2)
            case 1 << 16..<1 << 32: (26, 4)
            default: (27, 8)
            }
        return [major << 5 | information] + big(argument, size)
    }

    private static func big(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// Whole and half numbers of up to eleven bits as halves, else single or double: all that tests need.
    private static func float(_ value: Double) -> [UInt8] {
        if value.isNaN { return [0xf9, 0x7e, 0x00] }
        if value.isInfinite { return [0xf9, value < 0 ? 0xfc : 0x7c, 0] }
        if value == 0 { return [0xf9, value.sign == .minus ? 0x80 : 0, 0] }
        let exponent = value.exponent
        if (-14...15).contains(exponent), value.significandBitPattern << 22 == 0 {
            let fraction = UInt64(value.significandBitPattern >> 42)
            let sign: UInt64 = value.sign == .minus ? 0x8000 : 0
            return [0xf9] + big(sign | UInt64(exponent + 15) << 10 | fraction, 2)
        }
        let single = Float(value)
        if Double(single) == value { return [0xfa] + big(UInt64(single.bitPattern), 4) }
        return [0xfb] + big(value.bitPattern, 8)
    }
}

extension CBORTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: UInt64) { self = .unsigned(value) }
    package init(floatLiteral value: Double) { self = .float(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: CBORTree...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (CBORTree, CBORTree)...) { self = .map(elements) }
    package init(nilLiteral: ()) { self = .null }
}

extension CBORTree {
    /// The map with a key set, or taken out when the value is nil.
    package func with(_ key: CBORTree, _ value: CBORTree?) -> CBORTree {
        guard case .map(let entries) = self else { return self }
        let name = key.encoded
        let others = entries.filter { $0.0.encoded != name }
        return .map(others + (value.map { [(key, $0)] } ?? []))
    }

    /// The value under a text key of a map.
    package subscript(key: String) -> CBORTree? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.0.encoded == CBORTree.text(key).encoded }?.1
    }
}
