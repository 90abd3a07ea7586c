// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// A stack as a person is shown it: derived each time, never written (SPEC section 13).
public struct StackView: Hashable, Sendable {
    /// The members in display order.
    public let members: [Identifier]
    /// The asset that stands for the stack; nil when it has no members.
    public let primary: Identifier?

    /// Whether the stack is shown as one: from two members on.
    public var isShown: Bool { members.count >= 2 }

    /// Derives a stack from the assets of a library.
    ///
    /// - Parameters:
    ///   - stackID: the stack.
    ///   - albumID: the album that the stack is in; assets of others are not its members.
    ///   - assets: assets with distinct ids, in any order; newer ones are left out.
    ///   - scope: whether hidden assets count.
    /// - Throws: `invalid` when two states of one asset are given, which are joined first.
    public init(
        stackID: Identifier, albumID: Identifier, assets: [AssetInView], scope: AssetScope
    ) throws(DocumentError) {
        try AssetInView.checkDistinct(assets)
        var members: [Member] = []
        for asset in assets where !asset.sidecar.isNewer {
            guard asset.albumID == albumID, !asset.isTrashed,
                scope == .everything || !asset.sidecar.isHidden,
                let write = asset.sidecar.stackMembership, let membership = write.value,
                membership.stackID == stackID
            else { continue }
            members.append(
                Member(
                    id: asset.sidecar.id, write: write, membership: membership,
                    captured: asset.sidecar.effectiveCaptureTimestamp?.instant))
        }
        members.sort(by: Member.isInDisplayOrder)
        self.members = members.map(\.id)
        let chosen = members.filter { $0.membership.role == .primary }.max { left, right in
            left.write != right.write ? left.write < right.write : left.id > right.id
        }
        primary = (chosen ?? members.first { $0.membership.role != .proxy } ?? members.first)?.id
    }

    private struct Member {
        let id: Identifier
        let write: Stamped<StackMembership?>
        let membership: StackMembership
        let captured: Timestamp.Instant?

        /// Member index, then instant, each with those that have none last, then id.
        static func isInDisplayOrder(_ left: Member, _ right: Member) -> Bool {
            if left.membership.memberIndex != right.membership.memberIndex {
                return comesFirst(left.membership.memberIndex, right.membership.memberIndex)
            }
            if left.captured != right.captured { return comesFirst(left.captured, right.captured) }
            return left.id < right.id
        }

        private static func comesFirst<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool {
            guard let left else { return false }
            guard let right else { return true }
            return left < right
        }
    }
}
