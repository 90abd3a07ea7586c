// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// The same edits of replicas, of one device: each asset that is changed has a record in its replica's outbox.
extension StackEdits {
    /// Puts assets into a stack, as the edit of documents does.
    ///
    /// - Throws: as that; `mismatch` when the replicas are of several devices; `unsupported` during an edit. No
    ///   replica is then changed.
    public static func form(
        _ stackID: Identifier, type: StackType, members: [Identifier], in assets: [Replica<AssetKind>],
        now: StampTime
    ) throws(DocumentError) {
        try edit(assets, now) { (documents, author) throws(DocumentError) in
            try form(stackID, type: type, members: members, in: &documents, by: author)
        }
    }

    /// Takes assets out of whatever stack they are in, as the edit of documents does.
    ///
    /// - Throws: as `form`.
    public static func leave(
        _ members: [Identifier], in assets: [Replica<AssetKind>], now: StampTime
    ) throws(DocumentError) {
        try edit(assets, now) { (documents, author) throws(DocumentError) in
            try leave(members, in: &documents, by: author)
        }
    }

    /// Makes a member its stack's primary, as the edit of documents does.
    ///
    /// - Throws: as that, and as `form`.
    public static func makePrimary(
        _ member: Identifier, of stackID: Identifier, in assets: [Replica<AssetKind>], now: StampTime
    ) throws(DocumentError) {
        try edit(assets, now) { (documents, author) throws(DocumentError) in
            try makePrimary(member, of: stackID, in: &documents, by: author)
        }
    }

    /// Flags every member of a stack, as the edit of documents does.
    ///
    /// - Throws: as that, and as `form`.
    public static func flag(
        _ cull: Cull, stack stackID: Identifier, in assets: [Replica<AssetKind>], now: StampTime
    ) throws(DocumentError) {
        try edit(assets, now) { (documents, author) throws(DocumentError) in
            try flag(cull, stack: stackID, in: &documents, by: author)
        }
    }

    private static func edit(
        _ replicas: [Replica<AssetKind>], _ now: StampTime,
        _ body: (inout [AssetSidecar], Author) throws(DocumentError) -> [AssetSidecar]
    ) throws(DocumentError) {
        guard let first = replicas.first else {
            throw DocumentError(.invalid, "there is no asset to edit")
        }
        for replica in replicas {
            try replica.checkIdle()
            guard replica.device == first.device else {
                throw DocumentError(.mismatch, "the replicas are of several devices")
            }
        }
        var documents = replicas.map(\.document)
        // These edits write registers alone, so that no replica's add-ids are used.
        let author = Author(device: first.device, writer: first.writer, now: now)
        let deltas = try body(&documents, author)
        let delta = Dictionary(deltas.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for (replica, edited) in zip(replicas, documents) {
            guard let delta = delta[edited.id] else { continue }
            try replica.change { $0.record(delta, edited) }
        }
    }
}
