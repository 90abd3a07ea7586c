// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport
import TestSupport
import Testing

/// The plain view of document.read.
@Suite struct ReadTests {
    private func read(_ kind: DocumentKind, _ tree: CBORTree) -> String {
        ok("\"op\": \"document.read\", \"kind\": \"\(kind.rawValue)\", \"bytes\": \"\(tree.hex)\"")
    }

    @Test("keys are absent when there is nothing, but for an asset's effective values")
    func empty() {
        for kind in [DocumentKind.stack, .album, .settings] {
            #expect(read(kind, .document(kind)) == "{}", "\(kind)")
        }
        #expect(read(.asset, .document(.asset)) == #"{"cull":"neutral","hidden":false,"rating":0}"#)
    }

    @Test("an album shows its name, labels and unknown keys, ascending")
    func album() {
        let tree = CBORTree.document(
            .album,
            [
                ("name", .stamped("n")), ("labels", .set(0x81, [0, 1], [(0, "bb"), (1, "c")])), ("zz", 1),
                ("aaa", 1),
            ])
        #expect(read(.album, tree) == #"{"labels":["c","bb"],"name":"n","unknown":["aaa","zz"]}"#)
    }

    @Test("an asset shows every field")
    func asset() {
        let id = hexID(1)
        let location = CBORTree.gps.with("lat", -0.0)
        let cases: [(CBORTree, CBORTree, String)] = [
            (
                "caption", ["current": .stamped(""), "superseded": [.stamped("a", at: -1)]],
                "\"caption\":\"\",@\"superseded\":[{\"by\":\"\(id)\",\"ts\":\"\(Sample.time(-1))\",\"value\":\"a\"}]"
            ),
            (
                "location", .stamped(location),
                #""gps":{"datum":"wgs84","lat":-0.0,"lon":-11.25,"source":"exif"},@"#
            ),
            (
                "location", .stamped(location.with("datum", "gcj02")),
                #""gps":{"datum":"gcj02","lat":-0.0,"lon":-11.25,"source":"exif"},@"#
            ),
            ("location", .stamped(.null), "@"),
            (
                "stack_membership", .stamped(CBORTree.membership.with("member_index", 4)),
                "@\"stack\":{\"member_index\":4,\"role\":\"member\",\"stack_id\":\"\(hexID(0x5a))\",\"stack_type\":\"burst\"}"
            ),
            ("tags_ai", .set(0x81, [0, 0], [(0, .aiTag)]), #""ai_tags":[["dog","m","1"]],@"#),
            ("facts", .stamped(.facts), #""capture_timestamp":"2020-05-01T10:00:00+02:00",@"#),
            (
                "regions",
                [
                    .id(0xa1): ["shape": .stamped(.rectangle)], .id(0xa2): ["shape": .stamped(.null)],
                    .id(0xa3): ["x": 1],
                ],
                "\"deleted_regions\":[\"\(hexID(0xa2))\"],@\"regions\":[{\"id\":\"\(hexID(0xa1))\",\"labels\":[],\"shape\":{\"h\":4,\"w\":3,\"x\":1,\"y\":2}}]"
            ),
        ]
        for (name, value, shown) in cases {
            // The effective values stand among the others in the order of keys.
            let answer = read(.asset, .document(.asset, [(name, value)]))
            for part in shown.split(separator: "@") {
                #expect(answer.contains(part.trimmingCommas), "\(answer) lacks \(part)")
            }
            #expect(
                answer.contains(#""hidden":false"#) && answer.contains(#""rating":0"#), "\(name) \(value)")
            if shown == "@" {
                #expect(answer == #"{"cull":"neutral","hidden":false,"rating":0}"#, "\(name) \(value)")
            }
        }
    }

    @Test("settings show their maps without deleted entries, and a broken definition as null")
    func settings() {
        let tree = CBORTree.document(
            .settings,
            [
                (
                    "smart_albums",
                    [
                        .id(1): .stamped(.null), .id(2): .stamped([:]),
                        .id(3): .stamped(["predicate_schema": 2]),
                    ]
                ),
                ("scope_overrides", [.digest(1): .stamped(.id(4)), .digest(2): .stamped(.null)]),
                ("source_kind_defaults", ["folder": .stamped(.id(5))]),
                ("aggregated_album_covers", [.id(6): .stamped(.null)]),
            ])
        let digest = String(repeating: "01", count: 32)
        #expect(
            read(.settings, tree)
                == "{\"scope_overrides\":{\"\(digest)\":\"\(hexID(4))\"},\"smart_albums\":{\"\(hexID(2))\":null,\"\(hexID(3))\":null},\"source_kind_defaults\":{\"folder\":\"\(hexID(5))\"}}"
        )
    }

    @Test("a newer document shows what is understood; a rating, flag or hiding that is not has no value")
    func newer() {
        let tree = CBORTree.document(
            .asset, [("rating", .stamped(9)), ("cull", 1), ("hidden", 1), ("new", 1), ("tags_user", 1)],
            version: 300)
        #expect(read(.asset, tree) == #"{"hidden":true,"newer_schema":300,"unknown":["new"]}"#)
        #expect(read(.asset, tree.with("uuid", .null)) == "invalid")
        #expect(read(.album, CBORTree.document(.album, [("name", 1)], version: 2)) == #"{"newer_schema":2}"#)
    }
}

extension Substring {
    fileprivate var trimmingCommas: Substring {
        var text = self
        while text.hasSuffix(",") { text.removeLast() }
        while text.hasPrefix(",") { text.removeFirst() }
        return text
    }
}
