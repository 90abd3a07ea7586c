// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

extension Replica {
    /// Edits the document: everything that the closure does is one record, or nothing is done.
    ///
    ///     try replica.edit(now: clock, using: &random) {
    ///         try $0.setName("Lisbon", by: $1)
    ///         try $0.addLabel("Sunset", by: $1)
    ///     }
    ///
    /// The record is delivered once it is saved: see `outbox`. Several fields of a form that are saved at once
    /// are one edit. An edit that changes nothing is no record. An edit that is refused and whose error the
    /// closure catches is left out, and the others are made. When the writer's counters have run out, the rest
    /// is written under a new writer.
    ///
    /// - Parameters:
    ///   - now: this device's clock, corrected by the feed's.
    ///   - generator: where a new writer is drawn from.
    ///   - body: makes the edits of the transaction that it gets, by the author that it gets. It runs once.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, and `DocumentError` of class `unsupported` for an edit within an
    ///   edit; the replica is then as it was.
    public func edit<Value>(
        now: StampTime, using generator: inout some RandomNumberGenerator,
        _ body: (inout DocumentTransaction<Kind>, Author) throws -> Value
    ) throws -> Value {
        try checkIdle()
        isEditing = true
        defer { isEditing = false }
        let author = Author(device: state.device, writer: state.writer, now: now)
        var transaction = DocumentTransaction(
            of: state.document, by: author, spareWriter: Identifier(using: &generator))
        let value = try body(&transaction, author)
        guard transaction.isOf(state.document, by: author) else {
            throw DocumentError(.invalid, "the transaction is of another replica")
        }
        guard !transaction.isUnchanged else { return value }
        if transaction.writer != state.writer { state.retireWriter(for: transaction.writer) }
        state.record(transaction.delta, transaction.document)
        revision += 1
        return value
    }
}
