// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import Testing

@testable import CapsuleSmartAlbums

/// Faults seen in other photo programs, as they would show here.
@Suite struct FieldFaultTests {
    private func members(_ condition: Condition, _ assets: [LibraryAsset]) -> [Identifier] {
        AssetIndex(assets, StraightforwardEvaluation()).members(of: definition(condition), in: .everything)
    }

    @Test("not (tags_user contains x) has an asset without labels (k3b/APhotoManager#88)")
    func noLabels() {
        #expect(
            members(.not(Field.tagsUser.contains(verbatim("x"))), [SidecarDraft().inLibrary()]).count == 1)
    }

    @Test(
        "in_range from midnight to midnight in another offset compares instants, half-open (immich-app/immich#27987)"
    )
    func offsets() {
        let day = TimeRange(
            from: Timestamp("2024-05-01T00:00:00+02:00")!, to: Timestamp("2024-05-02T00:00:00+02:00")!)!
        let times = [
            "2024-04-30T21:59:59.999Z", "2024-04-30T22:00:00Z", "2024-05-01T21:59:59Z",
            "2024-05-01T22:00:00Z",
            "2024-05-01T12:00:00-12:00",
        ]
        let assets = times.enumerated().map { number, time in
            SidecarDraft(id: identifier(UInt64(number)), facts: facts(captured: time)).inLibrary()
        }
        #expect(members(Field.captureTimestamp.inRange(day), assets) == [1, 2].map(identifier))
    }

    @Test("19:00-04:00 is later than 19:01+02:00 (pulsejet/memories#1495)")
    func order() throws {
        let assets = ["2024-05-01T19:00:00-04:00", "2024-05-01T19:01:00+02:00"].enumerated().map {
            number, time in
            SidecarDraft(id: identifier(UInt64(number)), facts: facts(captured: time)).inLibrary()
        }
        let ascending = definition(.all([]), sort: AlbumSort(by: .captureTimestamp, .ascending))
        let index = try AssetIndex(assets)
        #expect(index.ordered(ascending) == [1, 0].map(identifier))
        #expect(index.ordered(definition(.all([]))) == [0, 1].map(identifier))
    }

    @Test(
        "one label in two spellings is one, and flags of countries stay apart (RhetTbull/osxphotos#1085, pixelfed/pixelfed#6098)"
    )
    func spellings() {
        let asset = SidecarDraft(labels: ["Ca\u{303}o", "\u{1F1E9}\u{1F1EA}", "a,b"]).inLibrary()
        #expect(members(Field.tagsUser.contains(verbatim("C\u{e3}o")), [asset]).count == 1)
        #expect(members(Field.tagsUser.contains(verbatim("\u{1F1EC}\u{1F1E7}")), [asset]).isEmpty)
        #expect(members(Field.tagsUser.contains(verbatim("a")), [asset]).isEmpty)
    }

    @Test(
        "a hidden or trashed asset is in no default view, and a newer one in none (openradar iOS 12, ente-io/ente#2895)"
    )
    func leftOut() throws {
        var map = CBORMap()
        map.put("uuid", identifier(4))
        let newer = try DocumentView<AssetKind>(reading: document(map, version: 2))
        let assets = [
            SidecarDraft(id: identifier(1)).inLibrary(),
            SidecarDraft(id: identifier(2), hidden: true).inLibrary(),
            SidecarDraft(id: identifier(3)).inLibrary(trashed: true), LibraryAsset(AssetInView(newer)),
        ]
        var index = try AssetIndex(assets)
        #expect(index.members(of: definition(.all([]))) == [identifier(1)])
        #expect(index.ordered(definition(.all([])), in: .everything) == [1, 2, 3].map(identifier))
        #expect(index.members(of: definition(Field.hidden.is(true))).isEmpty)
        #expect(index.update(assets[3]).isEmpty)
        #expect(index.count == 3)
    }

    @Test(
        "a definition may ask for any rating, and a rating of 6 is nobody's (darktable-org/darktable#20231)")
    func ratings() {
        #expect(members(Field.rating.eq(6), [SidecarDraft(rating: 5).inLibrary()]).isEmpty)
    }

    @Test(
        "a sidecar with 100 000 labels, a hundred thousand people and an album of them is indexed and changed"
    )
    func hostile() throws {
        let labels = (0..<100_000).map { "label \($0)" }
        let people = [LibraryAsset.People(slot("m"), (0..<100_000).map { identifier(UInt64($0)) })]
        let asset = SidecarDraft(id: identifier(1), labels: labels).inLibrary(
            album: identifier(9), people: people)
        var index = try AssetIndex([asset], currentSlots: [slot("m")])
        index.update(album(identifier(9), labels: labels.map { "album \($0)" }))
        #expect(index.members(of: definition(Field.tagsUser.contains(verbatim("label 99999")))).count == 1)
        #expect(index.members(of: definition(Field.tagsUser.contains(verbatim("album label 7")))).count == 1)
        #expect(
            index.members(of: definition(Field.peopleCluster(slot("m")).contains(identifier(99_999)))).count
                == 1)
        #expect(!index.update(SidecarDraft(id: identifier(1)).inLibrary()).isEmpty)
        #expect(index.members(of: definition(Field.tagsUser.contains(verbatim("label 99999")))).isEmpty)
        #expect(!index.update(asset).isEmpty)
        #expect(index.members(of: definition(Field.tagsUser.contains(verbatim("label 0")))).count == 1)
    }
}
