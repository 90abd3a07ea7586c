// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT
public import CapsuleDocuments

/// Which assets a smart album gains and loses by a change, each by ascending id.
public struct MembershipChange: Hashable, Sendable {
    /// The new members.
    public let gained: [Identifier]
    /// Those that are members no more.
    public let lost: [Identifier]

    /// Whether the membership stays as it is.
    public var isEmpty: Bool { gained.isEmpty && lost.isEmpty }
}

extension AssetIndex {
    /// What a smart album gains and loses between an earlier index and this one.
    ///
    /// Only the assets that changed are looked at, in both: what others are is up to nobody but them. A
    /// change of `currentSlots` concerns every asset, and wants a full evaluation instead.
    ///
    /// - Parameters:
    ///   - definition: the smart album.
    ///   - earlier: the index before the changes.
    ///   - assets: all that the updates since then returned.
    public func change(
        of definition: SmartAlbumDefinition, since earlier: AssetIndex, among assets: ChangedAssets,
        in scope: AssetScope = .default
    ) -> MembershipChange {
        let before = earlier.members(of: definition, among: assets, in: scope)
        let after = members(of: definition, among: assets, in: scope)
        return MembershipChange(
            gained: after.sortedSubtracting(before), lost: before.sortedSubtracting(after))
    }

    /// The members among some assets, by ascending id.
    public func members(
        of definition: SmartAlbumDefinition, among assets: ChangedAssets, in scope: AssetScope = .default
    ) -> [Identifier] {
        let plan = plan(definition, in: scope)
        if case .nothing = plan { return [] }
        var members: [Identifier] = []
        var rest = assets.ids[...]
        while let id = rest.first {
            let index = chunkIndex(for: id)
            guard index < chunks.count else { break }
            let chunk = chunks[index].value
            let end = index + 1 < chunks.count ? chunks[index + 1].value.ids[0] : nil
            var wanted = Mask()
            // The assets ascend, and so do the chunks.
            var place = 0
            while let id = rest.first, end.map({ id < $0 }) ?? true {
                place = chunk.ids.firstIndex(notBelow: id, in: place..<chunk.count)
                if place < chunk.count, chunk.ids[place] == id { wanted.insert(place) }
                rest.removeFirst()
            }
            if plan.keep(&wanted, in: chunk) { wanted.forEach { members.append(chunk.ids[$0]) } }
        }
        return members
    }
}
