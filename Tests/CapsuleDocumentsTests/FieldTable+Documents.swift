// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import TestSupport

extension FieldCase {
    /// Every known field of every document but the ids (SPEC section 10).
    static let all: [FieldCase] = labels + [albumName] + asset + settings

    private static var labels: [FieldCase] {
        [(DocumentKind.stack, "labels"), (.album, "labels"), (.asset, "tags_user")].map { kind, name in
            let set = labelSet()
            return FieldCase(kind: kind, name: name, valid: set.valid, invalid: set.invalid)
        }
    }

    private static let albumName = FieldCase.register(
        .album, "name", ["a", " not normal ", .text(String(repeating: "x", count: 256))],
        [("", ""), ("", .null), ("", .text(String(repeating: "x", count: 257))), ("", .bytes([97]))])

    private static var asset: [FieldCase] {
        let (cull, notCull) = closed(["pick", "neutral", "reject"])
        return [
            .register(
                .asset, "rating", [0, 1, 2, 3, 4, 5],
                [("", 6), ("", .negative(0)), ("", .null), ("", 1.0), ("", "1"), ("", .bool(true))]),
            .register(.asset, "cull", cull, notCull.map { ("", $0) }),
            .register(
                .asset, "hidden", [true, false],
                [("", .null), ("", 0), ("", .simple(23)), ("", .simple(255))]),
            .register(
                .asset, "capture_time",
                [
                    "2020-01-01T00:00:00Z", "2020-01-01t00:00:00.123456789z", "2016-12-31T23:59:60Z",
                    "2017-01-01T05:29:60+05:30", "2020-01-01T00:00:00-00:00", "0000-01-01T00:00:00Z",
                    "9999-12-31T23:59:59.999999999Z", .null,
                ],
                [
                    ("", "2020-01-01 00:00:00Z"), ("", "2020-01-01T00:00:00"), ("", .simple(23)), ("", 0),
                    ("", "2020-02-30T00:00:00Z"), ("", "2020-01-01T24:00:00Z"),
                    ("", "2020-01-01T00:00:00.1234567890Z"), ("", "2020-01-01T00:00:00.Z"),
                    ("", "2020-01-01T00:00:60Z"), ("", "2020-01-01T00:00:00+24:00"),
                    ("", "2020-01-01T00:00:00+00:60"), ("", "0000-01-01T00:00:00+00:01"),
                    ("", "9999-12-31T23:59:59-00:01"), ("", "2020-01-01T00:00:00+0100"),
                ]),
            .register(
                .asset, "orientation", [1, 2, 3, 4, 5, 6, 7, 8],
                [
                    ("", 0), ("", 9), ("", 257), ("", .negative(0)), ("", .null), ("", 1.0), ("", "1"),
                    ("", .bool(true)),
                ]),
            facts, location, lqip, membership, aiTags, caption, regions,
        ]
    }

