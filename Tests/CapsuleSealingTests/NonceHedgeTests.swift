// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

@Suite("nonces that are hedged against a generator that repeats itself")
struct NonceHedgeTests {
    /// One machine of several that were resumed from one snapshot: each draws the same.
    private func clone(_ byte: UInt8 = 0) -> Sealer {
        Sealer(entropy: { NonceEntropy(bytes: InlineArray(repeating: byte)) })
    }

    private func nonce<Kind>(of record: SealedRecord<Kind>) -> [UInt8] {
        Array(record.encoded.dropFirst(Kind.kind == .asset ? 2 : 6).prefix(12))
    }

    @Test("two clones with one random state that seal different documents use different nonces")
    func clones() throws {
        var nonces: Set<[UInt8]> = []
        for label in 0..<50 {
            var clone = clone()
            let record = try clone.seal(stack("label \(label)"), signer: signingKey(1), under: sealingKey(2))
            nonces.insert(nonce(of: record))
        }
        #expect(nonces.count == 50)
    }

    @Test("two clones with one random state that seal one document make the same record, which tells nothing")
    func sameRecord() throws {
        var left = clone()
        var right = clone()
        let one = try left.seal(stack(), signer: signingKey(1), under: sealingKey(2))
        let other = try right.seal(stack(), signer: signingKey(1), under: sealingKey(2))
        #expect(one == other)
    }

    @Test("a generator that repeats itself inside one process is refused with invalid by the ledger")
    func oneProcess() throws {
        var sealer = clone()
        let document = try stack()
        _ = try sealer.seal(document, signer: signingKey(1), under: sealingKey(2))
        do throws(SealingError) {
            _ = try sealer.seal(document, signer: signingKey(1), under: sealingKey(2))
            Issue.record("one nonce was used twice")
        } catch {
            #expect(error.errorClass == .invalid)
        }
        #expect(sealer.ledger.count == 1)
    }

    private func hedged<Role>(
        _ plaintext: [UInt8], _ byte: UInt8 = 1, kind: DocumentKind = .stack, id: UInt8 = 7,
        key: borrowing SealingKey<Role>
    ) throws -> [UInt8] {
        Nonce.hedged(
            NonceEntropy(bytes: InlineArray(repeating: byte)), plaintext.span, kind: kind,
            id: try identifier(id),
            key: key
        ).bytes
    }

    @Test("randomness, content, kind, id, key and key version each change the nonce, and nothing else does")
    func everyPart() throws {
        let base = try hedged([1, 2, 3], key: sealingKey(2))
        #expect(try hedged([1, 2, 3], key: sealingKey(2)) == base)
        var others: Set<[UInt8]> = [base]
        others.insert(try hedged([1, 2, 3], 2, key: sealingKey(2)))
        others.insert(try hedged([1, 2, 4], key: sealingKey(2)))
        others.insert(try hedged([1, 2], key: sealingKey(2)))
        others.insert(try hedged([1, 2, 3, 0], key: sealingKey(2)))
        others.insert(try hedged([], key: sealingKey(2)))
        others.insert(try hedged([1, 2, 3], id: 8, key: sealingKey(2)))
        others.insert(try hedged([1, 2, 3], key: sealingKey(3)))
        others.insert(try hedged([1, 2, 3], key: sealingKey(2, version: 2)))
        others.insert(try hedged([1, 2, 3], key: sealingKey(2, version: 0x0100_0000)))
        for kind in [DocumentKind.album, .asset, .settings] {
            others.insert(try hedged([1, 2, 3], kind: kind, key: sealingKey(2)))
        }
        #expect(others.count == 13)
    }

    @Test("the nonce is the one that HMAC and HKDF of another implementation give", arguments: hedgedNonces)
    func known(row: HedgedNonce) throws {
        let key = try AlbumMasterKey(
            copying: [UInt8](0..<32).span, version: 0x0102_0304)
        let id = try #require(Identifier([UInt8](0x20..<0x30)))
        let nonce = Nonce.hedged(
            NonceEntropy(bytes: InlineArray { UInt8(0x80 + $0) }), [UInt8]("plaintext".utf8).span,
            kind: row.kind, id: id, key: key)
        #expect(nonce.bytes == bytes(row.nonce))
    }

    @Test("fresh randomness is not the same twice")
    func fresh() throws {
        var drawn: Set<[UInt8]> = []
        for _ in 0..<100 { drawn.insert(NonceEntropy.fresh().bytes.span.copied()) }
        #expect(drawn.count == 100)
    }
}

struct HedgedNonce: Sendable, CustomTestStringConvertible {
    let kind: DocumentKind
    let nonce: String

    var testDescription: String { kind.rawValue }
}

// Made with Python's hmac and hashlib: key 00..1f, version 0x01020304, id 20..2f, randomness 80..9f.
let hedgedNonces: [HedgedNonce] = [
    HedgedNonce(kind: .stack, nonce: "1d78b45e694c6d16c34c87d0"),
    HedgedNonce(kind: .album, nonce: "ccc1974516780b6d716a7abe"),
    HedgedNonce(kind: .asset, nonce: "31af992af15eb635bd6b3f73"),
    HedgedNonce(kind: .settings, nonce: "3ff70103b1102eda1d8dad6d"),
]
