// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// One device's copy of a document, with who it is and what it has not yet delivered.
///
/// The order of every change is: edit or receive, `save`, and only then deliver and acknowledge. Whatever is
/// sent before it is saved may be gone here after a crash, and its add-ids would be used a second time. So the
/// outbox shows only what a save covers, and `mayAcknowledge` answers only for what a save covers.
///
/// A replica is an object, since two copies of it would write under the same add-ids. It belongs to one task
/// or actor at a time, and has no locks, no clock and no randomness of its own: the caller passes the time,
/// corrected by the feed's, and a generator for new writers (SPEC section 6). Who the replica is never becomes
/// part of a joined state.
public final class Replica<Kind: DocumentType> {
    /// An edit that is still to be delivered.
    public struct Undelivered: Hashable, Sendable {
        /// Its place in the order of this replica's edits.
        public let sequence: UInt64
        /// What the edit changed.
        public let delta: Document<Kind>
    }

    /// Everything that a save keeps.
    var state: ReplicaState<Kind>
    /// How much room there is for newer documents.
    public var newerLimits = NewerLimits()
    /// What came of the kept documents that this library understands, and the one that saved them did not: a report of
    /// each; what joining them did is in the last one.
    public internal(set) var handedOver: [ReceiveReport<Kind>] = []

    /// The state of the last confirmed save, or what was loaded.
    var saved: (document: Document<Kind>, nextSequence: UInt64)
    /// Counts the changes of the state since the replica was made or loaded.
    var revision: UInt64 = 0
    /// The revision that the last confirmed save covers; nil when there was none.
    var savedRevision: UInt64?
    /// What the replica is doing, which nothing else may cut into.
    var isEditing = false
    var isSaving = false
    var waitingToSave: [CheckedContinuation<Void, Never>] = []
    /// Tells the reports of this replica from those of others.
    let origin = ReplicaOrigin()

    /// Makes a replica of a document that this device has not written before.
    ///
    /// - Parameter generator: where the new writer is drawn from; random in use.
    public init(
        _ document: Document<Kind>, device: Identifier, using generator: inout some RandomNumberGenerator
    ) {
        state = ReplicaState(device: device, writer: Identifier(using: &generator), document: document)
        saved = (Document(id: document.id), 0)
    }

    init(loaded state: ReplicaState<Kind>) {
        self.state = state
        saved = (state.document, state.nextSequence)
        savedRevision = 0
    }

    // MARK: What it holds

    /// The device that stamps.
    public var device: Identifier { state.device }
    /// The line of writing whose add-ids are used now.
    public var writer: Identifier { state.writer }
    /// What this device knows, saved or not: what a person is shown.
    ///
    /// What is sent is in the outbox, or is `savedDocument`.
    public var document: Document<Kind> { state.document }
    /// What this device knew at the last confirmed save: what may be sent to a peer as a whole.
    public var savedDocument: Document<Kind> { saved.document }
    /// Newer documents, kept beside the state and never in its place, in the order of their arrival.
    public var newerDocuments: [NewerRecord] { state.newer.records }
    /// The edits that are still to be delivered and that a save covers, in their order.
    public var outbox: [Undelivered] { state.outbox.filter { $0.sequence < saved.nextSequence } }
    /// Whether a save covers everything.
    public var isSaved: Bool { savedRevision == revision }

    /// Takes edits that were delivered out of the outbox.
    ///
    /// - Parameter delivered: entries of the outbox; any others are left alone.
    public func markDelivered(_ delivered: Undelivered...) {
        markDelivered(delivered)
    }

    /// Takes edits that were delivered out of the outbox.
    ///
    /// - Parameter delivered: entries of the outbox; any others are left alone.
    public func markDelivered(_ delivered: some Sequence<Undelivered>) {
        let delivered = Set(delivered)
        let known = state.outbox.count
        state.outbox.removeAll { $0.sequence < saved.nextSequence && delivered.contains($0) }
        if state.outbox.count != known { revision += 1 }
    }

    /// Stops using the current writer and draws another.
    ///
    /// To be called whenever the device cannot be sure that it holds all that the writer issued: after a
    /// restore or a lost state, or for a second process beside the first.
    ///
    /// - Throws: `unsupported` during an edit.
    public func retireWriter(using generator: inout some RandomNumberGenerator) throws(DocumentError) {
        try change { $0.retireWriter(using: &generator) }
    }

    /// Puts the replica's own state through the rule for stamps from the future, once.
    ///
    /// For a replica that joined records before this rule; it then receives the records that it holds again.
    ///
    /// - Throws: `unsupported` during an edit.
    public func leaveOutStamps(after horizon: StampTime) throws(DocumentError) {
        try change { $0.document = $0.document.before(horizon) }
    }

    /// Changes the state, when no edit is going on that would overwrite the change.
    func change(_ body: (inout ReplicaState<Kind>) -> Void) throws(DocumentError) {
        try checkIdle()
        body(&state)
        revision += 1
    }

    func checkIdle() throws(DocumentError) {
        guard !isEditing else {
            throw DocumentError(.unsupported, "the replica is being edited, and is not changed meanwhile")
        }
    }
}

@available(*, unavailable, message: "a replica belongs to one task or actor at a time")
extension Replica: Sendable {}

/// Tells one replica from another, also one that was loaded from the same bytes.
final class ReplicaOrigin: Hashable, Sendable {
    static func == (left: ReplicaOrigin, right: ReplicaOrigin) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
