// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// The fields by the names that a definition has for them.
enum FieldName: String, ClosedSet {
    static let setName = "a field"
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
    var operators: [OperatorName] {
        switch self {
        case .captureTimestamp, .importTimestamp: [.before, .after, .inRange]
        case .contentType, .mediaKind, .gpsDatum: [.eq, .isIn]
        case .rating, .width, .height: [.eq, .gte, .lte, .inRange]
        case .cull, .hidden: [.is]
        case .tagsUser, .tagsAI, .stackType, .peopleCluster, .albumID:
            [.contains, .containsAny, .containsAll]
        case .gps, .camera: [.exists]
        }
    }

    /// Whether a term over the field names the model that made what it asks about.
    var hasSlot: Bool { self == .tagsAI || self == .peopleCluster }
}

/// The operators by the names that a definition has for them.
enum OperatorName: String, ClosedSet {
    static let setName = "an operator"
    case before, after
    case inRange = "in_range"
    case eq
    case isIn = "in"
    case gte, lte
    case `is`
    case contains
    case containsAny = "contains_any"
    case containsAll = "contains_all"
    case exists
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

    /// The name of the operator.
    var operatorName: OperatorName {
        switch self {
        case .time(_, let test):
            switch test {
            case .before: .before
            case .after: .after
            case .inRange: .inRange
            }
        case .number(_, let test):
            switch test {
            case .eq: .eq
            case .gte: .gte
            case .lte: .lte
            case .inRange: .inRange
            }
        case .contentType(let test): test.operatorName
        case .mediaKind(let test): test.operatorName
        case .datum(let test): test.operatorName
        case .cull, .hidden: .is
        case .labels(let test), .aiTags(let test, _): test.operatorName
        case .people(let test, _), .album(let test): test.operatorName
        case .stackType(let test): test.operatorName
        case .place, .camera: .exists
        }
    }
}

extension ChoiceTest {
    var operatorName: OperatorName {
        switch self {
        case .eq: .eq
        case .isIn: .isIn
        }
    }
}

extension SetTest {
    var operatorName: OperatorName {
        switch self {
        case .contains: .contains
        case .containsAny: .containsAny
        case .containsAll: .containsAll
        }
    }
}
