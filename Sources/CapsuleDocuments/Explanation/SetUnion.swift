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
            /// The inputs in which it is not because they removed an add of it, ascending.
            ///
            /// At most 64: of more inputs there may be more, of which some are named.
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
    /// Follows the elements of checked sets.
    ///
    /// - Parameters:
    ///   - sets: those that observed something.
    ///   - count: how many inputs there are, those without a set among them.
    ///   - namesInputs: whether it is wanted who removed what.
    init(joining sets: [HeldValue], of count: Int, namesInputs: Bool = true) {
        var traces: [[UInt8]: SetTrace] = [:]
        for set in sets {
            ORSetLayout.forEachLive(set.bytes.span) { writer, counter, element in
                let id = AddID(writer: writer, counter: counter)
                traces[set.bytes.span.extracting(element).copied(), default: SetTrace()]
                    .see(id, in: set.input)
            }
        }
        let ordered = traces.sorted { $0.key.span.compare($1.key.span) < 0 }
        let removers = namesInputs ? SetRemovals.find(in: sets, ordered.map(\.value)) : []
        // What lives on, with its element: of an add-id used twice, the one of greater bytes.
        let joined = Self.joined(sets)
        var survivors: [AddID: [UInt8]] = [:]
        ORSetLayout.forEachLive(joined.span) { writer, counter, element in
            survivors[AddID(writer: writer, counter: counter)] = joined.span.extracting(element).copied()
        }
        elements = ordered.enumerated().map { place, entry in
            let (encoded, trace) = (entry.key, entry.value)
            let kept = trace.ids.filter { survivors[$0.key] == encoded }
            let removedIn = namesInputs ? removers[place] : []
            let fate: Fate
            if kept.isEmpty {
                fate = trace.ids.keys.contains { survivors[$0] != nil } ? .doubled : .removed
            } else if !removedIn.isEmpty {
                fate = .survived
            } else {
                fate = trace.liveIn.count == count ? .everywhere : .added
            }
            return Element(
                encoded: encoded, liveIn: trace.liveIn, removedIn: removedIn,
                keptBy: Set(kept.values.flatMap(\.self)).sorted(), adds: kept.count, fate: fate)
        }
        var observed: UInt64 = 0
        ORSetLayout.forEachObserved(joined.span) { _, counters in
            let (sum, overflow) = observed.addingReportingOverflow(
                counters.upperBound - counters.lowerBound + 1)
            observed = overflow ? .max : sum
        }
        self.observed = observed
    }

    private static func joined(_ sets: [HeldValue]) -> [UInt8] {
        func join(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
            var writer = CBORWriter()
            ORSetLayout.join(left.span, right.span, into: &writer) { _, _ in }
            return writer.bytes
        }
        var tree = JoinTree<[UInt8]>()
        for set in sets { tree.add(set.bytes, joining: join) }
        return tree.joined(joining: join) ?? []
    }
}

/// Where the adds of one element are.
struct SetTrace {
    /// The add-ids of the element with the inputs that hold each.
    private(set) var ids: [AddID: [Int]] = [:]
    /// The inputs in which it is, ascending.
    private(set) var liveIn: [Int] = []

    fileprivate mutating func see(_ id: AddID, in input: Int) {
        ids[id, default: []].append(input)
        if liveIn.last != input { liveIn.append(input) }
    }
}
