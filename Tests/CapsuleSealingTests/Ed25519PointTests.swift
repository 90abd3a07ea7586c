// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

@Suite("points and scalars of Ed25519")
struct Ed25519PointTests {
    private let base: [UInt8] = [0x58] + [UInt8](repeating: 0x66, count: 31)
    private let order: [UInt8] =
        bytes("edd3f55c1a631258d69cf7a2def9de14") + [UInt8](repeating: 0, count: 15) + [0x10]

    @Test("public keys of signers are of prime order, and so is the base point with either sign")
    func good() throws {
        var generator = SeededGenerator(seed: propertySeed("points", 8))
        for round in 0..<100 {
            let pair = try Ed25519.keyPair(seed: random(32, &generator).span)
            #expect(isPoint(pair.publicKey), "\(round)")
        }
        var other = base
        other[31] |= 0x80
        #expect(isPoint(base) && isPoint(other))
    }

    @Test("no refused key is a point of prime order, and each is refused when a key is made of it")
    func refusedKeys() throws {
        let mlDSA65 = try signingKey(1).verifyingKey.bytes.dropFirst(32)
        var count = 0
        for vector in refusedSignatures where vector.name.contains("public key") {
            #expect(!isPoint(bytes(vector.publicKey)), "\(vector.name)")
            #expect(
                refusal { () throws(SealingError) in _ = try VerifyingKey(bytes(vector.publicKey) + mlDSA65) }
                    == .signatureInvalid, "\(vector)")
            count += 1
        }
        #expect(count == 24)
    }

    @Test("a point of twice the order is told apart without libsodium's own check of it")
    func twiceTheOrder() {
        let point = Ed25519.pointOfTwiceTheOrder
        #expect(!isPoint(point.span.copied()))
        #expect(!isFixed(point.span.copied()))
        #expect(isFixed(base))
        for vector in refusedSignatures where vector.name.contains("public key of") {
            #expect(!isFixed(bytes(vector.publicKey)), "\(vector.name)")
        }
    }

    private func isFixed(_ point: [UInt8]) -> Bool { Ed25519.isFixedByOrderPlusOne(point.span) }

    @Test("what is no point, or is in no canonical form, is refused")
    func noPoints() {
        // 2 is not the y of a point; p + 3 spells 3; the neutral element and minus one have no sign.
        let two: [UInt8] = [2] + [UInt8](repeating: 0, count: 31)
        let ones = [UInt8](repeating: 0xff, count: 30)
        let encodings: [[UInt8]] = [
            two, [0xf0] + ones + [0x7f], [0xf0] + ones + [0xff], [UInt8](repeating: 0xff, count: 32),
            [1] + [UInt8](repeating: 0, count: 30) + [0x80], [0xec] + ones + [0xff], [0xed] + ones + [0x7f],
            [0xee] + ones + [0x7f], [], base.dropLast(), base + [0],
        ]
        for encoding in encodings { #expect(!isPoint(encoding), "\(encoding)") }
    }

    @Test("a scalar is reduced when it is below the order, at its edges too")
    func scalars() {
        var (below, above) = (order, order)
        below[0] -= 1
        above[0] += 1
        let zero = [UInt8](repeating: 0, count: 32)
        #expect(isReduced(zero) && isReduced([1] + zero.dropLast()) && isReduced(below))
        #expect(!isReduced(order) && !isReduced(above) && !isReduced([UInt8](repeating: 0xff, count: 32)))
        var high = zero
        high[31] = 0x10
        #expect(isReduced(high))
        high[31] = 0x20
        #expect(!isReduced(high))
    }

    private func isReduced(_ scalar: [UInt8]) -> Bool { Ed25519.isReduced(scalar.span) }

    @Test("a signature whose S is moved by a multiple of the order does not verify, whatever the multiple")
    func moved() throws {
        let pair = try Ed25519.keyPair(seed: [UInt8](repeating: 3, count: 32).span)
        let message: [UInt8] = [1, 2, 3]
        var signature = Ed25519.sign(message.span, secret: pair.secret)
        #expect(verifies(signature, message, pair.publicKey))
        for round in 1..<15 {
            var carry = 0
            for index in 0..<32 {
                carry += Int(signature[32 + index]) + Int(order[index])
                signature[32 + index] = UInt8(carry & 0xff)
                carry >>= 8
            }
            #expect(!verifies(signature, message, pair.publicKey), "\(round)")
        }
    }

    @Test("the envelope that a neutral key and the base point sign for every document is refused")
    func forged() throws {
        let zeros = [UInt8](repeating: 0, count: 31)
        let document = try stack()
        let message = SignedDocument.signingBytes(of: document)
        let honest = try signingKey(1)
        let signature = try #require(
            Signature(
                ed25519: base + [1] + zeros, mlDSA65: try honest.signature(over: message.span).mlDSA65))
        let forged = try SignedDocument(document, signature: signature)
        let key = [1] + zeros + honest.verifyingKey.bytes.dropFirst(32)
        #expect(refusal { () throws(SealingError) in _ = try VerifyingKey(key) } == .signatureInvalid)
        #expect(
            refusal { () throws(SealingError) in _ = try forged.verified(by: honest.verifyingKey) }
                == .signatureInvalid)
    }
}
