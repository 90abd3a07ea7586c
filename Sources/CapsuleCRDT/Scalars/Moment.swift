// SPDX-License-Identifier: Apache-2.0

/// A point in time, exact to the nanosecond, that times of decisions are compared by (SPEC section 18).
///
/// The count of nanoseconds since 0000-01-01T00:00:00Z without leap seconds: a second 60 is second 0 of the
/// next minute. It reaches past year 9999, since a sum of times may.
public struct Moment: Hashable, Comparable, Sendable {
    // Two numbers, since nanoseconds of ten thousand years do not fit into 64 bits.
    private let second: Int64
    private let nanosecond: Int64

    private static let nanosecondsInSecond: Int64 = 1_000_000_000
    private static let nanosecondsInMillisecond: Int64 = 1_000_000

    private init(second: Int64, nanosecond: Int64) {
        self.second = second
        self.nanosecond = nanosecond
    }

    /// The moment that a timestamp names.
    public init(_ timestamp: Timestamp) {
        let instant = timestamp.instant
        self.init(
            second: instant.minute * 60 + Int64(instant.second), nanosecond: Int64(instant.nanosecond))
    }

    /// The moment of a stamp time.
    public init(_ stamp: StampTime) {
        self.init(
            second: stamp.milliseconds / 1_000,
            nanosecond: stamp.milliseconds % 1_000 * Self.nanosecondsInMillisecond)
    }

    /// The moment that a text names, or nil when the text is not a timestamp.
    public init?(_ text: String) {
        guard let timestamp = Timestamp(text) else { return nil }
        self.init(timestamp)
    }

    /// The moment so many seconds later.
    public func advanced(by duration: WholeSeconds) -> Moment {
        Moment(second: second + Int64(duration.count), nanosecond: nanosecond)
    }

    /// The stamp time of the moment, rounded up to the millisecond, or nil past year 9999.
    public var stampTime: StampTime? {
        guard second <= StampTime.last.milliseconds / 1_000 else { return nil }
        let roundedUp = (nanosecond + Self.nanosecondsInMillisecond - 1) / Self.nanosecondsInMillisecond
        let milliseconds = second * 1_000 + roundedUp
        return milliseconds <= StampTime.last.milliseconds ? StampTime(milliseconds: milliseconds) : nil
    }

    /// Orders in time.
    public static func < (left: Moment, right: Moment) -> Bool {
        (left.second, left.nanosecond) < (right.second, right.nanosecond)
    }
}

/// A duration of whole seconds, 0 to 2^53 - 1 (SPEC section 18).
public struct WholeSeconds: Hashable, Comparable, Sendable {
    /// The greatest number of seconds.
    public static let greatest: UInt64 = (1 << 53) - 1

    /// How many seconds.
    public let count: UInt64

    /// So many seconds.
    public init(_ count: UInt32) {
        self.count = UInt64(count)
    }

    /// So many seconds, or nil above 2^53 - 1.
    public init?(exactly count: UInt64) {
        guard count <= Self.greatest else { return nil }
        self.count = count
    }

    /// Orders by length.
    public static func < (left: WholeSeconds, right: WholeSeconds) -> Bool { left.count < right.count }
}
