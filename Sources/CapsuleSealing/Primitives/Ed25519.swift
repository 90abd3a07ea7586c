// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Ed25519 (RFC 8032), strict.
///
/// Verification refuses an S that is not below the group's order, points of small order, and public keys that
/// are not in their canonical encoding, so that no signature has a second form and no key verifies everything.
enum Ed25519 {
    static let seedSize = 32
    static let publicKeySize = 32
    static let secretKeySize = 64
    static let signatureSize = 64

    /// The secret key in libsodium's form, seed || public key, and the public key.
    static func keyPair(seed: Span<UInt8>) throws(SealingError) -> KeyPair {
        precondition(seed.count == seedSize)
        var publicKey = [UInt8](repeating: 0, count: publicKeySize)
        let secret = try SecretBytes(count: secretKeySize) { secret in
            // Both outputs have the size that is written, the seed has the size that is read.
            var publicSpan = publicKey.mutableSpan
            unsafe seed.lend { seed in
                unsafe secret.lend { secret in
                    unsafe publicSpan.lend { publicKey in
                        _ = unsafe crypto_sign_ed25519_seed_keypair(publicKey, secret, seed)
                    }
                }
            }
        }
        return KeyPair(secret: secret, publicKey: publicKey)
    }

    struct KeyPair: ~Copyable {
        let secret: SecretBytes
        let publicKey: [UInt8]

        consuming func takeSecret() -> SecretBytes { secret }
    }

    static func sign(_ message: Span<UInt8>, secret: borrowing SecretBytes) -> [UInt8] {
        precondition(secret.count == secretKeySize)
        let key = secret.span
        // The output has the 64 bytes that are written.
        return unsafe [UInt8](size: signatureSize) { output in
            unsafe message.lend { bytes in
                unsafe key.lend { key in
                    _ = unsafe crypto_sign_ed25519_detached(output, nil, bytes, UInt64(message.count), key)
                }
            }
        }
    }

    static func verify(_ signature: Span<UInt8>, of message: Span<UInt8>, publicKey: Span<UInt8>) -> Bool {
        guard signature.count == signatureSize, publicKey.count == publicKeySize else { return false }
        return unsafe signature.lend { signature in
            unsafe message.lend { bytes in
                unsafe publicKey.lend { key in
                    unsafe crypto_sign_ed25519_verify_detached(
                        signature, bytes, UInt64(message.count), key) == 0
                }
            }
        }
    }
}
