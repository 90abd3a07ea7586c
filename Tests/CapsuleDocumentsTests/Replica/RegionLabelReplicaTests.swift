// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
// A literal that is wrong is a fault of the test.

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Labels of regions are adds of a writer as those of the document are.
@Suite("A replica whose writer is used elsewhere, and labels of regions (SPEC 6, 8)")
struct RegionLabelReplicaTests {
    private let id = Identifier(hex: "00112233445566778899aabbccddeeff")!
    private let region = Identifier(hex: "e0000000000000000000000000000001")!
    private let device = Identifier(hex: "d0000000000000000000000000000001")!
    private let other = Identifier(hex: "d0000000000000000000000000000002")!
    private let now = StampTime("2026-05-31T10:00:00.000Z")!
    private let shape = RegionShape.rectangle(left: 0, top: 0, width: 1, height: 1)!

    /// A replica that drew a region and labelled it, and delivered neither.
    private func replica() throws -> (Replica<AssetKind>, SeededGenerator) {
        var generator = SeededGenerator(seed: 1)
        let replica = Replica(AssetSidecar(id: id), device: device, using: &generator)
        try replica.edit(now: now, using: &generator) { try $0.putRegion(region, shape, by: $1) }
        try replica.edit(now: now, using: &generator) { try $0.addRegionLabel("a", to: region, by: $1) }
        return (replica, generator)
    }

    private func labels(_ document: AssetSidecar) -> [[String]] {
        document.regions.map { $0.region.labels.elements.map(\.description) }
    }

    @Test("a label of a region that lost its add-id comes back under another, and is delivered")
    func readded() throws {
        let (replica, random) = try replica()
        var generator = random
        let writer = replica.writer
        let twin = Author(device: other, writer: writer, now: now)
        var record = AssetSidecar(id: id)
        _ = try record.putRegion(region, shape, by: twin)
        _ = try record.addRegionLabel("b", to: region, by: twin)
        let report = try replica.receive(record, acceptedAt: now, now: now, using: &generator)
        #expect(report.retiredWriter == writer)
        #expect(report.readded.count == 1)
        #expect(labels(replica.document) == [["a", "b"]])
        let ids = replica.document.regions.flatMap { $0.region.labels.adds.map(\.id) }
        #expect(Set(ids) == Set((0...1).map { AddID(writer: replica.writer, counter: $0) }))
        try replica.save { _ in }
        var peer = record
        for entry in replica.outbox { try peer.join(entry.delta) }
        #expect(peer == replica.document)
    }

    @Test("a label of a region that is deleted by then does not come back")
    func deleted() throws {
        let (replica, random) = try replica()
        var generator = random
        let twin = Author(device: other, writer: replica.writer, now: now)
        var record = replica.document
        _ = try record.deleteRegion(region, by: twin)
        _ = try record.addLabel("x", by: twin)
        let report = try replica.receive(record, acceptedAt: now, now: now, using: &generator)
        #expect(report.retiredWriter == twin.writer)
        #expect(report.readded.isEmpty)
        #expect(replica.document == record)
    }

    @Test("only a region that is deleted excuses that its labels are not in what is loaded")
    func issuedLabelsAreMissing() throws {
        let (replica, random) = try replica()
        var generator = random
        func isRetired(_ document: AssetSidecar) throws -> Bool {
            let issued = CBORTree.map([(.text("regions/\(region)"), .unsigned(1))])
            let saved = Sunset.saved(document, writer: replica.writer, [("issued", issued)])
            let loaded = try Replica<AssetKind>(
                loading: saved, isRestored: false, now: now, using: &generator)
            return loaded.writer != replica.writer
        }
        let author = Author(device: device, writer: replica.writer, now: now)
        #expect(try !isRetired(replica.document))
        var deleted = replica.document
        _ = try deleted.deleteRegion(region, by: author)
        #expect(try !isRetired(deleted))
        var unlabelled = AssetSidecar(id: id)
        _ = try unlabelled.putRegion(region, shape, by: author)
        #expect(try isRetired(unlabelled))
        #expect(try isRetired(AssetSidecar(id: id)))
        // The deletion of another region says nothing of this one.
        let neighbour = try #require(Identifier(hex: "e0000000000000000000000000000002"))
        _ = try unlabelled.putRegion(neighbour, shape, by: author)
        _ = try unlabelled.deleteRegion(neighbour, by: author)
        #expect(try isRetired(unlabelled))
    }
}
