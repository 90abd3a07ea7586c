// SPDX-License-Identifier: Apache-2.0

extension MLDSA65.SigningKey {
    /// The signature over `message`, 3309 bytes (ML-DSA.Sign, deterministic, empty context).
    ///
    /// The same message gives the same bytes each time. How long it takes varies: an attempt is given up
    /// and the next begun about four times on average, as FIPS 204 has it, and that says nothing of the key.
    public borrowing func sign(_ message: [UInt8]) -> [UInt8] {
        sign(message.span)
    }

    /// The signature over `message`, 3309 bytes (ML-DSA.Sign, deterministic, empty context).
    ///
    /// The same message gives the same bytes each time.
    public borrowing func sign(_ message: Span<UInt8>) -> [UInt8] {
        let messageHash = hashMessage(message, publicKeyHash: publicKeyHash.span)
        var shake = Shake.shake256()
        shake.absorb(maskSeed.span)
        // rnd: 32 zero bytes in the deterministic variant.
        for _ in 0..<32 {
            shake.absorb(0)
        }
        shake.absorb(messageHash.span)
        let maskHash = shake.squeezeWiped(count: 64)

        var attempt = Attempt()
        var signature = [UInt8](repeating: 0, count: Parameters.signatureBytes)
        // No bound: each attempt succeeds with a chance of about one in five, so that the 814 attempts which
        // FIPS 204 (appendix C) lets an implementation stop after are not reached in practice (2⁻²⁵⁶).
        var kappa = 0
        while !attempt.succeeds(self, maskHash: maskHash.span, messageHash: messageHash.span, kappa: kappa) {
            kappa &+= Parameters.l
        }
        var output = signature.mutableSpan
        attempt.encode(into: &output)
        return signature
    }
}

/// mu of FIPS 204: the hash that is signed, of the public key's hash and the message.
func hashMessage(_ message: Span<UInt8>, publicKeyHash: Span<UInt8>) -> WipedMemory<UInt8> {
    var shake = Shake.shake256()
    shake.absorb(publicKeyHash)
    // Pure ML-DSA (0) with a context of length 0 (algorithm 2).
    shake.absorb(0)
    shake.absorb(0)
    shake.absorb(message)
    return shake.squeezeWiped(count: 64)
}

/// The working memory of ML-DSA.Sign_internal (FIPS 204, algorithm 7), for one attempt after another.
private struct Attempt: ~Copyable {
    private var challengeHash = WipedMemory<UInt8>(count: Parameters.challengeBytes)
    private var packedW1 = WipedMemory<UInt8>(count: Parameters.k * Parameters.w1Bytes)
    private var challenge = PolynomialVector(count: 1)
    /// The mask y, then the response z = y + c s1.
    private var z = PolynomialVector(count: Parameters.l)
    /// y in the transform's domain, then c s1.
    private var scratchL = PolynomialVector(count: Parameters.l)
    /// w = A y, then w - c s2.
    private var w = PolynomialVector(count: Parameters.k)
    /// The high part of w, then c s2, then c t0.
    private var scratchK = PolynomialVector(count: Parameters.k)
    private var hint = PolynomialVector(count: Parameters.k)

    /// One pass of algorithm 7's loop; `false` where it begins anew.
    ///
    /// The only branches on secrets are those of that algorithm, each after a whole vector has been looked at.
    mutating func succeeds(
        _ key: borrowing MLDSA65.SigningKey, maskHash: Span<UInt8>, messageHash: Span<UInt8>, kappa: Int
    ) -> Bool {
        commit(key, maskHash: maskHash, messageHash: messageHash, kappa: kappa)

        multiply(challenge: challenge, key.s1, into: &scratchL)
        z.combine(scratchL) { reduceCentered($0 &+ $1) }
        if z.reaches(Parameters.gamma1 - Parameters.beta) { return false }

        multiply(challenge: challenge, key.s2, into: &scratchK)
        w.combine(scratchK) { addQIfNegative(reduceCentered($0 &- $1)) }
        scratchK.combine(w) { decompose($1).low }
        if scratchK.reaches(Parameters.gamma2 - Parameters.beta) { return false }

        // Algorithm 7 also begins anew if c t0 reaches gamma2. In this parameter set it cannot: at most tau terms
        // of at most 2¹², 200 704 in all, are below 261 888.
        multiply(challenge: challenge, key.t0, into: &scratchK)
        return makeHint() <= Parameters.omega
    }

    /// The mask, the commitment w to it, and the challenge that hangs on it.
    private mutating func commit(
        _ key: borrowing MLDSA65.SigningKey, maskHash: Span<UInt8>, messageHash: Span<UInt8>, kappa: Int
    ) {
        expandMask(maskHash, kappa: kappa, into: &z)
        scratchL.combine(z) { $1 }
        scratchL.transformForward()
        multiply(key.matrix, scratchL, into: &w)
        w.transformInverse()
        w.map { addQIfNegative($0) }
        scratchK.combine(w) { decompose($1).high }
        packW1(scratchK, into: &packedW1)
        var shake = Shake.shake256()
        shake.absorb(messageHash)
        shake.absorb(packedW1.span)
        var hash = challengeHash.mutableSpan
        shake.squeeze(into: &hash)
        challenge = sampleInBall(challengeHash.span)
        challenge.transformForward()
    }

    /// MakeHint (FIPS 204, algorithm 39) of w - c s2 and c t0: where the latter changes the high part.
    ///
    /// Returns how many ones there are.
    private mutating func makeHint() -> Int {
        hint.combine(w) { decompose($1).high }
        w.combine(scratchK) { addQIfNegative(reduceCentered($0 &+ $1)) }
        var ones: Int32 = 0
        hint.combine(w) { before, changed in
            let one = oneIfNonzero(decompose(changed).high ^ before)
            ones &+= one
            return one
        }
        return Int(ones)
    }

    /// sigEncode (FIPS 204, algorithm 26).
    borrowing func encode(into output: inout MutableSpan<UInt8>) {
        let challengeHash = challengeHash.span
        for index in 0..<challengeHash.count {
            output[index] = challengeHash[index]
        }
        for row in 0..<Parameters.l {
            packZ(z.polynomial(row), into: &output, at: SignatureLayout.z + row * Parameters.zBytes)
        }
        packHint(hint.all, into: &output, at: SignatureLayout.hint)
    }
}
