// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import TestSupport

/// An OR-set as the rule says it: for each add-id, unseen < live(e) by the bytes of e < removed.
struct ORSetModel: Hashable {
    enum State: Hashable {
        case live(CBORItem)
        case removed

        func joined(with other: State) -> State {
            switch (self, other) {
            case (.live(let left), .live(let right)):
                left.encoded.lexicographicallyPrecedes(right.encoded) ? other : self
            default: .removed
            }
        }
    }

    struct ID: Hashable {
        let writer: UInt8
        let counter: UInt64
    }

    var states: [ID: State] = [:]

    func joined(with other: ORSetModel) -> ORSetModel {
        ORSetModel(states: states.merging(other.states) { $0.joined(with: $1) })
    }

    /// The bytes; none for a set that observed nothing.
    var encoded: [UInt8] {
        let rows = Dictionary(grouping: states.keys, by: \.writer).sorted { $0.key < $1.key }.map {
            writer, ids in
            let counters = ids.map(\.counter).sorted()
            var observed: [UInt64] = []
            for counter in counters {
                if let last = observed.last, last + 1 == counter {
                    observed[observed.count - 1] = counter
                } else {
                    observed += [counter, counter]
                }
            }
            let adds = counters.compactMap { counter -> (UInt64, CBORItem)? in
                guard case .live(let element)? = states[ID(writer: writer, counter: counter)] else {
                    return nil
                }
                return (counter, element)
            }
            return Row(writer, observed, adds).entry
        }
        return rows.isEmpty ? [] : CBORItem.map(rows).encoded
    }

    /// The distinct live elements in the order of their bytes.
    var elements: [[UInt8]] {
        let live = states.values.compactMap { state -> [UInt8]? in
            guard case .live(let element) = state else { return nil }
            return element.encoded
        }
        return Set(live).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Random states of a few writers; counters near each other, some of them of other head lengths.
    static func random(using generator: inout SeededGenerator, writers: UInt8 = 3) -> ORSetModel {
        var model = ORSetModel()
        for writer in 0..<writers where !generator.chance(4) {
            let bases: [UInt64] = [0, 0, 20, 250, 65_530, 4_294_967_290, Counter.last - 12]
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let base = bases[Int.random(in: 0..<bases.count, using: &generator)]
                let counter = base + UInt64.random(in: 0...12, using: &generator)
                model.states[ID(writer: writer, counter: counter)] =
                    generator.chance(3)
                    ? .removed
                    : .live(text(["a", "b", "aa", "\u{e9}"][Int.random(in: 0..<4, using: &generator)]))
            }
        }
        return model
    }
}
