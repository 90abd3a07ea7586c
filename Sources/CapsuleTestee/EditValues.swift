// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// Values of an asset's registers as an edit spells them: members as in the documents, ids in hex.
enum EditValues {
    static func timestamp(_ value: JSONValue, _ what: String) throws(TesteeError) -> Timestamp {
        guard let timestamp = Timestamp(try JSON.text(value, what)) else {
            throw .invalid("\(what) is a timestamp")
        }
        return timestamp
    }

    static func facts(_ value: JSONValue) throws(TesteeError) -> AssetFacts {
        let members = try Members(value, "facts")
        try members.allow(
            only: [
                "hash", "capture_timestamp", "import_timestamp", "content_type", "device_id", "session_id",
                "dimensions", "camera_id",
            ], "facts")
        return AssetFacts(
            hash: try JSON.digest(members.value("hash"), "hash"),
            captureTimestamp: try members.object["capture_timestamp"].map { (value) throws(TesteeError) in
                try timestamp(value, "capture_timestamp")
            },
            importTimestamp: try members.timestamp("import_timestamp"),
            contentType: try members.closed("content_type"),
            deviceID: try members.identifier("device_id"),
            sessionID: try members.identifier("session_id"),
            dimensions: try members.object["dimensions"].map(dimensions),
            camera: try members.object["camera_id"].map(camera))
    }

    private static func dimensions(_ value: JSONValue) throws(TesteeError) -> Dimensions {
        let members = try Members(value, "dimensions")
        try members.allow(only: ["width", "height"], "dimensions")
        let size = Dimensions(width: try members.unsigned("width"), height: try members.unsigned("height"))
        guard let size else { throw .invalid("dimensions are at least 1") }
        return size
    }

    private static func camera(_ value: JSONValue) throws(TesteeError) -> CameraID {
        let members = try Members(value, "camera_id")
        try members.allow(only: ["model", "serial"], "camera_id")
        return CameraID(model: try members.text("model"), serial: try members.text("serial"))
    }

    static func lqip(_ value: JSONValue) throws(TesteeError) -> LQIP {
        let members = try Members(value, "lqip")
        try members.allow(only: ["chromahash", "dominant_color", "format_version"], "lqip")
        let channels = try members.array("dominant_color")
        guard channels.count == 3 else { throw .invalid("dominant_color is an array of red, green and blue") }
        var color: [3 of UInt8] = [0, 0, 0]
        for index in color.indices { color[index] = try JSON.unsigned(channels[index], "a color channel") }
        return LQIP(
            chromahash: try members.bytes("chromahash"), dominantColor: color,
            formatVersion: try members.unsigned("format_version"))
    }

    static func gps(_ value: JSONValue) throws(TesteeError) -> GPS {
        let members = try Members(value, "location")
        try members.allow(only: ["lat", "lon", "source", "datum"], "location")
        let datum: GPSDatum? = try members.object["datum"].map { (value) throws(TesteeError) in
            try JSON.closed(value, "datum")
        }
        let place = GPS(
            latitude: try JSON.double(members.value("lat"), "lat"),
            longitude: try JSON.double(members.value("lon"), "lon"),
            source: try members.closed("source"), datum: datum ?? .wgs84)
        guard let place else { throw .invalid("lat lies in -90 to 90 and lon in -180 to 180") }
        return place
    }

    static func membership(_ value: JSONValue) throws(TesteeError) -> StackMembership {
        let members = try Members(value, "stack_membership")
        try members.allow(only: ["role", "stack_id", "stack_type", "member_index"], "stack_membership")
        let index: UInt32? = try members.object["member_index"].map { (value) throws(TesteeError) in
            try JSON.unsigned(value, "member_index")
        }
        return StackMembership(
            stackID: try members.identifier("stack_id"), stackType: try members.closed("stack_type"),
            role: try members.closed("role"), memberIndex: index)
    }
}
