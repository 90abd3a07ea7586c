// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

/// A record that is refused on the whole way, and with which class.
struct RefusedRecord: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let errorClass: ErrorClass
    let record: @Sendable () throws -> [UInt8]

    init(_ name: String, _ errorClass: ErrorClass, _ record: @escaping @Sendable () throws -> [UInt8]) {
        testDescription = name
        self.errorClass = errorClass
        self.record = record
    }

    /// Seals any bytes as the stack, under the key of both sides.
    private static func sealed(_ plaintext: [UInt8], version: UInt32 = 5) throws -> [UInt8] {
        try RecordLayout.seal(
            plaintext.span, kind: .stack, id: identifier(7), key: sealingKey(2, version: version),
            nonce: drawnNonce())
    }

    /// An envelope around any bytes that verifies by the peer's key.
    private static func signed(_ document: [UInt8]) throws -> [UInt8] {
        let message = SignedEnvelope.signingBytes(kind: .stack, document: document.span, prior: nil)
        let signature = try signingKey(1).signature(over: message.span)
        return try SignedEnvelope(kind: .stack, document: document.span, prior: nil, signature: signature)
            .bytes
    }

    private static func good() throws -> [UInt8] { try sealed(signed(stack("theirs").encoded)) }

    static let table: [RefusedRecord] = [
        RefusedRecord("no bytes", .malformed) { [] },
        RefusedRecord("33 bytes, also of another suite", .malformed) { [UInt8](repeating: 0xff, count: 33) },
        RefusedRecord("too many bytes", .limit) {
            [UInt8](repeating: 0, count: CBORLimits.document + CBORLimits.envelope + 1)
        },
        RefusedRecord("another suite", .unknownSuite) { [0, 2] + (try good()).dropFirst(2) },
        RefusedRecord("a tag that does not verify", .authenticationFailed) {
            var record = try good()
            record[record.count - 1] ^= 1
            return record
        },
        RefusedRecord("another key version in the header", .authenticationFailed) {
            var record = try good()
            record[5] ^= 1
            return record
        },
        RefusedRecord("sealed as another version of the key", .authenticationFailed) {
            try sealed(signed(stack("theirs").encoded), version: 6)
        },
        RefusedRecord("a plaintext that is no envelope", .malformed) { try sealed([]) },
        RefusedRecord("an envelope that is not canonical", .nonCanonical) { try sealed([0x81, 0x18, 0x01]) },
        RefusedRecord("an envelope that is a map", .invalid) { try sealed([0xa0]) },
        RefusedRecord("an envelope of a later version", .newerSchema) { try sealed([0x81, 0x02]) },
        RefusedRecord("an envelope of another suite", .unknownSuite) { try sealed([0x82, 0x01, 0x02]) },
        RefusedRecord("signed by another", .signatureInvalid) {
            try sealed(SignedDocument(stack("theirs"), signer: signingKey(9)).encoded)
        },
        RefusedRecord("signed as an album", .signatureInvalid) {
            try sealed(SignedDocument(AlbumDocument(id: identifier(7)), signer: signingKey(1)).encoded)
        },
        RefusedRecord("a signed document that is malformed", .malformed) {
            try sealed(signed([0xa1, 0x00]))
        },
        RefusedRecord("a signed document that is not canonical", .nonCanonical) {
            try sealed(signed([0xa1, 0x18, 0x00, 0x01]))
        },
        RefusedRecord("a signed document without an id", .invalid) {
            try sealed(signed([0xa1, 0x00, 0x01]))
        },
        RefusedRecord("a signed album", .invalid) {
            try sealed(signed(AlbumDocument(id: identifier(7)).encoded))
        },
        RefusedRecord("another stack", .mismatch) { try sealed(signed(stack("theirs", id: 8).encoded)) },
        RefusedRecord("a newer stack with another id", .mismatch) {
            var document = try stack("theirs", id: 8).encoded
            document[2] = 2
            return try sealed(signed(document))
        },
    ]
}

@Suite("the whole way of a peer's record")
struct ReceiveTests {
    private let accepted: StampTime

    init() throws {
        accepted = try #require(StampTime("2026-01-03T00:00:00.000Z"))
    }

