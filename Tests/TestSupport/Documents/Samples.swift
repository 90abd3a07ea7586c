// SPDX-License-Identifier: Apache-2.0

package import CapsuleCRDT
package import CapsuleDocuments

/// Names and values that tests of documents share.
package enum Sample {
    /// The identifier of sixteen equal bytes.
    package static func id(_ byte: UInt8) -> Identifier {
        guard let id = Identifier([UInt8](repeating: byte, count: 16)) else { fatalError("sixteen bytes") }
        return id
    }

    /// A smart album's definition that says no more than whose it is.
    package static func definition(_ id: Identifier, _ others: [(CBORTree, CBORTree)] = []) -> [UInt8] {
        CBORTree.map([("smart_album_id", .bytes(id.bytes))] + others).encoded
    }

    /// The digest of thirty-two equal bytes.
    package static func digest(_ byte: UInt8) -> Digest {
        guard let digest = Digest([UInt8](repeating: byte, count: 32)) else { fatalError("32 bytes") }
        return digest
    }

    /// The stamp time a number of milliseconds into a morning of 2026.
    package static func time(_ milliseconds: Int64) -> StampTime {
        guard let time = StampTime(unixMilliseconds: 1_767_250_800_000 + milliseconds) else {
            fatalError("a time of 2026")
        }
        return time
    }

    /// An author whose writer is its device's number above 128.
    package static func author(_ device: UInt8, at milliseconds: Int64 = 0) -> Author {
        Author(device: id(device), writer: id(device | 0x80), now: time(milliseconds))
    }

    /// The id of the sample documents.
    package static let document = id(0x11)

    /// The label of a text that is one.
    package static func label(_ text: String) -> Label {
        guard let label = try? Label(normalizing: text) else { fatalError("no label: \(text)") }
        return label
    }
}

extension CBORTree {
    /// A byte string of sixteen equal bytes.
    package static func id(_ byte: UInt8) -> CBORTree { .bytes([UInt8](repeating: byte, count: 16)) }

    /// A byte string of thirty-two equal bytes.
    package static func digest(_ byte: UInt8) -> CBORTree { .bytes([UInt8](repeating: byte, count: 32)) }

    /// A stamped map.
    package static func stamped(
        _ value: CBORTree, by device: UInt8 = 1, at milliseconds: Int64 = 0,
        _ unknown: [(CBORTree, CBORTree)] = []
    ) -> CBORTree {
        stamped(value, by: device, ts: Sample.time(milliseconds).description, unknown)
    }

    /// A stamped map with any text as its stamp.
    package static func stamped(
        _ value: CBORTree, by device: UInt8 = 1, ts: String, _ unknown: [(CBORTree, CBORTree)] = []
    ) -> CBORTree {
        .map([("by", .id(device)), ("ts", .text(ts)), ("value", value)] + unknown)
    }

    /// A document of a kind with the sample id.
    package static func document(
        _ kind: DocumentKind, _ fields: [(CBORTree, CBORTree)] = [], version: UInt64 = 1
    ) -> CBORTree {
        .map([(0, .unsigned(version)), (.text(kind.idKey), .id(0x11))] + fields)
    }

    /// An OR-set of one writer: observed ranges, and live adds.
    package static func set(
        _ writer: UInt8, _ ranges: [UInt64], _ adds: [(UInt64, CBORTree)] = []
    ) -> CBORTree {
        [.id(writer): row(ranges, adds)]
    }

    /// One writer's part of an OR-set.
    package static func row(_ ranges: [UInt64], _ adds: [(UInt64, CBORTree)] = []) -> CBORTree {
        [.array(ranges.map(CBORTree.unsigned)), .map(adds.map { (.unsigned($0.0), $0.1) })]
    }

    /// Facts that are complete and have nothing optional.
    package static let facts: CBORTree = [
        "hash": .digest(7), "capture_timestamp": "2020-05-01T10:00:00+02:00",
        "import_timestamp": "2020-06-01T00:00:00Z", "content_type": "image/jpeg", "device_id": .id(0xd1),
        "session_id": .id(0x51),
    ]

    /// A place.
    package static let gps: CBORTree = ["lat": 48.5, "lon": -11.25, "source": "exif"]

    /// A placeholder image.
    package static let lqip: CBORTree = [
        "chromahash": .bytes([1, 2, 3]), "dominant_color": [0, 128, 255], "format_version": 1,
    ]

    /// A membership of stack 0x5a.
    package static let membership: CBORTree = [
        "role": "member", "stack_id": .id(0x5a), "stack_type": "burst",
    ]

    /// A label of a model.
    package static let aiTag: CBORTree = ["model_id": "m", "model_version": "1", "tag": "dog"]

    /// A rectangle.
    package static let rectangle: CBORTree = ["x": 1, "y": 2, "w": 3, "h": 4]

    /// A circle.
    package static let circle: CBORTree = ["cx": 500_000_000, "cy": 500_000_000, "r": 100_000_000]
}
