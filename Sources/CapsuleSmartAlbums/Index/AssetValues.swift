// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// What smart albums ask of one asset, in the form in which the index keeps it.
struct AssetValues {
    var id: Identifier
    var captured = InstantKey.absent
    var imported = InstantKey.absent
    var flags = AssetFlags()
    var rating: UInt8 = 0
    /// One past the index in `ContentType.allCases`; 0 without facts.
    var contentType: UInt8 = 0
    /// One past the index in `StackType.allCases`; 0 without a membership.
    var stackType: UInt8 = 0
    /// 0 without dimensions.
    var width: UInt32 = 0
    /// 0 without dimensions.
    var height: UInt32 = 0
    /// The labels of the asset itself and of its live regions, ascending without repeats.
    var labels: [UInt32] = []
    /// The album, when there is one.
    var albums: [UInt32] = []
    /// The stack within the album, when there are both.
    var stacks: [UInt32] = []
    /// What models gave, ascending without repeats.
    var aiTags: [UInt32] = []
    /// Whom models found, ascending without repeats.
    var people: [UInt32] = []
}

/// What of an asset fits in a few bits.
struct AssetFlags: Hashable {
    var bits: UInt16 = 0

    /// A part of the bits.
    struct Part {
        let shift: UInt16
        let mask: UInt16

        static let hidden = Part(shift: 0, mask: 1)
        static let trashed = Part(shift: 1, mask: 1)
        /// Hidden and trashed together: 0 for what the default view shows.
        static let leftOut = Part(shift: 0, mask: 3)
        static let hasCamera = Part(shift: 2, mask: 1)
        /// 0 without a place, else one past the index in `GPSDatum.allCases`.
        static let datum = Part(shift: 3, mask: 3)
        /// The index in `Cull.allCases`.
        static let cull = Part(shift: 5, mask: 3)
        static let hasRating = Part(shift: 7, mask: 1)
        static let hasCull = Part(shift: 8, mask: 1)
        static let hasHidden = Part(shift: 9, mask: 1)
    }

    init() {
        self[.cull] = UInt16(Cull.neutral.index)
    }

    subscript(part: Part) -> UInt16 {
        get { bits >> part.shift & part.mask }
        set { bits = bits & ~(part.mask << part.shift) | (newValue & part.mask) << part.shift }
    }
}

extension ClosedSet where Self: Equatable {
    /// The place among all values.
    var index: Int {
        var index = 0
        for value in Self.allCases {
            if value == self { return index }
            index += 1
        }
        return index
    }
}
