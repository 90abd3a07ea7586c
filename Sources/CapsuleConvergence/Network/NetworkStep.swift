// SPDX-License-Identifier: Apache-2.0

/// What happens next among replicas and on the network between them.
public enum NetworkStep: Hashable, Sendable, CustomStringConvertible {
    /// A replica edits its state and sends the delta to all others.
    case edit(replica: Int)
    /// A replica sends its whole state to another.
    case send(from: Int, to: Int)
    /// A message on its way arrives, whichever was sent first or last.
    case deliver(message: Int)
    /// A message arrives and stays on its way, to arrive again.
    case repeated(message: Int)
    /// A message is lost.
    case lose(message: Int)
    /// Replicas below the number no longer reach those from it on, nor these those.
    case partition(below: Int)
    /// All replicas reach each other again.
    case heal

    /// The step in words.
    public var description: String {
        switch self {
        case .edit(let replica): "replica \(replica) edits"
        case .send(let from, let to): "replica \(from) sends its state to \(to)"
        case .deliver(let message): "message \(message) arrives"
        case .repeated(let message): "message \(message) arrives, and will again"
        case .lose(let message): "message \(message) is lost"
        case .partition(let below): "the network splits before replica \(below)"
        case .heal: "the network is whole again"
        }
    }
}

extension Choices {
    /// The next step among some replicas with some messages on their way.
    public mutating func networkStep(replicas: Int, messages: Int) -> NetworkStep {
        switch below(messages > 0 ? 12 : 5) {
        case 0, 1: .edit(replica: below(replicas))
        case 2: .send(from: below(replicas), to: below(replicas))
        case 3: replicas > 1 ? .partition(below: 1 + below(replicas - 1)) : .heal
        case 4: .heal
        case 5, 6, 7, 8: .deliver(message: below(messages))
        case 9, 10: .repeated(message: below(messages))
        default: .lose(message: below(messages))
        }
    }
}
