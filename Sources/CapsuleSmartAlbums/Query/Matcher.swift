// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments

/// A term as an operation over the columns of a chunk.
enum Matcher: Sendable {
    /// An instant from one key on and before another.
    case instant(TimeField, from: InstantKey, to: InstantKey)
    /// A number from 1 on, in a range.
    case number(NumberField, ClosedRange<UInt32>)
    /// A part of the flags that is one of a set of values.
    case flags(AssetFlags.Part, allowed: UInt64)
    /// A byte that is one of a set of values, all below 64.
    case byte(ByteColumn, allowed: UInt64)
    /// A set that has one of the keys.
    case set(SetColumn, anyOf: [UInt32])
    /// Effective labels: the asset's own keys, or an album or stack that has them.
    case labels([UInt32], albums: GroupSet, stacks: GroupSet)

    enum ByteColumn: Sendable { case rating, contentType, stackType }
    enum SetColumn: Sendable { case albums, aiTags, people }

    /// Keeps the places for which the term is true, or is false; says whether any is left.
    func keep(_ places: inout Mask, in chunk: AssetChunk, negated: Bool) -> Bool {
        switch self {
        case .instant(let field, let low, let high):
            let column = field == .capture ? chunk.captured : chunk.imported
            return Self.instants(column, low, high, &places, negated)
        case .number(let field, let range):
            return Self.numbers(field == .width ? chunk.width : chunk.height, range, &places, negated)
        case .flags(let part, let allowed):
            let column = chunk.flags.span
            let (shift, mask) = (part.shift, part.mask)
            return places.keep(below: column.count, negated: negated) { place in
                allowed &>> UInt64(column[place] &>> shift & mask) & 1 == 1
            }
        case .byte(let column, let allowed):
            switch column {
            case .rating: return Self.bytes(chunk.rating, allowed, &places, negated)
            case .contentType: return Self.bytes(chunk.contentType, allowed, &places, negated)
            case .stackType: return Self.bytes(chunk.stackType, allowed, &places, negated)
            }
        case .set(let column, let keys):
            switch column {
            case .albums: return Self.set(chunk.albums, keys, &places, negated)
            case .aiTags: return Self.set(chunk.aiTags, keys, &places, negated)
            case .people: return Self.set(chunk.people, keys, &places, negated)
            }
        case .labels(let keys, let albums, let stacks):
            if albums.isEmpty, stacks.isEmpty { return Self.set(chunk.labels, keys, &places, negated) }
            var found = Mask()
            _ = Self.insert(keys, of: chunk.labels, into: &found)
            albums.insertPlaces(of: chunk.albums, into: &found)
            stacks.insertPlaces(of: chunk.stacks, into: &found)
            return places.keep(in: found, negated: negated)
        }
    }

    private static func bytes(
        _ column: [UInt8], _ allowed: UInt64, _ places: inout Mask, _ negated: Bool
    ) -> Bool {
        let column = column.span
        return places.keep(below: column.count, negated: negated) { place in
            allowed &>> UInt64(column[place]) & 1 == 1
        }
    }

    private static func numbers(
        _ column: [UInt32], _ range: ClosedRange<UInt32>, _ places: inout Mask, _ negated: Bool
    ) -> Bool {
        let column = column.span
        let (low, size) = (range.lowerBound, range.upperBound - range.lowerBound)
        return places.keep(below: column.count, negated: negated) { place in column[place] &- low <= size }
    }

    private static func instants(
        _ column: InstantColumn, _ low: InstantKey, _ high: InstantKey, _ places: inout Mask, _ negated: Bool
    ) -> Bool {
        let coarse = column.coarse.span
        if !column.fine.isEmpty, low.fine > 0 || high.fine > 0 {
            let fine = column.fine.span
            return places.keep(below: coarse.count, negated: negated) { place in
                let key = InstantKey(coarse: coarse[place], fine: fine[place])
                return low <= key && key < high
            }
        }
        // Where every fine part is 0, a bound with one lies just above its coarse part.
        let first = low.fine > 0 ? low.coarse + 1 : low.coarse
        let end = high.fine > 0 ? high.coarse + 1 : high.coarse
        let size = end > first ? end - first : 0
        return places.keep(below: coarse.count, negated: negated) { place in coarse[place] &- first < size }
    }

    private static func set(
        _ column: Postings, _ keys: [UInt32], _ places: inout Mask, _ negated: Bool
    ) -> Bool {
        var found = Mask()
        guard insert(keys, of: column, into: &found) else {
            if negated { return !places.isEmpty }
            places.removeAll()
            return false
        }
        return places.keep(in: found, negated: negated)
    }

    /// Adds the places that have a key; false when there is none.
    private static func insert(_ keys: [UInt32], of column: Postings, into found: inout Mask) -> Bool {
        var isAny = false
        for key in keys {
            column.forEachPlace(key) { place in
                found.insert(place)
                isAny = true
            }
        }
        return isAny
    }

    /// How dear the term is for a chunk, roughly; the least first.
    var cost: Int {
        switch self {
        case .set: 1
        case .labels(_, let albums, let stacks): albums.isEmpty && stacks.isEmpty ? 1 : 2
        case .byte: 4
        case .flags: 5
        case .number: 6
        case .instant: 8
        }
    }
}
