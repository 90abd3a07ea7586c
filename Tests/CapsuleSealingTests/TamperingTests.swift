// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

@Suite("tampering with a sealed record")
struct RecordTamperingTests {
    private let document: StackDocument
    private let signer: VerifyingKey
    private let record: [UInt8]

    init() throws {
        document = try stack()
        let key = try signingKey(1)
        signer = key.verifyingKey
        var sealer = Sealer()
        record = try sealer.seal(document, signer: key, under: sealingKey(2, version: 5)).encoded
    }

    /// Opens bytes as the stack, under a key of version 5 unless told otherwise.
    private func open(
        _ bytes: [UInt8], key: UInt8 = 2, version: UInt32 = 5, id: Identifier? = nil
    ) throws(SealingError) -> VerifiedDocument<StackKind> {
        try SealedRecord<StackKind>(decoding: bytes).open(
            id: id ?? document.id, with: sealingKey(key, version: version), signedBy: signer)
    }

    private func fault(
        _ bytes: [UInt8], key: UInt8 = 2, version: UInt32 = 5, id: Identifier? = nil
    ) -> SealingError? {
        do throws(SealingError) {
            _ = try open(bytes, key: key, version: version, id: id)
            return nil
        } catch {
            return error
        }
    }

    @Test("the record opens as it is")
    func untouched() throws {
        #expect(try open(record).document == document)
    }

    @Test("every flipped bit is refused: in the suite as unknown-suite, anywhere else with the one error")
    func bits() {
        var faults: [SealingError?] = []
        for bit in 0..<8 * record.count {
            var flipped = record
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            faults.append(fault(flipped))
        }
        #expect(faults.prefix(16).allSatisfy { $0?.errorClass == .unknownSuite })
        #expect(Set(faults.dropFirst(16)) == [SealingError.authenticationFailed])
    }

    @Test("every truncation is refused: as malformed below the least length, else with the one error")
    func truncations() {
        for count in 0..<record.count {
            let fault = fault(Array(record.prefix(count)))
            if count < 34 {
                #expect(fault?.errorClass == .malformed, "\(count) bytes")
            } else {
                #expect(fault == .authenticationFailed, "\(count) bytes")
            }
        }
        #expect(fault(record + [0]) == .authenticationFailed)
    }

    @Test("another id, another key, another key version and another kind are refused with the one error")
    func others() throws {
        #expect(fault(record, id: try identifier(8)) == .authenticationFailed)
        #expect(fault(record, key: 3) == .authenticationFailed)
        #expect(fault(record, version: 6) == .authenticationFailed)
        // The header says 6, and the key of version 5 is given as that of 6.
        var renamed = record
        renamed[5] = 6
        #expect(fault(renamed, version: 6) == .authenticationFailed)

        let album = try SealedRecord<AlbumKind>(decoding: record)
        #expect(
            refusal { () throws(SealingError) in
                _ = try album.open(id: document.id, with: sealingKey(2, version: 5), signedBy: signer)
            } == .authenticationFailed)
        let blob = try MetadataBlob(decoding: record)
        #expect(
            refusal { () throws(SealingError) in
                _ = try blob.open(id: document.id, with: sealingKey(2, version: 5), signedBy: signer)
            } == .authenticationFailed)
        let settings = try SealedRecord<SettingsKind>(decoding: record)
        #expect(
            refusal { () throws(SealingError) in
                _ = try settings.open(
                    id: document.id, with: sealingKey(2, version: 5, OwnerGroupRole.self), signedBy: signer)
            } == .authenticationFailed)
    }

    @Test(
        "header fields and nonces swapped between two records of one document are refused",
        arguments: [2..<6, 6..<18])
    func swapped(range: Range<Int>) throws {
        var sealer = Sealer()
        let other = try sealer.seal(document, signer: signingKey(1), under: sealingKey(2, version: 6)).encoded
        var (left, right) = (record, other)
        left.replaceSubrange(range, with: other[range])
        right.replaceSubrange(range, with: record[range])
        for version in [UInt32(5), 6] {
            #expect(fault(left, version: version) == .authenticationFailed, "\(version)")
            #expect(fault(right, version: version) == .authenticationFailed, "\(version)")
        }
    }

    @Test("a record that holds another document than its id says is a mismatch")
    func mismatch() throws {
        // Only somebody who holds the key can make one.
        let signed = try SignedDocument(document, signer: signingKey(1))
        let id = try identifier(8)
        let sealed = try RecordLayout.seal(
            signed.encoded.span, kind: .stack, id: id, key: sealingKey(2, version: 5), nonce: drawnNonce())
        #expect(fault(sealed, id: id)?.errorClass == .mismatch)
    }

    @Test("a record past the limit is refused before anything else of it is looked at")
    func limit() throws {
        let largest = 100 + CBORLimits.envelope
        let (full, over) = (
            [UInt8](repeating: 0xff, count: largest), [UInt8](repeating: 0xff, count: largest + 1)
        )
        let nonce = try drawnNonce()
        #expect(
            refusal { () throws(SealingError) in _ = try MetadataBlob(decoding: full, limit: 100) }
                == .unknownSuite)
        #expect(
            refusal { () throws(SealingError) in _ = try MetadataBlob(decoding: over, limit: 100) } == .limit)
        #expect(
            refusal { () throws(SealingError) in
                _ = try RecordLayout.seal(
                    over.span, kind: .stack, id: document.id, key: sealingKey(2), nonce: nonce, limit: 100
                )
            } == .limit)
    }
}

