// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Random requests for decisions (SPEC sections 18 to 23), right ones and a few wrong ones, whose times crowd
/// around the instants that matter.
enum DecisionGenerator {
    static func requests(_ random: inout SplitMix64) -> [JSONObject] {
        [
            onDisk("state", &random), verb(&random), expire(&random), deliver(&random), rebase(&random),
            receive(&random), alert(&random), gate(&random), stacks(&random),
        ].map { random.chance(15) ? spoiled($0, &random) : $0 }
    }

    private static let times = [
        "2026-05-31T10:00:00Z", "2026-05-31T12:00:00+02:00", "2026-05-31T10:00:00.000000001Z",
        "2026-05-31T09:59:59.999999999Z", "2026-06-30T10:00:00Z", "2026-06-30T10:00:00.000000001Z",
        "2026-06-30T09:59:59.999999999Z", "2026-06-07T10:00:00.0005Z", "2026-12-31T23:59:60Z",
        "2027-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-01T23:59:59.999Z",
        "9999-12-31T23:59:59.9990001Z", "9999-12-31T23:59:60Z",
    ]
    private static let durations: [Int64] = [
        0, 1, 300, 86_400, 2_591_999, 2_592_000, 2_592_001, (1 << 53) - 1,
    ]

    private static func time(_ random: inout SplitMix64) -> JSONValue { .text(random.one(of: times)) }

