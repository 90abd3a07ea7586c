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
        let plan = plan(definition, in: scope)
        if case .nothing = plan { return }
        for (index, chunk) in chunks.enumerated() {
            let chunk = chunk.value
            var places = Mask(first: chunk.count)
            if plan.keep(&places, in: chunk) { body(index, chunk, places) }
        }
    }

    /// The plan that selects the members in a view.
    func plan(_ definition: SmartAlbumDefinition, in scope: AssetScope) -> Plan {
        let members = plan(definition.predicate)
        // One more condition: where another selects few, it is asked of those few.
        return scope == .default ? .all([members, .match(.flags(.leftOut, allowed: 1))]) : members
    }
}
