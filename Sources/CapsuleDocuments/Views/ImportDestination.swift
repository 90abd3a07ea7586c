// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Where an import goes, and by which rule (SPEC section 10, library settings).
public struct ImportDestination: Hashable, Sendable {
    /// The rules, the first that has an album decides.
    public enum Rule: String, CaseIterable, Hashable, Sendable {
        /// The person named an album for this import.
        case explicitPick = "explicit_pick"
        /// The settings name an album for the place the import comes from.
        case scopeOverride = "scope_override"
        /// The settings name an album for this kind of place.
        case sourceKindDefault = "source_kind_default"
        /// The library points to a default album.
        case defaultAlbum = "default_album"
        /// Nothing is set: the album that every device derives alike.
        case derivedDefault = "derived_default"
    }

    /// The album.
    public let albumID: Identifier
    /// The rule that fired.
    public let rule: Rule

    /// Finds where an import goes.
    ///
    /// - Parameters:
    ///   - explicitPick: the album that the person named, if any.
    ///   - scope: the place that the import comes from.
    ///   - sourceKind: the kind of place.
    ///   - settings: the library's settings; a deleted row does not count.
    ///   - defaultAlbum: the album that the library points to, if any.
    ///   - derivedDefault: the album that every device derives alike.
    public init(
        explicitPick: Identifier?, scope: Digest, sourceKind: SourceKind,
        settings: DocumentView<SettingsKind>,
        defaultAlbum: Identifier?, derivedDefault: Identifier
    ) {
        if let explicitPick {
            (albumID, rule) = (explicitPick, .explicitPick)
        } else if let row = settings.scopeOverrides.first(where: { $0.key == scope })?.register.value {
            (albumID, rule) = (row, .scopeOverride)
        } else if let row = settings.sourceKindDefaults.first(where: { $0.key == sourceKind })?.register.value
        {
            (albumID, rule) = (row, .sourceKindDefault)
        } else if let defaultAlbum {
            (albumID, rule) = (defaultAlbum, .defaultAlbum)
        } else {
            (albumID, rule) = (derivedDefault, .derivedDefault)
        }
    }
}
