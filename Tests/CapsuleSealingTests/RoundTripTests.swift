// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

@Suite("random round trips")
struct RoundTripTests {
    @Test("what is sealed opens to the same bytes, 1 000 times, and to nothing under anything else")
    func seal() throws {
        var generator = SeededGenerator(seed: propertySeed("sealing round trips", 5))
        for round in 0..<1_000 {
            let kind = DocumentKind.allCases[Int.random(in: 0..<4, using: &generator)]
            let id = Identifier(using: &generator)
            let (key, nonce) = (random(32, &generator), random(12, &generator))
            let version = UInt32.random(in: 0 ... .max, using: &generator)
            let plaintext = random(
                Int.random(in: 0..<(generator.chance(10) ? 5_000 : 100), using: &generator), &generator)
            let record = try RecordLayout.sealForTesting(
                plaintext, kind: kind, id: id, key: key, version: version, nonce: nonce)
            #expect(record.count == plaintext.count + (kind == .asset ? 30 : 34), "\(round)")
            #expect(
                try RecordLayout.openForTesting(record, kind: kind, id: id, key: key) == plaintext, "\(round)"
            )

            let otherKind = DocumentKind.allCases.filter { $0 != kind }[
                Int.random(in: 0..<3, using: &generator)]
            let (otherID, otherKey) = (Identifier(using: &generator), random(32, &generator))
            for (kind, id, key) in [(otherKind, id, key), (kind, otherID, key), (kind, id, otherKey)] {
                let refused = refusal { () throws(SealingError) in
                    _ = try RecordLayout.openForTesting(record, kind: kind, id: id, key: key)
                }
                // A short blob may be too short to be a record at all.
                #expect(
                    refused == .authenticationFailed || (refused == .malformed && record.count < 34),
                    "\(round) \(kind) \(id)")
            }
        }
    }

    @Test("random documents are signed, sealed, carried, opened and verified as they were")
    func whole() throws {
        var generator = SeededGenerator(seed: propertySeed("whole round trips", 6))
        var sealer = Sealer()
        for round in 0..<40 {
            var document = AlbumDocument(id: Identifier(using: &generator))
            for _ in 0..<Int.random(in: 0..<10, using: &generator) {
                let by = try author(UInt8.random(in: 0..<4, using: &generator))
                _ = try document.addLabel("label \(Int.random(in: 0..<8, using: &generator))", by: by)
            }
            let seed = try SigningSeed(copying: random(64, &generator).span)
            let signer = try SigningKey(seed: seed)
            let key = try AlbumMasterKey(
                copying: random(32, &generator).span,
                version: UInt32.random(in: 0 ... .max, using: &generator))
            let sent = try sealer.seal(document, signer: signer, under: key)
            let arrived = try SealedRecord<AlbumKind>(decoding: sent.encoded)
            #expect(arrived.keyVersion == key.version, "\(round)")
            #expect(arrived.contentHash == sent.contentHash, "\(round)")
            let verified = try arrived.open(id: document.id, with: key, signedBy: signer.verifyingKey)
            #expect(try verified.document == document, "\(round)")
        }
    }

    @Test("many documents are verified at once, with the results in their order")
    func batch() async throws {
        let signer = try signingKey(1)
        var (documents, expected): ([SignedDocument<StackKind>], [StackDocument?]) = ([], [])
        for index in 0..<40 {
            let document = try stack("label \(index)")
            if index % 7 == 3 {
                documents.append(try SignedDocument(document, signer: signingKey(2)))
                expected.append(nil)
            } else {
                documents.append(try SignedDocument(document, signer: signer))
                expected.append(document)
            }
        }
        let results = await SignedDocument.verify(documents, by: signer.verifyingKey)
        #expect(results.map { try? $0.get().document } == expected)
        #expect(await SignedDocument<StackKind>.verify([], by: signer.verifyingKey).isEmpty)
    }
}
