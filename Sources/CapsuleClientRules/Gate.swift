// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// A view that is shown only after an authentication on this device (SPEC section 21).
public enum GatedView: String, CaseIterable, Hashable, Sendable {
    /// What is in the trash.
    case trash
    /// What is hidden.
    case hidden
}

/// How a person shows who they are, in the order in which they are asked.
public enum AuthenticationMethod: String, CaseIterable, Hashable, Sendable {
    /// A face or a finger.
    case biometric
    /// The device's code.
    case device
    /// The account's password.
    case account
}

/// When a person last authenticated on this device, for each view.
///
/// The caller keeps it in memory, and drops it when its clock is set back.
public struct GateGrants: Hashable, Sendable {
    /// The last authentication for the trash; nil without one.
    public var trash: Moment?
    /// The last authentication for the hidden view; nil without one.
    public var hidden: Moment?

    /// Says when a person last authenticated.
    public init(trash: Moment? = nil, hidden: Moment? = nil) {
        self.trash = trash
        self.hidden = hidden
    }

    subscript(view: GatedView) -> Moment? {
        switch view {
        case .trash: trash
        case .hidden: hidden
        }
    }
}

/// Whether a gated view is open, and what to ask for when it is not (SPEC section 21).
public struct Gate: Hashable, Sendable {
    /// How long an authentication lasts where nothing else is set: 5 minutes.
    public static let defaultGrace = WholeSeconds(300)

    /// Whether the view is shown.
    public let isOpen: Bool
    /// What to ask for; nil when the view is open, and when nothing is left to ask for.
    public let ask: AuthenticationMethod?

    /// Decides whether a view is open.
    ///
    /// - Parameters:
    ///   - view: the view that is to be shown.
    ///   - grants: when the person last authenticated; that for the other view does not count.
    ///   - now: the device's clock.
    ///   - grace: how long an authentication lasts.
    ///   - enrolled: the methods that the operating system says are set up; nil where it could not say. With
    ///     none the view is open: there is nothing to ask for, and what lies in the trash must be restorable.
    ///   - failed: the methods that did not work just now.
    public init(
        _ view: GatedView, grants: GateGrants, now: Moment, grace: WholeSeconds = Gate.defaultGrace,
        enrolled: [AuthenticationMethod]?, failed: [AuthenticationMethod] = []
    ) {
        let isGranted = grants[view].map { $0 <= now && now < $0.advanced(by: grace) } ?? false
        isOpen = isGranted || enrolled?.isEmpty == true
        ask =
            isOpen
            ? nil
            : AuthenticationMethod.allCases.first {
                enrolled?.contains($0) == true && !failed.contains($0)
            }
    }
}
