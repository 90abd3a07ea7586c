// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Marks an asset's document.
public enum AssetKind: DocumentType, Labelled {
    /// The kind.
    public static let kind = DocumentKind.asset

    /// The fields, in the order in which they are shown.
    public static let fields = FieldList<Self>(
        Identity("uuid"), facts, captureTime, orientation, location, lqip, tagsUser, tagsAI, caption, rating,
        cull, hidden, stackMembership, regions)

    /// What is known of the original.
    package static let facts = Register("facts", AssetFacts.self, isRequired: true)
    /// A person's correction of when it was taken.
    package static let captureTime = Register("capture_time", Timestamp?.self)
    /// The orientation that a person set after import.
    package static let orientation = Register("orientation", EXIFOrientation.self)
    /// The place.
    package static let location = Register("location", GPS?.self)
    /// The placeholder image.
    package static let lqip = Register("lqip", LQIP?.self)
    /// The labels that people gave.
    package static let tagsUser = LabelSet("tags_user")
    /// The labels that models gave.
    package static let tagsAI = ElementSet("tags_ai", AITag.self)
    /// The caption with what it displaced.
    package static let caption = History("caption", Caption.self)
    /// The number of stars.
    package static let rating = Register("rating", Rating.self, default: Rating.none)
    /// A person's verdict.
    package static let cull = Register("cull", Cull.self, default: .neutral)
    /// Whether the asset is hidden; what this version does not understand counts as hidden.
    package static let hidden = Register("hidden", Bool.self, default: false, notUnderstood: true)
    /// The stack that the asset belongs to.
    package static let stackMembership = Register("stack_membership", StackMembership?.self)
    /// The regions.
    package static let regions = RegionMap("regions")

    /// The labels that people give.
    public static var labels: SetField<Self, Label> { tagsUser }
}

/// SidecarV1: the metadata of one asset.
public typealias AssetSidecar = Document<AssetKind>

extension DocumentReading<AssetKind> {
    /// What is known of the original.
    public var facts: Stamped<AssetFacts>? { view[AssetKind.facts] }

    /// A person's correction of when it was taken; a stamped nil says that this is not known.
    public var captureTime: Stamped<Timestamp?>? { view[AssetKind.captureTime] }

    /// The orientation that a person set after import; absent: the file's own.
    public var orientation: Stamped<EXIFOrientation>? { view[AssetKind.orientation] }

    /// The place; a stamped nil when it was cleared.
    public var location: Stamped<GPS?>? { view[AssetKind.location] }

    /// The placeholder image; a stamped nil when it was cleared.
    public var lqip: Stamped<LQIP?>? { view[AssetKind.lqip] }

    /// The labels that people gave.
    public var tagsUser: ORSet<Label> { view[AssetKind.tagsUser] }

    /// The labels that models gave.
    public var tagsAI: ORSet<AITag> { view[AssetKind.tagsAI] }

    /// The caption with what it displaced.
    public var caption: HistoryRegister<Caption>? { view[AssetKind.caption] }

    /// The number of stars.
    public var rating: Stamped<Rating>? { view[AssetKind.rating] }

    /// The stack that the asset belongs to; a stamped nil when it left one.
    public var stackMembership: Stamped<StackMembership?>? {
        view[AssetKind.stackMembership]
    }

    /// A person's verdict.
    public var cull: Stamped<Cull>? { view[AssetKind.cull] }

    /// Whether the asset is hidden.
    public var hidden: Stamped<Bool>? { view[AssetKind.hidden] }

    /// The regions, by ascending id, deleted ones too.
    public var regions: [(id: Identifier, region: RegionRegister)] { view[AssetKind.regions] }
}

// MARK: Effective values

extension DocumentReading<AssetKind> {
    /// The rating with its default; nil when a newer document's is not understood.
    public var effectiveRating: Rating? { view.effectiveValue(of: AssetKind.rating) }

    /// The cull flag with its default; nil when a newer document's is not understood.
    public var effectiveCull: Cull? { view.effectiveValue(of: AssetKind.cull) }

    /// Whether the asset is hidden, with its default; what a newer document says and this version does not
    /// understand counts as hidden.
    public var isHidden: Bool { view.effectiveValue(of: AssetKind.hidden) ?? true }

    /// When the asset was taken (SPEC section 10): the correction where one was written, which may be that
    /// nobody knows, else what the facts say, which may be nothing.
    public var effectiveCaptureTimestamp: Timestamp? {
        if let captureTime { return captureTime.value }
        return view.state.isNotUnderstood(AssetKind.captureTime.name) ? nil : facts?.value.captureTimestamp
    }

    /// The stack that the asset belongs to now.
    public var currentMembership: StackMembership? { stackMembership?.value }

    /// The place of the asset now.
    public var effectiveLocation: GPS? { location?.value }
}

// MARK: Edits

/// Each edit of a register takes `ifChanged`: with it, a value that has the bytes of the current one, after what is
/// taken over of unknown keys, is not written, and the delta holds nothing (SPEC section 15). A form that saves
/// everything then beats no peer's edit of what it did not touch. Without it the value is stamped anew.
extension DocumentEditing where Self: ~Copyable, Kind == AssetKind {
    /// Sets the facts, at import or when the original is replaced, else never.
    ///
    /// Unknown keys of the facts that stand there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setFacts(
        _ facts: AssetFacts, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.facts, to: facts, by: author, ifChanged: ifChanged)
    }

    /// Corrects when the asset was taken; nil says that this is not known, whatever the facts say.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCaptureTime(
        _ time: Timestamp?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.captureTime, to: time, by: author, ifChanged: ifChanged)
    }

    /// Sets the orientation in which the asset is shown; regions stay as they are stored.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setOrientation(
        _ orientation: EXIFOrientation, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.orientation, to: orientation, by: author, ifChanged: ifChanged)
    }

    /// Sets or clears the place.
    ///
    /// Unknown keys of the place that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setLocation(
        _ place: GPS?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.location, to: place, by: author, ifChanged: ifChanged)
    }

    /// Sets or clears the placeholder image.
    ///
    /// Unknown keys of the one that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setLQIP(
        _ lqip: LQIP?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.lqip, to: lqip, by: author, ifChanged: ifChanged)
    }

    /// Sets the number of stars.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setRating(
        _ rating: Rating, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.rating, to: rating, by: author, ifChanged: ifChanged)
    }

    /// Sets the verdict.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCull(
        _ cull: Cull, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.cull, to: cull, by: author, ifChanged: ifChanged)
    }

    /// Hides or shows the asset.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setHidden(
        _ hidden: Bool, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.hidden, to: hidden, by: author, ifChanged: ifChanged)
    }

    /// Writes the caption, verbatim; one write for an editing session, not one for each keystroke.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setCaption(
        _ caption: Caption, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.caption, to: caption, by: author, ifChanged: ifChanged)
    }

    /// Sets or clears the stack that the asset belongs to.
    ///
    /// Unknown keys of the membership that stands there are taken over.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setStackMembership(
        _ membership: StackMembership?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set(AssetKind.stackMembership, to: membership, by: author, ifChanged: ifChanged)
    }
}
