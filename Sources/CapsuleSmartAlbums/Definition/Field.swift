// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

/// The fields that a condition can ask about, each with the questions of its class (SPEC section 12).
///
/// A question that does not fit its field does not compile: `Field.rating.gte(3)` does,
/// `Field.rating.before(...)` and `Field.cull.is(true)` do not.
public enum Field {
    /// The effective capture timestamp.
    public static let captureTimestamp = TimeConditions(field: .capture)
    /// When the original was imported.
    public static let importTimestamp = TimeConditions(field: .import)
    /// The format of the original.
    public static let contentType = ChoiceConditions<ContentType>(term: Term.contentType)
    /// Image or video.
    public static let mediaKind = ChoiceConditions<MediaKind>(term: Term.mediaKind)
    /// The coordinate system of the place.
    public static let gpsDatum = ChoiceConditions<GPSDatum>(term: Term.datum)
    /// The stars, 0 when never rated.
    public static let rating = NumberConditions(field: .rating)
    /// The width in pixels.
    public static let width = NumberConditions(field: .width)
    /// The height in pixels.
    public static let height = NumberConditions(field: .height)
    /// The verdict, neutral when never given.
    public static let cull = FlagConditions<Cull>(term: Term.cull)
    /// Whether the asset is hidden, false when never written.
    public static let hidden = FlagConditions<Bool>(term: Term.hidden)
    /// The labels: the asset's own, its live regions', its stack's and its album's.
    public static let tagsUser = SetConditions<Label>(term: Term.labels)
    /// Why the asset is in a stack.
    public static let stackType = SetConditions<StackType>(term: Term.stackType)
    /// The album that holds the asset.
    public static let albumID = SetConditions<Identifier>(term: Term.album)
    /// The place.
    public static let gps = PresenceConditions(term: Term.place)
    /// The camera.
    public static let camera = PresenceConditions(term: Term.camera)

    /// The labels that a version of a model gave.
    public static func tagsAI(_ slot: ModelSlot) -> SetConditions<Label> {
        SetConditions { .aiTags($0, slot) }
    }

    /// The people that a version of a model found.
    public static func peopleCluster(_ slot: ModelSlot) -> SetConditions<Identifier> {
        SetConditions { .people($0, slot) }
    }
}

/// What can be asked about a time.
public struct TimeConditions: Sendable {
    let field: TimeField

    /// Strictly before a time.
    public func before(_ time: Timestamp) -> Condition { .term(.time(field, .before(time))) }
    /// Strictly after a time.
    public func after(_ time: Timestamp) -> Condition { .term(.time(field, .after(time))) }
    /// Within a time.
    public func inRange(_ range: TimeRange) -> Condition { .term(.time(field, .inRange(range))) }
}

/// What can be asked about a number.
public struct NumberConditions: Sendable {
    let field: NumberField

    /// Equal to a number.
    public func eq(_ number: UInt32) -> Condition { .term(.number(field, .eq(number))) }
    /// At least a number.
    public func gte(_ number: UInt32) -> Condition { .term(.number(field, .gte(number))) }
    /// At most a number.
    public func lte(_ number: UInt32) -> Condition { .term(.number(field, .lte(number))) }
    /// Between two numbers, both included.
    public func inRange(_ range: ClosedRange<UInt32>) -> Condition {
        .term(.number(field, .inRange(range)))
    }
}

/// What can be asked about a value of a closed set.
public struct ChoiceConditions<Value: ClosedSet>: Sendable {
    let term: @Sendable (ChoiceTest<Value>) -> Term

    /// It is the value.
    public func eq(_ value: Value) -> Condition { .term(term(.eq(value))) }
    /// It is one of at most 64 values.
    public func isIn(_ values: [Value]) -> Condition { .term(term(.isIn(values))) }
}

/// What can be asked about a flag.
public struct FlagConditions<Value: Sendable>: Sendable {
    let term: @Sendable (Value) -> Term

    /// It has the value.
    public func `is`(_ value: Value) -> Condition { .term(term(value)) }
}

/// What can be asked about a set.
public struct SetConditions<Member: Hashable & Sendable>: Sendable {
    let term: @Sendable (SetTest<Member>) -> Term

    /// It has a member.
    public func contains(_ member: Member) -> Condition { .term(term(.contains(member))) }
    /// It has at least one of at most 64 members.
    public func containsAny(_ members: [Member]) -> Condition { .term(term(.containsAny(members))) }
    /// It has all of at most 64 members.
    public func containsAll(_ members: [Member]) -> Condition { .term(term(.containsAll(members))) }
}

/// What can be asked about something that may be absent.
public struct PresenceConditions: Sendable {
    let term: @Sendable (Bool) -> Term

    /// It is there, or it is not.
    public func exists(_ exists: Bool = true) -> Condition { .term(term(exists)) }
}
