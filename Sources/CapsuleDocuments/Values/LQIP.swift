// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// A low-quality placeholder of an image (SPEC section 10).
public struct LQIP: Hashable, Sendable {
    /// The hash that a client draws.
    public var chromahash: [UInt8]
    /// Red, green and blue.
    public var dominantColor: [3 of UInt8]
    /// The version of the hash's format.
    public var formatVersion: UInt16
    /// Keys of later versions.
    public var unknownKeys = UnknownKeys()

    /// Makes a placeholder.
    public init(chromahash: [UInt8], dominantColor: [3 of UInt8], formatVersion: UInt16) {
        self.chromahash = chromahash
        self.dominantColor = dominantColor
        self.formatVersion = formatVersion
    }
}

extension LQIP: CanonicalValue {
    /// Equal when the bytes are.
    public static func == (left: LQIP, right: LQIP) -> Bool { left.encoded == right.encoded }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }

    private static let incomplete = "an lqip has the keys chromahash, dominant_color and format_version"

    /// Checks the map without keeping anything of it.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        let found = try reader.checkMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("chromahash") {
                _ = try reader.readBytes()
                return 0
            } else if name.elementsEqual("dominant_color") {
                _ = try readColor(&reader)
                return 1
            } else if name.elementsEqual("format_version") {
                _ = try readVersion(&reader)
                return 2
            }
            return nil
        }
        guard found == 0b111 else { throw CBORError(.invalid, at: start, incomplete) }
    }

    private static func readColor(_ reader: inout CBORReader) throws(CBORError) -> [3 of UInt8] {
        try reader.enterArray(count: 3, "a dominant color")
        var channels: [3 of UInt8] = [0, 0, 0]
        for index in channels.indices {
            channels[index] = UInt8(try reader.readUnsigned(atMost: 255, "a color channel is 0 to 255"))
        }
        reader.leave()
        return channels
    }

    private static func readVersion(_ reader: inout CBORReader) throws(CBORError) -> UInt16 {
        UInt16(try reader.readUnsigned(atMost: 65_535, "a format version is a uint16"))
    }

    /// Reads the map.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> LQIP {
        let start = reader.position
        var hash: [UInt8]?
        var color: [3 of UInt8]?
        var version: UInt16?
        let unknown = try reader.readMap { (name, reader) throws(CBORError) in
            if name.elementsEqual("chromahash") {
                hash = reader.bytes.extracting(try reader.readBytes()).copied()
            } else if name.elementsEqual("dominant_color") {
                color = try readColor(&reader)
            } else if name.elementsEqual("format_version") {
                version = try readVersion(&reader)
            } else {
                return false
            }
            return true
        }
        guard let hash, let color, let version else {
            throw CBORError(.invalid, at: start, incomplete)
        }
        var lqip = LQIP(chromahash: hash, dominantColor: color, formatVersion: version)
        lqip.unknownKeys = unknown
        return lqip
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        var map = CBORMap()
        map.put("chromahash") { $0.writeBytes(chromahash.span) }
        map.put("dominant_color") { writer in
            writer.writeArrayHead(3)
            for index in dominantColor.indices { writer.writeUnsigned(UInt64(dominantColor[index])) }
        }
        map.put("format_version") { $0.writeUnsigned(UInt64(formatVersion)) }
        map.put(unknownKeys)
        map.write(to: &writer)
    }
}

extension LQIP: HavingUnknownKeys {}
