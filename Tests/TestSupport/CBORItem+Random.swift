// SPDX-License-Identifier: Apache-2.0

extension CBORItem {
    /// A random item that a reader accepts: every type, arguments of every head length, keys of any type.
    ///
    /// - Parameters:
    ///   - levels: how many levels the item may use, at least 1.
    ///   - size: about how many entries a container has at most.
    public static func random(
        using generator: inout SeededGenerator, levels: Int = 6, size: Int = 5
    ) -> CBORItem {
        switch Int.random(in: 0..<(levels > 1 ? 11 : 7), using: &generator) {
        case 0: return .unsigned(generator.argument())
        case 1: return .negative(generator.argument())
        case 2: return .bytes(generator.bytes(upTo: generator.chance(50) ? 300 : 30))
        case 3: return .text(generator.utf8(upTo: generator.chance(50) ? 120 : 12))
        case 4: return .simple(generator.simpleValue())
        case 5, 6: return .float(of: generator.double())
        case 7: return .tag(generator.argument(), random(using: &generator, levels: levels - 1, size: size))
        case 8:
            let count = Int.random(in: 0...(generator.chance(60) ? 30 : size), using: &generator)
            return .array((0..<count).map { _ in random(using: &generator, levels: levels - 1, size: 3) })
        default:
            let count = Int.random(in: 0...(generator.chance(60) ? 30 : size), using: &generator)
            return sortedMap(
                (0..<count).map { _ in
                    // Keys of any type, most of them short texts.
                    let key: CBORItem =
                        generator.chance(3)
                        ? random(using: &generator, levels: levels - 1, size: 2)
                        : .text(generator.utf8(upTo: 3))
                    return Entry(key, random(using: &generator, levels: levels - 1, size: 3))
                })
        }
    }
}

extension SeededGenerator {
    /// An argument whose head has any of the five lengths, bounds included.
    public mutating func argument() -> UInt64 {
        let bounds: [UInt64] = [
            0, 23, 24, 0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff, 0x1_0000_0000, .max - 1, .max,
        ]
        if chance(3) { return bounds[Int.random(in: 0..<bounds.count, using: &self)] }
        return next() >> UInt64.random(in: 0..<64, using: &self)
    }

    /// Random bytes.
    public mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// Random valid UTF-8 of so many scalars at most, each length of encoding as likely.
    public mutating func utf8(upTo count: Int) -> [UInt8] {
        var text = ""
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            let ranges: [ClosedRange<UInt32>] = [
                0...0x7f, 0x61...0x7a, 0x80...0x7ff, 0x800...0xd7ff, 0xe000...0xffff, 0x1_0000...0x10_ffff,
            ]
            let range = ranges[Int.random(in: 0..<ranges.count, using: &self)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return Array(text.utf8)
    }

    /// Any simple value that has a well-formed encoding.
    public mutating func simpleValue() -> UInt8 {
        let value = UInt8.random(in: 0...231, using: &self)
        return value < 24 ? value : value + 24
    }

    /// A double whose shortest form is any of the three widths.
    public mutating func double() -> Double {
        switch Int.random(in: 0..<6, using: &self) {
        case 0: Double(bitPattern: next())
        case 1: Double(Float(bitPattern: UInt32(truncatingIfNeeded: next())))
        case 2: Double(Int.random(in: -3_000...3_000, using: &self))
        // Multiples of the smallest half, in and around its range.
        case 3: Double(Int.random(in: -3_000...3_000, using: &self)) * 0x1p-24
        case 4: Double(Int.random(in: -70_000...70_000, using: &self)) / 16
        default: [0, -0.0, .infinity, -.infinity, .nan, 65_504, 65_505][Int.random(in: 0..<7, using: &self)]
        }
    }
}
