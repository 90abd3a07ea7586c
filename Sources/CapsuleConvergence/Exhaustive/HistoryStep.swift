// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// An edit in a history of a small world.
struct HistoryStep: Hashable, Sendable {
    /// The replica that edits.
    let replica: Int
    /// The deltas that it holds by then, one bit each.
    let held: Int
    /// Which of the edits it makes.
    let edit: Int

    /// The step in words.
    func words(_ name: String) -> String {
        let numbers = (0..<Int.bitWidth).filter { held >> $0 & 1 == 1 }.map { "\($0 + 1)" }
        let holding = numbers.isEmpty ? "no edit" : "edits " + numbers.joined(separator: ", ")
        return "replica \(replica), which holds \(holding): \(name)"
    }

    /// The bytes from which `Choices.historyStep` makes the steps again.
    static func choices(_ steps: [HistoryStep], replicas: Int, edits: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, step) in steps.enumerated() {
            bytes += Choices.bytes(choosing: step.edit + 1, below: edits + 1)
            bytes += Choices.bytes(choosing: step.replica, below: replicas)
            bytes += Choices.bytes(choosing: step.held, below: 1 << number)
        }
        return bytes
    }
}

extension Choices {
    /// The next step of a history, or its end, which is the simplest choice.
    mutating func historyStep<State>(in world: SmallWorld<State>, edits: Int) -> HistoryStep? {
        let edit = below(edits + 1)
        guard edit > 0 else { return nil }
        let replica = below(world.applied.count)
        let held = world.applied[replica] | below(1 << world.deltas.count)
        return HistoryStep(replica: replica, held: held, edit: edit - 1)
    }
}
