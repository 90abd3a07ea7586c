// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Checks that replicas which edit apart, on a network that loses, repeats, reorders and splits, end equal.
///
/// With the counter of `SemilatticeLaws`, where each replica raises its own number:
///
///     let check = ConvergenceCheck(from: Counter(), replicas: 3) { counter, editor, choices in
///         counter.raised[editor.replica, default: 0] += 1 + choices.below(3)
///         return counter
///     }
///     if let counterexample = check.run(runs: 500, steps: 20, seed: 1) { print(counterexample) }
///
/// An edit gives its delta, which may be the whole state. It gives nil, and leaves the state as it was, when it
/// is refused. Each edit is held to `inflating` and `deltaIsTheEdit`; in the end all replicas exchange their
/// states, each in another order, and are held to `convergent`.
public struct ConvergenceCheck<State: JoinSemilattice>: Sendable {
    /// Who edits, and when.
    public struct Editor: Hashable, Sendable {
        /// The replica, from 0.
        public let replica: Int
        /// How many steps there were before; a clock that all replicas share.
        public let step: Int
    }

    /// Edits a state and gives the delta; nil when the edit is refused.
    public typealias Edit = @Sendable (inout State, Editor, inout Choices) -> State?

    private let initial: State
    private let replicas: Int
    private let edit: Edit

    /// Takes the state that all replicas start from, and what an edit is.
    ///
    /// - Parameter replicas: at least one.
    public init(from initial: State, replicas: Int, edit: @escaping Edit) {
        self.initial = initial
        self.replicas = max(1, replicas)
        self.edit = edit
    }

    /// Plays random histories; the smallest counterexample found, or nil.
    public func run(runs: Int, steps: Int, seed: UInt64) -> Counterexample<State>? {
        for run in 0..<runs {
            guard let found = play(Choices(seed: seed &+ UInt64(run)), steps: steps) else { continue }
            let bytes = Shrinking.smallest(found.choices) { candidate in
                let smaller = play(Choices(bytes: candidate))
                return smaller?.law == found.law ? smaller?.choices : nil
            }
            return play(Choices(bytes: bytes)) ?? found
        }
        return nil
    }

    /// Plays the history that bytes make, to their end, as a fuzz target does; not made smaller.
    public func check(bytes: [UInt8]) -> Counterexample<State>? {
        play(Choices(bytes: bytes))
    }

    /// Plays the history of a counterexample's text again; nil when all laws hold now, or it is no such text.
    public func replay(_ text: String) -> Counterexample<State>? {
        ReplayText.parse(text).flatMap { play(Choices(bytes: $0.1)) }
    }

    private func play(_ choices: Choices, steps: Int = 256) -> Counterexample<State>? {
        var network = SimulatedNetwork(initial, replicas: replicas)
        var choices = choices
        var trace: [String] = []
        func broken(_ law: Law, _ states: [State], _ sides: [State]) -> Counterexample<State> {
            Counterexample(law: law, states: states, sides: sides, trace: trace, choices: choices.taken)
        }
        for number in 0..<steps where !choices.isExhausted {
            let step = choices.networkStep(replicas: replicas, messages: network.messages.count)
            trace.append(step.description)
            guard case .edit(let replica) = step else {
                network.take(step)
                continue
            }
            let before = network.states[replica]
            var after = before
            let delta = edit(&after, Editor(replica: replica, step: number), &choices)
            guard let delta else {
                if after != before { return broken(.unchangedWhenRefused, [before], [before, after]) }
                continue
            }
            // A refusal of the join itself, as past a limit of size, is no breach.
            if let up = try? before.joined(with: after), up != after {
                return broken(.inflating, [before, after], [after, up])
            }
            if let applied = try? before.joined(with: delta), applied != after {
                return broken(.deltaIsTheEdit, [before, delta], [after, applied])
            }
            network.states[replica] = after
            network.broadcast(delta, from: replica)
        }
        guard let ends = network.exchangeAll() else { return nil }
        for end in ends.dropFirst() where end != ends[0] {
            return broken(.convergent, network.states, [ends[0], end])
        }
        return nil
    }
}
