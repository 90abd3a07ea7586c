// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Whether the operating system lets the app show alerts.
public enum AlertPermission: String, CaseIterable, Hashable, Sendable {
    /// The person said yes.
    case granted
    /// The person said no.
    case denied
    /// Nobody has asked.
    case undecided
}

/// What a device remembers of one class of alerts; the app stores it and takes it over from a decision.
public struct AlertMemory: Hashable, Sendable {
    /// How often in a row the alert was snoozed.
    public var snoozes: UInt64
    /// Until when it is snoozed, as it was stored; nil when it is not.
    public var snoozedUntil: Timestamp?
    /// When it was last shown, or asked for; nil when never.
    public var shownAt: Moment?
    /// The time of the timer that is set now; nil without one.
    public var armed: Moment?

    /// Says what is remembered.
    public init(
        snoozes: UInt64 = 0, snoozedUntil: Timestamp? = nil, shownAt: Moment? = nil, armed: Moment? = nil
    ) {
        self.snoozes = snoozes
        self.snoozedUntil = snoozedUntil
        self.shownAt = shownAt
        self.armed = armed
    }
}

/// What a person or the app set for one class of alerts.
public struct AlertPolicy: Hashable, Sendable {
    /// How long a snooze is believed at most, where nothing else is set: 30 days.
    public static let defaultLongestSnooze = WholeSeconds(2_592_000)
    /// How long the same alert is not shown again, where nothing else is set: a day.
    public static let defaultRepeat = WholeSeconds(86_400)

    /// Whether the class is switched on; off changes what is shown and nothing that is done.
    public var isEnabled: Bool
    /// How often in a row the alert can be snoozed.
    public var mostSnoozes: UInt64
    /// How long a snooze is believed at most.
    public var longestSnooze: WholeSeconds
    /// How long the same alert is not shown again.
    public var repeatsAfter: WholeSeconds

    /// Sets a class's policy.
    public init(
        isEnabled: Bool, mostSnoozes: UInt64, longestSnooze: WholeSeconds = defaultLongestSnooze,
        repeatsAfter: WholeSeconds = defaultRepeat
    ) {
        self.isEnabled = isEnabled
        self.mostSnoozes = mostSnoozes
        self.longestSnooze = longestSnooze
        self.repeatsAfter = repeatsAfter
    }
}

/// What to do about one class of alerts now (SPEC section 23).
///
/// No alert stops sync, unlock, upload or anything else.
public struct AlertDecision: Hashable, Sendable {
    /// What the person sees.
    public enum Show: String, CaseIterable, Hashable, Sendable {
        /// Nothing.
        case nothing
        /// The question whether alerts may be shown.
        case ask
        /// A mark in the app, which needs no permission.
        case badge
        /// The alert.
        case alert
    }

    /// What to do with the class's one timer of the operating system.
    public enum Timer: String, CaseIterable, Hashable, Sendable {
        /// Set it to `at`; none is set.
        case arm
        /// Leave it.
        case keep
        /// Set it to `at` in place of the time that it has.
        case rearm
        /// Take it away.
        case cancel
        /// Nothing: none is set and none is wanted.
        case none
    }

    /// Whether the matter is due.
    public let isDue: Bool
    /// What to show now; the app then remembers now as `shownAt` for an alert or a question.
    public let show: Show
    /// How often in a row it was snoozed, from now on.
    public let snoozes: UInt64
    /// Until when it is snoozed, from now on.
    public let snoozedUntil: Timestamp?
    /// What to do with the timer.
    public let timer: Timer
    /// The time of the timer that is wanted; nil when none is.
    public let at: StampTime?
    /// One plain sentence for a person; not part of any contract.
    public let reason: String

    /// Decides about one class of alerts.
    ///
    /// - Parameters:
    ///   - facts: what the device knows of the matter.
    ///   - now: the device's clock.
    ///   - policy: what is set for the class.
    ///   - permission: what the operating system says.
    ///   - memory: what the device remembers of the class.
    /// - Throws: `limit` when a snooze that is too long would be cut to a time past year 9999.
    public init(
        _ facts: AlertFacts, now: Moment, policy: AlertPolicy, permission: AlertPermission,
        memory: AlertMemory
    ) throws(ClientRuleError) {
        let isDue = facts.isDue(now: now)
        let snooze = try isDue ? SnoozeInForce(memory, longest: policy.longestSnooze, now: now) : .none
        let at = Self.timerTime(
            facts, now: now, snooze: snooze,
            isWanted: policy.isEnabled && permission != .denied && snooze.count < policy.mostSnoozes)
        let isRecent = memory.shownAt.map { $0 <= now && now < $0.advanced(by: policy.repeatsAfter) } ?? false
        let isSpent = snooze.count >= policy.mostSnoozes
        let isSnoozed = snooze.end.map { $0 > now } ?? false

        (show, reason) =
            if !policy.isEnabled {
                (.nothing, "the class is switched off")
            } else if !isDue {
                if permission == .undecided && at != nil && !isRecent {
                    (.ask, "a timer is wanted, and nobody has asked for permission")
                } else {
                    (.nothing, "it is not due")
                }
            } else if permission == .denied {
                (.badge, "it is due, and permission is denied")
            } else if isSpent {
                (.badge, "it is due, and no snooze is left")
            } else if isSnoozed {
                (.nothing, "it is snoozed")
            } else if isRecent {
                (.nothing, "it was shown a short while ago")
            } else if permission == .undecided {
                (.ask, "it is due, and nobody has asked for permission")
            } else {
                (.alert, "it is due")
            }
        self.isDue = isDue
        (snoozes, snoozedUntil) = (snooze.count, snooze.written)
        self.at = at
        timer = Self.timer(wanted: at, armed: memory.armed)
    }

    /// The time of the one timer, when one is wanted and can be set.
    private static func timerTime(
        _ facts: AlertFacts, now: Moment, snooze: SnoozeInForce, isWanted: Bool
    ) -> StampTime? {
        guard isWanted, facts.alertClass.isPreArmable, let deadline = facts.deadline(now: now) else {
            return nil
        }
        let time = max(deadline, snooze.end ?? deadline)
        return time > now ? time.stampTime : nil
    }

    private static func timer(wanted: StampTime?, armed: Moment?) -> Timer {
        switch (wanted, armed) {
        case (nil, nil): .none
        case (nil, _?): .cancel
        case (_?, nil): .arm
        case (let wanted?, let armed?): Moment(wanted) == armed ? .keep : .rearm
        }
    }
}

/// What a snooze counts as now.
private struct SnoozeInForce {
    let count: UInt64
    let end: Moment?
    let written: Timestamp?

    static let none = SnoozeInForce(count: 0, end: nil, written: nil)

    private init(count: UInt64, end: Moment?, written: Timestamp?) {
        self.count = count
        self.end = end
        self.written = written
    }

    /// A snooze that ends later than the longest one could is cut to that: a clock was set back.
    init(_ memory: AlertMemory, longest: WholeSeconds, now: Moment) throws(ClientRuleError) {
        let latest = now.advanced(by: longest)
        let end = memory.snoozedUntil.map { Moment($0) }
        guard let end, end > latest else {
            self.init(count: memory.snoozes, end: end, written: memory.snoozedUntil)
            return
        }
        guard let cut = latest.stampTime else {
            throw ClientRuleError(.limit, "the longest snooze would end past year 9999")
        }
        self.init(count: memory.snoozes, end: latest, written: Timestamp(cut))
    }
}
