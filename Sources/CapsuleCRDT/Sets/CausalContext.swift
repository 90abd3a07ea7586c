// SPDX-License-Identifier: Apache-2.0

/// A set of add-ids, kept as ranges of counters for each writer (SPEC section 7).
public struct CausalContext: JoinSemilattice, Hashable {
    private var ranges: [Identifier: [ClosedRange<UInt64>]] = [:]

    /// A context that has observed nothing.
    public init() {}

    package init(ofEncodedSet bytes: [UInt8]) {
        self.init(ofSet: bytes.span)
    }

    init(ofSet bytes: Span<UInt8>) {
        ORSetLayout.forEachObserved(bytes) { writer, counters in ranges[writer, default: []].append(counters)
        }
    }

    /// The writers of which something was observed, ascending.
    public var writers: [Identifier] { ranges.keys.sorted() }

    /// The observed counters of a writer: ascending, disjoint and not adjacent.
    public func counters(of writer: Identifier) -> [ClosedRange<UInt64>] {
        ranges[writer] ?? []
    }

    /// Whether an add-id was observed.
    public func contains(_ id: AddID) -> Bool {
        let ranges = counters(of: id.writer)
        let index = Self.first(in: ranges, endingAtOrAfter: id.counter)
        return index < ranges.count && ranges[index].contains(id.counter)
    }

    /// Observes counters of a writer, none above `Counter.last`.
    public mutating func insert(_ counters: ClosedRange<UInt64>, of writer: Identifier) {
        // Only the ranges that the new one touches are replaced, so that many inserts stay cheap.
        let start = Self.first(
            in: self.counters(of: writer), endingAtOrAfter: max(1, counters.lowerBound) - 1)
        var union = counters
        var end = start
        for range in self.counters(of: writer)[start...] {
            guard range.lowerBound <= counters.upperBound || range.lowerBound - counters.upperBound == 1
            else { break }
            union = min(union.lowerBound, range.lowerBound)...max(union.upperBound, range.upperBound)
            end += 1
        }
        ranges[writer, default: []].replaceSubrange(start..<end, with: [union])
    }

    /// Takes in what another context observed.
    public mutating func join(_ other: CausalContext) {
        for (writer, counters) in other.ranges {
            ranges[writer] = Self.merged(self.counters(of: writer) + counters)
        }
    }

    /// What this context observed of a writer and another did not.
    public func counters(of writer: Identifier, missingIn other: CausalContext) -> [ClosedRange<UInt64>] {
        var missing: [ClosedRange<UInt64>] = []
        let others = other.counters(of: writer)
        for range in counters(of: writer) {
            var low = range.lowerBound
            for known in others[Self.first(in: others, endingAtOrAfter: low)...] {
                if known.lowerBound > range.upperBound { break }
                if known.lowerBound > low { missing.append(low...known.lowerBound - 1) }
                low = known.upperBound + 1
            }
            if low <= range.upperBound { missing.append(low...range.upperBound) }
        }
        return missing
    }

    /// The first of ascending ranges that does not end before a counter.
    private static func first(in ranges: [ClosedRange<UInt64>], endingAtOrAfter counter: UInt64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < counter { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func merged(_ ranges: [ClosedRange<UInt64>]) -> [ClosedRange<UInt64>] {
        var merged: [ClosedRange<UInt64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // Compared without adding, so that no counter overflows.
            if let last = merged.last,
                range.lowerBound <= last.upperBound || range.lowerBound - last.upperBound == 1
            {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
