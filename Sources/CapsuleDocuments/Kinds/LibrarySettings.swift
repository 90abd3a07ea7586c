// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Marks a library's settings.
public enum SettingsKind: DocumentType {
    /// The kind.
    public static let kind = DocumentKind.settings

    /// The fields, in the order in which they are shown.
    public static let fields = FieldList<Self>(
        Identity("settings_doc_id"), smartAlbums, scopeOverrides, sourceKindDefaults, aggregatedAlbumCovers)

    /// Smart albums, by their ids.
    package static let smartAlbums = RegisterMap("smart_albums", Identifier.self, OpaqueDefinition.self)
    /// Albums that imports of a scope go to.
    package static let scopeOverrides = RegisterMap("scope_overrides", Digest.self, Identifier.self)
    /// Albums that imports of a kind of source go to.
    package static let sourceKindDefaults = RegisterMap(
        "source_kind_defaults", SourceKind.self, Identifier.self)
    /// Cover assets of aggregated albums.
    package static let aggregatedAlbumCovers = RegisterMap(
        "aggregated_album_covers", Identifier.self, Identifier.self)
}

/// LibrarySettingsV1: what one person's devices share about a library.
public typealias LibrarySettings = Document<SettingsKind>

extension DocumentReading<SettingsKind> {
    /// Smart albums by ascending id; a stamped nil is a deleted one.
    ///
    /// A definition is checked when it is used.
    public var smartAlbums: [(key: Identifier, register: Stamped<OpaqueDefinition?>)] {
        view[SettingsKind.smartAlbums]
    }

    /// Albums that imports of a scope go to, by ascending scope id.
    public var scopeOverrides: [(key: Digest, register: Stamped<Identifier?>)] {
        view[SettingsKind.scopeOverrides]
    }

    /// Albums that imports of a kind of source go to.
    public var sourceKindDefaults: [(key: SourceKind, register: Stamped<Identifier?>)] {
        view[SettingsKind.sourceKindDefaults]
    }

    /// Cover assets of aggregated albums, by ascending album id.
    public var aggregatedAlbumCovers: [(key: Identifier, register: Stamped<Identifier?>)] {
        view[SettingsKind.aggregatedAlbumCovers]
    }
}

/// Each edit takes `ifChanged`: with it, an entry whose value has the bytes of the current one is not written, and
/// the delta holds nothing.
extension DocumentEditing where Self: ~Copyable, Kind == SettingsKind {
    /// Writes or deletes a smart album's definition, as the canonical bytes of its map.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` when the bytes are not one canonical map, or its smart_album_id is another; `limit`.
    public mutating func setSmartAlbum(
        _ id: Identifier, definition: [UInt8]?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        var value: OpaqueDefinition?
        if let definition {
            do throws(CBORError) {
                value = try OpaqueDefinition(decoding: definition)
            } catch {
                throw DocumentError(error, in: definition.span)
            }
            // A definition's smart_album_id is its key (SPEC section 10, writing rules).
            let named = definition.span.uncheckedValue("smart_album_id", inMapAt: 0)
            guard let named, definition.span.extracting(named).elementsEqual(id.encoded.span) else {
                throw DocumentError(
                    .invalid, at: "\(SettingsKind.smartAlbums.name).\(id)",
                    "the definition's smart_album_id is not \(id)")
            }
        }
        return try set(SettingsKind.smartAlbums, id, to: value, by: author, ifChanged: ifChanged)
    }

    /// Sends imports of a scope to an album, or takes that back.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setScopeOverride(
        _ scope: Digest, album: Identifier?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(SettingsKind.scopeOverrides, scope, to: album, by: author, ifChanged: ifChanged)
    }

    /// Sends imports of a kind of source to an album, or takes that back.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setSourceKindDefault(
        _ kind: SourceKind, album: Identifier?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(SettingsKind.sourceKindDefaults, kind, to: album, by: author, ifChanged: ifChanged)
    }

    /// Picks the cover asset of an aggregated album, or takes that back.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setAggregatedAlbumCover(
        _ album: Identifier, asset: Identifier?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(SettingsKind.aggregatedAlbumCovers, album, to: asset, by: author, ifChanged: ifChanged)
    }
}
