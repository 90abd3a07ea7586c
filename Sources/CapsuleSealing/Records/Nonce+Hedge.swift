// SPDX-License-Identifier: Apache-2.0

import CSodium
import CapsuleCRDT
import CapsuleDocuments

/// 32 bytes that a nonce is derived from, fresh from the system's generator for each sealing.
struct NonceEntropy: Sendable {
    let bytes: InlineArray<32, UInt8>

    /// Draws them from a generator that is fit for keys.
    static func fresh() -> NonceEntropy {
        var bytes = InlineArray<32, UInt8>(repeating: 0)
        var span = bytes.mutableSpan
        let count = span.count
        unsafe span.lend { unsafe randombytes_buf($0, count) }
        return NonceEntropy(bytes: bytes)
    }
}

extension Nonce {
    /// The nonce of one sealing (SPEC section 11): fresh randomness, hedged with the key and all that is sealed.
    ///
    /// The first 12 bytes of HMAC-SHA512(nonce key, entropy (32) || id (16) || key version (4) || plaintext), where
    /// the nonce key is HKDF-SHA512(ikm = key, salt = none, info = the kind's own, 32 bytes). The randomness is why
    /// two sealings of one document differ. The rest is why a machine whose generator repeats itself repeats
    /// only a record that is the same to the byte, and never a nonce over something else.
    static func hedged<Role>(
        _ entropy: NonceEntropy, _ plaintext: Span<UInt8>, kind: DocumentKind, id: Identifier,
        key: borrowing SealingKey<Role>
    ) -> Nonce {
        // Every part but the last has one length, so no two messages are spelled alike.
        var place = id.bytes
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            place.append(UInt8(truncatingIfNeeded: key.version >> shift))
        }
        var tag = InlineArray<64, UInt8>(repeating: 0)
        let (fresh, bound) = (entropy.bytes.span, place.span)
        HKDFSHA512.withKey(from: key.secret.span, salt: Span(), info: kind.nonceInfo) { nonceKey in
            HMACSHA512.authenticate(key: nonceKey, into: &tag) { part in
                part(fresh)
                part(bound)
                part(plaintext)
            }
        }
        guard let nonce = Nonce(tag.span.extracting(0..<size)) else {
            preconditionFailure("a nonce has \(size) bytes")
        }
        return nonce
    }
}

extension DocumentKind {
    /// What keeps the key that nonces are derived under apart from every key of a record.
    var nonceInfo: StaticString {
        switch self {
        case .stack: "stack-doc/nonce/v1"
        case .album: "album-doc/nonce/v1"
        case .asset: "metadata-blob/nonce/v1"
        case .settings: "library-settings/nonce/v1"
        }
    }
}
