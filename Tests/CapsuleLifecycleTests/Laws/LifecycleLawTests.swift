// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleLifecycle
import TestSupport
import Testing

/// What the decisions of SPEC section 19 are for, on random histories.
@Suite struct LifecycleLawTests {
    private static let histories = 1_500
    private static let steps = 80

    @Test("devices that speak to the server alone lose nothing, double nothing and undo no restore")
    func withoutPeers() throws {
        var generator = SeededGenerator(seed: propertySeed("lifecycle without peers", 1))
        for index in 0..<Self.histories {
            try holdLaws(index, seed: generator.next(), hasPeers: false)
        }
    }

    @Test("devices that pass records on purge nothing too early, and end with one chain")
    func withPeers() throws {
        var generator = SeededGenerator(seed: propertySeed("lifecycle with peers", 2))
        for index in 0..<Self.histories {
            try holdLaws(index, seed: generator.next(), hasPeers: true)
        }
    }

    private func holdLaws(_ index: Int, seed: UInt64, hasPeers: Bool) throws {
        var simulation = try Simulation(seed: seed, devices: 2 + index % 3, hasPeers: hasPeers)
        for _ in 0..<Self.steps { try simulation.step() }
        let ended = try simulation.settle()
        if !ended { simulation.faults.append("the chains do not become one") }
        if ended, let server = simulation.server.chain, !simulation.server.isPurged {
            checkNothingIsLost(&simulation, server)
        }
        #expect(
            simulation.faults.isEmpty,
            "history \(index), seed \(seed): \(simulation.faults)\n\(simulation.log.joined(separator: "\n"))")
    }

    /// Once all agree, every act is in the chain, or was dropped for a reason; without peers in it once.
    private func checkNothingIsLost(_ simulation: inout Simulation, _ chain: AssetChain) {
        let present = chain.records.compactMap { simulation.origins[$0.digest] }
        if !simulation.hasPeers, Set(present).count != present.count {
            simulation.faults.append("an act is doubled: \(present)")
        }
        let lost = Set(simulation.origins.values).subtracting(present).subtracting(simulation.dropped)
        if !lost.isEmpty { simulation.faults.append("acts are lost: \(lost)") }
    }
}
