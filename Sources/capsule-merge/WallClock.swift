// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CapsuleCRDT

/// The one place that asks what time it is: for edits that are made without `--now`, and for the horizon.
enum WallClock {
    /// The present time.
    ///
    /// - Parameter way: what to do where the clock says nothing that a stamp can say.
    static func now(_ way: String = "give the time with --now") throws(ToolError) -> StampTime {
        var time = timespec()
        let isRead = unsafe clock_gettime(CLOCK_REALTIME, &time) == 0
        guard isRead, let now = stampTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
        else {
            throw .message("the clock cannot be read, or lies outside the years 0000 to 9999; \(way)")
        }
        return now
    }

    /// The stamp time of a clock, which may say anything.
    static func stampTime(seconds: Int64, nanoseconds: Int64) -> StampTime? {
        let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, overflows) = milliseconds.addingReportingOverflow(nanoseconds / 1_000_000)
        return isTooLarge || overflows ? nil : StampTime(unixMilliseconds: sum)
    }
}
