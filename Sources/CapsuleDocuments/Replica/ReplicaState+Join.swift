// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension ReplicaState {
    /// Joins a record, and sees to it that nothing that was written here is lost by a writer used twice.
    ///
    /// When the record shows that somebody else uses the current writer, the writer is retired (SPEC section
    /// 6). What this replica wrote and has not delivered, under a writer that is or was retired, and what the
    /// join removed, is added again under the writer of now. So are both elements of an add-id that was used
    /// twice, in place of it: whoever has seen one of them alone then gets the other.
    mutating func join(
        _ record: Document<Kind>, limit: Int, _ report: inout ReceiveReport<Kind>,
        using generator: inout some RandomNumberGenerator
    ) throws(DocumentError) {
        // What was joined to the record on the way may have shown it already.
        let isForeign =
            report.join.doubledAdds.contains { $0.id.writer == writer } || isWriterUsedElsewhere(record)
        let own = retired.union(outbox.flatMap { ownAdds(of: $0.delta).map(\.id.writer) }).union([writer])
        let suspects = isForeign ? own : own.subtracting([writer])
        let before = suspects.isEmpty ? [] : undeliveredAdds(of: suspects)
        if isForeign {
            report.retiredWriter = writer
            retireWriter(using: &generator)
        }
        report.hasUnobserved = document.state.hasUnobserved(record.state)
        try document.join(record, limit: limit, report: &report.join)
        let doubled = report.join.doubledAdds.filter { own.contains($0.id.writer) }
        guard !before.isEmpty || !doubled.isEmpty else { return }
        let live = LiveAdds(document)
        var wanted: [SetPath: [[UInt8]]] = [:]
        for add in before where live.element(of: add) == nil && !live.contains(add.element, in: add.path) {
            wanted[add.path, default: []].append(add.element)
        }
        for entry in doubled {
            let add = OwnAdd(path: entry.path, id: entry.id, element: entry.lesserElement)
            // The greater one as well: adding it again takes the add-id out of the set.
            if let greater = live.element(of: add), greater != add.element {
                wanted[add.path, default: []].append(greater)
            }
            if !live.contains(add.element, in: add.path) {
                wanted[add.path, default: []].append(add.element)
            }
        }
        try readd(wanted, live, limit, &report)
    }

    /// Adds elements again under the writer of now, by one delta.
    private mutating func readd(
        _ wanted: [SetPath: [[UInt8]]], _ live: LiveAdds, _ limit: Int, _ report: inout ReceiveReport<Kind>
    ) throws(DocumentError) {
        var deltas: [DocumentState] = []
        // In an order of their own, so that the same calls give the same bytes.
        for (path, elements) in wanted.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            var builder = DocumentBuilder(Kind.kind, document.id)
            let encoding = live.encodings[path] ?? []
            if try document.state.readd(elements, to: path, of: encoding, writer: writer, into: &builder) {
                deltas.append(try builder.build())
            }
        }
        guard let delta = try DocumentState.joined(deltas, limit: limit)?.state else { return }
        var (joined, ignored) = (document, JoinReport())
        try joined.join(Document(delta), limit: limit, report: &ignored)
        self.record(Document(delta), joined)
        report.readded.append(Document(delta))
    }

    /// Whether a record observes an add-id of the current writer that the state does not, or holds one with
    /// another element: the writer is then used elsewhere, or part of what it issued was lost here.
    private func isWriterUsedElsewhere(_ record: Document<Kind>) -> Bool {
        let theirs = record.state.sets
        guard !theirs.isEmpty else { return false }
        let sets = document.state.sets.map { ($0.path, $0.encoded) }
        let ours = Dictionary(sets, uniquingKeysWith: { set, _ in set })
        let closed = document.state.closedSets
        for (path, encoded) in theirs where !closed.contains(path) {
            let own = ours[path] ?? []
            let context = CausalContext(ofEncodedSet: encoded)
            if !context.counters(of: writer, missingIn: CausalContext(ofEncodedSet: own)).isEmpty {
                return true
            }
            let mine = adds(of: writer, in: own)
            for (counter, element) in adds(of: writer, in: encoded) {
                if let known = mine[counter], known != element { return true }
            }
        }
        return false
    }

    private func adds(of writer: Identifier, in encoded: [UInt8]) -> [UInt64: [UInt8]] {
        var adds: [UInt64: [UInt8]] = [:]
        let span = encoded.span
        ORSetLayout.forEachLive(span) { name, counter, element in
            if name == writer { adds[counter] = span.extracting(element).copied() }
        }
        return adds
    }

    /// The adds of a delta in the outbox: those of a delta of this replica are all its own.
    private func ownAdds(of delta: Document<Kind>) -> [OwnAdd] {
        delta.state.sets.flatMap { path, encoded in
            var adds: [OwnAdd] = []
            let span = encoded.span
            ORSetLayout.forEachLive(span) { writer, counter, element in
                adds.append(
                    OwnAdd(
                        path: path, id: AddID(writer: writer, counter: counter),
                        element: span.extracting(element).copied()))
            }
            return adds
        }
    }

    /// The adds of some of this replica's writers that are live and not yet delivered.
    private func undeliveredAdds(of writers: Set<Identifier>) -> [OwnAdd] {
        let adds = outbox.flatMap { ownAdds(of: $0.delta) }.filter { writers.contains($0.id.writer) }
        guard !adds.isEmpty else { return [] }
        let live = LiveAdds(document)
        return adds.filter { live.element(of: $0) == $0.element }
    }
}

/// An add of this replica.
private struct OwnAdd {
    let path: SetPath
    let id: AddID
    var element: [UInt8]
}

/// What is live in the sets of a document.
private struct LiveAdds {
    private(set) var encodings: [SetPath: [UInt8]] = [:]
    private var elements: [SetPath: [AddID: [UInt8]]] = [:]
    private var distinct: [SetPath: Set<[UInt8]>] = [:]

    init<Kind>(_ document: Document<Kind>) {
        for (path, encoded) in document.state.sets {
            var adds: [AddID: [UInt8]] = [:]
            let span = encoded.span
            ORSetLayout.forEachLive(span) { writer, counter, element in
                adds[AddID(writer: writer, counter: counter)] = span.extracting(element).copied()
            }
            distinct[path] = Set(adds.values)
            elements[path] = adds
            encodings[path] = encoded
        }
    }

    func element(of add: OwnAdd) -> [UInt8]? { elements[add.path]?[add.id] }

    func contains(_ element: [UInt8], in path: SetPath) -> Bool { distinct[path]?.contains(element) ?? false }
}
