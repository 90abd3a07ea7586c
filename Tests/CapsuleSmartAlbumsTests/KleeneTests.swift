// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CapsuleSmartAlbums

@Suite struct KleeneTests {
    /// Conditions up to a depth over a true, a false and an unknown term, with up to two parts each.
    static func conditions(_ depth: Int) -> [Condition] {
        let terms = [
            Field.rating.eq(4), Field.rating.eq(5), Field.tagsAI(slot("stale")).containsAll([]),
        ]
        guard depth > 1 else { return terms }
        let inner = conditions(depth - 1)
        let lists = [[]] + inner.map { [$0] } + inner.flatMap { left in inner.map { [left, $0] } }
        return terms + inner.map(Condition.not) + lists.map(Condition.all) + lists.map(Condition.any)
    }

    @Test("all, any and not combine true, false and unknown as Kleene's do, to depth 3, all of them")
    func exhaustive() throws {
        let asset = SidecarDraft(rating: 4).inLibrary()
        let index = try AssetIndex([asset])
        let conditions = Self.conditions(3)
        #expect(conditions.count > 2_000)
        for condition in conditions {
            let expected = StraightforwardEvaluation().truth(condition, asset)
            let definition = definition(condition)
            #expect(index.members(of: definition).isEmpty == (expected != true), "\(condition)")
            let explained = index.explain(definition, for: asset.id)?.root.truth
            #expect(explained == (expected.map { $0 ? .true : .false } ?? .unknown), "\(condition)")
        }
    }

    @Test("a stale term lets nothing in, under not either, whatever its operand")
    func stale() throws {
        let index = try AssetIndex([SidecarDraft().inLibrary()])
        let current = try AssetIndex([SidecarDraft().inLibrary()], currentSlots: [slot("m")])
        for stale in [
            Field.tagsAI(slot("m")).containsAll([]), Field.tagsAI(slot("m")).containsAny([]),
            Field.peopleCluster(slot("m")).contains(identifier(1)),
        ] {
            #expect(index.members(of: definition(stale)).isEmpty, "\(stale)")
            #expect(index.members(of: definition(.not(stale))).isEmpty, "\(stale)")
            #expect(index.members(of: definition(.any([stale, .not(stale)]))).isEmpty, "\(stale)")
            #expect(index.members(of: definition(.any([stale, .all([])]))).count == 1, "\(stale)")
            #expect(current.members(of: definition(.any([stale, .not(stale)]))).count == 1, "\(stale)")
        }
    }
}
