// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// A document with its signature, of which the form alone is checked.
///
/// It gives its content to `verified(by:expecting:)` and to nothing else.
public struct SignedDocument<Kind: DocumentType>: Hashable, Sendable {
    let envelope: SignedEnvelope

    /// Reads an envelope and checks its form: its version first, then its suite, then the rest.
    ///
    /// - Parameters:
    ///   - bytes: exactly one envelope in canonical CBOR.
    ///   - limit: the largest document that is read, in bytes; its envelope may have 8 192 more.
    /// - Throws: `limit`, `malformed`, `non-canonical`, `newer-schema` for a later version of the envelope,
    ///   `unknown-suite`, `invalid`.
    public init(decoding bytes: [UInt8], limit: Int = CBORLimits.document) throws(SealingError) {
        envelope = try SignedEnvelope(decoding: bytes, kind: Kind.kind, limit: limit)
    }

    /// Signs a document.
    ///
    /// - Parameters:
    ///   - prior: for an asset, the digest of the provenance record before this write, if there is one.
    ///   - signer: a `SigningKey`, or a signer over hardware.
    /// - Throws: `invalid` for a prior on what is no asset, `limit`, and what the signer throws.
    public init<Signer: DocumentSigner & ~Copyable>(
        _ document: Document<Kind>, prior: Digest? = nil, signer: borrowing Signer
    ) throws(SealingError) {
        let signature = try signer.signature(over: Self.signingBytes(of: document, prior: prior).span)
        try self.init(document, prior: prior, signature: signature)
    }

    /// Puts a signature on a document that was made over its signing bytes elsewhere.
    ///
    /// - Throws: `invalid` for a prior on what is no asset, `limit`.
    public init(_ document: Document<Kind>, prior: Digest? = nil, signature: Signature) throws(SealingError) {
        envelope = try SignedEnvelope(
            kind: Kind.kind, document: document.encoded.span, prior: prior, signature: signature)
    }

    /// What both halves of a document's signature are made over (SPEC section 11).
    public static func signingBytes(of document: Document<Kind>, prior: Digest? = nil) -> [UInt8] {
        SignedEnvelope.signingBytes(kind: Kind.kind, document: document.encoded.span, prior: prior)
    }

    /// The canonical bytes of the envelope, for passing it on.
    public var encoded: [UInt8] { envelope.bytes }

    /// What the envelope carries, when both halves of the signature verify and the document is one.
    ///
    /// A document of a later schema is handed on as such.
    ///
    /// - Parameters:
    ///   - key: the key of the member who is said to have signed.
    ///   - expected: what is known of the `prior` from elsewhere. An envelope names no key version.
    /// - Throws: `signature-invalid`, the same error whatever is wrong with the signature; then what is wrong
    ///   with the document; `mismatch` for another `prior` than the one expected.
    public func verified(
        by key: VerifyingKey, expecting expected: RecordExpectation.Prior = .any,
        limit: Int = CBORLimits.document
    ) throws(SealingError) -> VerifiedDocument<Kind> {
        let (bytes, prior) = try envelope.verified(by: key)
        let content = try VerifiedContent<Kind>(bytes, limit: limit)
        try RecordExpectation(prior: expected).check(prior: prior)
        return VerifiedDocument(content: content, signed: self, signer: key, prior: prior)
    }
}
