// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// One device's copy of a document, with who it is and what it has not yet delivered.
///
/// A value: no locks, no clock and no randomness of its own. The caller passes the time, corrected by the
/// feed's, and a generator for new writers (SPEC section 6). Who the replica is never becomes part of a
/// joined state.
public struct Replica<Kind: DocumentType>: Hashable, Sendable {
    /// An edit that is still to be delivered.
    public struct Undelivered: Hashable, Sendable {
        /// Its place in the order of this replica's edits.
        public let sequence: UInt64
        /// What the edit changed.
        public let delta: Document<Kind>
    }

    /// The device that stamps.
    public let device: Identifier
    /// The line of writing whose add-ids are used now.
    public internal(set) var writer: Identifier
    /// What this device knows.
    public internal(set) var document: Document<Kind>
    /// Edits that are still to be delivered, in their order.
    public internal(set) var outbox: [Undelivered] = []
    /// The latest newer document of each signer, kept beside the state and never in its place.
    public internal(set) var newerDocuments: [[UInt8]: [UInt8]] = [:]

    /// For each set, one past the greatest counter that the current writer issued.
    var issued: [String: UInt64] = [:]
    var nextSequence: UInt64 = 0

    /// Makes a replica of a document that this device has not written before.
    ///
    /// - Parameter generator: where the new writer is drawn from; random in use.
    public init(
        _ document: Document<Kind>, device: Identifier, using generator: inout some RandomNumberGenerator
    ) {
        self.device = device
        self.document = document
        writer = Identifier(using: &generator)
    }

    /// Who writes at a time.
    public func author(now: StampTime) -> Author {
        Author(device: device, writer: writer, now: now)
    }

    /// Edits the document and puts the delta into the outbox.
    ///
    /// When the writer's counters have run out, a new writer is drawn and the edit is made under it.
    ///
    /// - Parameter body: makes one edit of the document and gives its delta.
    /// - Returns: the delta.
    /// - Throws: what the edit throws; the replica is then as it was.
    @discardableResult
    public mutating func edit(
        now: StampTime, using generator: inout some RandomNumberGenerator,
        _ body: (inout Document<Kind>, Author) throws(DocumentError) -> Document<Kind>
    ) throws(DocumentError) -> Document<Kind> {
        var edited = document
        do throws(DocumentError) {
            return record(try body(&edited, author(now: now)), edited)
        } catch {
            guard error.errorClass == .counterExhausted else { throw error }
        }
        var next = self
        next.retireWriter(using: &generator)
        edited = document
        let delta = next.record(try body(&edited, next.author(now: now)), edited)
        self = next
        return delta
    }

    mutating func record(_ delta: Document<Kind>, _ edited: Document<Kind>) -> Document<Kind> {
        document = edited
        guard delta != Document(id: delta.id) else { return delta }
        outbox.append(Undelivered(sequence: nextSequence, delta: delta))
        nextSequence += 1
        noteIssued(in: delta)
        return delta
    }

    private mutating func noteIssued(in delta: Document<Kind>) {
        for (path, encoded) in delta.state.sets {
            ORSetLayout.forEachLive(encoded.span) { name, counter, _ in
                guard name == writer else { return }
                issued[path.description] = max(issued[path.description] ?? 0, counter + 1)
            }
        }
    }

    /// Takes edits up to a sequence number out of the outbox, once they have been delivered.
    public mutating func markDelivered(through sequence: UInt64) {
        outbox.removeAll { $0.sequence <= sequence }
    }

    /// Stops using the current writer and draws another.
    ///
    /// To be called whenever the device cannot be sure that it holds all that the writer issued: after a
    /// restore or a lost state, or for a second process beside the first.
    public mutating func retireWriter(using generator: inout some RandomNumberGenerator) {
        writer = Identifier(using: &generator)
        issued = [:]
    }

    /// Whether the state misses an add that the current writer is known to have issued.
    var hasLostIssued: Bool {
        issued.contains { path, next in
            let set = document.state.sets.first { $0.path.description == path }?.encoded ?? []
            // A set that is gone with its deleted region takes no more adds.
            guard !set.isEmpty || !path.hasPrefix("regions/") else { return false }
            guard let counter = try? ORSetLayout.nextCounter(set.span, writer: writer) else { return false }
            return counter < next
        }
    }
}
