// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// A smart album: its name, the condition that its members meet, and their order (SPEC section 12).
///
/// The whole definition is the value of one register of the settings: the later one wins whole.
public struct SmartAlbumDefinition: Hashable, Sendable {
    /// The version of the predicate grammar that this library implements.
    public static let predicateSchema: UInt64 = 1

    /// The album; the key of the definition in the settings.
    public let id: Identifier
    /// What the album is called.
    public let displayName: Stamped<DisplayName>
    /// What its members are like.
    public let predicate: Condition
    /// The order of the members as it is written; nil when none is.
    public let sort: AlbumSort?
    /// Keys of later versions.
    public let unknownKeys: UnknownKeys

    /// Makes a definition.
    ///
    /// - Throws: `invalid` when the predicate passes a limit of SPEC section 12, with its path.
    public init(
        id: Identifier, displayName: Stamped<DisplayName>, predicate: Condition, sort: AlbumSort? = nil,
        unknownKeys: UnknownKeys = UnknownKeys()
    ) throws(SmartAlbumError) {
        try predicate.checkLimits(at: "predicate")
        self.id = id
        self.displayName = displayName
        self.predicate = predicate
        self.sort = sort
        self.unknownKeys = unknownKeys
    }

    init(
        unchecked id: Identifier, _ displayName: Stamped<DisplayName>, _ predicate: Condition,
        _ sort: AlbumSort?, _ unknownKeys: UnknownKeys
    ) {
        self.id = id
        self.displayName = displayName
        self.predicate = predicate
        self.sort = sort
        self.unknownKeys = unknownKeys
    }

    /// The order of the members: what is written, else the latest capture first.
    public var effectiveSort: AlbumSort { sort ?? .default }
}

/// The name of a smart album: any text of up to 256 bytes.
public struct DisplayName: Hashable, Sendable, CustomStringConvertible {
    /// The bounds of a name's size in bytes.
    public static let sizes = 0...256

    private let utf8: [UInt8]

    /// Takes a text, or gives nil when it has more than 256 bytes.
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

extension DisplayName: CanonicalValue {
    /// Reads a text of at most 256 bytes.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> DisplayName {
        DisplayName(unchecked: reader.bytes.extracting(try reader.readText(sizes, "a display name")).copied())
    }

    /// Writes the text.
    public func write(to writer: inout CBORWriter) {
        writer.writeText(utf8: utf8.span)
    }
}

/// The order of a smart album's members.
///
/// Members without the key come last in both directions; ties are ordered by ascending id.
public struct AlbumSort: Hashable, Sendable {
    /// What members are ordered by.
    public enum Key: String, ClosedSet {
        /// The name of the set.
        public static let setName = "a sort key"
        /// The texts of the values.
        public static let spellings = ClosedSetSpellings(Self.self)
        /// The effective capture timestamp.
        case captureTimestamp = "capture_timestamp"
        /// When the original was imported.
        case importTimestamp = "import_timestamp"
        /// The stars, 0 when never rated.
        case rating
    }

    /// Which way.
    public enum Direction: String, ClosedSet {
        /// The name of the set.
        public static let setName = "a sort direction"
        /// The texts of the values.
        public static let spellings = ClosedSetSpellings(Self.self)
        /// The least first.
        case ascending = "asc"
        /// The greatest first.
        case descending = "desc"
    }

    /// What members are ordered by.
    public var key: Key
    /// Which way.
    public var direction: Direction

    /// Makes an order.
    public init(by key: Key, _ direction: Direction) {
        self.key = key
        self.direction = direction
    }

    /// The order of a definition that names none: the latest capture first.
    public static let `default` = AlbumSort(by: .captureTimestamp, .descending)
}

extension AlbumSort: CanonicalValue {
    /// Reads the map, which has no other keys.
    public static func read(_ reader: inout CBORReader) throws(CBORError) -> AlbumSort {
        let start = reader.position
        var (key, direction): (Key?, Direction?) = (nil, nil)
        var cursor = try reader.enterMap()
        while let name = try cursor.nextText(&reader) {
            if reader.bytes.extracting(name).elementsEqual("key") {
                key = try Key.read(&reader)
            } else if reader.bytes.extracting(name).elementsEqual("direction") {
                direction = try Direction.read(&reader)
            } else {
                throw CBORError(
                    .invalid, at: name.lowerBound, "a sort has the keys direction and key, no other")
            }
        }
        reader.leave()
        guard let key, let direction else {
            throw CBORError(.invalid, at: start, "a sort has the keys direction and key")
        }
        return AlbumSort(by: key, direction)
    }

    /// Writes the map.
    public func write(to writer: inout CBORWriter) {
        writer.writeMapHead(2)
        writer.writeText("key")
        key.write(to: &writer)
        writer.writeText("direction")
        direction.write(to: &writer)
    }
}
