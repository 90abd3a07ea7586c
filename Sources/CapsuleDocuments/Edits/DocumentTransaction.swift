// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// The edits that one `Replica.edit` makes: all of them are one record, or none is made.
///
/// It cannot be made, copied or kept outside of the closure that gets it, and every change that is made in it
/// is collected, so nothing is lost by what the closure leaves unused.
public struct DocumentTransaction<Kind: DocumentType>: ~Copyable {
    /// The document as the edits so far have left it.
    public private(set) var document: Document<Kind>
    /// The join of the deltas of the edits so far.
    private(set) var delta: Document<Kind>
    /// The line of writing that the last add used.
    private(set) var writer: Identifier

    let base: Document<Kind>
    let author: Author
    private let spareWriter: Identifier

    /// Begins a transaction.
    ///
    /// - Parameter spareWriter: the line of writing that takes over when the author's counters have run out.
    init(of document: Document<Kind>, by author: Author, spareWriter: Identifier) {
        self.document = document
        self.author = author
        self.spareWriter = spareWriter
        base = document
        delta = Document(id: document.id)
        writer = author.writer
    }

    /// Whether no edit changed anything.
    var isUnchanged: Bool { delta == Document(id: delta.id) }

    /// Whether it is the transaction that was begun so: not one that was swapped in from another replica.
    func isOf(_ document: Document<Kind>, by author: Author) -> Bool {
        base == document && self.author == author
    }
}

extension DocumentTransaction: DocumentEditing {
    /// Nothing: the transaction keeps the delta.
    public typealias Outcome = Void

    /// Makes one edit and keeps its delta.
    ///
    /// When the writer's counters have run out, the edit is made under a new writer.
    ///
    /// - Throws: `invalid` for another author than the closure was given; what the edit throws.
    public mutating func perform(
        by given: Author?,
        _ build: (DocumentView<Kind>, Author?, inout DocumentBuilder) throws(DocumentError) -> Void
    ) throws(DocumentError) {
        guard given == nil || given == author else {
            throw DocumentError(.invalid, "a replica is edited by the author that its closure is given")
        }
        do throws(DocumentError) {
            try make(under: writer, build)
        } catch {
            guard error.errorClass == .counterExhausted, writer != spareWriter else { throw error }
            try make(under: spareWriter, build)
            writer = spareWriter
        }
    }

    private mutating func make(
        under writer: Identifier,
        _ build: (DocumentView<Kind>, Author?, inout DocumentBuilder) throws(DocumentError) -> Void
    ) throws(DocumentError) {
        var (edited, collected) = (document, delta)
        let change = try edited.perform(
            by: Author(device: author.device, writer: writer, now: author.now), build)
        try collected.join(change)
        (document, delta) = (edited, collected)
    }
}
