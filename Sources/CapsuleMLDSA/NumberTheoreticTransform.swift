// SPDX-License-Identifier: Apache-2.0

/// The powers of the 512th root of unity 1753 in bit-reversed order, times 2³² modulo q (FIPS 204, appendix B).
///
/// Times 2³² because each product with one of them is followed by a Montgomery reduction.
private let zetas: [Int32] = {
    let q = Int64(Parameters.q)
    var powers = [Int64](repeating: 1, count: 256)
    for exponent in 1..<256 {
        powers[exponent] = powers[exponent - 1] * 1753 % q
    }
    return (0..<256).map { index in
        let reversed = Int(UInt8(index).bitReversed)
        return Int32((powers[reversed] << 32) % q)
    }
}()

extension UInt8 {
    fileprivate var bitReversed: UInt8 {
        (0..<8).reduce(0) { $0 | ((self >> $1) & 1) << (7 - $1) }
    }
}

/// One layer of the forward transform, butterflies over a distance that is a constant at each call, so
/// that the compiler sees every index to be in bounds.
@inline(__always)
private func forwardLayer(_ polynomial: inout MutableSpan<Int32>, _ zetas: Span<Int32>, distance: Int) {
    for block in 0..<(128 / distance) {
        let zeta = Int64(zetas[128 / distance &+ block])
        let start = block &* 2 &* distance
        for index in start..<(start &+ distance) {
            let low = polynomial[index]
            let high = montgomeryReduce(zeta &* Int64(polynomial[index &+ distance]))
            polynomial[index &+ distance] = low &- high
            polynomial[index] = low &+ high
        }
    }
}

/// One layer of the inverse transform.
@inline(__always)
private func inverseLayer(_ polynomial: inout MutableSpan<Int32>, _ zetas: Span<Int32>, distance: Int) {
    for block in 0..<(128 / distance) {
        let zeta = 0 &- Int64(zetas[256 / distance &- 1 &- block])
        let start = block &* 2 &* distance
        for index in start..<(start &+ distance) {
            let low = polynomial[index]
            let high = polynomial[index &+ distance]
            polynomial[index] = low &+ high
            polynomial[index &+ distance] = montgomeryReduce(zeta &* Int64(low &- high))
        }
    }
}

/// NTT (FIPS 204, algorithm 41), in place.
///
/// For coefficients in (-q, q); each of the eight layers adds less than q to the magnitude, so the result is
/// within (-9q, 9q). The same operations in the same order whatever the coefficients are.
package func forwardTransform(_ polynomial: inout MutableSpan<Int32>) {
    let zetas = zetas.span
    precondition(polynomial.count == 256 && zetas.count == 256)
    forwardLayer(&polynomial, zetas, distance: 128)
    forwardLayer(&polynomial, zetas, distance: 64)
    forwardLayer(&polynomial, zetas, distance: 32)
    forwardLayer(&polynomial, zetas, distance: 16)
    forwardLayer(&polynomial, zetas, distance: 8)
    forwardLayer(&polynomial, zetas, distance: 4)
    forwardLayer(&polynomial, zetas, distance: 2)
    forwardLayer(&polynomial, zetas, distance: 1)
}

/// The inverse of NTT (FIPS 204, algorithm 42), times 2³², in place.
///
/// The factor 2³² undoes the one that the Montgomery reduction of a product has left. For coefficients in
/// (-q, q); each layer at most doubles the magnitude, and 2⁸ q is below 2³¹, so that a product with a power, which
/// is below q, can be reduced. The result is in (-q, q).
package func inverseTransform(_ polynomial: inout MutableSpan<Int32>) {
    let zetas = zetas.span
    precondition(polynomial.count == 256 && zetas.count == 256)
    inverseLayer(&polynomial, zetas, distance: 1)
    inverseLayer(&polynomial, zetas, distance: 2)
    inverseLayer(&polynomial, zetas, distance: 4)
    inverseLayer(&polynomial, zetas, distance: 8)
    inverseLayer(&polynomial, zetas, distance: 16)
    inverseLayer(&polynomial, zetas, distance: 32)
    inverseLayer(&polynomial, zetas, distance: 64)
    inverseLayer(&polynomial, zetas, distance: 128)
    // 2⁶⁴ / 256 modulo q.
    let scale: Int64 = 41_978
    for index in 0..<256 {
        polynomial[index] = montgomeryReduce(scale &* Int64(polynomial[index]))
    }
}
