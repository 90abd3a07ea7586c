// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT

/// A number of stars, 0 to 5 (SPEC section 10).
public struct Rating: Hashable, Comparable, Sendable {
    /// The stars.
    public let stars: UInt8

    /// Takes 0 to 5 stars, or gives nil.
    public init?(_ stars: Int) {
        guard (0...5).contains(stars) else { return nil }
        self.stars = UInt8(stars)
    }

    private init(unchecked stars: UInt8) {
        self.stars = stars
    }

    /// No stars: what an asset has that was never rated.
    public static let none = Rating(unchecked: 0)

    /// Orders by stars.
    public static func < (left: Rating, right: Rating) -> Bool { left.stars < right.stars }
}

extension Rating: CanonicalValue {
    /// Reads an unsigned integer of at most 5.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Rating {
        Rating(unchecked: UInt8(try reader.readUnsigned(atMost: 5, "a rating is 0 to 5")))
    }

    /// Writes the stars.
    public func write(to writer: inout CBORWriter) {
        writer.writeUnsigned(UInt64(stars))
    }
}

/// A caption: any text of up to 4096 bytes, taken verbatim (SPEC section 10).
public struct Caption: Hashable, Sendable, CustomStringConvertible {
    /// The bounds of a caption's size in bytes.
    public static let sizes = 0...4096

    private let utf8: [UInt8]

    /// Takes a text, or gives nil when it has more than 4096 bytes.
    public init?(_ text: String) {
        utf8 = Array(text.utf8)
        guard Self.sizes.contains(utf8.count) else { return nil }
    }

    private init(unchecked utf8: [UInt8]) {
        self.utf8 = utf8
    }

    /// The text.
    public var description: String { String(decoding: utf8, as: UTF8.self) }
}

extension Caption: CanonicalValue {
    /// Reads a text of at most 4096 bytes.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> Caption {
        Caption(unchecked: reader.bytes.extracting(try reader.readText(sizes, "a caption")).copied())
    }

    /// Checks a text of at most 4096 bytes.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        _ = try reader.readText(sizes, "a caption")
    }

    /// Writes the text.
    public func write(to writer: inout CBORWriter) {
        writer.writeText(utf8: utf8.span)
    }
}

/// The value of a smart album's register: any map, kept as it is until it is used (SPEC section 10).
public struct OpaqueDefinition: Hashable, Sendable {
    /// The canonical bytes of the map.
    public let encoded: [UInt8]
}

extension OpaqueDefinition: CanonicalValue {
    /// Reads a map whose inside is not looked at.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> OpaqueDefinition {
        let start = reader.position
        try check(&reader)
        return OpaqueDefinition(encoded: reader.bytes.extracting(start..<reader.position).copied())
    }

    /// Checks that the item is a map.
    public static func check(_ reader: inout CBORReader) throws(CBORError) {
        guard try reader.peek() == .map else {
            throw CBORError(.invalid, at: reader.position, "a smart album's definition is a map or null")
        }
        try reader.skipItem()
    }

    /// Writes the map as it is.
    public func write(to writer: inout CBORWriter) {
        writer.append(raw: encoded.span)
    }
}
