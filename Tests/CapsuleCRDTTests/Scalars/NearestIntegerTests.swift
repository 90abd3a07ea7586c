// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import TestSupport
import Testing

@Suite("The nearest integer of a number")
struct NearestIntegerTests {
    @Test(
        "halves go away from zero, and what lies below a half does not",
        arguments: [
            (0.0, 0), (-0.0, 0), (0.5, 1), (-0.5, -1), (1.5, 2), (2.5, 3), (-2.5, -3),
            (0.499_999_999_999_999_94, 0), (-0.499_999_999_999_999_94, 0),
            (4_503_599_627_370_495.5, 4_503_599_627_370_496),
            (9_007_199_254_740_991, 9_007_199_254_740_991), (-9_007_199_254_740_991, -9_007_199_254_740_991),
            (.leastNonzeroMagnitude, 0),
        ])
    func edges(_ number: Double, _ nearest: Int64) {
        #expect(number.nearestInteger == nearest)
    }

    @Test(
        "what is too large or no number has none",
        arguments: [9_007_199_254_740_992, -9_007_199_254_740_992, 1e300, .infinity, -.infinity, .nan])
    func none(_ number: Double) {
        #expect(number.nearestInteger == nil)
    }

    @Test("it is what the C library rounds to, for numbers near every half")
    func sameAsRounded() {
        var generator = SeededGenerator(seed: propertySeed("NearestIntegerTests", 1))
        for _ in 0..<2_000 {
            let half = Double(Int64.random(in: -1 << 40...1 << 40, using: &generator)) / 2
            for number in [half, half.nextUp, half.nextDown] {
                #expect(number.nearestInteger == Int64(number.rounded(.toNearestOrAwayFromZero)))
            }
        }
    }
}
