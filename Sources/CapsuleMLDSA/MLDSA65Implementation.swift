// SPDX-License-Identifier: Apache-2.0

/// An implementation of ML-DSA-65 (FIPS 204): `MLDSA65` of this module, or a platform's own in its place.
///
/// What an implementation must do, so that two of them cannot be told apart by what they return:
///
/// - keys come from a seed of 32 bytes by ML-DSA.KeyGen_internal (algorithm 6), and a public key is the 1952 bytes
///   of pkEncode (algorithm 22);
/// - signing is the deterministic variant of pure ML-DSA.Sign (algorithm 2) with the empty context: rnd is 32
///   zero bytes. The same seed and message give the same 3309 bytes, always and everywhere; an implementation that
///   offers only the hedged variant does not conform;
/// - verification is ML-DSA.Verify (algorithm 3) with the empty context. It takes any bytes and never
///   traps: a signature or public key of another length, and a hint in any form but the one that signing
///   writes, is not valid, which is `false` and no error;
/// - signing branches on no secret and uses none as an index, except where FIPS 204's own loops begin anew, and
///   copies of secrets are wiped before their memory is given back.
///
/// The vectors in this module's tests hold an implementation to all that can be seen from outside.
public protocol MLDSA65Implementation: Sendable {
    /// The public key of `seed`, 1952 bytes.
    ///
    /// Throws `seed-length` unless the seed is 32 bytes long.
    static func publicKey(seed: Span<UInt8>) throws(MLDSA65Error) -> [UInt8]

    /// The signature over `message` by the key of `seed`, 3309 bytes.
    ///
    /// Throws `seed-length` unless the seed is 32 bytes long.
    static func sign(_ message: Span<UInt8>, seed: Span<UInt8>) throws(MLDSA65Error) -> [UInt8]

    /// Whether `signature` is one over `message` by the owner of `publicKey`.
    static func verify(
        _ signature: Span<UInt8>, of message: Span<UInt8>, publicKey: Span<UInt8>
    ) -> Bool
}

extension MLDSA65Implementation {
    /// The public key of `seed`, 1952 bytes.
    ///
    /// Throws `seed-length` unless the seed is 32 bytes long.
    public static func publicKey(seed: [UInt8]) throws(MLDSA65Error) -> [UInt8] {
        try publicKey(seed: seed.span)
    }

    /// The signature over `message` by the key of `seed`, 3309 bytes.
    ///
    /// Throws `seed-length` unless the seed is 32 bytes long.
    public static func sign(_ message: [UInt8], seed: [UInt8]) throws(MLDSA65Error) -> [UInt8] {
        try sign(message.span, seed: seed.span)
    }

    /// Whether `signature` is one over `message` by the owner of `publicKey`.
    public static func verify(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        verify(signature.span, of: message.span, publicKey: publicKey.span)
    }
}
