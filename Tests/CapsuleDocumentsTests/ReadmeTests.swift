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
        let delta = try album.addLabel("Sunset", by: author)
        _ = try album.setName("Lisbon", by: author)

        var peer = try AlbumDocument(decoding: received)
        try peer.join(delta)
        #expect(peer.labels.elements.map(\.description) == ["Sunset"])
        #expect(peer.name?.value == nil)
        try peer.join(album)
        #expect(peer.name?.value.description == "Lisbon")
        #expect(peer.encoded == album.encoded)
    }
}
