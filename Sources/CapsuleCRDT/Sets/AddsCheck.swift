// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// Reads and checks the live adds of one writer's row, and records skip pointers among them.
struct AddsCheck {
    /// The offset of the set.
    let set: Int
    /// The offset of the row.
    let row: Int
    /// Whether every text of 1 to 23 bytes is an element.
    let takesShortTexts: Bool

    func run(
        _ reader: inout CBORReader, observed: Int, _ skipPointers: inout SkipPointers,
        element check: (inout CBORReader) throws(CBORError) -> Void
    ) throws(CBORError) {
        var ranges = CounterRangeCursor(reader.bytes, at: observed)
        var adds = try reader.enterMap()
        while true {
            let place = reader.position
            guard let counter = try adds.nextUnsigned(&reader, atMost: Counter.last) else { break }
            guard ranges.contains(counter), let range = ranges.current else {
                throw CBORError(.invalid, at: place, "an add is live that the set has not observed")
            }
            let element = reader.position
            try check(&reader)
            try (element..<reader.position).checkValueSize("an element of a set")
            if skipPointers.isDue(at: place - set) {
                skipPointers.append(
                    counter: counter, row: row - set, offset: place - set,
                    ordinal: adds.count - adds.remaining - 1)
            }
            if takesShortTexts {
                adds.skipShortTexts(&reader, upTo: range.upperBound, before: set + skipPointers.due)
            }
        }
        reader.leave()
    }
}
