// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// A document of SPEC section 10 in the schema version that this library implements.
///
/// It is its canonical bytes, checked: equal documents have equal bytes. A delta is a document too, one
/// that holds only what changed. What a document holds is read as `DocumentReading` says.
public struct Document<Kind: DocumentType>: DocumentReading {
    package private(set) var state: DocumentState

    package init(_ state: DocumentState) {
        self.state = state
    }

    /// A document that holds nothing but its identifier.
    public init(id: Identifier) {
        state = DocumentBuilder(Kind.kind, id).trusted
    }

    /// Reads and checks a document.
    ///
    /// - Parameters:
    ///   - bytes: exactly one document in canonical CBOR.
    ///   - limit: the largest size that is read, in bytes.
    /// - Throws: `malformed`, `non-canonical`, `limit`, `invalid`, or `newer-schema` for a document that
    ///   `DocumentView` can show.
    public init(decoding bytes: [UInt8], limit: Int = CBORLimits.document) throws(DocumentError) {
        state = try DocumentState(decoding: bytes, kind: Kind.kind, limit: limit)
    }

    /// The canonical bytes.
    public var encoded: [UInt8] { state.bytes }

    /// What the document holds.
    public var view: DocumentView<Kind> { DocumentView(state) }

    /// The document without every stamped value later than a horizon (SPEC section 3).
    ///
    /// A replica puts each record through this before it joins it, with the horizon one day after the
    /// time at which the server or the feed accepted the record.
    public func before(_ horizon: StampTime) -> Document {
        Document(state.before(horizon))
    }
}

extension Document: JoinSemilattice {
    /// Joins, and is not changed when the two are not the same document or the result is too large.
    public mutating func join(_ other: Document) throws(DocumentError) {
        var report = JoinReport()
        try join(other, report: &report)
    }

    /// Joins, and reports what the result does not show.
    ///
    /// - Throws: `mismatch` when the identifiers differ; `limit` when the result would have more bytes
    ///   than the limit. The document is then as it was.
    public mutating func join(
        _ other: Document, limit: Int = CBORLimits.document, report: inout JoinReport
    ) throws(DocumentError) {
        state = try state.joined(with: other.state, limit: limit, report: &report)
    }

    /// Joins a delta.
    ///
    /// - Returns: whether the delta observes, without adding it, an add-id that this document has not
    ///   observed: a removal of what was never seen here (SPEC section 7).
    public mutating func apply(
        _ delta: Document, limit: Int = CBORLimits.document
    ) throws(DocumentError) -> Bool {
        let unobserved = state.hasUnobserved(delta.state)
        var report = JoinReport()
        try join(delta, limit: limit, report: &report)
        return unobserved
    }
}

/// What a document holds, also one of a newer schema as far as this version understands it.
///
/// A newer document is shown and never joined, edited or encoded again. A key of this version whose value
/// is not understood there has no value and no default (SPEC section 10).
public struct DocumentView<Kind: DocumentType>: DocumentReading {
    package let state: DocumentState

    init(_ state: DocumentState) {
        self.state = state
    }

    /// Reads what this version understands of a document.
    ///
    /// - Throws: as `Document.init(decoding:)`, but for newer documents only when they have no valid id.
    public init(reading bytes: [UInt8], limit: Int = CBORLimits.document) throws(DocumentError) {
        state = try DocumentState(reading: bytes, kind: Kind.kind, limit: limit)
    }

    /// The view itself.
    public var view: DocumentView { self }

    /// Whether the document is newer than this library.
    public var isNewer: Bool { state.version > DocumentKind.version }

    /// The document, when it is not newer.
    public var document: Document<Kind>? { isNewer ? nil : Document(state) }
}
