// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

@Suite("A replica keeps every newer document (SPEC 10)")
struct ReplicaNewerTests {
    private func receive(
        _ bytes: [UInt8], _ replica: Replica<AlbumKind>, signer: [UInt8] = Sunset.signer,
        acceptedAt: StampTime? = Sunset.now, _ random: inout SeededGenerator
    ) throws(DocumentError) -> ReceiveReport<AlbumKind> {
        try replica.receive(
            bytes, signer: signer, acceptedAt: acceptedAt, now: Sunset.now, using: &random)
    }

    @Test("two newer deltas of one signer are both kept, whichever comes last, beside the state")
    func distinct() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        let before = replica.document
        let (one, two) = (Sunset.newer(1), Sunset.newer(2))
        for bytes in [one, two, one] {
            let report = try receive(bytes, replica, &random)
            #expect(report.isKeptAsNewer && report.acknowledgement == .onceSaved)
            #expect(!replica.mayAcknowledge(report))
        }
        _ = try receive(one, replica, signer: [8], &random)
        #expect(replica.document == before)
        #expect(replica.newerDocuments.map(\.bytes) == [one, two, one])
        #expect(replica.newerDocuments.map(\.signer) == [Sunset.signer, Sunset.signer, [8]])
        let loaded = try Sunset.load(replica.saved(), &random)
        #expect(loaded.newerDocuments == replica.newerDocuments)
        #expect(loaded.handedOver.isEmpty)
    }

    @Test("one for which there is no room is refused and not acknowledged, and known ones are taken")
    func limits() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        #expect(replica.newerLimits == NewerLimits(count: 4_096, bytes: 67_108_864))
        let size = Sunset.newer(1).count + Sunset.signer.count
        for limits in [NewerLimits(count: 2), NewerLimits(bytes: 2 * size)] {
            replica.newerLimits = limits
            _ = try receive(Sunset.newer(1), replica, &random)
            _ = try receive(Sunset.newer(2), replica, &random)
            let before = replica.saved()
            do throws(DocumentError) {
                _ = try receive(Sunset.newer(3), replica, &random)
                Issue.record("there is no room for a third")
            } catch {
                #expect(error.errorClass == .limit)
                #expect(error.acknowledgement == .notYet)
            }
            #expect(try receive(Sunset.newer(2), replica, &random).isKeptAsNewer)
            #expect(replica.saved() == before)
        }
        replica.newerLimits = NewerLimits()
        #expect(try receive(Sunset.newer(3), replica, &random).isKeptAsNewer)
    }

    @Test("one whose id cannot be read is kept, one of another document is refused")
    func identities() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        #expect(try receive(Sunset.newer(1, album: nil), replica, &random).isKeptAsNewer)
        do throws(DocumentError) {
            _ = try receive(Sunset.newer(1, album: Sunset.other), replica, &random)
            Issue.record("it is of another document")
        } catch {
            #expect(error.errorClass == .mismatch)
            #expect(error.acknowledgement == .notYet)
        }
        #expect(replica.newerDocuments.count == 1)
    }

    @Test("what comes again is kept with the latest time at which it was accepted")
    func accepted() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        let later = try #require(Sunset.now.advanced(byMilliseconds: 1))
        for (time, expected) in [(nil, nil), (later, later), (Sunset.now, later), (nil, later)] {
            _ = try receive(Sunset.newer(1), replica, acceptedAt: time, &random)
            #expect(replica.newerDocuments.map(\.acceptedAt) == [expected])
        }
    }

    @Test("a library that understands them receives all of them when it loads, each by its own horizon")
    func handedOver() throws {
        var random = SeededGenerator(seed: 1)
        func delta(_ text: String, at time: StampTime = Sunset.now) throws -> AlbumDocument {
            var album = AlbumDocument(id: Sunset.album)
            let writer = Identifier(using: &random)
            _ = try album.addLabel(text, by: Sunset.author(writer))
            _ = try album.setName(text, by: Author(device: Sunset.other, writer: writer, now: time))
            return album
        }
        let late = try #require(Sunset.now.advanced(byMilliseconds: 90_000_000))
        func entry(_ document: [UInt8], _ time: StampTime?) -> CBORTree {
            .array([
                .bytes(Sunset.signer), .bytes(document), time.map { .text($0.description) } ?? .null,
            ])
        }
        // As a library of an earlier version would have saved them, had these been newer to it.
        let kept: [CBORTree] = [
            entry(try delta("one").encoded, Sunset.now), entry(try delta("two").encoded, nil),
            entry(try delta("cut", at: late).encoded, Sunset.now),
            entry(try delta("waits", at: late).encoded, nil), entry(Sunset.newer(1), nil), entry([0], nil),
        ]
        let bytes = Sunset.saved(
            AlbumDocument(id: Sunset.album), writer: Sunset.device, format: 2,
            [(key: "newer", value: .array(kept))])
        let replica = try Sunset.load(bytes, &random)
        #expect(replica.labels == ["cut", "one", "two", "waits"])
        #expect(replica.document.name?.value.description == "two")
        #expect(replica.handedOver.map(\.isCutAtHorizon) == [false, false, true])
        // What this device's clock cuts, what is still newer, and what is no document, stay.
        #expect(replica.newerDocuments.count == 3)
        #expect(!replica.isSaved)
        // A day later the rest of what waited is taken.
        let again = try Replica<AlbumKind>(
            loading: replica.saved(), isRestored: false, now: late, using: &random)
        #expect(again.document.name?.value.description == "waits")
        #expect(again.newerDocuments.count == 2)
    }

    @Test("of two records that used one add-id of this replica's writer, when it loads, both elements stay")
    func handedOverDoubled() throws {
        for (first, second) in [("a", "b"), ("b", "a")] {
            var random = SeededGenerator(seed: 1)
            let kept = try [first, second].map { label in
                var album = AlbumDocument(id: Sunset.album)
                _ = try album.addLabel(label, by: Sunset.author(Sunset.device))
                return CBORTree.array([.bytes(Sunset.signer), .bytes(album.encoded), .null])
            }
            let bytes = Sunset.saved(
                AlbumDocument(id: Sunset.album), writer: Sunset.device, format: 2,
                [(key: "newer", value: .array(kept))])
            let replica = try Sunset.load(bytes, &random)
            #expect(replica.labels == ["a", "b"])
            #expect(replica.writer != Sunset.device)
            #expect(replica.handedOver.last?.retiredWriter == Sunset.device)
            #expect(replica.newerDocuments.isEmpty)
        }
    }

    @Test("the saved form of version 1, with one newer document of each signer, is read")
    func formatOne() throws {
        var random = SeededGenerator(seed: 1)
        let newer = CBORTree.map([
            (.bytes([1]), .bytes(Sunset.newer(1))), (.bytes([2]), .bytes(Sunset.newer(2))),
        ])
        let bytes = Sunset.saved(
            AlbumDocument(id: Sunset.album), writer: Sunset.device, [(key: "newer", value: newer)])
        let replica = try Sunset.load(bytes, &random)
        #expect(replica.newerDocuments.map(\.signer) == [[1], [2]])
        #expect(replica.newerDocuments.map(\.bytes) == [Sunset.newer(1), Sunset.newer(2)])
        #expect(replica.isSaved)
        #expect(try Sunset.load(replica.saved(), &random).newerDocuments == replica.newerDocuments)
    }
}
