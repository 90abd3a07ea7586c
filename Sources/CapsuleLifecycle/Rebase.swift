// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// How one's own chain goes on from the feed's, after the two diverged (SPEC section 19, rebase).
///
/// The caller signs the redone records anew, in order, the first on the feed's head, and keeps its own old
/// ones beside the chain as history.
public struct Rebase: Equatable, Sendable {
    /// What becomes of one of own's records after the ancestor.
    public struct Step: Equatable, Sendable {
        /// The record, as own holds it.
        public let digest: Digest
        /// The record to sign in its place; nil when it is dropped.
        public let redone: RecordDraft?
        /// One plain sentence for a person; not part of any contract.
        public let reason: String
    }

    /// The last record that both chains have.
    public let ancestor: Digest
    /// Own's records after the ancestor, in order.
    public let steps: [Step]

    /// The records to sign on the feed's head, in order.
    public var redo: [RecordDraft] { steps.compactMap(\.redone) }
    /// Own's records after the ancestor that are not redone, in order.
    public var dropped: [Digest] { steps.filter { $0.redone == nil }.map(\.digest) }

    /// Rebases a chain.
    ///
    /// - Parameters:
    ///   - own: the asset's records, as this device holds them.
    ///   - feed: the asset's records, as the feed lists them.
    ///   - isPurgedByServer: whether the feed marks the delete as purged; nothing is redone then.
    ///   - clocks: the device's clock, and the latest time that it saw in the feed or in a server's refusal.
    /// - Throws: `mismatch` when the chains have different creates; `limit` where a window would end past
    ///   year 9999.
    public init(
        _ own: AssetChain, onto feed: AssetChain, isPurgedByServer: Bool, clocks: Clocks
    ) throws(LifecycleError) {
        let common = zip(own.records, feed.records).prefix { $0.digest == $1.digest }.count
        guard common > 0 else {
            throw LifecycleError(.mismatch, "the chains begin with different creates")
        }
        ancestor = own.records[common - 1].digest
        if isPurgedByServer {
            steps = own.records[common...].map {
                Step(digest: $0.digest, redone: nil, reason: "the server purged the asset")
            }
        } else {
            var walk = RebaseWalk(own: own, feed: feed, common: common, clocks: clocks)
            try walk.run()
            steps = walk.steps
        }
    }
}
