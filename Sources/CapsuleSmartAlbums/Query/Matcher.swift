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

    /// The places among the candidates for which the term is true.
    func matches(_ chunk: AssetChunk, among candidates: Mask) -> Mask {
        switch self {
        case .instant(let field, let low, let high):
            let column = field == .capture ? chunk.captured : chunk.imported
            return Self.instants(column, low, high, candidates)
        case .number(let field, let range):
            return Self.numbers(field == .width ? chunk.width : chunk.height, range, candidates)
        case .flags(let part, let allowed):
            let column = chunk.flags.span
            return candidates.filtered(count: chunk.count) { place in
                allowed >> UInt64(column[place] >> part.shift & part.mask) & 1 == 1
            }
        case .byte(let column, let allowed):
            switch column {
            case .rating: return Self.bytes(chunk.rating, allowed, candidates)
            case .contentType: return Self.bytes(chunk.contentType, allowed, candidates)
            case .stackType: return Self.bytes(chunk.stackType, allowed, candidates)
            }
        case .set(let column, let keys):
            switch column {
            case .albums: return Self.set(chunk.albums, keys, candidates)
            case .aiTags: return Self.set(chunk.aiTags, keys, candidates)
            case .people: return Self.set(chunk.people, keys, candidates)
            }
        case .labels(let keys, let albums, let stacks):
            var mask = Mask()
            let labels = chunk.labels
            for key in keys { labels.forEachPlace(key) { mask.insert($0) } }
            if !albums.isEmpty { albums.insertPlaces(of: chunk.albums, into: &mask) }
            if !stacks.isEmpty { stacks.insertPlaces(of: chunk.stacks, into: &mask) }
            mask.formIntersection(candidates)
            return mask
        }
    }

    private static func bytes(_ column: [UInt8], _ allowed: UInt64, _ candidates: Mask) -> Mask {
        let column = column.span
        return candidates.filtered(count: column.count) { place in
            allowed >> UInt64(column[place] & 63) & 1 == 1
        }
    }

    private static func numbers(
        _ column: [UInt32], _ range: ClosedRange<UInt32>, _ candidates: Mask
    ) -> Mask {
        let column = column.span
        let (low, size) = (range.lowerBound, range.upperBound - range.lowerBound)
        return candidates.filtered(count: column.count) { place in column[place] &- low <= size }
    }

    private static func instants(
        _ column: InstantColumn, _ low: InstantKey, _ high: InstantKey, _ candidates: Mask
    ) -> Mask {
        let coarse = column.coarse.span
        if !column.fine.isEmpty, low.fine > 0 || high.fine > 0 {
            let fine = column.fine.span
            return candidates.filtered(count: coarse.count) { place in
                let key = InstantKey(coarse: coarse[place], fine: fine[place])
                return low <= key && key < high
            }
        }
        // Where every fine part is 0, a bound with one lies just above its coarse part.
        let first = low.fine > 0 ? low.coarse + 1 : low.coarse
        let end = high.fine > 0 ? high.coarse + 1 : high.coarse
        guard first < end else { return Mask() }
        let size = end - first
        return candidates.filtered(count: coarse.count) { place in coarse[place] &- first < size }
    }

    private static func set(_ column: Postings, _ keys: [UInt32], _ candidates: Mask) -> Mask {
        var mask = Mask()
        for key in keys { column.forEachPlace(key) { mask.insert($0) } }
        mask.formIntersection(candidates)
        return mask
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
