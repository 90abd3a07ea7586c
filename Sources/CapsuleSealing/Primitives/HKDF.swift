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
        HMACSHA512.authenticate(key: salt, into: &pseudorandomKey) { $0(secret) }
        var message = InlineArray<64, UInt8>(repeating: 0)
        let length = info.utf8CodeUnitCount
        precondition(length < 64)
        for index in 0..<length {
            // A static string's bytes live as long as the program.
            message[index] = unsafe info.utf8Start[index]
        }
        message[length] = 1
        HMACSHA512.authenticate(key: pseudorandomKey.span, into: &block) {
            $0(message.span.extracting(0...length))
        }
        let result = body(block.span.extracting(0..<keySize))
        wipe(&pseudorandomKey)
        wipe(&block)
        return result
    }

    private static func wipe(_ bytes: inout InlineArray<64, UInt8>) {
        var span = bytes.mutableSpan
        span.wipe()
    }
}
