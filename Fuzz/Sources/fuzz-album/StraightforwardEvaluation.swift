// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

@testable import CapsuleSmartAlbums

/// Evaluates definitions by walking documents, one asset at a time: SPEC section 12 as it is written.
struct StraightforwardEvaluation {
    var stacks: [StackInAlbum: StackDocument] = [:]
    var albums: [Identifier: AlbumDocument] = [:]
    var currentSlots: Set<ModelSlot> = []

    func evaluate(
        _ definition: SmartAlbumDefinition, _ assets: [LibraryAsset], scope: AssetScope
    ) -> (members: [Identifier], ordered: [Identifier]) {
        let members = assets.filter { asset in
            guard !asset.asset.sidecar.isNewer else { return false }
            if scope == .default, asset.asset.sidecar.isHidden || asset.asset.isTrashed { return false }
            return truth(definition.predicate, asset) == true
        }.sorted { $0.id < $1.id }
        let sort = definition.effectiveSort
        let keyed = members.map { (id: $0.id, key: Self.sortKey(sort.key, $0.asset.sidecar)) }
        let ordered = keyed.sorted { left, right in
            guard left.key != right.key else { return left.id < right.id }
            guard let leftKey = left.key else { return false }
            guard let rightKey = right.key else { return true }
            return sort.direction == .ascending ? leftKey < rightKey : leftKey > rightKey
        }
        return (members.map(\.id), ordered.map(\.id))
    }

    private static func sortKey(
        _ key: AlbumSort.Key, _ sidecar: DocumentView<AssetKind>
    ) -> Timestamp.Instant? {
        switch key {
        case .captureTimestamp: sidecar.effectiveCaptureTimestamp?.instant
        case .importTimestamp: sidecar.facts?.value.importTimestamp.instant
        case .rating:
            sidecar.effectiveRating.flatMap { rating in
                Timestamp("2000-01-01T00:0\(rating.stars):00Z")?.instant
            }
        }
    }

    /// True, false, or nil for unknown.
    func truth(_ condition: Condition, _ asset: LibraryAsset) -> Bool? {
        switch condition {
        case .all(let children):
            let truths = children.map { truth($0, asset) }
            return truths.contains(false) ? false : truths.contains(nil) ? nil : true
        case .any(let children):
            let truths = children.map { truth($0, asset) }
            return truths.contains(true) ? true : truths.contains(nil) ? nil : false
        case .not(let child): return truth(child, asset).map { !$0 }
        case .term(let term): return truth(term, asset)
        }
    }

    private func truth(_ term: Term, _ asset: LibraryAsset) -> Bool? {
        if let slot = term.slot, !currentSlots.contains(slot) { return nil }
        let sidecar = asset.asset.sidecar
        switch term {
        case .time(.capture, let test): return holds(test, sidecar.effectiveCaptureTimestamp)
        case .time(.import, let test): return holds(test, sidecar.facts?.value.importTimestamp)
        case .number(.rating, let test): return holds(test, sidecar.effectiveRating.map { UInt32($0.stars) })
        case .number(.width, let test): return holds(test, sidecar.facts?.value.dimensions?.width)
        case .number(.height, let test): return holds(test, sidecar.facts?.value.dimensions?.height)
        case .contentType(let test): return holds(test, sidecar.facts?.value.contentType)
        case .mediaKind(let test): return holds(test, sidecar.facts?.value.contentType.mediaKind)
        case .datum(let test): return holds(test, sidecar.effectiveLocation?.datum)
        case .cull(let value): return sidecar.effectiveCull == value
        case .hidden(let value): return sidecar.isHidden == value
        case .labels(let test): return holds(test.normalized, labels(asset))
        case .aiTags(let test, let slot): return holds(test.normalized, aiTags(sidecar, slot))
        case .people(let test, let slot):
            return holds(test, Set(asset.people.filter { $0.slot == slot }.flatMap(\.clusters)))
        case .stackType(let test):
            return holds(test, Set([sidecar.currentMembership?.stackType].compactMap(\.self)))
        case .album(let test): return holds(test, Set([asset.asset.albumID].compactMap(\.self)))
        case .place(let exists): return (sidecar.effectiveLocation != nil) == exists
        case .camera(let exists): return (sidecar.facts?.value.camera != nil) == exists
        }
    }

    private func labels(_ asset: LibraryAsset) -> Set<[UInt8]> {
        let sidecar = asset.asset.sidecar
        var labels = sidecar.tagsUser.elements
        for (_, region) in sidecar.regions where region.isLive { labels += region.labels.elements }
        if let albumID = asset.asset.albumID {
            if let album = albums[albumID] { labels += album.labels.elements }
            if let stackID = sidecar.currentMembership?.stackID,
                let stack = stacks[StackInAlbum(stackID: stackID, albumID: albumID)]
            {
                labels += stack.labels.elements
            }
        }
        return Set(labels.map(\.matchKey))
    }

    private func aiTags(_ sidecar: DocumentView<AssetKind>, _ slot: ModelSlot) -> Set<[UInt8]> {
        let tags = sidecar.tagsAI.elements.filter {
            ModelSlot(modelID: $0.modelID, modelVersion: $0.modelVersion) == slot
        }
        return Set(tags.map { NormalForm.label(Array($0.tag.utf8).span) })
    }

    private func holds(_ test: TimeTest, _ value: Timestamp?) -> Bool {
        guard let instant = value?.instant else { return false }
        return switch test {
        case .before(let time): instant < time.instant
        case .after(let time): instant > time.instant
        case .inRange(let range): instant >= range.start.instant && instant < range.end.instant
        }
    }

    private func holds(_ test: NumberTest, _ value: UInt32?) -> Bool {
        guard let value else { return false }
        return switch test {
        case .eq(let number): value == number
        case .gte(let number): value >= number
        case .lte(let number): value <= number
        case .inRange(let range): range.contains(value)
        }
    }

    private func holds<Value>(_ test: ChoiceTest<Value>, _ value: Value?) -> Bool {
        guard let value else { return false }
        return switch test {
        case .eq(let wanted): value == wanted
        case .isIn(let wanted): wanted.contains(value)
        }
    }

    private func holds<Member>(_ test: SetTest<Member>, _ members: Set<Member>) -> Bool {
        switch test {
        case .contains(let member): members.contains(member)
        case .containsAny(let wanted): wanted.contains { members.contains($0) }
        case .containsAll(let wanted): wanted.allSatisfy { members.contains($0) }
        }
    }
}

extension SetTest<Label> {
    /// The test over normal forms, by which labels are matched.
    fileprivate var normalized: SetTest<[UInt8]> {
        switch self {
        case .contains(let member): .contains(member.matchKey)
        case .containsAny(let members): .containsAny(members.map(\.matchKey))
        case .containsAll(let members): .containsAll(members.map(\.matchKey))
        }
    }
}
