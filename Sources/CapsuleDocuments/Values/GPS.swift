// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// A place (SPEC section 10).
public struct GPS: Sendable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double
    /// Where the place comes from.
    public var source: GPSSource
    /// The coordinate system; wgs84 is written as absence.
    public var datum: GPSDatum
    /// Keys of later versions.
    public var unknownKeys = UnknownKeys()

    /// Takes a place, or gives nil when it is not on the globe.
    public init?(latitude: Double, longitude: Double, source: GPSSource, datum: GPSDatum = .wgs84) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.source = source
        self.datum = datum
    }
}

extension GPS: CanonicalValue {
    /// Equal when the bytes are, which tells a negative zero from a positive one.
    public static func == (left: GPS, right: GPS) -> Bool { left.encoded == right.encoded }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }

    private static let incomplete =
        "a gps has the keys lat (-90 to 90), lon (-180 to 180) and source, as floats and a text"

    /// Checks the map without keeping anything of it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        var isOnGlobe = true
        let found = try reader.checkMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("lat") {
                isOnGlobe = try abs(reader.readFloat()) <= 90 && isOnGlobe
                return 0
            } else if name.elementsEqual("lon") {
                isOnGlobe = try abs(reader.readFloat()) <= 180 && isOnGlobe
                return 1
            } else if name.elementsEqual("source") {
                try GPSSource.check(&reader)
                return 2
            } else if name.elementsEqual("datum") {
                try checkDatum(&reader)
                return 3
            }
            return nil
        }
        guard found & 0b111 == 0b111, isOnGlobe else { throw CBORError(.invalid, at: start, incomplete) }
    }

    private static func checkDatum(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        if try GPSDatum.read(&reader) == .wgs84 {
            throw CBORError(.invalid, at: start, "the datum wgs84 is written as absence")
        }
    }

    /// Reads the map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> GPS {
        let start = reader.position
        var (latitude, longitude): (Double?, Double?) = (nil, nil)
        var (source, datum): (GPSSource?, GPSDatum?) = (nil, nil)
        let unknown = try reader.readMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("lat") {
                latitude = try reader.readFloat()
            } else if name.elementsEqual("lon") {
                longitude = try reader.readFloat()
            } else if name.elementsEqual("source") {
                source = try GPSSource.read(&reader)
            } else if name.elementsEqual("datum") {
                var again = reader
                try checkDatum(&again)
                datum = try GPSDatum.read(&reader)
            } else {
                return false
            }
            return true
        }
        guard let latitude, let longitude, let source,
            var gps = GPS(latitude: latitude, longitude: longitude, source: source, datum: datum ?? .wgs84)
        else {
            throw CBORError(.invalid, at: start, incomplete)
        }
        gps.unknownKeys = unknown
        return gps
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        var map = CBORMap()
        map.put("lat") { $0.writeFloat(latitude) }
        map.put("lon") { $0.writeFloat(longitude) }
        map.put("source", source)
        map.put("datum", datum == .wgs84 ? nil : datum)
        map.put(unknownKeys)
        map.write(to: &writer)
    }
}

extension GPS: HavingUnknownKeys {}
