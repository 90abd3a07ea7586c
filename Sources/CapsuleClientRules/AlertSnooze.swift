// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// One more snooze of an alert, which the person asks for (SPEC section 23).
public struct AlertSnooze: Hashable, Sendable {
    /// How often in a row the alert is snoozed then.
    public let snoozes: UInt64
    /// Until when.
    public let until: StampTime

    /// Snoozes an alert.
    ///
    /// - Parameters:
    ///   - snoozes: how often in a row it was snoozed so far.
    ///   - most: how often in a row it can be.
    ///   - now: the device's clock.
    ///   - duration: for how long.
    /// - Throws: `limit` when no snooze is left, or when it would end past year 9999.
    public init(after snoozes: UInt64, most: UInt64, now: Moment, for duration: WholeSeconds)
        throws(ClientRuleError)
    {
        guard snoozes < most else { throw ClientRuleError(.limit, "no snooze is left") }
        guard let until = now.advanced(by: duration).stampTime else {
            throw ClientRuleError(.limit, "the snooze would end past year 9999")
        }
        self.snoozes = snoozes + 1
        self.until = until
    }
}
