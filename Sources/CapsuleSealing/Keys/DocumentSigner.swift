// SPDX-License-Identifier: Apache-2.0

/// What signs documents: a `SigningKey`, or hardware that keeps its key to itself.
///
/// Hardware seldom knows ML-DSA. A signer over it has the hardware make the Ed25519 half and an `MLDSAKey`
/// the other. One that must wait for a person takes a document's `signingBytes` instead, and puts the
/// signature on with `SignedDocument.init(_:prior:signature:)` when it is there.
public protocol DocumentSigner: ~Copyable {
    /// The public key by which what this signs verifies.
    var verifyingKey: VerifyingKey { get }

    /// Both halves of the signature over the signing bytes of a document (SPEC section 11).
    ///
    /// - Parameter signingBytes: the canonical array of context, suite, document and prior.
    /// - Throws: `SealingError`, such as `unsupported` when the hardware is not there.
    borrowing func signature(over signingBytes: Span<UInt8>) throws(SealingError) -> Signature
}
