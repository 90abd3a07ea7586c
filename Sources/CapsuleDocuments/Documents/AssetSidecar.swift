// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// Marks an asset's document.
public enum AssetKind: DocumentType {
    /// The kind.
    public static let kind = DocumentKind.asset
}

/// SidecarV1: the metadata of one asset.
public typealias AssetSidecar = Document<AssetKind>

extension DocumentReading<AssetKind> {
    /// What is known of the original.
    public var facts: Stamped<AssetFacts>? { view.register("facts", AssetFacts.self) }

    /// A person's correction of when it was taken; a stamped nil says that this is not known.
    public var captureTime: Stamped<Timestamp?>? { view.register("capture_time", Timestamp?.self) }

    /// The orientation that a person set after import; absent: the file's own.
    public var orientation: Stamped<EXIFOrientation>? { view.register("orientation", EXIFOrientation.self) }

    /// The place; a stamped nil when it was cleared.
    public var location: Stamped<GPS?>? { view.register("location", GPS?.self) }

    /// The placeholder image; a stamped nil when it was cleared.
    public var lqip: Stamped<LQIP?>? { view.register("lqip", LQIP?.self) }

    /// The labels that people gave.
    public var tagsUser: ORSet<Label> { view.orSet("tags_user", Label.self) }

    /// The labels that models gave.
    public var tagsAI: ORSet<AITag> { view.orSet("tags_ai", AITag.self) }

    /// The caption with what it displaced.
    public var caption: HistoryRegister<Caption>? {
        view.state.value(of: "caption").flatMap { try? HistoryRegister(decoding: $0) }
    }

    /// The number of stars.
    public var rating: Stamped<Rating>? { view.register("rating", Rating.self) }

    /// The stack that the asset belongs to; a stamped nil when it left one.
    public var stackMembership: Stamped<StackMembership?>? {
        view.register("stack_membership", StackMembership?.self)
    }

    /// A person's verdict.
    public var cull: Stamped<Cull>? { view.register("cull", Cull.self) }

    /// Whether the asset is hidden.
    public var hidden: Stamped<Bool>? { view.register("hidden", Bool.self) }

    /// The regions, by ascending id, deleted ones too.
    public var regions: [(id: Identifier, region: RegionRegister)] {
        view.entries("regions").compactMap { key, value in
            (try? Identifier(decoding: key)).map { ($0, RegionRegister(unchecked: value)) }
        }
    }
}

// MARK: Effective values

extension DocumentReading<AssetKind> {
    /// The rating with its default; nil when a newer document's is not understood.
    public var effectiveRating: Rating? {
        rating?.value ?? (view.state.isNotUnderstood("rating") ? nil : Rating.none)
    }

    /// The cull flag with its default; nil when a newer document's is not understood.
    public var effectiveCull: Cull? {
        cull?.value ?? (view.state.isNotUnderstood("cull") ? nil : Cull.neutral)
    }

    /// Whether the asset is hidden, with its default; what a newer document says and this version does not
    /// understand counts as hidden.
    public var isHidden: Bool { hidden?.value ?? view.state.isNotUnderstood("hidden") }

    /// When the asset was taken (SPEC section 10): the correction where one was written, which may be that
    /// nobody knows, else what the facts say, which may be nothing.
    public var effectiveCaptureTimestamp: Timestamp? {
        if let captureTime { return captureTime.value }
        return view.state.isNotUnderstood("capture_time") ? nil : facts?.value.captureTimestamp
    }

    /// The stack that the asset belongs to now.
    public var currentMembership: StackMembership? { stackMembership?.value }

    /// The place of the asset now.
    public var effectiveLocation: GPS? { location?.value }
}