@Suite("tampering with a signed document")
struct EnvelopeTamperingTests {
    private let document: AssetSidecar
    private let signed: SignedDocument<AssetKind>
    private let signer: VerifyingKey
    private let prior: Digest

    init() throws {
        var document = AssetSidecar(id: try identifier(7))
        _ = try document.addLabel("sea", by: author(1))
        self.document = document
        prior = try #require(Digest([UInt8](repeating: 3, count: 32)))
        let key = try signingKey(1)
        signer = key.verifyingKey
        signed = try SignedDocument(document, prior: prior, signer: key)
    }

    private func fault(_ bytes: [UInt8]) -> SealingError? {
        do throws(SealingError) {
            _ = try SignedDocument<AssetKind>(decoding: bytes).verified(by: signer)
            return nil
        } catch {
            return error
        }
    }

    @Test("the envelope verifies as it is, with its prior")
    func untouched() throws {
        let verified = try SignedDocument<AssetKind>(decoding: signed.encoded).verified(by: signer)
        #expect(try verified.document == document)
        #expect(verified.prior == prior)
        #expect(verified.signed == signed)
    }

    @Test("a flipped bit in any byte of document, prior and signature does not verify, with the one error")
    func bytes() throws {
        let seed = propertySeed("envelope bit flips", 11)
        var generator = SeededGenerator(seed: seed)
        let parts = try EnvelopeParts(signed.encoded)
        let documentStart = 3 + parts.members[2].count - document.encoded.count
        let priorStart = documentStart + document.encoded.count + 2
        let edStart = priorStart + 32 + 1 + 3 + 2
        let mlStart = edStart + 64 + 3 + 3
        #expect(mlStart + 3309 == signed.encoded.count)
        // Each byte of the ML-DSA-65 half is flipped in that module's own tests; here one in each 64.
        let offsets =
            Array(documentStart..<documentStart + document.encoded.count)
            + Array(priorStart..<priorStart + 32)
            + Array(edStart..<edStart + 64)
            + stride(from: mlStart, to: signed.encoded.count, by: 64)
        for offset in offsets {
            var flipped = signed.encoded
            flipped[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            #expect(fault(flipped) == .signatureInvalid, "byte \(offset)")
        }
    }

    @Test("every other bit of the envelope is refused before the signature is looked at")
    func form() throws {
        let parts = try EnvelopeParts(signed.encoded)
        let documentStart = 3 + parts.members[2].count - document.encoded.count
        let priorStart = documentStart + document.encoded.count + 2
        let edStart = priorStart + 32 + 1 + 3 + 2
        let mlStart = edStart + 64 + 3 + 3
        let heads =
            Array(0..<documentStart) + [priorStart - 2, priorStart - 1] + Array(priorStart + 32..<edStart)
            + Array(edStart + 64..<mlStart)
        for offset in heads {
            for bit in 0..<8 {
                var flipped = signed.encoded
                flipped[offset] ^= 1 << UInt8(bit)
                let fault = fault(flipped)
                #expect(fault != nil && fault != .signatureInvalid, "bit \(bit) of byte \(offset)")
            }
        }
    }

    @Test("every truncation of the envelope is malformed")
    func truncations() {
        for count in 0..<signed.encoded.count {
            #expect(fault(Array(signed.encoded.prefix(count)))?.errorClass == .malformed, "\(count) bytes")
        }
        #expect(fault(signed.encoded + [0])?.errorClass == .malformed)
    }

    @Test("prior exchanged, added or taken away does not verify")
    func priorExchanged() throws {
        var parts = try EnvelopeParts(signed.encoded)
        parts.members[3] = byteString([UInt8](repeating: 4, count: 32))
        #expect(fault(parts.encoded) == .signatureInvalid)
        parts.members[3] = [0xf6]
        #expect(fault(parts.encoded) == .signatureInvalid)
        var without = try EnvelopeParts(SignedDocument(document, signer: signingKey(1)).encoded)
        #expect(fault(without.encoded) == nil)
        without.members[3] = byteString(prior.bytes)
        #expect(fault(without.encoded) == .signatureInvalid)
    }

    @Test("an envelope of a stack, an album or settings has no prior, and none is signed with one")
    func priorElsewhere() throws {
        let album = AlbumDocument(id: try identifier(7))
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedDocument(album, prior: prior, signer: signingKey(1))
            } == .invalid)
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedDocument<AlbumKind>(decoding: signed.encoded)
            } == .invalid)
    }

    @Test("one kind does not verify as another, though every byte else is the same")
    func kinds() throws {
        // An identifier alone, under the key of another kind, so that only the context tells them apart.
        let signed = try SignedDocument(AlbumDocument(id: identifier(7)), signer: signingKey(1))
        #expect(try SignedDocument<AlbumKind>(decoding: signed.encoded).verified(by: signer).signer == signer)
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedDocument<StackKind>(decoding: signed.encoded).verified(by: signer)
            } == .signatureInvalid)
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedDocument<SettingsKind>(decoding: signed.encoded).verified(by: signer)
            } == .signatureInvalid)
        #expect(
            refusal { () throws(SealingError) in
                _ = try SignedDocument<AssetKind>(decoding: signed.encoded).verified(by: signer)
            } == .signatureInvalid)
    }

    @Test("stripping, changing or adding an unknown key breaks the signature")
    func unknownKeys() throws {
        let plain = try stack().encoded
        // {0: 1, ..., "zz_later": x}: one entry more, at the end by the order of keys.
        func with(_ value: UInt8?) throws -> StackDocument {
            guard let value else { return try StackDocument(decoding: plain) }
            var bytes = plain
            bytes[0] += 1
            return try StackDocument(decoding: bytes + [0x68] + Array("zz_later".utf8) + [value])
        }
        let key = try signingKey(1)
        let original = try with(1)
        let signature = try key.signature(over: SignedDocument.signingBytes(of: original).span)
        #expect(try SignedDocument(original, signature: signature).verified(by: signer).document == original)
        for changed in [try with(nil), try with(2)] {
            let forged = try SignedDocument(changed, signature: signature)
            #expect(
                refusal { () throws(SealingError) in _ = try forged.verified(by: signer) }
                    == .signatureInvalid, "\(changed)")
        }
    }

    @Test("one good and one bad half are refused, whichever is bad, with the one error")
    func halves() throws {
        let message = SignedDocument.signingBytes(of: document, prior: prior)
        let good = try signingKey(1).signature(over: message.span)
        let other = try signingKey(2).signature(over: message.span)
        for (ed25519, mlDSA65) in [
            (good.ed25519, other.mlDSA65), (other.ed25519, good.mlDSA65), (other.ed25519, other.mlDSA65),
        ] {
            let mixed = try #require(Signature(ed25519: ed25519, mlDSA65: mlDSA65))
            #expect(
                fault(try SignedDocument(document, prior: prior, signature: mixed).encoded)
                    == .signatureInvalid, "\(ed25519) \(mlDSA65)")
        }
    }

    @Test("another key does not verify, nor one with a half exchanged")
    func keys() throws {
        let (own, other) = (signer.bytes, try signingKey(2).verifyingKey.bytes)
        let halves: [[UInt8]] = [
            other, Array(own.prefix(32) + other.dropFirst(32)), Array(other.prefix(32) + own.dropFirst(32)),
        ]
        for bytes in halves {
            let key = try VerifyingKey(bytes)
            #expect(
                refusal { () throws(SealingError) in _ = try signed.verified(by: key) } == .signatureInvalid,
                "\(bytes)")
        }
    }
}
