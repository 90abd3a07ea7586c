// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments

/// Random valid documents over domains so small that everything collides: ids, instants, add-ids, labels.
struct DocumentGenerator {
    var random: SplitMix64

    static let times = [
        "0000-01-01T00:00:00.000Z", "2026-03-01T10:00:00.000Z", "2026-03-01T10:00:00.001Z",
        "2026-03-02T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
    ]
    /// Some are one label in two spellings; some only look alike.
    static let labels = [
        "a", "b", "Caf\u{e9}", "Cafe\u{301}", " a", "\u{1F346}", "\u{1F1E9}\u{1F1EA}", "a,b", "\u{AC00}",
        "\u{1100}\u{1161}", "zz",
    ]
    static let unknownPrefix = "x-"

    /// The bytes of an identifier: which of a few, in a role of its own.
    static func identifier(_ role: UInt8, _ number: Int, count: Int = 16) -> [UInt8] {
        [role] + [UInt8](repeating: 0, count: count - 2) + [UInt8(truncatingIfNeeded: number)]
    }

    static func idKey(of kind: DocumentKind) -> String {
        switch kind {
        case .stack: "stack_id"
        case .album: "album_id"
        case .asset: "uuid"
        case .settings: "settings_doc_id"
        }
    }

    /// A document with nothing but its version and id.
    static func empty(_ kind: DocumentKind) -> [UInt8] {
        var map = CBORMap()
        map.put(encodedKey: [0], encoded: [1])
        map.put(idKey(of: kind)) { $0.writeBytes(identifier(0x1d, 0).span) }
        return map.encoded
    }

    mutating func document(_ kind: DocumentKind) -> [UInt8] {
        var map = CBORMap()
        map.put(encodedKey: [0], encoded: [1])
        // Now and then another document, with which nothing may be joined.
        let id = random.chance(40) ? 1 : 0
        map.put(Self.idKey(of: kind)) { $0.writeBytes(Self.identifier(0x1d, id).span) }
        switch kind {
        case .stack: putLabels(&map)
        case .album:
            putLabels(&map)
            if random.chance(2) { map.put("name", encoded: stamped(text(random.one(of: Self.labels)))) }
        case .asset: putAsset(&map)
        case .settings: putSettings(&map)
        }
        for key in ["x-a", "x-b", "y"] where random.chance(3) { map.put(key, encoded: unknown(depth: 2)) }
        return map.encoded
    }

    private mutating func putLabels(_ map: inout CBORMap) {
        if !random.chance(3), let labels = labelSet() { map.put("labels", encoded: labels) }
    }

    // MARK: Values

    func text(_ text: String) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeText(text)
        return writer.bytes
    }

    func bytes(_ bytes: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeBytes(bytes.span)
        return writer.bytes
    }

    func unsigned(_ value: UInt64) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeUnsigned(value)
        return writer.bytes
    }

    func float(_ value: Double) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeFloat(value)
        return writer.bytes
    }

    func null() -> [UInt8] { [0xf6] }

    mutating func stamped(_ value: [UInt8], exactly: Bool = false) -> [UInt8] {
        var map = CBORMap()
        map.put("by", encoded: bytes(Self.identifier(0xde, random.below(3))))
        map.put("ts", encoded: text(random.one(of: Self.times)))
        map.put("value", encoded: value)
        if !exactly, random.chance(6) { map.put("x-s", encoded: unknown(depth: 1)) }
        return map.encoded
    }

    /// What a later version might have written, a register of it included.
    mutating func unknown(depth: Int) -> [UInt8] {
        switch random.below(depth > 0 ? 8 : 4) {
        case 0: return unsigned(UInt64(random.below(3)))
        case 1: return text(random.one(of: Self.labels))
        case 2:
            return random.one(of: [
                [0x3b] + [UInt8](repeating: 0xff, count: 8), [0xf7], [0xe0], [0xf9, 0x7e, 0],
            ])
        case 3: return bytes([UInt8(random.below(2))])
        case 4, 5: return stamped(unknown(depth: depth - 1))
        case 6:
            var map = CBORMap()
            map.put("k", encoded: unknown(depth: depth - 1))
            map.put("ts", encoded: text(random.one(of: Self.times)))
            return map.encoded
        default: return [0xc1, 0x81] + unknown(depth: depth - 1)
        }
    }

    // MARK: OR-sets

    mutating func labelSet() -> [UInt8]? {
        set { generator in generator.text(generator.random.one(of: Self.labels)) }
    }

    mutating func tagSet() -> [UInt8]? {
        set { generator in
            var map = CBORMap()
            map.put("tag", encoded: generator.text(generator.random.one(of: Self.labels)))
            map.put("model_id", encoded: generator.text(generator.random.one(of: ["m", "n"])))
            map.put("model_version", encoded: generator.text(generator.random.one(of: ["1", "2"])))
            if generator.random.chance(6) { map.put("x-t", encoded: generator.unknown(depth: 1)) }
            return map.encoded
        }
    }

    private mutating func set(_ element: (inout DocumentGenerator) -> [UInt8]) -> [UInt8]? {
        var writers = CBORMap()
        for writer in 0..<3 where !random.chance(3) {
            var observed = (UInt64(0)..<8).filter { _ in !random.chance(3) }
            if random.chance(30) { observed.append(9_007_199_254_740_991) }
            guard !observed.isEmpty else { continue }
            var ranges: [(UInt64, UInt64)] = []
            for counter in observed {
                if let last = ranges.last, last.1 + 1 == counter {
                    ranges[ranges.count - 1].1 = counter
                } else {
                    ranges.append((counter, counter))
                }
            }
            let live = observed.filter { _ in !random.chance(2) }
            var value = CBORWriter()
            value.writeArrayHead(2)
            value.writeArrayHead(2 * ranges.count)
            for range in ranges {
                value.writeUnsigned(range.0)
                value.writeUnsigned(range.1)
            }
            value.writeMapHead(live.count)
            for counter in live {
                value.writeUnsigned(counter)
                value.append(raw: element(&self).span)
            }
            writers.put(encodedKey: bytes(Self.identifier(0xaa, writer)), encoded: value.bytes)
        }
        return writers.isEmpty ? nil : writers.encoded
    }
}
