// SPDX-License-Identifier: Apache-2.0

package import CapsuleCRDT

/// SHA-256 (FIPS 180-4) of public data.
///
/// Written here and not taken from libsodium, because scope ids belong to the pure modules, which run
/// where system libraries do not exist. Nothing secret passes through it.
package enum SHA256 {
    /// The digest of a message.
    package static func digest(_ message: [UInt8]) -> Digest {
        var state: [8 of UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
            0x5be0_cd19,
        ]
        // The message, one bit, zeros up to 8 bytes short of a block, the length in bits.
        var padded = message
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        for block in stride(from: 0, to: padded.count, by: 64) {
            compress(&state, padded.span.extracting(block..<block + 64))
        }
        var bytes: [UInt8] = []
        for index in state.indices {
            for shift in [UInt32(24), 16, 8, 0] {
                bytes.append(UInt8(truncatingIfNeeded: state[index] >> shift))
            }
        }
        guard let digest = Digest(bytes) else { preconditionFailure("eight words are thirty-two bytes") }
        return digest
    }

    private static func compress(_ state: inout [8 of UInt32], _ block: Span<UInt8>) {
        var schedule: [64 of UInt32] = .init(repeating: 0)
        for index in 0..<16 {
            var word: UInt32 = 0
            for byte in 0..<4 { word = word << 8 | UInt32(block[4 * index + byte]) }
            schedule[index] = word
        }
        for index in 16..<64 {
            let (a, b) = (schedule[index - 15], schedule[index - 2])
            let small = rotated(a, 7) ^ rotated(a, 18) ^ (a >> 3)
            let large = rotated(b, 17) ^ rotated(b, 19) ^ (b >> 10)
            schedule[index] = schedule[index - 16] &+ small &+ schedule[index - 7] &+ large
        }
        var s = state
        for index in 0..<64 {
            let one = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
            let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
            let first = s[7] &+ one &+ choice &+ constants[index] &+ schedule[index]
            let zero = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)
            let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
            s = [first &+ zero &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        for index in state.indices { state[index] = state[index] &+ s[index] }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = cubeRootFractions()

    private static func cubeRootFractions() -> [UInt32] {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 64 {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        // The cube root scaled by 2^32, by bisection on exact integers of 128 bits.
        return primes.map { prime in
            var (low, high) = (UInt128(0), UInt128(8) << 32)
            while high - low > 1 {
                let middle = (low + high) / 2
                if middle * middle * middle <= UInt128(prime) << 96 { low = middle } else { high = middle }
            }
            return UInt32(truncatingIfNeeded: low)
        }
    }
}
