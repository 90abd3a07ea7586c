// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// What a wake from outside makes a device do (SPEC section 23).
///
/// It has no parameter for the wake's payload: whatever a wake carries, the answer is the ordinary poll.
public struct Wake: Hashable, Sendable {
    /// What an ordinary poll asks the server for.
    public enum Request: String, CaseIterable, Hashable, Sendable {
        case sync, quota, drops
    }

    /// What to ask the server for, in order; empty when it is too early for a poll.
    public let requests: [Request]
    /// Whether the device polls.
    public var polls: Bool { !requests.isEmpty }

    /// Decides what a wake does.
    ///
    /// - Parameters:
    ///   - now: the device's clock.
    ///   - lastPoll: when the device last polled; nil when never. One after `now` does not count.
    ///   - floor: how long after a poll a wake does nothing.
    public init(now: Moment, lastPoll: Moment?, floor: WholeSeconds) {
        let isEarly = lastPoll.map { $0 <= now && now < $0.advanced(by: floor) } ?? false
        requests = isEarly ? [] : Request.allCases
    }
}

/// Ways on which a wake can reach a device.
public enum WakeTransport: String, CaseIterable, Hashable, Sendable {
    case webPush = "web_push"
    case unifiedPush = "unified_push"
    /// Needs a credential of Apple, which an operator of a server cannot make.
    case apns
    /// Needs a credential of Google, which an operator of a server cannot make.
    case fcm
    /// No wakes: the device polls by itself.
    case none

    /// Platforms that wakes are for.
    public enum Platform: String, CaseIterable, Hashable, Sendable {
        case ios, android, desktop, web
    }

    /// Whether the transport is used on a platform.
    public func isAdmitted(on platform: Platform) -> Bool {
        switch self {
        case .webPush: platform == .web || platform == .desktop
        case .unifiedPush: platform == .android || platform == .desktop
        case .none: true
        case .apns, .fcm: false
        }
    }
}
