// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums

extension GrowthWork {
    /// Smart albums: the index, its updates, and definitions with many terms.
    static var albums: [Piece] {
        [
            Piece("index: build", 150) { n in
                let assets = try libraryAssets(n)
                return { _ = try AssetIndex(assets) }
            },
            Piece("index: update and remove", 500) { n in
                let assets = try libraryAssets(n + 1)
                let index = try AssetIndex(assets.dropLast())
                return {
                    var copy = index
                    for asset in [assets[0], assets[n]] { _ = copy.update(asset) }
                    _ = copy.remove(assets[0].id)
                }
            },
            Piece("index: what many updates changed", 500) { n in
                let ids = try libraryAssets(n).map(\.id)
                let (index, definition) = (AssetIndex(), try definition(1))
                return {
                    var changed = ChangedAssets([])
                    for id in ids { changed.formUnion(ChangedAssets([id])) }
                    _ = index.members(of: definition, among: changed)
                }
            },
            Piece("index: an album's labels", 200) { n in
                let index = try AssetIndex(libraryAssets(n))
                let album = try GrowthInputs.album(n)
                return {
                    var copy = index
                    _ = copy.update(album)
                    _ = copy.removeAlbum(album.id)
                }
            },
            Piece("index: a stack's labels", 200) { n in
                let index = try AssetIndex(libraryAssets(n))
                let fields = ["labels": GrowthInputs.labels(n)]
                let stack = try StackDocument(decoding: GrowthInputs.document(.stack, fields))
                return {
                    var copy = index
                    _ = copy.update(stack, in: GrowthInputs.id)
                    _ = copy.remove(StackInAlbum(stackID: stack.id, albumID: GrowthInputs.id))
                }
            },
            Piece("index: change", 150) { n in
                let assets = try libraryAssets(n)
                let (before, definition) = (AssetIndex(), try definition(1))
                let after = try AssetIndex(assets)
                let changed = ChangedAssets(assets.map(\.id))
                return { _ = after.change(of: definition, since: before, among: changed) }
            },
            Piece("index: members in order", 300) { n in
                let index = try AssetIndex(libraryAssets(n))
                let definition = try definition(1)
                return { _ = (index.members(of: definition), index.ordered(definition)) }
            },
            Piece("index: explain", 15) { n in
                let assets = try libraryAssets(1)
                let index = try AssetIndex(assets)
                let definition = try definition(n)
                return { _ = index.explain(definition, for: assets[0].id) }
            },
            Piece("definition: write and read", 15) { n in
                let definition = try definition(n)
                return { _ = try SmartAlbumDefinition(decoding: definition.encoded) }
            },
            Piece("definition: as text", 15) { n in
                let definition = try definition(n)
                return { _ = try DefinitionText(DefinitionText(definition).description) }
            },
            Piece("definition: evaluate terms", 15) { n in
                let index = try AssetIndex(libraryAssets(100))
                let definition = try definition(n)
                return { _ = index.members(of: definition) }
            },
        ]
    }

    private static func libraryAssets(_ count: Int) throws -> [LibraryAsset] {
        shuffled(try GrowthInputs.sidecars(count)).map { LibraryAsset($0) }
    }

    /// A definition of so many terms.
    private static func definition(_ terms: Int) throws -> SmartAlbumDefinition {
        guard let name = DisplayName("An album") else { preconditionFailure("a name") }
        let conditions = try (0..<terms).map { index in
            Condition.not(Field.tagsUser.contains(try Label(normalizing: GrowthInputs.text("label ", index))))
        }
        return try SmartAlbumDefinition(
            id: GrowthInputs.id, displayName: Stamped(name, by: GrowthInputs.device, ts: GrowthInputs.time()),
            predicate: .all(conditions))
    }
}
