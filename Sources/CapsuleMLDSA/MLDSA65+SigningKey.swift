// SPDX-License-Identifier: Apache-2.0

extension MLDSA65 {
    /// A secret key, expanded, so that signing several messages expands it once.
    ///
    /// It cannot be copied, and all of it is wiped when it ends; the seed is not kept. About 50 KB.
    public struct SigningKey: ~Copyable, Sendable {
        /// The public key, 1952 bytes.
        public let publicKey: [UInt8]

        /// K of FIPS 204: what the masks are derived from.
        let maskSeed: WipedMemory<UInt8>
        /// tr of FIPS 204: the hash of the public key.
        let publicKeyHash: WipedMemory<UInt8>
        // The matrix and the secret vectors, in the transform's domain.
        let matrix: PolynomialVector
        let s1: PolynomialVector
        let s2: PolynomialVector
        let t0: PolynomialVector

        /// The key of `seed` (ML-DSA.KeyGen_internal, FIPS 204, algorithm 6).
        ///
        /// Throws `seed-length` unless the seed is 32 bytes long.
        public init(seed: Span<UInt8>) throws(MLDSA65Error) {
            guard seed.count == Parameters.seedBytes else {
                throw MLDSA65Error(code: .seedLength, length: seed.count)
            }
            var shake = Shake.shake256()
            shake.absorb(seed)
            shake.absorb(UInt8(Parameters.k))
            shake.absorb(UInt8(Parameters.l))
            let rho = shake.squeezeWiped(count: 32)
            let rhoPrime = shake.squeezeWiped(count: 64)
            maskSeed = shake.squeezeWiped(count: 32)

            let matrix = expandMatrix(rho.span)
            var s1 = PolynomialVector(count: Parameters.l)
            var s2 = PolynomialVector(count: Parameters.k)
            expandSecret(rhoPrime.span, start: 0, into: &s1)
            expandSecret(rhoPrime.span, start: Parameters.l, into: &s2)

            // t = A s1 + s2, split into the public t1 and t0.
            s1.transformForward()
            var t0 = PolynomialVector(count: Parameters.k)
            multiply(matrix, s1, into: &t0)
            t0.transformInverse()
            t0.combine(s2) { addQIfNegative(reduceCentered($0 &+ $1)) }
            var t1 = PolynomialVector(count: Parameters.k)
            t1.combine(t0) { power2Round($1).high }
            t0.map { power2Round($0).low }

            let publicKey = encodePublicKey(rho: rho.span, t1: t1)
            self.publicKey = publicKey
            var hash = Shake.shake256()
            hash.absorb(publicKey.span)
            publicKeyHash = hash.squeezeWiped(count: 64)

            s2.transformForward()
            t0.transformForward()
            self.matrix = matrix
            self.s1 = s1
            self.s2 = s2
            self.t0 = t0
        }

        /// The key of `seed` (ML-DSA.KeyGen_internal, FIPS 204, algorithm 6).
        ///
        /// Throws `seed-length` unless the seed is 32 bytes long.
        public init(seed: [UInt8]) throws(MLDSA65Error) {
            try self.init(seed: seed.span)
        }
    }
}

/// pkEncode (FIPS 204, algorithm 22).
private func encodePublicKey(rho: Span<UInt8>, t1: borrowing PolynomialVector) -> [UInt8] {
    var encoded = [UInt8](repeating: 0, count: Parameters.publicKeyBytes)
    var output = encoded.mutableSpan
    for index in 0..<rho.count {
        output[index] = rho[index]
    }
    for row in 0..<Parameters.k {
        packT1(t1.polynomial(row), into: &output, at: rho.count + row * Parameters.t1Bytes)
    }
    return encoded
}

extension Shake {
    /// The next `count` bytes of the output, in memory that is wiped.
    mutating func squeezeWiped(count: Int) -> WipedMemory<UInt8> {
        var bytes = WipedMemory<UInt8>(count: count)
        var output = bytes.mutableSpan
        squeeze(into: &output)
        return bytes
    }
}