    private static func maybe(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue {
        random.chance(4) ? .null : value
    }

    private static func some(_ names: [String], _ random: inout SplitMix64) -> JSONValue {
        .array(names.filter { _ in random.chance(2) }.map(JSONValue.text))
    }

    private static func flag(_ random: inout SplitMix64) -> JSONValue { .bool(random.chance(2)) }

    private static func seconds(_ random: inout SplitMix64) -> JSONValue {
        .integer(random.one(of: durations))
    }

    // MARK: Chains

    private static func digest(_ number: Int) -> JSONValue {
        .text(Hex.encode([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32)))
    }

    private static func record(_ number: Int, after prior: JSONValue, _ random: inout SplitMix64) -> JSONValue
    {
        let action = random.one(of: [
            "delete", "delete", "delete", "trash-restore", "trash-restore", "replace", "metadata-update",
            "derivative-add", "derivative-replace",
        ])
        let until: JSONValue = random.chance(6) ? "soon" : maybe(time(&random), &random)
        return [
            "digest": digest(number), "prior": prior, "action": .text(action),
            "retention_until": action == "delete" ? until : .null,
        ]
    }

    private static func grown(
        _ chain: [JSONValue], by count: Int, from first: Int, _ random: inout SplitMix64
    ) -> [JSONValue] {
        var chain = chain
        for number in first..<(first + count) {
            chain.append(record(number, after: chain.last?["digest"] ?? .null, &random))
        }
        return chain
    }

    private static func chain(_ random: inout SplitMix64) -> [JSONValue] {
        let create: JSONValue = ["digest": digest(1), "prior": nil, "action": "create"]
        return grown([create], by: random.below(7), from: 2, &random)
    }

    private static func onDisk(
        _ name: String, chain given: [JSONValue]? = nil, _ random: inout SplitMix64
    ) -> JSONObject {
        JSONObject([
            ("op", .text("lifecycle.\(name)")), ("chain", .array(given ?? chain(&random))),
            ("sidecar", .bool(!random.chance(3))), ("original", .bool(!random.chance(3))),
        ])
    }

    private static func feed(_ chain: JSONValue?, _ request: inout JSONObject, _ random: inout SplitMix64) {
        let known = random.one(of: chain?.array ?? [])["digest"] ?? .null
        request["indexed"] = maybe(random.chance(8) ? digest(0xee) : known, &random)
        request["server_now"] = maybe(time(&random), &random)
        request["server_purged"] = .bool(random.chance(5))
    }

    private static func verb(_ random: inout SplitMix64) -> JSONObject {
        var request = onDisk("verb", &random)
        feed(request["chain"], &request, &random)
        request["verb"] = .text(random.one(of: ["delete", "restore", "purge"]))
        request["clock"] = time(&random)
        request["window"] = maybe(seconds(&random), &random)
        request["album_window"] = maybe(seconds(&random), &random)
        return request
    }

    private static func expire(_ random: inout SplitMix64) -> JSONObject {
        var request = onDisk("expire", &random)
        feed(request["chain"], &request, &random)
        request["drained"] = .bool(!random.chance(4))
        return request
    }

    private static func deliver(_ random: inout SplitMix64) -> JSONObject {
        var request = onDisk("deliver", &random)
        feed(request["chain"], &request, &random)
        request["clock"] = time(&random)
        return request
    }

    private static func rebase(_ random: inout SplitMix64) -> JSONObject {
        let common = Array(chain(&random).prefix(3))
        return JSONObject([
            ("op", "lifecycle.rebase"),
            ("own", .array(grown(common, by: random.below(9), from: 0x40, &random))),
            ("feed", .array(grown(common, by: random.below(4), from: 0x80, &random))),
            ("server_purged", .bool(random.chance(10))), ("clock", time(&random)),
            ("server_now", maybe(time(&random), &random)),
        ])
    }

    private static func receive(_ random: inout SplitMix64) -> JSONObject {
        let held = chain(&random)
        let prior = random.chance(4) ? random.one(of: held) : held[held.count - 1]
        var request = onDisk("receive", chain: held, &random)
        request["record"] = record(
            random.chance(10) ? 1 : 0x50, after: prior["digest"] ?? .null, &random)
        request["source"] = .text(random.one(of: ["feed", "peer", "backup", "client"]))
        request["now"] = maybe(time(&random), &random)
        if random.chance(8) { request["chain"] = .null }
        return request
    }

    // MARK: Alerts, gates, stacks

    private static func alert(_ random: inout SplitMix64) -> JSONObject {
        let counts: [Int64] = [0, 1, 99, 100, (1 << 53) - 2, (1 << 53) - 1]
        let facts: [(String, JSONValue)] = [
            (
                "sync_stale",
                ["last_sync": maybe(time(&random), &random), "signed_in": maybe(time(&random), &random)]
            ),
            ("recovery_check_due", ["due": maybe(time(&random), &random)]),
            (
                "quota_soft",
                [
                    "used": .integer(random.one(of: counts)), "quota": .integer(random.one(of: counts)),
                    "percent": .integer(1 + random.below(100)),
                ]
            ),
            (
                "quota_grace_expiring",
                ["grace_until": maybe(time(&random), &random), "lead": seconds(&random)]
            ),
            ("drop_pending", ["count": .integer(random.one(of: counts))]),
        ]
        let (alertClass, own) = random.one(of: facts)
        return JSONObject([
            ("op", "alert.decide"), ("class", .text(alertClass)), ("facts", own), ("now", time(&random)),
            ("enabled", .bool(!random.chance(6))),
            ("permission", .text(random.one(of: ["granted", "denied", "undecided"]))),
            ("snoozes", .integer(random.below(5))), ("most_snoozes", .integer(random.one(of: [0, 3, 5]))),
            ("longest_snooze", maybe(seconds(&random), &random)),
            ("snoozed_until", maybe(time(&random), &random)), ("shown_at", maybe(time(&random), &random)),
            ("repeat", maybe(seconds(&random), &random)), ("armed", maybe(time(&random), &random)),
        ])
    }

    private static func gate(_ random: inout SplitMix64) -> JSONObject {
        let methods = ["biometric", "device", "account"]
        return JSONObject([
            ("op", "gate.open"), ("view", .text(random.one(of: ["trash", "hidden"]))),
            ("grants", ["trash": maybe(time(&random), &random), "hidden": maybe(time(&random), &random)]),
            ("now", time(&random)), ("grace", maybe(seconds(&random), &random)),
            ("credentials", maybe(some(methods, &random), &random)),
            ("failed", maybe(some(methods, &random), &random)),
        ])
    }

    private static func stacks(_ random: inout SplitMix64) -> JSONObject {
        let folders = ["", "d/", "D/", "d\\", "/a.b/"]
        let names = [
            "a.jpg", "A.JPG", "a.cr3", "A.CR3", "a.heic", "a.xmp", "a.cr3.xmp", "a", ".a", "ä.jpg", "Ä.cr3",
        ]
        let types = ["image/jpeg", "image/heic", "image/x-canon-cr3", "application/rdf+xml", "video/mp4"]
        let files: [JSONValue] = (0..<random.below(7)).map { number in
            [
                "id": .text(Hex.encode([UInt8](repeating: UInt8(7 * number % 16), count: 16))),
                "path": .text(
                    random.one(of: Array(folders.prefix(1 + random.below(5)))) + random.one(of: names)),
                "content_type": .text(random.one(of: types)),
                "capture_timestamp": maybe(time(&random), &random),
            ]
        }
        return JSONObject([("op", "stack.detect"), ("files", .array(files))])
    }

    /// A request with one member taken away, or with a value that does not belong there.
    private static func spoiled(_ request: JSONObject, _ random: inout SplitMix64) -> JSONObject {
        var request = request
        let name = random.one(of: request.members.map(\.key).filter { $0 != "op" })
        let values: [JSONValue?] = [nil, .null, 5, -1, true, "x", "", [], [:], [.null]]
        request[name] = random.one(of: values)
        return request
    }
}
