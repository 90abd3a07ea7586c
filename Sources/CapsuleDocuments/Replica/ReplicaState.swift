// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// What a save of a replica keeps, and how it changes: a value, so that a change is made whole or not at all.
struct ReplicaState<Kind: DocumentType>: Hashable, Sendable {
    let device: Identifier
    var writer: Identifier
    var document: Document<Kind>
    /// Every edit that is not delivered, also what no save covers.
    var outbox: [Replica<Kind>.Undelivered] = []
    var newer = NewerRecords()
    /// The writers that were retired and whose add-ids the document shows.
    var retired: Set<Identifier> = []
    /// For each set, one past the greatest counter that the current writer issued.
    var issued: [String: UInt64] = [:]
    var nextSequence: UInt64 = 0

    init(device: Identifier, writer: Identifier, document: Document<Kind>) {
        self.device = device
        self.writer = writer
        self.document = document
    }

    mutating func retireWriter(using generator: inout some RandomNumberGenerator) {
        retireWriter(for: Identifier(using: &generator))
    }

    mutating func retireWriter(for next: Identifier) {
        if document.state.observes(writer) { retired.insert(writer) }
        writer = next
        issued = [:]
    }

    /// Takes over an edit; one that changed nothing is not delivered.
    mutating func record(_ delta: Document<Kind>, _ edited: Document<Kind>) {
        document = edited
        guard delta != Document(id: delta.id) else { return }
        outbox.append(Replica.Undelivered(sequence: nextSequence, delta: delta))
        nextSequence += 1
        for (path, encoded) in delta.state.sets {
            ORSetLayout.forEachObserved(encoded.span) { name, counters in
                guard name == writer else { return }
                issued[path.description] = max(issued[path.description] ?? 0, counters.upperBound + 1)
            }
        }
    }

    /// Whether the state misses an add that the current writer is known to have issued.
    var hasLostIssued: Bool {
        let sets = document.state.sets.map { ("\($0.path)", $0.encoded) }
        let encodings = Dictionary(sets, uniquingKeysWith: { set, _ in set })
        // These take no more adds. A region that the document does not show at all is no excuse.
        let deleted = Set(document.state.closedSets.map(\.description))
        return issued.contains { path, next in
            guard !deleted.contains(path) else { return false }
            let set = encodings[path] ?? []
            guard let counter = try? ORSetLayout.nextCounter(set.span, writer: writer) else { return false }
            return counter < next
        }
    }
}
