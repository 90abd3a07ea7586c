// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

@testable import CapsuleSmartAlbums

/// A sidecar in the making: what a test names is there, everything else is not.
struct SidecarDraft {
    var id = identifier(1)
    var facts: AssetFacts?
    /// `.some(nil)` says that nobody knows.
    var captureTime: String??
    /// `.some(nil)` is a place that was cleared.
    var location: GPS??
    var rating: Int?
    var cull: Cull?
    var hidden: Bool?
    var membership: StackMembership??
    var labels: [String] = []
    /// Labels of a region each; a deleted region has none.
    var regions: [(labels: [String], isDeleted: Bool)] = []
    var aiTags: [AITag] = []

    var sidecar: AssetSidecar {
        var map = CBORMap()
        map.put("uuid", id)
        put("facts", facts, in: &map)
        put("capture_time", captureTime.map { $0.flatMap(Timestamp.init) }, in: &map)
        put("location", location, in: &map)
        put("rating", rating.flatMap(Rating.init), in: &map)
        put("cull", cull, in: &map)
        put("hidden", hidden, in: &map)
        put("stack_membership", membership, in: &map)
        map.put("tags_user", set: set(labels.map(verbatim)))
        map.put("tags_ai", set: set(aiTags))
        putRegions(in: &map)
        return try! AssetSidecar(decoding: document(map))
    }

    private func putRegions(in map: inout CBORMap) {
        guard !regions.isEmpty else { return }
        var encoded = CBORMap()
        for (index, region) in regions.enumerated() {
            var register = CBORMap()
            let shape = RegionShape.rectangle(
                x: Fraction(0)!, y: Fraction(0)!, w: Fraction(1)!, h: Fraction(1)!)
            put("shape", RegionShape??.some(region.isDeleted ? nil : shape), in: &register)
            if !region.isDeleted { register.put("labels", set: set(region.labels.map(verbatim))) }
            encoded.put(encodedKey: identifier(UInt64(index)).encoded, encoded: register.encoded)
        }
        map.put("regions", encoded: encoded.encoded)
    }

    func inLibrary(
        album: Identifier? = nil, trashed: Bool = false, people: [LibraryAsset.People] = []
    ) -> LibraryAsset {
        LibraryAsset(AssetInView(sidecar.view, albumID: album, isTrashed: trashed), people: people)
    }
}

extension CBORMap {
    /// Adds a set, but not an empty one, which is absent from its document.
    fileprivate mutating func put(_ key: String, set: [UInt8]) {
        if !set.isEmpty { put(key, encoded: set) }
    }
}

/// The canonical bytes of a document's text keys with key 0 before them.
func document(_ map: CBORMap, version: UInt64 = 1) -> [UInt8] {
    var map = map
    map.put(encodedKey: [0]) { $0.writeUnsigned(version) }
    return map.encoded
}

func put<Value: CanonicalValue>(_ key: String, _ value: Value?, in map: inout CBORMap) {
    guard let value else { return }
    map.put(key, encoded: stamped(value).encoded)
}

func stamped<Value: CanonicalValue>(_ value: Value, _ second: Int = 0) -> Stamped<Value> {
    let ts = StampTime("2026-01-01T00:00:\(second < 10 ? "0" : "")\(second).000Z")!
    return try! Stamped(value, by: identifier(9), ts: ts)
}

/// The canonical bytes of a set; no bytes for an empty one.
func set(_ elements: [some CanonicalValue]) -> [UInt8] {
    guard !elements.isEmpty else { return [] }
    var writer = CBORWriter()
    writer.writeMapHead(1)
    identifier(7).write(to: &writer)
    writer.writeArrayHead(2)
    writer.writeArrayHead(2)
    writer.writeUnsigned(0)
    writer.writeUnsigned(UInt64(elements.count - 1))
    writer.writeMapHead(elements.count)
    for (counter, element) in elements.enumerated() {
        writer.writeUnsigned(UInt64(counter))
        element.write(to: &writer)
    }
    return writer.bytes
}

/// A label as a reader keeps it, whatever its normal form.
func verbatim(_ text: String) -> Label {
    var writer = CBORWriter()
    writer.writeText(text)
    return try! Label(decoding: writer.bytes)
}

func identifier(_ number: UInt64) -> Identifier {
    Identifier(
        [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(number >> (56 - 8 * UInt64($0)) & 255) })!
}

func album(_ id: Identifier, labels: [String]) -> AlbumDocument {
    var map = CBORMap()
    map.put("album_id", id)
    map.put("labels", set: set(labels.map(verbatim)))
    return try! AlbumDocument(decoding: document(map))
}

func stack(_ id: Identifier, labels: [String]) -> StackDocument {
    var map = CBORMap()
    map.put("stack_id", id)
    map.put("labels", set: set(labels.map(verbatim)))
    return try! StackDocument(decoding: document(map))
}

func facts(
    captured: String? = "2024-05-01T12:00:00Z", imported: String = "2024-06-01T12:00:00Z",
    type: ContentType = .jpeg, dimensions: Dimensions? = nil, camera: Bool = false
) -> AssetFacts {
    AssetFacts(
        hash: Digest([UInt8](repeating: 1, count: 32))!, captureTimestamp: captured.map { Timestamp($0)! },
        importTimestamp: Timestamp(imported)!, contentType: type, deviceID: identifier(1),
        sessionID: identifier(2), dimensions: dimensions,
        camera: camera ? CameraID(model: "m", serial: "s") : nil)
}

func definition(_ condition: Condition, sort: AlbumSort? = nil, id: UInt64 = 5) -> SmartAlbumDefinition {
    try! SmartAlbumDefinition(
        id: identifier(id), displayName: stamped(DisplayName("d")!), predicate: condition, sort: sort)
}

func slot(_ name: String) -> ModelSlot { ModelSlot(modelID: name, modelVersion: "1")! }
