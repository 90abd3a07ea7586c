// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

/// What SECURITY.md says is not promised, each shown to be so: who changes one of these changes that text.
@Suite("what sealing and signing do not promise")
struct LimitTests {
    private let accepted: StampTime

    init() throws { accepted = try #require(StampTime("2026-01-03T00:00:00.000Z")) }

    @Test(
        "who has a key opens what was sealed under it before, and seals under it after, whatever came since")
    func noForwardSecrecyAndNoRevocation() throws {
        let document = try stack()
        let signer = try signingKey(1)
        var sealer = Sealer()
        let old = try sealer.seal(document, signer: signer, under: sealingKey(2, version: 5))
        _ = try sealer.reseal(
            old, id: document.id, from: sealingKey(2, version: 5), to: sealingKey(3, version: 6),
            signedBy: signer.verifyingKey)
        let opened = try old.open(
            id: document.id, with: sealingKey(2, version: 5), signedBy: signer.verifyingKey)
        #expect(try opened.document == document)
        // The member who was left out of version 6 seals on; only a reader who expects version 6 refuses.
        let late = try sealer.seal(stack("late"), signer: signer, under: sealingKey(2, version: 5))
        let id = document.id
        #expect(
            refusal { () throws(SealingError) in
                _ = try late.open(id: id, with: sealingKey(2, version: 5), signedBy: signer.verifyingKey)
            } == nil)
        #expect(
            refusal { () throws(SealingError) in
                _ = try late.open(
                    id: id, with: sealingKey(2, version: 5), signedBy: signer.verifyingKey,
                    expecting: RecordExpectation(keyVersion: 6))
            } == .mismatch)
    }

    @Test("an old record that is served again is received, changes nothing, and nobody is told")
    func noFreshness() throws {
        var mine = try stack("mine", by: 2)
        let signer = try signingKey(1)
        var peer = Sealer()
        var sealer = Sealer()
        let old = try peer.seal(stack("theirs"), signer: signer, under: sealingKey(2)).encoded
        for round in 0..<2 {
            let before = mine
            let reception = try sealer.receive(
                old, from: signer.verifyingKey, acceptedAt: accepted, into: &mine, signer: signingKey(3),
                under: sealingKey(2))
            guard case .joined(let report, nil, .sealed) = reception, report.isEmpty else {
                Issue.record("\(reception)")
                return
            }
            #expect((mine == before) == (round == 1), "\(round)")
        }
    }

    @Test(
        "a member of two albums passes a stack's record on into the other one, under its signer's signature")
    func passedOn() throws {
        let document = try stack()
        let signer = try signingKey(1)
        // Another member opens it with the key of album A, and seals it with that of album B.
        var sealer = Sealer()
        let inA = try sealer.seal(document, signer: signer, under: sealingKey(2, version: 1))
        let verified = try inA.open(
            id: document.id, with: sealingKey(2, version: 1), signedBy: signer.verifyingKey)
        let inB = try sealer.seal(verified, under: sealingKey(9, version: 4))
        let there = try inB.open(
            id: document.id, with: sealingKey(9, version: 4), signedBy: signer.verifyingKey)
        #expect(there.signed == verified.signed)
        // Not under another id: the document's own is signed.
        let id = try identifier(8)
        #expect(
            refusal { () throws(SealingError) in _ = try sealer.seal(verified, id: id, under: sealingKey(9)) }
                == .mismatch)
        #expect(inB.contentHash != inA.contentHash)
    }

    @Test("a public key of two signers' halves is a key, by which neither of them alone signs")
    func noProofOfPossession() throws {
        let one = try signingKey(1)
        let other = try signingKey(2)
        let mixed = try VerifyingKey(
            Array(one.verifyingKey.bytes.prefix(32) + other.verifyingKey.bytes.dropFirst(32)))
        let document = try stack()
        let message = SignedDocument.signingBytes(of: document)
        let halves = (
            try one.signature(over: message.span), try other.signature(over: message.span)
        )
        let both = try #require(Signature(ed25519: halves.0.ed25519, mlDSA65: halves.1.mlDSA65))
        let verifies = [both, halves.0, halves.1].map { mixed.isValid($0, over: message.span) }
        #expect(verifies == [true, false, false])
    }

    @Test("a record is as long as what it holds, and 34 bytes, or 30 for an asset: sizes are not hidden")
    func sizes() throws {
        let key = [UInt8](repeating: 1, count: 32)
        for kind in DocumentKind.allCases {
            for count in [0, 1, 1_000] {
                let record = try RecordLayout.sealForTesting(
                    [UInt8](repeating: 0, count: count), kind: kind, id: identifier(1), key: key, version: 1,
                    nonce: [UInt8](repeating: 0, count: 12))
                #expect(record.count == count + (kind == .asset ? 30 : 34), "\(kind) \(count)")
            }
        }
    }

    @Test("signing takes no randomness: the same document gives the same signature, in both halves")
    func deterministic() throws {
        let document = try stack()
        #expect(
            try SignedDocument(document, signer: signingKey(1)).encoded
                == SignedDocument(document, signer: signingKey(1)).encoded)
    }

    @Test("by and ts are what their writer says, under whosever signature")
    func stampsAreClaims() throws {
        // Device 5's label and stamp, made and signed by the member of key 1.
        var document = AlbumDocument(id: try identifier(7))
        _ = try document.setName("named by another", by: author(5))
        let signed = try SignedDocument(document, signer: signingKey(1))
        let verified = try signed.verified(by: signingKey(1).verifyingKey)
        #expect(try verified.document.name?.by == identifier(5))
    }
}
