// SPDX-License-Identifier: Apache-2.0

extension MLDSA65 {
    /// Whether `signature` is one over `message` by the owner of `publicKey` (ML-DSA.Verify, empty context).
    ///
    /// Any bytes may be given. A signature or key of the wrong length is not valid.
    public static func verify(
        _ signature: Span<UInt8>, of message: Span<UInt8>, publicKey: Span<UInt8>
    ) -> Bool {
        guard signature.count == Parameters.signatureBytes, publicKey.count == Parameters.publicKeyBytes
        else { return false }

        var z = PolynomialVector(count: Parameters.l)
        for row in 0..<Parameters.l {
            z.modify(row) { unpackZ(signature, at: SignatureLayout.z + row * Parameters.zBytes, into: &$0) }
        }
        guard !z.reaches(Parameters.gamma1 - Parameters.beta) else { return false }
        var hint = PolynomialVector(count: Parameters.k)
        guard unpackHint(signature, at: SignatureLayout.hint, into: &hint) else { return false }

        let challengeHash = signature.extracting(0..<Parameters.challengeBytes)
        var w = commitment(z: &z, challengeHash: challengeHash, publicKey: publicKey)
        w.combine(hint) { useHint(addQIfNegative($0), hint: $1 != 0) }
        var packed = WipedMemory<UInt8>(count: Parameters.k * Parameters.w1Bytes)
        packW1(w, into: &packed)

        var shake = Shake.shake256()
        shake.absorb(publicKey)
        let publicKeyHash = shake.squeezeWiped(count: 64)
        let messageHash = hashMessage(message, publicKeyHash: publicKeyHash.span)
        shake.restart()
        shake.absorb(messageHash.span)
        shake.absorb(packed.span)
        let expected = shake.squeezeWiped(count: Parameters.challengeBytes)
        return expected.span.hasSameBytes(as: challengeHash)
    }
}

/// A z - c t1 2¹³ (FIPS 204, algorithm 8, line 9), coefficients in (-q, q).
private func commitment(
    z: inout PolynomialVector, challengeHash: Span<UInt8>, publicKey: Span<UInt8>
) -> PolynomialVector {
    let rho = publicKey.extracting(0..<32)
    var t1 = PolynomialVector(count: Parameters.k)
    for row in 0..<Parameters.k {
        t1.modify(row) { polynomial in
            unpackT1(publicKey, at: rho.count + row * Parameters.t1Bytes, into: &polynomial)
        }
    }
    t1.map { $0 &<< Parameters.d }
    t1.transformForward()
    z.transformForward()
    var challenge = sampleInBall(challengeHash)
    challenge.transformForward()

    var w = PolynomialVector(count: Parameters.k)
    multiply(expandMatrix(rho), z, into: &w)
    for row in 0..<Parameters.k {
        let factor = t1.polynomial(row)
        w.modify(row) { polynomial in
            let challenge = challenge.polynomial(0)
            precondition(challenge.count == 256 && factor.count == 256 && polynomial.count == 256)
            for index in 0..<256 {
                let product = montgomeryReduce(Int64(challenge[index]) &* Int64(factor[index]))
                polynomial[index] = reduceCentered(polynomial[index] &- product)
            }
        }
    }
    w.transformInverse()
    return w
}

extension Span<UInt8> {
    fileprivate func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<count {
            difference |= self[index] ^ other[index]
        }
        return difference == 0
    }
}
