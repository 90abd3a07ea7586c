// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// What leaves the library is an allow-list of plain values (SPEC section 14).
@Suite struct ExportTests {
    /// An asset stuffed with everything that must stay home, in bytes that are looked for afterwards.
    private func stuffed() throws -> AssetSidecar {
        func secret(_ tree: CBORTree) -> CBORTree { tree.with("secret_key", "secret value") }
        let facts = secret(
            CBORTree.facts.with("dimensions", secret(["height": 3, "width": 4]))
                .with("camera_id", secret(["model": "the model", "serial": "the serial"])))
        let hidden: Fields = [("secret_key", "secret value")]
        func stamped(_ value: CBORTree) -> CBORTree { .stamped(value, by: 0xde, at: 7, hidden) }
        let label: CBORTree = "the label"
        return try asset([
            ("facts", stamped(facts)), ("capture_time", stamped("2001-02-03T04:05:06Z")),
            (
                "location",
                stamped(secret(["lat": 48.137_154, "lon": -11.576_124, "source": "exif", "datum": "gcj02"]))
            ),
            ("lqip", stamped(secret(.lqip))), ("tags_user", CBORTree.set(0xee, [0, 70], [(64, label)])),
            ("tags_ai", CBORTree.set(0xee, [0, 0], [(0, secret(CBORTree.aiTag.with("tag", "an ai tag")))])),
            (
                "caption",
                ["current": stamped("the caption"), "superseded": [.stamped("an old caption", by: 0xde)]]
            ),
            ("rating", stamped(4)), ("orientation", stamped(6)),
            ("stack_membership", stamped(secret(.membership))),
            ("cull", stamped("pick")),
            ("hidden", stamped(false)), ("secret_key", "secret value"),
            (
                "regions",
                [
                    .id(0xa1): [
                        "shape": .stamped(.circle, by: 0xde, hidden),
                        "labels": .set(0xee, [0, 1], [(1, "a face")]),
                        "secret_key": "secret value",
                    ],
                    .id(0xa2): ["shape": .stamped(.null, by: 0xde)],
                    .id(0xa3): ["labels": .set(0xee, [0, 0], [(0, "ghost")])],
                ]
            ),
        ])
    }

    private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    private static let everything = AssetExport.OptIns(AssetExport.OptIns.named.map(\.option))

    private static let plain: CBORTree = [
        "uuid": .id(0x11), "hash": .digest(7), "capture_timestamp": "2001-02-03T04:05:06Z",
        "content_type": "image/jpeg",
        "dimensions": ["height": 3, "width": 4], "lqip": .lqip, "caption": "the caption",
        "labels": ["the label"],
        "rating": 4, "orientation": 6,
        "camera_id": ["model": "the model"],
    ]

    @Test("an export holds the allowed keys and their plain values, and nothing else")
    func plain() throws {
        let document = try stuffed()
        let before = document.encoded
        #expect(try AssetExport(document).encoded == Self.plain.encoded)
        #expect(document.encoded == before)
    }

