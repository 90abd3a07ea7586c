// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

extension Replica {
    /// Saves the replica: what the closure has stored is then ready to be delivered and acknowledged.
    ///
    ///     try replica.save { try file.replace(with: $0) }
    ///     for edit in replica.outbox { try send(edit.delta); replica.markDelivered(edit) }
    ///
    /// - Parameter store: stores the bytes in place of those of the last save, so that they outlive a crash
    ///   (whole or not at all, and flushed to the device), or throws. `init(loading:)` takes them.
    /// - Throws: what the closure throws: nothing counts as saved then; `DocumentError` of class `unsupported` while
    ///   another save is going on, since the older of the two could be stored last.
    public func save(_ store: ([UInt8]) throws -> Void) throws {
        guard !isSaving else {
            throw DocumentError(.unsupported, "another save of this replica is going on")
        }
        isSaving = true
        defer { endSaving() }
        let covered = state
        let coveredRevision = revision
        try store(covered.encoded)
        confirm(covered, coveredRevision)
    }

    /// Saves the replica from an actor; edits that are made meanwhile are left for the next save.
    ///
    /// While another save is going on it waits, so that the newest state is the one that is stored last.
    ///
    /// - Parameter store: as of the other `save`.
    /// - Throws: what the closure throws; nothing counts as saved then.
    public func save(
        isolation: isolated (any Actor)? = #isolation, _ store: ([UInt8]) async throws -> Void
    ) async throws {
        while isSaving { await withCheckedContinuation { waitingToSave.append($0) } }
        isSaving = true
        defer { endSaving() }
        let covered = state
        let coveredRevision = revision
        try await store(covered.encoded)
        confirm(covered, coveredRevision)
    }

    /// Whether a record that was received may be acknowledged: it was taken, and a save covers it.
    ///
    /// - Parameter report: what receiving it into this replica gave; for that of another the answer is no.
    public func mayAcknowledge(_ report: ReceiveReport<Kind>) -> Bool {
        guard report.acknowledgement == .onceSaved, report.origin == origin, let savedRevision else {
            return false
        }
        return report.revision <= savedRevision
    }

    private func confirm(_ covered: ReplicaState<Kind>, _ coveredRevision: UInt64) {
        saved = (covered.document, covered.nextSequence)
        savedRevision = coveredRevision
    }

    private func endSaving() {
        isSaving = false
        let waiting = waitingToSave
        waitingToSave = []
        for continuation in waiting { continuation.resume() }
    }

    /// Loads a replica, and receives the newer documents that it kept and that this library understands.
    ///
    /// - Parameters:
    ///   - bytes: what `save` stored last.
    ///   - isRestored: whether these bytes may be older than the last ones that this device stored, as after
    ///     a restore from a backup, on a copied device, or for an undo. The writer is then retired; it is so
    ///     too when the document misses an add that the writer is known to have issued. The device receives
    ///     again what it delivered since. It stays so until the loaded replica is saved: a crash before that save
    ///     leaves the older bytes, which are restored ones once more.
    ///   - now: this device's clock, corrected by the feed's.
    ///   - limit: the largest saved form that is read, in bytes.
    /// - Throws: `malformed`, `non-canonical`, `limit`, `invalid`, `mismatch`; `newer-schema` for a saved form
    ///   of a later library.
    public convenience init(
        loading bytes: [UInt8], isRestored: Bool, now: StampTime, limit: Int = 16 * CBORLimits.document,
        using generator: inout some RandomNumberGenerator
    ) throws(DocumentError) {
        self.init(loaded: try ReplicaState(decoding: bytes, limit: limit))
        if isRestored || state.hasLostIssued {
            state.retireWriter(using: &generator)
            revision += 1
        }
        handedOver = receiveUnderstood(now: now, using: &generator)
    }
}
