// SPDX-License-Identifier: Apache-2.0

/// The decisions of a generator, taken one after the other from a byte string or a seed.
///
/// A generator is any function that makes a value from choices. The same bytes make the same value on every
/// machine, so a value can be kept as the bytes that made it, a fuzzer can mutate them, and a counterexample
/// can be made smaller by making its bytes fewer and lower: 0 is always the simplest choice. Bytes that were
/// used up go on as zeros, so every byte string makes a value.
public struct Choices: Sendable {
    /// The bytes that decided so far.
    public private(set) var taken: [UInt8] = []
    private let given: [UInt8]
    private var random: SplitMix64?

    /// Choices that a byte string makes, zeros after its end.
    public init(bytes: [UInt8]) {
        given = bytes
    }

    /// Choices without end that follow from a seed.
    public init(seed: UInt64) {
        given = []
        random = SplitMix64(state: seed)
    }

    /// Whether a byte string is used up; never so for a seed.
    public var isExhausted: Bool { random == nil && taken.count >= given.count }

    /// The bytes that decided so far without the zeros at their end, which make the same value.
    var decisive: [UInt8] {
        Array(taken.prefix((taken.lastIndex { $0 != 0 } ?? -1) + 1))
    }

    /// One byte, any.
    public mutating func byte() -> UInt8 {
        let byte =
            if let next = random?.next() {
                UInt8(truncatingIfNeeded: next)
            } else if taken.count < given.count {
                given[taken.count]
            } else {
                UInt8(0)
            }
        taken.append(byte)
        return byte
    }

    /// A number of 0 to a bound, which is left out; 0 for a bound below 1.
    public mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        var number = UInt64(byte())
        var reach = 256
        while reach < bound {
            number = number << 8 | UInt64(byte())
            let (wider, overflow) = reach.multipliedReportingOverflow(by: 256)
            if overflow { break }
            reach = wider
        }
        return Int(truncatingIfNeeded: number % UInt64(bound))
    }

    /// The bytes for which `below` gives a number.
    static func bytes(choosing number: Int, below bound: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var (largest, rest) = (bound - 1, number)
        while largest > 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            (largest, rest) = (largest >> 8, rest >> 8)
        }
        return bytes.reversed()
    }

    /// True about once in so many times, false for a byte of zero.
    public mutating func chance(_ oneIn: Int) -> Bool {
        below(oneIn) == max(0, oneIn - 1) && oneIn > 1
    }

    /// True or false.
    public mutating func bool() -> Bool { byte() & 1 == 1 }

    /// One of some values; the first is the simplest.
    ///
    /// - Parameter values: at least one.
    public mutating func element<Value>(of values: [Value]) -> Value {
        values[below(values.count)]
    }

    /// A value, or nil as the simpler choice.
    public mutating func maybe<Value>(_ make: (inout Choices) -> Value) -> Value? {
        bool() ? make(&self) : nil
    }

    /// Up to a number of values.
    public mutating func list<Value>(upTo most: Int, _ make: (inout Choices) -> Value) -> [Value] {
        (0..<below(most + 1)).map { _ in make(&self) }
    }

    /// A run of bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in byte() }
    }

    /// Eight bytes as one number.
    public mutating func word() -> UInt64 {
        bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension Choices: RandomNumberGenerator {
    /// Eight bytes as one number, for what draws from a generator.
    public mutating func next() -> UInt64 { word() }
}

/// SplitMix64: the same numbers from the same seed on every machine.
struct SplitMix64: Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
