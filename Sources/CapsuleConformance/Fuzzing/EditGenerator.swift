// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

/// Random edits of the test interface: most fit the document, some do not.
struct EditGenerator {
    /// The members of `document.edit` but `op`, `kind` and `bytes`.
    static func edit(of kind: DocumentKind, replica: Int, _ random: inout SplitMix64) -> JSONObject {
        var members = JSONObject([
            ("device", hex(0xde, replica)), ("writer", hex(0xaa, replica)),
            ("now", .text(random.one(of: DocumentGenerator.times))), ("edit", change(kind, &random)),
        ])
        if random.chance(2) { members["if_changed"] = random.one(of: [true, true, true, false, .null, 1]) }
        return members
    }

    private static func hex(_ role: UInt8, _ number: Int) -> JSONValue {
        .text(Hex.encode(DocumentGenerator.identifier(role, number)))
    }

    private static func one(_ name: String, _ value: JSONValue) -> JSONValue {
        .object(JSONObject([(name, value)]))
    }

    private static func set(_ field: String, _ value: JSONValue) -> JSONValue {
        ["set": ["field": .text(field), "value": value]]
    }

    private static func change(_ kind: DocumentKind, _ random: inout SplitMix64) -> JSONValue {
        let label = JSONValue.text(random.one(of: DocumentGenerator.labels))
        switch random.below(kind == .asset ? 15 : 3) {
        case 0: return one("add_label", label)
        case 1: return one("remove_label", label)
        case 2 where kind != .asset: return set("name", label)
        case 2: return set("caption", .text("caption \(random.below(4))"))
        case 3: return set("rating", .integer(random.below(7)))
        case 4: return set("cull", .text(random.one(of: ["pick", "neutral", "reject"])))
        case 5: return set("hidden", .bool(random.chance(2)))
        case 6: return place(&random)
        case 7: return tag(&random)
        case 8: return one("delete_region", hex(0x4e, random.below(3)))
        case 9:
            return one(
                random.chance(2) ? "add_region_label" : "remove_region_label",
                [
                    "id": hex(0x4e, random.below(3)), "label": label,
                ])
        case 10: return set("stack_membership", membership(&random))
        case 11: return set("capture_time", random.chance(3) ? .null : .text(random.one(of: times)))
        case 12: return set("orientation", .integer(random.below(10)))
        case 13: return facts(&random)
        default:
            return one(
                "put_region",
                [
                    "id": hex(0x4e, random.below(3)),
                    "shape": [
                        "x": .integer(random.below(3)), "y": 0, "w": 1, "h": 1,
                    ],
                ])
        }
    }

    private static let times = ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "2026-01-01"]

    /// Facts with and without a time of taking; few, so that an edit meets what stands there.
    private static func facts(_ random: inout SplitMix64) -> JSONValue {
        var members = JSONObject([
            ("hash", .text(Hex.encode(DocumentGenerator.identifier(0x4a, random.below(2), count: 32)))),
            ("import_timestamp", .text(times[0])), ("content_type", .text(random.one(of: contentTypes))),
            ("device_id", hex(0xde, 0)), ("session_id", hex(0x5e, 0)),
        ])
        if random.chance(2) { members["capture_timestamp"] = random.one(of: [.text(times[1]), .null]) }
        if random.chance(3) { members["dimensions"] = ["width": 4000, "height": .integer(random.below(2))] }
        return set("facts", .object(members))
    }

    private static let contentTypes = ["image/jpeg", "image/x-nikon-nef", "audio/wav", "image/x-raw"]

    private static func place(_ random: inout SplitMix64) -> JSONValue {
        guard !random.chance(4) else { return set("location", .null) }
        return set(
            "location", ["lat": .float(random.one(of: [48.5, -90])), "lon": 12.25, "source": "manual"])
    }

    private static func membership(_ random: inout SplitMix64) -> JSONValue {
        guard !random.chance(4) else { return .null }
        return ["role": "member", "stack_id": hex(0x57, random.below(2)), "stack_type": "burst"]
    }

    private static func tag(_ random: inout SplitMix64) -> JSONValue {
        let tag: JSONValue = .text(random.one(of: DocumentGenerator.labels))
        let members: [(key: String, value: JSONValue)] = [
            ("tag", tag), ("model_id", "m"), ("model_version", .text(random.one(of: ["1", "2"]))),
        ]
        switch random.below(3) {
        case 0: return one("add_ai_tag", .object(JSONObject(members)))
        case 1: return one("remove_ai_tag", .object(JSONObject(members)))
        default:
            return one("promote_ai_tag", .object(JSONObject(members + [("remove", .bool(random.chance(2)))])))
        }
    }
}
