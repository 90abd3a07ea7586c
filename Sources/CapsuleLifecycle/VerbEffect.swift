// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// What a person asks to be done with an asset.
public enum UserVerb: String, CaseIterable, Hashable, Sendable {
    /// Put it into the trash.
    case delete
    /// Take it out of the trash.
    case restore
    /// Remove it now, before its window is over.
    case purge
}

/// What a person's verb does (SPEC section 19, verbs).
///
/// The caller appends the records first, in order, and removes the bytes after them.
public struct VerbEffect: Equatable, Sendable {
    /// The records to sign and append; at most one.
    public let append: [RecordDraft]
    /// Whether to remove original, sidecar, derivatives, caches, the index row with its stack memberships,
    /// and this device's upload sessions and queue entries.
    ///
    /// The chain stays, headed by a delete.
    public let removesBytes: Bool
    /// One plain sentence for a person; not part of any contract.
    public let reason: String

    /// Decides what a verb does.
    ///
    /// - Parameters:
    ///   - verb: what the person asks for.
    ///   - chain: the asset's records, as this device holds them.
    ///   - disk: what this device holds of the asset's bytes.
    ///   - clocks: the device's clock, and the latest time that it saw in the feed.
    ///   - indexed: the digest that the feed names as the asset's head; nil when the feed lists no such asset.
    ///   - window: how long this delete is to be undoable; nil where nobody asked.
    ///   - albumWindow: how long the album's policy says; nil where it says nothing.
    /// - Throws: `retention-elapsed` for a restore that comes too late; `not-trashed` for a purge of what is
    ///   live; `limit` where a window would end past year 9999.
    public init(
        _ verb: UserVerb, on chain: AssetChain, disk: BytesOnDisk, clocks: Clocks, indexed: Digest?,
        window: WholeSeconds? = nil, albumWindow: WholeSeconds? = nil
    ) throws(LifecycleError) {
        let isPurged = chain.state(disk) == .purged
        switch verb {
        case .delete:
            guard !isPurged else {
                self = .nothing("the asset is purged")
                return
            }
            guard !chain.isTrashed else {
                self = .nothing("the asset is in the trash, and keeps its window")
                return
            }
            let length = max(Clocks.shortestWindow, window ?? WholeSeconds(0), albumWindow ?? WholeSeconds(0))
            self.init(
                [try .delete(until: clocks.later.advanced(by: length))],
                "the asset goes into the trash for \(length.count) seconds by the later of both clocks")
        case .restore:
            guard !isPurged else { throw Self.tooLate("the asset is purged") }
            guard chain.isTrashed else {
                self = .nothing("the asset is not in the trash")
                return
            }
            let isHeld = chain.holdsDelete(indexed: indexed)
            if let end = chain.window, end <= (isHeld ? clocks.device : clocks.trusted) {
                throw Self.tooLate(
                    isHeld
                        ? "the window is over by the device's clock"
                        : "the window is over by the trusted clock")
            }
            self.init(
                [RecordDraft(.trashRestore)],
                chain.window == nil
                    ? "the delete has no readable window, so it can be undone at any time"
                    : isHeld
                        ? "the delete has not left this device, whose clock lies before the end of the window"
                        : "the trusted clock lies before the end of the window")
        case .purge:
            guard !isPurged else {
                self = .nothing("the asset is purged already")
                return
            }
            guard chain.isTrashed else {
                throw LifecycleError(.notTrashed, "the asset is not in the trash")
            }
            let now = clocks.trusted
            if let end = chain.window, end <= now, chain.head.action == .delete {
                self.init([], removesBytes: true, "the window is over and a delete is the head")
            } else {
                self.init(
                    [try .delete(until: min(now, chain.window ?? now))], removesBytes: true,
                    "a delete that can no longer be undone goes before the bytes")
            }
        }
    }

    private init(_ append: [RecordDraft], removesBytes: Bool = false, _ reason: String) {
        self.append = append
        self.removesBytes = removesBytes
        self.reason = reason
    }

    private static func nothing(_ reason: String) -> VerbEffect { VerbEffect([], reason) }

    private static func tooLate(_ reason: String) -> LifecycleError {
        LifecycleError(.retentionElapsed, reason)
    }
}
