// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// The fields by the names that a definition has for them.
enum FieldName: String, ClosedSet {
    static let setName = "a field"
    static let spellings = ClosedSetSpellings(Self.self)
    case captureTimestamp = "capture_timestamp"
    case importTimestamp = "import_timestamp"
    case contentType = "content_type"
    case mediaKind = "media_kind"
    case gpsDatum = "gps.datum"
    case rating
    case width = "dimensions.width"
    case height = "dimensions.height"
    case cull
    case hidden
    case tagsUser = "tags_user"
    case tagsAI = "tags_ai"
    case stackType = "stack_type"
    case peopleCluster = "people_cluster"
    case albumID = "album_id"
    case gps
    case camera = "camera_id"

    /// The operators of the field's class.
    var operators: [OperatorSpelling] {
        switch self {
        case .captureTimestamp, .importTimestamp: TimeTest.operators
        case .contentType: ChoiceTest<ContentType>.operators
        case .mediaKind: ChoiceTest<MediaKind>.operators
        case .gpsDatum: ChoiceTest<GPSDatum>.operators
        case .rating, .width, .height: NumberTest.operators
        case .cull: FlagTest<Cull>.operators
        case .hidden: FlagTest<Bool>.operators
        case .tagsUser, .tagsAI: SetTest<Label>.operators
        case .stackType: SetTest<StackType>.operators
        case .peopleCluster, .albumID: SetTest<Identifier>.operators
        case .gps, .camera: PresenceTest.operators
        }
    }

    /// Whether a term over the field names the model that made what it asks about.
    var hasSlot: Bool { self == .tagsAI || self == .peopleCluster }
}

extension Term {
    /// The name of the field.
    var fieldName: FieldName {
        switch self {
        case .time(.capture, _): .captureTimestamp
        case .time(.import, _): .importTimestamp
        case .number(.rating, _): .rating
        case .number(.width, _): .width
        case .number(.height, _): .height
        case .contentType: .contentType
        case .mediaKind: .mediaKind
        case .datum: .gpsDatum
        case .cull: .cull
        case .hidden: .hidden
        case .labels: .tagsUser
        case .aiTags: .tagsAI
        case .people: .peopleCluster
        case .stackType: .stackType
        case .album: .albumID
        case .place: .gps
        case .camera: .camera
        }
    }
}
