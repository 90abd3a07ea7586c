// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Whether a device purges an asset of its own accord (SPEC section 19, expiry).
///
/// A late purge loses nothing and an early one can, so the device's own clock has no say.
public struct Expiry: Equatable, Sendable {
    /// Why an asset is kept.
    public enum Keep: String, CaseIterable, Hashable, Sendable {
        /// It is not in the trash, or nothing is left of it.
        case notTrashed = "not-trashed"
        /// The server has not seen the delete: nothing runs out before it has.
        case deleteHeld = "delete-held"
        /// What the feed still holds may restore it.
        case feedNotDrained = "feed-not-drained"
        /// Its delete has no readable window, so it never expires.
        case noWindow = "no-window"
        /// By the server's time it can still be restored.
        case windowOpen = "window-open"
    }

    /// Why the asset is kept; nil when it is purged.
    public let keep: Keep?
    /// The delete to sign and append before the bytes are removed; at most one.
    public let append: [RecordDraft]
    /// Whether the asset's bytes are removed, as `VerbEffect.removesBytes` lists them.
    public var purges: Bool { keep == nil }

    /// Decides whether an asset is purged.
    ///
    /// - Parameters:
    ///   - chain: the asset's records, as this device holds them.
    ///   - disk: what this device holds of the asset's bytes.
    ///   - isDrained: whether a drain has reached the feed's head.
    ///   - isPurgedByServer: whether the feed marks the delete as purged.
    ///   - serverNow: the latest `changed_at` that a drain of the feed saw; nil when there was none.
    ///   - indexed: the digest that the feed names as the asset's head; nil when the feed lists no such asset.
    public init(
        of chain: AssetChain, disk: BytesOnDisk, isDrained: Bool, isPurgedByServer: Bool, serverNow: Moment?,
        indexed: Digest?
    ) {
        keep = Self.keep(
            chain, disk, isDrained: isDrained, isPurgedByServer: isPurgedByServer, serverNow: serverNow,
            indexed: indexed)
        if keep == nil, chain.head.action != .delete, let delete = chain.trashingDelete {
            append = [.delete(until: delete.retentionUntil)]
        } else {
            append = []
        }
    }

    private static func keep(
        _ chain: AssetChain, _ disk: BytesOnDisk, isDrained: Bool, isPurgedByServer: Bool,
        serverNow: Moment?, indexed: Digest?
    ) -> Keep? {
        guard chain.isTrashed, chain.state(disk) != .purged else { return .notTrashed }
        if chain.holdsDelete(indexed: indexed) { return .deleteHeld }
        if isPurgedByServer { return nil }
        guard isDrained, let serverNow else { return .feedNotDrained }
        guard let end = chain.window else { return .noWindow }
        return serverNow < end ? .windowOpen : nil
    }

    /// Whether a server purges an asset: the chain says trashed, and its window is at or before the clock.
    ///
    /// - Parameters:
    ///   - chain: the asset's records, as the server accepted them.
    ///   - now: the server's clock.
    public static func isDueOnServer(_ chain: AssetChain, now: Moment) -> Bool {
        guard let end = chain.window else { return false }
        return end <= now
    }
}

extension Expiry.Keep {
    /// One plain sentence for a person; not part of any contract.
    public var reason: String {
        switch self {
        case .notTrashed: "the asset is not in the trash, or is purged already"
        case .deleteHeld: "the feed does not show the latest delete, so nothing runs out yet"
        case .feedNotDrained: "what the feed still holds may restore the asset"
        case .noWindow: "the delete has no readable window, so it never expires"
        case .windowOpen: "by the server's time the asset can still be restored"
        }
    }
}
