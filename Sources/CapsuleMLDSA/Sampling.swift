// SPDX-License-Identifier: Apache-2.0

/// ExpandA (FIPS 204, algorithm 32): the matrix in the transform's domain, row after row; public.
func expandMatrix(_ rho: Span<UInt8>) -> PolynomialVector {
    var matrix = PolynomialVector(count: Parameters.k * Parameters.l)
    var shake = Shake.shake128()
    for row in 0..<Parameters.k {
        for column in 0..<Parameters.l {
            shake.restart()
            shake.absorb(rho)
            shake.absorb(UInt8(column))
            shake.absorb(UInt8(row))
            matrix.modify(row * Parameters.l + column) { sampleUniform(&shake, into: &$0) }
        }
    }
    return matrix
}

/// RejNTTPoly (FIPS 204, algorithm 30): 256 coefficients uniform in [0, q), from numbers of 23 bits.
private func sampleUniform(_ shake: inout Shake, into polynomial: inout MutableSpan<Int32>) {
    var filled = 0
    while filled < 256 {
        // Three lanes are eight groups of three bytes; the 21 lanes of a block divide by three.
        let (first, second, third) = (shake.nextLane(), shake.nextLane(), shake.nextLane())
        accept(first, &filled, &polynomial)
        accept(first &>> 24, &filled, &polynomial)
        accept(first &>> 48 | second &<< 16, &filled, &polynomial)
        accept(second &>> 8, &filled, &polynomial)
        accept(second &>> 32, &filled, &polynomial)
        accept(second &>> 56 | third &<< 8, &filled, &polynomial)
        accept(third &>> 16, &filled, &polynomial)
        accept(third &>> 40, &filled, &polynomial)
    }
}

@inline(__always)
private func accept(_ bits: UInt64, _ filled: inout Int, _ polynomial: inout MutableSpan<Int32>) {
    let candidate = Int32(truncatingIfNeeded: bits & 0x7f_ffff)
    if candidate < Parameters.q, filled < 256 {
        polynomial[filled] = candidate
        filled &+= 1
    }
}

/// RejBoundedPoly (FIPS 204, algorithm 31) for eta = 4: 256 coefficients in [-4, 4], from half bytes below 9.
///
/// The seed is secret. Which half bytes are refused decides how long the loop runs, as FIPS 204 has it, and says
/// nothing of those that are kept; their values choose no branch and no index.
private func sampleBounded(_ shake: inout Shake, into polynomial: inout MutableSpan<Int32>) {
    var filled = 0
    while filled < 256 {
        var lane = shake.nextLane()
        for _ in 0..<16 where filled < 256 {
            let half = Int32(truncatingIfNeeded: lane & 15)
            polynomial[filled] = Parameters.eta &- half
            // 1 if half < 9. A refused one is overwritten by the next.
            filled &+= Int(truncatingIfNeeded: ((half &- 9) &>> 31) & 1)
            lane &>>= 4
        }
    }
}

/// ExpandS (FIPS 204, algorithm 33), one of its two vectors: `vector` is filled from nonce `start` on.
func expandSecret(_ rhoPrime: Span<UInt8>, start: Int, into vector: inout PolynomialVector) {
    var shake = Shake.shake256()
    for index in 0..<vector.count {
        shake.restart()
        shake.absorb(rhoPrime)
        shake.absorb(nonce: start + index)
        vector.modify(index) { sampleBounded(&shake, into: &$0) }
    }
}

/// ExpandMask (FIPS 204, algorithm 34): coefficients in (-gamma1, gamma1], 20 bits each.
func expandMask(_ rhoDoublePrime: Span<UInt8>, kappa: Int, into mask: inout PolynomialVector) {
    var shake = Shake.shake256()
    for index in 0..<mask.count {
        shake.restart()
        shake.absorb(rhoDoublePrime)
        shake.absorb(nonce: kappa + index)
        mask.modify(index) { polynomial in
            var bits: UInt64 = 0
            var available = 0
            for position in 0..<256 {
                var value = bits
                if available < 20 {
                    bits = shake.nextLane()
                    value |= bits &<< UInt64(available)
                    bits &>>= UInt64(20 &- available)
                    available &+= 44
                } else {
                    bits &>>= 20
                    available &-= 20
                }
                polynomial[position] = Parameters.gamma1 &- Int32(truncatingIfNeeded: value & 0xf_ffff)
            }
        }
    }
}

/// SampleInBall (FIPS 204, algorithm 29): 49 coefficients that are 1 or -1, all others 0.
///
/// Its indices follow the challenge's hash. That is part of the signature, or, where signing begins anew, the
/// hash of a commitment that nobody sees; FIPS 204's own algorithm, independent of the key's secrets.
func sampleInBall(_ challengeHash: Span<UInt8>) -> PolynomialVector {
    var challenge = PolynomialVector(count: 1)
    var shake = Shake.shake256()
    shake.absorb(challengeHash)
    var signs = shake.nextLane()
    challenge.modify(0) { polynomial in
        var lane: UInt64 = 0
        var available = 0
        var position = 256 - Parameters.tau
        while position < 256 {
            if available == 0 {
                lane = shake.nextLane()
                available = 8
            }
            let index = Int(truncatingIfNeeded: lane & 0xff)
            lane &>>= 8
            available &-= 1
            guard index <= position else { continue }
            polynomial[position] = polynomial[index]
            polynomial[index] = 1 &- 2 &* Int32(truncatingIfNeeded: signs & 1)
            signs &>>= 1
            position &+= 1
        }
    }
    return challenge
}

extension Shake {
    /// Appends a nonce: its low 16 bits, little-endian.
    fileprivate mutating func absorb(nonce: Int) {
        absorb(UInt8(truncatingIfNeeded: nonce))
        absorb(UInt8(truncatingIfNeeded: nonce >> 8))
    }
}
