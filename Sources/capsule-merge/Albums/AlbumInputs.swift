// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums
import CapsuleToolSupport

/// Reads what `album` is asked about.
struct AlbumInputs {
    let arguments: Arguments
    private var inputs: Inputs

    init(_ arguments: Arguments) throws(ToolError) {
        self.arguments = arguments
        inputs = try Inputs(arguments)
    }

    /// The definition in a file; with `--text`, the text form that stands in its place.
    mutating func definition(_ operand: String) throws(ToolError) -> SmartAlbumDefinition {
        guard !arguments.has("text") else { return try Self.definition(text: operand) }
        let bytes = try inputs.bytes(operand)
        do throws(SmartAlbumError) {
            return try SmartAlbumDefinition(decoding: bytes)
        } catch {
            throw .message("\(Inputs.name(operand)): \(error)")
        }
    }

    private static func definition(text: String) throws(ToolError) -> SmartAlbumDefinition {
        let read: DefinitionText
        do throws(DefinitionTextError) {
            read = try DefinitionText(text)
        } catch {
            throw .message("the definition's text, \(error)")
        }
        // A definition that is asked about once and never stored: nobody reads its name or its writer.
        let nobody = Identifier(hex: String(repeating: "0", count: 32))
        guard let nobody, let name = DisplayName("") else { throw .message("no definition") }
        do {
            return try SmartAlbumDefinition(
                id: nobody, displayName: Stamped(name, by: nobody, ts: .last), predicate: read.predicate,
                sort: read.sort)
        } catch {
            throw .message("the definition's text: \(error)")
        }
    }

    /// The index of the folders that are named.
    mutating func library() throws(ToolError) -> AssetIndex {
        let folder = try arguments.required("assets", "--assets DIR, a folder of sidecars")
        let files = try Folder.files(in: folder)
        var progress = TerminalProgress("reading sidecars")
        var assets: [LibraryAsset] = []
        defer { progress.finish() }
        for (number, file) in files.enumerated() {
            progress.update(done: number, total: files.count)
            assets.append(try asset(file.path, album: try album(file)))
        }
        var index = try index(of: assets)
        try addStacks(to: &index)
        try addAlbums(to: &index)
        return index
    }

    /// The index of sidecars; two states of one asset are refused.
    func index(of assets: [LibraryAsset]) throws(ToolError) -> AssetIndex {
        let slots = try slots()
        do throws(SmartAlbumError) {
            return try AssetIndex(assets, currentSlots: slots)
        } catch {
            throw .message("\(error)")
        }
    }

    /// The sidecar in a file.
    mutating func asset(_ path: String, album: Identifier? = nil) throws(ToolError) -> LibraryAsset {
        let bytes = try inputs.bytes(path)
        let sidecar = try refusing(path) { () throws(DocumentError) in
            try DocumentView<AssetKind>(reading: bytes)
        }
        return LibraryAsset(AssetInView(sidecar, albumID: album))
    }

    /// The album that a file's folder is named for.
    private func album(_ file: Folder.File) throws(ToolError) -> Identifier? {
        guard let name = file.subfolder else { return nil }
        guard let id = Identifier(hex: name) else {
            throw .message(
                "\(file.path): a folder within a folder is named for an album, in 32 hexadecimal digits")
        }
        return id
    }

    mutating func addStacks(to index: inout AssetIndex) throws(ToolError) {
        guard let folder = arguments.value("stacks") else { return }
        var stacks: [StackInAlbum: StackDocument] = [:]
        for file in try Folder.files(in: folder) {
            guard let albumID = try album(file), let stack: StackDocument = try document(file.path) else {
                continue
            }
            let key = StackInAlbum(stackID: stack.id, albumID: albumID)
            stacks[key] = try joined(stacks[key], stack, file.path)
        }
        for (key, stack) in stacks { index.update(stack, in: key.albumID) }
    }

    mutating func addAlbums(to index: inout AssetIndex) throws(ToolError) {
        guard let folder = arguments.value("albums") else { return }
        var albums: [Identifier: AlbumDocument] = [:]
        for file in try Folder.files(in: folder) {
            guard let album: AlbumDocument = try document(file.path) else { continue }
            albums[album.id] = try joined(albums[album.id], album, file.path)
        }
        for album in albums.values { index.update(album) }
    }

    private func joined<Kind>(
        _ known: Document<Kind>?, _ other: Document<Kind>, _ path: String
    ) throws(ToolError) -> Document<Kind> {
        guard let known else { return other }
        return try refusing(path) { () throws(DocumentError) in try known.joined(with: other) }
    }

    /// The document in a file; nil for a newer one, which is left out.
    private mutating func document<Kind>(_ path: String) throws(ToolError) -> Document<Kind>? {
        let bytes = try inputs.bytes(path)
        return try refusing(path) { () throws(DocumentError) -> Document<Kind>? in
            do throws(DocumentError) {
                return try Document(decoding: bytes)
            } catch {
                guard error.errorClass == .newerSchema else { throw error }
                return nil
            }
        }
    }

    /// The models that are current.
    func slots() throws(ToolError) -> Set<ModelSlot> {
        var slots: Set<ModelSlot> = []
        for text in arguments.values("slots") {
            // A model's name may hold a colon, its version hardly.
            guard let colon = text.lastIndex(of: ":"),
                let slot = ModelSlot(
                    modelID: String(text[..<colon]), modelVersion: String(text[text.index(after: colon)...]))
            else {
                throw arguments.usage("'\(text)' is no MODEL:VERSION")
            }
            slots.insert(slot)
        }
        return slots
    }
}
