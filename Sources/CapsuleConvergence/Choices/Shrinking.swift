// SPDX-License-Identifier: Apache-2.0

/// Makes the bytes behind a counterexample fewer and lower, as long as they still are one.
enum Shrinking {
    /// The smallest failing bytes found: fewer bytes are smaller, then lower ones.
    ///
    /// - Parameters:
    ///   - bytes: bytes that fail.
    ///   - attempts: how many candidates are tried at most.
    ///   - fails: runs a candidate; the bytes that it took when it fails, nil when it does not.
    static func smallest(
        _ bytes: [UInt8], attempts: Int = 4_000, fails: ([UInt8]) -> [UInt8]?
    ) -> [UInt8] {
        var search = Search(best: bytes, attemptsLeft: attempts)
        while search.attemptsLeft > 0 {
            let before = search.best
            search.removeRuns(fails)
            search.lowerBytes(fails)
            if search.best == before { break }
        }
        return search.best
    }

    private struct Search {
        var best: [UInt8]
        var attemptsLeft: Int

        /// Takes a candidate over when it fails and is smaller.
        mutating func takes(_ candidate: [UInt8], _ fails: ([UInt8]) -> [UInt8]?) -> Bool {
            guard attemptsLeft > 0 else { return false }
            attemptsLeft -= 1
            guard let taken = fails(candidate) else { return false }
            let smaller = taken.count < candidate.count ? taken : candidate
            guard Shrinking.isSmaller(smaller, than: best) else { return false }
            best = smaller
            return true
        }

        mutating func removeRuns(_ fails: ([UInt8]) -> [UInt8]?) {
            var size = max(1, best.count / 2)
            while true {
                var start = 0
                while start < best.count {
                    let end = min(best.count, start + size)
                    let candidate = Array(best[..<start] + best[end...])
                    if !takes(candidate, fails) { start += size }
                    if attemptsLeft == 0 { return }
                }
                if size == 1 { return }
                size /= 2
            }
        }

        mutating func lowerBytes(_ fails: ([UInt8]) -> [UInt8]?) {
            var index = 0
            while index < best.count, attemptsLeft > 0 {
                let byte = best[index]
                for lower in [0, byte / 2, byte &- 1] where lower < byte {
                    var candidate = best
                    candidate[index] = lower
                    if takes(candidate, fails) { break }
                }
                index += 1
            }
        }
    }

    private static func isSmaller(_ left: [UInt8], than right: [UInt8]) -> Bool {
        left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
    }
}
