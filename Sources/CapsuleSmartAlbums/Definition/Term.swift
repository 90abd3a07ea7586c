// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

/// One question about one field of an asset: the closed table of SPEC section 12.
///
/// Each field admits only the tests of its class, with operands of its type.
public enum Term: Hashable, Sendable {
    /// When the asset was taken or imported.
    case time(TimeField, TimeTest)
    /// A count or a size.
    case number(NumberField, NumberTest)
    /// The format of the original.
    case contentType(ChoiceTest<ContentType>)
    /// Image or video.
    case mediaKind(ChoiceTest<MediaKind>)
    /// The coordinate system of the place.
    case datum(ChoiceTest<GPSDatum>)
    /// The verdict.
    case cull(Cull)
    /// Whether the asset is hidden.
    case hidden(Bool)
    /// The effective labels.
    case labels(SetTest<Label>)
    /// The labels that a model gave.
    case aiTags(SetTest<Label>, ModelSlot)
    /// The people that a model found.
    case people(SetTest<Identifier>, ModelSlot)
    /// Why the asset is in a stack.
    case stackType(SetTest<StackType>)
    /// The album that holds the asset.
    case album(SetTest<Identifier>)
    /// Whether there is a place.
    case place(exists: Bool)
    /// Whether the camera is known.
    case camera(exists: Bool)
}

/// A field that holds a time.
public enum TimeField: Hashable, Sendable, CaseIterable {
    /// The effective capture time: the correction where one was written, else the facts'.
    case capture
    /// When the original was imported.
    case `import`
}

/// A field that holds a number.
public enum NumberField: Hashable, Sendable, CaseIterable {
    /// The stars, 0 when never rated.
    case rating
    /// The width in pixels.
    case width
    /// The height in pixels.
    case height
}

/// A question about a time; instants are compared, whatever the offset they are written in.
public enum TimeTest: Hashable, Sendable {
    /// Strictly before.
    case before(Timestamp)
    /// Strictly after.
    case after(Timestamp)
    /// From the start on and before the end.
    case inRange(TimeRange)
}

/// A time from a start, included, to a later end, not included.
public struct TimeRange: Hashable, Sendable {
    /// The first instant of it.
    public let start: Timestamp
    /// The first instant after it.
    public let end: Timestamp

    /// Takes the bounds, or gives nil when the end is not later than the start.
    public init?(from start: Timestamp, to end: Timestamp) {
        guard start.instant < end.instant else { return nil }
        self.start = start
        self.end = end
    }
}

/// A question about a number.
public enum NumberTest: Hashable, Sendable {
    /// Equal.
    case eq(UInt32)
    /// Greater or equal.
    case gte(UInt32)
    /// Less or equal.
    case lte(UInt32)
    /// Between two bounds, both included.
    case inRange(ClosedRange<UInt32>)
}

/// A question about a value of a closed set.
public enum ChoiceTest<Value: ClosedSet>: Hashable, Sendable {
    /// It is the value.
    case eq(Value)
    /// It is one of the values.
    case isIn([Value])
}

/// A question about a set.
public enum SetTest<Member: Hashable & Sendable>: Hashable, Sendable {
    /// It has the member.
    case contains(Member)
    /// It has at least one of the members; false for none.
    case containsAny([Member])
    /// It has all of the members; true for none.
    case containsAll([Member])

    var members: [Member] {
        switch self {
        case .contains(let member): [member]
        case .containsAny(let members), .containsAll(let members): members
        }
    }
}

/// What kind of medium an original is; follows its content type.
public enum MediaKind: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a media kind"
    case image, video
}

extension ContentType {
    /// The kind of medium; nil for a sound and for what is attached to a stack.
    public var mediaKind: MediaKind? { isImage ? .image : isVideo ? .video : nil }
}

extension Term {
    /// How many members the operand has, where it is an array.
    var memberCount: Int {
        switch self {
        case .contentType(.isIn(let values)): values.count
        case .mediaKind(.isIn(let values)): values.count
        case .datum(.isIn(let values)): values.count
        case .labels(let test): test.members.count
        case .aiTags(let test, _): test.members.count
        case .people(let test, _): test.members.count
        case .stackType(let test): test.members.count
        case .album(let test): test.members.count
        default: 0
        }
    }

    /// The model that made what the term asks about; nil for what no model makes.
    public var slot: ModelSlot? {
        switch self {
        case .aiTags(_, let slot), .people(_, let slot): slot
        default: nil
        }
    }
}
