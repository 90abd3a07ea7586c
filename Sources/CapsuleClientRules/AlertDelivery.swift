// SPDX-License-Identifier: Apache-2.0

/// How alerts reach a person on a platform, and whether permission must be asked for (SPEC section 23).
public struct AlertDelivery: Hashable, Sendable {
    /// Where a client runs.
    public enum Platform: String, CaseIterable, Hashable, Sendable {
        case ios, android, desktop, web, cli
    }

    /// What fires an alert.
    public enum Means: String, CaseIterable, Hashable, Sendable {
        /// A timer of the operating system, also while the app is not running.
        case osTimer = "os_timer"
        /// The app, while it is running.
        case whileRunning = "while_running"
        /// The browser, perhaps.
        case bestEffort = "best_effort"
        /// Nothing.
        case none
    }

    /// What fires an alert.
    public let means: Means
    /// Whether permission must be asked for.
    public let asks: Bool

    /// The Android API level from which on permission must be asked for.
    private static let androidAsksFrom: UInt64 = 33

    /// Looks a platform up.
    ///
    /// - Parameters:
    ///   - platform: where the client runs.
    ///   - api: Android's API level; nil where it is not known, and elsewhere.
    public init(on platform: Platform, api: UInt64? = nil) {
        (means, asks) =
            switch platform {
            case .ios: (.osTimer, true)
            case .android: (.osTimer, api.map { $0 >= Self.androidAsksFrom } ?? true)
            case .desktop: (.whileRunning, false)
            case .web: (.bestEffort, true)
            case .cli: (.none, false)
            }
    }
}
