// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Edits of several assets at once: all of them are made, or none.
///
/// Each takes the documents of the assets that it may change, changes those in place, and gives one delta
/// for each asset that it changed, by ascending asset id. What says already what is to be written is not stamped anew.
public enum StackEdits {
    /// Puts assets into a stack, in the order given, the first as its primary.
    ///
    /// Assets that are in the stack already and are not named keep their place, but none stays primary.
    ///
    /// - Parameters:
    ///   - members: the assets that become members, the primary first; each is among the assets.
    ///   - assets: the documents of the members and of those that are in the stack already.
    /// - Throws: `invalid` when a member is not among the assets or named twice; what a write throws.
    public static func form(
        _ stackID: Identifier, type: StackType, members: [Identifier], in assets: inout [AssetSidecar],
        by author: Author
    ) throws(DocumentError) -> [AssetSidecar] {
        guard Set(members).count == members.count else {
            throw DocumentError(.invalid, at: "\(AssetKind.stackMembership.name)", "a member is named twice")
        }
        let places = Dictionary(zip(members, members.indices), uniquingKeysWith: { first, _ in first })
        return try change(&assets, touching: members) { (asset) throws(DocumentError) in
            guard let place = places[asset.id] else {
                return try demote(&asset, stackID, by: author)
            }
            return try asset.setStackMembership(
                StackMembership(
                    stackID: stackID, stackType: type, role: place == 0 ? .primary : .member,
                    memberIndex: UInt32(clamping: place)),
                by: author, ifChanged: true)
        }
    }

    /// Takes assets out of whatever stack they are in.
    ///
    /// - Throws: `invalid` when a member is not among the assets; what a write throws.
    public static func leave(
        _ members: [Identifier], in assets: inout [AssetSidecar], by author: Author
    ) throws(DocumentError) -> [AssetSidecar] {
        let leaving = Set(members)
        return try change(&assets, touching: members) { (asset) throws(DocumentError) in
            guard leaving.contains(asset.id), asset.view.currentMembership != nil else { return nil }
            return try asset.setStackMembership(nil, by: author)
        }
    }

    /// Makes a member its stack's primary, and those that were into members, in one edit.
    ///
    /// - Throws: `invalid` when the asset is not among the assets or not a member of the stack; what a
    ///   write throws.
    public static func makePrimary(
        _ member: Identifier, of stackID: Identifier, in assets: inout [AssetSidecar], by author: Author
    ) throws(DocumentError) -> [AssetSidecar] {
        try change(&assets, touching: [member]) { (asset) throws(DocumentError) in
            guard asset.id == member else { return try demote(&asset, stackID, by: author) }
            guard var membership = asset.view.currentMembership, membership.stackID == stackID else {
                throw DocumentError(
                    .invalid, at: "\(AssetKind.stackMembership.name)",
                    "asset \(member) is not a member of stack \(stackID)")
            }
            membership.role = .primary
            return try asset.setStackMembership(membership, by: author, ifChanged: true)
        }
    }

    /// Flags every member of a stack.
    ///
    /// - Parameter assets: the documents; those that are not members of the stack are left alone.
    /// - Throws: what a write throws.
    public static func flag(
        _ cull: Cull, stack stackID: Identifier, in assets: inout [AssetSidecar], by author: Author
    ) throws(DocumentError) -> [AssetSidecar] {
        try change(&assets, touching: []) { (asset) throws(DocumentError) in
            guard asset.view.currentMembership?.stackID == stackID else { return nil }
            return try asset.setCull(cull, by: author, ifChanged: true)
        }
    }

    /// Writes an asset that is a stack's primary as its member; nil for any other.
    private static func demote(
        _ asset: inout AssetSidecar, _ stackID: Identifier, by author: Author
    ) throws(DocumentError) -> AssetSidecar? {
        guard var membership = asset.view.currentMembership, membership.stackID == stackID,
            membership.role == .primary
        else { return nil }
        membership.role = .member
        return try asset.setStackMembership(membership, by: author)
    }

    /// Changes copies first, so that a refusal leaves every document as it was.
    private static func change(
        _ assets: inout [AssetSidecar], touching wanted: [Identifier],
        _ edit: (inout AssetSidecar) throws(DocumentError) -> AssetSidecar?
    ) throws(DocumentError) -> [AssetSidecar] {
        let known = Set(assets.map(\.id))
        guard known.count == assets.count else {
            throw DocumentError(.invalid, at: AssetKind.kind.idKey, "an asset is given twice")
        }
        if let missing = wanted.first(where: { !known.contains($0) }) {
            throw DocumentError(
                .invalid, at: AssetKind.kind.idKey, "asset \(missing) is not among the documents given")
        }
        var changed = assets
        var deltas: [AssetSidecar] = []
        for index in changed.indices {
            let before = changed[index]
            if let delta = try edit(&changed[index]), changed[index] != before { deltas.append(delta) }
        }
        assets = changed
        return deltas.sorted { $0.id < $1.id }
    }
}
