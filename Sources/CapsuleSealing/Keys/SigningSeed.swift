// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// The form in which a signing key is kept: an Ed25519 seed of 32 bytes, then an ML-DSA-65 seed of 32.
///
/// It cannot be copied, lies in locked memory, and is wiped at the end of its life. It has no description,
/// and a dump of what holds it shows no byte of it.
public struct SigningSeed: ~Copyable, Sendable {
    /// How many bytes the seed has.
    public static let size = 64

    let secret: SecretBytes

    private init(secret: consuming SecretBytes) {
        self.secret = secret
    }

    /// Takes the seed from a buffer of exactly 64 bytes, and zeroes the buffer.
    ///
    /// - Throws: `invalid` for another size; the buffer is zeroed then as well.
    public init(wiping bytes: inout [UInt8]) throws(SealingError) {
        defer { bytes.wipe() }
        try self.init(copying: bytes.span)
    }

    /// Copies the seed from exactly 64 bytes, which the caller wipes.
    ///
    /// - Throws: `invalid` for another size.
    public init(copying bytes: Span<UInt8>) throws(SealingError) {
        guard bytes.count == Self.size else {
            throw SealingError(.invalid, "a signing seed has \(Self.size) bytes, this one has \(bytes.count)")
        }
        self.init(secret: try SecretBytes(copying: bytes))
    }

    /// Draws a new seed.
    public static func random() throws(SealingError) -> SigningSeed {
        SigningSeed(secret: try SecretBytes(randomCount: size))
    }

    /// Whether both are the same bytes, in constant time.
    public borrowing func hasSameSecret(as other: borrowing SigningSeed) -> Bool {
        secret.hasSameBytes(as: other.secret)
    }

    /// Lends the secret bytes, for storing them.
    public borrowing func withSecretBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(secret.span)
    }
}
