// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// The two clocks of a device (SPEC section 19).
public struct Clocks: Hashable, Sendable {
    /// The shortest window of a delete, and how long a redone delete lies in the trash at least: 30 days.
    public static let shortestWindow = WholeSeconds(2_592_000)

    /// The device's own clock, which may be wrong.
    public var device: Moment
    /// The latest `changed_at` that a drain of the feed saw; nil when the device never signed in.
    public var server: Moment?

    /// Takes what the two clocks say.
    public init(device: Moment, server: Moment?) {
        self.device = device
        self.server = server
    }

    /// The server's time, or the device's own where there is none.
    public var trusted: Moment { server ?? device }

    /// The later of the two.
    public var later: Moment { server.map { max($0, device) } ?? device }
}
