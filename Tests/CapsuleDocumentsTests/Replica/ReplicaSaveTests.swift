// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("A replica delivers and acknowledges what is saved (SPEC 6)")
struct ReplicaSaveTests {
    private struct Full: Error {}

    @Test("an edit is in the outbox once a save that covers it is confirmed, until it is delivered")
    func outbox() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("Paris", using: &random)
        #expect(replica.outbox.isEmpty)
        #expect(!replica.isSaved)
        #expect(replica.savedDocument == AlbumDocument(id: Sunset.album))
        replica.saved()
        try replica.add("Rome", using: &random)
        #expect(replica.outbox.map(\.sequence) == [0])
        #expect(replica.savedDocument.labels.elements.map(\.description) == ["Paris"])
        replica.saved()
        #expect(replica.isSaved)
        #expect(replica.outbox.map(\.sequence) == [0, 1])
        #expect(replica.savedDocument == replica.document)
        var peer = AlbumDocument(id: Sunset.album)
        for entry in replica.outbox { try peer.join(entry.delta) }
        #expect(peer == replica.document)
        replica.markDelivered(replica.outbox[0])
        #expect(replica.outbox.map(\.sequence) == [1])
        #expect(!replica.isSaved)
    }

    @Test("a save that fails covers nothing, and the next one covers everything")
    func failed() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        #expect(throws: Full.self) { try replica.save { _ in throw Full() } }
        #expect(replica.outbox.isEmpty)
        #expect(!replica.isSaved)
        replica.saved()
        #expect(replica.outbox.count == 1)
    }

    @Test("an edit that is made while the bytes are being stored is left for the next save")
    func editedMeanwhile() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        try replica.save { _ in try replica.add("b", using: &random) }
        #expect(replica.outbox.count == 1)
        #expect(!replica.isSaved)
        #expect(replica.savedDocument.labels.elements.map(\.description) == ["a"])
    }

    @Test("a save within a save is refused")
    func nested() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.save { _ in
            #expect(throws: DocumentError.self) { try replica.save { _ in } }
        }
        #expect(replica.isSaved)
    }

    @Test("what marks as delivered more than was, or what is another's, takes nothing out")
    func wrongDeliveries() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        let twin = Sunset.replica(&random)
        try replica.add("a", using: &random)
        try twin.add("b", using: &random)
        replica.saved()
        twin.saved()
        replica.markDelivered(twin.outbox)
        #expect(replica.outbox.count == 1)
        // The same edit again, of a device that went on: sequence 0 too, and another delta.
        let delivered = replica.outbox
        replica.markDelivered(delivered)
        try replica.add("c", using: &random)
        replica.markDelivered(delivered)
        replica.saved()
        #expect(replica.outbox.count == 1)
        // What is not saved is not in the outbox, and cannot have been delivered.
        let loaded = try Sunset.load(replica.saved(), &random)
        try loaded.add("d", using: &random)
        loaded.markDelivered(loaded.outbox)
        loaded.saved()
        #expect(loaded.outbox.count == 1)
    }

    @Test("a record is acknowledged when it was taken and a save covers it, and by nobody else's report")
    func acknowledgement() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        replica.saved()
        var peer = AlbumDocument(id: Sunset.album)
        _ = try peer.addLabel("x", by: Sunset.author(Sunset.other))
        let report = try replica.take(peer, using: &random)
        #expect(report.acknowledgement == .onceSaved)
        #expect(!replica.mayAcknowledge(report))
        let again = try replica.take(peer, using: &random)
        #expect(!again.isChanged && !replica.mayAcknowledge(again))
        replica.saved()
        #expect(replica.mayAcknowledge(report) && replica.mayAcknowledge(again))
        let loaded = try Sunset.load(replica.saved(), &random)
        #expect(!loaded.mayAcknowledge(report))
        // What it has saved already may be acknowledged at once.
        #expect(loaded.mayAcknowledge(try loaded.take(peer, using: &random)))
    }

    @Test("each refusal says what may be told to the sender")
    func refusals() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        func acknowledgement(of bytes: [UInt8], limit: Int = CBORLimits.document) -> Acknowledgement? {
            do throws(DocumentError) {
                return try replica.receive(
                    bytes, signer: Sunset.signer, acceptedAt: nil, now: Sunset.now, limit: limit,
                    using: &random
                ).acknowledgement
            } catch {
                return error.acknowledgement
            }
        }
        let album = AlbumDocument(id: Sunset.album).encoded
        #expect(acknowledgement(of: album) == .onceSaved)
        #expect(acknowledgement(of: Array(album.dropLast())) == .onceSetAside)
        #expect(acknowledgement(of: [0xa0]) == .onceSetAside)
        #expect(acknowledgement(of: album + [0]) == .onceSetAside)
        #expect(acknowledgement(of: album, limit: album.count - 1) == .onceSetAside)
        #expect(acknowledgement(of: AlbumDocument(id: Sunset.other).encoded) == .notYet)
        // No room: the joined document is larger than either.
        var (one, other) = (AlbumDocument(id: Sunset.album), AlbumDocument(id: Sunset.album))
        _ = try one.addLabel("x", by: Sunset.author(Sunset.other))
        _ = try other.addLabel("y", by: Sunset.author(Sunset.device))
        try replica.take(one, using: &random)
        #expect(acknowledgement(of: other.encoded, limit: other.encoded.count) == .notYet)
        #expect(acknowledgement(of: other.encoded) == .onceSaved)
    }

    @Test("what the own clock cuts is not acknowledged; what the feed's acceptance cuts is")
    func cut() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        let late = try #require(Sunset.now.advanced(byMilliseconds: 86_400_001))
        var peer = AlbumDocument(id: Sunset.album)
        _ = try peer.setName("Late", by: Author(device: Sunset.other, writer: Sunset.other, now: late))
        let own = try replica.receive(peer, acceptedAt: nil, now: Sunset.now, using: &random)
        #expect(own.isCutAtHorizon && own.acknowledgement == .notYet)
        replica.saved()
        #expect(!replica.mayAcknowledge(own))
        let fed = try replica.receive(peer, acceptedAt: Sunset.now, now: Sunset.now, using: &random)
        #expect(fed.isCutAtHorizon && fed.acknowledgement == .onceSaved)
        // The clock has moved on: nothing is left to wait for.
        let later = try replica.receive(peer, acceptedAt: nil, now: late, using: &random)
        #expect(!later.isCutAtHorizon && later.acknowledgement == .onceSaved)
        #expect(replica.document.name?.value.description == "Late")
    }

    @Test("every strict prefix and every changed byte of a saved replica is refused or loads as a replica")
    func savedIsChecked() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("a", using: &random)
        _ = try replica.receive(
            Sunset.newer(1), signer: Sunset.signer, acceptedAt: Sunset.now, now: Sunset.now, using: &random)
        let saved = replica.saved()
        for length in saved.indices {
            #expect(throws: DocumentError.self) { try Sunset.load(Array(saved[..<length]), &random) }
        }
        for index in saved.indices {
            for bit in 0..<8 {
                var changed = saved
                changed[index] ^= 1 << UInt8(bit)
                guard let loaded = try? Sunset.load(changed, &random) else { continue }
                let bytes = loaded.saved()
                #expect(try Sunset.load(bytes, &random).saved() == bytes)
            }
        }
    }

    @Test("a saved form of a later library is refused, and one with wrong sequence numbers")
    func savedForms() throws {
        var random = SeededGenerator(seed: 1)
        let album = AlbumDocument(id: Sunset.album)
        func refusal(_ bytes: [UInt8]) -> ErrorClass? {
            do throws(DocumentError) {
                _ = try Replica<AlbumKind>(
                    loading: bytes, isRestored: false, now: Sunset.now, using: &random)
                return nil
            } catch {
                return error.errorClass
            }
        }
        let entry = CBORTree.array([.unsigned(4), .bytes(album.encoded)])
        let outbox = (key: "outbox", value: CBORTree.array([entry]))
        #expect(refusal(Sunset.saved(album, writer: Sunset.other, format: 2)) == nil)
        #expect(refusal(Sunset.saved(album, writer: Sunset.other, format: 3)) == .newerSchema)
        #expect(refusal(Sunset.saved(album, writer: Sunset.other, format: 0)) == .invalid)
        #expect(refusal(Sunset.saved(album, writer: Sunset.other, [outbox])) == .invalid)
        let sequence = (key: "sequence", value: CBORTree.unsigned(5))
        #expect(refusal(Sunset.saved(album, writer: Sunset.other, [outbox, sequence])) == nil)
    }
}
