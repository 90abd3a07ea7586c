// SPDX-License-Identifier: Apache-2.0

import CapsuleMLDSA
import Foundation
import Testing

/// Bytes from anywhere: verification answers `false`, and never traps.
@Suite("ML-DSA-65 and arbitrary bytes")
struct HostileInputTests {
    /// In a debug build an answer takes two milliseconds once the form is right.
    static let rounds = 250

    /// A generator for one part of a run; its seed comes from CAPSULE_SEED or from chance, and is printed.
    static func numbers(part: Int) -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["CAPSULE_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0...(.max >> 8))
        print("CAPSULE_SEED=\(seed) part \(part)")
        return SeededGenerator(seed: seed &+ UInt64(part))
    }

    @Test("a signature with some bytes changed does not hold", arguments: 0..<4)
    func mutated(part: Int) throws {
        var numbers = Self.numbers(part: part)
        let (signature, message, publicKey) = try RefusalTests.signed(part)
        for round in 0..<Self.rounds {
            var changed = signature
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                // Half of them in the hint, whose form has the most rules.
                let range = Bool.random(using: &numbers) ? RefusalTests.hint..<3309 : 0..<3309
                changed[Int.random(in: range, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            guard changed != signature else { continue }
            #expect(!MLDSA65.verify(changed, of: message, publicKey: publicKey), "\(round)")
        }
    }

    @Test("random bytes of every shape do not hold", arguments: 0..<4)
    func random(part: Int) {
        var numbers = Self.numbers(part: part)
        for round in 0..<Self.rounds {
            let signatureCount = round % 5 == 0 ? Int.random(in: 0...4000, using: &numbers) : 3309
            let publicKeyCount = round % 7 == 0 ? Int.random(in: 0...2500, using: &numbers) : 1952
            var signature = Self.bytes(signatureCount, &numbers)
            let publicKey = Self.bytes(publicKeyCount, &numbers)
            if signature.count == 3309, round.isMultiple(of: 2) {
                // An empty hint, which is well-formed, and a response within its bounds, so that all is computed.
                signature.replaceSubrange(RefusalTests.hint..., with: [UInt8](repeating: 0, count: 61))
                for index in stride(from: 48, to: RefusalTests.hint, by: 5) {
                    signature[index + 2] = 0x77
                    signature[index + 4] = 0x77
                }
            }
            #expect(
                !MLDSA65.verify(signature, of: Self.bytes(round % 300, &numbers), publicKey: publicKey),
                "\(round)")
        }
    }

    @Test("bytes that are all the same do not hold", arguments: [UInt8(0), 1, 0x55, 0x80, 0xff])
    func constant(byte: UInt8) {
        let signature = [UInt8](repeating: byte, count: 3309)
        let publicKey = [UInt8](repeating: byte, count: 1952)
        #expect(!MLDSA65.verify(signature, of: [byte], publicKey: publicKey))
    }

    @Test("the shorter signatures of a good one do not hold")
    func prefixes() throws {
        let (signature, message, publicKey) = try RefusalTests.signed(11)
        for count in 0..<signature.count {
            #expect(
                !MLDSA65.verify(Array(signature.prefix(count)), of: message, publicKey: publicKey), "\(count)"
            )
        }
    }

    private static func bytes(_ count: Int, _ numbers: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }
}
