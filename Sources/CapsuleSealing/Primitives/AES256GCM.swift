// SPDX-License-Identifier: Apache-2.0

import CSodium
import CapsuleCBOR

/// AES-256-GCM (NIST SP 800-38D) with a nonce of 12 and a tag of 16 bytes.
///
/// Only where the processor has the instructions: `SealingSuite.requireAvailable` comes before every use.
enum AES256GCM {
    static let tagSize = 16

    /// A prefix, then the ciphertext, then the tag over both the ciphertext and the associated data.
    static func seal(
        _ plaintext: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, associatedData: Span<UInt8>,
        after prefix: Span<UInt8>
    ) -> [UInt8] {
        precondition(key.count == 32 && nonce.count == 12)
        let size = prefix.count + plaintext.count + tagSize
        return unsafe [UInt8](size: size) { output in
            // The output has room for the prefix, the ciphertext and the tag.
            for index in prefix.indices { unsafe output[index] = prefix[index] }
            let start = unsafe output + prefix.count
            unsafe plaintext.lend { plain in
                unsafe lend(key, nonce, associatedData) { key, nonce, data in
                    _ = unsafe crypto_aead_aes256gcm_encrypt(
                        start, nil, plain, UInt64(plaintext.count), data, UInt64(associatedData.count), nil,
                        nonce, key)
                }
            }
        }
    }

    /// The plaintext, or nil when the tag does not verify; nothing is decrypted before it has.
    static func open(
        _ sealed: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, associatedData: Span<UInt8>
    ) -> [UInt8]? {
        precondition(key.count == 32 && nonce.count == 12 && sealed.count >= tagSize)
        var isAuthentic = false
        let size = sealed.count - tagSize
        let plaintext = unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
            isAuthentic = unsafe decrypt(sealed, key, nonce, associatedData, into: output.baseAddress)
            count = isAuthentic ? size : 0
        }
        return isAuthentic ? plaintext : nil
    }

    /// Checks the tag, then decrypts to memory for `sealed.count - tagSize` bytes.
    ///
    /// Without memory, as an empty array has none, libsodium checks the tag alone.
    static func decrypt(
        _ sealed: Span<UInt8>, _ key: Span<UInt8>, _ nonce: Span<UInt8>, _ associatedData: Span<UInt8>,
        into output: UnsafeMutablePointer<UInt8>?
    ) -> Bool {
        unsafe sealed.lend { cipher in
            unsafe lend(key, nonce, associatedData) { key, nonce, data in
                unsafe crypto_aead_aes256gcm_decrypt(
                    output, nil, nil, cipher, UInt64(sealed.count), data, UInt64(associatedData.count), nonce,
                    key) == 0
            }
        }
    }

    private static func lend<Result>(
        _ key: Span<UInt8>, _ nonce: Span<UInt8>, _ data: Span<UInt8>,
        _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Result
    ) -> Result {
        unsafe key.lend { key in
            unsafe nonce.lend { nonce in unsafe data.lend { data in unsafe body(key, nonce, data) } }
        }
    }
}
