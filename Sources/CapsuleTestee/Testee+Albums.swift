// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums
import CapsuleToolSupport

extension Testee {
    static let albumOperations = [
        Operation("album.check", checkAlbum),
        Operation("album.evaluate", evaluateAlbum),
    ]

    private static func definition(_ request: Members) throws(TesteeError) -> SmartAlbumDefinition {
        let bytes = try request.bytes("definition")
        return try answering { () throws(SmartAlbumError) in try SmartAlbumDefinition(decoding: bytes) }
    }

    private static func checkAlbum(_ request: Members) throws(TesteeError) -> JSONObject {
        _ = try definition(request)
        return JSONObject()
    }

    private static func evaluateAlbum(_ request: Members) throws(TesteeError) -> JSONObject {
        let definition = try definition(request)
        let assets = try assets(request).map(libraryAsset)
        let scope: AssetScope = try request.closed("view")
        let (stacks, albums) = (try stacks(request), try albums(request))
        let slots = try slots(request)
        var index = try answering { () throws(SmartAlbumError) in
            try AssetIndex(assets, currentSlots: slots)
        }
        for (key, stack) in stacks { index.update(stack, in: key.albumID) }
        for album in albums.values { index.update(album) }
        return JSONObject([
            ("members", .array(index.members(of: definition, in: scope).map { JSON.hex($0.bytes) })),
            ("ordered", .array(index.ordered(definition, in: scope).map { JSON.hex($0.bytes) })),
        ])
    }

    private static func libraryAsset(_ given: EvaluatedAsset) -> LibraryAsset {
        // A slot whose texts no term can name has nothing that a term asks about.
        LibraryAsset(
            given.asset,
            people: given.people.compactMap { entry in
                ModelSlot(modelID: entry.model, modelVersion: entry.version).map { slot in
                    LibraryAsset.People(slot, entry.clusters)
                }
            })
    }

    private static func slots(_ request: Members) throws(TesteeError) -> Set<ModelSlot> {
        var slots: Set<ModelSlot> = []
        guard let value = request.optional("slots") else { return slots }
        for entry in try JSON.array(value, "slots") {
            let parts = try JSON.array(entry, "a slot")
            guard parts.count == 2 else { throw .invalid("a slot is a model and its version") }
            let slot = ModelSlot(
                modelID: try JSON.text(parts[0], "a model"),
                modelVersion: try JSON.text(parts[1], "a version"))
            if let slot { slots.insert(slot) }
        }
        return slots
    }

    private static func stacks(_ request: Members) throws(TesteeError) -> [StackInAlbum: StackDocument] {
        var stacks: [StackInAlbum: StackDocument] = [:]
        guard let value = request.optional("stacks") else { return stacks }
        for entry in try JSON.array(value, "stacks") {
            let members = try Members(entry, "a stack")
            let albumID = try members.optional("album_id").map { (value) throws(TesteeError) in
                try JSON.identifier(value, "album_id")
            }
            let stack: StackDocument? = try documentUnlessNewer(members.bytes("bytes"))
            guard let stack, let albumID else { continue }
            let key = StackInAlbum(stackID: stack.id, albumID: albumID)
            stacks[key] = try joined(stacks[key], stack)
        }
        return stacks
    }

    private static func albums(_ request: Members) throws(TesteeError) -> [Identifier: AlbumDocument] {
        var albums: [Identifier: AlbumDocument] = [:]
        guard let value = request.optional("albums") else { return albums }
        for entry in try JSON.array(value, "albums") {
            guard let album: AlbumDocument = try documentUnlessNewer(JSON.bytes(entry, "an album")) else {
                continue
            }
            albums[album.id] = try joined(albums[album.id], album)
        }
        return albums
    }

    private static func joined<Kind>(
        _ known: Document<Kind>?, _ other: Document<Kind>
    ) throws(TesteeError) -> Document<Kind> {
        guard let known else { return other }
        return try answering { () throws(DocumentError) in try known.joined(with: other) }
    }

    /// The document, or nil for a newer one, which is left out.
    private static func documentUnlessNewer<Kind>(_ bytes: [UInt8]) throws(TesteeError) -> Document<Kind>? {
        try answering { () throws(DocumentError) -> Document<Kind>? in
            do throws(DocumentError) {
                return try Document(decoding: bytes)
            } catch {
                guard error.errorClass == .newerSchema else { throw error }
                return nil
            }
        }
    }
}
