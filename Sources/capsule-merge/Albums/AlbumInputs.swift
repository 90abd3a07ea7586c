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
        guard !arguments.has("text") else { return try Self.definition(text: arguments.characters(operand)) }
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

    /// What was left out of the answer for being newer; said, and no reason to stop.
    private(set) var newer = Notes()
    /// What is broken in folders, each file on its own.
    private(set) var refused = Notes()
    /// Stacks that lie in no album's folder, whose labels reach nobody.
    private var stacksWithoutAlbum = 0
    private var passedOver = 0

    /// The index of the folders that are named.
    mutating func library() throws(ToolError) -> AssetIndex {
        let path = try arguments.required("assets", "--assets DIR, a folder of sidecars")
        var assets: [Identifier: States<AssetKind>] = [:]
        try forEachDocument(in: path, "sidecars") { (document: AssetSidecar, file) throws(ToolError) in
            try assets[document.id, default: States()].add(document, file)
        }
        var index = AssetIndex(currentSlots: try slots())
        for states in assets.values {
            let asset = try states.joined()
            index.update(LibraryAsset(AssetInView(asset.view, albumID: states.album?.id)))
        }
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

    mutating func addStacks(to index: inout AssetIndex) throws(ToolError) {
        guard let path = arguments.value("stacks") else { return }
        var stacks: [StackInAlbum: States<StackKind>] = [:]
        var withoutAlbum = 0
        try forEachDocument(in: path, "stacks") { (document: StackDocument, file) throws(ToolError) in
            guard let album = file.album else {
                withoutAlbum += 1
                return
            }
            let key = StackInAlbum(stackID: document.id, albumID: album.id)
            try stacks[key, default: States()].add(document, file)
        }
        stacksWithoutAlbum += withoutAlbum
        for (key, states) in stacks { index.update(try states.joined(), in: key.albumID) }
    }

    mutating func addAlbums(to index: inout AssetIndex) throws(ToolError) {
        guard let path = arguments.value("albums") else { return }
        var albums: [Identifier: States<AlbumKind>] = [:]
        try forEachDocument(in: path, "albums", namesAlbums: false) {
            (document: AlbumDocument, file) throws(ToolError) in
            try albums[document.id, default: States()].add(document, file)
        }
        for states in albums.values { index.update(try states.joined()) }
    }

    /// Reads the documents of a folder; what is broken or newer is noted and stops nothing.
    private mutating func forEachDocument<Kind>(
        in path: String, _ what: String, namesAlbums: Bool = true,
        _ body: (Document<Kind>, AlbumFile) throws(ToolError) -> Void
    ) throws(ToolError) {
        let folder = try Folder(path)
        passedOver += folder.passedOver
        for refusal in folder.refused { refused.add("\(refusal)") }
        var progress = TerminalProgress("reading \(what)")
        defer { progress.finish() }
        for index in 0..<folder.count {
            progress.update(done: index, total: folder.count)
            let file = try AlbumFile(folder, index, namesAlbums: namesAlbums)
            do {
                let read = try contents(file.path)
                let bytes =
                    arguments.has("hex") ? try Hex.decode(read[...]) : read
                try body(Document(decoding: bytes), file)
            } catch let error as DocumentError where error.errorClass == .newerSchema {
                newer.add("\(Inputs.name(file.path)): \(error)")
            } catch let error as ToolError {
                throw error
            } catch let error as InputError {
                refused.add("\(error)")
            } catch {
                refused.add("\(Inputs.name(file.path)): \(error)")
            }
        }
    }

    private func contents(_ path: String) throws -> [UInt8] {
        let limit = InputFile.defaultLimit
        do throws(InputError) {
            return try Directory.read(path, limit: arguments.has("hex") ? 4 * limit : limit)
        } catch {
            // Too large for a document is one broken file; one that cannot be read ends it all.
            guard case .tooLarge = error.code else { throw ToolError.input(error) }
            throw error
        }
    }

    /// Says what is not in the answer.
    ///
    /// - Throws: when something was broken, after it was named.
    func report() throws(ToolError) {
        if newer.count > 0 {
            newer.report()
            Screen.report("capsule-merge: \(newer.count) newer documents are left out\n")
        }
        if stacksWithoutAlbum > 0 {
            Screen.report(
                "capsule-merge: \(stacksWithoutAlbum) stacks lie in no album's folder, and give no labels\n")
        }
        if passedOver > 0 {
            Screen.report("capsule-merge: passed over \(passedOver) names that begin with a dot\n")
        }
        guard refused.count > 0 else { return }
        refused.report()
        Screen.report("capsule-merge: \(refused.count) files are refused, and not in the answer\n")
        throw .reported
    }

    /// The models that are current.
    func slots() throws(ToolError) -> Set<ModelSlot> {
        var slots: Set<ModelSlot> = []
        for argument in arguments.values("slots") {
            let text = try arguments.characters(argument)
            // A model's name may hold a colon, its version hardly. By scalars: a colon and a combining mark behind it
            // are one character.
            let scalars = text.unicodeScalars
            guard let colon = scalars.lastIndex(of: ":"),
                let slot = ModelSlot(
                    modelID: String(scalars[..<colon]),
                    modelVersion: String(scalars[scalars.index(after: colon)...]))
            else {
                throw arguments.usage("'\(text)' is no MODEL:VERSION")
            }
            slots.insert(slot)
        }
        return slots
    }
}
