// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Times of one piece of work as the processor's share of this thread, which other work on the machine does
/// not lengthen as it lengthens the clock's.
struct CPUSamples {
    private var nanoseconds: [Double] = []

    /// Runs the work once and keeps how long the processor was at it.
    mutating func time<Result>(_ work: () throws -> Result) rethrows -> Result {
        let start = Self.now
        let result = try work()
        nanoseconds.append(Self.now - start)
        return result
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The middle of the sorted times.
    var median: Double {
        let sorted = nanoseconds.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}
