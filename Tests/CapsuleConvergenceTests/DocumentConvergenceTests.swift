// SPDX-License-Identifier: Apache-2.0

import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("The laws on documents")
struct DocumentConvergenceTests {
    let seed = propertySeed("DocumentConvergenceTests", 1)

    private func expectLaws<Kind: GeneratedKind>(_: Kind.Type, runs: Int) {
        let found = SemilatticeLaws.documents(Kind.self).check(runs: runs, seed: seed)
        #expect(found == nil, "\(found?.text ?? "")")
    }

    private func expectConvergence<Kind: GeneratedKind>(_: Kind.Type, runs: Int) {
        let found = ConvergenceCheck.documents(Kind.self).run(runs: runs, steps: 30, seed: seed)
        #expect(found == nil, "\(found.map { "\($0.text) \($0.trace)" } ?? "")")
    }

    @Test("stacks keep the laws") func stacks() { expectLaws(StackKind.self, runs: 150) }
    @Test("albums keep the laws") func albums() { expectLaws(AlbumKind.self, runs: 150) }
    @Test("assets keep the laws") func assets() { expectLaws(AssetKind.self, runs: 100) }
    @Test("settings keep the laws") func settings() { expectLaws(SettingsKind.self, runs: 150) }

    @Test("stacks converge on a faulty network") func stackNetwork() {
        expectConvergence(StackKind.self, runs: 60)
    }
    @Test("albums converge on a faulty network") func albumNetwork() {
        expectConvergence(AlbumKind.self, runs: 60)
    }
    @Test("assets converge on a faulty network") func assetNetwork() {
        expectConvergence(AssetKind.self, runs: 60)
    }
    @Test("settings converge on a faulty network") func settingsNetwork() {
        expectConvergence(SettingsKind.self, runs: 60)
    }

    @Test("sets, histories and regions keep the laws on their own")
    func crdts() {
        let sets = SemilatticeLaws<ORSet<Label>> { choices in choices.orSet { $0.label() } }
        #expect(sets.check(runs: 300, seed: seed) == nil)
        let histories = SemilatticeLaws<HistoryRegister<Caption>> { choices in
            choices.history { $0.caption() }
        }
        #expect(histories.check(runs: 100, seed: seed) == nil)
        let regions = SemilatticeLaws<RegionRegister> { $0.region() }
        #expect(regions.check(runs: 300, seed: seed) == nil)
    }

    @Test("the same bytes make the same document")
    func sameBytes() {
        let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 37) }
        func made() -> AssetSidecar {
            var choices = Choices(bytes: bytes)
            return choices.document(AssetKind.self)
        }
        #expect(made() == made())
        #expect(made().encoded.count > 100)
    }
}
