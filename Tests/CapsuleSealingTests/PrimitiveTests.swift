// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleDocuments
import Testing

@testable import CapsuleSealing

@Suite("the primitives of suite 1")
struct PrimitiveTests {
    @Test("SHA-256 gives the known digests", arguments: hashVectors)
    func digest(vector: HashVector) {
        #expect(sha256(bytes(vector.message)) == bytes(vector.digest))
    }

    @Test("HKDF-SHA512 gives the keys that OpenSSL derives", arguments: derivationVectors)
    func derive(vector: DerivationVector) throws {
        let info = try #require(
            DocumentKind.allCases.map(\.sealingInfo).first { Array("\($0)".utf8) == bytes(vector.info) })
        let key = HKDFSHA512.withKey(
            from: bytes(vector.secret).span, salt: bytes(vector.salt).span, info: info
        ) { $0.copied() }
        #expect(key == bytes(vector.key))
    }

    @Test("AES-256-GCM gives the known ciphertexts and opens them", arguments: encryptionVectors)
    func encrypt(vector: EncryptionVector) throws {
        try SealingSuite.requireAvailable()
        let (key, nonce) = (bytes(vector.key), bytes(vector.nonce))
        let (data, plaintext) = (bytes(vector.associatedData), bytes(vector.plaintext))
        let sealed = AES256GCM.seal(
            plaintext.span, key: key.span, nonce: nonce.span, associatedData: data.span, after: [1, 2].span)
        #expect(sealed == [1, 2] + bytes(vector.sealed))
        #expect(opened(bytes(vector.sealed), key, nonce, data) == plaintext)
    }

    @Test("nothing is decrypted before the tag has verified", arguments: encryptionVectors)
    func noPlaintextBeforeTheTag(vector: EncryptionVector) throws {
        try SealingSuite.requireAvailable()
        let (key, nonce) = (bytes(vector.key), bytes(vector.nonce))
        let data = bytes(vector.associatedData)
        var sealed = bytes(vector.sealed)
        sealed[sealed.count - 1] ^= 1
        let size = sealed.count - AES256GCM.tagSize
        // libsodium leaves what was there, or zeros: here both are zeros, and anything else is plaintext.
        var output = [UInt8](repeating: 0, count: size + 1)
        let isAuthentic = unsafe output.withUnsafeMutableBufferPointer { buffer in
            unsafe AES256GCM.decrypt(
                sealed.span, key.span, nonce.span, data.span, into: buffer.baseAddress)
        }
        #expect(!isAuthentic)
        #expect(output == [UInt8](repeating: 0, count: size + 1))
        #expect(opened(sealed, key, nonce, data) == nil)
    }

    @Test("Ed25519 gives the known keys and signatures", arguments: ed25519Vectors)
    func sign(vector: Ed25519Vector) throws {
        let pair = try Ed25519.keyPair(seed: bytes(vector.seed).span)
        #expect(pair.publicKey == bytes(vector.publicKey))
        let signature = Ed25519.sign(bytes(vector.message).span, secret: pair.secret)
        #expect(signature == bytes(vector.signature))
        #expect(verifies(signature, bytes(vector.message), bytes(vector.publicKey)))
    }

    @Test(
        "a signature that only a lax verifier accepts is refused (each satisfies the bare equation)",
        arguments: refusedSignatures)
    func strict(vector: RefusedSignature) {
        #expect(!verifies(bytes(vector.signature), bytes(vector.message), bytes(vector.publicKey)))
    }

    @Test("there are refused signatures of every kind")
    func everyKind() {
        #expect(refusedSignatures.count == 26)
        #expect(refusedSignatures.count { $0.name.contains("mixed order, ") } == 14)
        #expect(refusedSignatures.contains { $0.name.hasPrefix("S plus") })
        #expect(refusedSignatures.count { $0.name.contains("small order, ") } == 8)
    }

    @Test("a signature or key of another length verifies nothing", arguments: [0, 1, 31, 33, 63, 65])
    func lengths(count: Int) throws {
        let vector = try #require(ed25519Vectors.last)
        let (message, other) = (bytes(vector.message), [UInt8](repeating: 0, count: count))
        let (key, signature) = (bytes(vector.publicKey), bytes(vector.signature))
        #expect(!verifies(other, message, key))
        #expect(!verifies(signature, message, other))
    }

    @Test("a processor without AES is told so, with the class unsupported")
    func noAES() {
        #expect(SealingSuite.noAES.errorClass == .unsupported)
        #expect(SealingSuite.noAES.description.contains("AES"))
    }
}
