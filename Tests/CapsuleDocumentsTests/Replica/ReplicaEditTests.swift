// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
// A literal that is wrong is a fault of the test.

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("An edit of a replica is a transaction (SPEC 6, 10)")
struct ReplicaEditTests {
    private let now = Sunset.now

    private struct Stop: Error {}

    /// A closure's own function that throws.
    private func stop() throws { throw Stop() }

    @Test("the call compiles as anyone writes it, with one edit, several, and a result")
    func calls() throws {
        var rng = SystemRandomNumberGenerator()
        let r = Replica(AlbumDocument(id: Sunset.album), device: Sunset.device, using: &rng)
        let t = now
        try r.edit(now: t, using: &rng) { try $0.addLabel("x", by: $1) }
        try r.edit(now: t, using: &rng) {
            try $0.addLabel("y", by: $1)
            try $0.setName("Lisbon", by: $1)
        }
        let count = try r.edit(now: t, using: &rng) { album, author in
            for label in ["a", "b"] { try album.addLabel(label, by: author) }
            try album.removeLabel("y")
            return album.document.labels.elements.count
        }
        #expect(count == 3)
        #expect(r.labels == ["a", "b", "x"])
        #expect(r.document.name?.value.description == "Lisbon")
    }

    @Test("two edits in one closure are one record that holds both")
    func twoEdits() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.edit(now: now, using: &random) {
            try $0.addLabel("x", by: $1)
            try $0.addLabel("y", by: $1)
        }
        replica.saved()
        #expect(replica.outbox.count == 1)
        var peer = AlbumDocument(id: Sunset.album)
        for entry in replica.outbox { try peer.join(entry.delta) }
        #expect(peer == replica.document)
        #expect(peer.labels.elements.map(\.description) == ["x", "y"])
    }

    @Test("every kind of edit of a closure is in its record")
    func everyEdit() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Replica(
            AssetSidecar(id: Sunset.album), device: Sunset.device, using: &random)
        let region = Sunset.other
        let tag = try #require(AITag(tag: "cat", modelID: "m", modelVersion: "1"))
        try replica.edit(now: now, using: &random) {
            try $0.addLabel("x", by: $1)
            try $0.addLabel("gone", by: $1)
            try $0.removeLabel("gone")
            try $0.setCaption(Caption("one")!, by: $1)
            try $0.setCaption(Caption("two")!, by: $1)
            try $0.setRating(Rating(3)!, by: $1)
            try $0.addAITag(tag, by: $1)
            try $0.promoteAITag(tag, remove: true, by: $1)
            try $0.putRegion(
                region, .rectangle(left: 0, top: 0, width: 1, height: 1)!, by: $1)
            try $0.addRegionLabel("face", to: region, by: $1)
        }
        replica.saved()
        #expect(replica.outbox.map(\.delta) == [replica.document])
        #expect(replica.document.tagsUser.elements.map(\.description) == ["x", "cat"])
        #expect(replica.document.caption?.writes.map(\.value.description) == ["two", "one"])
        #expect(replica.document.regions.first?.region.labels.elements.map(\.description) == ["face"])
    }

    @Test("an edit whose closure throws changes nothing, at whatever place it throws")
    func throwing() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        let before = replica.saved()
        #expect(throws: Stop.self) {
            try replica.edit(now: now, using: &random) {
                try $0.addLabel("b", by: $1)
                try $0.removeLabel("a")
                try stop()
            }
        }
        #expect {
            try replica.edit(now: now, using: &random) {
                try $0.addLabel("b", by: $1)
                try $0.addLabel(" ", by: $1)
            }
        } throws: {
            ($0 as? DocumentError)?.errorClass == .invalid
        }
        #expect(replica.isSaved)
        #expect(replica.saved() == before)
        try replica.add("b", using: &random)
        #expect(replica.labels == ["a", "b"])
    }

    @Test("an edit that is refused and whose error the closure catches is left out, and the others are made")
    func caught() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.edit(now: now, using: &random) {
            try $0.addLabel("a", by: $1)
            try? $0.addLabel(" ", by: $1)
            try $0.addLabel("b", by: $1)
        }
        replica.saved()
        #expect(replica.outbox.map(\.delta) == [replica.document])
        #expect(replica.labels == ["a", "b"])
    }

    @Test("an edit that changes nothing is not delivered, and needs no save")
    func nothing() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        replica.saved()
        try replica.edit(now: now, using: &random) { _, _ in }
        try replica.edit(now: now, using: &random) { album, _ in try album.removeLabel("Rome") }
        #expect(replica.isSaved)
        #expect(replica.outbox.isEmpty)
    }

    @Test("an author of another device or writer is refused, and so is one of another time")
    func smuggled() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        replica.saved()
        let late = StampTime("2027-05-31T10:00:00.000Z")!
        for author in [
            Author(device: Sunset.device, writer: Sunset.other, now: now),
            Author(device: Sunset.other, writer: replica.writer, now: now),
            Author(device: Sunset.device, writer: replica.writer, now: late),
        ] {
            #expect {
                try replica.edit(now: now, using: &random) { album, _ in try album.addLabel("x", by: author) }
            } throws: {
                ($0 as? DocumentError)?.errorClass == .invalid
            }
        }
        #expect(replica.isSaved)
        #expect(replica.labels.isEmpty)
    }

    @Test("an edit, a receive and a new writer within an edit are refused, and the edit goes on")
    func nested() throws {
        var random = SeededGenerator(seed: 1)
        var inner = SeededGenerator(seed: 2)
        let replica = Sunset.replica(&random)
        let writer = replica.writer
        var peer = AlbumDocument(id: Sunset.album)
        _ = try peer.addLabel("peer", by: Sunset.author(Sunset.other))
        try replica.edit(now: now, using: &random) {
            try $0.addLabel("outer", by: $1)
            #expect(throws: DocumentError.self) { try replica.add("inner", using: &inner) }
            #expect(throws: DocumentError.self) { try replica.take(peer, using: &inner) }
            #expect(throws: DocumentError.self) { try replica.retireWriter(using: &inner) }
            #expect(throws: DocumentError.self) { try replica.leaveOutStamps(after: now) }
        }
        #expect(replica.labels == ["outer"])
        #expect(replica.writer == writer)
        try replica.take(peer, using: &random)
        #expect(replica.labels == ["peer", "outer"])
    }

    @Test("transactions of two replicas that are swapped change neither replica")
    func swapped() throws {
        var (first, second) = (SeededGenerator(seed: 1), SeededGenerator(seed: 2))
        let one = Sunset.replica(&first)
        let two = Replica(AlbumDocument(id: Sunset.other), device: Sunset.other, using: &second)
        var refusals = 0
        do {
            try one.edit(now: now, using: &first) { outer, author in
                try outer.addLabel("one", by: author)
                do {
                    try two.edit(now: now, using: &second) { inner, _ in swap(&outer, &inner) }
                } catch is DocumentError {
                    refusals += 1
                }
            }
        } catch is DocumentError {
            refusals += 1
        }
        #expect(refusals == 2)
        #expect(one.document == AlbumDocument(id: Sunset.album))
        #expect(two.document == AlbumDocument(id: Sunset.other))
    }

    @Test("the greatest counter makes an edit go on under a new writer, in one run (rag-rat#1176)")
    func exhausted() throws {
        var random = SeededGenerator(seed: 1)
        let writer = Sunset.other
        let state = try Sunset.album(observing: writer, 0...Counter.last - 1)
        let full = try Sunset.load(Sunset.saved(state, writer: writer), &random)
        #expect(full.writer == writer)
        var runs = 0
        try full.edit(now: now, using: &random) {
            runs += 1
            try $0.addLabel("a", by: $1)
            try $0.addLabel("b", by: $1)
            try $0.addLabel("c", by: $1)
        }
        #expect(runs == 1)
        #expect(full.writer != writer)
        #expect(full.labels == ["a", "b", "c"])
        #expect(full.document.labels.adds.map(\.id).count { $0.writer == writer } == 1)
        full.saved()
        var peer = AlbumDocument(id: Sunset.album)
        for entry in full.outbox { try peer.join(entry.delta) }
        #expect(peer.labels.elements == full.document.labels.elements)
        try full.add("d", using: &random)
        #expect(full.document.labels.adds.map(\.id).contains(AddID(writer: full.writer, counter: 2)))
    }

    @Test("stacks are formed of replicas all or none, and each change is in an outbox")
    func stacks() throws {
        var random = SeededGenerator(seed: 1)
        let ids = (1...3).map { Sample.id($0) }
        let replicas = ids.map { Replica(AssetSidecar(id: $0), device: Sunset.device, using: &random) }
        try StackEdits.form(
            Sample.id(0x5a), type: .burst, members: Array(ids[..<2]), in: replicas, now: now)
        try StackEdits.makePrimary(ids[1], of: Sample.id(0x5a), in: replicas, now: now)
        try StackEdits.flag(.pick, stack: Sample.id(0x5a), in: replicas, now: now)
        try StackEdits.leave([ids[0]], in: replicas, now: now)
        for replica in replicas { replica.saved() }
        #expect(replicas.map(\.outbox.count) == [4, 3, 0])
        for replica in replicas {
            var peer = AssetSidecar(id: replica.document.id)
            for entry in replica.outbox { try peer.join(entry.delta) }
            #expect(peer == replica.document)
        }
        #expect(replicas.map { $0.document.currentMembership?.role } == [nil, .primary, nil])
        let before = replicas.map { $0.saved() }
        #expect(throws: DocumentError.self) {
            try StackEdits.form(
                Sample.id(0x5b), type: .burst, members: ids + [Sample.id(9)], in: replicas, now: now)
        }
        #expect(throws: DocumentError.self) {
            try StackEdits.leave(ids, in: replicas + [replicas[0]], now: now)
        }
        #expect(replicas.map { $0.saved() } == before)
    }
}
