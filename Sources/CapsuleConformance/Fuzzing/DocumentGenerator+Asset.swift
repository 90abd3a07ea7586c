// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments

extension DocumentGenerator {
    mutating func putAsset(_ map: inout CBORMap) {
        let fields: [(String, (inout DocumentGenerator) -> [UInt8]?)] = [
            ("caption", { $0.history() }),
            (
                "capture_time",
                { generator in
                    generator.stamped(generator.random.chance(4) ? generator.null() : generator.timestamp())
                }
            ),
            (
                "cull",
                { generator in
                    generator.stamped(
                        generator.text(generator.random.one(of: ["pick", "neutral", "reject"])))
                }
            ),
            ("facts", { generator in generator.stamped(generator.facts()) }),
            ("hidden", { generator in generator.stamped([generator.random.chance(2) ? 0xf5 : 0xf4]) }),
            ("location", { generator in generator.stamped(generator.place()) }),
            ("lqip", { generator in generator.stamped(generator.preview()) }),
            (
                "orientation",
                { generator in generator.stamped(generator.unsigned(UInt64(1 + generator.random.below(8)))) }
            ),
            (
                "rating",
                { generator in generator.stamped(generator.unsigned(UInt64(generator.random.below(6)))) }
            ),
            ("regions", { $0.regions() }),
            ("stack_membership", { generator in generator.stamped(generator.membership()) }),
            ("tags_ai", { $0.tagSet() }),
            ("tags_user", { $0.labelSet() }),
        ]
        for (key, value) in fields where !random.chance(3) {
            if let value = value(&self) { map.put(key, encoded: value) }
        }
    }

    mutating func putSettings(_ map: inout CBORMap) {
        let reference: (inout DocumentGenerator) -> [UInt8] = { generator in
            generator.random.chance(4)
                ? generator.null() : generator.bytes(Self.identifier(0xcc, generator.random.below(3)))
        }
        let maps: [(String, [[UInt8]], (inout DocumentGenerator) -> [UInt8])] = [
            (
                "smart_albums", (0..<3).map { bytes(Self.identifier(0x5a, $0)) },
                { generator in
                    guard !generator.random.chance(4) else { return generator.null() }
                    var map = CBORMap()
                    map.put("display_name", encoded: generator.unknown(depth: 1))
                    return map.encoded
                }
            ),
            ("scope_overrides", (0..<3).map { bytes(Self.identifier(0x5c, $0, count: 32)) }, reference),
            ("source_kind_defaults", ["camera_roll", "folder"].map { text($0) }, reference),
            ("aggregated_album_covers", (0..<3).map { bytes(Self.identifier(0xac, $0)) }, reference),
        ]
        for (key, names, value) in maps {
            var entries = CBORMap()
            for name in names where !random.chance(3) {
                entries.put(encodedKey: name, encoded: stamped(value(&self)))
            }
            if !entries.isEmpty { map.put(key, encoded: entries.encoded) }
        }
    }

    /// Up to more values than the log holds, so that the bound is met.
    private mutating func history() -> [UInt8] {
        var greatest: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<(1 + random.below(random.chance(4) ? 24 : 4)) {
            let value = text("caption \(random.below(22))")
            let write = stamped(value)
            guard let other = greatest[value] else {
                greatest[value] = write
                continue
            }
            if Self.precedes(other, write) { greatest[value] = write }
        }
        let writes = greatest.values.sorted { Self.precedes($1, $0) }
        var map = CBORMap()
        map.put("current", encoded: writes[0])
        let rest = writes.dropFirst().prefix(16)
        if !rest.isEmpty {
            map.put("superseded") { writer in
                writer.writeArrayHead(rest.count)
                for write in rest { writer.append(raw: write.span) }
            }
        }
        return map.encoded
    }

