// SPDX-License-Identifier: Apache-2.0

/// What the flags of a stack's members say together (SPEC section 13).
public enum GroupCull: String, Hashable, Sendable {
    /// Every member is rejected.
    case allRejected = "all_rejected"
    /// At least one member is picked.
    case anyPick = "any_pick"
    /// Anything else.
    case mixed

    /// The state of flags; nil when there are none.
    public init?(_ flags: [Cull]) {
        if flags.isEmpty { return nil }
        if flags.allSatisfy({ $0 == .reject }) {
            self = .allRejected
        } else {
            self = flags.contains(.pick) ? .anyPick : .mixed
        }
    }
}
