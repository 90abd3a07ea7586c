// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSmartAlbums

@Suite struct IndexPropertyTests {
    @Test("the index and the walk over documents agree on members and order, for both views")
    func indexAgreesWithDocuments() {
        var random = RandomLibrary(generator: SeededGenerator(seed: propertySeed("index", 20_261_130)))
        for round in 0..<1_000 {
            let assets = random.assets(atMost: 40)
            let library = random.surroundings()
            let index = AssetIndex(assets, library)
            for _ in 0..<5 {
                let definition = random.definition()
                for scope in [AssetScope.default, .everything] {
                    let expected = library.evaluate(definition, assets, scope: scope)
                    #expect(
                        index.members(of: definition, in: scope) == expected.members,
                        "round \(round): \(definition.predicate)")
                    #expect(
                        index.ordered(definition, in: scope) == expected.ordered,
                        "round \(round): \(definition.predicate)")
                }
            }
        }
    }

    @Test("the order in which assets are given changes nothing")
    func orderOfAssets() {
        var random = RandomLibrary(generator: SeededGenerator(seed: propertySeed("order", 1)))
        for round in 0..<200 {
            let assets = random.assets(atMost: 40)
            let library = random.surroundings()
            let shuffled = assets.shuffled(using: &random.generator)
            let definition = random.definition()
            let (one, other) = (AssetIndex(assets, library), AssetIndex(shuffled, library))
            #expect(one.ordered(definition) == other.ordered(definition), "\(round)")
            #expect(one.members(of: definition) == other.members(of: definition), "\(round)")
        }
    }

    @Test("two states of one asset are refused in either order, a newer one beside it is left out")
    func twoStates() throws {
        let (low, high) = (
            SidecarDraft(id: identifier(1), rating: 1).inLibrary(),
            SidecarDraft(id: identifier(1), rating: 5).inLibrary()
        )
        for assets in [[low, high], [high, low], [low, low]] {
            #expect {
                try AssetIndex(assets)
            } throws: {
                ($0 as? SmartAlbumError)?.errorClass == .invalid
            }
        }
        var map = CBORMap()
        map.put("uuid", identifier(1))
        let newer = try DocumentView<AssetKind>(reading: document(map, version: 2))
        #expect(try AssetIndex([low, LibraryAsset(AssetInView(newer))]).count == 1)
    }

    @Test("the first page is the beginning of the whole order")
    func firstPage() {
        var random = RandomLibrary(generator: SeededGenerator(seed: propertySeed("page", 2)))
        for round in 0..<500 {
            let index = AssetIndex(random.assets(atMost: 60), random.surroundings())
            let definition = random.definition()
            let all = index.ordered(definition, in: .everything)
            for limit in [0, 1, 2, 7, 60, 1_000] {
                #expect(
                    index.ordered(definition, in: .everything, limit: limit) == Array(all.prefix(limit)),
                    "\(round) \(limit)")
            }
        }
    }

    @Test("what a change gains and loses is the difference of two full evaluations, and snapshots stay")
    func incremental() {
        var random = RandomLibrary(generator: SeededGenerator(seed: propertySeed("incremental", 3)))
        for round in 0..<100 {
            var assets: [Identifier: LibraryAsset] = [:]
            for asset in random.assets(atMost: 30) { assets[asset.id] = asset }
            var library = random.surroundings()
            var index = AssetIndex(Array(assets.values), library)
            let definitions = (0..<4).map { _ in random.definition() }
            for step in 0..<15 {
                let earlier = index
                let (assetsBefore, libraryBefore) = (Array(assets.values), library)
                var changed = ChangedAssets([])
                for _ in 0..<Int.random(in: 1...2, using: &random.generator) {
                    changed.formUnion(random.change(&index, &assets, &library))
                }
                for definition in definitions {
                    let before = libraryBefore.evaluate(definition, assetsBefore, scope: .default).members
                    let after = library.evaluate(definition, Array(assets.values), scope: .default).members
                    let change = index.change(of: definition, since: earlier, among: changed)
                    #expect(change.gained == after.filter { !before.contains($0) }, "\(round).\(step) \(definition)")
                    #expect(change.lost == before.filter { !after.contains($0) }, "\(round).\(step) \(definition)")
                    #expect(change.isEmpty == (before == after), "\(round).\(step) \(definition)")
                    #expect(index.members(of: definition) == after, "\(round).\(step) \(definition)")
                    #expect(earlier.members(of: definition) == before, "\(round).\(step) \(definition)")
                }
                #expect(index.count == assets.count, "\(round).\(step)")
            }
        }
    }

    @Test("an index of many chunks that grew and shrank asset by asset agrees with one built at once")
    func manyChunks() {
        var random = RandomLibrary(generator: SeededGenerator(seed: propertySeed("chunks", 4)))
        let pool = (0..<50).map { random.asset(identifier($0)) }
        let library = random.surroundings()
        var grown = AssetIndex([LibraryAsset](), library)
        var kept: [LibraryAsset] = []
        for number in (0..<10_000).map({ $0 * 7_919 % 10_007 }) {
            var asset = random.pick(pool)
            var draft = SidecarDraft(id: identifier(UInt64(number)))
            draft.labels = [random.pick(RandomLibrary.labels)]
            draft.rating = number % 6
            draft.facts = facts(captured: random.pick(RandomLibrary.times))
            asset.asset.sidecar = draft.sidecar.view
            grown.update(asset)
            #expect(grown.contains(asset.id), "\(number)")
            if number % 3 == 0 {
                #expect(grown.remove(asset.id) == ChangedAssets([asset.id]), "\(number)")
                #expect(!grown.contains(asset.id), "\(number)")
            } else {
                kept.append(asset)
            }
        }
        let built = AssetIndex(kept, library)
        #expect(grown.count == kept.count)
        #expect(grown.chunks.count >= 2)
        #expect(AssetIndex().columnSize == 0)
        #expect(built.columnSize > Identifier.size * kept.count, "an id each, and more")
        for round in 0..<60 {
            let definition = random.definition()
            #expect(
                grown.ordered(definition, in: .everything) == built.ordered(definition, in: .everything),
                "\(round)")
            #expect(grown.members(of: definition) == built.members(of: definition), "\(round)")
        }
    }
}

extension RandomLibrary {
    /// Changes one thing in an index and in the documents that it is of.
    mutating func change(
        _ index: inout AssetIndex, _ assets: inout [Identifier: LibraryAsset],
        _ library: inout StraightforwardEvaluation
    ) -> ChangedAssets {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1, 2, 3:
            let asset = asset(identifier(UInt64.random(in: 0..<40, using: &generator)))
            assets[asset.id] = asset
            return index.update(asset)
        case 4:
            let id = identifier(UInt64.random(in: 0..<40, using: &generator))
            assets[id] = nil
            return index.remove(id)
        case 5:
            let album = album(pick(Self.albums), labels: some(Self.labels, atMost: 3))
            library.albums[album.id] = album
            return index.update(album)
        case 6:
            let key = StackInAlbum(stackID: pick(Self.stacks), albumID: pick(Self.albums))
            let stack = stack(key.stackID, labels: some(Self.labels, atMost: 3))
            library.stacks[key] = stack
            return index.update(stack, in: key.albumID)
        case 7:
            let id = pick(Self.albums)
            library.albums[id] = nil
            return index.removeAlbum(id)
        default:
            let key = StackInAlbum(stackID: pick(Self.stacks), albumID: pick(Self.albums))
            library.stacks[key] = nil
            return index.remove(key)
        }
    }
}
