// SPDX-License-Identifier: Apache-2.0

/// `output` = `matrix` * `vector` / 2³² in the transform's domain, coefficients in (-q, q).
///
/// Five products of a number below q and one within 9q add up to less than 2³¹ q, so that one reduction serves
/// them all.
func multiply(
    _ matrix: borrowing PolynomialVector, _ vector: borrowing PolynomialVector,
    into output: inout PolynomialVector
) {
    let vector = vector.all
    precondition(vector.count == 256 * Parameters.l)
    for row in 0..<Parameters.k {
        let start = row * Parameters.l * 256
        let line = matrix.all.extracting(start..<(start + Parameters.l * 256))
        precondition(line.count == 256 * Parameters.l)
        output.modify(row) { polynomial in
            precondition(polynomial.count == 256)
            for index in 0..<256 {
                var sum = Int64(line[index]) &* Int64(vector[index])
                sum &+= Int64(line[index &+ 256]) &* Int64(vector[index &+ 256])
                sum &+= Int64(line[index &+ 512]) &* Int64(vector[index &+ 512])
                sum &+= Int64(line[index &+ 768]) &* Int64(vector[index &+ 768])
                sum &+= Int64(line[index &+ 1024]) &* Int64(vector[index &+ 1024])
                polynomial[index] = montgomeryReduce(sum)
            }
        }
    }
}

/// `output` = `challenge` times each polynomial of `vector`, back from the transform's domain, in (-q, q).
///
/// Both factors are within 9q, the product within 81 q², far below 2³¹ q.
func multiply(
    challenge: borrowing PolynomialVector, _ vector: borrowing PolynomialVector,
    into output: inout PolynomialVector
) {
    let challenge = challenge.polynomial(0)
    for row in 0..<vector.count {
        let factor = vector.polynomial(row)
        output.modify(row) { polynomial in
            precondition(challenge.count == 256 && factor.count == 256 && polynomial.count == 256)
            for index in 0..<256 {
                polynomial[index] = montgomeryReduce(Int64(challenge[index]) &* Int64(factor[index]))
            }
            inverseTransform(&polynomial)
        }
    }
}

extension PolynomialVector {
    /// Replaces every coefficient by `change` of it and the other's in its place.
    @inline(__always)
    mutating func combine(_ other: borrowing PolynomialVector, _ change: (Int32, Int32) -> Int32) {
        let other = other.all
        var coefficients = mutableAll
        precondition(other.count == coefficients.count)
        for index in 0..<other.count {
            coefficients[index] = change(coefficients[index], other[index])
        }
    }

    /// Replaces every coefficient by `change` of it.
    @inline(__always)
    mutating func map(_ change: (Int32) -> Int32) {
        var coefficients = mutableAll
        for index in 0..<coefficients.count {
            coefficients[index] = change(coefficients[index])
        }
    }

    /// Whether a coefficient is `bound` or more in magnitude; looks at all of them, whatever they are.
    borrowing func reaches(_ bound: Int32) -> Bool {
        let coefficients = all
        var mask: Int32 = 0
        for index in 0..<coefficients.count {
            mask |= maskIfAtLeast(coefficients[index], bound)
        }
        return mask != 0
    }
}
