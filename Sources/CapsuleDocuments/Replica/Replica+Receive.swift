// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// What receiving a document did to a replica.
public struct ReceiveReport<Kind: DocumentType>: Hashable, Sendable {
    /// Whether the replica's document changed.
    public internal(set) var isChanged = false
    /// Whether the document was newer and was kept beside the state.
    public internal(set) var isKeptAsNewer = false
    /// The stamps that were left out, since they lie after the horizon.
    public internal(set) var isCutAtHorizon = false
    /// Whether it removed, without adding it, something never seen here.
    public internal(set) var hasUnobserved = false
    /// What the join did that its result does not show.
    public internal(set) var join = JoinReport()
    /// The writer that was retired, since somebody else used its add-ids.
    public internal(set) var retiredWriter: Identifier?
    /// Deltas that add again, under the new writer, what was not yet delivered and the join removed.
    public internal(set) var readded: [Document<Kind>] = []
}

extension Replica {
    /// How far after its acceptance a record's stamps may lie, in milliseconds: one day.
    static var futureAllowance: Int64 { 86_400_000 }

    /// Receives a document or a delta of another replica, as bytes that were opened and verified.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - signer: who signed it, by any bytes that tell signers apart; a newer document is kept for each.
    ///   - acceptedAt: when the server or the feed accepted the record; nil where there is none.
    ///   - now: this device's clock.
    ///   - limit: the largest document that this replica holds, in bytes.
    /// - Returns: what it did.
    /// - Throws: as `Document.init(decoding:)` and `join`; the replica is then as it was.
    public mutating func receive(
        _ bytes: [UInt8], signer: [UInt8], acceptedAt: StampTime?, now: StampTime,
        limit: Int = CBORLimits.document, using generator: inout some RandomNumberGenerator
    ) throws(DocumentError) -> ReceiveReport<Kind> {
        let view = try DocumentView<Kind>(reading: bytes, limit: limit)
        guard let received = view.document else {
            try checkID(view.id)
            newerDocuments[signer] = bytes
            var report = ReceiveReport<Kind>()
            report.isKeptAsNewer = true
            return report
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
    /// - Throws: as `join`; the replica is then as it was.
    public mutating func receive(
        _ received: Document<Kind>, acceptedAt: StampTime?, now: StampTime,
        limit: Int = CBORLimits.document, using generator: inout some RandomNumberGenerator
    ) throws(DocumentError) -> ReceiveReport<Kind> {
        try checkID(received.id)
        var report = ReceiveReport<Kind>()
        let accepted = acceptedAt ?? now
        // A horizon after the last stamp time leaves nothing out.
        let horizon = accepted.advanced(byMilliseconds: Self.futureAllowance) ?? .last
        let record = received.before(horizon)
        report.isCutAtHorizon = record != received
        var next = self
        let undelivered = undeliveredAdds
        if isWriterUsedElsewhere(record) {
            report.retiredWriter = writer
            next.retireWriter(using: &generator)
        }
        report.hasUnobserved = document.state.hasUnobserved(record.state)
        try next.document.join(record, limit: limit, report: &report.join)
        if report.retiredWriter != nil {
            for add in undelivered where !add.isLive(in: next.document) {
                guard let delta = try next.readd(add) else { continue }
                report.readded.append(delta)
            }
        }
        report.isChanged = next.document != document
        self = next
        return report
    }

    /// Puts the replica's own state through the rule for stamps from the future, once.
    ///
    /// For a replica that joined records before this rule; it then receives the records that it holds again.
    public mutating func leaveOutStamps(after horizon: StampTime) {
        document = document.before(horizon)
    }

    private func checkID(_ id: Identifier) throws(DocumentError) {
        guard id == document.id else {
            throw DocumentError(
                .mismatch, at: Kind.kind.idKey,
                "the replica holds \(document.id), the document received is \(id)")
        }
    }

    /// Whether a record observes an add-id of this writer that the state does not, or holds one with
    /// another element: the writer is then used elsewhere, or part of what it issued was lost here.
    private func isWriterUsedElsewhere(_ record: Document<Kind>) -> Bool {
        let regions = (self.document as? AssetSidecar)?.regions ?? []
        for (path, encoded) in record.state.sets {
            // A deleted region holds nothing of what its labels observed.
            if regions.contains(where: { $0.id == path.region && $0.region.isDeleted }) { continue }
            let own = document.state.set(path)
            let theirs = CausalContext(ofEncodedSet: encoded)
            if !theirs.counters(of: writer, missingIn: CausalContext(ofEncodedSet: own)).isEmpty {
                return true
            }
            let ours = ownAdds(in: own)
            for (counter, element) in ownAdds(in: encoded) {
                if let mine = ours[counter], mine != element { return true }
            }
        }
        return false
    }

    private func ownAdds(in encoded: [UInt8]) -> [UInt64: [UInt8]] {
        var adds: [UInt64: [UInt8]] = [:]
        let span = encoded.span
        ORSetLayout.forEachLive(span) { name, counter, element in
            if name == writer { adds[counter] = span.extracting(element).copied() }
        }
        return adds
    }

    /// An add of the current writer that is live and not yet delivered.
    private struct OwnAdd {
        let path: SetPath
        let id: AddID
        let element: [UInt8]

        func isLive(in document: Document<Kind>) -> Bool {
            var isLive = false
            let set = document.state.set(path)
            ORSetLayout.forEachLive(set.span) { name, counter, range in
                if name == id.writer, counter == id.counter {
                    isLive = set.span.extracting(range).elementsEqual(element.span)
                }
            }
            return isLive
        }
    }

    private var undeliveredAdds: [OwnAdd] {
        outbox.flatMap { entry in
            entry.delta.state.sets.flatMap { path, encoded in
                ownAdds(in: encoded).sorted { $0.key < $1.key }.map { counter, element in
                    OwnAdd(path: path, id: AddID(writer: writer, counter: counter), element: element)
                }
            }
        }.filter { $0.isLive(in: document) }
    }

    private mutating func readd(_ add: OwnAdd) throws(DocumentError) -> Document<Kind>? {
        guard let state = try document.state.readding(add.element, to: add.path, writer: writer) else {
            return nil
        }
        let delta = Document<Kind>(state)
        var joined = document
        try joined.join(delta)
        return record(delta, joined)
    }
}