    @Test("each opt-in lets out its own key and no other")
    func optIns() throws {
        let document = try stuffed()
        let camera: CBORTree = ["model": "the model", "serial": "the serial"]
        let coarse: CBORTree = ["lat": 48.14, "lon": -11.58, "source": "exif", "datum": "gcj02"]
        let precise: CBORTree = ["lat": 48.137_154, "lon": -11.576_124, "source": "exif", "datum": "gcj02"]
        let regions: CBORTree = [["labels": ["a face"], "shape": .circle]]
        let opened: [(AssetExport.OptIns, CBORTree, CBORTree)] = [
            (.cameraSerial, "camera_id", camera), (.deviceID, "device_id", .id(0xd1)),
            (.sessionID, "session_id", .id(0x51)),
            (.regions, "regions", regions), (.coarseGPS, "gps", coarse), (.preciseGPS, "gps", precise),
        ]
        #expect(opened.count == AssetExport.OptIns.named.count)
        var all = Self.plain
        for (option, key, value) in opened {
            #expect(try AssetExport(document, keep: option).encoded == Self.plain.with(key, value).encoded)
            all = all.with(key, value)
        }
        #expect(
            try AssetExport(document, keep: Self.everything).encoded == all.encoded,
            "of two places the precise one wins")
    }

    @Test("no stamp, writer, unknown key, old caption, AI tag or tombstone leaves, whatever is opted in")
    func staysHome() throws {
        let stack = try StackDocument(
            decoding: CBORTree.document(
                .stack,
                [("labels", .set(0xee, [0, 9], [(3, "of the stack")])), ("secret_key", "secret value")]
            )
            .with("stack_id", .id(0x5a)).encoded)
        let album = try album([
            ("name", .stamped("the name", by: 0xde)), ("labels", .set(0xee, [0, 0], [(0, "of the album")])),
        ])
        let bytes = try AssetExport(
            stuffed(), stack: stack, album: album,
            keep: Self.everything
        ).encoded
        #expect(holds(bytes, Array("of the stack".utf8)) && holds(bytes, Array("of the album".utf8)))
        for id: UInt8 in [0xde, 0xee, 0x5a, 0xa1, 0xa2, 0xa3] {
            #expect(!holds(bytes, [UInt8](repeating: id, count: 16)))
        }
        for text in [
            "secret", "old caption", "ai tag", "ghost", "the name", Sample.time(7).description, "superseded",
            "cull", "hidden",
        ] {
            #expect(!holds(bytes, Array(text.utf8)), "\(text)")
        }
    }

    @Test("what has no value is absent")
    func absent() throws {
        #expect(
            try AssetExport(AssetSidecar(id: Sample.document), keep: Self.everything)
                .encoded == CBORTree.map([("uuid", .id(0x11))]).encoded)
        let empty = try asset([
            ("caption", ["current": .stamped("")]), ("rating", .stamped(0)), ("location", .stamped(.null)),
            ("lqip", .stamped(.null)),
            ("tags_user", .set(0x81, [0, 5])), ("regions", [.id(0xa2): ["shape": .stamped(.null)]]),
        ])
        let album = try album([("labels", .set(0x81, [0, 5]))])
        #expect(
            try AssetExport(empty, album: album, keep: [.regions]).encoded
                == CBORTree.map([("uuid", .id(0x11))]).encoded)
        let bare = try asset([("regions", [.id(0xa1): ["shape": .stamped(.rectangle)]])])
        let region: CBORTree = [["labels": [], "shape": .rectangle]]
        #expect(
            try AssetExport(bare, keep: [.regions]).encoded
                == CBORTree.map([("uuid", .id(0x11)), ("regions", region)]).encoded)
    }

    @Test("the labels of a stack go only with its members")
    func stackMismatch() throws {
        func stack(_ id: UInt8) throws -> StackDocument {
            try StackDocument(decoding: CBORTree.document(.stack).with("stack_id", .id(id)).encoded)
        }
        let member = try asset([("stack_membership", .stamped(.membership))])
        #expect(throws: Never.self) { try AssetExport(member, stack: stack(0x5a)) }
        for document in [member, try asset(), try asset([("stack_membership", .stamped(.null))])] {
            #expect(refusal { _ = try AssetExport(document, stack: stack(0x5b)) }?.errorClass == .mismatch)
        }
    }

    @Test(
        "a place is rounded to two decimals, halves away from zero, in 64-bit floats, and a zero is positive",
        arguments: [
            (48.137_154, 48.14), (-11.576_124, -11.58), (0.0, 0.0), (-0.0, 0.0), (-0.004, 0.0), (0.004, 0.0),
            // x * 100 is exactly half a step for these.
            (0.125, 0.13), (-0.125, -0.13), (2.5, 2.5), (0.375, 0.38), (-0.375, -0.38), (0.005, 0.01),
            (-0.005, -0.01),
            // 1.005 * 100 is below the half in 64-bit floats, 1.115 * 100 is above it.
            (1.005, 1.0), (-1.005, -1.0), (1.115, 1.12), (89.999, 90.0), (90.0, 90.0), (-90.0, -90.0),
            (-89.996, -90.0),
            (.leastNonzeroMagnitude, 0.0), (-.leastNonzeroMagnitude, 0.0), (0.015, 0.02), (0.285, 0.28),
            (33.335, 33.34),
        ])
    func rounding(_ given: Double, _ rounded: Double) throws {
        let document = try asset([
            ("location", .stamped(["lat": .float(given), "lon": .float(given), "source": "manual"]))
        ])
        let wanted: CBORTree = ["lat": .float(rounded), "lon": .float(rounded), "source": "manual"]
        #expect(
            try AssetExport(document, keep: .coarseGPS).encoded
                == CBORTree.map([("uuid", .id(0x11)), ("gps", wanted)]).encoded)
        #expect(try AssetExport(document).encoded == CBORTree.map([("uuid", .id(0x11))]).encoded)
        let verbatim: CBORTree = ["lat": .float(given), "lon": .float(given), "source": "manual"]
        #expect(
            try AssetExport(document, keep: .preciseGPS).encoded
                == CBORTree.map([("uuid", .id(0x11)), ("gps", verbatim)]).encoded)
    }
}
