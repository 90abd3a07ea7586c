// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import TestSupport
import Testing

/// One known field of a document with values that it takes and values that it refuses.
struct FieldCase: Sendable, CustomTestStringConvertible {
    let kind: DocumentKind
    let name: String
    let valid: [CBORTree]
    /// Values with the path, below the field, at which each is refused.
    let invalid: [(String, CBORTree)]

    var testDescription: String { "\(kind).\(name)" }
}

extension FieldCase {
    /// A register: the values stand inside a stamped map.
    static func register(
        _ kind: DocumentKind, _ name: String, _ valid: [CBORTree], _ invalid: [(String, CBORTree)]
    ) -> FieldCase {
        let stamped = valid.map { CBORTree.stamped($0) }
        let refused = invalid.map { (".value" + $0.0, CBORTree.stamped($0.1)) }
        return FieldCase(kind: kind, name: name, valid: stamped, invalid: refused + wrongStamps(valid[0]))
    }

    /// Every way in which a stamped map is none.
    static func wrongStamps(_ value: CBORTree) -> [(String, CBORTree)] {
        let stamped = CBORTree.stamped(value)
        return [
            ("", stamped.with("by", nil)), ("", stamped.with("ts", nil)), ("", stamped.with("value", nil)),
            (".by", stamped.with("by", .bytes([1]))), (".by", stamped.with("by", "1")),
            (".ts", .stamped(value, ts: "2026-01-01T00:00:00Z")),
            (".ts", .stamped(value, ts: "2026-01-01T00:00:00.000+00:00")),
            (".ts", .stamped(value, ts: "2026-01-01T00:00:00.000000000Z")),
            (".ts", .stamped(value, ts: "2026-02-29T00:00:00.000Z")),
            (".ts", .stamped(value, ts: "2026-01-01T24:00:00.000Z")),
            (".ts", .stamped(value, ts: "2026-01-01T00:00:60.000Z")),
            (".ts", .stamped(value, ts: "2026-01-01t00:00:00.000Z")), (".ts", stamped.with("ts", 0)),
            ("", stamped.with(7, 1)), ("", .array([])), ("", value), ("", .tag(0, stamped)),
        ]
    }

    /// A set of texts of 1 to 256 bytes, at a path.
    static func labelSet(_ path: String = "") -> (valid: [CBORTree], invalid: [(String, CBORTree)]) {
        let last: UInt64 = (1 << 53) - 1
        let writer = ".81818181818181818181818181818181"
        return (
            [
                .set(0x81, [0, 0], [(0, "a")]), .set(0x81, [0, 9]), .set(0x81, [0, 0, 2, last]),
                .set(0x81, [last, last], [(last, .text(String(repeating: "x", count: 256)))]),
                [.id(0x81): .row([0, 0]), .id(0x82): .row([0, 1], [(1, "a"), (0, "b")])],
            ],
            [
                (path, [:]), (path, []), (path + writer, [.id(0x81): [[0, 0]]]),
                (path + writer, [.id(0x81): [[0, 0], [:], 1]]),
                (path + writer + "[0]", .set(0x81, [])), (path + writer + "[0]", .set(0x81, [0])),
                (path + writer + "[0]", .set(0x81, [0, 0, 2])),
                (path + writer + "[0][0]", .set(0x81, [1, 0])),
                (path + writer + "[0][2]", .set(0x81, [0, 1, 2, 3])),
                (path + writer + "[0][2]", .set(0x81, [0, 3, 2, 5])),
                (path + writer + "[0][2]", .set(0x81, [5, 6, 0, 1])),
                (path + writer + "[0][1]", .set(0x81, [0, last + 1])),
                (path + writer + "[0][1]", .set(0x81, [0, .max])),
                (path + writer + "[1].1", .set(0x81, [0, 0], [(1, "a")])),
                (path + writer + "[1].0", .set(0x81, [0, 0], [(0, "")])),
                (
                    path + writer + "[1].0",
                    .set(0x81, [0, 0], [(0, .text(String(repeating: "x", count: 257)))])
                ),
                (path + writer + "[1].0", .set(0x81, [0, 0], [(0, .null)])),
                (path + writer + "[1]", [.id(0x81): [[0, 0], ["0": "a"]]]),
                (path, [.bytes([1]): .row([0, 0])]), (path, ["w": .row([0, 0])]),
            ]
        )
    }

    /// Every map value with exactly one of its keys taken out, or of another type.
    static func broken(_ value: CBORTree, _ keys: [String], path: String = "") -> [(String, CBORTree)] {
        keys.flatMap { key -> [(String, CBORTree)] in
            [(path, value.with(.text(key), nil)), (path, value.with(.text(key), .simple(255)))]
        }
    }

    /// Every value of a closed set is taken; its neighbours are not.
    static func closed(_ values: [String]) -> (valid: [CBORTree], invalid: [CBORTree]) {
        let first = values[0]
        return (
            values.map(CBORTree.text),
            [
                .text(first.uppercased()), .text(first + " "), .text(" " + first),
                .text(String(first.dropLast())),
                .text(first + "\u{301}"), "", .null, .unsigned(0), .bytes(Array(first.utf8)),
            ]
        )
    }
}
