// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@testable import CapsuleSealing

@Suite("the ledger of nonces")
struct NonceLedgerTests {
    private func nonce(_ number: UInt32) throws -> Nonce {
        var bytes = [UInt8](repeating: 0, count: 12)
        for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * index)) }
        let nonce = Nonce(bytes.span)
        return try #require(nonce)
    }

    private func ledger(_ numbers: some Sequence<UInt32>, capacity: Int = 1_000) throws -> NonceLedger {
        var ledger = NonceLedger(capacity: capacity)
        for number in numbers { try ledger.use(nonce(number)) }
        return ledger
    }

    @Test("every nonce is taken once, and only once")
    func once() throws {
        var ledger = try ledger(0..<1_000)
        #expect(ledger.count == 1_000)
        for number in UInt32(0)..<1_000 {
            let nonce = try nonce(number)
            #expect(refusal { () throws(SealingError) in try ledger.use(nonce) } == .invalid, "\(number)")
        }
        #expect(ledger.count == 1_000)
    }

    @Test("a ledger never fills: it knows the nonces used last, and forgets only what is older")
    func forgets() throws {
        var ledger = try ledger(0..<25, capacity: 10)
        #expect(ledger.count == 15)
        for number in UInt32(10)..<25 {
            let nonce = try nonce(number)
            #expect(refusal { () throws(SealingError) in try ledger.use(nonce) } == .invalid, "\(number)")
        }
        for number in UInt32(0)..<10 { try ledger.use(nonce(number)) }
        #expect(ledger.count == 15)
    }

    @Test("a ledger of any capacity holds that many at least and twice as many at most", arguments: 1...7)
    func bounds(capacity: Int) throws {
        var ledger = NonceLedger(capacity: capacity)
        for number in UInt32(0)..<40 {
            try ledger.use(nonce(number))
            #expect(ledger.count >= min(capacity, Int(number) + 1), "\(number)")
            #expect(ledger.count <= 2 * capacity, "\(number)")
            for old in UInt32(max(0, Int(number) + 1 - capacity))...number {
                let nonce = try nonce(old)
                #expect(
                    refusal { () throws(SealingError) in try ledger.use(nonce) } == .invalid,
                    "\(number) \(old)")
            }
        }
    }

    @Test("random nonces are never refused")
    func noFalsePositive() throws {
        let seed = propertySeed("ledger", 3)
        var generator = SeededGenerator(seed: seed)
        var ledger = NonceLedger(capacity: 20_000)
        for _ in 0..<20_000 {
            let nonce = Nonce(random(12, &generator).span)
            try ledger.use(try #require(nonce))
        }
        #expect(ledger.count == 20_000)
    }

    @Test("a ledger comes back from its bytes as it was", arguments: [0, 1, 2, 500, 1_000, 1_001, 2_500])
    func persisted(count: UInt32) throws {
        let ledger = try ledger((0..<count).reversed())
        let restored = try NonceLedger(decoding: ledger.encoded)
        #expect(restored == ledger)
        #expect(restored.encoded == ledger.encoded)
        if count <= 1_000 { #expect(try self.ledger(0..<count).encoded == ledger.encoded) }
    }

    @Test("what is no ledger is refused with its class")
    func refused() throws {
        let (first, second) = (try nonce(1).bytes, try nonce(2).bytes)
        let table: [([UInt8], ErrorClass)] = [
            ([], .malformed), ([0x84, 1, 2], .malformed), ([0x84, 1, 2, 0x40, 0x40, 0], .malformed),
            ([0x84, 0x18, 1, 2, 0x40, 0x40], .nonCanonical), ([0x83, 1, 2, 0x40], .invalid),
            ([0x84, 2, 2, 0x40, 0x40], .newerSchema),
            ([0x84, 0, 2, 0x40, 0x40], .invalid), ([0x84, 1, 0, 0x40, 0x40], .invalid),
            ([0x84, 1, 0x1a, 1, 0, 0, 1, 0x40, 0x40], .invalid),
            ([0x84, 1, 2, 0x41, 0, 0x40], .invalid), ([0x84, 1, 2, 0x40, 0x41, 0], .invalid),
            ([0x84, 1, 1] + byteString(first + second) + [0x40], .invalid),
            ([0x84, 1, 1, 0x40] + byteString(first + second), .invalid),
            ([0x84, 1, 9] + byteString(second + first) + [0x40], .invalid),
            ([0x84, 1, 9] + byteString(first + first) + [0x40], .invalid),
            ([0x84, 1, 9] + byteString(first + second) + byteString(second), .invalid),
        ]
        for (bytes, errorClass) in table {
            #expect(
                refusal { () throws(SealingError) in _ = try NonceLedger(decoding: bytes) } == errorClass,
                "\(bytes) \(errorClass)")
        }
        let good = try ledger(0..<20).encoded
        for count in 0..<good.count {
            #expect(
                refusal { () throws(SealingError) in _ = try NonceLedger(decoding: Array(good.prefix(count)))
                }
                    == .malformed, "\(count)")
        }
    }

    @Test("ledgers unite, or stay as they are when that is too much")
    func union() throws {
        var left = try ledger(0..<6, capacity: 10)
        try left.formUnion(ledger(4..<10))
        #expect(left == (try ledger(0..<10, capacity: 10)))
        let more = try ledger(9..<11)
        #expect(refusal { () throws(SealingError) in try left.formUnion(more) } == .limit)
        #expect(left.count == 10)
        // What is younger in one of the two is not older in the union.
        var aged = try ledger(0..<12, capacity: 10)
        try aged.formUnion(ledger(0..<3, capacity: 10))
        #expect(aged.count == 12)
        #expect(try NonceLedger(decoding: aged.encoded) == aged)
    }

    @Test("a sealer refuses a nonce that it used, also after it was restored")
    func sealer() throws {
        let document = try stack()
        let key = try sealingKey(2)
        let signer = try signingKey(1)
        let nonce = [UInt8](repeating: 5, count: 12)
        var sealer = Sealer()
        _ = try sealer.sealForTesting(document, signer: signer, under: key, nonceForTesting: nonce)
        var restored = Sealer(ledger: try NonceLedger(decoding: sealer.ledger.encoded))
        for round in 0..<2 {
            do throws(SealingError) {
                if round == 0 {
                    _ = try sealer.sealForTesting(
                        document, signer: signer, under: key, nonceForTesting: nonce)
                } else {
                    _ = try restored.sealForTesting(
                        document, signer: signer, under: key, nonceForTesting: nonce)
                }
                Issue.record("sealed twice with one nonce")
            } catch {
                #expect(error.errorClass == .invalid, "\(round)")
            }
        }
        #expect(sealer.ledger.count == 1)
    }

    @Test("each sealing has a nonce of its own, notes it, and gives other bytes, however many there are")
    func drawn() throws {
        let document = try stack()
        let key = try sealingKey(2)
        let signer = try signingKey(1)
        let verified = try SignedDocument(document, signer: signer).verified(by: signer.verifyingKey)
        var sealer = Sealer(ledger: NonceLedger(capacity: 100))
        var records: Set<[UInt8]> = []
        for _ in 0..<350 { records.insert(try sealer.seal(verified, under: key).encoded) }
        #expect(records.count == 350)
        #expect(sealer.ledger.count == 150)
        #expect(Set(records.map { Array($0[6..<18]) }).count == 350)
    }
}
