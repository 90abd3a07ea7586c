// SPDX-License-Identifier: Apache-2.0

/// A key that signs documents with both halves, made from a seed.
///
/// It cannot be copied, lies in locked memory, and is wiped at the end of its life. It has no description,
/// and a dump of what holds it shows no byte of it.
public struct SigningKey: ~Copyable, Sendable {
    /// The public key by which what this signs verifies.
    public let verifyingKey: VerifyingKey

    private let ed25519: SecretBytes
    private let mlDSA65: MLDSAKey

    /// Derives the key of a seed, which is not kept by this.
    ///
    /// - Throws: `unsupported` when libsodium does not start, `limit` when there is no memory.
    public init(seed: borrowing SigningSeed) throws(SealingError) {
        let seed = seed.secret.span
        let pair = try Ed25519.keyPair(seed: seed.extracting(0..<Ed25519.seedSize))
        let mlDSA65 = try MLDSAKey(seed: seed.extracting(Ed25519.seedSize..<SigningSeed.size))
        verifyingKey = try VerifyingKey(ed25519: pair.publicKey, mlDSA65: mlDSA65.publicKey)
        ed25519 = pair.takeSecret()
        self.mlDSA65 = mlDSA65
    }
}

extension SigningKey: DocumentSigner {
    /// Both halves of the signature over the signing bytes of a document; the same each time.
    public borrowing func signature(over signingBytes: Span<UInt8>) throws(SealingError) -> Signature {
        let ed25519 = Ed25519.sign(signingBytes, secret: ed25519)
        guard
            let signature = Signature(ed25519: ed25519, mlDSA65: try mlDSA65.half(over: signingBytes))
        else { preconditionFailure("both halves have their size") }
        return signature
    }
}
