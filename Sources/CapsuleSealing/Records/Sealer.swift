// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// Seals documents, each under a key and a nonce of its own.
///
/// A nonce is derived from fresh randomness, the key and what is sealed, so that also two machines whose generators
/// repeat each other, as those resumed from one snapshot may, share a nonce only where they seal the same record.
/// One that stands in the ledger is refused besides.
///
/// One for a process. It cannot be copied, because each of two copies would miss what the other uses; tasks
/// share it behind a lock or an actor.
public struct Sealer: ~Copyable, Sendable {
    /// The nonces that were used last, to be persisted by those who want them to outlive the process.
    public private(set) var ledger: NonceLedger

    private let entropy: @Sendable () -> NonceEntropy

    /// Begins with no nonce used, or with what an earlier process left.
    public init(ledger: NonceLedger = NonceLedger()) {
        self.init(ledger: ledger, entropy: NonceEntropy.fresh)
    }

    /// Begins with randomness from elsewhere: tests have it repeat itself.
    init(ledger: NonceLedger = NonceLedger(), entropy: @escaping @Sendable () -> NonceEntropy) {
        self.ledger = ledger
        self.entropy = entropy
    }

    /// Signs and seals a document.
    ///
    /// - Parameters:
    ///   - prior: for an asset, the digest of the provenance record before this write, if there is one.
    /// - Throws: `unsupported`, `limit`, `invalid` for a prior on what is no asset or for a nonce that was
    ///   used before, and what the signer throws.
    public mutating func seal<Kind: SealableKind, Signer: DocumentSigner & ~Copyable>(
        _ document: Document<Kind>, prior: Digest? = nil, signer: borrowing Signer,
        under key: borrowing SealingKey<Kind.Role>
    ) throws(SealingError) -> SealedRecord<Kind> {
        let signed = try SignedDocument(document, prior: prior, signer: signer)
        return try seal(signed, id: document.id, under: key)
    }

    /// Seals a verified document as its signer signed it, so also a newer one.
    ///
    /// - Parameter id: the document's identifier; needed only for a newer document whose own identifier this
    ///   version cannot read.
    /// - Throws: `unsupported`, `limit`, `mismatch` when the id is not the document's, `invalid` without one
    ///   or for a nonce that was used before.
    public mutating func seal<Kind: SealableKind>(
        _ verified: VerifiedDocument<Kind>, id: Identifier? = nil, under key: borrowing SealingKey<Kind.Role>
    ) throws(SealingError) -> SealedRecord<Kind> {
        let own = verified.content.id
        if let own, let id, own != id {
            throw SealingError(.mismatch, "the document is another than the one it is to be sealed as")
        }
        guard let id = own ?? id else {
            throw SealingError(
                .invalid, "this version cannot read the newer document's id, so it must be given")
        }
        return try seal(verified.signed, id: id, under: key)
    }

    /// Opens a record under one key and seals what is in it under the next, as when an album's key is rotated.
    ///
    /// The signature stays its signer's, and is verified on the way.
    ///
    /// - Parameters:
    ///   - old: the key that the record is sealed under.
    ///   - new: another key, of a later version.
    /// - Throws: `invalid` when the new key's version is not above the old one's, or its bytes are the same; then
    ///   as `SealedRecord.open(id:with:signedBy:expecting:)` and `seal(_:id:under:)`.
    public mutating func reseal<Kind: SealableKind>(
        _ record: SealedRecord<Kind>, id: Identifier, from old: borrowing SealingKey<Kind.Role>,
        to new: borrowing SealingKey<Kind.Role>, signedBy signer: VerifyingKey
    ) throws(SealingError) -> SealedRecord<Kind> {
        guard new.version > old.version else {
            throw SealingError(
                .invalid, "version \(new.version) of the key does not follow version \(old.version)")
        }
        guard !new.hasSameSecret(as: old) else {
            throw SealingError(.invalid, "the new key is the old one")
        }
        return try seal(record.open(id: id, with: old, signedBy: signer), id: id, under: new)
    }

    /// Signs and seals with a nonce that the caller chooses, for tests and vectors only.
    ///
    /// - Throws: as `seal(_:prior:signer:under:)`, and `invalid` for a nonce that has not 12 bytes.
    public mutating func sealForTesting<Kind: SealableKind, Signer: DocumentSigner & ~Copyable>(
        _ document: Document<Kind>, prior: Digest? = nil, signer: borrowing Signer,
        under key: borrowing SealingKey<Kind.Role>, nonceForTesting: [UInt8]
    ) throws(SealingError) -> SealedRecord<Kind> {
        guard let nonce = Nonce(nonceForTesting.span) else {
            throw SealingError(.invalid, "a nonce has \(Nonce.size) bytes")
        }
        let signed = try SignedDocument(document, prior: prior, signer: signer)
        return try seal(signed, id: document.id, under: key, nonce: nonce)
    }

    private mutating func seal<Kind: SealableKind>(
        _ signed: SignedDocument<Kind>, id: Identifier, under key: borrowing SealingKey<Kind.Role>
    ) throws(SealingError) -> SealedRecord<Kind> {
        let nonce = Nonce.hedged(entropy(), signed.encoded.span, kind: Kind.kind, id: id, key: key)
        return try seal(signed, id: id, under: key, nonce: nonce)
    }

    private mutating func seal<Kind: SealableKind>(
        _ signed: SignedDocument<Kind>, id: Identifier, under key: borrowing SealingKey<Kind.Role>,
        nonce: Nonce
    ) throws(SealingError) -> SealedRecord<Kind> {
        // Before the seal, so that a nonce counts as used also when what follows fails.
        try ledger.use(nonce)
        return SealedRecord(
            sealed: try RecordLayout.seal(
                signed.encoded.span, kind: Kind.kind, id: id, key: key, nonce: nonce))
    }
}
