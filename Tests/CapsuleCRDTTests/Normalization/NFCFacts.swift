// SPDX-License-Identifier: Apache-2.0

/// The fixtures taken apart; one that cannot be read yields fewer facts, which the first test counts.
enum NFCFacts {
    struct Change: Sendable {
        let scalar: UInt32
        let nfc: [UInt32]
        let nfd: [UInt32]
    }

    struct Mark: Sendable {
        let scalar: UInt32
        let combiningClass: Int
    }

    /// Ascending by scalar.
    static let changing: [Change] = words(NFCFixtures.changing).compactMap { word in
        let fields = word.split(separator: ":")
        guard fields.count == 3, let scalar = UInt32(fields[0], radix: 16) else { return nil }
        return Change(scalar: scalar, nfc: scalars(fields[1]), nfd: scalars(fields[2]))
    }

    /// Ascending by scalar.
    static let marks: [Mark] = words(NFCFixtures.marks).flatMap { word -> [Mark] in
        let fields = word.split(separator: ":")
        let ends = fields[0].split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard fields.count == 2, ends.count == 2, let combiningClass = Int(fields[1]) else { return [] }
        return (ends[0]...ends[1]).map { Mark(scalar: $0, combiningClass: combiningClass) }
    }

    static let syllables = digests(NFCFixtures.syllables)
    static let batches = digests(NFCFixtures.batches)

    /// What the generator draws random texts from, in its order.
    static let alphabets: [[UInt32]] = [
        changing.map(\.scalar),
        marks.map(\.scalar),
        Set(changing.flatMap(\.nfd)).sorted(),
        Array(0x1100...0x1112) + Array(0x1161...0x1175) + Array(0x11A7...0x11C2),
        [0x20, 0x61, 0xE9, 0x2003, 0x200B, 0x3042, 0xAC00, 0xAC01, 0x1F346, 0x10FFFF],
    ]

    private static func words(_ text: String) -> [Substring] {
        text.split(whereSeparator: { $0 == " " || $0 == "\n" })
    }

    private static func scalars(_ field: Substring) -> [UInt32] {
        field.split(separator: "+").compactMap { UInt32($0, radix: 16) }
    }

    private static func digests(_ text: String) -> [UInt64] {
        words(text).compactMap { UInt64($0, radix: 16) }
    }
}
