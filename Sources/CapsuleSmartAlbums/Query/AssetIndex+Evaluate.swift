// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

extension AssetIndex {
    /// The members of a smart album, by ascending id.
    public func members(
        of definition: SmartAlbumDefinition, in scope: AssetScope = .default
    ) -> [Identifier] {
        var members: [Identifier] = []
        forEachMember(of: definition, in: scope) { _, chunk, mask in
            let ids = chunk.ids.span
            members.reserveCapacity(members.count + mask.count)
            mask.forEach { members.append(ids[$0]) }
        }
        return members
    }

    /// The members of a smart album in its order.
    ///
    /// - Parameter limit: how many of the first are wanted; nil for all. Asking for a page costs little
    ///   more than `members`.
    public func ordered(
        _ definition: SmartAlbumDefinition, in scope: AssetScope = .default, limit: Int? = nil
    ) -> [Identifier] {
        let sort = definition.effectiveSort
        var first = FirstOf<SortEntry>(limit ?? .max)
        forEachMember(of: definition, in: scope) { index, chunk, mask in
            let key = sort.keys(of: chunk)
            mask.forEach { place in
                first.offer(SortEntry(key(place), chunk: index, place: place))
            }
        }
        return first.sorted().map { chunks[$0.chunk].value.ids[$0.place] }
    }

    /// Calls the body for each chunk that has members.
    private func forEachMember(
        of definition: SmartAlbumDefinition, in scope: AssetScope, _ body: (Int, AssetChunk, Mask) -> Void
    ) {
        let plan = plan(definition.predicate)
        if case .nothing = plan { return }
        for (index, chunk) in chunks.enumerated() {
            let chunk = chunk.value
            let mask = plan.select(chunk, among: chunk.candidates(in: scope, among: Mask(first: chunk.count)))
            if !mask.isEmpty { body(index, chunk, mask) }
        }
    }
}

extension AssetChunk {
    /// The places that a view starts from, among some.
    func candidates(in scope: AssetScope, among places: Mask) -> Mask {
        guard scope == .default else { return places }
        let flags = flags.span
        return places.filtered(count: count) { flags[$0] & AssetFlags.leftOut == 0 }
    }
}
