// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// What a join did that its result does not show, for a client that wants to tell its user.
public struct JoinReport: Hashable, Sendable {
    /// An element that lost under an add-id which was live with two elements: a writer was at fault.
    public struct DoubledAdd: Hashable, Sendable {
        /// The set: `labels`, `tags_user`, `tags_ai` or `regions/` and a region's id.
        public let field: String
        /// The add-id that was used twice.
        public let id: AddID
        /// The canonical bytes of the element that is gone.
        public let lesserElement: [UInt8]
    }

    /// What a region lost because the other side had deleted it.
    public struct AbsorbedRegion: Hashable, Sendable {
        /// The region.
        public let id: Identifier
        /// Its labels, in the set's order.
        public let labels: [Label]
        /// Its unknown keys.
        public let unknownKeys: [String]
    }

    /// An unknown key of a region that differed.
    public struct RegionConflict: Hashable, Sendable {
        /// The region.
        public let id: Identifier
        /// The key.
        public let key: String
    }

    /// Top-level carried keys whose values differed, ascending by their UTF-8 bytes.
    public internal(set) var conflicts: [String] = []
    /// Elements that lost under a doubled add-id.
    public internal(set) var doubledAdds: [DoubledAdd] = []
    /// Labels and keys that went with a deleted region.
    public internal(set) var absorbedRegions: [AbsorbedRegion] = []
    /// Unknown keys inside regions that differed.
    public internal(set) var regionConflicts: [RegionConflict] = []

    /// A report of nothing.
    public init() {}

    /// Whether the join lost nothing.
    public var isEmpty: Bool { self == JoinReport() }

    /// Takes in what another join of the same document did.
    public mutating func add(_ other: JoinReport) {
        guard !other.isEmpty else { return }
        self = JoinReport(combining: [self, other])
    }

    /// What several joins of one document did together.
    package init(combining reports: [JoinReport]) {
        doubledAdds = reports.flatMap(\.doubledAdds)
        absorbedRegions = reports.flatMap(\.absorbedRegions)
        regionConflicts = reports.flatMap(\.regionConflicts)
        let differing = reports.map(\.conflicts).filter { !$0.isEmpty }
        guard differing.count > 1 else {
            conflicts = differing.first ?? []
            return
        }
        // Texts are told apart by their bytes.
        var known: Set<[UInt8]> = []
        conflicts = differing.joined().filter { known.insert(Array($0.utf8)).inserted }.sorted(byUTF8: \.self)
    }
}
