// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import TestSupport
import Testing

/// document.edit: every edit once right and in many ways wrong.
@Suite struct EditOperationTests {
    private static let asset = CBORTree.document(
        .asset,
        [
            ("facts", .stamped(CBORTree.facts.with("dimensions", ["width": 4000, "height": 3000]))),
            ("tags_ai", .set(0x85, [0, 0], [(0, .aiTag)])), ("tags_user", .set(0x85, [0, 0], [(0, "a")])),
            (
                "regions",
                [
                    .id(0xa1): ["shape": .stamped(.circle), "labels": .set(0x85, [0, 0], [(0, "a")])],
                    .id(0xa2): ["shape": .stamped(.null)],
                ]
            ),
        ])

    private func edit(
        _ kind: DocumentKind, _ tree: CBORTree, _ edit: String, now: String = Sample.time(9).description
    ) -> JSONValue {
        ask(
            "\"op\": \"document.edit\", \"kind\": \"\(kind.rawValue)\", \"bytes\": \"\(tree.hex)\", \"device\": \"\(hexID(1))\", \"writer\": \"\(hexID(0x81))\", \"now\": \"\(now)\", \"edit\": \(edit)"
        )
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        let text: String
        /// The fields that the delta holds besides the id.
        let changes: [(CBORTree, CBORTree)]
        init(_ text: String, _ changes: [(CBORTree, CBORTree)]) {
            self.text = text
            self.changes = changes
        }
        var testDescription: String { text }
    }

    private static func write(_ value: CBORTree) -> CBORTree { .stamped(value, by: 1, at: 9) }
    private static func add(_ element: CBORTree) -> CBORTree { CBORTree.set(0x81, [0, 0], [(0, element)]) }

