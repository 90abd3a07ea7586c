// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
// A literal that is wrong is a fault of the test.

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("A replica (SPEC 3, 6, 10)")
struct ReplicaTests {
    private let id = Identifier(hex: "00112233445566778899aabbccddeeff")!
    private let device = Identifier(hex: "d0000000000000000000000000000001")!
    private let other = Identifier(hex: "d0000000000000000000000000000002")!
    private let now = StampTime("2026-05-31T10:00:00.000Z")!
    private let signer: [UInt8] = [7]

    private func replica(_ seed: UInt64 = 1) -> (Replica<AlbumKind>, SeededGenerator) {
        var generator = SeededGenerator(seed: seed)
        return (Replica(AlbumDocument(id: id), device: device, using: &generator), generator)
    }

    private func labels(_ document: AlbumDocument) -> [String] {
        document.labels.elements.map(\.description)
    }

    @Test("an edit goes into the outbox until it is delivered")
    func outbox() throws {
        var (replica, generator) = replica()
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("Paris", by: author)
        }
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.setName("Trips", by: author)
        }
        #expect(replica.outbox.map(\.sequence) == [0, 1])
        var peer = AlbumDocument(id: id)
        for entry in replica.outbox { try peer.join(entry.delta) }
        #expect(peer == replica.document)
        replica.markDelivered(through: 0)
        #expect(replica.outbox.map(\.sequence) == [1])
        try replica.edit(now: now, using: &generator) { document, _ throws(DocumentError) in
            try document.removeLabel("Rome")
        }
        #expect(replica.outbox.count == 1, "an edit that changes nothing is not delivered")
    }

    @Test("a refused edit leaves the replica as it was")
    func refusedEdit() throws {
        var (replica, generator) = replica()
        let before = replica
        #expect {
            try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
                try document.addLabel(" ", by: author)
            }
        } throws: {
            ($0 as? DocumentError)?.errorClass == .invalid
        }
        #expect(replica == before)
    }

    @Test("stamps later than one day after the acceptance are left out before joining")
    func future() throws {
        var (replica, generator) = replica()
        var peer = AlbumDocument(id: id)
        let late = StampTime("2031-01-01T00:00:00.000Z")!
        try peer.setName("Poisoned", by: Author(device: other, writer: other, now: late))
        try peer.addLabel("Kept", by: Author(device: other, writer: other, now: late))
        let report = try replica.receive(
            peer.encoded, signer: signer, acceptedAt: now, now: late, using: &generator)
        #expect(report.isCutAtHorizon)
        #expect(replica.document.name == nil)
        #expect(labels(replica.document) == ["Kept"])
        // Without a server the replica's own clock decides.
        let again = try replica.receive(
            peer.encoded, signer: signer, acceptedAt: nil, now: late, using: &generator)
        #expect(!again.isCutAtHorizon)
        #expect(replica.document.name?.value.description == "Poisoned")
        replica.leaveOutStamps(after: now)
        #expect(replica.document.name == nil)
    }

    @Test("the horizon is exactly one day after the acceptance")
    func horizon() throws {
        for (distance, isCut) in [(Int64(86_400_000), false), (86_400_001, true)] {
            var (replica, generator) = replica()
            var peer = AlbumDocument(id: id)
            let late = try #require(now.advanced(byMilliseconds: distance))
            try peer.setName("Name", by: Author(device: other, writer: other, now: late))
            let report = try replica.receive(peer, acceptedAt: now, now: now, using: &generator)
            #expect(report.isCutAtHorizon == isCut)
        }
    }

    @Test("a peer that observes my writer at 50 when I am at 3 makes the writer retire (actor-ts#722)")
    func foreignUse() throws {
        var (replica, generator) = replica()
        for label in ["a", "b", "c"] {
            try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
                try document.addLabel(label, by: author)
            }
        }
        let writer = replica.writer
        // A restored copy of this device went on to 50 and removed "c", which was never delivered.
        let record = try AlbumDocument(decoding: album(observing: writer, 2...50))
        let report = try replica.receive(record, acceptedAt: now, now: now, using: &generator)
        #expect(report.retiredWriter == writer)
        #expect(replica.writer != writer)
        #expect(labels(replica.document) == ["a", "b", "c"])
        #expect(report.readded.count == 1)
        let ids = replica.document.labels.adds.map(\.id)
        #expect(ids.contains(AddID(writer: replica.writer, counter: 0)))
        // What was added again is delivered like any edit.
        var peer = record
        for entry in replica.outbox { try peer.join(entry.delta) }
        #expect(peer == replica.document)
    }

    @Test("what was delivered and then removed elsewhere is not added again")
    func deliveredStaysRemoved() throws {
        var (replica, generator) = replica()
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        replica.markDelivered(through: 0)
        let record = try AlbumDocument(decoding: album(observing: replica.writer, 0...5))
        let report = try replica.receive(record, acceptedAt: now, now: now, using: &generator)
        #expect(report.retiredWriter != nil)
        #expect(labels(replica.document).isEmpty)
        #expect(report.readded.isEmpty)
    }

    @Test("a removal by a peer that used its own writer retires nobody")
    func ordinaryRemoval() throws {
        var (replica, generator) = replica()
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        var peer = replica.document
        let removal = try peer.removeLabel("a")
        let writer = replica.writer
        let report = try replica.receive(removal, acceptedAt: now, now: now, using: &generator)
        #expect(report.retiredWriter == nil)
        #expect(replica.writer == writer)
        #expect(labels(replica.document).isEmpty)
    }

    @Test("one add-id with two elements retires the writer, and the element that lost comes back (q2#689)")
    func doubledAdd() throws {
        var (replica, generator) = replica()
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        var twin = AlbumDocument(id: id)
        try twin.addLabel("b", by: Author(device: other, writer: replica.writer, now: now))
        let report = try replica.receive(twin, acceptedAt: now, now: now, using: &generator)
        #expect(report.retiredWriter != nil)
        #expect(report.join.doubledAdds.count == 1)
        #expect(labels(replica.document) == ["a", "b"])
    }

    @Test("the greatest counter makes the next edit go on under a new writer (rag-rat#1176)")
    func exhausted() throws {
        var (replica, generator) = replica()
        let writer = replica.writer
        var state = AlbumDocument(id: id)
        try state.join(AlbumDocument(decoding: album(observing: writer, 0...Counter.last)))
        replica = try Replica(
            loading: saved(state, writer: writer), isRestored: false, using: &generator)
        #expect(replica.writer == writer)
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        #expect(replica.writer != writer)
        #expect(labels(replica.document) == ["a"])
    }

    @Test("a restored replica draws a new writer, one that went on does not (automerge-classic#145)")
    func restored() throws {
        var (replica, generator) = replica()
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        let saved = replica.saved
        let loaded = try Replica<AlbumKind>(loading: saved, isRestored: false, using: &generator)
        #expect(loaded == replica)
        var restored = try Replica<AlbumKind>(loading: saved, isRestored: true, using: &generator)
        #expect(restored.writer != replica.writer)
        #expect(restored.document == replica.document)
        try restored.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("b", by: author)
        }
        #expect(restored.document.labels.adds.map(\.id.writer).contains(restored.writer))
    }

    @Test("add, save, load, remove, save, load, add: the new add-id was never used before (riak_kv#679)")
    func neverUsedBefore() throws {
        var (replica, generator) = replica()
        func reload() throws {
            replica = try Replica(loading: replica.saved, isRestored: false, using: &generator)
        }
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        try reload()
        try replica.edit(now: now, using: &generator) { document, _ throws(DocumentError) in
            try document.removeLabel("a")
        }
        try reload()
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        #expect(replica.document.labels.adds.map(\.id) == [AddID(writer: replica.writer, counter: 1)])
    }

    @Test("a newer document is kept for each signer, beside the state")
    func newer() throws {
        var (replica, generator) = replica()
        let before = replica.document
        var map = CBORMap()
        map.put("album_id") { $0.writeBytes(id.bytes.span) }
        map.put("later") { $0.writeBool(true) }
        var newer = map.encoded
        // One more entry, key 0, in front.
        newer[0] += 1
        newer.insert(contentsOf: [0, 2], at: 1)
        let report = try replica.receive(newer, signer: [1], acceptedAt: now, now: now, using: &generator)
        #expect(report.isKeptAsNewer)
        _ = try replica.receive(newer, signer: [2], acceptedAt: now, now: now, using: &generator)
        #expect(replica.document == before)
        #expect(replica.newerDocuments == [[1]: newer, [2]: newer])
        let loaded = try Replica<AlbumKind>(loading: replica.saved, isRestored: false, using: &generator)
        #expect(loaded.newerDocuments == replica.newerDocuments)
    }

    @Test("another document, and what is none, is refused and changes nothing")
    func refused() throws {
        var (replica, generator) = replica()
        let before = replica
        let foreign = AlbumDocument(id: other)
        #expect(throws: DocumentError.self) {
            try replica.receive(foreign, acceptedAt: nil, now: now, using: &generator)
        }
        for length in foreign.encoded.indices {
            #expect(throws: DocumentError.self) {
                try replica.receive(
                    Array(foreign.encoded[..<length]), signer: signer, acceptedAt: nil, now: now,
                    using: &generator)
            }
        }
        #expect(replica == before)
    }

    @Test("every strict prefix and every changed byte of a saved replica is refused or loads as a replica")
    func savedIsChecked() throws {
        var (replica, generator) = replica()
        try replica.edit(now: now, using: &generator) { document, author throws(DocumentError) in
            try document.addLabel("a", by: author)
        }
        let saved = replica.saved
        for length in saved.indices {
            #expect(throws: DocumentError.self) {
                try Replica<AlbumKind>(loading: Array(saved[..<length]), isRestored: false, using: &generator)
            }
        }
        for index in saved.indices {
            for bit in 0..<8 {
                var changed = saved
                changed[index] ^= 1 << UInt8(bit)
                guard
                    let loaded = try? Replica<AlbumKind>(
                        loading: changed, isRestored: false, using: &generator)
                else { continue }
                let again = try Replica<AlbumKind>(
                    loading: loaded.saved, isRestored: false, using: &generator)
                #expect(again == loaded)
            }
        }
    }

    @Test("replicas that exchange everything in any order end with the same bytes", arguments: 0..<40)
    func converge(seed: Int) throws {
        let base = propertySeed("replicas converge", 0xca95)
        var generator = SeededGenerator(seed: base &+ UInt64(seed))
        var replicas = (0..<3).map { index in
            Replica(
                AssetSidecar(id: id), device: Identifier([UInt8](repeating: UInt8(index + 1), count: 16))!,
                using: &generator)
        }
        var records: [AssetSidecar] = []
        for step in 0..<30 {
            let index = Int.random(in: 0..<3, using: &generator)
            let time = now.advanced(byMilliseconds: Int64.random(in: -5_000...5_000, using: &generator))!
            let label = ["a", "b", "c", "d"].randomElement(using: &generator)!
            let choice = Int.random(in: 0..<5, using: &generator)
            records.append(
                try replicas[index].edit(now: time, using: &generator) {
                    document, author throws(DocumentError) in
                    switch choice {
                    case 0, 1: try document.addLabel(label, by: author)
                    case 2: try document.removeLabel(label)
                    case 3: try document.setCaption(Caption("\(step)")!, by: author)
                    default: try document.setCull(.pick, by: author)
                    }
                })
            if generator.chance(3), let record = records.randomElement(using: &generator) {
                let receiver = Int.random(in: 0..<3, using: &generator)
                _ = try replicas[receiver].receive(record, acceptedAt: now, now: now, using: &generator)
            }
        }
        for index in replicas.indices {
            for record in records.shuffled(using: &generator) {
                let report = try replicas[index].receive(record, acceptedAt: now, now: now, using: &generator)
                #expect(report.retiredWriter == nil)
            }
        }
        #expect(replicas[0].document.encoded == replicas[1].document.encoded)
        #expect(replicas[1].document.encoded == replicas[2].document.encoded)
    }

    /// An album that has observed counters of a writer, all removed.
    private func album(observing writer: Identifier, _ counters: ClosedRange<UInt64>) -> [UInt8] {
        var set = CBORWriter()
        set.writeMapHead(1)
        set.writeBytes(writer.bytes.span)
        set.writeArrayHead(2)
        set.writeArrayHead(2)
        set.writeUnsigned(counters.lowerBound)
        set.writeUnsigned(counters.upperBound)
        set.writeMapHead(0)
        var writer = CBORWriter()
        writer.writeMapHead(3)
        writer.writeUnsigned(0)
        writer.writeUnsigned(1)
        writer.writeText("labels")
        writer.append(raw: set.bytes.span)
        writer.writeText("album_id")
        writer.writeBytes(id.bytes.span)
        return writer.bytes
    }

    private func saved(_ document: AlbumDocument, writer: Identifier) -> [UInt8] {
        var map = CBORWriter()
        map.writeMapHead(4)
        map.writeUnsigned(0)
        map.writeUnsigned(1)
        map.writeText("device")
        map.writeBytes(device.bytes.span)
        map.writeText("writer")
        map.writeBytes(writer.bytes.span)
        map.writeText("document")
        map.writeBytes(document.encoded.span)
        return map.bytes
    }
}
