// SPDX-License-Identifier: Apache-2.0

import CapsuleMLDSA
import Testing

/// What verification refuses.
///
/// Where it can be, each malformed signature differs from a good one in form alone: the challenge would
/// still come out, so that only the check under test stands against it.
@Suite("ML-DSA-65 refusals")
struct RefusalTests {
    static let hint = 48 + 5 * 640
    static let counts = hint + 55

    /// The signature over the message of `index`, and what it is verified with.
    static func signed(_ index: Int) throws -> (signature: [UInt8], message: [UInt8], publicKey: [UInt8]) {
        let key = try MLDSA65.SigningKey(seed: vectorSeed(index))
        return (key.sign(vectorMessage(index)), vectorMessage(index), key.publicKey)
    }

    /// Expects the signature over the message of `index` to hold, and no longer after `change`.
    static func expectRefused(_ index: Int, _ change: (inout [UInt8]) throws -> Void) throws {
        var (signature, message, publicKey) = try signed(index)
        try #require(MLDSA65.verify(signature, of: message, publicKey: publicKey))
        let before = signature
        try change(&signature)
        try #require(signature != before)
        #expect(!MLDSA65.verify(signature, of: message, publicKey: publicKey))
    }

    @Test("places of a hint that are out of order are refused")
    func hintOrder() throws {
        try Self.expectRefused(0) { signature in
            try #require(signature[Self.counts] >= 2)
            signature.swapAt(Self.hint, Self.hint + 1)
        }
    }

    @Test("a place of a hint that is there twice is refused")
    func hintTwice() throws {
        try Self.expectRefused(0) { signature in
            try #require(signature[Self.counts] >= 1 && signature[Self.counts + 5] < 55)
            // The first place once more; all that follows moves up, into a zero byte at the end.
            signature.insert(signature[Self.hint], at: Self.hint)
            signature.remove(at: Self.hint + 55)
            for row in 0..<6 {
                signature[Self.counts + row] += 1
            }
        }
    }

    @Test("a byte after the last place of a hint that is not zero is refused", arguments: [UInt8(1), 255])
    func hintPadding(byte: UInt8) throws {
        for last in [false, true] {
            try Self.expectRefused(0) { signature in
                let used = Int(signature[Self.counts + 5])
                try #require(used < 54)
                signature[last ? Self.counts - 1 : Self.hint + used] = byte
            }
        }
    }

    /// In signature 195 the fourth polynomial has no ones, so that a reader that did not compare would read the
    /// same hint.
    @Test("a count of a hint that falls is refused")
    func hintCountFalls() throws {
        try Self.expectRefused(195) { signature in
            try #require(signature[Self.counts + 3] == signature[Self.counts + 2])
            signature[Self.counts + 3] -= 1
        }
    }

    @Test(
        "a hint of the most ones that are allowed is accepted, and one more is refused",
        arguments: [56, 57, 61, 62, 255])
    func hintTooMany(count: Int) throws {
        // Signature 572 has 55.
        try Self.expectRefused(572) { signature in
            try #require(signature[Self.counts + 5] == 55)
            signature[Self.counts + 5] = UInt8(count)
        }
    }

    @Test("a count over the most is refused in each polynomial", arguments: 0..<6)
    func hintCountTooLarge(row: Int) throws {
        try Self.expectRefused(0) { $0[Self.counts + row] = 255 }
    }

    /// Places and counts rise without end, so that a reader without the limit would read on past the signature.
    @Test("a hint that runs past the signature's end is refused")
    func hintPastEnd() throws {
        try Self.expectRefused(0) { signature in
            signature.replaceSubrange(Self.hint..., with: (0..<55).map { $0 } + (200..<206).map { $0 })
        }
    }

    @Test("a response is refused from gamma1 - beta on, and accepted just below")
    func responseNorm() throws {
        let publicKey = try MLDSA65.publicKey(seed: vectorSeed(0))
        #expect(MLDSA65.verify(bytes(largestResponse), of: vectorMessage(0), publicKey: publicKey))
        #expect(!MLDSA65.verify(bytes(tooLargeResponse), of: vectorMessage(0), publicKey: publicKey))
    }

    @Test("a response at the ends of what can be written is refused", arguments: [UInt8(0x00), 0xff])
    func responseEnds(byte: UInt8) throws {
        try Self.expectRefused(1) { signature in
            signature.replaceSubrange(48..<Self.hint, with: [UInt8](repeating: byte, count: 3200))
        }
    }

    @Test("a signature of another length is refused", arguments: [0, 1, 48, 3248, 3308, 3310, 6618])
    func signatureLength(count: Int) throws {
        try Self.expectRefused(2) { signature in
            signature = Array((signature + signature).prefix(count))
        }
    }

    @Test("a public key of another length is refused", arguments: [0, 1, 32, 1951, 1953, 3904])
    func publicKeyLength(count: Int) throws {
        let (signature, message, publicKey) = try Self.signed(2)
        let other = Array((publicKey + publicKey).prefix(count))
        #expect(!MLDSA65.verify(signature, of: message, publicKey: other))
    }

    @Test("another message is refused", arguments: [0, 1, 33, 136, 1000])
    func otherMessage(length: Int) throws {
        let key = try MLDSA65.SigningKey(seed: vectorSeed(4))
        let message = [UInt8](repeating: 7, count: length)
        let signature = key.sign(message)
        try #require(MLDSA65.verify(signature, of: message, publicKey: key.publicKey))
        #expect(!MLDSA65.verify(signature, of: message + [0], publicKey: key.publicKey))
        #expect(!MLDSA65.verify(signature, of: [0] + message, publicKey: key.publicKey))
        if length > 0 {
            #expect(!MLDSA65.verify(signature, of: message.dropLast(), publicKey: key.publicKey))
            #expect(!MLDSA65.verify(signature, of: [6] + message.dropFirst(), publicKey: key.publicKey))
        }
    }

    @Test("another key is refused, and one that differs in a bit", arguments: [0, 31, 32, 1000, 1951])
    func otherKey(byte: Int) throws {
        let (signature, message, publicKey) = try Self.signed(5)
        var changed = publicKey
        changed[byte] ^= 0x10
        #expect(!MLDSA65.verify(signature, of: message, publicKey: changed))
        let other = try MLDSA65.publicKey(seed: vectorSeed(6))
        #expect(!MLDSA65.verify(signature, of: message, publicKey: other))
    }

    @Test(
        "one flipped bit is refused, in the challenge, the response, the hint's places and counts",
        arguments: [0, 24, 47, 48, 1500, 3247, 3248, 3249, 3302, 3303, 3308])
    func flippedBit(byte: Int) throws {
        let (signature, message, publicKey) = try Self.signed(9)
        try #require(MLDSA65.verify(signature, of: message, publicKey: publicKey))
        for bit in 0..<8 {
            var changed = signature
            changed[byte] ^= 1 << UInt8(bit)
            #expect(!MLDSA65.verify(changed, of: message, publicKey: publicKey), "bit \(bit)")
        }
    }
}
