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
