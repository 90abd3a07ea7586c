// SPDX-License-Identifier: Apache-2.0

import CapsuleMLDSA
import Testing

@Suite("SHAKE128 and SHAKE256")
struct ShakeTests {
    /// Values that NIST publishes as examples with FIPS 202: the empty message, and 200 bytes of 0xa3.
    @Test(
        "the examples of FIPS 202 come out",
        arguments: [
            (true, 0, "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"),
            (false, 0, "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"),
            (true, 200, "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037"),
            (false, 200, "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d"),
        ])
    func examples(is128: Bool, count: Int, expected: String) {
        let function = is128 ? Shake.shake128() : Shake.shake256()
        #expect(function.output(of: [UInt8](repeating: 0xa3, count: count), count: 32) == bytes(expected))
    }

    @Test("every line of the vectors is read")
    func count() {
        #expect(ShakeVector.all.count == 114)
        #expect(shakeVectors.split(separator: "\n").count == 114)
    }

    @Test("inputs and outputs around every block boundary agree with hashlib", arguments: ShakeVector.all)
    func generated(_ vector: ShakeVector) {
        let output = vector.function.output(of: vector.input, count: vector.outputCount)
        #expect(Array(output.suffix(32)) == vector.end)
    }

    static let pieces = [1, 3, 7, 8, 13, 136, 167, 168]

    @Test("an input absorbed in pieces gives what it gives at once", arguments: pieces)
    func absorbedPieces(length: Int) {
        let input = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var function = Shake.shake256()
        for start in stride(from: 0, to: input.count, by: length) {
            function.absorb(Array(input[start..<min(start + length, input.count)]).span)
        }
        #expect(function.next(64) == Shake.shake256().output(of: input, count: 64))
    }

    @Test("an input absorbed byte by byte gives what it gives at once, past every block boundary")
    func absorbedBytes() {
        let input = (0..<400).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for make in [Shake.shake128, Shake.shake256] {
            var function = make()
            for byte in input { function.absorb(byte) }
            #expect(function.next(64) == make().output(of: input, count: 64), "\(make)")
        }
    }

    @Test("an output squeezed in pieces is the one squeezed at once", arguments: pieces)
    func squeezedPieces(length: Int) {
        var function = Shake.shake128()
        function.absorb([1, 2, 3].span)
        var output: [UInt8] = []
        while output.count < 1000 {
            output += function.next(length)
        }
        #expect(output == Shake.shake128().output(of: [1, 2, 3], count: output.count))
    }

    @Test("lanes are the output's bytes, eight at a time, little-endian")
    func lanes() {
        var function = Shake.shake256()
        function.absorb([9].span)
        var output: [UInt8] = []
        for _ in 0..<40 {
            let lane = function.nextLane()
            output += (0..<8).map { UInt8(truncatingIfNeeded: lane >> (8 * $0)) }
        }
        #expect(output == Shake.shake256().output(of: [9], count: 320))
    }

    @Test("a function that is begun anew has forgotten everything")
    func restart() {
        var function = Shake.shake256()
        function.absorb([1, 2, 3].span)
        _ = function.next(200)
        function.restart()
        #expect(function.next(32) == Shake.shake256().output(of: [], count: 32))
    }
}

/// One line of `shakeVectors`.
struct ShakeVector: Sendable, CustomTestStringConvertible {
    let name: Substring
    let input: [UInt8]
    let outputCount: Int
    /// The last 32 bytes of the output, or all where there are fewer.
    let end: [UInt8]

    var function: Shake { name == "shake_128" ? Shake.shake128() : Shake.shake256() }

    var testDescription: String { "\(name), \(input.count) bytes in, \(outputCount) out" }

    static let all: [ShakeVector] = shakeVectors.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        guard fields.count == 4, let length = Int(fields[1]), let count = Int(fields[2]) else { return nil }
        let input = (0..<length).map { UInt8(truncatingIfNeeded: 13 * $0 + 5) }
        return ShakeVector(name: fields[0], input: input, outputCount: count, end: bytes(fields[3]))
    }
}
