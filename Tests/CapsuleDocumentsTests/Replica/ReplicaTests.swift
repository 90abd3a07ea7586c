// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("A replica (SPEC 3, 6, 10)")
struct ReplicaTests {
    private let now = Sunset.now

    @Test("stamps later than one day after the acceptance are left out before joining")
    func future() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        var peer = AlbumDocument(id: Sunset.album)
        let late = try #require(StampTime("2031-01-01T00:00:00.000Z"))
        let author = Author(device: Sunset.other, writer: Sunset.other, now: late)
        _ = try peer.setName("Poisoned", by: author)
        _ = try peer.addLabel("Kept", by: author)
        let report = try replica.receive(
            peer.encoded, signer: Sunset.signer, acceptedAt: now, now: late, using: &random)
        #expect(report.isCutAtHorizon)
        #expect(replica.document.name == nil)
        #expect(replica.labels == ["Kept"])
        // Without a server the replica's own clock decides.
        let again = try replica.receive(
            peer.encoded, signer: Sunset.signer, acceptedAt: nil, now: late, using: &random)
        #expect(!again.isCutAtHorizon)
        #expect(replica.document.name?.value.description == "Poisoned")
        try replica.leaveOutStamps(after: now)
        #expect(replica.document.name == nil)
    }

    @Test("the horizon is exactly one day after the acceptance")
    func horizon() throws {
        var random = SeededGenerator(seed: 1)
        for (distance, isCut) in [(Int64(86_400_000), false), (86_400_001, true)] {
            let replica = Sunset.replica(&random)
            var peer = AlbumDocument(id: Sunset.album)
            let late = try #require(now.advanced(byMilliseconds: distance))
            _ = try peer.setName("Name", by: Author(device: Sunset.other, writer: Sunset.other, now: late))
            let report = try replica.take(peer, using: &random)
            #expect(report.isCutAtHorizon == isCut)
        }
    }

    @Test("a restored replica draws a new writer, one that went on does not (automerge-classic#145)")
    func restored() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        let saved = replica.saved()
        let loaded = try Sunset.load(saved, &random)
        #expect(loaded.writer == replica.writer)
        #expect(loaded.isSaved && loaded.outbox == replica.outbox)
        #expect(loaded.saved() == saved)
        let restored = try Sunset.load(saved, isRestored: true, &random)
        #expect(restored.writer != replica.writer)
        #expect(!restored.isSaved)
        #expect(restored.document == replica.document)
        try restored.add("b", using: &random)
        #expect(restored.document.labels.adds.map(\.id.writer).contains(restored.writer))
    }

    @Test("add, save, load, remove, save, load, add: the new add-id was never used before (riak_kv#679)")
    func neverUsedBefore() throws {
        var random = SeededGenerator(seed: 1)
        var replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        replica = try Sunset.load(replica.saved(), &random)
        try replica.edit(now: now, using: &random) { album, _ in try album.removeLabel("a") }
        replica = try Sunset.load(replica.saved(), &random)
        try replica.add("a", using: &random)
        #expect(replica.document.labels.adds.map(\.id) == [AddID(writer: replica.writer, counter: 1)])
    }

    @Test("another document, and what is none, is refused and changes nothing")
    func refused() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        let before = replica.saved()
        let foreign = AlbumDocument(id: Sunset.other)
        #expect(throws: DocumentError.self) { try replica.take(foreign, using: &random) }
        for length in foreign.encoded.indices {
            #expect(throws: DocumentError.self) {
                try replica.receive(
                    Array(foreign.encoded[..<length]), signer: Sunset.signer, acceptedAt: nil, now: now,
                    using: &random)
            }
        }
        #expect(replica.isSaved)
        #expect(replica.saved() == before)
    }

    @Test("replicas that exchange everything in any order end with the same bytes", arguments: 0..<40)
    func converge(seed: Int) throws {
        let base = propertySeed("replicas converge", 0xca95)
        var random = SeededGenerator(seed: base &+ UInt64(seed))
        let replicas = (1...3).map {
            Replica(AssetSidecar(id: Sunset.album), device: Sample.id($0), using: &random)
        }
        var wild = WildValues(SeededGenerator(seed: base &+ UInt64(seed)))
        for _ in 0..<30 {
            let replica = try #require(replicas.randomElement(using: &random))
            let time = try #require(now.advanced(byMilliseconds: Int64(wild.pick([-5_000, 0, 1, 5_000]))))
            try replica.edit(now: time, using: &random) {
                for _ in 0..<wild.pick([1, 1, 2, 3]) { try? AssetKind.edit(&$0, by: $1, &wild) }
            }
            replica.saved()
            let sender = try #require(replicas.randomElement(using: &random))
            guard let record = sender.outbox.randomElement(using: &random) else { continue }
            _ = try replica.receive(record.delta, acceptedAt: now, now: now, using: &random)
        }
        for replica in replicas { replica.saved() }
        for record in replicas.flatMap(\.outbox).shuffled(using: &random) {
            for replica in replicas {
                let report = try replica.receive(record.delta, acceptedAt: now, now: now, using: &random)
                #expect(report.retiredWriter == nil)
            }
        }
        #expect(replicas[0].document.encoded == replicas[1].document.encoded)
        #expect(replicas[1].document.encoded == replicas[2].document.encoded)
    }
}
