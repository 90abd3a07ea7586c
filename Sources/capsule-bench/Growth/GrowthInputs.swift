// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// Documents of about n parts, as a member can send them.
enum GrowthInputs {
    static let id = identifier(1)
    static let device = identifier(2)

    static func identifier(_ number: Int) -> Identifier {
        var bytes = [UInt8](repeating: 0, count: 8)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
        guard let identifier = Identifier(bytes) else { preconditionFailure("sixteen bytes") }
        return identifier
    }

    static func time(_ milliseconds: Int = 0) -> StampTime {
        guard let time = StampTime(unixMilliseconds: 1_767_225_600_000 + Int64(milliseconds)) else {
            preconditionFailure("a time of 2026")
        }
        return time
    }

    static func author(_ number: Int) -> Author {
        Author(device: identifier(number), writer: identifier(number), now: time())
    }

    static func digest(_ number: Int) -> Digest {
        guard let digest = Digest(identifier(number).bytes + identifier(number).bytes) else {
            preconditionFailure("thirty-two bytes")
        }
        return digest
    }

    static func text(_ kind: String, _ number: Int) -> String {
        let digits = String(number)
        return kind + String(repeating: "0", count: 7 - digits.count) + digits
    }

    /// An OR-set with labels of one writer, or of as many writers as labels.
    static func labels(_ count: Int, writer: Int = 3, isShared: Bool = true, kind: String = "label ")
        -> [UInt8]
    {
        var set = ORSetBuilder()
        for index in 0..<count {
            let name = identifier(isShared ? writer : writer + index)
            let label = text(kind, index)
            set.add(
                AddID(writer: name, counter: isShared ? UInt64(index) : 0),
                [0x60 + UInt8(label.utf8.count)] + Array(label.utf8))
        }
        return set.encoded
    }

    static func document(
        _ kind: DocumentKind, version: UInt64 = 1, id: Identifier = id, _ fields: [String: [UInt8]]
    )
        -> [UInt8]
    {
        var map = CBORMap()
        map.put(encodedKey: [0]) { $0.writeUnsigned(version) }
        map.put(kind.idKey) { $0.writeBytes(id.bytes.span) }
        for (key, value) in fields { map.put(key, encoded: value) }
        return map.encoded
    }

    static func album(_ count: Int, writer: Int = 3, isShared: Bool = true, kind: String = "label ") throws
        -> AlbumDocument
    {
        let labels = labels(count, writer: writer, isShared: isShared, kind: kind)
        return try AlbumDocument(decoding: document(.album, ["labels": labels]))
    }

    /// A map of so many entries under ascending identifiers.
    static func map(_ count: Int, _ value: (Int) -> [UInt8]) -> [UInt8] {
        var map = CBORMap()
        for index in 0..<count {
            map.put(encodedKey: [0x50] + identifier(index).bytes, encoded: value(index))
        }
        return map.encoded
    }

    static func stamped(_ value: [UInt8], by: Int = 4) -> [UInt8] {
        var map = CBORMap()
        map.put("by") { $0.writeBytes(identifier(by).bytes.span) }
        map.put("ts") { $0.writeText(time().description) }
        map.put("value", encoded: value)
        return map.encoded
    }

    static func regions(_ count: Int, by: Int = 4) throws -> AssetSidecar {
        var shape = CBORMap()
        for side in ["x", "y", "w", "h"] { shape.put(side) { $0.writeUnsigned(5) } }
        let regions = map(count) { index in
            var region = CBORMap()
            region.put("shape", encoded: stamped(shape.encoded, by: by))
            region.put("labels", encoded: labels(1, writer: by))
            return region.encoded
        }
        return try AssetSidecar(decoding: document(.asset, ["regions": regions]))
    }

    static func settings(_ count: Int, by: Int = 4) throws -> LibrarySettings {
        let covers = map(count) { _ in stamped([0x50] + identifier(9).bytes, by: by) }
        return try LibrarySettings(decoding: document(.settings, ["aggregated_album_covers": covers]))
    }

    /// Keys that this version does not know.
    static func carried(_ count: Int, value: UInt64 = 0, version: UInt64 = 1) -> [UInt8] {
        var fields: [String: [UInt8]] = [:]
        for index in 0..<count { fields[text("key", index)] = [UInt8(value)] }
        return document(.album, version: version, fields)
    }

    /// Sidecars of as many assets.
    static func sidecars(_ count: Int) throws -> [AssetSidecar] {
        try (0..<count).map { index in
            let fields = [
                "tags_user": labels(2, writer: index), "rating": stamped([UInt8(index % 6)]),
                "hidden": stamped([0xf4]),
            ]
            return try AssetSidecar(decoding: document(.asset, id: identifier(1_000 + index), fields))
        }
    }
}
