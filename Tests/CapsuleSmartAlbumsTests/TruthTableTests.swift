// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import CapsuleCRDT
import CapsuleDocuments
import Testing

@testable import CapsuleSmartAlbums

/// Each field with its operators over absent, default, boundary and ordinary values: which assets are members.
@Suite struct TruthTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let condition: Condition
        /// The names of the members.
        let members: String
        var testDescription: String { DefinitionText.print(condition) }
    }

    static let m = slot("m")
    static let time = Timestamp("2024-05-01T12:00:00Z")!
    static let hour = TimeRange(from: time, to: Timestamp("2024-05-01T13:00:00Z")!)!
    /// `bare` has nothing; the others differ from it in what is named.
    static let assets: [(name: String, asset: LibraryAsset)] = [
        ("bare", SidecarDraft(id: identifier(1)).inLibrary()),
        (
            "early",
            SidecarDraft(id: identifier(2), facts: facts(captured: "2024-05-01T11:59:59.999999999Z"))
                .inLibrary()
        ),
        (
            "exact",
            SidecarDraft(
                id: identifier(3),
                facts: facts(
                    captured: "2024-05-01T14:00:00+02:00", type: .mp4,
                    dimensions: Dimensions(width: 1, height: 9))
            )
            .inLibrary(album: identifier(50))
        ),
        (
            "late",
            SidecarDraft(
                id: identifier(4), facts: facts(captured: "2020-01-01T00:00:00Z", camera: true),
                captureTime: "2024-05-01T13:00:00Z",
                location: .some(GPS(latitude: 1, longitude: 1, source: .exif)!),
                rating: 3, cull: .pick, hidden: false, labels: ["cafe\u{301}"],
                aiTags: [AITag(tag: "x", modelID: "m", modelVersion: "1")!]
            ).inLibrary(people: [LibraryAsset.People(m, [identifier(60)])])
        ),
        (
            "full",
            SidecarDraft(
                id: identifier(5),
                facts: facts(
                    captured: "2030-01-01T00:00:00Z", dimensions: Dimensions(width: 4_000, height: 3_000)),
                location: .some(GPS(latitude: 1, longitude: 1, source: .exif, datum: .gcj02)!), rating: 5,
                cull: .reject, hidden: true,
                membership: .some(StackMembership(stackID: identifier(70), stackType: .burst, role: .member)),
                labels: ["own"], regions: [(["face"], false), ([], true)]
            ).inLibrary(album: identifier(51))
        ),
        (
            "cleared",
            SidecarDraft(id: identifier(6), location: .some(nil), membership: .some(nil)).inLibrary()
        ),
    ]
    static let index: AssetIndex = {
        var index = AssetIndex(assets.map(\.asset), StraightforwardEvaluation(currentSlots: [m]))
        index.update(stack(identifier(70), labels: ["burst"]), in: identifier(51))
        index.update(stack(identifier(70), labels: ["elsewhere"]), in: identifier(50))
        index.update(album(identifier(51), labels: ["trip"]))
        return index
    }()

    static let rows: [Row] = [
        Row(condition: Field.captureTimestamp.before(time), members: "early"),
        Row(condition: Field.captureTimestamp.after(time), members: "late full"),
        Row(condition: Field.captureTimestamp.inRange(hour), members: "exact"),
        Row(condition: .not(Field.captureTimestamp.after(time)), members: "bare early exact cleared"),
        Row(condition: Field.importTimestamp.after(time), members: "early exact late full"),
        Row(condition: Field.importTimestamp.before(time), members: ""),
        Row(condition: Field.contentType.eq(.jpeg), members: "early late full"),
        Row(condition: Field.contentType.isIn([.mp4, .webm]), members: "exact"),
        Row(condition: Field.contentType.isIn([]), members: ""),
        Row(condition: Field.mediaKind.eq(.video), members: "exact"),
        Row(condition: Field.mediaKind.isIn([.video, .image]), members: "early exact late full"),
        Row(condition: Field.gpsDatum.eq(.wgs84), members: "late"),
        Row(condition: Field.gpsDatum.eq(.gcj02), members: "full"),
        Row(condition: Field.gpsDatum.isIn([.wgs84, .gcj02]), members: "late full"),
        Row(condition: Field.rating.eq(0), members: "bare early exact cleared"),
        Row(condition: Field.rating.gte(3), members: "late full"),
        Row(condition: Field.rating.gte(6), members: ""),
        Row(condition: Field.rating.lte(.max), members: everyone),
        Row(condition: Field.rating.lte(3), members: "bare early exact late cleared"),
        Row(condition: Field.rating.inRange(3...4), members: "late"),
        Row(condition: Field.width.eq(0), members: ""), Row(condition: Field.width.lte(1), members: "exact"),
        Row(condition: Field.width.gte(0), members: "exact full"),
        Row(condition: Field.height.inRange(9...3_000), members: "exact full"),
        Row(condition: Field.height.inRange(10...2_999), members: ""),
        Row(condition: Field.cull.is(.neutral), members: "bare early exact cleared"),
        Row(condition: Field.cull.is(.pick), members: "late"),
        Row(condition: Field.hidden.is(true), members: "full"),
        Row(condition: Field.hidden.is(false), members: "bare early exact late cleared"),
        Row(condition: Field.tagsUser.contains(verbatim(" caf\u{e9}")), members: "late"),
        Row(condition: Field.tagsUser.contains(verbatim("face")), members: "full"),
        Row(condition: Field.tagsUser.contains(verbatim("elsewhere")), members: ""),
        Row(
            condition: Field.tagsUser.containsAll(["own", "face", "burst", "trip"].map(verbatim)),
            members: "full"),
        Row(condition: Field.tagsUser.containsAny(["nowhere", "trip"].map(verbatim)), members: "full"),
        Row(condition: Field.tagsUser.containsAny([]), members: ""),
        Row(condition: Field.tagsUser.containsAll([]), members: everyone),
        Row(
            condition: .not(Field.tagsUser.contains(verbatim("own"))),
            members: "bare early exact late cleared"),
        Row(condition: Field.tagsAI(m).contains(verbatim("x")), members: "late"),
        Row(condition: Field.tagsAI(m).containsAll([verbatim("x"), verbatim("y")]), members: ""),
        Row(condition: Field.tagsAI(slot("n")).contains(verbatim("x")), members: ""),
        Row(
            condition: Field.peopleCluster(m).containsAny([identifier(60), identifier(61)]), members: "late"),
        Row(
            condition: .not(Field.peopleCluster(m).contains(identifier(60))),
            members: "bare early exact full cleared"),
        Row(condition: Field.stackType.contains(.burst), members: "full"),
        Row(condition: Field.stackType.containsAll([.burst, .burst]), members: "full"),
        Row(condition: Field.stackType.containsAll([.burst, .custom]), members: ""),
        Row(condition: Field.albumID.contains(identifier(50)), members: "exact"),
        Row(condition: Field.albumID.containsAny([identifier(50), identifier(51)]), members: "exact full"),
        Row(condition: Field.albumID.containsAll([identifier(50), identifier(51)]), members: ""),
        Row(condition: Field.gps.exists(), members: "late full"),
        Row(condition: Field.gps.exists(false), members: "bare early exact cleared"),
        Row(condition: Field.camera.exists(), members: "late"),
        Row(condition: Field.camera.exists(false), members: "bare early exact full cleared"),
        Row(condition: .all([]), members: everyone), Row(condition: .any([]), members: ""),
    ]
    static let everyone = "bare early exact late full cleared"

    @Test("a term is true of exactly these assets", arguments: Self.rows)
    func table(row: Row) {
        let members = Self.index.members(of: definition(row.condition), in: .everything)
        let names = Self.assets.filter { members.contains($0.asset.id) }.map(\.name)
        #expect(names.joined(separator: " ") == row.members)
    }

    @Test("the explanation says what was absent, a default, or stale")
    func reasons() {
        func reason(_ condition: Condition, _ asset: UInt64) -> String? {
            Self.index.explain(definition(condition), for: identifier(asset))?.root.reason?.rawValue
        }
        for condition in [
            Field.captureTimestamp.after(Self.time), Field.importTimestamp.after(Self.time),
            Field.width.gte(1),
            Field.contentType.eq(.jpeg), Field.mediaKind.eq(.image), Field.gpsDatum.eq(.wgs84),
            Field.gps.exists(),
            Field.camera.exists(), Field.stackType.contains(.burst), Field.albumID.contains(identifier(1)),
        ] {
            #expect(reason(condition, 1) == "absent", "\(condition)")
        }
        for condition in [Field.rating.eq(0), Field.cull.is(.neutral), Field.hidden.is(false)] {
            #expect(reason(condition, 1) == "default used", "\(condition)")
            #expect(reason(condition, 4) == nil, "\(condition)")
        }
        #expect(reason(Field.tagsAI(slot("n")).contains(verbatim("x")), 1) == "stale slot")
        let all = Condition.all([Field.rating.gte(3), .not(Field.tagsAI(slot("n")).containsAll([]))])
        let explanation = Self.index.explain(definition(all), for: identifier(5))
        #expect(
            explanation?.description == """
                unknown  all
                true       rating >= 3
                unknown    not
                unknown      tags_ai("n", "1") contains_all []  (stale slot)
                hidden or trashed: the default view leaves it out
                """)
        #expect(Self.index.explain(definition(all), for: identifier(99)) == nil)
    }
}
