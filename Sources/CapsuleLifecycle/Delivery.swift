// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Which records a delivery sends to the server (SPEC section 19, delivery).
///
/// After `purged` or `restore-too-late`, and when the server refuses a record, the caller rebases onto the
/// feed's chain (`Rebase`), so that what came later still arrives. The time of the server's refusal counts
/// as its clock.
public struct Delivery: Equatable, Sendable {
    /// Why not all records are sent.
    public enum Withheld: String, CaseIterable, Hashable, Sendable {
        /// The server purged the asset.
        case purged
        /// The feed does not list the asset: the upload carries the create, and nothing else is sent.
        case notIndexed = "not-indexed"
        /// The server would apply a delete, and could purge before the restore that follows it.
        case restoreTooLate = "restore-too-late"
    }

    /// The digests of the records to send, in order.
    public let send: [Digest]
    /// Why not all are sent; nil when they are.
    public let withheld: Withheld?

    /// Decides what to send.
    ///
    /// - Parameters:
    ///   - chain: the asset's records, as this device holds them.
    ///   - indexed: the digest that the feed names as the asset's head; nil when the feed lists no such asset.
    ///   - isPurgedByServer: whether the feed marks the delete as purged.
    ///   - clocks: the device's clock, and the latest time that it saw in the feed.
    /// - Throws: `stale-revival` when the feed's head is not in the chain: rebase.
    public init(
        of chain: AssetChain, indexed: Digest?, isPurgedByServer: Bool, clocks: Clocks
    ) throws(LifecycleError) {
        guard !isPurgedByServer else {
            (send, withheld) = ([], .purged)
            return
        }
        guard let indexed else {
            (send, withheld) = ([], .notIndexed)
            return
        }
        guard let known = chain.index(of: indexed) else {
            throw LifecycleError(
                .staleRevival, "the feed's head is not in the chain: the chains have diverged")
        }
        let pending = chain.records[(known + 1)...]
        let late = Self.beginOfLateStretch(pending, now: clocks.later)
        send = pending[..<(late ?? pending.endIndex)].map(\.digest)
        withheld = late == nil ? nil : .restoreTooLate
    }

    /// Where the first stretch begins whose restore would come too late: one that has ended, and in which
    /// the window of a delete is over.
    ///
    /// A stretch goes from a first delete to the restore that undoes it, by these records alone.
    private static func beginOfLateStretch(_ pending: ArraySlice<AssetRecord>, now: Moment) -> Int? {
        var stretch: (begin: Int, isLate: Bool)?
        for (index, record) in zip(pending.indices, pending) {
            switch record.action {
            case .delete:
                let isLate = record.window.map { $0 <= now } ?? false
                stretch = (stretch?.begin ?? index, (stretch?.isLate ?? false) || isLate)
            case .trashRestore:
                if let stretch, stretch.isLate { return stretch.begin }
                stretch = nil
            default: break
            }
        }
        return nil
    }
}

extension Delivery.Withheld {
    /// One plain sentence for a person; not part of any contract.
    public var reason: String {
        switch self {
        case .purged: "the server purged the asset"
        case .notIndexed: "the feed does not list the asset, whose upload carries the create"
        case .restoreTooLate:
            "a window is over, so the server could purge after the delete and before the restore"
        }
    }
}
