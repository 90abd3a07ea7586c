// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// What leaves the library for an export or a share link: plain values, by an allow-list (SPEC section 14).
///
/// A type of its own, so that a document, whose stamps, add-ids and tombstones carry device ids and
/// history, cannot be passed where this is wanted. It is made from documents and never read back.
public struct AssetExport: Hashable, Sendable {
    /// What a person may choose to let out besides, each on its own.
    public struct OptIns: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Takes the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The camera's serial number.
        public static let cameraSerial = OptIns(rawValue: 1)
        /// The importing device.
        public static let deviceID = OptIns(rawValue: 2)
        /// The import.
        public static let sessionID = OptIns(rawValue: 4)
        /// The live regions with their labels.
        public static let regions = OptIns(rawValue: 8)
        /// The place as it is kept; wins over `coarseGPS`.
        public static let preciseGPS = OptIns(rawValue: 16)
        /// The place to two decimals, about a kilometre: a rounded home is still a home.
        public static let coarseGPS = OptIns(rawValue: 32)

        /// The names by which the test interface and the tool know them.
        public static let named: [(name: String, option: OptIns)] = [
            ("camera_serial", .cameraSerial), ("device_id", .deviceID), ("session_id", .sessionID),
            ("regions", .regions), ("coarse_gps", .coarseGPS), ("precise_gps", .preciseGPS),
        ]
    }

    /// The canonical bytes of the exported map.
    public let encoded: [UInt8]

    /// Exports an asset.
    ///
    /// The documents are not changed.
    ///
    /// - Parameters:
    ///   - asset: the asset's document.
    ///   - stack: the document of the stack that the asset belongs to, for its labels.
    ///   - album: the document of the album that the asset is in, for its labels.
    ///   - optIns: what is let out besides.
    /// - Throws: `mismatch` when the stack is not the one of the current membership.
    public init(
        _ asset: AssetSidecar, stack: StackDocument? = nil, album: AlbumDocument? = nil,
        keep optIns: OptIns = []
    ) throws(DocumentError) {
        let view = asset.view
        if let stack, stack.id != view.currentMembership?.stackID {
            throw DocumentError(
                .mismatch, at: "\(AssetKind.stackMembership.name)",
                "the asset is not a member of stack \(stack.id)")
        }
        var map = CBORMap()
        map.put("uuid", view.id)
        if let facts = view.facts?.value { Self.put(facts, optIns, to: &map) }
        map.put("capture_timestamp", view.effectiveCaptureTimestamp)
        if var lqip = view.lqip?.value {
            lqip.unknownKeys = UnknownKeys()
            map.put("lqip", lqip)
        }
        if let caption = view.caption?.writes.first?.value, !caption.description.isEmpty {
            map.put("caption", caption)
        }
        map.put("labels", labels: view.tagsUser)
        if let stack { map.put("stack_labels", labels: stack.view.labels) }
        if let album { map.put("album_labels", labels: album.view.labels) }
        if let rating = view.rating?.value, rating > .none { map.put("rating", rating) }
        map.put("orientation", view.orientation?.value)
        if !optIns.isDisjoint(with: [.coarseGPS, .preciseGPS]), let place = view.effectiveLocation {
            map.put("gps", Self.place(place, optIns))
        }
        let regions = view.regions.map(\.region).filter(\.isLive)
        if optIns.contains(.regions), !regions.isEmpty { map.put("regions", encoded: Self.encoded(regions)) }
        encoded = map.encoded
    }

    private static func put(_ facts: AssetFacts, _ optIns: OptIns, to map: inout CBORMap) {
        map.put("hash", facts.hash)
        map.put("content_type", facts.contentType)
        if var dimensions = facts.dimensions {
            dimensions.unknownKeys = UnknownKeys()
            map.put("dimensions", dimensions)
        }
        if let camera = facts.camera {
            var kept = CBORMap()
            kept.put("model") { $0.writeText(camera.model) }
            if optIns.contains(.cameraSerial) { kept.put("serial") { $0.writeText(camera.serial) } }
            map.put("camera_id", encoded: kept.encoded)
        }
        if optIns.contains(.deviceID) { map.put("device_id", facts.deviceID) }
        if optIns.contains(.sessionID) { map.put("session_id", facts.sessionID) }
    }

    private static func place(_ place: GPS, _ optIns: OptIns) -> GPS? {
        let isPrecise = optIns.contains(.preciseGPS)
        return GPS(
            latitude: isPrecise ? place.latitude : rounded(place.latitude),
            longitude: isPrecise ? place.longitude : rounded(place.longitude),
            source: place.source, datum: place.datum)
    }

    /// Two decimals, about a kilometre; halves away from zero, a zero is positive.
    private static func rounded(_ degrees: Double) -> Double {
        // A place is within 180 degrees, so there is a nearest integer.
        Double((degrees * 100).nearestInteger ?? 0) / 100
    }

    private static func encoded(_ regions: [RegionRegister]) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeArrayHead(regions.count)
        for region in regions {
            var map = CBORMap()
            map.put("labels") { $0.write(region.labels) }
            if let shape = region.shape?.value { map.put("shape", shape) }
            map.write(to: &writer)
        }
        return writer.bytes
    }
}

extension CBORWriter {
    /// Writes an array of labels in the set's order.
    fileprivate mutating func write(_ labels: ORSet<Label>) {
        let elements = labels.elements
        writeArrayHead(elements.count)
        for label in elements { label.write(to: &self) }
    }
}

extension CBORMap {
    fileprivate mutating func put(_ key: String, labels: ORSet<Label>) {
        if !labels.elements.isEmpty { put(key) { $0.write(labels) } }
    }
}