    private func record(_ document: StackDocument) throws -> [UInt8] {
        var sealer = Sealer()
        return try sealer.seal(document, signer: signingKey(1), under: sealingKey(2, version: 5)).encoded
    }

    private func receive(
        _ bytes: [UInt8], _ sealer: inout Sealer, into document: inout StackDocument
    ) throws(SealingError) -> Reception<StackKind> {
        try sealer.receive(
            bytes, from: signingKey(1).verifyingKey, acceptedAt: accepted, into: &document,
            signer: signingKey(3),
            under: sealingKey(2, version: 5))
    }

    @Test("two devices end with the same bytes, and then have nothing more to say")
    func converge() throws {
        var (theirs, mine) = (try stack("theirs"), try stack("mine", by: 2))
        var sealer = Sealer()
        guard
            case .joined(let report, nil, .sealed(let reply)) = try receive(
                record(theirs), &sealer, into: &mine)
        else {
            Issue.record("no reply")
            return
        }
        #expect(report.isEmpty)
        #expect(mine.labels.elements.map(\.description) == ["mine", "theirs"])
        #expect(sealer.ledger.count == 1)

        // The reply goes the same way on the other device, which then holds it all and answers nothing.
        var other = Sealer()
        let answer = try other.receive(
            reply.encoded, from: signingKey(3).verifyingKey, acceptedAt: accepted, into: &theirs,
            signer: signingKey(1), under: sealingKey(2, version: 5))
        #expect(theirs.encoded == mine.encoded)
        #expect(answer == .joined(JoinReport(), prior: nil, reply: .unneeded))
        #expect(other.ledger.count == 0)
    }

    @Test("what is refused changes nothing and seals nothing", arguments: RefusedRecord.table)
    func refused(row: RefusedRecord) throws {
        let before = try stack("mine", by: 2)
        var mine = before
        var sealer = Sealer()
        do throws(SealingError) {
            _ = try receive(try bytes(row), &sealer, into: &mine)
            Issue.record("it was received")
        } catch {
            #expect(error.errorClass == row.errorClass)
        }
        #expect(mine == before)
        #expect(sealer.ledger.count == 0)
    }

    private func bytes(_ row: RefusedRecord) throws(SealingError) -> [UInt8] {
        do { return try row.record() } catch {
            throw SealingError(.unsupported, "the record was not made: \(error)")
        }
    }

    @Test("a newer document is handed on, and one's own stays as it is")
    func newer() throws {
        var document = try stack("theirs").encoded
        document[2] = 2
        let message = SignedEnvelope.signingBytes(kind: .stack, document: document.span, prior: nil)
        let envelope = try SignedEnvelope(
            kind: .stack, document: document.span, prior: nil,
            signature: signingKey(1).signature(over: message.span))
        let record = try RecordLayout.seal(
            envelope.bytes.span, kind: .stack, id: identifier(7), key: sealingKey(2, version: 5),
            nonce: drawnNonce())
        let before = try stack("mine", by: 2)
        var mine = before
        var sealer = Sealer()
        guard case .newer(let verified) = try receive(record, &sealer, into: &mine),
            case .newer(let newer) = verified.content
        else {
            Issue.record("it was joined")
            return
        }
        #expect(newer.bytes == document)
        #expect(newer.schemaVersion == 2)
        #expect(newer.view?.labels.elements.map(\.description) == ["theirs"])
        #expect(mine == before)
        #expect(sealer.ledger.count == 0)
    }

    @Test("a stamp from the future is left out before the join")
    func horizon() throws {
        var theirs = AlbumDocument(id: try identifier(7))
        _ = try theirs.setName("tomorrow and more", by: author(1, at: "2026-01-04T00:00:00.001Z"))
        var mine = AlbumDocument(id: try identifier(7))
        _ = try mine.setName("today", by: author(2))
        var peer = Sealer()
        var sealer = Sealer()
        let sent = try peer.seal(theirs, signer: signingKey(1), under: sealingKey(2)).encoded
        _ = try sealer.receive(
            sent, from: signingKey(1).verifyingKey, acceptedAt: accepted, into: &mine, signer: signingKey(3),
            under: sealingKey(2))
        #expect(mine.name?.value.description == "today")

        let later = try #require(StampTime("2026-01-03T00:00:00.001Z"))
        _ = try sealer.receive(
            sent, from: signingKey(1).verifyingKey, acceptedAt: later, into: &mine, signer: signingKey(3),
            under: sealingKey(2))
        #expect(mine.name?.value.description == "tomorrow and more")
    }

