// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import CapsuleToolSupport

/// Random requests about assets that make no document, which both testees answer alike.
///
/// They ask for exports, regions under another orientation, views and smart albums.
enum RequestGenerator {
    static func requests(_ generator: inout DocumentGenerator) -> [JSONObject] {
        let assets = (0..<4).map { asset($0, &generator) }
        return [
            export(assets[0], &generator.random), orient(&generator.random),
            evaluation(of: assets, &generator), stack(of: assets, &generator.random),
            albumOrder(of: assets, &generator.random),
        ]
    }

    /// A document of an asset with an id of its own.
    private static func asset(_ number: Int, _ generator: inout DocumentGenerator) -> [UInt8] {
        var bytes = generator.document(.asset)
        guard let range = bytes.span.uncheckedValue("uuid", inMapAt: 0) else { return bytes }
        bytes[range.upperBound - 2] = UInt8(truncatingIfNeeded: number)
        return bytes
    }

    private static func export(_ asset: [UInt8], _ random: inout SplitMix64) -> JSONObject {
        let names = [
            "camera_serial", "device_id", "session_id", "regions", "coarse_gps", "precise_gps", "precise",
        ]
        let kept = names.filter { _ in random.chance(3) }
        return JSONObject([
            ("op", "asset.export"), ("bytes", hex(asset)), ("keep", .array(kept.map { .text($0) })),
        ])
    }

    private static func orient(_ random: inout SplitMix64) -> JSONObject {
        let some = [
            0, 1, 2, 250_000_000, 400_000_001, 500_000_000, 999_999_999, 1_000_000_000, 1_000_000_001,
        ]
        let keys = random.chance(2) ? ["x", "y", "w", "h"] : ["cx", "cy", "r"]
        var shape = JSONObject(
            keys.map { ($0, .integer(random.one(of: random.chance(2) ? some : [1, 7, 250_000_000]))) })
        if random.chance(20) { shape["z"] = 1 }
        return JSONObject([
            ("op", "region.orient"), ("shape", .object(shape)), ("from", .integer(random.below(10))),
            ("to", .integer(random.below(10))),
        ])
    }

    // MARK: Views

    private static func evaluated(_ assets: [[UInt8]], _ random: inout SplitMix64) -> JSONValue {
        .array(
            assets.map { asset in
                .object(
                    JSONObject([
                        ("sidecar", hex(asset)), ("album_id", id(0xa1, random.below(2))),
                        ("trashed", .bool(random.chance(5))),
                    ]))
            })
    }

    private static func view(_ random: inout SplitMix64) -> JSONValue {
        random.chance(2) ? "default" : "everything"
    }

    private static func stack(of assets: [[UInt8]], _ random: inout SplitMix64) -> JSONObject {
        JSONObject([
            ("op", "view.stack"), ("stack_id", id(0x57, random.below(2))),
            ("album_id", id(0xa1, random.below(2))), ("assets", evaluated(assets, &random)),
            ("view", view(&random)),
        ])
    }

    private static func albumOrder(of assets: [[UInt8]], _ random: inout SplitMix64) -> JSONObject {
        let albums: [JSONValue] = (0..<3).map { number in
            [
                "album_id": id(0xa1, number),
                "created": .text(random.one(of: ["2025-12-31T23:59:59Z", "2026-01-01T00:00:01Z"])),
            ]
        }
        return JSONObject([
            ("op", "view.album_order"), ("albums", .array(albums)), ("assets", evaluated(assets, &random)),
        ])
    }

    private static func evaluation(of assets: [[UInt8]], _ generator: inout DocumentGenerator) -> JSONObject {
        JSONObject([
            ("op", "album.evaluate"), ("definition", hex(definition(&generator))),
            ("assets", evaluated(assets, &generator.random)), ("view", view(&generator.random)),
        ])
    }

    private static func definition(_ generator: inout DocumentGenerator) -> [UInt8] {
        let time = generator.text(
            generator.random.one(of: ["2026-01-01T00:00:00Z", "2016-12-31T23:59:60.5Z"]))
        let kind = generator.text(generator.random.one(of: ["image", "video", "audio"]))
        let type = generator.text(
            generator.random.one(of: ["image/jpeg", "audio/flac", "image/x-canon-cr3"]))
        let terms: [(String, String, [UInt8])] = [
            ("capture_timestamp", "before", time), ("capture_timestamp", "after", time),
            ("media_kind", "eq", kind),
            ("content_type", "eq", type), ("gps", "exists", [0xf5]), ("rating", "gte", [0x02]),
        ]
        var parts = terms.filter { _ in generator.random.chance(2) }.map { field, op, operand in
            var term = CBORMap()
            term.put("field", encoded: generator.text(field))
            term.put("op", encoded: generator.text(op))
            term.put("operand", encoded: operand)
            return map("term", term.encoded)
        }
        for index in parts.indices where generator.random.chance(3) {
            parts[index] = map("not", parts[index])
        }
        let all = [0x80 | UInt8(truncatingIfNeeded: parts.count)] + parts.flatMap { $0 }
        var sort = CBORMap()
        sort.put("direction", encoded: generator.text(generator.random.chance(2) ? "asc" : "desc"))
        sort.put(
            "key",
            encoded: generator.text(
                generator.random.one(of: ["capture_timestamp", "import_timestamp", "rating"])))
        var definition = CBORMap()
        definition.put("display_name", encoded: generator.stamped(generator.text("Name")))
        definition.put("predicate", encoded: map(generator.random.chance(2) ? "all" : "any", all))
        definition.put("predicate_schema", encoded: [0x01])
        definition.put("smart_album_id", encoded: generator.bytes(DocumentGenerator.identifier(0x5a, 0)))
        if !generator.random.chance(3) { definition.put("sort", encoded: sort.encoded) }
        return definition.encoded
    }

    private static func map(_ key: String, _ value: [UInt8]) -> [UInt8] {
        var map = CBORMap()
        map.put(key, encoded: value)
        return map.encoded
    }

    private static func hex(_ bytes: [UInt8]) -> JSONValue { .text(Hex.encode(bytes)) }

    private static func id(_ role: UInt8, _ number: Int) -> JSONValue {
        hex(DocumentGenerator.identifier(role, number))
    }
}