    private static var facts: FieldCase {
        let facts = CBORTree.facts
        let (types, notTypes) = closed([
            "image/jpeg", "image/png", "image/webp", "image/gif", "image/tiff", "image/heic", "image/avif",
            "image/jxl", "image/bmp", "image/jp2", "image/heif", "image/heic-sequence",
            "image/heif-sequence", "image/vnd.adobe.photoshop", "image/x-adobe-dng", "image/x-canon-cr2",
            "image/x-canon-cr3", "image/x-nikon-nef", "image/x-sony-arw", "image/x-fuji-raf",
            "image/x-olympus-orf", "image/x-panasonic-rw2", "image/x-pentax-pef", "video/mp4",
            "video/quicktime", "video/x-matroska", "video/webm", "video/x-msvideo", "video/3gpp",
            "video/mp2t", "video/mpeg", "video/x-m4v", "audio/wav", "audio/aiff", "audio/mp4",
            "audio/mpeg", "audio/flac", "application/rdf+xml",
        ])
        let camera: CBORTree = ["model": "", "serial": ""]
        let size: CBORTree = ["height": 1, "width": 4_294_967_295]
        return .register(
            .asset, "facts",
            types.map { facts.with("content_type", $0) } + [
                facts.with("dimensions", size), facts.with("camera_id", camera), facts.with("x", .null),
                facts.with("capture_timestamp", nil),
                facts.with("camera_id", camera.with("x", 1)).with("dimensions", size.with("x", 1)),
            ],
            notTypes.map { (".content_type", facts.with("content_type", $0)) } + [
                ("", .null), ("", []), (".hash", facts.with("hash", .id(1))),
                (".device_id", facts.with("device_id", .digest(1))),
                (".session_id", facts.with("session_id", .null)),
                (".capture_timestamp", facts.with("capture_timestamp", "2020-01-01")),
                (".capture_timestamp", facts.with("capture_timestamp", .null)),
                (".import_timestamp", facts.with("import_timestamp", .null)),
                (".dimensions.width", facts.with("dimensions", size.with("width", 4_294_967_296))),
                (".dimensions", facts.with("dimensions", size.with("height", 0))),
                (".dimensions", facts.with("dimensions", size.with("height", nil))),
                (".dimensions", facts.with("dimensions", .null)),
                (".camera_id", facts.with("camera_id", camera.with("serial", nil))),
                (".camera_id.model", facts.with("camera_id", camera.with("model", .null))),
                (".camera_id", facts.with("camera_id", "a camera")), ("", facts.with(1, 1)),
            ]
                + [
                    "hash", "import_timestamp", "content_type", "device_id", "session_id",
                ]
                .map { ("", facts.with(.text($0), nil)) })
    }

    private static var location: FieldCase {
        let gps = CBORTree.gps
        let (sources, notSources) = closed(["exif", "manual", "inferred"])
        return .register(
            .asset, "location",
            sources.map { gps.with("source", $0) } + [
                .null, gps.with("datum", "gcj02"), gps.with("lat", 90.0).with("lon", 180.0),
                gps.with("lat", -90.0).with("lon", -180.0), gps.with("lat", -0.0).with("lon", 0.1),
                gps.with("x", .null),
            ],
            notSources.map { (".source", gps.with("source", $0)) } + [
                ("", []), (".datum", gps.with("datum", "wgs84")), (".datum", gps.with("datum", "WGS84")),
                (".datum", gps.with("datum", .null)), (".lat", gps.with("lat", 48)),
                (".lon", gps.with("lon", "1")),
                ("", gps.with("lat", .float(90.00000000000001))), ("", gps.with("lat", .float(.nan))),
                ("", gps.with("lon", .float(180.00000000000003))), ("", gps.with("lon", .float(-.infinity))),
                ("", gps.with("lat", nil)), ("", gps.with("lon", nil)), ("", gps.with("source", nil)),
            ])
    }

    private static var lqip: FieldCase {
        let lqip = CBORTree.lqip
        return .register(
            .asset, "lqip",
            [
                lqip, .null, lqip.with("chromahash", .bytes([])), lqip.with("format_version", 65_535),
                lqip.with("x", .null),
            ],
            [
                (".format_version", lqip.with("format_version", 65_536)),
                (".dominant_color", lqip.with("dominant_color", [1, 2])),
                (".dominant_color", lqip.with("dominant_color", [1, 2, 3, 4])),
                (".dominant_color[1]", lqip.with("dominant_color", [1, 256, 3])),
                (".dominant_color[2]", lqip.with("dominant_color", [1, 2, 3.0])),
                (".chromahash", lqip.with("chromahash", "text")), ("", lqip.with("chromahash", nil)),
                ("", lqip.with("dominant_color", nil)), ("", lqip.with("format_version", nil)), ("", false),
            ])
    }

