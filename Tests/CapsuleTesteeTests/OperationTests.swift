// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport
import TestSupport
import Testing

/// Each op once right and once wrong.
@Suite struct OperationTests {
    private static let album = CBORTree.document(.album, [("labels", .set(0x81, [0, 0], [(0, "a")]))])

    @Test("cbor.check answers canonical bytes, and refuses others by their class")
    func cborCheck() {
        #expect(ok("\"op\": \"cbor.check\", \"bytes\": \"a10001\"") == "{}")
        for (bytes, error) in [
            ("a1", "malformed"), ("1817", "non-canonical"),
            (String(repeating: "81", count: 33) + "00", "limit"), ("0000", "malformed"),
        ] {
            #expect(refusal("\"op\": \"cbor.check\", \"bytes\": \"\(bytes)\"") == error, "\(bytes) \(error)")
        }
    }

    @Test("timestamp.compare compares instants, and stamp.successor gives the least later stamp")
    func times() {
        func order(_ a: String, _ b: String) -> String {
            ok("\"op\": \"timestamp.compare\", \"a\": \"\(a)\", \"b\": \"\(b)\"")
        }
        #expect(order("2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00") == #"{"order":0}"#)
        #expect(order("2020-01-01T00:00:00Z", "2020-01-01T00:00:00.1Z") == #"{"order":-1}"#)
        #expect(order("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999Z") == #"{"order":1}"#)
        #expect(order("2020-01-01", "2020-01-01T00:00:00Z") == "invalid")
        func next(_ current: String, _ now: String) -> String {
            ok("\"op\": \"stamp.successor\", \"current\": \(current), \"now\": \"\(now)\"")
        }
        #expect(next("null", "2026-01-01T00:00:00.000Z") == #"{"ts":"2026-01-01T00:00:00.000Z"}"#)
        #expect(
            next("\"2026-02-28T23:59:59.999Z\"", "2026-01-01T00:00:00.000Z")
                == #"{"ts":"2026-03-01T00:00:00.000Z"}"#)
        #expect(
            next("\"2026-01-01T00:00:00.000Z\"", "2026-01-02T00:00:00.000Z")
                == #"{"ts":"2026-01-02T00:00:00.000Z"}"#)
        #expect(next("\"9999-12-31T23:59:59.999Z\"", "2026-01-01T00:00:00.000Z") == "limit")
        #expect(next("null", "2026-01-01T00:00:00Z") == "invalid")
        #expect(next("0", "2026-01-01T00:00:00.000Z") == "invalid")
    }

    @Test("prior of document.sign is there, null or not")
    func priorOfASignedDocument() {
        let id = String(repeating: "11", count: 16)
        let seed = String(repeating: "22", count: 64)
        let request =
            "\"op\": \"document.sign\", \"kind\": \"stack\", \"seed\": \"\(seed)\", "
            + "\"bytes\": \"a2000168737461636b5f696450\(id)\""
        #expect(refusal(request + ", \"prior\": null") == nil)
        #expect(refusal(request) == "invalid")
    }

