// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// Where an import goes, and by which rule (SPEC section 20).
public struct ImportDestination: Hashable, Sendable {
    /// The rules; the first that has an album decides.
    public enum Rule: String, CaseIterable, Hashable, Sendable {
        /// The person named an album for this import.
        case explicitPick = "explicit-pick"
        /// The settings name an album for the place the import comes from.
        case scopeOverride = "scope-override"
        /// The settings name an album for this kind of place.
        case sourceKindDefault = "source-kind-default"
        /// The server's pointer names a default album.
        case defaultPointer = "default-pointer"
        /// Nothing else is left: the album that every device derives alike.
        case derivedDefault = "derived-default"
    }

    /// The album.
    public let albumID: Identifier
    /// The rule that fired.
    public let rule: Rule
    /// Whether to ask the person once where imports of this source go; the answer becomes the scope's
    /// override in the settings.
    public var asks: Bool { rule == .defaultPointer || rule == .derivedDefault }

    /// Finds where an import goes.
    ///
    /// - Parameters:
    ///   - explicitPick: the album that the person named, if any.
    ///   - scope: the place that the import comes from (`ScopeID`).
    ///   - sourceKind: the kind of place.
    ///   - settings: the library's settings, also newer ones as far as they are understood; a deleted row
    ///     does not count. Nil where there are none, or where their id cannot be read.
    ///   - defaultAlbum: the album that the server's pointer names, if any.
    ///   - derivedDefault: the album that every device derives alike.
    ///   - writable: the albums that this device may add to; nil for all. Rows and pointer are passed over
    ///     when they name another, the derived album never.
    /// - Throws: `invalid` when the person picked an album that is not writable.
    public init(
        explicitPick: Identifier?, scope: Digest, sourceKind: SourceKind,
        settings: DocumentView<SettingsKind>?,
        defaultAlbum: Identifier?, derivedDefault: Identifier, writable: Set<Identifier>? = nil
    ) throws(ClientRuleError) {
        func mayWrite(_ album: Identifier) -> Bool { writable?.contains(album) ?? true }
        if let explicitPick {
            guard mayWrite(explicitPick) else {
                throw ClientRuleError(.invalid, "nothing can be added to the picked album \(explicitPick)")
            }
            (albumID, rule) = (explicitPick, .explicitPick)
            return
        }
        let candidates: [(album: Identifier?, rule: Rule)] = [
            (settings?.scopeOverrides.first { $0.key == scope }?.register.value, .scopeOverride),
            (settings?.sourceKindDefaults.first { $0.key == sourceKind }?.register.value, .sourceKindDefault),
            (defaultAlbum, .defaultPointer),
        ]
        for (album, rule) in candidates {
            if let album, mayWrite(album) {
                (albumID, self.rule) = (album, rule)
                return
            }
        }
        (albumID, rule) = (derivedDefault, .derivedDefault)
    }
}
