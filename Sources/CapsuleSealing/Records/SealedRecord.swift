// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// A sealed document, of which length and suite alone are checked.
///
/// For an asset it is a metadata blob, whose header names no key version: the asset's manifest does.
/// Its content is given out by `open(id:with:signedBy:expecting:)` and by nothing else.
public struct SealedRecord<Kind: SealableKind>: Hashable, Sendable {
    /// The sealed bytes, for passing them on.
    public let encoded: [UInt8]

    /// Takes sealed bytes, and checks their length and suite.
    ///
    /// - Parameters:
    ///   - bytes: exactly one record.
    ///   - limit: the largest document that is read, in bytes; its record may have 8 192 more.
    /// - Throws: `limit`, `malformed` when it is too short, `unknown-suite`.
    public init(decoding bytes: [UInt8], limit: Int = CBORLimits.document) throws(SealingError) {
        try RecordLayout.check(bytes.span, kind: Kind.kind, limit: limit)
        encoded = bytes
    }

    init(sealed: [UInt8]) {
        encoded = sealed
    }

    /// The version of the key that the header names, to find the key by; nil for a metadata blob.
    ///
    /// Believed only once the record has opened.
    public var keyVersion: UInt32? { RecordLayout.keyVersion(encoded.span, kind: Kind.kind) }

    /// The content hash: SHA-256 over all of the sealed bytes.
    public var contentHash: Digest { SHA256.digest(encoded.span) }

    /// Opens the record and verifies what is in it: tag, envelope, signature, document, id, in
    /// this order; the key version that is expected before all of them, the `prior` after.
    ///
    /// - Parameters:
    ///   - id: the document that the record is said to be.
    ///   - key: the key of the version that the header, or the asset's manifest, names.
    ///   - signer: the key of the member who is said to have signed.
    ///   - expected: what is known of the record from elsewhere.
    /// - Returns: the document, or a newer one as such.
    /// - Throws: `mismatch` for another key version than the one expected; `unsupported`; `authentication-failed`, the same error whatever does not fit; what is wrong
    ///   with the envelope; `signature-invalid`, the same error whatever does not verify; what is wrong with
    ///   the document; `mismatch` when it is not the document that was asked for, or has another `prior` than
    ///   the one expected.
    public func open(
        id: Identifier, with key: borrowing SealingKey<Kind.Role>, signedBy signer: VerifyingKey,
        expecting expected: RecordExpectation = .nothing, limit: Int = CBORLimits.document
    ) throws(SealingError) -> VerifiedDocument<Kind> {
        // Public, and so is what it says: it is looked at first, and refuses only.
        try expected.check(keyVersion: keyVersion ?? key.version)
        let plaintext = try RecordLayout.open(encoded.span, kind: Kind.kind, id: id, key: key)
        let document = try SignedDocument<Kind>(decoding: plaintext, limit: limit).verified(
            by: signer, limit: limit)
        // A newer document whose id this version cannot read is the one that its key was derived for.
        guard document.content.id ?? id == id else {
            throw SealingError(.mismatch, "the record holds another document than the one asked for")
        }
        try expected.check(prior: document.prior)
        return document
    }
}

/// An asset's sidecar, sealed.
public typealias MetadataBlob = SealedRecord<AssetKind>
