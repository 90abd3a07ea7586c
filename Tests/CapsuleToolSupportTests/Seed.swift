// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the randomness of a test comes from.
enum Seed {
    /// The seed in the environment (CAPSULE_SEED), else a new one; printed, so that a failure can be
    /// repeated.
    static func current() -> UInt64 {
        let given = unsafe getenv("CAPSULE_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
        let seed = given ?? UInt64.random(in: 0 ... .max)
        print("CAPSULE_SEED=\(seed)")
        return seed
    }
}

/// Sebastiano Vigna's generator: 64 bits of state, the same numbers everywhere.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
