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
        counters(of: id.writer).contains { $0.contains(id.counter) }
    }

    /// Observes counters of a writer, none above `Counter.last`.
    public mutating func insert(_ counters: ClosedRange<UInt64>, of writer: Identifier) {
        ranges[writer] = Self.merged((self.counters(of: writer) + [counters]))
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
        for range in counters(of: writer) {
            var low = range.lowerBound
            for known in other.counters(of: writer) where known.upperBound >= low {
                if known.lowerBound > range.upperBound { break }
                if known.lowerBound > low { missing.append(low...known.lowerBound - 1) }
                low = known.upperBound + 1
            }
            if low <= range.upperBound { missing.append(low...range.upperBound) }
        }
        return missing
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
