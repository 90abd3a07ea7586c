// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension Replica {
    /// Keeps a newer document beside the state, with every other that is distinct by signer and bytes.
    ///
    /// One whose id this version cannot read is kept: the record that carried it opened under this id.
    func keep(_ record: NewerRecord) throws(DocumentError) -> ReceiveReport<Kind> {
        try checkIdle()
        if let view = try? DocumentView<Kind>(reading: record.bytes, limit: record.bytes.count) {
            try checkID(view.id)
        }
        var report = ReceiveReport<Kind>(origin)
        report.isKeptAsNewer = true
        if let known = state.newer.place(of: record) {
            if state.newer.accept(known, at: record.acceptedAt) { revision += 1 }
        } else {
            guard state.newer.records.count < newerLimits.count,
                state.newer.size + record.size <= newerLimits.bytes
            else {
                throw DocumentError(
                    .limit,
                    """
                    there is no room for one more newer document beside \(state.newer.records.count) of \
                    \(state.newer.size) bytes: a later version of this program takes them in
                    """)
            }
            state.newer.append(record)
            revision += 1
        }
        report.revision = revision
        return report
    }

    /// Receives the newer documents that this library understands; those that it refuses stay where they are.
    ///
    /// They are joined with each other first: one by one, each would cost as much as the document that they make.
    ///
    /// - Returns: a report of each; what joining all of them did is in the last one.
    func receiveUnderstood(
        now: StampTime, using generator: inout some RandomNumberGenerator
    ) -> [ReceiveReport<Kind>] {
        var understood: [DocumentState] = []
        var taken: [(place: Int, report: ReceiveReport<Kind>)] = []
        for (place, newer) in state.newer.records.enumerated() {
            // A document that is still newer is refused, as is one of another id.
            guard let document = try? Document<Kind>(decoding: newer.bytes), document.id == self.document.id
            else { continue }
            let (record, beginning) = cut(document, acceptedAt: newer.acceptedAt, now: now)
            var report = beginning
            report.hasUnobserved = self.document.state.hasUnobserved(record.state)
            understood.append(record.state)
            // What this device's clock has cut is received again later.
            if report.acknowledgement == .onceSaved { taken.append((place, report)) }
        }
        var (next, whole) = (state, ReceiveReport<Kind>(origin))
        do throws(DocumentError) {
            guard let (joined, report) = try DocumentState.joined(understood) else { return [] }
            whole.join = report
            try next.join(Document(joined), limit: CBORLimits.document, &whole, using: &generator)
        } catch {
            return receiveOneByOne(now: now, using: &generator)
        }
        next.newer.remove(at: Set(taken.map(\.place)))
        if next != state { revision += 1 }
        if let last = taken.indices.last {
            let own = taken[last].report
            whole.isCutAtHorizon = own.isCutAtHorizon
            whole.hasUnobserved = own.hasUnobserved
            whole.isChanged = next.document != state.document
            taken[last].report = whole
        }
        state = next
        for index in taken.indices { taken[index].report.revision = revision }
        return taken.map(\.report)
    }

    /// Receives as many as the document has room for.
    private func receiveOneByOne(
        now: StampTime, using generator: inout some RandomNumberGenerator
    ) -> [ReceiveReport<Kind>] {
        var reports: [ReceiveReport<Kind>] = []
        var received: Set<Int> = []
        for (place, record) in state.newer.records.enumerated() {
            guard let document = try? Document<Kind>(decoding: record.bytes),
                let report = try? receive(
                    document, acceptedAt: record.acceptedAt, now: now, using: &generator),
                report.acknowledgement == .onceSaved
            else { continue }
            received.insert(place)
            reports.append(report)
        }
        state.newer.remove(at: received)
        if !received.isEmpty { revision += 1 }
        for index in reports.indices { reports[index].revision = revision }
        return reports
    }
}
