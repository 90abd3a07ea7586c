// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

extension Edit {
    static let settingsEdits = [
        Edit(
            "set-smart-album", "ID FILE", "ID --clear",
            summary: "Writes a smart album's definition, a file of canonical CBOR; or deletes it.",
            argumentsWhenCleared: 1, fileArgument: 1,
            .settings { arguments throws(ToolError) in
                try arguments.check(2...2)
                let id = try arguments.identifier(0, "ID")
                let definition = arguments.isCleared ? nil : try definition(arguments.texts[1], arguments)
                let ifChanged = arguments.ifChanged
                return { (settings, author) throws(DocumentError) in
                    try settings.setSmartAlbum(id, definition: definition, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "set-scope-override", "SCOPE_ID ALBUM_ID", "SCOPE_ID --clear",
            summary: "Sends imports of a scope to an album, or takes that back.", argumentsWhenCleared: 1,
            .settings { arguments throws(ToolError) in
                try arguments.check(2...2)
                let scope = try arguments.digest(0, "SCOPE_ID")
                let album = arguments.isCleared ? nil : try arguments.identifier(1, "ALBUM_ID")
                let ifChanged = arguments.ifChanged
                return { (settings, author) throws(DocumentError) in
                    try settings.setScopeOverride(scope, album: album, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "set-source-default", "SOURCE_KIND ALBUM_ID", "SOURCE_KIND --clear",
            summary:
                "Sends imports of a kind of source (camera_roll, folder, ...) to an album, or takes that "
                + "back.",
            argumentsWhenCleared: 1,
            .settings { arguments throws(ToolError) in
                try arguments.check(2...2)
                let source = try arguments.closed(arguments.texts[0], SourceKind.self)
                let album = arguments.isCleared ? nil : try arguments.identifier(1, "ALBUM_ID")
                let ifChanged = arguments.ifChanged
                return { (settings, author) throws(DocumentError) in
                    try settings.setSourceKindDefault(source, album: album, by: author, ifChanged: ifChanged)
                }
            }),
        Edit(
            "set-cover", "ALBUM_ID ASSET_ID", "ALBUM_ID --clear",
            summary: "Picks the cover of an aggregated album, or takes that back.", argumentsWhenCleared: 1,
            .settings { arguments throws(ToolError) in
                try arguments.check(2...2)
                let album = try arguments.identifier(0, "ALBUM_ID")
                let asset = arguments.isCleared ? nil : try arguments.identifier(1, "ASSET_ID")
                let ifChanged = arguments.ifChanged
                return { (settings, author) throws(DocumentError) in
                    try settings.setAggregatedAlbumCover(
                        album, asset: asset, by: author, ifChanged: ifChanged)
                }
            }),
    ]

    /// The bytes of a definition, held to being a map so that a fault is named with its own file.
    private static func definition(_ path: String, _ arguments: EditArguments) throws(ToolError) -> [UInt8] {
        let bytes = try arguments.file(path, nil)
        do throws(CBORError) {
            _ = try OpaqueDefinition(decoding: bytes)
        } catch {
            throw .bytes(Inputs.name(path), error)
        }
        return bytes
    }
}
