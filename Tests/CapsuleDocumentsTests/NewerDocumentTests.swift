// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Documents of a later schema: shown as far as understood, never joined, edited or encoded (SPEC section 10).
@Suite struct NewerDocumentTests {
    private func newer(_ fields: Fields) -> [UInt8] { CBORTree.document(.asset, fields, version: 2).encoded }

    private func view(_ fields: Fields) throws -> DocumentView<AssetKind> {
        try DocumentView(reading: newer(fields))
    }

    @Test("a newer document shows each known key whose value is valid, and lists the others")
    func shows() throws {
        let view = try view([
            ("rating", .stamped(3)), ("cull", .stamped("maybe")),
            ("tags_user", .set(0x81, [0, 0], [(0, "a")])),
            ("tags_ai", [1, 2]), ("new", 1), ("stack_id", .id(1)), (5, 6), (.bytes([1]), 1),
        ])
        #expect(view.isNewer && view.schemaVersion == 2 && view.document == nil)
        #expect(view.effectiveRating == Rating(3) && view.effectiveCull == nil)
        #expect(view.tagsUser.elements.map(\.description) == ["a"])
        #expect(view.tagsAI.elements.isEmpty)
        #expect(view.unknownKeys == ["new", "stack_id"])
        #expect(view.encodedValue(of: "new") == [1])
        #expect(view.encodedValue(of: "tags_ai") == [0x82, 1, 2])
    }

    @Test("what is there and not understood has no value and no default")
    func noDefault() throws {
        let plain = try view([("facts", .stamped(.facts))])
        #expect(plain.effectiveRating == Rating.none && plain.effectiveCull == .neutral && !plain.isHidden)
        #expect(plain.effectiveCaptureTimestamp != nil)
        let strange = try view([
            ("facts", .stamped(.facts)), ("rating", .stamped(6)), ("cull", 1), ("hidden", .stamped("yes")),
            ("location", .stamped(["lat": 1.0])), ("capture_time", .stamped(5)),
            ("orientation", .stamped(9)),
        ])
        #expect(strange.effectiveRating == nil && strange.effectiveCull == nil)
        #expect(strange.isHidden)
        #expect(strange.effectiveLocation == nil)
        #expect(strange.effectiveCaptureTimestamp == nil && strange.orientation == nil)
        #expect(strange.facts != nil)
        let visible = try view([("hidden", .stamped(false))])
        #expect(!visible.isHidden)
    }

    @Test("a newer document without a valid id is invalid to read; for all else it is newer first")
    func withoutID() {
        for id: CBORTree? in [nil, .null, .bytes([1])] {
            let bytes = CBORTree.document(.asset, version: 7).with("uuid", id).encoded
            #expect(refusal { _ = try DocumentView<AssetKind>(reading: bytes) }?.errorClass == .invalid)
            #expect(refusal { _ = try AssetSidecar(decoding: bytes) }?.errorClass == .newerSchema)
        }
    }

    @Test("a newer document is not decoded, joined or edited", arguments: DocumentKind.allCases)
    func refused(_ kind: DocumentKind) throws {
        let bytes = CBORTree.document(kind, [("new", 1)], version: 2).encoded
        let error = refusal { _ = try DocumentState(decoding: bytes, kind: kind) }
        #expect(error?.errorClass == .newerSchema)
        let newer = try DocumentState(reading: bytes, kind: kind)
        let known = try state(kind, .document(kind))
        var report = JoinReport()
        #expect(refusal { _ = try known.joined(with: newer, report: &report) }?.errorClass == .newerSchema)
        #expect(refusal { _ = try newer.joined(with: known, report: &report) }?.errorClass == .newerSchema)
        #expect(newer.bytes == bytes)
    }

    @Test("a newer document that is no canonical CBOR is refused as that, when read too")
    func canonicalFirst() {
        let bytes = newer([("z", 1)])
        #expect(refusal { _ = try DocumentView<AssetKind>(reading: bytes + [0]) }?.errorClass == .malformed)
        #expect(
            refusal { _ = try DocumentView<AssetKind>(reading: Array(bytes.dropLast())) }?.errorClass
                == .malformed)
        let long = newer([("z", .raw([0x18, 0x01]))])
        #expect(refusal { _ = try DocumentView<AssetKind>(reading: long) }?.errorClass == .nonCanonical)
        let deep = newer([("z", .raw([UInt8](repeating: 0x81, count: 40) + [0]))])
        #expect(refusal { _ = try DocumentView<AssetKind>(reading: deep) }?.errorClass == .limit)
    }

    @Test("a newer asset is left out of every view and changes nothing for the others")
    func views() throws {
        let member = CBORTree.membership
        let known = try asset([("facts", .stamped(.facts)), ("stack_membership", .stamped(member))])
        let fields: Fields = [
            ("facts", .stamped(.facts)), ("stack_membership", .stamped(member.with("role", "primary"))),
        ]
        let tree = CBORTree.document(.asset, fields, version: 2).with("uuid", .id(0x01))
        let newer = try DocumentView<AssetKind>(reading: tree.encoded)
        let album = Sample.id(9)
        let assets = [AssetInView(known.view, albumID: album), AssetInView(newer, albumID: album)]
        let stack = try StackView(
            stackID: Sample.id(0x5a), albumID: album, assets: assets, scope: .everything)
        #expect(stack.members == [Sample.document] && stack.primary == Sample.document)
        for system in SystemView.allCases { #expect(!system.contains(assets[1])) }
    }
}
