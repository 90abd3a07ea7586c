// SPDX-License-Identifier: Apache-2.0

import CSodium

/// HKDF with SHA-512 (RFC 5869), for keys of 32 bytes, which is one block of its expansion.
enum HKDFSHA512 {
    static let keySize = 32

    /// Derives a key and lends it to a closure; it is wiped when the closure returns.
    ///
    /// The key is short-lived, so it lies on the stack: locked memory costs a dozen system calls, more than
    /// the sealing itself.
    static func withKey<Result>(
        from secret: Span<UInt8>, salt: Span<UInt8>, info: StaticString, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        var pseudorandomKey = InlineArray<64, UInt8>(repeating: 0)
        var block = InlineArray<64, UInt8>(repeating: 0)
        // Extract, then the first block of expand, which is over info and the block's number.
        hmac(key: salt, secret, into: &pseudorandomKey)
        var message = InlineArray<64, UInt8>(repeating: 0)
        let length = info.utf8CodeUnitCount
        precondition(length < 64)
        for index in 0..<length {
            // A static string's bytes live as long as the program.
            message[index] = unsafe info.utf8Start[index]
        }
        message[length] = 1
        hmac(key: pseudorandomKey.span, message.span.extracting(0...length), into: &block)
        let result = body(block.span.extracting(0..<keySize))
        wipe(&pseudorandomKey)
        wipe(&block)
        return result
    }

    /// HMAC-SHA512 (RFC 2104) with a key of any length.
    private static func hmac(
        key: Span<UInt8>, _ message: Span<UInt8>, into output: inout InlineArray<64, UInt8>
    ) {
        var state = crypto_auth_hmacsha512_state()
        var tag = output.mutableSpan
        unsafe key.lend { _ = unsafe crypto_auth_hmacsha512_init(&state, $0, key.count) }
        unsafe message.lend { _ = unsafe crypto_auth_hmacsha512_update(&state, $0, UInt64(message.count)) }
        // The output has the 64 bytes that are written.
        unsafe tag.lend { _ = unsafe crypto_auth_hmacsha512_final(&state, $0) }
        unsafe sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha512_state>.size)
    }

    private static func wipe(_ bytes: inout InlineArray<64, UInt8>) {
        var span = bytes.mutableSpan
        span.wipe()
    }
}
