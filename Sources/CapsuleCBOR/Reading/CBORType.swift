// SPDX-License-Identifier: Apache-2.0

/// What kind of item stands at a place.
public enum CBORType: Hashable, Sendable {
    /// An unsigned integer (major type 0).
    case unsigned
    /// A negative integer (major type 1).
    case negative
    /// A byte string (major type 2).
    case bytes
    /// A text (major type 3).
    case text
    /// An array (major type 4).
    case array
    /// A map (major type 5).
    case map
    /// A tag and its content (major type 6).
    case tag
    /// False or true.
    case bool
    /// Null.
    case null
    /// A float of any width.
    case float
    /// `undefined` or another simple value.
    case simple

    init(_ head: CBORHead) {
        switch head.major {
        case 0: self = .unsigned
        case 1: self = .negative
        case 2: self = .bytes
        case 3: self = .text
        case 4: self = .array
        case 5: self = .map
        case 6: self = .tag
        default:
            switch head.information {
            case 20, 21: self = .bool
            case 22: self = .null
            case 25...27: self = .float
            default: self = .simple
            }
        }
    }
}
