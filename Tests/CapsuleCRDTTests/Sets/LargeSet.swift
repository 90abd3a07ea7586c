// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import TestSupport

/// A set of some kilobytes, built add by add, with gaps and removals.
struct LargeSet {
    var states: [AddID: [UInt8]?] = [:]

    /// A set of a few writers, each with up to so many add-ids.
    static func random(using generator: inout SeededGenerator, writers: Int = 4, upTo count: Int = 120)
        -> LargeSet
    {
        var set = LargeSet()
        for _ in 0..<Int.random(in: 1...writers, using: &generator) {
            let writer = id(UInt8.random(in: 1...UInt8(writers), using: &generator))
            let first = UInt64.random(in: 0...300, using: &generator)
            for counter in first..<first + UInt64.random(in: 1...UInt64(count), using: &generator)
            where !generator.chance(20) {
                set.note(AddID(writer: writer, counter: counter), using: &generator)
            }
        }
        return set
    }

    /// A set of a few add-ids, of which some are removed.
    static func delta(using generator: inout SeededGenerator, writers: Int = 4) -> LargeSet {
        var set = LargeSet()
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let writer = id(UInt8.random(in: 1...UInt8(writers) + 1, using: &generator))
            let first = UInt64.random(in: 0...450, using: &generator)
            for counter in first..<first + UInt64.random(in: 1...6, using: &generator) {
                set.note(AddID(writer: writer, counter: counter), using: &generator)
            }
        }
        return set
    }

    // Adds have one element each, wherever they are seen: a function of the add-id.
    private mutating func note(_ id: AddID, using generator: inout SeededGenerator) {
        let length = Int((id.counter * 7 + UInt64(id.writer.bytes[0])) % 40 + 1)
        let label = String(repeating: "a", count: length)
        states[id] = generator.chance(5) ? .some(nil) : text(label).encoded
    }

    var encoded: [UInt8] {
        var builder = ORSetBuilder()
        for (id, element) in states {
            if let element { builder.add(id, element) } else { builder.remove(id) }
        }
        return builder.encoded
    }
}

/// The skip pointers that a checked set has when it is read.
func skipPointers(of set: [UInt8]) throws -> [SkipPointer] {
    guard !set.isEmpty else { return [] }
    var reader = CBORReader(set.span)
    let skipPointers = try ORSetLayout.check(
        &reader, takesShortTexts: true, recordsSkipPointers: true, element: Label.check)
    try reader.finish()
    return skipPointers
}

/// Every place of a set that may be marked, found by a walk from its start.
func places(in set: [UInt8]) throws -> Set<SkipPointer> {
    var places: Set<SkipPointer> = []
    var reader = CBORReader(set.span)
    var rows = try reader.enterMap()
    while true {
        let row = UInt32(reader.position)
        guard try rows.nextItem(&reader) != nil else { break }
        places.insert(SkipPointer(counter: 0, row: row, offset: row, ordinal: 0))
        _ = try reader.enterArray()
        try reader.skipItem()
        var adds = try reader.enterMap()
        while true {
            let offset = UInt32(reader.position)
            let ordinal = UInt32(adds.count - adds.remaining)
            guard let counter = try adds.nextUnsigned(&reader, atMost: Counter.last) else { break }
            places.insert(SkipPointer(counter: counter, row: row, offset: offset, ordinal: ordinal))
            try reader.skipItem()
        }
        reader.leave()
        reader.leave()
    }
    reader.leave()
    return places
}
