// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap

import CapsuleCRDT
import CapsuleDocuments
import Testing

@testable import CapsuleSmartAlbums

/// Assets of which nobody knows when they were taken, and what is neither image nor video (SPEC section 12).
@Suite struct UnknownTimeTests {
    private static let assets = [
        SidecarDraft(id: identifier(1), facts: facts(), captureTime: .some(nil)).inLibrary(),
        SidecarDraft(id: identifier(2), facts: facts(captured: "2019-01-01T00:00:00Z", type: .fujiRAF))
            .inLibrary(),
        SidecarDraft(id: identifier(3), facts: facts(captured: nil, type: .flac)).inLibrary(),
        SidecarDraft(
            id: identifier(4), facts: facts(captured: nil, type: .xmp), captureTime: "2020-01-01T00:00:00Z"
        ).inLibrary(),
        SidecarDraft(id: identifier(5)).inLibrary(),
    ]

    private func members(_ condition: Condition) throws -> [Identifier] {
        try AssetIndex(Self.assets, currentSlots: []).members(of: definition(condition), in: .everything)
    }

    private func ordered(_ sort: AlbumSort) throws -> [Identifier] {
        try AssetIndex(Self.assets, currentSlots: []).ordered(
            definition(.all([]), sort: sort), in: .everything)
    }

    private func ids(_ numbers: [UInt64]) -> [Identifier] { numbers.map(identifier) }

    @Test("every term over a capture time that is not known is false, and its negation true")
    func terms() throws {
        let ever = Field.captureTimestamp.inRange(
            TimeRange(from: Timestamp("0000-01-01T00:00:00Z")!, to: Timestamp("9999-01-01T00:00:00Z")!)!)
        #expect(try members(ever) == ids([2, 4]))
        #expect(try members(.not(ever)) == ids([1, 3, 5]))
    }

    @Test("what has no capture time comes last in both directions, by id")
    func order() throws {
        let ascending = AlbumSort(by: .captureTimestamp, .ascending)
        #expect(try ordered(ascending) == ids([2, 4, 1, 3, 5]))
        let descending = AlbumSort(by: .captureTimestamp, .descending)
        #expect(try ordered(descending) == ids([4, 2, 1, 3, 5]))
    }

    @Test("a raw is an image; a sound and a sidecar file are of no media kind")
    func mediaKind() throws {
        #expect(try members(Field.mediaKind.eq(.image)) == ids([1, 2]))
        #expect(try members(.not(Field.mediaKind.isIn([.image, .video]))) == ids([3, 4, 5]))
        #expect(try members(Field.contentType.isIn([.flac, .xmp])) == ids([3, 4]))
        for type in ContentType.allCases {
            let kind = type.rawValue.split(separator: "/")[0]
            #expect(
                type.mediaKind?.rawValue == (kind == "image" || kind == "video" ? String(kind) : nil),
                "\(type)")
        }
    }

    @Test("an explanation says that a value is absent, not what stands elsewhere")
    func explained() throws {
        let index = try AssetIndex(Self.assets, currentSlots: [])
        let time = definition(Field.captureTimestamp.after(Timestamp("2000-01-01T00:00:00Z")!))
        #expect(index.explain(time, for: identifier(1))?.root.reason == .absent)
        #expect(index.explain(time, for: identifier(4))?.root.reason == nil)
        let kind = definition(Field.mediaKind.eq(.image))
        #expect(index.explain(kind, for: identifier(3))?.root.reason == .absent)
        #expect(index.explain(kind, for: identifier(2))?.root.reason == nil)
    }

    @Test("an update from a known time to an unknown one takes the asset out")
    func update() throws {
        var index = try AssetIndex(Self.assets, currentSlots: [])
        index.update(SidecarDraft(id: identifier(2), facts: facts(), captureTime: .some(nil)).inLibrary())
        let after = definition(Field.captureTimestamp.after(Timestamp("2000-01-01T00:00:00Z")!))
        #expect(index.members(of: after, in: .everything) == ids([4]))
    }
}
