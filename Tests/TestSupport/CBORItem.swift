// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR

/// Any canonical CBOR item as a tree, read with the reader and written with the writer under test.
public indirect enum CBORItem: Hashable, Sendable {
    /// A key and its value.
    public struct Entry: Hashable, Sendable {
        /// The key, of any type.
        public let key: CBORItem
        /// The value.
        public let value: CBORItem

        /// Pairs a key with its value.
        public init(_ key: CBORItem, _ value: CBORItem) {
            self.key = key
            self.value = value
        }
    }

    case unsigned(UInt64)
    /// The argument: the value is -1 minus it.
    case negative(UInt64)
    case bytes([UInt8])
    case text([UInt8])
    case array([CBORItem])
    /// In the order of the encoding.
    case map([Entry])
    case tag(UInt64, CBORItem)
    /// 20 to 23 are false, true, null and undefined.
    case simple(UInt8)
    /// The bits of the value as a double; every NaN has the bits of `Double.nan`.
    case float(UInt64)

    /// A float by its value.
    public static func float(of value: Double) -> CBORItem {
        .float(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
    }

    /// Reads bytes that are exactly one item.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        var reader = CBORReader(bytes.span)
        self = try Self.read(&reader)
        try reader.finish()
    }

    /// Reads the next item.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> CBORItem {
        let start = reader.position
        switch try reader.peek() {
        case .unsigned: return .unsigned(try reader.readUnsigned())
        case .negative: return .negative(argument(reader.bytes, try reader.skipItem()))
        case .bytes: return .bytes(reader.bytes.extracting(try reader.readBytes()).copied())
        case .text: return .text(reader.bytes.extracting(try reader.readText()).copied())
        case .array:
            var items: [CBORItem] = []
            for _ in 0..<(try reader.enterArray()) { items.append(try read(&reader)) }
            reader.leave()
            return .array(items)
        case .map:
            var entries: [Entry] = []
            var cursor = try reader.enterMap()
            while let range = try cursor.nextItem(&reader) {
                var keyReader = CBORReader(reader.bytes, at: range.lowerBound, depth: reader.depth)
                let key = try read(&keyReader)
                entries.append(Entry(key, try read(&reader)))
            }
            reader.leave()
            return .map(entries)
        case .tag:
            let whole = try reader.skipItem()
            let head = headLength(reader.bytes[start])
            var content = CBORReader(reader.bytes, at: start + head, depth: reader.depth + 1)
            return .tag(argument(reader.bytes, whole), try read(&content))
        case .bool: return .simple(try reader.readBool() ? 21 : 20)
        case .null:
            guard reader.readNullIfPresent() else { preconditionFailure("a null was seen and not read") }
            return .simple(22)
        case .float: return float(of: try reader.readFloat())
        case .simple: return .simple(UInt8(argument(reader.bytes, try reader.skipItem())))
        }
    }

    private static func headLength(_ initial: UInt8) -> Int {
        initial & 0x1f < 24 ? 1 : 1 + 1 << Int(initial & 0x3)
    }

    private static func argument(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        let length = headLength(bytes[range.lowerBound])
        if length == 1 { return UInt64(bytes[range.lowerBound] & 0x1f) }
        return (1..<length).reduce(0) { $0 << 8 | UInt64(bytes[range.lowerBound + $1]) }
    }

    /// Writes the item.
    public func write(to writer: inout CBORWriter) {
        switch self {
        case .unsigned(let value): writer.writeUnsigned(value)
        case .negative(let argument): writer.writeHead(major: 1, argument)
        case .bytes(let content): writer.writeBytes(content.span)
        case .text(let content): writer.writeText(utf8: content.span)
        case .array(let items):
            writer.writeArrayHead(items.count)
            for item in items { item.write(to: &writer) }
        case .map(let entries):
            writer.writeMapHead(entries.count)
            for entry in entries {
                entry.key.write(to: &writer)
                entry.value.write(to: &writer)
            }
        case .tag(let number, let content):
            writer.writeTag(number)
            content.write(to: &writer)
        case .simple(20): writer.writeBool(false)
        case .simple(21): writer.writeBool(true)
        case .simple(22): writer.writeNull()
        case .simple(let value): writer.writeHead(major: 7, UInt64(value))
        case .float(let bits): writer.writeFloat(Double(bitPattern: bits))
        }
    }

    /// The bytes.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// A map with its entries in the canonical order; of equal keys the first stays.
    public static func sortedMap(_ entries: [Entry]) -> CBORItem {
        var seen: Set<CBORItem> = []
        let rows = entries.filter { seen.insert($0.key).inserted }.map { ($0.key.encoded, $0) }
        return .map(rows.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1))
    }
}
