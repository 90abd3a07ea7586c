// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Marks a library's settings.
public enum SettingsKind: DocumentType {
    /// The kind.
    public static let kind = DocumentKind.settings
}

/// LibrarySettingsV1: what one person's devices share about a library.
public typealias LibrarySettings = Document<SettingsKind>

extension DocumentReading<SettingsKind> {
    /// Smart albums by ascending id; a stamped nil is a deleted one.
    ///
    /// A definition is checked when it is used.
    public var smartAlbums: [(key: Identifier, register: Stamped<OpaqueDefinition?>)] {
        view.registers("smart_albums", Identifier.self, OpaqueDefinition?.self)
    }

    /// Albums that imports of a scope go to, by ascending scope id.
    public var scopeOverrides: [(key: Digest, register: Stamped<Identifier?>)] {
        view.registers("scope_overrides", Digest.self, Identifier?.self)
    }

    /// Albums that imports of a kind of source go to.
    public var sourceKindDefaults: [(key: SourceKind, register: Stamped<Identifier?>)] {
        view.registers("source_kind_defaults", SourceKind.self, Identifier?.self)
    }

    /// Cover assets of aggregated albums, by ascending album id.
    public var aggregatedAlbumCovers: [(key: Identifier, register: Stamped<Identifier?>)] {
        view.registers("aggregated_album_covers", Identifier.self, Identifier?.self)
    }
}
