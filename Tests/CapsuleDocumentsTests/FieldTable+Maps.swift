// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import TestSupport

extension FieldCase {
    static var regions: FieldCase {
        let place = ".a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1"
        func one(_ region: CBORTree) -> CBORTree { [.id(0xa1): region] }
        func shape(_ shape: CBORTree) -> CBORTree { one(["shape": .stamped(shape)]) }
        let whole: UInt64 = 1_000_000_000
        let (rectangle, circle) = (CBORTree.rectangle, CBORTree.circle)
        func rect(_ x: UInt64, _ y: UInt64, _ w: UInt64, _ h: UInt64) -> CBORTree {
            ["x": .unsigned(x), "y": .unsigned(y), "w": .unsigned(w), "h": .unsigned(h)]
        }
        func round(_ cx: UInt64, _ cy: UInt64, _ r: UInt64) -> CBORTree {
            ["cx": .unsigned(cx), "cy": .unsigned(cy), "r": .unsigned(r)]
        }
        let valid =
            [
                rectangle, circle, rect(0, 0, whole, whole), rect(whole - 1, whole - 1, 1, 1),
                round(1, whole / 2, whole / 2), round(whole - 1, 1, 1), round(whole / 2, 1, whole / 2),
            ].map(shape) + [
                one(["shape": .stamped(.null)]), one(["x": 1]), one(["labels": .set(0x81, [0, 0])]),
                one([
                    "shape": .stamped(rectangle, [("x", 1)]), "labels": .set(0x81, [0, 0], [(0, "a")]),
                    "x": 1,
                ]),
            ]
        let wrongShapes = [
            rect(0, 0, 0, 1), rect(0, 0, 1, 0), rect(1, 0, whole, 1), rect(0, 1, 1, whole),
            round(0, 5, 1), round(5, 0, 1), round(whole, 5, 1), round(5, whole, 1), round(5, 5, 0),
            round(5, 5, 6), round(whole / 2, whole / 2, whole / 2 + 1), rectangle.with("w", nil),
            circle.with("r", nil), [:], [],
        ]
        var invalid = wrongShapes.map { (place + ".shape.value", shape($0)) }
        invalid += [
            (place + ".shape.value.w", shape(rect(0, 0, whole + 1, 1))),
            (place + ".shape.value.x", shape(rectangle.with("x", .null))),
            (place + ".shape.value.x", shape(rectangle.with("x", 0.5))),
            (place + ".shape.value", shape(rectangle.with("z", 1))),
            (place + ".shape.value", shape(circle.with("x", 1))),
            (place, one([:])), (place, one([])), (place, one(["shape": .stamped(.null), "x": 1])),
            (place, one(["shape": .stamped(.null), "labels": .set(0x81, [0, 0])])),
            (place, one(["shape": .stamped(.null, [("x", 1)])])), (place, one([1: 1])),
            ("", [:]), ("", [.bytes([1]): ["x": 1]]), ("", ["a": ["x": 1]]),
        ]
        invalid += wrongStamps(rectangle).map { (place + ".shape" + $0.0, one(["shape": $0.1])) }
        invalid += labelSet().invalid.map { (place + ".labels" + $0.0, one(["labels": $0.1])) }
        return FieldCase(kind: .asset, name: "regions", valid: valid, invalid: invalid)
    }

    static var settings: [FieldCase] {
        func map(
            _ name: String, _ key: CBORTree, _ path: String, _ valid: [CBORTree], wrong: [CBORTree],
            keys: [CBORTree]
        ) -> FieldCase {
            FieldCase(
                kind: .settings, name: name, valid: valid.map { .map([(key, .stamped($0))]) },
                invalid: wrong.map { (path + ".value", .map([(key, .stamped($0))])) }
                    + keys.map { ("", .map([($0, .stamped(valid[0]))])) }
                    + wrongStamps(.null).map { (path + $0.0, .map([(key, $0.1)])) } + [("", [:]), ("", [])])
        }
        let id = ".b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1"
        let kinds = closed([
            "camera_roll", "screenshots", "app_collection", "folder", "watched_dir", "removable_volume",
        ])
        let ids: [CBORTree] = [.bytes([1]), "a", 0, .digest(1)]
        return [
            map(
                "smart_albums", .id(0xb1), id, [.null, [:], ["predicate_schema": 2], [1: .simple(23)]],
                wrong: [[], 1, "a", .tag(1, [:])], keys: [.bytes([]), "a", .digest(1)]),
            map(
                "scope_overrides", .digest(0xb1), id + id.dropFirst(), [.null, .id(1)], wrong: ids,
                keys: [.id(1), "a", 1]),
            map(
                "aggregated_album_covers", .id(0xb1), id, [.null, .id(1)], wrong: ids,
                keys: [.digest(1), "a", 1]
            ),
            FieldCase(
                kind: .settings, name: "source_kind_defaults",
                valid: kinds.valid.map { .map([($0, .stamped(.id(1)))]) },
                invalid: kinds.invalid.map { ("", .map([($0, .stamped(.id(1)))])) }
                    + ids.map { (".folder.value", ["folder": .stamped($0)]) }),
        ]
    }
}
