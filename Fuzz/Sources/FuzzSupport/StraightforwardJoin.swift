// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Joins written down as the contract says them, with dictionaries and no care for speed, against which the
/// walks over bytes are held.
public enum StraightforwardJoin {
    /// Holds the join of two sets to the greater of unseen, live by bytes and removed for each add-id.
    public static func check<Element: CanonicalValue>(_ a: ORSet<Element>, _ b: ORSet<Element>) {
        let joined = a.joined(with: b)
        expect((try? ORSet<Element>(decoding: joined.encoded)) == joined, "the join of two sets is a set")
        let (left, right, result) = (live(a), live(b), live(joined))
        for id in Set(left.keys).union(right.keys).union(result.keys) {
            let states = [(a, left[id]), (b, right[id])].map { set, element in
                State(isObserved: set.context.contains(id), element: element)
            }
            expect(
                State(isObserved: joined.context.contains(id), element: result[id]) == states.max(),
                "the join holds the greater state of \(id)")
        }
        var context = a.context
        context.join(b.context)
        expect(joined.context == context, "the observed counters unite")
    }

    /// Holds the join of two histories to: of each value the greatest write, of these the greatest 17.
    public static func check<Value: CanonicalValue>(_ a: HistoryRegister<Value>, _ b: HistoryRegister<Value>)
    {
        var greatest: [[UInt8]: Stamped<Value>] = [:]
        for write in a.writes + b.writes {
            let key = write.value.encoded
            greatest[key] = max(greatest[key] ?? write, write)
        }
        let kept = greatest.values.sorted(by: >).prefix(17)
        let joined = a.joined(with: b)
        expect(Array(kept) == joined.writes, "a history keeps the greatest 17 of distinct values")
        expect((try? HistoryRegister<Value>(decoding: joined.encoded)) == joined, "the join is a history")
    }

    /// Holds the join of two regions to: deleted when one is, else the greater shape and the joined labels.
    public static func check(_ a: RegionRegister, _ b: RegionRegister) {
        let joined = a.joined(with: b)
        expect((try? RegionRegister(decoding: joined.encoded)) == joined, "the join of two regions is one")
        let deletions = [a, b].filter(\.isDeleted).compactMap(\.shape)
        if let deletion = deletions.max() {
            expect(joined.isDeleted && joined.shape == deletion, "a deletion wins, the greater of two")
            expect(joined.labels == ORSet(), "a deleted region has no labels")
        } else {
            expect(joined.shape == [a, b].compactMap(\.shape).max(), "the greater shape wins")
            expect(joined.labels == a.labels.joined(with: b.labels), "the labels join")
        }
    }

    private static func live<Element>(_ set: ORSet<Element>) -> [AddID: [UInt8]] {
        Dictionary(set.adds.map { ($0.id, $0.element.encoded) }) { $1 }
    }

    /// What a set says of one add-id: unseen < live by bytes < removed.
    private struct State: Comparable {
        var isObserved: Bool
        var element: [UInt8]?

        private var rank: Int { isObserved ? (element == nil ? 2 : 1) : 0 }

        static func < (left: State, right: State) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            return (left.element ?? []).lexicographicallyPrecedes(right.element ?? [])
        }
    }
}
