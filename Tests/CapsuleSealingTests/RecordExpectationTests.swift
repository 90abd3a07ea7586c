// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

@Suite("what a reader expects of a record")
struct RecordExpectationTests {
    private let prior = SHA256.digest([1].span)
    private let other = SHA256.digest([2].span)

    private func signed(_ prior: Digest?) throws -> SignedDocument<AssetKind> {
        try SignedDocument(AssetSidecar(id: identifier(7)), prior: prior, signer: signingKey(1))
    }

    private func verify(_ prior: Digest?, expecting expected: RecordExpectation.Prior) throws -> ErrorClass? {
        let (signed, key) = (try signed(prior), try signingKey(1).verifyingKey)
        return refusal { () throws(SealingError) in _ = try signed.verified(by: key, expecting: expected) }
    }

    @Test("another prior than the one expected is a mismatch, and so is one where none is expected")
    func priors() throws {
        #expect(try verify(prior, expecting: .any) == nil)
        #expect(try verify(nil, expecting: .any) == nil)
        #expect(try verify(prior, expecting: .digest(prior)) == nil)
        #expect(try verify(nil, expecting: .absent) == nil)
        #expect(try verify(prior, expecting: .digest(other)) == .mismatch)
        #expect(try verify(nil, expecting: .digest(prior)) == .mismatch)
        #expect(try verify(prior, expecting: .absent) == .mismatch)
    }

    @Test("the prior is looked at last: a signature that does not verify is that, whatever is expected")
    func order() throws {
        let signed = try signed(prior)
        #expect(
            refusal { () throws(SealingError) in
                _ = try signed.verified(by: signingKey(2).verifyingKey, expecting: .digest(other))
            } == .signatureInvalid)
    }

    @Test(
        "a record under another version of the key than the one expected is a mismatch, whoever holds the key"
    )
    func keyVersions() throws {
        let document = try stack()
        let signer = try signingKey(1)
        var sealer = Sealer()
        let record = try sealer.seal(document, signer: signer, under: sealingKey(2, version: 5))
        func open(_ version: UInt32?) throws -> ErrorClass? {
            let id = document.id
            let key = try sealingKey(2, version: 5)
            return refusal { () throws(SealingError) in
                _ = try record.open(
                    id: id, with: key, signedBy: signer.verifyingKey,
                    expecting: RecordExpectation(keyVersion: version))
            }
        }
        #expect(try open(nil) == nil)
        #expect(try open(5) == nil)
        #expect(try open(4) == .mismatch)
        #expect(try open(6) == .mismatch)
    }

    @Test("a blob names no version: the one expected is compared with that of the key")
    func blobs() throws {
        let id = try identifier(7)
        let signer = try signingKey(1)
        var sealer = Sealer()
        let blob = try sealer.seal(
            AssetSidecar(id: id), prior: prior, signer: signer, under: sealingKey(2, version: 5))
        let expected = RecordExpectation(prior: .digest(prior), keyVersion: 5)
        #expect(
            try blob.open(
                id: id, with: sealingKey(2, version: 5), signedBy: signer.verifyingKey, expecting: expected
            ).prior == prior)
        for wrong in [RecordExpectation(keyVersion: 6), RecordExpectation(prior: .absent)] {
            #expect(
                refusal { () throws(SealingError) in
                    _ = try blob.open(
                        id: id, with: sealingKey(2, version: 5), signedBy: signer.verifyingKey,
                        expecting: wrong)
                } == .mismatch, "\(wrong)")
        }
    }

    @Test("a record is sealed anew only under another key of a later version")
    func reseal() throws {
        let document = try stack()
        let signer = try signingKey(1)
        var sealer = Sealer()
        let record = try sealer.seal(document, signer: signer, under: sealingKey(2, version: 5))
        for (byte, version, expected) in [
            (UInt8(3), UInt32(6), ErrorClass?.none), (3, .max, nil), (3, 5, .invalid), (3, 4, .invalid),
            (2, 6, .invalid), (2, 5, .invalid),
        ] {
            let new = try sealingKey(byte, version: version)
            let old = try sealingKey(2, version: 5)
            let found = refusal { () throws(SealingError) in
                _ = try sealer.reseal(
                    record, id: document.id, from: old, to: new, signedBy: signer.verifyingKey)
            }
            #expect(found == expected, "key \(byte), version \(version)")
        }
    }
}
