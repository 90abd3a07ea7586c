// SPDX-License-Identifier: Apache-2.0

import CapsuleMLDSA
import Testing

/// The arithmetic against plain definitions over Int.
@Suite("arithmetic modulo q")
struct ArithmeticTests {
    static let q = 8_380_417
    static let gamma2 = 261_888

    static func modulo(_ value: Int) -> Int {
        let rest = value % q
        return rest < 0 ? rest + q : rest
    }

    @Test("Decompose and UseHint agree with FIPS 204 for every element, Power2Round too")
    func rounding() {
        var wrong = 0
        var value = 0
        while value < Self.q {
            // Algorithm 36, with mod± written out.
            var low = value % (2 * Self.gamma2)
            if low > Self.gamma2 { low -= 2 * Self.gamma2 }
            var high = (value - low) / (2 * Self.gamma2)
            if value - low == Self.q - 1 {
                high = 0
                low -= 1
            }
            let parts = decompose(Int32(truncatingIfNeeded: value))
            if Int(parts.high) != high || Int(parts.low) != low { wrong += 1 }
            // Algorithm 40.
            let hinted = low > 0 ? (high + 1) % 16 : (high + 15) % 16
            if Int(useHint(Int32(truncatingIfNeeded: value), hint: true)) != hinted { wrong += 1 }
            // Algorithm 35.
            var low13 = value % 8192
            if low13 > 4096 { low13 -= 8192 }
            let split = power2Round(Int32(truncatingIfNeeded: value))
            if Int(split.low) != low13 || Int(split.high) != (value - low13) / 8192 { wrong += 1 }
            // Prime to 8192 and to 2 gamma2: in debug, where this is slow, every seventh element is tried, and
            // the others near each boundary.
            value += Self.step(at: value)
        }
        #expect(wrong == 0)
    }

    static func step(at value: Int) -> Int {
        #if DEBUG
            let rest = value % gamma2
            return value < 16_384 || value > q - 16_384 || rest < 16 || rest > gamma2 - 32 ? 1 : 7
        #else
            return 1
        #endif
    }

    @Test("a Montgomery reduction is a division by 2³² modulo q, up to the ends of its range")
    func montgomery() {
        let limit = Int64(Self.q) << 31
        var numbers = SeededGenerator(seed: 1)
        var products: [Int64] = [0, 1, -1, limit - 1, 1 - limit, Int64(Self.q), -Int64(Self.q)]
        products += (0..<2000).map { _ in Int64.random(in: (1 - limit)...(limit - 1), using: &numbers) }
        for product in products {
            let reduced = Int(montgomeryReduce(product))
            #expect(abs(reduced) < Self.q, "\(product)")
            #expect((reduced << 32 - Int(product % Int64(Self.q))) % Self.q == 0, "\(product)")
        }
    }

    @Test("a centred reduction keeps the class and its bounds, and small numbers whole")
    func centred() {
        let limit = Int32.max - (1 << 22)
        var numbers = SeededGenerator(seed: 2)
        var values: [Int32] = [0, 1, -1, limit, -limit, 8_380_416, -8_380_416]
        values += (0..<2000).map { _ in Int32.random(in: -limit...limit, using: &numbers) }
        for small: Int32 in [4_186_112, -4_186_112] {
            for value in [small, small + 8_380_417, small - 8_380_417] {
                #expect(reduceCentered(value) == small, "\(small) \(value)")
            }
        }
        for value in values {
            let reduced = Int(reduceCentered(value))
            #expect(reduced >= -6_283_009 && reduced <= 6_283_008, "\(value)")
            #expect((reduced - Int(value)) % Self.q == 0, "\(value)")
            let small = value >> 10
            for shifted in [small, small + 8_380_417, small - 8_380_417] {
                #expect(reduceCentered(shifted) == small, "\(value) \(shifted)")
            }
        }
    }

    @Test("the masks say what the comparisons say", arguments: [Int32(1), 196, 261_692, 524_092])
    func masks(bound: Int32) {
        for value in [0, 1, bound - 1, bound, bound + 1, 8_380_416] {
            for signed in [value, -value] {
                #expect(maskIfAtLeast(signed, bound) == (abs(signed) >= bound ? -1 : 0), "\(value) \(signed)")
                #expect(oneIfNonzero(signed) == (signed == 0 ? 0 : 1), "\(value) \(signed)")
            }
        }
        #expect(addQIfNegative(-1) == 8_380_416)
        #expect(addQIfNegative(0) == 0)
        #expect(addQIfNegative(-8_380_416) == 1)
    }

    @Test("a product by transforms is the product modulo X²⁵⁶ + 1", arguments: 1...4)
    func product(seed: Int) {
        var numbers = SeededGenerator(seed: UInt64(seed))
        let limit = seed == 1 ? Int32(8_380_416) : Int32(1) << Int32(4 * seed)
        let left = (0..<256).map { _ in Int32.random(in: -limit...limit, using: &numbers) }
        let right = (0..<256).map { _ in Int32.random(in: -limit...limit, using: &numbers) }

        var expected = [Int](repeating: 0, count: 256)
        for i in 0..<256 {
            for j in 0..<256 {
                let term = Int(left[i]) * Int(right[j]) % Self.q
                expected[(i + j) % 256] += i + j < 256 ? term : -term
            }
        }
        #expect(transformedProduct(left, right).map { Self.modulo(Int($0)) } == expected.map(Self.modulo))
    }

    /// The largest inputs that the transforms' bounds allow; a coefficient that overflowed would be wrong here.
    @Test("the transforms are exact at the ends of their range")
    func ends() {
        let top = [Int32](repeating: 8_380_416, count: 256)
        let one = [1] + [Int32](repeating: 0, count: 255)
        #expect(transformedProduct(top, one).map { Self.modulo(Int($0)) } == top.map(Int.init))
        let bottom = top.map { 0 - $0 }
        #expect(
            transformedProduct(bottom, one).map { Self.modulo(Int($0)) } == [Int](repeating: 1, count: 256))

        var constant = PolynomialVector(count: 1)
        constant.modify(0) { polynomial in
            for index in 0..<256 { polynomial[index] = 8_380_416 }
            inverseTransform(&polynomial)
        }
        // All values equal to -1 are the constant polynomial -1, and here times 2³².
        #expect(Self.modulo(Int(constant.all[0])) == Self.modulo(-(1 << 32)))
        #expect((1..<256).allSatisfy { Self.modulo(Int(constant.all[$0])) == 0 })
    }

    private func transformedProduct(_ left: [Int32], _ right: [Int32]) -> [Int32] {
        var vector = PolynomialVector(count: 2)
        for index in 0..<256 {
            vector.modify(0) { $0[index] = left[index] }
            vector.modify(1) { $0[index] = right[index] }
        }
        vector.transformForward()
        #expect((0..<512).allSatisfy { abs(Int(vector.all[$0])) < 9 * Self.q })
        var product = PolynomialVector(count: 1)
        for index in 0..<256 {
            let value = Int64(vector.all[index]) * Int64(vector.all[index + 256])
            product.modify(0) { $0[index] = montgomeryReduce(value) }
        }
        product.transformInverse()
        return (0..<256).map { product.all[$0] }
    }
}
