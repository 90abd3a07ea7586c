// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("A replica whose writer is used elsewhere (SPEC 6)")
struct ReplicaForeignUseTests {
    /// What every replica has once it joined these documents.
    private func labels(_ documents: AlbumDocument...) throws -> [String] {
        var joined = AlbumDocument(id: Sunset.album)
        for document in documents { try joined.join(document) }
        return joined.labels.elements.map(\.description)
    }

    @Test("a peer that observes my writer at 50 when I am at 3 makes the writer retire (actor-ts#722)")
    func foreignUse() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", "b", "c", using: &random)
        let writer = replica.writer
        // A restored copy of this device went on to 50 and removed "c", which was never delivered.
        let record = try Sunset.album(observing: writer, 2...50)
        let report = try replica.take(record, using: &random)
        #expect(report.retiredWriter == writer)
        #expect(replica.writer != writer)
        #expect(replica.labels == ["a", "b", "c"])
        #expect(report.readded.count == 1)
        let ids = replica.document.labels.adds.map(\.id)
        #expect(ids.contains(AddID(writer: replica.writer, counter: 0)))
        // What was added again is delivered like any edit.
        replica.saved()
        var peer = record
        for entry in replica.outbox { try peer.join(entry.delta) }
        #expect(peer == replica.document)
    }

    @Test("what was delivered and then removed elsewhere is not added again")
    func deliveredStaysRemoved() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        replica.saved()
        replica.markDelivered(replica.outbox)
        let report = try replica.take(Sunset.album(observing: replica.writer, 0...5), using: &random)
        #expect(report.retiredWriter != nil)
        #expect(replica.labels.isEmpty)
        #expect(report.readded.isEmpty)
    }

    @Test("a removal by a peer that used its own writer retires nobody")
    func ordinaryRemoval() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        var peer = replica.document
        let removal = try peer.removeLabel("a")
        let writer = replica.writer
        let report = try replica.take(removal, using: &random)
        #expect(report.retiredWriter == nil)
        #expect(replica.writer == writer)
        #expect(replica.labels.isEmpty)
    }

    @Test(
        "one add-id with two elements retires the writer, and both elements stay (q2#689)",
        arguments: [("a", "b"), ("b", "a")])
    func doubledAdd(mine: String, theirs: String) throws {
        for isDelivered in [false, true] {
            var random = SeededGenerator(seed: 1)
            let replica = Sunset.replica(&random)
            try replica.add(mine, using: &random)
            replica.saved()
            let delivered = replica.document
            if isDelivered { replica.markDelivered(replica.outbox) }
            var twin = AlbumDocument(id: Sunset.album)
            _ = try twin.addLabel(theirs, by: Sunset.author(replica.writer))
            let report = try replica.take(twin, using: &random)
            #expect(report.retiredWriter != nil)
            #expect(report.join.doubledAdds.count == 1)
            #expect(replica.labels == ["a", "b"])
            // Whoever has one of the two, or both, ends with both.
            #expect(try labels(twin, delivered, replica.document) == ["a", "b"])
            // What comes again, also after one of them was removed, brings nothing back.
            try replica.edit(now: Sunset.now, using: &random) { album, _ in try album.removeLabel(theirs) }
            for again in [twin, delivered] {
                let report = try replica.take(again, using: &random)
                #expect(report.retiredWriter == nil && report.readded.isEmpty)
                #expect(report.join.doubledAdds.isEmpty)
            }
            #expect(replica.labels == [mine])
        }
    }

    @Test("the later records of the other line cost nothing either, once the writer is retired")
    func laterRecords() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", "b", "c", using: &random)
        let writer = replica.writer
        var twin = AlbumDocument(id: Sunset.album)
        let first = try twin.addLabel("x", by: Sunset.author(writer))
        let second = try twin.addLabel("y", by: Sunset.author(writer))
        _ = try twin.addLabel("z", by: Sunset.author(writer))
        let removal = try twin.removeLabel("z")
        for record in [first, second, removal] { try replica.take(record, using: &random) }
        #expect(replica.labels == ["a", "b", "c", "x", "y"])
        #expect(try labels(twin, replica.document) == ["a", "b", "c", "x", "y"])
        let loaded = try Sunset.load(replica.saved(), &random)
        for record in [second, first, removal] { try loaded.take(record, using: &random) }
        #expect(loaded.labels == ["a", "b", "c", "x", "y"])
    }

    @Test("of two devices that went on with one writer both keep everything, also what was delivered before")
    func clones() throws {
        for (first, second) in [("a", "b"), ("b", "a")] {
            var random = SeededGenerator(seed: 1)
            let one = Sunset.replica(&random)
            let other = try Sunset.load(one.saved(), &random)
            for number in 0..<3 {
                try one.add("\(first)\(number)", using: &random)
                try other.add("\(second)\(number)", using: &random)
            }
            one.saved()
            other.saved()
            let (fromOne, fromOther) = (one.outbox.map(\.delta), other.outbox.map(\.delta))
            one.markDelivered(one.outbox)
            other.markDelivered(other.outbox)
            for delta in fromOther { try one.take(delta, using: &random) }
            for delta in fromOne { try other.take(delta, using: &random) }
            let all = ["a0", "a1", "a2", "b0", "b1", "b2"]
            #expect(one.labels == all)
            #expect(other.labels == all)
            let third = Replica(AlbumDocument(id: Sunset.album), device: Sunset.other, using: &random)
            one.saved()
            let deltas = fromOne + fromOther + one.outbox.map(\.delta)
            for delta in deltas { try third.take(delta, using: &random) }
            #expect(third.labels == all)
        }
    }

    @Test("a restored device keeps what its backup had not delivered, and what it wrote after that backup")
    func restoredOutbox() throws {
        for (backedUp, after) in [("a", "b"), ("b", "a")] {
            var random = SeededGenerator(seed: 1)
            let replica = Sunset.replica(&random)
            let empty = replica.saved()
            try replica.add(backedUp, using: &random)
            let backup = replica.saved()
            // Another line of the same state delivers another edit under the same add-id.
            let lost = try Sunset.load(empty, &random)
            try lost.add(after, using: &random)
            lost.saved()
            let restored = try Sunset.load(backup, isRestored: true, &random)
            for entry in lost.outbox { try restored.take(entry.delta, using: &random) }
            #expect(restored.labels == ["a", "b"])
            restored.saved()
            var peer = AlbumDocument(id: Sunset.album)
            for entry in lost.outbox + restored.outbox { try peer.join(entry.delta) }
            #expect(peer.labels.elements.map(\.description) == ["a", "b"])
        }
    }

    @Test("a report of a doubled add of somebody else says what to do, and the element can be added again")
    func actionable() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        var (one, other) = (AlbumDocument(id: Sunset.album), AlbumDocument(id: Sunset.album))
        _ = try one.addLabel("first", by: Sunset.author(Sunset.other))
        _ = try other.addLabel("second", by: Sunset.author(Sunset.other))
        try replica.take(one, using: &random)
        let report = try replica.take(other, using: &random)
        #expect(report.retiredWriter == nil && report.readded.isEmpty)
        let lost = try #require(report.join.doubledAdds.first)
        #expect(
            lost.description == """
                "first" is gone from labels: writer d0000000000000000000000000000002 used its add-id 0 twice; \
                add it again if it is wanted, and draw a new writer on the device that used this one
                """)
        try replica.edit(now: Sunset.now, using: &random) { try $0.addAgain(lost, by: $1) }
        #expect(replica.labels == ["first", "second"])
        #expect(report.join.doubledAdds.map(\.id.writer) == [Sunset.other])
    }
}
