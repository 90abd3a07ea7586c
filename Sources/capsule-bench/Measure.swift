// SPDX-License-Identifier: Apache-2.0

/// Times of one piece of work over the rounds of a run.
struct Samples {
    private var nanoseconds: [Double] = []

    /// Runs the work once and keeps how long it took.
    mutating func time<Result>(_ work: () throws -> Result) rethrows -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        let (seconds, attoseconds) = (clock.now - start).components
        nanoseconds.append(Double(seconds) * 1e9 + Double(attoseconds) * 1e-9)
        return result
    }

    /// The middle of the sorted times.
    var median: Double {
        let sorted = nanoseconds.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}

/// A number with one decimal, right-aligned.
func column(_ value: Double, width: Int = 10) -> String {
    let scaled = Int64((value * 10).rounded())
    let text = "\(scaled / 10).\(abs(scaled % 10))"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A whole number, right-aligned.
func column(_ value: Int, width: Int = 10) -> String {
    let text = String(value)
    return String(repeating: " ", count: max(0, width - text.count)) + text
}
