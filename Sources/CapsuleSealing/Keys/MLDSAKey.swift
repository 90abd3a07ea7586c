// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleMLDSA

/// The ML-DSA-65 half of a signing key, for signers that make the Ed25519 half elsewhere.
///
/// Holds the seed, in locked memory; the expanded key lives only while it signs, and is wiped after. That
/// costs nearly half of the time of signing, and spares 50 KB of secrets that would lie around unlocked.
public struct MLDSAKey: ~Copyable, Sendable {
    /// How many bytes the seed has.
    public static let seedSize = MLDSA65.seedByteCount
    /// How many bytes the public key has.
    public static let publicKeySize = MLDSA65.publicKeyByteCount

    /// The public key, 1952 bytes.
    public let publicKey: [UInt8]
    private let seed: SecretBytes

    /// The key of a seed of exactly 32 bytes, which the caller wipes.
    ///
    /// - Throws: `invalid` for another size.
    public init(seed: Span<UInt8>) throws(SealingError) {
        guard seed.count == Self.seedSize else {
            throw SealingError(
                .invalid, "an ML-DSA-65 seed has \(Self.seedSize) bytes, this one has \(seed.count)")
        }
        let secret = try SecretBytes(copying: seed)
        publicKey = try Self.expanding { () throws(MLDSA65Error) in try SuiteMLDSA.publicKey(seed: seed) }
        self.seed = secret
    }

    /// This half of the signature over a message, 3309 bytes; the same each time.
    public borrowing func half(over message: Span<UInt8>) throws(SealingError) -> [UInt8] {
        let seed = seed.span
        return try Self.expanding { () throws(MLDSA65Error) in try SuiteMLDSA.sign(message, seed: seed) }
    }

    private static func expanding<Value>(
        _ body: () throws(MLDSA65Error) -> Value
    ) throws(SealingError) -> Value {
        do throws(MLDSA65Error) {
            return try body()
        } catch {
            throw SealingError(.invalid, "ML-DSA-65: \(error.code), \(error.length) bytes")
        }
    }
}
