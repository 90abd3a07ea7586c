// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport
import Testing

/// Documents and ids that the tests use.
enum Samples {
    static let device1 = String(repeating: "1", count: 32)
    static let device2 = String(repeating: "2", count: 32)
    static let id = String(repeating: "0a", count: 16)

    static func identifier(_ hex: String) throws -> Identifier { try #require(Identifier(hex: hex)) }

    static func author(_ device: String, _ now: String) throws -> Author {
        Author(
            device: try identifier(device), writer: try identifier(device),
            now: try #require(StampTime(now)))
    }

    /// An album with a name and labels by one device.
    static func album(_ device: String, _ now: String, name: String, _ labels: String...) throws
        -> AlbumDocument
    {
        var album = AlbumDocument(id: try identifier(id))
        let author = try author(device, now)
        _ = try album.setName(name, by: author)
        for label in labels { _ = try album.addLabel(label, by: author) }
        return album
    }

    static func asset() throws -> AssetSidecar { AssetSidecar(id: try identifier(id)) }

    /// Facts as set-facts takes them.
    static let facts = """
        {"hash": "\(String(repeating: "ab", count: 32))", "capture_timestamp": "2026-05-01T10:00:00+02:00",
         "import_timestamp": "2026-05-02T10:00:00Z", "content_type": "image/jpeg",
         "device_id": "\(device1)", "session_id": "\(device2)",
         "dimensions": {"width": 400, "height": 300}, "camera_id": {"model": "M", "serial": "S-1"}}
        """

    /// An album of schema version 2 whose name this version does not understand.
    static let newerAlbum =
        "a4000264" + "6e616d6507" + "66667574757265f5" + "68616c62756d5f696450" + id

    static func hex(_ text: String) throws -> [UInt8] { try Hex.decode(text) }
}
