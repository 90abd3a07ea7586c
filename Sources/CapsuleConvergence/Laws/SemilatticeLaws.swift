// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Checks the laws of `JoinSemilattice` on states that a generator makes.
///
/// A counter that each device raises for itself, and its check:
///
///     struct Counter: JoinSemilattice {
///         var raised: [Int: Int] = [:]
///         mutating func join(_ other: Counter) {
///             raised.merge(other.raised) { max($0, $1) }
///         }
///     }
///
///     let laws = SemilatticeLaws<Counter> { choices in
///         var counter = Counter()
///         for device in 0..<choices.below(3) { counter.raised[device] = choices.below(4) }
///         return counter
///     }
///     if let counterexample = laws.check(runs: 1_000, seed: 1) { print(counterexample) }
///
/// Nothing is printed. With `+` in the place of `max` the check gives `idempotent` broken by one device at
/// one, and the text that makes that state again with `replay(_:)`.
public struct SemilatticeLaws<State: JoinSemilattice>: Sendable {
    /// How a state is written and read, for the law of closure.
    public struct Codec: Sendable {
        let encode: @Sendable (State) -> [UInt8]
        let decode: @Sendable ([UInt8]) -> State?

        /// Takes both ways; `decode` gives nil for bytes that it refuses.
        public init(
            encode: @escaping @Sendable (State) -> [UInt8], decode: @escaping @Sendable ([UInt8]) -> State?
        ) {
            self.encode = encode
            self.decode = decode
        }
    }

    private let codec: Codec?
    private let generate: @Sendable (inout Choices) -> State

    /// Takes what makes a state, and how it is encoded when that is to be checked too.
    public init(codec: Codec? = nil, generate: @escaping @Sendable (inout Choices) -> State) {
        self.codec = codec
        self.generate = generate
    }

    /// Checks every law on three states in each run; the smallest counterexample found, or nil.
    public func check(runs: Int, seed: UInt64) -> Counterexample<State>? {
        for run in 0..<runs {
            let choices = Choices(seed: seed &+ UInt64(run))
            if let broken = firstBroken(choices) { return smallest(broken) }
        }
        return nil
    }

    /// Checks every law on three states that bytes make, as a fuzz target does; not made smaller.
    public func check(bytes: [UInt8]) -> Counterexample<State>? {
        firstBroken(Choices(bytes: bytes))
    }

    /// Checks every law on three given states.
    public func check(_ a: State, _ b: State, _ c: State) -> Counterexample<State>? {
        Law.onStates.lazy.compactMap { broken($0, a, b, c, choices: []) }.first
    }

    /// Checks the law of a counterexample's text again; nil when it holds now, or the text names no law.
    public func replay(_ text: String) -> Counterexample<State>? {
        guard let (law, bytes) = ReplayText.parse(text) else { return nil }
        return broken(law, by: Choices(bytes: bytes))
    }

    private func smallest(_ found: Counterexample<State>) -> Counterexample<State> {
        let bytes = Shrinking.smallest(found.choices) { candidate in
            broken(found.law, by: Choices(bytes: candidate))?.choices
        }
        return broken(found.law, by: Choices(bytes: bytes)) ?? found
    }

    private func firstBroken(_ choices: Choices) -> Counterexample<State>? {
        var choices = choices
        let (a, b, c) = (generate(&choices), generate(&choices), generate(&choices))
        return Law.onStates.lazy.compactMap { broken($0, a, b, c, choices: choices.decisive) }.first
    }

    private func broken(_ law: Law, by choices: Choices) -> Counterexample<State>? {
        var choices = choices
        let (a, b, c) = (generate(&choices), generate(&choices), generate(&choices))
        return broken(law, a, b, c, choices: choices.decisive)
    }

    private func broken(
        _ law: Law, _ a: State, _ b: State, _ c: State, choices: [UInt8]
    ) -> Counterexample<State>? {
        func breaks(_ states: [State], _ sides: [State]) -> Counterexample<State> {
            Counterexample(law: law, states: states, sides: sides, trace: [], choices: choices)
        }
        switch law {
        case .commutative:
            let (left, right) = (joined(a, b), joined(b, a))
            return left == right ? nil : breaks([a, b], [left, right].compactMap(\.self))
        case .associative:
            guard let ab = joined(a, b), let bc = joined(b, c), let left = joined(ab, c),
                let right = joined(a, bc)
            else { return nil }
            return left == right ? nil : breaks([a, b, c], [left, right])
        case .idempotent:
            let result = joined(a, a)
            return result == a ? nil : breaks([a], [a, result].compactMap(\.self))
        case .closed:
            guard let codec else { return nil }
            for state in [a, joined(a, b)].compactMap(\.self) {
                let bytes = codec.encode(state)
                guard let back = codec.decode(bytes) else { return breaks([a, b], [state]) }
                if back != state || codec.encode(back) != bytes { return breaks([a, b], [state, back]) }
            }
            return nil
        case .unchangedWhenRefused:
            var receiver = a
            do { try receiver.join(b) } catch {
                if receiver != a { return breaks([a, b], [a, receiver]) }
            }
            return nil
        case .inflating, .deltaIsTheEdit, .convergent: return nil
        }
    }

    private func joined(_ left: State, _ right: State) -> State? {
        try? left.joined(with: right)
    }
}

extension Law {
    /// The laws that speak of states alone.
    static let onStates: [Law] = [.idempotent, .commutative, .associative, .closed, .unchangedWhenRefused]
}
