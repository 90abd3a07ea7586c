// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import Testing

@testable import CapsuleSealing

@Suite("known answers for whole documents")
struct WholeDocumentTests {
    @Test(
        "signing bytes, key, associated data and content hash are the known ones",
        arguments: wholeDocumentVectors)
    func intermediates(vector: WholeDocumentVector) throws {
        let prior = Digest(bytes(vector.prior))
        let message = SignedEnvelope.signingBytes(
            kind: vector.kind, document: bytes(vector.document).span, prior: prior)
        #expect(message == bytes(vector.signingBytes))

        let record = bytes(vector.record)
        let salt = bytes(vector.id) + bytes(vector.nonce)
        let key = HKDFSHA512.withKey(
            from: bytes(vector.key).span, salt: salt.span, info: vector.kind.sealingInfo
        ) { $0.copied() }
        #expect(key == bytes(vector.recordKey))
        #expect(Array(record.prefix(bytes(vector.associatedData).count)) == bytes(vector.associatedData))
        let version = RecordLayout.keyVersion(record.span, kind: vector.kind)
        #expect(version == vector.keyVersion)
        #expect(sha256(record) == bytes(vector.contentHash))
    }

    @Test(
        "signing and sealing give the known bytes",
        arguments: wholeDocumentVectors.filter { vector in !vector.isNewer })
    func seal(vector: WholeDocumentVector) throws {
        try sealing(as: vector.kind.sealableType, vector)
    }

    private func sealing<Kind: SealableKind>(as _: Kind.Type, _ vector: WholeDocumentVector) throws {
        let document = try Document<Kind>(decoding: bytes(vector.document))
        let signer = try SigningKey(seed: SigningSeed(copying: bytes(vector.seed).span))
        #expect(signer.verifyingKey.bytes == bytes(vector.publicKey))

        let signed = try SignedDocument(document, prior: Digest(bytes(vector.prior)), signer: signer)
        #expect(sha256(signed.encoded) == bytes(vector.envelope))
        let signature = try signer.signature(over: bytes(vector.signingBytes).span)
        #expect(signature.ed25519 == bytes(vector.ed25519))
        #expect(sha256(signature.mlDSA65) == bytes(vector.mlDSA65))

        let key = try SealingKey<Kind.Role>(
            copying: bytes(vector.key).span, version: vector.keyVersion ?? 0)
        var sealer = Sealer()
        let record = try sealer.sealForTesting(
            document, prior: Digest(bytes(vector.prior)), signer: signer, under: key,
            nonceForTesting: bytes(vector.nonce))
        #expect(record.encoded == bytes(vector.record))
        #expect(record.contentHash.bytes == bytes(vector.contentHash))
    }

    @Test(
        "opening gives the document, its prior and its signer, or the newer document",
        arguments: wholeDocumentVectors)
    func open(vector: WholeDocumentVector) throws {
        try opening(as: vector.kind.sealableType, vector)
    }

    private func opening<Kind: SealableKind>(as _: Kind.Type, _ vector: WholeDocumentVector) throws {
        let record = try SealedRecord<Kind>(decoding: bytes(vector.record))
        #expect(record.keyVersion == vector.keyVersion)
        let key = try SealingKey<Kind.Role>(
            copying: bytes(vector.key).span, version: vector.keyVersion ?? 0)
        let id = try #require(Identifier(bytes(vector.id)))
        let signer = try VerifyingKey(bytes(vector.publicKey))
        let verified = try record.open(id: id, with: key, signedBy: signer)
        #expect(verified.prior == Digest(bytes(vector.prior)))
        #expect(verified.signer == signer)
        #expect(sha256(verified.signed.encoded) == bytes(vector.envelope))
        switch verified.content {
        case .document(let document):
            #expect(!vector.isNewer)
            #expect(document.encoded == bytes(vector.document))
            #expect(document.id == id)
        case .newer(let newer):
            #expect(vector.isNewer)
            #expect(newer.bytes == bytes(vector.document))
            #expect(newer.schemaVersion == UInt64(bytes(vector.document)[2]))
            #expect(newer.view?.id == (vector.name.hasSuffix("without an id") ? nil : id))
        }
    }

    @Test("a newer document is sealed again as its signer signed it, under an id that is given if need be")
    func newerAgain() throws {
        for vector in wholeDocumentVectors where vector.isNewer {
            let (record, id) = (
                try SealedRecord<StackKind>(decoding: bytes(vector.record)),
                try #require(Identifier(bytes(vector.id)))
            )
            let old = try AlbumMasterKey(copying: bytes(vector.key).span, version: vector.keyVersion ?? 0)
            let new = try sealingKey(9, version: .max)
            let signer = try VerifyingKey(bytes(vector.publicKey))
            var sealer = Sealer()
            let resealed = try sealer.reseal(record, id: id, from: old, to: new, signedBy: signer)
            let verified = try resealed.open(id: id, with: new, signedBy: signer)
            #expect(
                verified.signed == (try record.open(id: id, with: old, signedBy: signer).signed), "\(vector)")
            #expect(
                refusal { () throws(SealingError) in _ = try verified.document } == .newerSchema, "\(vector)")
            if verified.content.id == nil {
                #expect(
                    refusal { () throws(SealingError) in _ = try sealer.seal(verified, under: new) }
                        == .invalid, "\(vector)")
            }
        }
    }
}
