// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Checks every history of a few edits on a few replicas, with every order of delivery.
///
/// Before an edit its replica has received any of the other replicas' deltas, in any order; after the last one
/// every replica receives the rest, in any order. That is all that a network which loses nothing for ever can
/// do. With the counter of `SemilatticeLaws`:
///
///     let check = ExhaustiveCheck(from: Counter(), replicas: 3, edits: [
///         ("raise", { counter, editor in
///             counter.raised[editor.replica, default: 0] += 1
///             return counter
///         })
///     ])
///     let outcome = check.run(edits: 4)
///
/// `outcome.counterexample` is nil, and `outcome.histories` says how many histories were told apart. With `+` in the
/// place of `max` the counterexample is a history of two edits, with the text that `replay(_:)` plays again.
///
/// Histories that differ only in the order of edits which did not see each other are the same one, so an edit
/// must depend on nothing but the state, the replica and how many edits that replica made before.
public struct ExhaustiveCheck<State: JoinSemilattice & Hashable> {
    /// Who edits, and how often it did.
    public struct Editor: Hashable, Sendable {
        /// The replica, from 0.
        public let replica: Int
        /// How many edits this replica made before.
        public let number: Int
    }

    /// Edits a state and gives the delta; nil when the edit is refused, which leaves the state as it was.
    public typealias Edit = (inout State, Editor) -> State?

    /// What a check found.
    public struct Outcome: Sendable {
        /// How many histories were looked at.
        public internal(set) var histories = 0
        /// The first one that breaks a law; nil when none does.
        public internal(set) var counterexample: Counterexample<State>?
    }

    let initial: State
    let replicas: Int
    let edits: [(name: String, edit: Edit)]

    /// Takes the state that all replicas start from, and the edits that any of them can make.
    ///
    /// - Parameter replicas: at least one.
    public init(from initial: State, replicas: Int, edits: [(name: String, edit: Edit)]) {
        self.initial = initial
        self.replicas = max(1, replicas)
        self.edits = edits
    }

    /// Looks at every history of up to a number of edits; a counterexample has as few edits as there can be.
    ///
    /// - Parameter count: at most 16; the number of histories grows about a hundredfold with each.
    public func run(edits count: Int) -> Outcome {
        var outcome = Outcome()
        // Depth by depth: all but the last cost next to nothing.
        for depth in 0...max(0, min(count, Self.most)) where outcome.counterexample == nil {
            var search = ExhaustiveSearch(self, depth: depth)
            search.walk()
            outcome = search.outcome
        }
        outcome.counterexample = outcome.counterexample.map(smallest)
        return outcome
    }

    /// Plays the history of a counterexample's text again; nil when all laws hold now, or it is no such text.
    public func replay(_ text: String) -> Counterexample<State>? {
        ReplayText.parse(text).flatMap { play(Choices(bytes: $0.1), edits: Self.most) }
    }

    /// How many edits a history has at most.
    private static var most: Int { 16 }

    private func play(_ choices: Choices, edits: Int) -> Counterexample<State>? {
        var search = ExhaustiveSearch(self, depth: edits)
        search.play(choices)
        return search.outcome.counterexample
    }

    /// A counterexample with as many edits, and as little received before them as still breaks the law.
    private func smallest(_ found: Counterexample<State>) -> Counterexample<State> {
        func candidate(_ bytes: [UInt8]) -> Counterexample<State>? {
            let candidate = play(Choices(bytes: bytes), edits: found.trace.count)
            return candidate?.law == found.law ? candidate : nil
        }
        let bytes = Shrinking.smallest(found.choices) { candidate($0)?.choices }
        return candidate(bytes) ?? found
    }
}
