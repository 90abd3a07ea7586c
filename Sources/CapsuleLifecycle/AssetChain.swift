// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// The records of one asset, oldest first, each naming the one before (SPEC section 19).
///
/// The chain outlives the asset's bytes: headed by a delete it is the tombstone of a purged asset.
public struct AssetChain: Sendable {
    /// The records, at least one.
    public let records: [AssetRecord]

    /// Takes records that make a chain.
    ///
    /// - Throws: `invalid` when there is none; when the first is not the only create and the only record
    ///   without a prior; when another does not name the digest of the one before; when a digest comes twice.
    public init(_ records: [AssetRecord]) throws(LifecycleError) {
        guard let first = records.first else { throw LifecycleError(.invalid, "a chain is not empty") }
        guard first.action == .create, first.prior == nil else {
            throw LifecycleError(.invalid, "a chain begins with a create that has no prior")
        }
        var seen: Set<Digest> = [first.digest]
        for (before, record) in zip(records, records.dropFirst()) {
            guard record.action != .create else {
                throw LifecycleError(.invalid, "a chain has one create")
            }
            guard record.prior == before.digest else {
                throw LifecycleError(.invalid, "record \(record.digest) does not name the one before it")
            }
            guard seen.insert(record.digest).inserted else {
                throw LifecycleError(.invalid, "record \(record.digest) comes twice")
            }
        }
        self.records = records
    }

    /// A chain that is known to be one.
    init(extending chain: AssetChain, with record: AssetRecord) {
        records = chain.records + [record]
    }

    /// The last record.
    public var head: AssetRecord { records[records.count - 1] }

    /// The delete that makes the asset trashed, or nil when it is live by the chain.
    ///
    /// It is the last of the records that are a delete or a trash-restore, when that is a delete.
    public var trashingDelete: AssetRecord? { Self.trashingIndex(records[...]).map { records[$0] } }

    /// Whether the asset is trashed by the chain, whatever lies on disk.
    public var isTrashed: Bool { trashingDelete != nil }

    /// When the window in force ends; nil when the asset is live, or its delete has no readable window.
    public var window: Moment? { trashingDelete?.window }

    /// Where a record lies.
    func index(of digest: Digest) -> Int? { records.firstIndex { $0.digest == digest } }

    /// Where the delete lies that makes the asset trashed.
    static func trashingIndex(_ records: ArraySlice<AssetRecord>) -> Int? {
        let last = records.lastIndex { $0.action == .delete || $0.action == .trashRestore }
        return last.flatMap { records[$0].action == .delete ? $0 : nil }
    }

    /// Whether the latest delete has not reached the feed: it is *held* by this device.
    ///
    /// - Parameter indexed: the digest that the feed names as the asset's head; nil when the feed lists no
    ///   such asset.
    func holdsDelete(indexed: Digest?) -> Bool {
        guard let delete = Self.trashingIndex(records[...]) else { return false }
        guard let indexed, let known = index(of: indexed) else { return true }
        return known < delete
    }
}
