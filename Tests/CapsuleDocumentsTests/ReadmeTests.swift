// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("The README's example")
struct ReadmeTests {
    @Test("edits one document and joins the delta into another")
    func example() throws {
        let (albumID, deviceID, writerID) = (Sample.id(1), Sample.id(2), Sample.id(3))
        let clock = Sample.time(1)
        let received = AlbumDocument(id: albumID).encoded

        var album = AlbumDocument(id: albumID)
        let author = Author(device: deviceID, writer: writerID, now: clock)
        let label = try album.addLabel("Sunset", by: author)
        let name = try album.setName("Lisbon", by: author)

        var peer = try AlbumDocument(decoding: received)
        try peer.join(label.joined(with: name))
        #expect(peer.labels.elements.map(\.description) == ["Sunset"])
        #expect(peer.name?.value.description == "Lisbon")
        #expect(peer.encoded == album.encoded)
    }

    @Test("edits a replica, saves, delivers, receives, saves, acknowledges and loads")
    func replica() throws {
        var random = SeededGenerator(seed: 1)
        let clock = Sample.time(1)
        var (file, sent): ([UInt8], [AlbumDocument]) = ([], [])
        let replica = Replica(AlbumDocument(id: Sample.id(1)), device: Sample.id(2), using: &random)

        try replica.edit(now: clock, using: &random) {
            try $0.setName("Lisbon", by: $1)
            try $0.addLabel("Sunset", by: $1)
        }
        try replica.save { file = $0 }
        for edit in replica.outbox {
            sent.append(edit.delta)
            replica.markDelivered(edit)
        }
        #expect(sent == [replica.document])

        let bytes = sent[0].encoded
        let report = try replica.receive(
            bytes, signer: [1], acceptedAt: clock, now: clock, using: &random)
        try replica.save { file = $0 }
        #expect(replica.mayAcknowledge(report))

        let again = try Replica<AlbumKind>(loading: file, isRestored: false, now: clock, using: &random)
        #expect(again.document == replica.document)
        #expect(again.outbox.isEmpty)
    }
}