    @Test("label.normalize gives the normal form, and refuses what has none")
    func normalize() {
        #expect(
            ok("\"op\": \"label.normalize\", \"text\": \" Ca\\u0303o\\u3000\"") == "{\"text\":\"C\u{e3}o\"}")
        #expect(refusal("\"op\": \"label.normalize\", \"text\": \" \"") == "invalid")
        #expect(refusal("\"op\": \"label.normalize\", \"text\": null") == "invalid")
    }

    @Test("document.check says whether a document is complete, of its own kind only")
    func check() {
        func check(_ kind: String, _ tree: CBORTree) -> String {
            ok("\"op\": \"document.check\", \"kind\": \(kind), \"bytes\": \"\(tree.hex)\"")
        }
        #expect(check("\"album\"", Self.album) == #"{"complete":true}"#)
        #expect(check("\"asset\"", .document(.asset)) == #"{"complete":false}"#)
        #expect(check("\"asset\"", .document(.asset, [("facts", .stamped(.facts))])) == #"{"complete":true}"#)
        #expect(check("\"stack\"", Self.album) == "invalid")
        #expect(check("\"album\"", Self.album.with(0, 2)) == "newer-schema")
        for kind in ["\"Album\"", "null", "0", "\"\"", "[\"album\"]"] {
            #expect(check(kind, Self.album) == "invalid", "\(kind)")
        }
    }

    private func merge(_ inputs: [CBORTree]) -> String {
        let inputs = inputs.map { "\"\($0.hex)\"" }.joined(separator: ", ")
        return ok("\"op\": \"document.merge\", \"kind\": \"album\", \"inputs\": [\(inputs)]")
    }

    @Test("document.merge joins one or more, and names carried keys that differed between any two")
    func merge() {
        let bare = CBORTree.document(.album)
        #expect(merge([Self.album]) == "{\"bytes\":\"\(Self.album.hex)\",\"conflicts\":[]}")
        let inputs = [
            bare.with("x", 1).with("b", 1), bare.with("x", 1), bare.with("b", 2).with("aa", 5),
            bare.with("x", 3),
        ]
        let joined = bare.with("x", 3).with("b", 2).with("aa", 5)
        for order in [inputs, inputs.reversed()] {
            #expect(merge(order) == "{\"bytes\":\"\(joined.hex)\",\"conflicts\":[\"b\",\"x\"]}", "\(order)")
        }
        #expect(merge([]) == "invalid")
        #expect(merge([bare, bare.with("album_id", .id(2))]) == "mismatch")
        #expect(merge([bare, bare.with(0, 2)]) == "newer-schema")
        #expect(merge([bare.with(0, 2)]) == "newer-schema")
        // What is not well-formed is found whatever else is wrong.
        #expect(merge([bare, bare.with("album_id", .id(2)), .raw([0xff])]) == "malformed")
        #expect(
            refusal("\"op\": \"document.merge\", \"kind\": \"album\", \"inputs\": \"\(bare.hex)\"")
                == "invalid")
        #expect(refusal("\"op\": \"document.merge\", \"kind\": \"album\", \"inputs\": [null]") == "invalid")
    }

    @Test("document.apply says what was unobserved, and document.before cuts off the future")
    func applyAndBefore() {
        let bare = CBORTree.document(.album)
        let removal = bare.with("labels", .set(0x81, [0, 0]))
        func apply(_ state: CBORTree, _ delta: CBORTree) -> String {
            ok(
                "\"op\": \"document.apply\", \"kind\": \"album\", \"state\": \"\(state.hex)\", \"delta\": \"\(delta.hex)\""
            )
        }
        #expect(apply(bare, removal) == "{\"bytes\":\"\(removal.hex)\",\"unobserved\":true}")
        #expect(apply(Self.album, removal) == "{\"bytes\":\"\(removal.hex)\",\"unobserved\":false}")
        #expect(apply(bare, bare.with("album_id", .id(9))) == "mismatch")
        let named = bare.with("name", .stamped("a", at: 5))
        func before(_ horizon: String) -> String {
            ok(
                "\"op\": \"document.before\", \"kind\": \"album\", \"bytes\": \"\(named.hex)\", \"horizon\": \(horizon)"
            )
        }
        #expect(before("\"\(Sample.time(5))\"") == "{\"bytes\":\"\(named.hex)\"}")
        #expect(before("\"\(Sample.time(4))\"") == "{\"bytes\":\"\(bare.hex)\"}")
        for wrong in ["null", "5", "\"2026-01-01T00:00:00Z\""] {
            #expect(before(wrong) == "invalid", "\(wrong)")
        }
    }

    @Test("addid.next gives the next counter of a writer in a field")
    func nextAddID() {
        let document = CBORTree.document(
            .asset,
            [("tags_ai", .set(0x81, [0, 4])), ("regions", [.id(0xa1): ["labels": .set(0x81, [0, 9])]])])
        func next(_ field: String, writer: String = hexID(0x81)) -> String {
            ok(
                "\"op\": \"addid.next\", \"kind\": \"asset\", \"bytes\": \"\(document.hex)\", \"field\": \"\(field)\", \"writer\": \"\(writer)\""
            )
        }
        #expect(next("tags_ai") == #"{"counter":5}"# && next("tags_user") == #"{"counter":0}"#)
        #expect(
            next("regions/\(hexID(0xa1))") == #"{"counter":10}"#
                && next("regions/\(hexID(0xa2))") == #"{"counter":0}"#)
        for field in [
            "labels", "regions", "regions/", "regions/\(hexID(0xa1).uppercased())", "regions/a1", "facts", "",
            "tags_ai/",
        ] {
            #expect(next(field) == "invalid", "\(field)")
        }
        #expect(
            next("tags_ai", writer: "81") == "invalid"
                && next("tags_ai", writer: hexID(0xee).uppercased()) == "invalid")
        let full = CBORTree.document(.stack, [("labels", .set(0x81, [(1 << 53) - 1, (1 << 53) - 1]))])
        #expect(
            refusal(
                "\"op\": \"addid.next\", \"kind\": \"stack\", \"bytes\": \"\(full.hex)\", \"field\": \"labels\", \"writer\": \"\(hexID(0x81))\""
            ) == "counter-exhausted")
    }

    @Test("view.group_cull sums up verdicts, and scope.id hashes the scope")
    func simpleViews() {
        func cull(_ flags: String) -> String { ok("\"op\": \"view.group_cull\", \"flags\": \(flags)") }
        #expect(cull("[]") == #"{"state":null}"# && cull("[\"reject\"]") == #"{"state":"all_rejected"}"#)
        #expect(
            cull("[\"pick\", \"reject\"]") == #"{"state":"any_pick"}"#
                && cull("[\"neutral\"]") == #"{"state":"mixed"}"#)
        for wrong in ["null", "[null]", "[\"Pick\"]", "\"pick\"", "[1]"] {
            #expect(cull(wrong) == "invalid", "\(wrong)")
        }
        func scope(_ platform: String, _ kind: String, _ locator: String) -> String {
            ok(
                "\"op\": \"scope.id\", \"platform\": \(platform), \"source_kind\": \(kind), \"locator\": \(locator)"
            )
        }
        #expect(
            scope("\"ios\"", "\"camera_roll\"", "\"\"")
                == #"{"id":"49a806b745fb6062bd428feb685c383fe611841c3e4dd2e4e17d25ac695dcb90"}"#)
        #expect(
            scope("\"iOS\"", "\"camera_roll\"", "\"\"") == "invalid"
                && scope("\"ios\"", "\"sd_card\"", "\"\"") == "invalid")
        #expect(scope("\"ios\"", "\"camera_roll\"", "null") == "invalid")
    }

    @Test("view.stack and view.album_order take assets whose optional members may be null")
    func views() {
        let member = CBORTree.document(
            .asset,
            [("stack_membership", .stamped(.membership)), ("capture_time", .stamped("2020-01-01T00:00:00Z"))])
        func asset(_ extra: String, _ tree: CBORTree = member) -> String {
            "{\"sidecar\": \"\(tree.hex)\"\(extra)}"
        }
        func stack(_ assets: [String], view: String = "\"default\"") -> String {
            ok(
                "\"op\": \"view.stack\", \"stack_id\": \"\(hexID(0x5a))\", \"album_id\": \"\(hexID(1))\", \"view\": \(view), \"assets\": [\(assets.joined(separator: ", "))]"
            )
        }
        let one = hexID(0x11)
        let inAlbum = ", \"album_id\": \"\(hexID(1))\""
        #expect(
            stack([asset(inAlbum + ", \"trashed\": null, \"people\": null")])
                == "{\"members\":[\"\(one)\"],\"primary\":\"\(one)\",\"shown\":false}")
        #expect(
            stack([asset(inAlbum + ", \"trashed\": true")]) == #"{"members":[],"primary":null,"shown":false}"#
        )
        #expect(stack([asset(", \"album_id\": null")]) == #"{"members":[],"primary":null,"shown":false}"#)
        #expect(stack([asset(inAlbum, member.with(0, 2))]) == #"{"members":[],"primary":null,"shown":false}"#)
        for wrong in [
            [asset(inAlbum), asset(inAlbum)], ["{}"], ["1"], [asset(", \"trashed\": 1")],
            [asset(", \"album_id\": 1")],
            [asset(", \"people\": [1]")], [asset(", \"people\": [[\"m\", \"1\"]]")],
            [asset(inAlbum, .document(.album))],
        ] { #expect(stack(wrong) == "invalid", "\(wrong)") }
        for view in ["null", "\"all\"", "1"] { #expect(stack([], view: view) == "invalid", "\(view)") }
        func order(_ albums: String) -> String {
            ok("\"op\": \"view.album_order\", \"albums\": \(albums), \"assets\": [\(asset(inAlbum))]")
        }
        func album(_ id: UInt8, _ members: String) -> String {
            "{\"album_id\": \"\(hexID(id))\", \"created\": \"2020-06-01T00:00:00Z\", \"members\": \(members)}"
        }
        #expect(
            order("[\(album(1, "null")), \(album(2, "[]"))]")
                == "{\"order\":[\"\(hexID(2))\",\"\(hexID(1))\"]}")
        #expect(order("[]") == #"{"order":[]}"#)
        for wrong in ["null", "[null]", "[\(album(1, "[1]"))]", "[{\"album_id\": \"\(hexID(1))\"}]"] {
            #expect(order(wrong) == "invalid", "\(wrong)")
        }
    }

    @Test("region.orient undoes the file's orientation and does the one shown")
    func orient() {
        func orient(_ rest: String) -> String { ok("\"op\": \"region.orient\", \(rest)") }
        let shape = #""shape": {"x": 100, "y": 20, "w": 3, "h": 4}"#
        #expect(
            orient("\(shape), \"from\": 1, \"to\": 6")
                == #"{"shape":{"h":3,"w":4,"x":999999976,"y":100}}"#)
        #expect(orient("\(shape), \"from\": 6, \"to\": 6") == #"{"shape":{"h":4,"w":3,"x":100,"y":20}}"#)
        let circle = #""shape": {"cx": 1, "cy": 2, "r": 1}"#
        #expect(orient("\(circle), \"from\": 6, \"to\": 1") == #"{"shape":{"cx":2,"cy":999999999,"r":1}}"#)
        for wrong in [
            "\(shape), \"from\": 0, \"to\": 6", "\(shape), \"from\": 1, \"to\": 9", "\(shape), \"from\": 1",
            #""shape": {"x": 1, "y": 1, "w": 0, "h": 1}, "from": 1, "to": 1"#,
            #""shape": {"cx": 0, "cy": 2, "r": 1}, "from": 1, "to": 1"#,
            #""shape": null, "from": 1, "to": 1"#,
        ] {
            #expect(orient(wrong) == "invalid", "\(wrong)")
        }
    }

    @Test("asset.export leaves out what is not kept")
    func export() {
        let document = CBORTree.document(
            .asset, [("rating", .stamped(2)), ("stack_membership", .stamped(.membership))])
        func export(_ rest: String) -> String {
            ok("\"op\": \"asset.export\", \"bytes\": \"\(document.hex)\", \(rest)")
        }
        let plain: CBORTree = ["uuid": .id(0x11), "rating": 2]
        #expect(export("\"keep\": []") == "{\"bytes\":\"\(plain.hex)\"}")
        #expect(
            export("\"keep\": [\"regions\", \"regions\"], \"stack\": null, \"album\": null")
                == "{\"bytes\":\"\(plain.hex)\"}")
        #expect(
            export("\"keep\": [], \"album\": \"\(Self.album.hex)\"")
                == "{\"bytes\":\"\(plain.with("album_labels", ["a"]).hex)\"}")
        #expect(export("\"keep\": [], \"stack\": \"\(CBORTree.document(.stack).hex)\"") == "mismatch")
        for wrong in [
            "\"keep\": null", "\"keep\": [\"gps\"]", "\"keep\": [1]", "\"keeps\": []",
            "\"keep\": [], \"stack\": 1", "\"keep\": [], \"album\": \"\(CBORTree.document(.stack).hex)\"",
        ] {
            #expect(export(wrong) == "invalid", "\(wrong)")
        }
    }
}
