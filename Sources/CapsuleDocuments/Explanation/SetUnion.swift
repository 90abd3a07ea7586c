// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension JoinExplanation {
    /// What became of the elements of a set.
    public struct SetUnion: Hashable, Sendable {
        /// What became of one element.
        public struct Element: Hashable, Sendable {
            /// The canonical bytes.
            public let encoded: [UInt8]
            /// The inputs in which it is.
            public let liveIn: [Int]
            /// The inputs in which it is not because they removed an add of it.
            public let removedIn: [Int]
            /// The inputs that hold an add of it which lives on.
            public let keptBy: [Int]
            /// How many adds of it live on; none when it is gone.
            public let adds: Int
            /// Why it is there or gone.
            public let fate: Fate
        }

        /// Why an element is there or gone.
        public enum Fate: String, Hashable, Sendable {
            /// Every input has it.
            case everywhere
            /// Nobody who lacks it has ever seen it.
            case added
            /// Somebody removed it, but not every add of it: one was not seen there.
            case survived
            /// Every add of it was removed by somebody who had seen it.
            case removed
            /// Its add-id was used twice, and the other element has the greater bytes.
            case doubled
        }

        /// The elements of any input, in the order of the set.
        public let elements: [Element]
        /// How many add-ids the joined set has observed, those that were removed among them.
        public let observed: UInt64

        /// The elements of a fate.
        public func elements(_ fate: Fate) -> [Element] { elements.filter { $0.fate == fate } }
    }
}

extension JoinExplanation.SetUnion {
    /// Follows the elements of checked sets; no bytes are a set that is absent.
    init(joining sets: [[UInt8]]) {
        var joined: [UInt8] = []
        for set in sets {
            var writer = CBORWriter()
            ORSetLayout.join(joined.span, set.span, into: &writer) { _, _ in }
            joined = writer.bytes
        }
        let observed = sets.map { ObservedAdds($0) }
        var live = Array(repeating: Set<AddID>(), count: sets.count)
        var traces: [[UInt8]: Trace] = [:]
        for (input, set) in sets.enumerated() {
            ORSetLayout.forEachLive(set.span) { writer, counter, element in
                let id = AddID(writer: writer, counter: counter)
                live[input].insert(id)
                traces[set.span.extracting(element).copied(), default: Trace()].see(id, in: input)
            }
        }
        // What lives on, with its element: of an add-id used twice, the one of greater bytes.
        var survivors: [AddID: [UInt8]] = [:]
        ORSetLayout.forEachLive(joined.span) { writer, counter, element in
            survivors[AddID(writer: writer, counter: counter)] = joined.span.extracting(element).copied()
        }
        elements = traces.sorted { $0.key.span.compare($1.key.span) < 0 }.map { encoded, trace in
            let kept = trace.ids.filter { survivors[$0.key] == encoded }
            let removedIn = sets.indices.filter { input in
                // An add-id that is live there with another element was used twice, not removed.
                !trace.liveIn.contains(input)
                    && trace.ids.keys.contains { observed[input].contains($0) && !live[input].contains($0) }
            }
            let fate: Fate
            if kept.isEmpty {
                fate = trace.ids.keys.contains { survivors[$0] != nil } ? .doubled : .removed
            } else if !removedIn.isEmpty {
                fate = .survived
            } else {
                fate = trace.liveIn.count == sets.count ? .everywhere : .added
            }
            return Element(
                encoded: encoded, liveIn: trace.liveIn, removedIn: removedIn,
                keptBy: Set(kept.values.flatMap(\.self)).sorted(), adds: kept.count, fate: fate)
        }
        self.observed = ObservedAdds(joined).count
    }

    private struct Trace {
        /// The add-ids of the element with the inputs that hold each.
        var ids: [AddID: [Int]] = [:]
        var liveIn: [Int] = []

        mutating func see(_ id: AddID, in input: Int) {
            ids[id, default: []].append(input)
            if liveIn.last != input { liveIn.append(input) }
        }
    }
}

/// The observed add-ids of a set, found in logarithmic time: a hostile set has as many ranges as adds.
private struct ObservedAdds {
    private var ranges: [Identifier: [ClosedRange<UInt64>]] = [:]
    private(set) var count: UInt64 = 0

    init(_ set: [UInt8]) {
        ORSetLayout.forEachObserved(set.span) { writer, counters in
            ranges[writer, default: []].append(counters)
            let (sum, overflow) = count.addingReportingOverflow(
                counters.upperBound - counters.lowerBound + 1)
            count = overflow ? .max : sum
        }
    }

    func contains(_ id: AddID) -> Bool {
        guard let ranges = ranges[id.writer] else { return false }
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < id.counter { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(id.counter)
    }
}
