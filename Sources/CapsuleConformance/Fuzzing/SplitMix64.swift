// SPDX-License-Identifier: Apache-2.0

/// SplitMix64: the same numbers from the same seed on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// True once in so many times.
    mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }

    /// One of the elements; there is at least one.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
