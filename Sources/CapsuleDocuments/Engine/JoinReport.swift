// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// What a join did that its result does not show, for a client that wants to tell its user.
public struct JoinReport: Hashable, Sendable {
    /// An element that is gone since its add-id was used twice: a writer was at fault.
    ///
    /// A writer is used twice when a device was copied or restored and went on with its old writer, or when it
    /// delivered an edit, crashed before it had saved it, and made another. A device that sees this happen to
    /// its own writer draws a new one and adds both elements again (`Replica.receive`). When the writer is
    /// somebody else's, show the element to a person, who can have it back with
    /// `DocumentEditing.addAgain(_:by:)`; and let the device of that writer receive the joined document, so
    /// that it stops using the writer.
    public struct DoubledAdd: Hashable, Sendable, CustomStringConvertible {
        /// The set: `labels`, `tags_user`, `tags_ai` or `regions/` and a region's id.
        public let field: String
        /// The region whose labels the set holds; nil for a set of the document itself.
        public let region: Identifier?
        /// The add-id that was used twice; its writer is the one at fault.
        public let id: AddID
        /// The canonical bytes of the element that is gone.
        public let lesserElement: [UInt8]

        /// What happened, to what, and what to do, for a person.
        public var description: String {
            """
            \(CBORDiagnostic.text(lesserElement.span)) is gone from \(field): writer \(id.writer) used its \
            add-id \(id.counter) twice; add it again if it is wanted, and draw a new writer on the device that \
            used this one
            """
        }

        /// The set.
        var path: SetPath { SetPath(field: String(field.prefix { $0 != "/" }), region: region) }
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
        // A join meets the keys in the order of their encodings, a shorter one first. Texts are told apart by
        // their bytes.
        var known: Set<[UInt8]> = []
        conflicts = reports.flatMap(\.conflicts).filter { known.insert(Array($0.utf8)).inserted }
            .sorted(byUTF8: \.self)
    }
}
