// SPDX-License-Identifier: Apache-2.0

extension SeededGenerator {
    /// Another well-formed encoding of an item, now and then the canonical one: longer heads, longer
    /// floats and other NaNs, indefinite lengths, strings in chunks, keys in any order.
    public mutating func loosened(_ item: CBORItem) -> [UInt8] {
        switch item {
        case .unsigned(let value): return looseHead(0, value)
        case .negative(let argument): return looseHead(1, argument)
        case .bytes(let content):
            return looseString(2, content, cuts: Array(0...content.count))
        case .text(let content):
            // A chunk of text ends between scalars.
            return looseString(
                3, content,
                cuts: (0...content.count).filter { $0 == content.count || content[$0] & 0xc0 != 0x80 })
        case .array(let items):
            let content = items.map { loosened($0) }
            return looseContainer(4, count: items.count, content.flatMap { $0 })
        case .map(let entries):
            var rows = entries.map { loosened($0.key) + loosened($0.value) }
            if chance(2) { rows.shuffle(using: &self) }
            return looseContainer(5, count: rows.count, rows.flatMap { $0 })
        case .tag(let number, let content): return looseHead(6, number) + loosened(content)
        case .simple: return item.encoded
        case .float(let bits): return looseFloat(Double(bitPattern: bits), item)
        }
    }

    private mutating func looseHead(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        let shortest =
            argument < 24
            ? 0 : argument <= 0xff ? 1 : argument <= 0xffff ? 2 : argument <= 0xffff_ffff ? 3 : 4
        let length = chance(2) ? shortest : Int.random(in: shortest...4, using: &self)
        if length == 0 { return [major << 5 | UInt8(argument)] }
        let size = 1 << (length - 1)
        return [major << 5 | UInt8(23 + length)]
            + (0..<size).reversed().map { UInt8(truncatingIfNeeded: argument >> UInt64(8 * $0)) }
    }

    private mutating func looseString(_ major: UInt8, _ content: [UInt8], cuts: [Int]) -> [UInt8] {
        guard chance(2) else { return looseHead(major, UInt64(content.count)) + content }
        var ends = (0..<Int.random(in: 0...3, using: &self)).map { _ in
            cuts[Int.random(in: 0..<cuts.count, using: &self)]
        }
        ends = (ends + [0, content.count]).sorted()
        var output = [major << 5 | 31]
        for (start, end) in zip(ends, ends.dropFirst()) {
            output += looseHead(major, UInt64(end - start)) + content[start..<end]
        }
        return output + [0xff]
    }

    private mutating func looseContainer(_ major: UInt8, count: Int, _ content: [UInt8]) -> [UInt8] {
        chance(2)
            ? [major << 5 | 31] + content + [0xff] : looseHead(major, UInt64(count)) + content
    }

    private mutating func looseFloat(_ value: Double, _ item: CBORItem) -> [UInt8] {
        switch Int.random(in: 0..<3, using: &self) {
        case 0:
            let bits = value.isNaN ? value.bitPattern | next() >> 16 : value.bitPattern
            return [0xfb] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
        case 1:
            guard let single = value.isNaN ? .nan : Float(exactly: value) else { return item.encoded }
            return [0xfa]
                + (0..<4).reversed().map { UInt8(truncatingIfNeeded: single.bitPattern >> UInt32(8 * $0)) }
        default: return item.encoded
        }
    }
}