    static let edits: [Edit] = [
        Edit(#"{"add_label": " b "}"#, [("tags_user", add("b"))]),
        Edit(
            #"{"add_label": "a"}"#,
            [("tags_user", [.id(0x81): .row([0, 0], [(0, "a")]), .id(0x85): .row([0, 0])])]),
        Edit(#"{"remove_label": "a"}"#, [("tags_user", .set(0x85, [0, 0]))]),
        Edit(#"{"remove_label": "z"}"#, []),
        Edit(#"{"set": {"field": "rating", "value": 5}}"#, [("rating", write(5))]),
        Edit(#"{"set": {"field": "cull", "value": "pick"}}"#, [("cull", write("pick"))]),
        Edit(#"{"set": {"field": "hidden", "value": true}}"#, [("hidden", write(true))]),
        Edit(
            #"{"set": {"field": "caption", "value": " e\u0301 "}}"#,
            [("caption", ["current": write(" e\u{301} ")])]),
        Edit(
            #"{"set": {"field": "capture_time", "value": "2020-01-01t00:00:00z"}}"#,
            [("capture_time", write("2020-01-01t00:00:00z"))]),
        Edit(#"{"set": {"field": "capture_time", "value": null}}"#, [("capture_time", write(.null))]),
        Edit(#"{"set": {"field": "orientation", "value": 6}}"#, [("orientation", write(6))]),
        Edit(
            "{\"set\": {\"field\": \"facts\", \"value\": {\"hash\": \"\(hexID(7) + hexID(7))\", \"import_timestamp\": \"2020-06-01T00:00:00Z\", \"content_type\": \"audio/flac\", \"device_id\": \"\(hexID(0xd1))\", \"session_id\": \"\(hexID(0x51))\"}}}",
            [
                (
                    "facts",
                    write(CBORTree.facts.with("capture_timestamp", nil).with("content_type", "audio/flac"))
                )
            ]),
        Edit(#"{"set": {"field": "location", "value": null}}"#, [("location", write(.null))]),
        Edit(
            #"{"set": {"field": "location", "value": {"lat": 1, "lon": -0.0, "source": "exif", "datum": "wgs84"}}}"#,
            [("location", write(["lat": 1.0, "lon": -0.0, "source": "exif"]))]),
        Edit(
            "{\"set\": {\"field\": \"stack_membership\", \"value\": {\"role\": \"proxy\", \"stack_id\": \"\(hexID(5))\", \"stack_type\": \"custom\", \"member_index\": 4294967295}}}",
            [
                (
                    "stack_membership",
                    write([
                        "role": "proxy", "stack_id": .id(5), "stack_type": "custom",
                        "member_index": 4_294_967_295,
                    ])
                )
            ]),
        Edit(#"{"set": {"field": "stack_membership", "value": null}}"#, [("stack_membership", write(.null))]),
        Edit(
            "{\"set\": {\"field\": \"facts\", \"value\": {\"hash\": \"\(hexID(7) + hexID(7))\", \"capture_timestamp\": \"2020-05-01T10:00:00+02:00\", \"import_timestamp\": \"2020-06-01T00:00:00Z\", \"content_type\": \"image/jpeg\", \"device_id\": \"\(hexID(0xd1))\", \"session_id\": \"\(hexID(0x51))\", \"camera_id\": {\"model\": \"\", \"serial\": \"s\"}}}}",
            [("facts", write(CBORTree.facts.with("camera_id", ["model": "", "serial": "s"])))]),
        Edit(
            #"{"add_ai_tag": {"tag": " x", "model_id": "m", "model_version": "1"}}"#,
            [("tags_ai", add(CBORTree.aiTag.with("tag", " x")))]),
        Edit(
            #"{"remove_ai_tag": {"tag": "dog", "model_id": "m", "model_version": "1"}}"#,
            [("tags_ai", .set(0x85, [0, 0]))]),
        Edit(
            #"{"promote_ai_tag": {"tag": "dog", "model_id": "m", "model_version": "1", "remove": false}}"#,
            [("tags_user", add("dog"))]),
        Edit(
            #"{"promote_ai_tag": {"tag": "dog", "model_id": "m", "model_version": "1", "remove": true}}"#,
            [("tags_user", add("dog")), ("tags_ai", .set(0x85, [0, 0]))]),
        Edit(
            "{\"put_region\": {\"id\": \"\(hexID(0xa9))\", \"shape\": {\"x\": 1, \"y\": 2, \"w\": 3, \"h\": 4}}}",
            [("regions", [.id(0xa9): ["shape": write(.rectangle)]])]),
        Edit("{\"delete_region\": \"\(hexID(0xa1))\"}", [("regions", [.id(0xa1): ["shape": write(.null)]])]),
        Edit("{\"delete_region\": \"\(hexID(0xa2))\"}", []),
        Edit("{\"delete_region\": \"\(hexID(0xa7))\"}", []),
        Edit(
            "{\"add_region_label\": {\"id\": \"\(hexID(0xa1))\", \"label\": \"b\"}}",
            [("regions", [.id(0xa1): ["labels": add("b")]])]),
        Edit(
            "{\"remove_region_label\": {\"id\": \"\(hexID(0xa1))\", \"label\": \" a\"}}",
            [("regions", [.id(0xa1): ["labels": .set(0x85, [0, 0])]])]),
        Edit("{\"remove_region_label\": {\"id\": \"\(hexID(0xa1))\", \"label\": \"q\"}}", []),
    ]

    @Test("an edit answers its delta, which joined to the state before is the state after", arguments: edits)
    func right(_ item: Edit) {
        let answer = edit(.asset, Self.asset, item.text)
        let wanted = CBORTree.document(.asset, item.changes)
        #expect(answer["ok"]?["delta"]?.text == wanted.hex, "\(answer["error"]?.text ?? "")")
        let merged = ask(
            "\"op\": \"document.merge\", \"kind\": \"asset\", \"inputs\": [\"\(Self.asset.hex)\", \"\(wanted.hex)\"]"
        )
        #expect(merged["ok"]?["bytes"]?.text == answer["ok"]?["bytes"]?.text)
    }

    static let misfits: [(String, String)] = [
        ("null", "invalid"), ("[]", "invalid"), ("{}", "invalid"), ("\"add_label\"", "invalid"),
        (#"{"add_label": "a", "remove_label": "a"}"#, "invalid"), (#"{"paint": 1}"#, "invalid"),
        (#"{"add_label": null}"#, "invalid"),
        (#"{"add_label": ""}"#, "invalid"), (#"{"add_label": "\ud800"}"#, "invalid"),
        (#"{"remove_label": ""}"#, "invalid"),
        (#"{"remove_label": 1}"#, "invalid"), (#"{"set": {"field": "rating"}}"#, "invalid"),
        (#"{"set": {"value": 1}}"#, "invalid"),
        (#"{"set": {"field": "rating", "value": 1, "x": 1}}"#, "invalid"),
        (#"{"set": {"field": "uuid", "value": 1}}"#, "invalid"),
        (#"{"set": {"field": "name", "value": "a"}}"#, "invalid"),
        (#"{"set": {"field": "lqip", "value": null}}"#, "invalid"),
        (#"{"set": {"field": "rating", "value": 6}}"#, "invalid"),
        (#"{"set": {"field": "rating", "value": -1}}"#, "invalid"),
        (#"{"set": {"field": "rating", "value": 3.0}}"#, "invalid"),
        (#"{"set": {"field": "rating", "value": 256}}"#, "invalid"),
        (#"{"set": {"field": "rating", "value": true}}"#, "invalid"),
        (#"{"set": {"field": "rating", "value": null}}"#, "invalid"),
        (#"{"set": {"field": "hidden", "value": 1}}"#, "invalid"),
        (#"{"set": {"field": "hidden", "value": null}}"#, "invalid"),
        (#"{"set": {"field": "cull", "value": "PICK"}}"#, "invalid"),
        (#"{"set": {"field": "caption", "value": null}}"#, "invalid"),
        (#"{"set": {"field": "capture_time", "value": "2020"}}"#, "invalid"),
        (#"{"set": {"field": "orientation", "value": 0}}"#, "invalid"),
        (#"{"set": {"field": "orientation", "value": 9}}"#, "invalid"),
        (#"{"set": {"field": "orientation", "value": null}}"#, "invalid"),
        (#"{"set": {"field": "location", "value": {"lat": 91, "lon": 0, "source": "exif"}}}"#, "invalid"),
        (#"{"set": {"field": "location", "value": {"lat": "1", "lon": 0, "source": "exif"}}}"#, "invalid"),
        (
            #"{"set": {"field": "location", "value": {"lat": 1, "lon": 0, "source": "exif", "datum": null}}}"#,
            "invalid"
        ),
        (#"{"set": {"field": "location", "value": {"lat": 1, "lon": 1e400, "source": "exif"}}}"#, "invalid"),
        (
            #"{"set": {"field": "location", "value": {"lat": 1, "lon": 0, "source": "exif", "x": 1}}}"#,
            "invalid"
        ),
        (
            "{\"set\": {\"field\": \"stack_membership\", \"value\": {\"role\": \"proxy\", \"stack_id\": \"\(hexID(0xab).uppercased())\", \"stack_type\": \"custom\"}}}",
            "invalid"
        ),
        (
            "{\"set\": {\"field\": \"stack_membership\", \"value\": {\"role\": \"proxy\", \"stack_id\": \"\(hexID(5))\", \"stack_type\": \"custom\", \"member_index\": 4294967296}}}",
            "invalid"
        ),
        (
            "{\"set\": {\"field\": \"stack_membership\", \"value\": {\"role\": \"proxy\", \"stack_id\": \"\(hexID(5))\", \"stack_type\": \"custom\", \"member_index\": 1.0}}}",
            "invalid"
        ),
        (#"{"set": {"field": "facts", "value": null}}"#, "invalid"),
        (#"{"set": {"field": "facts", "value": {}}}"#, "invalid"),
        (#"{"add_ai_tag": {"tag": "", "model_id": "m", "model_version": "1"}}"#, "invalid"),
        (#"{"add_ai_tag": {"tag": "a", "model_id": "m"}}"#, "invalid"),
        (
            #"{"promote_ai_tag": {"tag": "cat", "model_id": "m", "model_version": "1", "remove": false}}"#,
            "invalid"
        ),
        (#"{"promote_ai_tag": {"tag": "dog", "model_id": "m", "model_version": "1"}}"#, "invalid"),
        (
            #"{"promote_ai_tag": {"tag": "dog", "model_id": "m", "model_version": "1", "remove": null}}"#,
            "invalid"
        ),
        (
            "{\"put_region\": {\"id\": \"\(hexID(0xa2))\", \"shape\": {\"x\": 1, \"y\": 2, \"w\": 3, \"h\": 4}}}",
            "invalid"
        ),
        (
            "{\"put_region\": {\"id\": \"\(hexID(0xa9))\", \"shape\": {\"x\": 1, \"y\": 2, \"w\": 0, \"h\": 4}}}",
            "invalid"
        ),
        (
            "{\"put_region\": {\"id\": \"\(hexID(0xa9))\", \"shape\": {\"x\": 1, \"y\": 2, \"w\": 3}}}",
            "invalid"
        ),
        (
            "{\"put_region\": {\"id\": \"\(hexID(0xa9))\", \"shape\": {\"x\": 1, \"y\": 2, \"w\": 3, \"h\": 4.0}}}",
            "invalid"
        ),
        (
            "{\"put_region\": {\"id\": \"\(hexID(0xa9))\", \"shape\": {\"cx\": 1, \"cy\": 500000000, \"r\": 1, \"x\": 1}}}",
            "invalid"
        ),
        (
            "{\"put_region\": {\"id\": \"\(hexID(0xa9))\", \"shape\": {\"cx\": 1, \"cy\": 500000000, \"r\": 100}}}",
            "invalid"
        ),
        ("{\"put_region\": {\"id\": \"\(hexID(0xa9))\", \"shape\": null}}", "invalid"),
        ("{\"add_region_label\": {\"id\": \"\(hexID(0xa2))\", \"label\": \"b\"}}", "invalid"),
        ("{\"add_region_label\": {\"id\": \"\(hexID(0xa7))\", \"label\": \"b\"}}", "invalid"),
        ("{\"remove_region_label\": {\"id\": \"\(hexID(0xa2))\", \"label\": \"b\"}}", "invalid"),
        (#"{"delete_region": null}"#, "invalid"),
        ("{\"delete_region\": {\"id\": \"\(hexID(0xa1))\"}}", "invalid"),
    ]

    @Test("an edit that does not fit is refused", arguments: misfits)
    func wrong(_ text: String, _ error: String) {
        #expect(edit(.asset, Self.asset, text)["error"]?.text == error)
    }

    @Test("a caption of 4 097 bytes is invalid, one of 4 096 is not")
    func captions() {
        func set(_ count: Int) -> JSONValue {
            edit(
                .asset, Self.asset,
                "{\"set\": {\"field\": \"caption\", \"value\": \"\(String(repeating: "x", count: count))\"}}")
        }
        #expect(set(4_096)["ok"] != nil && set(4_097)["error"]?.text == "invalid")
    }

    @Test("what is past the last stamp is a limit, past the last counter exhausted, and newer is newer")
    func limits() {
        let last = CBORTree.document(
            .album,
            [
                ("name", .stamped("a", ts: "9999-12-31T23:59:59.999Z")),
                ("labels", .set(0x81, [(1 << 53) - 1, (1 << 53) - 1])),
            ])
        #expect(edit(.album, last, #"{"set": {"field": "name", "value": "b"}}"#)["error"]?.text == "limit")
        #expect(edit(.album, last, #"{"add_label": "b"}"#)["error"]?.text == "counter-exhausted")
        #expect(edit(.album, last.with(0, 2), #"{"add_label": "b"}"#)["error"]?.text == "newer-schema")
        #expect(
            edit(.album, .document(.album), #"{"add_label": "b"}"#, now: "2026-01-01T00:00:00Z")["error"]?
                .text == "invalid")
    }

    @Test("a document is read before its edit is judged, so what is malformed is never called invalid")
    func order() {
        for text in ["null", "{}", #"{"paint": 1}"#, #"{"set": {"field": "rating", "value": 9}}"#] {
            #expect(edit(.asset, .raw([0xa1]), text)["error"]?.text == "malformed", "\(text)")
            #expect(edit(.settings, .raw([0xa1]), text)["error"]?.text == "malformed", "\(text)")
        }
    }

    @Test("kinds have their own edits: stacks no field, albums a name, settings none")
    func kinds() {
        #expect(edit(.stack, .document(.stack), #"{"add_label": "a"}"#)["ok"] != nil)
        #expect(
            edit(.stack, .document(.stack), #"{"set": {"field": "name", "value": "a"}}"#)["error"]?.text
                == "invalid")
        let named = edit(.album, .document(.album), #"{"set": {"field": "name", "value": " a "}}"#)
        #expect(named["ok"]?["delta"]?.text == CBORTree.document(.album, [("name", Self.write("a"))]).hex)
        #expect(
            edit(.album, .document(.album), #"{"set": {"field": "rating", "value": 1}}"#)["error"]?.text
                == "invalid")
        #expect(
            edit(.album, .document(.album), #"{"set": {"field": "name", "value": null}}"#)["error"]?.text
                == "invalid")
        #expect(edit(.settings, .document(.settings), #"{"add_label": "a"}"#)["error"]?.text == "invalid")
    }
}
