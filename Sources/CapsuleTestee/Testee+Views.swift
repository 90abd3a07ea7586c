// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Testee {
    static let viewOperations = [
        Operation("view.group_cull", groupCull),
        Operation("view.stack", viewStack),
        Operation("view.album_order", orderAlbums),
        Operation("scope.id", scopeID),
        Operation("asset.export", exportAsset),
    ]

    /// An asset for evaluation, with what models made of it.
    struct EvaluatedAsset {
        let asset: AssetInView
        let people: [(model: String, version: String, clusters: [Identifier])]
    }

    /// The assets of a request, which have distinct ids; newer ones are left out.
    static func assets(_ request: Members) throws(TesteeError) -> [EvaluatedAsset] {
        var assets: [EvaluatedAsset] = []
        for value in try request.array("assets") {
            if let asset = try asset(Members(value, "an asset")) { assets.append(asset) }
        }
        guard Set(assets.map(\.asset.sidecar.id)).count == assets.count else {
            throw .invalid("the assets of a request have distinct ids")
        }
        return assets
    }

    private static func asset(_ members: Members) throws(TesteeError) -> EvaluatedAsset? {
        let bytes = try members.bytes("sidecar")
        let albumID = try members.optionalIdentifier("album_id")
        let isTrashed = members.optional("trashed") == nil ? false : try members.bool("trashed")
        var people: [(model: String, version: String, clusters: [Identifier])] = []
        if let value = members.optional("people") {
            for entry in try JSON.array(value, "people") {
                let parts = try JSON.array(entry, "an entry of people")
                guard parts.count == 3 else {
                    throw .invalid("an entry of people is a model, its version and an array of clusters")
                }
                var clusters: [Identifier] = []
                for cluster in try JSON.array(parts[2], "clusters") {
                    clusters.append(try JSON.identifier(cluster, "a cluster"))
                }
                people.append(
                    (try JSON.text(parts[0], "a model"), try JSON.text(parts[1], "a version"), clusters))
            }
        }
        let sidecar = try answering { () throws(DocumentError) -> AssetSidecar? in
            do throws(DocumentError) {
                return try AssetSidecar(decoding: bytes)
            } catch {
                guard error.errorClass == .newerSchema else { throw error }
                return nil
            }
        }
        guard let sidecar else { return nil }
        return EvaluatedAsset(
            asset: AssetInView(sidecar.view, albumID: albumID, isTrashed: isTrashed), people: people)
    }

    private static func groupCull(_ request: Members) throws(TesteeError) -> JSONObject {
        var flags: [Cull] = []
        for flag in try request.array("flags") { flags.append(try JSON.closed(flag, "a flag")) }
        return JSONObject([("state", GroupCull(flags).map { .text($0.rawValue) } ?? .null)])
    }

    private static func viewStack(_ request: Members) throws(TesteeError) -> JSONObject {
        let (stackID, albumID) = (try request.identifier("stack_id"), try request.identifier("album_id"))
        let (assets, scope): (_, AssetScope) = (try assets(request), try request.closed("view"))
        let view = try answering { () throws(DocumentError) in
            try StackView(
                stackID: stackID, albumID: albumID, assets: assets.map(\.asset), scope: scope)
        }
        return JSONObject([
            ("members", .array(view.members.map { JSON.hex($0.bytes) })),
            ("primary", view.primary.map { JSON.hex($0.bytes) } ?? .null), ("shown", .bool(view.isShown)),
        ])
    }

    private static func orderAlbums(_ request: Members) throws(TesteeError) -> JSONObject {
        var albums: [AlbumOrder.Album] = []
        for value in try request.array("albums") {
            let members = try Members(value, "an album")
            var listed: [Identifier]?
            if let value = members.optional("members") {
                listed = []
                for id in try JSON.array(value, "members") {
                    listed?.append(try JSON.identifier(id, "a member"))
                }
            }
            albums.append(
                AlbumOrder.Album(
                    id: try members.identifier("album_id"), created: try members.timestamp("created"),
                    members: listed))
        }
        let assets = try assets(request).map(\.asset)
        let order = try answering { () throws(DocumentError) in
            try AlbumOrder.ranked(albums, assets: assets)
        }
        return JSONObject([("order", .array(order.map { JSON.hex($0.bytes) }))])
    }

    private static func scopeID(_ request: Members) throws(TesteeError) -> JSONObject {
        let id = ScopeID.of(
            platform: try request.closed("platform"), sourceKind: try request.closed("source_kind"),
            locator: try request.text("locator"))
        return JSONObject([("id", JSON.hex(id.bytes))])
    }

    private static func exportAsset(_ request: Members) throws(TesteeError) -> JSONObject {
        let bytes = try request.bytes("bytes")
        let asset = try answering { () throws(DocumentError) in try AssetSidecar(decoding: bytes) }
        let stack: StackDocument? = try document(request.optional("stack"), "stack")
        let album: AlbumDocument? = try document(request.optional("album"), "album")
        var keep: AssetExport.OptIns = []
        for name in try request.array("keep") {
            let text = try JSON.text(name, "an entry of keep")
            guard let named = AssetExport.OptIns.named.first(where: { $0.name.utf8.elementsEqual(text.utf8) })
            else {
                throw .invalid("keep has no value \(text)")
            }
            keep.insert(named.option)
        }
        let export = try answering { () throws(DocumentError) in
            try AssetExport(asset, stack: stack, album: album, keep: keep)
        }
        return JSONObject([("bytes", JSON.hex(export.encoded))])
    }

    private static func document<Kind: DocumentType>(
        _ value: JSONValue?, _ what: String
    ) throws(TesteeError) -> Document<Kind>? {
        guard let value else { return nil }
        let bytes = try JSON.bytes(value, what)
        return try answering { () throws(DocumentError) in try Document(decoding: bytes) }
    }
}
