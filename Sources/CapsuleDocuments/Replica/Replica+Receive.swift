// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// What receiving a document did to a replica.
public struct ReceiveReport<Kind: DocumentType>: Hashable, Sendable {
    /// What may be told to the one who sent it; `Replica.mayAcknowledge` says when.
    public internal(set) var acknowledgement = Acknowledgement.onceSaved
    /// Whether the replica's document changed.
    public internal(set) var isChanged = false
    /// Whether the document was newer and was kept beside the state.
    public internal(set) var isKeptAsNewer = false
    /// Whether stamps were left out, since they lie after the horizon.
    ///
    /// With an acceptance time this is final, and the same on every replica. Without one this device's clock
    /// has decided, which may be slow: the record is then not acknowledged, and is received again.
    public internal(set) var isCutAtHorizon = false
    /// Whether it removed, without adding it, something never seen here.
    public internal(set) var hasUnobserved = false
    /// What the join did that its result does not show.
    public internal(set) var join = JoinReport()
    /// The writer that was retired, since somebody else used its add-ids.
    public internal(set) var retiredWriter: Identifier?
    /// What adds again, under the writer of now, what was written here and the join removed: one delta, or none.
    public internal(set) var readded: [Document<Kind>] = []

    let origin: ReplicaOrigin
    var revision: UInt64 = 0

    init(_ origin: ReplicaOrigin) {
        self.origin = origin
    }
}

extension Replica {
    /// How far after its acceptance a record's stamps may lie, in milliseconds: one day.
    static var futureAllowance: Int64 { 86_400_000 }

    /// Receives a document or a delta of another replica, as bytes that were opened and verified.
    ///
    /// The report, or the error, says whether the record may be acknowledged, which is never before the next
    /// `save`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - signer: who signed it, by any bytes that tell signers apart; newer documents are kept with it.
    ///   - acceptedAt: when the server or the feed accepted the record; nil where there is none.
    ///   - now: this device's clock.
    ///   - limit: the largest document that this replica holds, in bytes.
    /// - Returns: what it did.
    /// - Throws: as `Document.init(decoding:)` and `join`; `limit` when there is no room for one more newer
    ///   document; `unsupported` during an edit. The replica is then as it was.
    public func receive(
        _ bytes: [UInt8], signer: [UInt8], acceptedAt: StampTime?, now: StampTime,
        limit: Int = CBORLimits.document, using generator: inout some RandomNumberGenerator
    ) throws(DocumentError) -> ReceiveReport<Kind> {
        let received: Document<Kind>
        do throws(DocumentError) {
            received = try Document(decoding: bytes, limit: limit)
        } catch {
            guard error.errorClass == .newerSchema else { throw error }
            return try keep(NewerRecord(signer: signer, bytes: bytes, acceptedAt: acceptedAt))
        }
        return try receive(received, acceptedAt: acceptedAt, now: now, limit: limit, using: &generator)
    }

    /// Receives a document or a delta of another replica.
    ///
    /// Stamps later than one day after the acceptance are left out first. When the document shows that
    /// somebody else uses this replica's writer, the writer is retired, and what was not yet delivered and
    /// the join removed is added again under a new one (SPEC section 6).
    ///
    /// - Returns: what it did.
    /// - Throws: as `join`; `unsupported` during an edit. The replica is then as it was.
    public func receive(
        _ received: Document<Kind>, acceptedAt: StampTime?, now: StampTime,
        limit: Int = CBORLimits.document, using generator: inout some RandomNumberGenerator
    ) throws(DocumentError) -> ReceiveReport<Kind> {
        try checkIdle()
        try checkID(received.id)
        let (record, beginning) = cut(received, acceptedAt: acceptedAt, now: now)
        var (next, report) = (state, beginning)
        try next.join(record, limit: limit, &report, using: &generator)
        report.isChanged = next.document != state.document
        if next != state { revision += 1 }
        state = next
        report.revision = revision
        return report
    }

    /// A document without the stamps that lie after its horizon, and what there is to report of that.
    func cut(
        _ received: Document<Kind>, acceptedAt: StampTime?, now: StampTime
    ) -> (record: Document<Kind>, report: ReceiveReport<Kind>) {
        var report = ReceiveReport<Kind>(origin)
        let accepted = acceptedAt ?? now
        // A horizon after the last stamp time leaves nothing out.
        let horizon = accepted.advanced(byMilliseconds: Self.futureAllowance) ?? .last
        let record = received.before(horizon)
        report.isCutAtHorizon = record != received
        if report.isCutAtHorizon, acceptedAt == nil { report.acknowledgement = .notYet }
        return (record, report)
    }

    func checkID(_ id: Identifier) throws(DocumentError) {
        guard id == document.id else {
            throw DocumentError(
                .mismatch, at: Kind.kind.idKey,
                "the replica holds \(document.id), the document received is \(id)")
        }
    }
}
