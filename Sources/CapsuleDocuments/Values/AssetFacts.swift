// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// What is known of an original when it is imported or replaced, written as one value (SPEC section 10).
///
/// `by` is not authenticated, so a hash that differs from the signed manifest's is not trusted.
public struct AssetFacts: Hashable, Sendable {
    /// SHA-256 of the original.
    public var hash: Digest
    /// When the camera says it was taken; nil when nothing says so.
    public var captureTimestamp: Timestamp?
    /// When it was imported.
    public var importTimestamp: Timestamp
    /// The format.
    public var contentType: ContentType
    /// The device that imported it.
    public var deviceID: Identifier
    /// The import it came with.
    public var sessionID: Identifier
    /// The size in pixels, in display orientation.
    public var dimensions: Dimensions?
    /// The camera.
    public var camera: CameraID?
    /// Keys of later versions.
    public var unknownKeys = UnknownKeys()

    /// Makes facts with what every import knows.
    public init(
        hash: Digest, captureTimestamp: Timestamp? = nil, importTimestamp: Timestamp,
        contentType: ContentType,
        deviceID: Identifier, sessionID: Identifier, dimensions: Dimensions? = nil, camera: CameraID? = nil
    ) {
        self.hash = hash
        self.captureTimestamp = captureTimestamp
        self.importTimestamp = importTimestamp
        self.contentType = contentType
        self.deviceID = deviceID
        self.sessionID = sessionID
        self.dimensions = dimensions
        self.camera = camera
    }
}

extension AssetFacts: CanonicalValue {
    private static let incomplete =
        "facts have the keys hash, import_timestamp, content_type, device_id and session_id"

    /// Checks the map without keeping anything of it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        let found = try reader.checkMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("hash") {
                try Digest.check(&reader)
                return 0
            } else if name.elementsEqual("camera_id") {
                try CameraID.check(&reader)
                return 5
            } else if name.elementsEqual("device_id") {
                try Identifier.check(&reader)
                return 1
            } else if name.elementsEqual("dimensions") {
                try Dimensions.check(&reader)
                return 6
            } else if name.elementsEqual("session_id") {
                try Identifier.check(&reader)
                return 2
            } else if name.elementsEqual("content_type") {
                try ContentType.check(&reader)
                return 3
            } else if name.elementsEqual("import_timestamp") {
                try Timestamp.check(&reader)
                return 4
            } else if name.elementsEqual("capture_timestamp") {
                try Timestamp.check(&reader)
                return 7
            }
            return nil
        }
        // The first five are required.
        guard found & 0b1_1111 == 0b1_1111 else { throw CBORError(.invalid, at: start, incomplete) }
    }

    /// Reads the map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> AssetFacts {
        let start = reader.position
        var (hash, device, session): (Digest?, Identifier?, Identifier?) = (nil, nil, nil)
        var (captured, imported, type): (Timestamp?, Timestamp?, ContentType?) = (nil, nil, nil)
        var (dimensions, camera): (Dimensions?, CameraID?) = (nil, nil)
        let unknown = try reader.readMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("hash") {
                hash = try Digest.read(&reader)
            } else if name.elementsEqual("camera_id") {
                camera = try CameraID.read(&reader)
            } else if name.elementsEqual("device_id") {
                device = try Identifier.read(&reader)
            } else if name.elementsEqual("dimensions") {
                dimensions = try Dimensions.read(&reader)
            } else if name.elementsEqual("session_id") {
                session = try Identifier.read(&reader)
            } else if name.elementsEqual("content_type") {
                type = try ContentType.read(&reader)
            } else if name.elementsEqual("import_timestamp") {
                imported = try Timestamp.read(&reader)
            } else if name.elementsEqual("capture_timestamp") {
                captured = try Timestamp.read(&reader)
            } else {
                return false
            }
            return true
        }
        guard let hash, let imported, let type, let device, let session else {
            throw CBORError(.invalid, at: start, incomplete)
        }
        var facts = AssetFacts(
            hash: hash, captureTimestamp: captured, importTimestamp: imported, contentType: type,
            deviceID: device, sessionID: session, dimensions: dimensions, camera: camera)
        facts.unknownKeys = unknown
        return facts
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        var map = CBORMap()
        map.put("hash", hash)
        map.put("capture_timestamp", captureTimestamp)
        map.put("import_timestamp", importTimestamp)
        map.put("content_type", contentType)
        map.put("device_id", deviceID)
        map.put("session_id", sessionID)
        map.put("dimensions", dimensions)
        map.put("camera_id", camera)
        map.put(unknownKeys)
        map.write(to: &writer)
    }
}

