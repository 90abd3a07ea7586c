// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
// A literal that is wrong is a fault of the test.

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport

/// The album, the devices and the time of the tests of replicas.
enum Sunset {
    static let album = Identifier(hex: "00112233445566778899aabbccddeeff")!
    static let device = Identifier(hex: "d0000000000000000000000000000001")!
    static let other = Identifier(hex: "d0000000000000000000000000000002")!
    static let now = StampTime("2026-05-31T10:00:00.000Z")!
    static let signer: [UInt8] = [7]

    static func replica(_ random: inout SeededGenerator) -> Replica<AlbumKind> {
        Replica(AlbumDocument(id: album), device: device, using: &random)
    }

    static func load(
        _ bytes: [UInt8], isRestored: Bool = false, _ random: inout SeededGenerator
    ) throws -> Replica<AlbumKind> {
        try Replica(loading: bytes, isRestored: isRestored, now: now, using: &random)
    }

    static func author(_ writer: Identifier) -> Author { Author(device: other, writer: writer, now: now) }

    /// An album that has observed counters of a writer, all removed.
    static func album(
        observing writer: Identifier, _ counters: ClosedRange<UInt64>
    ) throws -> AlbumDocument {
        var set = CBORWriter()
        set.writeMapHead(1)
        set.writeBytes(writer.bytes.span)
        set.writeArrayHead(2)
        set.writeArrayHead(2)
        set.writeUnsigned(counters.lowerBound)
        set.writeUnsigned(counters.upperBound)
        set.writeMapHead(0)
        var map = CBORWriter()
        map.writeMapHead(3)
        map.writeUnsigned(0)
        map.writeUnsigned(1)
        map.writeText("labels")
        map.append(raw: set.bytes.span)
        map.writeText("album_id")
        map.writeBytes(album.bytes.span)
        return try AlbumDocument(decoding: map.bytes)
    }

    /// A saved replica of a format, with other members besides those that each has.
    static func saved<Kind>(
        _ document: Document<Kind>, writer: Identifier, format: UInt64 = 1,
        _ others: [(key: String, value: CBORTree)] = []
    ) -> [UInt8] {
        var map = CBORMap()
        map.put("device") { $0.writeBytes(device.bytes.span) }
        map.put("writer") { $0.writeBytes(writer.bytes.span) }
        map.put("document") { $0.writeBytes(document.encoded.span) }
        for (key, value) in others { map.put(key, encoded: value.encoded) }
        var bytes = map.encoded
        // One more entry, key 0, in front.
        bytes[0] += 1
        bytes.insert(contentsOf: [0, UInt8(format)], at: 1)
        return bytes
    }

    /// An album of a later schema with one key that this version does not know.
    static func newer(_ value: UInt64, album: Identifier? = Sunset.album) -> [UInt8] {
        var map = CBORMap()
        if let album { map.put("album_id") { $0.writeBytes(album.bytes.span) } }
        map.put("later") { $0.writeUnsigned(value) }
        var newer = map.encoded
        // One more entry, key 0, in front.
        newer[0] += 1
        newer.insert(contentsOf: [0, 2], at: 1)
        return newer
    }
}

extension Replica {
    /// Saves, as far as a test needs that: what is stored is what the test keeps.
    @discardableResult
    func saved() -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try save { bytes = $0 }
        } catch {
            preconditionFailure("storing in memory: \(error)")
        }
        return bytes
    }
}

extension Replica<AlbumKind> {
    var labels: [String] { document.labels.elements.map(\.description) }

    func add(_ labels: String..., using random: inout SeededGenerator) throws {
        for label in labels {
            try edit(now: Sunset.now, using: &random) { try $0.addLabel(label, by: $1) }
        }
    }

    @discardableResult
    func take(
        _ document: AlbumDocument, using random: inout SeededGenerator
    ) throws -> ReceiveReport<AlbumKind> {
        try receive(document, acceptedAt: Sunset.now, now: Sunset.now, using: &random)
    }
}
