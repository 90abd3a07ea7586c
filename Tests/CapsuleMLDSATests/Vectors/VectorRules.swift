// SPDX-License-Identifier: Apache-2.0

import CapsuleMLDSA
import Testing

/// A whole public key and signature; the message follows from the index.
struct SignatureVector: Sendable, CustomTestStringConvertible {
    let index: Int
    let seed: String
    let messageLength: Int
    let publicKey: String
    let signature: String

    var testDescription: String { "vector \(index), message of \(messageLength) bytes" }
}

/// The seed of each index, by the rule of scripts/generate-mldsa-vectors.py.
func vectorSeed(_ index: Int) -> [UInt8] {
    squeeze(Shake.shake256(), "capsule mldsa seed", index, count: 32)
}

/// The message of each index, by the rule of scripts/generate-mldsa-vectors.py.
func vectorMessage(_ index: Int) -> [UInt8] {
    let lengths = [
        0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 69, 70, 71, 127, 128, 135, 136, 137, 167, 168, 169, 205,
        206,
        207, 255, 256, 271, 272, 273, 1000, 1952, 4096, 10_000,
    ]
    let length = index < lengths.count ? lengths[index] : (index * index * 31 + 7) % 701
    return squeeze(Shake.shake128(), "capsule mldsa message", index, count: length)
}

private func squeeze(_ function: consuming Shake, _ label: String, _ index: Int, count: Int) -> [UInt8] {
    var input = Array(label.utf8)
    for shift in [0, 8, 16, 24] {
        input.append(UInt8(truncatingIfNeeded: index >> shift))
    }
    return function.output(of: input, count: count)
}

extension Shake {
    /// The first `count` bytes of the output for `input`.
    consuming func output(of input: [UInt8], count: Int) -> [UInt8] {
        absorb(input.span)
        return next(count)
    }

    /// The next `count` bytes of the output.
    mutating func next(_ count: Int) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        var span = output.mutableSpan
        squeeze(into: &span)
        return output
    }
}

/// The bytes that hexadecimal `text` stands for; traps on anything else, as only constants come here.
func bytes(_ text: some StringProtocol) -> [UInt8] {
    var digits = text.utf8.makeIterator()
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count / 2)
    while let high = digits.next() {
        guard let low = digits.next() else { preconditionFailure("an odd number of digits") }
        output.append(value(high) << 4 | value(low))
    }
    return output
}

private func value(_ digit: UInt8) -> UInt8 {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: preconditionFailure("not a hexadecimal digit")
    }
}

/// Generator of pseudo-random numbers for property tests (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
