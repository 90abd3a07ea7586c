// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums
import CapsuleToolSupport

extension Testee {
    /// The plain view of a document, also of a newer one.
    static func readDocument(_ request: Members) throws(TesteeError) -> JSONObject {
        let kind = try request.kind()
        let bytes = try request.bytes("bytes")
        switch kind {
        case .stack:
            let view = try view(StackKind.self, bytes)
            var members = common(view)
            members.put("labels", labels(view.labels))
            return members
        case .album:
            let view = try view(AlbumKind.self, bytes)
            var members = common(view)
            members.put("labels", labels(view.labels))
            if let name = view.name { members["name"] = .text(name.value.description) }
            return members
        case .asset: return read(try view(AssetKind.self, bytes))
        case .settings: return read(try view(SettingsKind.self, bytes))
        }
    }

    private static func view<Kind: DocumentType>(
        _: Kind.Type, _ bytes: [UInt8]
    ) throws(TesteeError) -> DocumentView<Kind> {
        try answering { () throws(DocumentError) in try DocumentView(reading: bytes) }
    }

    private static func common<Kind>(_ view: DocumentView<Kind>) -> JSONObject {
        var members = JSONObject()
        if view.isNewer { members["newer_schema"] = .integer(view.schemaVersion) }
        members.put("unknown", view.unknownKeys.map(JSONValue.text))
        return members
    }

    private static func labels(_ set: ORSet<Label>) -> [JSONValue] {
        set.elements.map { .text($0.description) }
    }

    private static func read(_ view: DocumentView<AssetKind>) -> JSONObject {
        var members = common(view)
        members.put("labels", labels(view.tagsUser))
        members.put(
            "ai_tags",
            view.tagsAI.elements.map { .array([.text($0.tag), .text($0.modelID), .text($0.modelVersion)]) })
        if let writes = view.caption?.writes, let current = writes.first {
            members["caption"] = .text(current.value.description)
            members.put(
                "superseded",
                writes.dropFirst().map { write in
                    .object(
                        JSONObject([
                            ("by", JSON.hex(write.by.bytes)), ("ts", .text(write.ts.description)),
                            ("value", .text(write.value.description)),
                        ]))
                })
        }
        members["rating"] = view.effectiveRating.map { .integer($0.stars) }
        members["cull"] = view.effectiveCull.map { .text($0.rawValue) }
        members["hidden"] = .bool(view.isHidden)
        members["capture_timestamp"] = view.effectiveCaptureTimestamp.map { .text($0.description) }
        members["orientation"] = view.orientation.map { .integer($0.value.rawValue) }
        members["gps"] = view.effectiveLocation.map(gps)
        members["stack"] = view.currentMembership.map(stack)
        let regions = view.regions
        members.put("regions", regions.filter(\.region.isLive).compactMap(region))
        members.put("deleted_regions", regions.filter(\.region.isDeleted).map { JSON.hex($0.id.bytes) })
        return members
    }

    private static func gps(_ place: GPS) -> JSONValue {
        .object(
            JSONObject([
                ("lat", .float(place.latitude)), ("lon", .float(place.longitude)),
                ("source", .text(place.source.rawValue)), ("datum", .text(place.datum.rawValue)),
            ]))
    }

    private static func stack(_ membership: StackMembership) -> JSONValue {
        var members = JSONObject([
            ("stack_id", JSON.hex(membership.stackID.bytes)),
            ("stack_type", .text(membership.stackType.rawValue)),
            ("role", .text(membership.role.rawValue)),
        ])
        members["member_index"] = membership.memberIndex.map { .integer($0) }
        return .object(members)
    }

    private static func region(_ id: Identifier, _ region: RegionRegister) -> JSONValue? {
        guard let shape = region.shape?.value else { return nil }
        return .object(
            JSONObject([
                ("id", JSON.hex(id.bytes)),
                ("shape", plain(shape)),
                ("labels", .array(labels(region.labels))),
            ]))
    }

    /// The members of a shape.
    static func plain(_ shape: RegionShape) -> JSONValue {
        let fractions: [(String, Fraction)] =
            switch shape {
            case .rectangle(let x, let y, let w, let h): [("x", x), ("y", y), ("w", w), ("h", h)]
            case .circle(let cx, let cy, let r): [("cx", cx), ("cy", cy), ("r", r)]
            }
        return .object(JSONObject(fractions.map { ($0.0, .integer($0.1.billionths)) }))
    }

    private static func read(_ view: DocumentView<SettingsKind>) -> JSONObject {
        var members = common(view)
        members.put(
            "smart_albums",
            view.readSmartAlbums.map { id, reading in (Hex.encode(id.bytes), definitionName(reading)) })
        members.put("scope_overrides", entries(view.scopeOverrides) { Hex.encode($0.bytes) })
        members.put("source_kind_defaults", entries(view.sourceKindDefaults, \.rawValue))
        members.put("aggregated_album_covers", entries(view.aggregatedAlbumCovers) { Hex.encode($0.bytes) })
        return members
    }

    private static func entries<Key>(
        _ registers: [(key: Key, register: Stamped<Identifier?>)], _ name: (Key) -> String
    ) -> [(String, JSONValue)] {
        registers.compactMap { key, register in register.value.map { (name(key), JSON.hex($0.bytes)) } }
    }

    /// The display name; null for a definition that is newer or broken.
    private static func definitionName(_ reading: DefinitionReading) -> JSONValue {
        guard case .definition(let definition) = reading else { return .null }
        return .text(definition.displayName.value.description)
    }
}

extension JSONObject {
    /// Adds an array that is not empty.
    mutating func put(_ key: String, _ elements: [JSONValue]) {
        if !elements.isEmpty { self[key] = .array(elements) }
    }

    /// Adds an object that is not empty.
    fileprivate mutating func put(_ key: String, _ members: [(String, JSONValue)]) {
        if !members.isEmpty { self[key] = .object(JSONObject(members)) }
    }
}