    @Test("a signer that fails stops no receiving: what the peer wrote is joined, and the reply is owed")
    func signerFails() throws {
        struct NoToken: DocumentSigner {
            let verifyingKey: VerifyingKey

            func signature(over _: Span<UInt8>) throws(SealingError) -> Signature {
                throw SealingError(.unsupported, "the token is not there")
            }
        }
        var mine = try stack("mine", by: 2)
        var sealer = Sealer()
        let (key, record) = (try signingKey(1).verifyingKey, try record(stack("theirs")))
        let reception = try sealer.receive(
            record, from: key, acceptedAt: accepted, into: &mine,
            signer: NoToken(verifyingKey: key), under: sealingKey(2, version: 5))
        let missing = SealingError(.unsupported, "the token is not there")
        #expect(reception == .joined(JoinReport(), prior: nil, reply: .failed(missing)))
        #expect(mine.labels.elements.map(\.description) == ["mine", "theirs"])
        #expect(sealer.ledger.count == 0)
    }

    @Test("a nonce that comes again stops no receiving: what the peer wrote is joined, and the reply is owed")
    func nonceAgain() throws {
        let signer = try signingKey(3)
        var document = try stack("mine", by: 2)
        let theirs = try stack("theirs")
        var joined = document
        try joined.join(theirs)
        // The only nonce that the reply can have, when a broken generator draws the same each time, is used.
        let entropy = NonceEntropy(bytes: InlineArray(repeating: 0))
        var sealer = Sealer(entropy: { entropy })
        _ = try sealer.seal(joined, signer: signer, under: sealingKey(2, version: 5))
        let reception = try receive(record(theirs), &sealer, into: &document)
        guard case .joined(_, nil, .failed(let error)) = reception else {
            Issue.record("\(reception)")
            return
        }
        #expect(error.errorClass == .invalid)
        #expect(document == joined)
    }

    @Test("the peer's prior is given out, of what is joined and of what is newer")
    func prior() throws {
        let prior = try #require(Digest([UInt8](repeating: 4, count: 32)))
        let id = try identifier(7)
        var newer = AssetSidecar(id: id).encoded
        newer[2] = 2
        let message = SignedEnvelope.signingBytes(kind: .asset, document: newer.span, prior: prior)
        let envelope = try SignedEnvelope(
            kind: .asset, document: newer.span, prior: prior,
            signature: signingKey(1).signature(over: message.span))
        var peer = Sealer()
        var sealer = Sealer()
        let records = [
            try peer.seal(AssetSidecar(id: id), prior: prior, signer: signingKey(1), under: sealingKey(2))
                .encoded,
            try RecordLayout.seal(
                envelope.bytes.span, kind: .asset, id: id, key: sealingKey(2), nonce: drawnNonce()),
        ]
        for record in records {
            var mine = AssetSidecar(id: id)
            let reception = try sealer.receive(
                record, from: signingKey(1).verifyingKey, acceptedAt: accepted, into: &mine,
                signer: signingKey(3), under: sealingKey(2))
            #expect(reception.prior == prior, "\(record)")
        }
    }

    @Test(
        "a record that is not as expected changes nothing and seals nothing",
        arguments: [
            RecordExpectation(keyVersion: 6),
            RecordExpectation(prior: .digest(SHA256.digest([1].span)), keyVersion: 5),
        ])
    func unexpected(expected: RecordExpectation) throws {
        let before = try stack("mine", by: 2)
        var mine = before
        var sealer = Sealer()
        let record = try record(stack("theirs"))
        do throws(SealingError) {
            _ = try sealer.receive(
                record, from: signingKey(1).verifyingKey, acceptedAt: accepted, expecting: expected,
                into: &mine, signer: signingKey(3), under: sealingKey(2, version: 5))
            Issue.record("it was received")
        } catch {
            #expect(error.errorClass == .mismatch)
        }
        #expect(mine == before)
        #expect(sealer.ledger.count == 0)
    }
}
