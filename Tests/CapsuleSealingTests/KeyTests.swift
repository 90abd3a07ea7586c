// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

/// Holds one secret of each kind, as an application would.
private final class Holder {
    let seed: SigningSeed
    let signingKey: SigningKey
    let masterKey: AlbumMasterKey
    let groupKey: OwnerGroupKey
    let mlDSAKey: MLDSAKey
    let sealer = Sealer()

    init(_ byte: UInt8) throws {
        let bytes = [UInt8](repeating: byte, count: 64)
        seed = try SigningSeed(copying: bytes.span)
        signingKey = try SigningKey(seed: SigningSeed(copying: bytes.span))
        masterKey = try AlbumMasterKey(copying: bytes.span.extracting(0..<32), version: 1)
        groupKey = try OwnerGroupKey(copying: bytes.span.extracting(0..<32), version: 1)
        mlDSAKey = try MLDSAKey(seed: bytes.span.extracting(0..<32))
    }
}

@Suite("keys")
struct KeyTests {
    @Test("a buffer that a key is taken from is zeroed, also when it is refused")
    func wiped() throws {
        var seed = [UInt8](repeating: 7, count: 64)
        _ = try SigningSeed(wiping: &seed)
        #expect(seed == [UInt8](repeating: 0, count: 64))
        var key = [UInt8](repeating: 7, count: 32)
        _ = try AlbumMasterKey(wiping: &key, version: 1)
        #expect(key == [UInt8](repeating: 0, count: 32))
        var wrong = [UInt8](repeating: 7, count: 31)
        #expect(
            refusal { () throws(SealingError) in _ = try OwnerGroupKey(wiping: &wrong, version: 1) }
                == .invalid)
        #expect(wrong == [UInt8](repeating: 0, count: 31))
        #expect(refusal { () throws(SealingError) in _ = try SigningSeed(wiping: &wrong) } == .invalid)
    }

    @Test("keys of another size are refused", arguments: [0, 1, 31, 33, 63, 65])
    func sizes(count: Int) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(
            refusal { () throws(SealingError) in _ = try AlbumMasterKey(copying: bytes.span, version: 1) }
                == .invalid)
        #expect(refusal { () throws(SealingError) in _ = try SigningSeed(copying: bytes.span) } == .invalid)
        #expect(refusal { () throws(SealingError) in _ = try MLDSAKey(seed: bytes.span) } == .invalid)
        #expect(refusal { () throws(SealingError) in _ = try VerifyingKey(bytes) } == .invalid)
        #expect(Signature(ed25519: bytes, mlDSA65: bytes) == nil)
    }

    @Test("secrets compare by their bytes: equal, or different in any one bit")
    func compare() throws {
        let bytes = [UInt8](repeating: 7, count: 32)
        let key = try AlbumMasterKey(copying: bytes.span, version: 1)
        let same = try AlbumMasterKey(copying: bytes.span, version: 2)
        let areSame = key.hasSameSecret(as: same)
        #expect(areSame)
        for bit in 0..<256 {
            var other = bytes
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            let key2 = try AlbumMasterKey(copying: other.span, version: 1)
            let isSame = key.hasSameSecret(as: key2)
            #expect(!isSame, "bit \(bit)")
        }
        let left = try SigningSeed.random()
        let right = try SigningSeed.random()
        let areSameToo = left.hasSameSecret(as: right)
        #expect(!areSameToo)
    }

    @Test("drawn keys differ, and give out the bytes that they work with")
    func drawn() throws {
        var seen: Set<[UInt8]> = []
        for _ in 0..<50 { seen.insert(try AlbumMasterKey.random(version: 1).withSecretBytes { $0.copied() }) }
        #expect(seen.count == 50)
        #expect(seen.allSatisfy { $0.count == 32 })
        let seed = try SigningSeed.random()
        let copy = try seed.withSecretBytes { (bytes: Span<UInt8>) throws(SealingError) in
            try SigningSeed(copying: bytes)
        }
        #expect(try SigningKey(seed: seed).verifyingKey == SigningKey(seed: copy).verifyingKey)
    }

    @Test("a dump, a description and a mirror of what holds secrets show no byte of them")
    func nothingShown() throws {
        // 0xA7 is 167; no other number of the holder has these digits.
        let holder = try Holder(0xa7)
        var text = ""
        dump(holder, to: &text)
        text += String(reflecting: holder) + "\(holder)"
        func show(_ value: Any, depth: Int) {
            guard depth < 6 else { return }
            for child in Mirror(reflecting: value).children {
                text += "\(child.label ?? "") \(child.value)"
                show(child.value, depth: depth + 1)
            }
        }
        show(holder, depth: 0)
        #expect(!text.isEmpty)
        #expect(!text.contains("167, 167"))
        #expect(!text.lowercased().contains("a7a7a7a7"))
    }

    @Test("no error shows a byte of a key or of a plaintext")
    func errorsShowNothing() throws {
        let secret = [UInt8](repeating: 0xa7, count: 32)
        let plaintext = [0xff] + [UInt8](repeating: 0xa7, count: 100)
        let id = try identifier(1)
        let record = try RecordLayout.sealForTesting(
            plaintext, kind: .stack, id: id, key: secret, version: 1, nonce: [UInt8](repeating: 1, count: 12))
        let key = try AlbumMasterKey(copying: secret.span, version: 1)
        let signer = try signingKey(0xa7)
        do throws(SealingError) {
            // The tag verifies, and the plaintext is no envelope.
            _ = try SealedRecord<StackKind>(decoding: record).open(
                id: id, with: key, signedBy: signer.verifyingKey)
            Issue.record("no error")
        } catch {
            #expect(error.errorClass == .malformed)
            let words = "\(error)"
            #expect(!words.contains("167"))
            #expect(!words.lowercased().contains("a7"))
            // A dump names private types by their address, which may hold any two digits.
            var text = String(reflecting: error)
            dump(error, to: &text)
            #expect(!text.contains("167, 167"))
            #expect(!text.lowercased().contains("a7a7a7a7"))
        }
    }

    @Test("a signer over hardware makes one half elsewhere, and what it signs verifies")
    func hardware() throws {
        struct TokenSigner: DocumentSigner, ~Copyable {
            let token: Ed25519.KeyPair
            let mlDSA65: MLDSAKey
            let verifyingKey: VerifyingKey

            borrowing func signature(over signingBytes: Span<UInt8>) throws(SealingError) -> Signature {
                let half = Ed25519.sign(signingBytes, secret: token.secret)
                guard let signature = Signature(ed25519: half, mlDSA65: try mlDSA65.half(over: signingBytes))
                else {
                    throw SealingError(.unsupported, "the token gave no signature")
                }
                return signature
            }
        }
        let seed = [UInt8](repeating: 1, count: 64)
        let token = try Ed25519.keyPair(seed: seed.span.extracting(0..<32))
        let mlDSA65 = try MLDSAKey(seed: seed.span.extracting(32..<64))
        let verifyingKey = try VerifyingKey(ed25519: token.publicKey, mlDSA65: mlDSA65.publicKey)
        let signer = TokenSigner(token: token, mlDSA65: mlDSA65, verifyingKey: verifyingKey)
        let document = try stack()
        let signed = try SignedDocument(document, signer: signer)
        #expect(try signed.verified(by: signer.verifyingKey).document == document)
        #expect(signed == (try SignedDocument(document, signer: signingKey(1))))
    }

    @Test("a signature that was made later is put on the document that it was made for")
    func later() throws {
        let document = try stack()
        let signer = try signingKey(1)
        let message = SignedDocument.signingBytes(of: document)
        let signature = try signer.signature(over: message.span)
        #expect(
            try SignedDocument(document, signature: signature) == SignedDocument(document, signer: signer))
    }
}