/// A size in pixels, each at least 1.
public struct Dimensions: Hashable, Sendable {
    /// Pixels from side to side.
    public let width: UInt32
    /// Pixels from top to bottom.
    public let height: UInt32
    /// Keys of later versions.
    public var unknownKeys = UnknownKeys()

    /// Takes a size, or gives nil when a side has no pixel.
    public init?(width: UInt32, height: UInt32) {
        guard width >= 1, height >= 1 else { return nil }
        self.width = width
        self.height = height
    }
}

extension Dimensions: CanonicalValue {
    private static let incomplete = "dimensions have the keys height and width, each at least 1"

    /// Checks the map without keeping anything of it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        var (width, height): (UInt64, UInt64) = (0, 0)
        _ = try reader.checkMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("width") {
                width = try reader.readUnsigned(atMost: UInt64(UInt32.max))
                return 0
            } else if name.elementsEqual("height") {
                height = try reader.readUnsigned(atMost: UInt64(UInt32.max))
                return 1
            }
            return nil
        }
        guard width >= 1, height >= 1 else { throw CBORError(.invalid, at: start, incomplete) }
    }

    /// Reads the map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Dimensions {
        let start = reader.position
        var (width, height): (UInt32?, UInt32?) = (nil, nil)
        let unknown = try reader.readMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("width") {
                width = UInt32(try reader.readUnsigned(atMost: UInt64(UInt32.max)))
            } else if name.elementsEqual("height") {
                height = UInt32(try reader.readUnsigned(atMost: UInt64(UInt32.max)))
            } else {
                return false
            }
            return true
        }
        guard let width, let height, var dimensions = Dimensions(width: width, height: height) else {
            throw CBORError(.invalid, at: start, incomplete)
        }
        dimensions.unknownKeys = unknown
        return dimensions
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        var map = CBORMap()
        map.put("width") { $0.writeUnsigned(UInt64(width)) }
        map.put("height") { $0.writeUnsigned(UInt64(height)) }
        map.put(unknownKeys)
        map.write(to: &writer)
    }
}

/// The make of a camera and its number.
public struct CameraID: Hashable, Sendable {
    /// The model.
    public var model: String
    /// The serial number, which leaves the library only when asked for.
    public var serial: String
    /// Keys of later versions.
    public var unknownKeys = UnknownKeys()

    /// Names a camera.
    public init(model: String, serial: String) {
        self.model = model
        self.serial = serial
    }

    /// Equal when the bytes are: `String` alone would compare by canonical equivalence.
    public static func == (left: CameraID, right: CameraID) -> Bool { left.encoded == right.encoded }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}

extension CameraID: CanonicalValue {
    private static let incomplete = "a camera has the keys model and serial"

    /// Checks the map without keeping anything of it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        let found = try reader.checkMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("model") {
                _ = try reader.readText()
                return 0
            } else if name.elementsEqual("serial") {
                _ = try reader.readText()
                return 1
            }
            return nil
        }
        guard found == 0b11 else { throw CBORError(.invalid, at: start, incomplete) }
    }

    /// Reads the map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> CameraID {
        let start = reader.position
        var (model, serial): (String?, String?) = (nil, nil)
        let unknown = try reader.readMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("model") {
                model = try reader.readString()
            } else if name.elementsEqual("serial") {
                serial = try reader.readString()
            } else {
                return false
            }
            return true
        }
        guard let model, let serial else {
            throw CBORError(.invalid, at: start, incomplete)
        }
        var camera = CameraID(model: model, serial: serial)
        camera.unknownKeys = unknown
        return camera
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        var map = CBORMap()
        map.put("model") { $0.writeText(model) }
        map.put("serial") { $0.writeText(serial) }
        map.put(unknownKeys)
        map.write(to: &writer)
    }
}

extension CBORReader {
    /// Reads a text of any length and gives a copy.
    @_lifetime(self: copy self)
    mutating func readString() throws(CBORError) -> String {
        let range = try readText()
        return String(decoding: bytes.extracting(range).copied(), as: UTF8.self)
    }
}

extension AssetFacts: HavingUnknownKeys {}
