// SPDX-License-Identifier: Apache-2.0

import CSodium

/// HMAC-SHA512 (RFC 2104) with a key of any length.
enum HMACSHA512 {
    /// Writes the tag over a message, which a closure gives in as many parts as it has.
    ///
    /// The state is made of the key, so it is wiped.
    static func authenticate(
        key: Span<UInt8>, into output: inout InlineArray<64, UInt8>,
        parts: ((Span<UInt8>) -> Void) -> Void
    ) {
        var state = crypto_auth_hmacsha512_state()
        var tag = output.mutableSpan
        unsafe key.lend { _ = unsafe crypto_auth_hmacsha512_init(&state, $0, key.count) }
        parts { part in
            unsafe part.lend { _ = unsafe crypto_auth_hmacsha512_update(&state, $0, UInt64(part.count)) }
        }
        // The output has the 64 bytes that are written.
        unsafe tag.lend { _ = unsafe crypto_auth_hmacsha512_final(&state, $0) }
        unsafe sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha512_state>.size)
    }
}
