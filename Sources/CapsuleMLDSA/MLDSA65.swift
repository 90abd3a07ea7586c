// SPDX-License-Identifier: Apache-2.0

/// ML-DSA-65 of FIPS 204 in Swift: keys from a seed, deterministic signatures, verification.
///
/// Pure ML-DSA with the empty context, as SPEC section 11 asks for. It is written here because no library that
/// comes packaged for all our platforms has it; see `MLDSA65Implementation` for putting one in its place.
public enum MLDSA65: MLDSA65Implementation {
    /// Bytes in a seed, which is the form in which a secret key is kept.
    public static var seedByteCount: Int { Parameters.seedBytes }

    /// Bytes in a public key.
    public static var publicKeyByteCount: Int { Parameters.publicKeyBytes }

    /// Bytes in a signature.
    public static var signatureByteCount: Int { Parameters.signatureBytes }

    /// The public key of `seed`, 1952 bytes.
    ///
    /// Throws `seed-length` unless the seed is 32 bytes long.
    public static func publicKey(seed: Span<UInt8>) throws(MLDSA65Error) -> [UInt8] {
        try SigningKey(seed: seed).publicKey
    }

    /// The signature over `message` by the key of `seed`, 3309 bytes.
    ///
    /// Expands the key each time; for more than one message, keep a `SigningKey`. Throws
    /// `seed-length` unless the seed is 32 bytes long.
    public static func sign(
        _ message: Span<UInt8>, seed: Span<UInt8>
    ) throws(MLDSA65Error) -> [UInt8] {
        try SigningKey(seed: seed).sign(message)
    }
}
