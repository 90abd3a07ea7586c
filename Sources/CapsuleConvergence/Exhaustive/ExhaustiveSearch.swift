// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// Replicas that hold some of the deltas made so far.
struct SmallWorld<State: JoinSemilattice & Hashable> {
    /// For each replica the deltas that it holds, one bit each.
    var applied: [Int]
    /// For each replica how many edits it made.
    var made: [Int]
    var deltas: [State]
    /// The state that holds a set of deltas, by the set's bits: by what was checked, the order is the same.
    var joins: [State]
    /// The edits that made the deltas.
    var steps: [HistoryStep] = []

    init(_ initial: State, replicas: Int) {
        applied = Array(repeating: 0, count: replicas)
        made = applied
        deltas = []
        joins = [initial]
    }
}

/// Walks all histories, depth first, or one.
struct ExhaustiveSearch<State: JoinSemilattice & Hashable> {
    private let check: ExhaustiveCheck<State>
    private let depth: Int
    private var known: Set<[State]> = []
    private(set) var outcome = ExhaustiveCheck<State>.Outcome()

    init(_ check: ExhaustiveCheck<State>, depth: Int) {
        self.check = check
        self.depth = depth
    }

    /// Walks all histories, until one breaks a law.
    mutating func walk() {
        extend(SmallWorld(check.initial, replicas: check.replicas))
    }

    /// Goes through the history that choices make, until it breaks a law or ends.
    mutating func play(_ choices: Choices) {
        var choices = choices
        var world = SmallWorld(check.initial, replicas: check.replicas)
        let edits = check.edits.count
        while world.deltas.count < depth, let step = choices.historyStep(in: world, edits: edits) {
            if let next = take(step, in: world) { world = next }
            if outcome.counterexample != nil { return }
        }
    }

    private mutating func extend(_ world: SmallWorld<State>) {
        outcome.histories += 1
        guard world.deltas.count < depth else { return }
        let all = (1 << world.deltas.count) - 1
        for replica in 0..<check.replicas {
            let missing = all & ~world.applied[replica]
            // Every subset of what is missing, the empty one too.
            var received = missing
            while true {
                if !isToldOtherwise(world, replica, received) { edit(world, replica, received) }
                if outcome.counterexample != nil || received == 0 { break }
                received = (received - 1) & missing
            }
            if outcome.counterexample != nil { return }
        }
    }

    /// Whether the last edit and this one did not see each other, and the history in which they are the other
    /// way round is looked at too.
    private func isToldOtherwise(_ world: SmallWorld<State>, _ replica: Int, _ received: Int) -> Bool {
        guard let last = world.steps.last, replica < last.replica else { return false }
        return ((world.applied[replica] | received) >> (world.deltas.count - 1)) & 1 == 0
    }

    private mutating func edit(_ world: SmallWorld<State>, _ replica: Int, _ received: Int) {
        let held = world.applied[replica] | received
        for edit in check.edits.indices {
            let step = HistoryStep(replica: replica, held: held, edit: edit)
            if let next = take(step, in: world) { extend(next) }
            if outcome.counterexample != nil { return }
        }
    }

    /// The world after an edit; nil when the edit or a join is refused, or a law is broken.
    private mutating func take(_ step: HistoryStep, in world: SmallWorld<State>) -> SmallWorld<State>? {
        let editor = ExhaustiveCheck<State>.Editor(replica: step.replica, number: world.made[step.replica])
        let before = world.joins[step.held]
        var after = before
        var next = world
        next.steps.append(step)
        guard let delta = check.edits[step.edit].edit(&after, editor) else {
            if after != before { found(.unchangedWhenRefused, next, [before], [before, after]) }
            return nil
        }
        let held = step.held | 1 << world.deltas.count
        next.applied[step.replica] = held
        next.made[step.replica] += 1
        next.deltas.append(delta)
        return joinEverywhere(&next) && isKept(next, held, before, after) ? next : nil
    }

    /// Joins the last delta to every set of the others, and checks that any order gives the same.
    private mutating func joinEverywhere(_ world: inout SmallWorld<State>) -> Bool {
        let newest = world.deltas.count - 1
        let isNew = known.insert(world.deltas).inserted
        for set in 0..<(1 << newest) {
            guard let joined = try? world.joins[set].joined(with: world.deltas[newest]) else {
                // A refusal, as past a limit of size, ends the history.
                return false
            }
            world.joins.append(joined)
            guard isNew else { continue }
            for delta in 0..<newest where (set >> delta) & 1 == 1 {
                let other = try? world.joins[(set | (1 << newest)) & ~(1 << delta)].joined(
                    with: world.deltas[delta])
                if let other, other != joined {
                    found(.convergent, world, world.deltas, [joined, other])
                    return false
                }
            }
        }
        return true
    }

    /// Checks the edit itself, and that replicas which exchange whole states end as if they had exchanged
    /// deltas.
    private mutating func isKept(
        _ world: SmallWorld<State>, _ held: Int, _ before: State, _ after: State
    ) -> Bool {
        if world.joins[held] != after {
            found(.deltaIsTheEdit, world, [before], [after, world.joins[held]])
            return false
        }
        for other in world.applied where other != held {
            let joined = try? after.joined(with: world.joins[other])
            if let joined, joined != world.joins[held | other] {
                found(.convergent, world, [after, world.joins[other]], [joined, world.joins[held | other]])
                return false
            }
        }
        if let up = try? before.joined(with: after), up != after {
            found(.inflating, world, [before, after], [after, up])
            return false
        }
        return true
    }

    private mutating func found(
        _ law: Law, _ world: SmallWorld<State>, _ states: [State], _ sides: [State]
    ) {
        let trace = world.steps.map { $0.words(check.edits[$0.edit].name) }
        let choices = HistoryStep.choices(world.steps, replicas: check.replicas, edits: check.edits.count)
        outcome.counterexample = Counterexample(
            law: law, states: states, sides: sides, trace: trace, choices: choices)
    }
}
