// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// The laws of SPEC section 9 and of every CRDT, on documents that come of editing and on wild ones.
@Suite struct RandomLawTests {
    private static let triples = 2_000

    @Test("random stack documents join by the laws")
    func stack() { holdLaws(StackKind.self, 1) }

    @Test("random album documents join by the laws")
    func album() { holdLaws(AlbumKind.self, 2) }

    @Test("random asset documents join by the laws")
    func asset() { holdLaws(AssetKind.self, 3) }

    @Test("random settings documents join by the laws")
    func settings() { holdLaws(SettingsKind.self, 4) }

    /// Half of the triples are three replicas in the middle of their work, half are drawn directly.
    private func holdLaws<Kind: EditedKind>(_: Kind.Type, _ own: UInt64) {
        var generator = SeededGenerator(seed: propertySeed("laws of \(Kind.kind)", own))
        var simulation = Simulation<Kind>(SeededGenerator(seed: generator.next()))
        for index in 0..<Self.triples / 2 {
            if index % 20 == 0 { simulation = Simulation(SeededGenerator(seed: generator.next())) }
            for _ in 0..<2 { simulation.step() }
            let replicas = simulation.replicas
            let broken = brokenLaws(
                replicas[0], replicas[1], replicas[2], horizon: Sample.time(100_000_000))
            #expect(broken.isEmpty, "edited triple \(index): \(broken)")
        }
        var wild = WildValues(SeededGenerator(seed: generator.next()))
        for index in 0..<Self.triples / 2 {
            let states = (0..<3).compactMap { _ in
                try? Document<Kind>(decoding: wild.document(Kind.kind, sparse: wild.pick([2, 3, 4])).encoded)
            }
            #expect(states.count == 3, "wild triple \(index) has a document that is not valid")
            guard states.count == 3 else { continue }
            let broken = brokenLaws(states[0], states[1], states[2], horizon: Sample.time(1))
            #expect(broken.isEmpty, "wild triple \(index): \(broken)")
        }
    }
}

/// A delta is the edit: joining deltas is joining states.
@Suite struct RandomDeltaTests {
    @Test("deltas of stacks joined are the states joined")
    func stack() { holdDeltas(StackKind.self, 11) }

    @Test("deltas of albums joined are the states joined")
    func album() { holdDeltas(AlbumKind.self, 12) }

    @Test("deltas of assets joined are the states joined")
    func asset() { holdDeltas(AssetKind.self, 13) }

    @Test("deltas of settings joined are the states joined")
    func settings() { holdDeltas(SettingsKind.self, 14) }

    /// akka/akka-core#22648: every edit sequence, deltas joined against states joined.
    private func holdDeltas<Kind: EditedKind>(_: Kind.Type, _ own: UInt64) {
        var generator = SeededGenerator(seed: propertySeed("deltas of \(Kind.kind)", own))
        var edits = 0
        for run in 0..<60 {
            var simulation = Simulation<Kind>(SeededGenerator(seed: generator.next()))
            for _ in 0..<40 { simulation.step() }
            #expect(simulation.brokenEdits == 0, "run \(run): a state after is not before joined with delta")
            // What an edit meets here is deleted regions, tags that are not live, and the last of stamps and counters.
            let refused = simulation.refusals.filter {
                ![.invalid, .limit, .counterExhausted].contains($0.errorClass)
            }
            #expect(refused.isEmpty, "run \(run)")
            let empty = Document<Kind>(id: Sample.document)
            let states = simulation.replicas.reduce(into: empty) { try? $0.join($1) }
            let forwards = simulation.deltas.reduce(into: empty) { try? $0.join($1) }
            let shuffled = simulation.deltas.shuffled(using: &generator).reduce(into: empty) {
                try? $0.join($1)
            }
            #expect(forwards.encoded == states.encoded, "run \(run)")
            #expect(shuffled.encoded == states.encoded, "run \(run), shuffled")
            edits += simulation.deltas.count
        }
        #expect(edits > 1_000)
    }
}
