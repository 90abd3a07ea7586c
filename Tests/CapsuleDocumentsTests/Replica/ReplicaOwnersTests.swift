// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import Observation
import TestSupport
import Testing

/// A disk that takes its time, so that calls of an actor meet in the middle of a save.
private actor Disk {
    private(set) var bytes: [UInt8] = []
    private(set) var writes = 0

    func replace(with new: [UInt8]) async {
        for _ in 0..<10 { await Task.yield() }
        bytes = new
        writes += 1
    }
}

/// A replica in an actor, as the README has it.
private actor AlbumStore {
    private let replica: Replica<AlbumKind>
    private let disk: Disk
    private var random: SeededGenerator
    private(set) var sent: [AlbumDocument] = []

    init(_ disk: Disk) {
        var random = SeededGenerator(seed: 1)
        replica = Sunset.replica(&random)
        self.random = random
        self.disk = disk
    }

    var labels: [String] { replica.labels }

    func add(_ label: String) async throws {
        try replica.edit(now: Sunset.now, using: &random) { try $0.addLabel(label, by: $1) }
        try await replica.save { await disk.replace(with: $0) }
        for edit in replica.outbox {
            sent.append(edit.delta)
            replica.markDelivered(edit)
        }
    }
}

/// A replica behind a view: what is shown is observed, what writes is not.
@MainActor @Observable
private final class AlbumModel {
    private(set) var album: AlbumDocument
    @ObservationIgnored private let replica: Replica<AlbumKind>
    @ObservationIgnored private var random = SeededGenerator(seed: 2)
    @ObservationIgnored private(set) var stored: [UInt8] = []

    init() {
        var random = SeededGenerator(seed: 1)
        replica = Sunset.replica(&random)
        album = replica.document
    }

    func rename(_ name: String, labels: [String]) throws {
        try replica.edit(now: Sunset.now, using: &random) {
            try $0.setName(name, by: $1)
            for label in labels { try $0.addLabel(label, by: $1) }
        }
        album = replica.document
        try replica.save { stored = $0 }
    }

    var outbox: [Replica<AlbumKind>.Undelivered] { replica.outbox }
}

@Suite("A replica in an actor and in an observable class")
struct ReplicaOwnersTests {
    @Test("calls of an actor that meet in a save lose nothing, and the newest state is stored last")
    func actors() async throws {
        let disk = Disk()
        let store = AlbumStore(disk)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 10..<40 { group.addTask { try await store.add("label \(number)") } }
            try await group.waitForAll()
        }
        let labels = (10..<40).map { "label \($0)" }
        #expect(await store.labels == labels)
        var random = SeededGenerator(seed: 3)
        let stored = try Sunset.load(await disk.bytes, &random)
        #expect(stored.labels == labels)
        var peer = AlbumDocument(id: Sunset.album)
        for delta in await store.sent { try peer.join(delta) }
        #expect(peer.labels.elements.map(\.description) == labels)
    }

    @MainActor
    @Test("a view is told of an edit, and every field of it is one record")
    func observable() async throws {
        let model = AlbumModel()
        try await confirmation { isTold in
            withObservationTracking {
                _ = model.album.name
            } onChange: {
                isTold()
            }
            try model.rename("Lisbon", labels: ["Sunset", "Tram"])
        }
        #expect(model.album.name?.value.description == "Lisbon")
        #expect(model.outbox.map(\.delta) == [model.album])
        #expect(!model.stored.isEmpty)
    }
}
