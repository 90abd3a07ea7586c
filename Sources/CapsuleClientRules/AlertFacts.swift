// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// The classes of alerts (SPEC section 23); a closed set.
public enum AlertClass: String, CaseIterable, Hashable, Sendable {
    /// Nothing has been synchronised for long.
    case syncStale = "sync_stale"
    /// The recovery key is to be checked.
    case recoveryCheckDue = "recovery_check_due"
    /// The storage is nearly full.
    case quotaSoft = "quota_soft"
    /// The grace after a full storage ends soon.
    case quotaGraceExpiring = "quota_grace_expiring"
    /// Records wait in quarantine for a look.
    case quarantinePending = "quarantine_pending"
    /// Files that others dropped wait to be taken in.
    case dropPending = "drop_pending"

    /// Whether a timer can be set for an alert of the class before it is due.
    public var isPreArmable: Bool { self == .syncStale || self == .recoveryCheckDue }
}

/// What a device knows about the matter of one class of alerts.
///
/// The device composes it from its own state; nothing of an alert comes from a server.
public enum AlertFacts: Hashable, Sendable {
    /// How long nothing has to be synchronised before the alert is due, where nothing else is set: 14 days.
    public static let defaultStaleness = WholeSeconds(1_209_600)

    /// When the last synchronisation succeeded, when this device signed in (each nil where it never did),
    /// and after how long the alert is due.
    case syncStale(lastSync: Moment?, signedIn: Moment?, after: WholeSeconds = defaultStaleness)
    /// When the next check of the recovery key is due; nil without one.
    case recoveryCheckDue(Moment?)
    /// Bytes used, bytes allowed (0 for no quota), and from how many percent on the alert is due.
    case quotaSoft(used: UInt64, quota: UInt64, percent: UInt8)
    /// When the grace ends, nil without one, and how long before that the alert is due.
    case quotaGraceExpiring(graceUntil: Moment?, lead: WholeSeconds)
    /// How many records are in quarantine.
    case quarantinePending(count: UInt64)
    /// How many drops wait.
    case dropPending(count: UInt64)

    /// The class that the facts are of.
    public var alertClass: AlertClass {
        switch self {
        case .syncStale: .syncStale
        case .recoveryCheckDue: .recoveryCheckDue
        case .quotaSoft: .quotaSoft
        case .quotaGraceExpiring: .quotaGraceExpiring
        case .quarantinePending: .quarantinePending
        case .dropPending: .dropPending
        }
    }

    /// When the alert is due; nil for a class without a deadline, and where there is none.
    public func deadline(now: Moment) -> Moment? {
        switch self {
        case .syncStale(let lastSync, let signedIn, let after):
            // A time later than now is not trusted: the deadline is now.
            (lastSync ?? signedIn).map { $0 > now ? now : $0.advanced(by: after) }
        case .recoveryCheckDue(let due): due
        default: nil
        }
    }

    /// Whether the alert is due.
    public func isDue(now: Moment) -> Bool {
        switch self {
        case .syncStale, .recoveryCheckDue: deadline(now: now).map { $0 <= now } ?? false
        case .quotaSoft(let used, let quota, let percent):
            quota > 0
                && !isLess(used.multipliedFullWidth(by: 100), quota.multipliedFullWidth(by: UInt64(percent)))
        case .quotaGraceExpiring(let graceUntil, let lead):
            graceUntil.map { $0 <= now.advanced(by: lead) } ?? false
        case .quarantinePending(let count), .dropPending(let count): count > 0
        }
    }

    /// Compares exact products, which do not fit into 64 bits.
    private func isLess(_ left: (high: UInt64, low: UInt64), _ right: (high: UInt64, low: UInt64)) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
