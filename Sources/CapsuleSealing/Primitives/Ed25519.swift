// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Ed25519 (RFC 8032), so strict that no two verifiers can disagree (SPEC section 11).
///
/// An S below the order of the group, and a key and an R that are canonical encodings of points of just that
/// order: then every verification equation, with the cofactor or without, gives the same answer, no signature has
/// a second form, and no key verifies everything. A key is judged once, by whoever makes it of bytes. All of this
/// is public, so how long it takes says nothing.
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

    /// Whether a signature verifies by a key that `isOfPrimeOrder` has passed.
    static func verify(_ signature: Span<UInt8>, of message: Span<UInt8>, publicKey: Span<UInt8>) -> Bool {
        guard signature.count == signatureSize, publicKey.count == publicKeySize else { return false }
        let (r, s) = (signature.extracting(0..<pointSize), signature.extracting(pointSize...))
        guard isReduced(s) else { return false }
        let verifies = unsafe signature.lend { signature in
            unsafe message.lend { bytes in
                unsafe publicKey.lend { key in
                    unsafe crypto_sign_ed25519_verify_detached(
                        signature, bytes, UInt64(message.count), key) == 0
                }
            }
        }
        // libsodium's equation of today, which has no cofactor, implies this; one that has it would not.
        return verifies && isOfPrimeOrder(r)
    }

    /// Whether 32 little-endian bytes are a number below the order of the group.
    static func isReduced(_ scalar: Span<UInt8>) -> Bool {
        for index in scalar.indices.reversed() where scalar[index] != order[index] {
            return scalar[index] < order[index]
        }
        return false
    }

    // MARK: Points

    private static let pointSize = 32

    /// 2^252 + 27742317777372353535851937790883648493, little-endian.
    private static let order: InlineArray<32, UInt8> = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]

    /// Whether 32 bytes are the canonical encoding of a point whose order is that of the group.
    ///
    /// Not of the neutral element, then, and not of a point with a component of small order.
    static func isOfPrimeOrder(_ point: Span<UInt8>) -> Bool {
        guard point.count == pointSize, isValid(point) else { return false }
        return seesTwiceTheOrder || isFixedByOrderPlusOne(point)
    }

    private static func isValid(_ point: Span<UInt8>) -> Bool {
        unsafe point.lend { unsafe crypto_core_ed25519_is_valid_point($0) == 1 }
    }

    /// Whether libsodium tells a point of twice the order from one of the order itself: it does since it was
    /// mended for CVE-2025-69277.
    private static let seesTwiceTheOrder = !isValid(pointOfTwiceTheOrder.span)

    /// The base point plus the point of order two.
    static let pointOfTwiceTheOrder: InlineArray<32, UInt8> = [
        0x95, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99,
        0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99,
    ]

    /// Whether the order and one times a point is the point, so that the order times it is the neutral element.
    ///
    /// For a libsodium that is not mended; its multiplication is right.
    static func isFixedByOrderPlusOne(_ point: Span<UInt8>) -> Bool {
        var multiplier = order
        multiplier[0] += 1
        var product = InlineArray<32, UInt8>(repeating: 0)
        var output = product.mutableSpan
        let isDone = unsafe multiplier.span.lend { multiplier in
            unsafe point.lend { point in
                unsafe output.lend { unsafe crypto_scalarmult_ed25519_noclamp($0, multiplier, point) == 0 }
            }
        }
        return isDone && point.indices.allSatisfy { product[$0] == point[$0] }
    }
}
