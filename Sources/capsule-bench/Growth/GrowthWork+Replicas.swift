// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

extension GrowthWork {
    /// Replicas that receive, and keep, what others wrote.
    static var replicas: [Piece] {
        [
            Piece("replica: receive a state", 4_000) { n in
                var random = FixedGenerator()
                let replica = try replica(n, &random)
                let state = try GrowthInputs.album(n, writer: 8, kind: "other ").encoded
                return { try receive(state, replica) }
            },
            Piece("replica: receive a delta", 1_000) { n in
                var random = FixedGenerator()
                let replica = try replica(n, &random)
                let delta = try GrowthInputs.album(1, writer: 8, kind: "other ").encoded
                return { try receive(delta, replica) }
            },
            Piece("replica: receive regions", 100) { n in
                var random = FixedGenerator()
                let replica = Replica(
                    try GrowthInputs.regions(n), device: GrowthInputs.device, using: &random)
                let state = try GrowthInputs.regions(n, by: 8).encoded
                return { try receive(state, replica) }
            },
            Piece("replica: receive what uses its add-ids", 40) { n in
                let replica = try writing(n)
                let twin = try GrowthInputs.album(n, writer: 0, kind: "other ")
                return { try receive(renamed(twin, to: replica.writer), replica) }
            },
            Piece("replica: receive what removes its add-ids", 40) { n in
                let replica = try writing(n)
                var set = ORSetBuilder()
                for index in 0..<2 * n { set.remove(AddID(writer: replica.writer, counter: UInt64(index))) }
                let removals = GrowthInputs.document(.album, ["labels": set.encoded])
                return { try receive(removals, replica) }
            },
            Piece("replica: receive many newer documents", 100) { n in
                var random = FixedGenerator()
                let replica = try replica(1, &random)
                let records = newer(n, version: 2)
                return { for record in records { try receive(record, replica) } }
            },
            Piece("replica: edit", 1_000) { n in
                var random = FixedGenerator()
                let replica = try replica(n, &random)
                return {
                    try replica.edit(now: GrowthInputs.time(), using: &random) {
                        try $0.addLabel("new", by: $1)
                    }
                }
            },
            Piece("replica: save", 20_000) { n in
                var random = FixedGenerator()
                let replica = try replica(n, &random)
                return { try replica.save { _ in } }
            },
            Piece("replica: save and load an outbox", 60) { n in
                let replica = try writing(n)
                return {
                    var saved: [UInt8] = []
                    try replica.save { saved = $0 }
                    _ = try load(saved)
                }
            },
            Piece("replica: load and take newer documents in", 60) { n in
                let newer = SavedReplica(records: newer(n, version: 1))
                return { _ = try load(newer.encoded) }
            },
            Piece("replica: deliver", 100) { n in
                let replica = try writing(n)
                try replica.save { _ in }
                return { replica.markDelivered(replica.outbox) }
            },
            Piece("replica: leave out stamps", 200) { n in
                var random = FixedGenerator()
                let replica = Replica(
                    try GrowthInputs.regions(n), device: GrowthInputs.device, using: &random)
                return { try replica.leaveOutStamps(after: GrowthInputs.time(-1)) }
            },
        ]
    }

    private static func replica(
        _ labels: Int, _ random: inout FixedGenerator
    ) throws -> Replica<AlbumKind> {
        Replica(try GrowthInputs.album(labels), device: GrowthInputs.device, using: &random)
    }

    /// A replica with as many undelivered edits.
    private static func writing(_ count: Int) throws -> Replica<AlbumKind> {
        var random = FixedGenerator()
        let replica = Replica(AlbumDocument(id: GrowthInputs.id), device: GrowthInputs.device, using: &random)
        for index in 0..<count {
            try replica.edit(now: GrowthInputs.time(), using: &random) {
                try $0.addLabel(GrowthInputs.text("own ", index), by: $1)
            }
        }
        return replica
    }

    private static func receive<Kind>(_ bytes: [UInt8], _ replica: Replica<Kind>) throws {
        var random = FixedGenerator()
        let time = GrowthInputs.time()
        _ = try replica.receive(bytes, signer: [1], acceptedAt: time, now: time, using: &random)
    }

    private static func load(_ bytes: [UInt8]) throws -> Replica<AlbumKind> {
        var random = FixedGenerator()
        return try Replica(loading: bytes, isRestored: false, now: GrowthInputs.time(), using: &random)
    }

    /// The labels of an album under another writer.
    private static func renamed(_ album: AlbumDocument, to writer: Identifier) -> [UInt8] {
        var set = ORSetBuilder()
        for add in album.labels.adds {
            set.add(AddID(writer: writer, counter: add.id.counter), add.element.encoded)
        }
        return GrowthInputs.document(.album, ["labels": set.encoded])
    }

    private static func newer(_ count: Int, version: UInt64) -> [[UInt8]] {
        (0..<count).map { index in
            let labels = GrowthInputs.labels(1, writer: 10 + index, kind: "l")
            return GrowthInputs.document(.album, version: version, ["labels": labels])
        }
    }
}
