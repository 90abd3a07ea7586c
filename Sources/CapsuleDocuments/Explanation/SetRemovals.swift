// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// Finds who removed the elements of sets: the inputs that lack an element and have observed an add of it.
///
/// Many inputs may have removed many elements each with a single range, so that naming all of them would take
/// the product of both. So at most `most` are named for each element, and the ranges are walked side by side
/// with the add-ids, one writer after the other.
enum SetRemovals {
    /// The most inputs that are named for an element.
    static let most = 64

    /// The inputs, ascending, by the place of the element.
    static func find(in sets: [HeldValue], _ traces: [SetTrace]) -> [[Int]] {
        var adds: [Identifier: [Add]] = [:]
        for (element, trace) in traces.enumerated() {
            for (id, holders) in trace.ids {
                adds[id.writer, default: []].append(
                    Add(counter: id.counter, element: element, holders: holders))
            }
        }
        var observed: [Identifier: [Observed]] = [:]
        for set in sets {
            ORSetLayout.forEachObserved(set.bytes.span) { writer, counters in
                // What nobody holds is nothing to be removed.
                guard adds[writer] != nil else { return }
                observed[writer, default: []].append(Observed(counters: counters, input: set.input))
            }
        }
        var walk = RemovalWalk(traces.map { Set($0.liveIn) }, isSmall: sets.count <= most)
        for writer in adds.keys.sorted() {
            walk.run(adds[writer] ?? [], observed[writer] ?? [])
        }
        return walk.removers.map { $0.sorted() }
    }

    /// An add-id of the writer at hand that is live with an element somewhere.
    fileprivate struct Add {
        let counter: UInt64
        let element: Int
        let holders: [Int]
    }

    /// Counters of the writer at hand that an input has observed.
    fileprivate struct Observed {
        let counters: ClosedRange<UInt64>
        let input: Int
    }
}

private struct RemovalWalk {
    /// The inputs that hold an element, by its place.
    private let liveIn: [Set<Int>]
    private(set) var removers: [Set<Int>]
    /// Whether there are so few inputs that all of them can be looked at for each add-id.
    private let isSmall: Bool

    init(_ liveIn: [Set<Int>], isSmall: Bool) {
        self.liveIn = liveIn
        self.isSmall = isSmall
        removers = Array(repeating: [], count: liveIn.count)
    }

    /// Goes through the add-ids of one writer, ascending.
    mutating func run(_ given: [SetRemovals.Add], _ observed: [SetRemovals.Observed]) {
        let adds = given.sorted { ($0.counter, $0.element) < ($1.counter, $1.element) }
        let ranges = observed.sorted {
            ($0.counters.lowerBound, $0.input) < ($1.counters.lowerBound, $1.input)
        }
        // The ranges that hold the counter at hand, the last that began first; those that ended are taken out
        // when they are met.
        var newest: Int?
        var older = [Int?](repeating: nil, count: ranges.count)
        var next = 0
        // Up to which range an element has been looked at under this writer.
        var seen: [Int: Int] = [:]
        var start = 0
        while start < adds.count {
            let counter = adds[start].counter
            let end = adds[start...].firstIndex { $0.counter != counter } ?? adds.count
            while next < ranges.count, ranges[next].counters.lowerBound <= counter {
                older[next] = newest
                newest = next
                next += 1
            }
            // An add-id that is live with another element was used twice, not removed.
            let holders = end - start > 1 ? Set(adds[start..<end].flatMap(\.holders)) : []
            for add in adds[start..<end] {
                let bound = seen[add.element] ?? 0
                var place = newest
                var newer: Int?
                while let index = place, index >= bound, removers[add.element].count < SetRemovals.most {
                    place = older[index]
                    if ranges[index].counters.upperBound < counter {
                        if let newer { older[newer] = place } else { newest = place }
                        continue
                    }
                    newer = index
                    let input = ranges[index].input
                    if !liveIn[add.element].contains(input), !holders.contains(input) {
                        removers[add.element].insert(input)
                    }
                }
                if !isSmall { seen[add.element] = next }
            }
            start = end
        }
    }
}
