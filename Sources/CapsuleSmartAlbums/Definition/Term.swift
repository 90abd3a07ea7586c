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

/// What kind of medium an original is; follows its content type.
public enum MediaKind: String, ClosedSet {
    /// The name of the set.
    public static let setName = "a media kind"
    /// The texts of the values.
    public static let spellings = ClosedSetSpellings(Self.self)
    case image, video
}

extension ContentType {
    /// The kind of medium; nil for a sound and for what is attached to a stack.
    public var mediaKind: MediaKind? { isImage ? .image : isVideo ? .video : nil }
}

extension Term {
    /// The model that made what the term asks about; nil for what no model makes.
    public var slot: ModelSlot? {
        switch self {
        case .aiTags(_, let slot), .people(_, let slot): slot
        case .time, .number, .contentType, .mediaKind, .datum, .cull, .hidden, .labels, .stackType, .album,
            .place,
            .camera:
            nil
        }
    }

    /// The operator and its operand.
    var test: any FieldTest {
        switch self {
        case .time(_, let test): test
        case .number(_, let test): test
        case .contentType(let test): test
        case .mediaKind(let test): test
        case .datum(let test): test
        case .cull(let value): FlagTest(value: value)
        case .hidden(let value): FlagTest(value: value)
        case .labels(let test), .aiTags(let test, _): test
        case .people(let test, _), .album(let test): test
        case .stackType(let test): test
        case .place(let exists), .camera(let exists): PresenceTest(exists: exists)
        }
    }

    /// Reads the operand of a term.
    ///
    /// - Parameters:
    ///   - field: the field of the term.
    ///   - name: the name of the operator.
    ///   - slot: the model, which must be there for a field that has one.
    ///   - source: where the operand comes next.
    /// - Returns: nil when the field has no such operator, or has a slot and none is given.
    static func read<Source: OperandSource & ~Escapable>(
        _ field: FieldName, _ name: String, _ slot: ModelSlot?, from source: inout Source
    ) throws(Source.Failure) -> Term? {
        switch field {
        case .captureTimestamp: try TimeTest.read(named: name, from: &source).map { .time(.capture, $0) }
        case .importTimestamp: try TimeTest.read(named: name, from: &source).map { .time(.import, $0) }
        case .rating: try NumberTest.read(named: name, from: &source).map { .number(.rating, $0) }
        case .width: try NumberTest.read(named: name, from: &source).map { .number(.width, $0) }
        case .height: try NumberTest.read(named: name, from: &source).map { .number(.height, $0) }
        case .contentType: try ChoiceTest.read(named: name, from: &source).map { .contentType($0) }
        case .mediaKind: try ChoiceTest.read(named: name, from: &source).map { .mediaKind($0) }
        case .gpsDatum: try ChoiceTest.read(named: name, from: &source).map { .datum($0) }
        case .cull: try FlagTest.read(named: name, from: &source).map { .cull($0.value) }
        case .hidden: try FlagTest.read(named: name, from: &source).map { .hidden($0.value) }
        case .tagsUser: try SetTest.read(named: name, from: &source).map { .labels($0) }
        case .tagsAI:
            if let slot {
                try SetTest.read(named: name, from: &source).map { .aiTags($0, slot) }
            } else {
                nil
            }
        case .stackType: try SetTest.read(named: name, from: &source).map { .stackType($0) }
        case .peopleCluster:
            if let slot {
                try SetTest.read(named: name, from: &source).map { .people($0, slot) }
            } else {
                nil
            }
        case .albumID: try SetTest.read(named: name, from: &source).map { .album($0) }
        case .gps: try PresenceTest.read(named: name, from: &source).map { .place(exists: $0.exists) }
        case .camera: try PresenceTest.read(named: name, from: &source).map { .camera(exists: $0.exists) }
        }
    }
}
