// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

extension GrowthWork {
    /// One edit of each sort of place, of documents in which somebody else wrote much.
    static var edits: [Piece] {
        [
            album("edit: add a label") { try $0.addLabel("new", by: $1) },
            album("edit: add a label that is there") { try $0.addLabel("label 0000000", by: $1) },
            album("edit: remove a label") { album, _ in try album.removeLabel("label 0000000") },
            album("edit: rename") { try $0.setName("new", by: $1) },
            Piece("edit: remove a label of many adds", 300) { n in
                var set = ORSetBuilder()
                for index in 0..<n {
                    set.add(AddID(writer: GrowthInputs.identifier(index + 10), counter: 0), [0x61, 0x78])
                }
                let bytes = GrowthInputs.document(.album, ["labels": set.encoded])
                let album = try AlbumDocument(decoding: bytes)
                return {
                    var copy = album
                    _ = try copy.removeLabel("x")
                }
            },
            asset("edit: put a region") { asset, author in
                guard let shape = RegionShape.rectangle(left: 0, top: 0, width: 1, height: 1) else {
                    return asset
                }
                return try asset.putRegion(GrowthInputs.identifier(1 << 40), shape, by: author)
            },
            asset("edit: delete a region") { try $0.deleteRegion(GrowthInputs.identifier(0), by: $1) },
            asset("edit: label a region") {
                try $0.addRegionLabel("new", to: GrowthInputs.identifier(0), by: $1)
            },
            asset("edit: take a region's label") { asset, _ in
                try asset.removeRegionLabel("label 0000000", from: GrowthInputs.identifier(0))
            },
            asset("edit: rate") { asset, author in
                guard let rating = Rating(3) else { return asset }
                return try asset.setRating(rating, by: author)
            },
            Piece("edit: a cover of the settings", 200) { n in
                let settings = try GrowthInputs.settings(n)
                return {
                    var copy = settings
                    _ = try copy.setAggregatedAlbumCover(
                        GrowthInputs.identifier(1 << 40), asset: GrowthInputs.id, by: GrowthInputs.author(5))
                }
            },
            stacks("edit: form a stack") { documents, members in
                _ = try StackEdits.form(
                    GrowthInputs.id, type: .burst, members: members, in: &documents, by: author)
            },
            stacks("edit: leave a stack") { documents, members in
                _ = try StackEdits.leave(members, in: &documents, by: author)
            },
            stacks("edit: make a primary") { documents, members in
                _ = try StackEdits.makePrimary(members[0], of: GrowthInputs.id, in: &documents, by: author)
            },
            stacks("edit: flag a stack") { documents, _ in
                _ = try StackEdits.flag(.pick, stack: GrowthInputs.id, in: &documents, by: author)
            },
            Piece("edit: form a stack of replicas", 60) { n in
                var random = FixedGenerator()
                let replicas = try GrowthInputs.sidecars(n).map {
                    Replica($0, device: GrowthInputs.device, using: &random)
                }
                return {
                    try StackEdits.form(
                        GrowthInputs.id, type: .burst, members: replicas.map(\.document.id), in: replicas,
                        now: GrowthInputs.time(1))
                }
            },
        ]
    }

    private static let author = GrowthInputs.author(5)

    private static func album(
        _ name: String, _ edit: @escaping (inout AlbumDocument, Author) throws -> AlbumDocument
    ) -> Piece {
        Piece(name, 1_000) { n in
            let album = try GrowthInputs.album(n)
            return {
                var copy = album
                _ = try edit(&copy, author)
            }
        }
    }

    private static func asset(
        _ name: String, _ edit: @escaping (inout AssetSidecar, Author) throws -> AssetSidecar
    ) -> Piece {
        Piece(name, 200) { n in
            let asset = try GrowthInputs.regions(n)
            return {
                var copy = asset
                _ = try edit(&copy, author)
            }
        }
    }

    /// An edit of all members of a stack.
    private static func stacks(
        _ name: String, _ edit: @escaping (inout [AssetSidecar], [Identifier]) throws -> Void
    ) -> Piece {
        Piece(name, 100) { n in
            var documents = try GrowthInputs.sidecars(n)
            let members = documents.map(\.id)
            _ = try StackEdits.form(
                GrowthInputs.id, type: .burst, members: members, in: &documents, by: author)
            // In another order, so that forming it anew writes every member.
            return { try edit(&documents, members.reversed()) }
        }
    }
}
