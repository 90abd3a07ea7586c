// SPDX-License-Identifier: Apache-2.0

/// What the edits of SPEC section 10 can be made of: a document, or a transaction of a replica.
///
/// Each edit is written once, in an extension of this protocol. A refused edit changes nothing.
public protocol DocumentEditing<Kind>: ~Copyable {
    /// Which of the four documents it is.
    associatedtype Kind: DocumentType
    /// What an edit gives: the delta of a document, nothing of a transaction, which keeps it.
    associatedtype Outcome

    /// Makes one edit; called by the edits of this library.
    ///
    /// - Parameters:
    ///   - author: who writes; nil for an edit that neither stamps nor adds.
    ///   - build: puts the edit together from what the document holds and from who writes.
    /// - Throws: what `build` throws, and what joining its result throws; nothing is changed.
    mutating func perform(
        by author: Author?,
        _ build: (DocumentView<Kind>, Author?, inout DocumentBuilder) throws(DocumentError) -> Void
    ) throws(DocumentError) -> Outcome
}

extension DocumentEditing where Self: ~Copyable {
    /// Makes an edit that stamps or adds.
    mutating func edit(
        by author: Author,
        _ build: (DocumentView<Kind>, Author, inout DocumentBuilder) throws(DocumentError) -> Void
    ) throws(DocumentError) -> Outcome {
        try perform(by: author) { (view, writing, delta) throws(DocumentError) in
            try build(view, writing ?? author, &delta)
        }
    }

    /// Makes an edit that only removes.
    mutating func edit(
        _ build: (DocumentView<Kind>, inout DocumentBuilder) throws(DocumentError) -> Void
    ) throws(DocumentError) -> Outcome {
        try perform(by: nil) { (view, _, delta) throws(DocumentError) in try build(view, &delta) }
    }
}

extension Document: DocumentEditing {
    /// The delta, for the caller to keep and to deliver: a document has no outbox.
    public typealias Outcome = Document

    /// Builds a delta from what the document holds, joins it, and gives it.
    public mutating func perform(
        by author: Author?,
        _ build: (DocumentView<Kind>, Author?, inout DocumentBuilder) throws(DocumentError) -> Void
    ) throws(DocumentError) -> Document {
        var builder = DocumentBuilder(Kind.kind, id)
        try build(view, author, &builder)
        let delta = Document(try builder.build())
        try join(delta)
        return delta
    }
}