    /// The order of SPEC section 3, by the keys as they are found in the encoded map.
    private static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        func key(_ name: StaticString, _ map: [UInt8]) -> [UInt8] {
            map.span.uncheckedValue(name, inMapAt: 0).map { Array(map[$0]) } ?? []
        }
        for name in ["ts", "by"] as [StaticString] {
            let (left, right) = (key(name, one), key(name, other))
            if left != right { return left.lexicographicallyPrecedes(right) }
        }
        return one.lexicographicallyPrecedes(other)
    }

    private mutating func timestamp() -> [UInt8] {
        text(random.one(of: ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "2016-12-31T23:59:60.5Z"]))
    }

    private mutating func facts() -> [UInt8] {
        var map = CBORMap()
        map.put("hash", encoded: bytes(Self.identifier(0x4a, random.below(2), count: 32)))
        if !random.chance(4) { map.put("capture_timestamp", encoded: timestamp()) }
        map.put("import_timestamp", encoded: timestamp())
        map.put("content_type", encoded: text(random.one(of: Self.contentTypes)))
        map.put("device_id", encoded: bytes(Self.identifier(0xde, random.below(3))))
        map.put("session_id", encoded: bytes(Self.identifier(0x5e, 0)))
        if random.chance(2) {
            var dimensions = CBORMap()
            dimensions.put("height", encoded: unsigned(3000))
            dimensions.put("width", encoded: unsigned(4000))
            map.put("dimensions", encoded: dimensions.encoded)
        }
        if random.chance(4) { map.put("x-f", encoded: unknown(depth: 1)) }
        return map.encoded
    }

    /// Some of each kind of media, and of none.
    private static let contentTypes = [
        "image/jpeg", "image/x-canon-cr3", "image/heic-sequence", "video/mp4", "video/3gpp", "audio/flac",
        "application/rdf+xml",
    ]

    private mutating func place() -> [UInt8] {
        if random.chance(4) { return null() }
        var map = CBORMap()
        map.put("lat", encoded: float(random.one(of: [0, -0.0, 48.5, -90])))
        map.put("lon", encoded: float(random.one(of: [0, 180, -12.25])))
        map.put("source", encoded: text(random.one(of: ["exif", "manual", "inferred"])))
        if random.chance(3) { map.put("datum", encoded: text("gcj02")) }
        if random.chance(4) { map.put("x-g", encoded: unknown(depth: 1)) }
        return map.encoded
    }

    private mutating func preview() -> [UInt8] {
        if random.chance(4) { return null() }
        var map = CBORMap()
        map.put("chromahash", encoded: bytes([1, 2]))
        map.put("dominant_color", encoded: [0x83, 0, 1, 2])
        map.put("format_version", encoded: unsigned(UInt64(random.below(2))))
        return map.encoded
    }

    private mutating func membership() -> [UInt8] {
        if random.chance(4) { return null() }
        var map = CBORMap()
        map.put("role", encoded: text(random.one(of: ["primary", "member", "proxy"])))
        map.put("stack_id", encoded: bytes(Self.identifier(0x57, random.below(2))))
        map.put("stack_type", encoded: text(random.one(of: ["burst", "custom"])))
        if random.chance(2) { map.put("member_index", encoded: unsigned(UInt64(random.below(3)))) }
        return map.encoded
    }

    private mutating func regions() -> [UInt8]? {
        var map = CBORMap()
        for number in 0..<3 where !random.chance(2) {
            var region = CBORMap()
            if random.chance(4) {
                region.put("shape", encoded: stamped(null(), exactly: true))
            } else {
                if let labels = labelSet() { region.put("labels", encoded: labels) }
                if !random.chance(3) { region.put("shape", encoded: stamped(shape())) }
                if random.chance(3) { region.put("x-r", encoded: unknown(depth: 1)) }
            }
            guard !region.isEmpty else { continue }
            map.put(encodedKey: bytes(Self.identifier(0x4e, number)), encoded: region.encoded)
        }
        return map.isEmpty ? nil : map.encoded
    }

    private mutating func shape() -> [UInt8] {
        var map = CBORMap()
        if random.chance(2) {
            for (key, value) in [("cx", 500_000_000), ("cy", 500_000_000), ("r", 1 + random.below(3))] {
                map.put(key, encoded: unsigned(UInt64(value)))
            }
        } else {
            for (key, value) in [("x", random.below(3)), ("y", 0), ("w", 1 + random.below(2)), ("h", 1)] {
                map.put(key, encoded: unsigned(UInt64(value)))
            }
        }
        return map.encoded
    }
}
