// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Replicas and the messages between them, which a test moves step by step.
///
/// Nothing is lost, repeated or reordered but by the steps that say so; a message that would cross a split
/// stays on its way.
public struct SimulatedNetwork<State: JoinSemilattice>: Sendable {
    /// A state or a delta on its way.
    public struct Message: Sendable {
        /// The replica that sent it.
        public let from: Int
        /// The replica that it goes to.
        public let to: Int
        /// What it carries.
        public let content: State
    }

    /// The replicas' states.
    public var states: [State]
    /// What is on its way, in the order in which it was sent.
    public private(set) var messages: [Message] = []
    private var split: Int?

    /// Replicas that all hold one state.
    public init(_ state: State, replicas: Int) {
        states = Array(repeating: state, count: replicas)
    }

    /// Sends something to all replicas but the sender.
    public mutating func broadcast(_ content: State, from sender: Int) {
        for replica in states.indices where replica != sender {
            messages.append(Message(from: sender, to: replica, content: content))
        }
    }

    /// Takes one step; an edit, and a step on a message that is not there, changes nothing.
    public mutating func take(_ step: NetworkStep) {
        switch step {
        case .edit: break
        case .send(let from, let to):
            if from != to { messages.append(Message(from: from, to: to, content: states[from])) }
        case .deliver(let index):
            if arrives(index) { messages.remove(at: index) }
        case .repeated(let index): _ = arrives(index)
        case .lose(let index):
            if messages.indices.contains(index) { messages.remove(at: index) }
        case .partition(let below): split = below
        case .heal: split = nil
        }
    }

    /// Joins a message to its receiver's state; false when the network is split between the two, or it is
    /// not there.
    private mutating func arrives(_ index: Int) -> Bool {
        guard messages.indices.contains(index) else { return false }
        let message = messages[index]
        if let split, (message.from < split) != (message.to < split) { return false }
        // A receiver may refuse, as past a limit of size; it then keeps what it had.
        try? states[message.to].join(message.content)
        return true
    }

    /// What each replica holds once it has joined the states of all others, each in another order; nil when
    /// one refuses.
    public func exchangeAll() -> [State]? {
        var ends: [State] = []
        for replica in states.indices {
            var end = states[replica]
            for distance in states.indices.dropFirst() {
                // Odd replicas go round the other way.
                let offset = replica.isMultiple(of: 2) ? distance : states.count - distance
                guard (try? end.join(states[(replica + offset) % states.count])) != nil else { return nil }
            }
            ends.append(end)
        }
        return ends
    }
}
