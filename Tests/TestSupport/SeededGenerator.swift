// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// SplitMix64: the same numbers from the same seed on every machine and in every run.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts from a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// True once in so many times.
    public mutating func chance(_ oneIn: Int) -> Bool {
        Int.random(in: 0..<oneIn, using: &self) == 0
    }
}

/// The seed of a property test: CAPSULE_SEED from the environment, else the test's own.
///
/// Printed, so that a failure can be run again.
public func propertySeed(_ name: String, _ own: UInt64) -> UInt64 {
    let seed = environmentNumber("CAPSULE_SEED") ?? own
    print("\(name): CAPSULE_SEED=\(seed)")
    return seed
}

/// A number from the environment; nil where there is none.
public func environmentNumber<Number: FixedWidthInteger>(_ name: String) -> Number? {
    // The text is copied before anything can change the environment.
    unsafe getenv(name).flatMap { unsafe Number(String(cString: $0)) }
}
