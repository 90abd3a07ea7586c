// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// What a record does to its asset (SPEC section 19); a closed set.
public enum RecordAction: String, CaseIterable, Hashable, Sendable {
    /// Brings the asset into being; the first record of a chain and no other.
    case create
    /// Replaces the original.
    case replace
    /// Replaces the sidecar.
    case metadataUpdate = "metadata-update"
    /// Adds a derivative, such as a preview.
    case derivativeAdd = "derivative-add"
    /// Replaces a derivative.
    case derivativeReplace = "derivative-replace"
    /// Puts the asset into the trash, or gives its stay there another window.
    case delete
    /// Takes the asset out of the trash.
    case trashRestore = "trash-restore"
}

/// A signed record of what was done with an asset, as far as decisions look at it (SPEC section 19).
///
/// The caller verified its signature and computed its digest.
public struct AssetRecord: Sendable {
    /// The digest of the record itself.
    public let digest: Digest
    /// The digest of the record before it; nil for the first.
    public let prior: Digest?
    /// What the record does.
    public let action: RecordAction
    /// Until when a delete can be undone, as it was written; nil for every other action.
    ///
    /// A text that is not a timestamp is no fault: such a delete has no window and never expires.
    public let retentionUntil: String?

    /// Takes a record's members.
    ///
    /// - Throws: `invalid` when an action other than a delete has a `retentionUntil`.
    public init(
        digest: Digest, prior: Digest?, action: RecordAction, retentionUntil: String? = nil
    ) throws(LifecycleError) {
        guard action == .delete || retentionUntil == nil else {
            throw LifecycleError(.invalid, "only a delete has a retention_until, not a \(action.rawValue)")
        }
        self.digest = digest
        self.prior = prior
        self.action = action
        self.retentionUntil = retentionUntil
    }

    /// The end of a delete's window, or nil when it has none that can be read.
    public var window: Moment? { retentionUntil.flatMap { Moment($0) } }
}

/// A record that the caller is to make: it names the head as its prior, signs the record and appends it.
public struct RecordDraft: Equatable, Sendable {
    /// What the record does.
    public let action: RecordAction
    /// The text of a delete's `retention_until`; nil where it has none, and for every other action.
    public let retentionUntil: String?

    init(_ action: RecordAction) {
        self.action = action
        retentionUntil = nil
    }

    static func delete(until: String?) -> RecordDraft { RecordDraft(deleteUntil: until) }

    /// A delete whose window ends at a time that is made, which is a stamp time.
    ///
    /// - Throws: `limit` past year 9999.
    static func delete(until moment: Moment) throws(LifecycleError) -> RecordDraft {
        guard let stamp = moment.stampTime else {
            throw LifecycleError(.limit, "the window would end past year 9999")
        }
        return RecordDraft(deleteUntil: stamp.description)
    }

    private init(deleteUntil: String?) {
        action = .delete
        retentionUntil = deleteUntil
    }
}
