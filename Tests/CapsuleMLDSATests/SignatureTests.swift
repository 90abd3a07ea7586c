// SPDX-License-Identifier: Apache-2.0

import CapsuleMLDSA
import Testing

@Suite("ML-DSA-65 keys and signatures")
struct SignatureTests {
    @Test("NIST's public key comes from NIST's seed")
    func nist() throws {
        #expect(try MLDSA65.publicKey(seed: bytes(nistSeed)) == bytes(nistPublicKey))
    }

    /// 10 000 keys take some seconds with the optimiser and minutes without.
    @Test("the accumulated vectors of C2SP come out")
    func accumulated() throws {
        #if DEBUG
            let count = 100
        #else
            let count = 10_000
        #endif
        var seeds = Shake.shake128()
        var accumulated = Shake.shake128()
        for _ in 0..<count {
            let key = try MLDSA65.SigningKey(seed: seeds.next(32))
            accumulated.absorb(key.publicKey.span)
            accumulated.absorb(key.sign([]).span)
        }
        #expect(accumulated.next(32) == accumulatedVectors[count].map { bytes($0) })
    }

    /// Through the protocol, so that any other implementation can be put in the place of this one.
    @Test("whole keys and signatures are the reference's, byte for byte", arguments: signatureVectors)
    func whole(_ vector: SignatureVector) throws {
        let implementation: any MLDSA65Implementation.Type = MLDSA65.self
        let seed = bytes(vector.seed)
        let message = vectorMessage(vector.index)
        #expect(vectorSeed(vector.index) == seed)
        #expect(message.count == vector.messageLength)
        let publicKey = try implementation.publicKey(seed: seed)
        #expect(publicKey == bytes(vector.publicKey))
        let signature = try implementation.sign(message, seed: seed)
        #expect(signature == bytes(vector.signature))
        let holds = implementation.verify(signature, of: message, publicKey: publicKey)
        #expect(holds)
    }

    /// A thousand keys and messages against dilithium-py, both ways, in blocks that run side by side.
    ///
    /// The digests say that our public key and signature are its own, byte for byte. So it accepts ours (it
    /// verified those very bytes when the vectors were made), and what `verify` is given here are its bytes.
    @Test("a thousand keys and signatures are the reference's, and verify", arguments: 0..<20)
    func thousand(block: Int) throws {
        let digests = signatureDigests.split(separator: "\n")
        try #require(digests.count == 1000)
        for index in (block * 50)..<(block * 50 + 50) {
            let message = vectorMessage(index)
            let key = try MLDSA65.SigningKey(seed: vectorSeed(index))
            let signature = key.sign(message)
            let digest = Shake.shake256().output(of: key.publicKey + signature, count: 32)
            #expect(digest == bytes(digests[index]), "index \(index)")
            #expect(MLDSA65.verify(signature, of: message, publicKey: key.publicKey), "index \(index)")
        }
    }

    @Test(
        "what is rejected is what the reference rejects, at the ends of each bound",
        arguments: edgeDigests.keys.sorted())
    func edges(index: Int) throws {
        let key = try MLDSA65.SigningKey(seed: vectorSeed(index))
        let signed = key.publicKey + key.sign(vectorMessage(index))
        #expect(Shake.shake256().output(of: signed, count: 32) == edgeDigests[index].map { bytes($0) })
    }

    @Test("a key signs the same message with the same bytes each time, whatever came between")
    func deterministic() throws {
        let seed = vectorSeed(7)
        let key = try MLDSA65.SigningKey(seed: seed)
        let first = key.sign(vectorMessage(7))
        _ = key.sign(vectorMessage(8))
        #expect(key.sign(vectorMessage(7)) == first)
        #expect(try MLDSA65.sign(vectorMessage(7), seed: seed) == first)
        #expect(try MLDSA65.publicKey(seed: seed) == key.publicKey)
    }

    @Test("keys and signatures have the lengths of FIPS 204")
    func lengths() throws {
        let key = try MLDSA65.SigningKey(seed: vectorSeed(0))
        #expect(MLDSA65.seedByteCount == 32)
        #expect(key.publicKey.count == 1952 && MLDSA65.publicKeyByteCount == 1952)
        #expect(key.sign([1]).count == 3309 && MLDSA65.signatureByteCount == 3309)
    }

    @Test("a seed of another length makes no key", arguments: [0, 1, 31, 33, 64])
    func seedLength(count: Int) {
        let seed = [UInt8](repeating: 1, count: count)
        let expected = MLDSA65Error(code: .seedLength, length: count)
        #expect(throws: expected) { try MLDSA65.publicKey(seed: seed) }
        #expect(throws: expected) { try MLDSA65.sign([1, 2, 3], seed: seed) }
        #expect(throws: expected) { _ = try MLDSA65.SigningKey(seed: seed).publicKey }
        #expect(expected.code.description == "seed-length")
    }

    @Test("one key signs in several tasks at once as it does in one")
    func concurrent() async throws {
        let key = Shared(key: try MLDSA65.SigningKey(seed: vectorSeed(3)))
        let expected = key.key.sign(vectorMessage(3))
        let signatures = await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<4 {
                group.addTask { key.key.sign(vectorMessage(3)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(signatures == [expected, expected, expected, expected])
    }

    private final class Shared: Sendable {
        let key: MLDSA65.SigningKey

        init(key: consuming MLDSA65.SigningKey) { self.key = key }
    }
}
