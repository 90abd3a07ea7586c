// SPDX-License-Identifier: Apache-2.0

import CapsuleClientRules
import CapsuleCRDT
import CapsuleDocuments

extension GrowthWork {
    /// What is derived of many documents, or of one with much in it.
    static var views: [Piece] {
        [
            Piece("stack view", 150) { n in
                var documents = try GrowthInputs.sidecars(n)
                let members = documents.map(\.id)
                _ = try StackEdits.form(
                    GrowthInputs.id, type: .burst, members: members, in: &documents,
                    by: GrowthInputs.author(5))
                let assets = shuffled(documents)
                return {
                    _ = try StackView(
                        stackID: GrowthInputs.id, albumID: GrowthInputs.id, assets: assets, scope: .default)
                }
            },
            Piece("album order", 150) { n in
                guard let created = Timestamp("2026-01-01T00:00:00Z") else { return {} }
                let assets = shuffled(try GrowthInputs.sidecars(n))
                let albums = (0..<n).map { index in
                    AlbumOrder.Album(
                        id: GrowthInputs.identifier(index), created: created,
                        members: index == 0 ? assets.map(\.sidecar.id) : nil)
                }
                return { _ = try AlbumOrder.ranked(albums, assets: assets) }
            },
            Piece("export of labels", 200) { n in
                let album = try GrowthInputs.album(n)
                let labels = GrowthInputs.labels(n, kind: "mine ")
                let asset = try AssetSidecar(decoding: GrowthInputs.document(.asset, ["tags_user": labels]))
                return { _ = try AssetExport(asset, album: album) }
            },
            Piece("export of regions", 100) { n in
                let asset = try GrowthInputs.regions(n)
                return { _ = try AssetExport(asset, keep: .regions) }
            },
            Piece("import destination", 200) { n in
                let settings = try GrowthInputs.settings(n)
                return {
                    _ = try ImportDestination(
                        explicitPick: nil, scope: GrowthInputs.digest(1), sourceKind: .folder,
                        settings: settings.view,
                        defaultAlbum: nil, derivedDefault: GrowthInputs.id)
                }
            },
            Piece("raw and JPEG", 150) { n in
                let files = (0..<n).map { index in
                    ImportedFile(
                        id: GrowthInputs.identifier(index),
                        path: "DCIM/\(index / 2)." + (index % 2 == 0 ? "jpg" : "dng"),
                        contentType: index % 2 == 0 ? .jpeg : .dng)
                }
                return { _ = try RAWJPEGDetection.stacks(of: files) }
            },
            Piece("raw and JPEG of one name", 150) { n in
                let files = (0..<n).map {
                    ImportedFile(id: GrowthInputs.identifier($0), path: "DCIM/1.xmp", contentType: .xmp)
                }
                return { _ = try RAWJPEGDetection.stacks(of: files) }
            },
        ]
    }

    /// The assets in an order that is as good as random.
    static func shuffled(_ documents: [AssetSidecar]) -> [AssetInView] {
        var random = FixedGenerator()
        return documents.shuffled(using: &random).map { AssetInView($0.view, albumID: GrowthInputs.id) }
    }
}