    private static var membership: FieldCase {
        let value = CBORTree.membership
        let (roles, notRoles) = closed(["primary", "member", "proxy"])
        let (types, notTypes) = closed([
            "raw_jpeg", "burst", "live_photo", "portrait", "smart_selection", "hdr_bracket", "focus_stack",
            "pixel_shift", "panorama", "proxy", "chaptered", "dual_audio", "custom",
        ])
        return .register(
            .asset, "stack_membership",
            roles.map { value.with("role", $0) } + types.map { value.with("stack_type", $0) } + [
                .null, value.with("member_index", 0), value.with("member_index", 4_294_967_295),
                value.with("x", .null),
            ],
            notRoles.map { (".role", value.with("role", $0)) }
                + notTypes.map { (".stack_type", value.with("stack_type", $0)) } + [
                    (".member_index", value.with("member_index", 4_294_967_296)),
                    (".member_index", value.with("member_index", .null)),
                    (".stack_id", value.with("stack_id", .bytes([]))), ("", value.with("stack_id", nil)),
                    ("", value.with("role", nil)), ("", value.with("stack_type", nil)),
                ])
    }

    private static var aiTags: FieldCase {
        let tag = CBORTree.aiTag
        let long = String(repeating: "x", count: 256)
        let place = ".81818181818181818181818181818181[1].0"
        func set(_ element: CBORTree) -> CBORTree { CBORTree.set(0x81, [0, 0], [(UInt64(0), element)]) }
        return FieldCase(
            kind: .asset, name: "tags_ai",
            valid: [
                set(tag), set(tag.with("tag", .text(long))), set(tag.with("x", .null)), .set(0x81, [0, 3]),
            ],
            invalid: ["tag", "model_id", "model_version"].flatMap { key -> [(String, CBORTree)] in
                [
                    (place, set(tag.with(.text(key), nil))), (place, set(tag.with(.text(key), ""))),
                    (place, set(tag.with(.text(key), .text(long + "x")))),
                    (place + "." + key, set(tag.with(.text(key), 1))),
                ]
            } + [(place, set("dog")), (place, set(tag.with(1, 1)))])
    }

    private static var caption: FieldCase {
        let write = CBORTree.stamped("b", at: 5)
        func history(_ current: CBORTree, _ log: CBORTree...) -> CBORTree {
            ["current": current, "superseded": .array(log)]
        }
        let long = String(repeating: "x", count: 4_096)
        let log = (0..<17).map { CBORTree.stamped(.text("\($0)"), at: Int64(100 - $0)) }
        return FieldCase(
            kind: .asset, name: "caption",
            valid: [
                ["current": write], ["current": .stamped("")], ["current": .stamped(.text(long))],
                history(write, .stamped("a", at: 4)), history(write, .stamped("a", by: 0, at: 5)),
                ["current": log[0], "superseded": .array(Array(log.dropFirst()))],
            ],
            invalid: [
                ("", [:]), ("", ["superseded": [write]]), ("", ["current": write, "x": 1]),
                (".superseded", ["current": write, "superseded": []]),
                (".superseded", ["current": write, "superseded": .null]),
                (".superseded[0]", history(write, .stamped("a", at: 6))),
                (".superseded[0]", history(write, .stamped("a", by: 2, at: 5))),
                (".superseded[0]", history(write, .stamped("c", at: 5))),
                (".superseded[0]", history(write, write)),
                (".superseded[0]", history(write, .stamped("b", at: 4))),
                (".superseded[1]", history(write, .stamped("a", at: 1), .stamped("c", at: 2))),
                (".superseded[1]", history(write, .stamped("a", at: 3), .stamped("a", at: 2))),
                (
                    ".superseded",
                    ["current": .stamped("new", at: 200), "superseded": .array(log)]
                ),
                (".current.value", ["current": .stamped(.text(long + "x"))]),
                (".current.value", ["current": .stamped(.null)]),
                (".current.value", ["current": .stamped(1)]),
                (".superseded[0].ts", history(write, .stamped("a", ts: "2026"))),
            ] + wrongStamps("a").map { (".current" + $0.0, ["current": $0.1]) })
    }
}
