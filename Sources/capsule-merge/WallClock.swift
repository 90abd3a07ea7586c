// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CapsuleCRDT

/// The one place that asks what time it is: for edits that are made without `--now`.
enum WallClock {
    static func now() throws(ToolError) -> StampTime {
        var time = timespec()
        let isRead = unsafe clock_gettime(CLOCK_REALTIME, &time) == 0
        guard isRead,
            let now = StampTime(
                unixMilliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
        else { throw .message("the clock cannot be read; give the time with --now") }
        return now
    }
}
