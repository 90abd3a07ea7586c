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
        let known = state.newer.firstIndex { $0.signer == record.signer && $0.bytes == record.bytes }
        if let known {
            let latest = [state.newer[known].acceptedAt, record.acceptedAt].compactMap(\.self).max()
            if latest != state.newer[known].acceptedAt {
                state.newer[known].acceptedAt = latest
                revision += 1
            }
        } else {
            let size = state.newer.reduce(record.size) { $0 + $1.size }
            guard state.newer.count < newerLimits.count, size <= newerLimits.bytes else {
                throw DocumentError(
                    .limit,
                    """
                    there is no room for one more newer document beside \(state.newer.count) of \
                    \(size - record.size) bytes: a later version of this program takes them in
                    """)
            }
            state.newer.append(record)
            revision += 1
        }
        report.revision = revision
        return report
    }

    /// Receives the newer documents that this library understands; those that it refuses stay where they are.
    func receiveUnderstood(
        now: StampTime, using generator: inout some RandomNumberGenerator
    ) -> [ReceiveReport<Kind>] {
        var reports: [ReceiveReport<Kind>] = []
        for record in state.newer {
            // A document that is still newer is refused, as is one that does not fit.
            guard let document = try? Document<Kind>(decoding: record.bytes),
                let report = try? receive(
                    document, acceptedAt: record.acceptedAt, now: now, using: &generator),
                report.acknowledgement == .onceSaved
            else { continue }
            state.newer.removeAll { $0 == record }
            revision += 1
            reports.append(report)
        }
        return reports
    }
}
