// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Where a record comes from.
public enum RecordSource: String, CaseIterable, Hashable, Sendable {
    /// The server's feed: the server accepted the record.
    case feed
    /// Another device.
    case peer
    /// A backup.
    case backup
    /// A client; the receiver is the server.
    case client
}

/// What becomes of a record that arrives (SPEC section 19, receiving).
public struct RecordReception: Sendable {
    /// Whether the record is appended; a record that the chain holds is not, and that is no fault.
    public let isAppended: Bool
    /// The chain afterwards.
    public let chain: AssetChain

    /// Receives a record for an asset whose chain is held.
    ///
    /// - Parameters:
    ///   - record: what arrived, its signature verified.
    ///   - chain: the asset's records, as the receiver holds them.
    ///   - disk: what the receiver holds of the asset's bytes.
    ///   - source: where the record comes from.
    ///   - now: the receiver's trusted clock: a device's latest time of the feed, a server's own; nil without.
    /// - Throws: `invalid` for a second beginning; `stale-revival` when the record does not follow the head;
    ///   `purged` and `retention-elapsed` when it comes too late.
    public init(
        of record: AssetRecord, chain: AssetChain, disk: BytesOnDisk, from source: RecordSource, now: Moment?
    ) throws(LifecycleError) {
        if chain.index(of: record.digest) != nil {
            (isAppended, self.chain) = (false, chain)
            return
        }
        guard record.action != .create, let prior = record.prior else {
            throw LifecycleError(.invalid, "the asset has its create, and only that has no prior")
        }
        guard prior == chain.head.digest else {
            throw LifecycleError(.staleRevival, "the record does not follow the chain's head")
        }
        if source != .feed { try Self.checkLateness(record, chain, disk, source, now) }
        (isAppended, self.chain) = (true, AssetChain(extending: chain, with: record))
    }

    /// Receives a record of an asset of which no chain is held, so that what lies on disk has no say.
    ///
    /// - Throws: `stale-revival` when it is not a create; `invalid` when it names a prior.
    public init(ofFirst record: AssetRecord) throws(LifecycleError) {
        guard record.action == .create else {
            throw LifecycleError(.staleRevival, "no chain is held that the record could follow")
        }
        (isAppended, chain) = (true, try AssetChain([record]))
    }

    private static func checkLateness(
        _ record: AssetRecord, _ chain: AssetChain, _ disk: BytesOnDisk, _ source: RecordSource,
        _ now: Moment?
    ) throws(LifecycleError) {
        let serverHasNothing =
            source == .client && chain.isTrashed && !disk.hasSidecar && !disk.hasOriginal
        if serverHasNothing || chain.state(disk) == .purged {
            throw record.action == .trashRestore
                ? LifecycleError(.retentionElapsed, "the asset is purged, so it cannot be restored")
                : LifecycleError(.purged, "the asset is purged")
        }
        guard let now, let end = chain.window, end <= now else { return }
        if record.action == .trashRestore || record.action == .delete {
            throw LifecycleError(.retentionElapsed, "the window is over")
        }
    }
}
