// SPDX-License-Identifier: Apache-2.0

/// Which assets of one chunk are meant: one bit for each place.
///
/// The words are read through spans: a subscript of a borrowed inline array copies all of it each time.
struct Mask: Sendable {
    /// How many places a chunk has at most.
    static let capacity = 4_096

    private(set) var words: [64 of UInt64]

    /// No place.
    init() {
        words = .init(repeating: 0)
    }

    /// The first places.
    init(first count: Int) {
        words = .init(repeating: 0)
        for word in 0..<count / 64 { words[word] = .max }
        if count % 64 > 0 { words[count / 64] = 1 << UInt64(count % 64) &- 1 }
    }

    /// One place.
    init(only place: Int) {
        words = .init(repeating: 0)
        insert(place)
    }

    var isEmpty: Bool {
        let words = words.span
        for word in words.indices where words[word] != 0 { return false }
        return true
    }

    var count: Int {
        var count = 0
        let words = words.span
        for word in words.indices { count += words[word].nonzeroBitCount }
        return count
    }

    mutating func insert(_ place: Int) {
        words[place >> 6] |= 1 << UInt64(place & 63)
    }

    mutating func removeAll() {
        for word in words.indices { words[word] = 0 }
    }

    mutating func formUnion(_ other: borrowing Mask) {
        let others = other.words.span
        for word in others.indices { words[word] |= others[word] }
    }

    /// Keeps what another has too, or what it has not; false when nothing is left.
    mutating func keep(in other: borrowing Mask, negated: Bool = false) -> Bool {
        let flip: UInt64 = negated ? .max : 0
        var left: UInt64 = 0
        let others = other.words.span
        for word in others.indices {
            let kept = words[word] & (others[word] ^ flip)
            words[word] = kept
            left |= kept
        }
        return left != 0
    }

    /// Calls the body for each place, ascending.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        let words = words.span
        for word in words.indices {
            var bits = words[word]
            while bits != 0 {
                body(word << 6 + bits.trailingZeroBitCount)
                bits &= bits &- 1
            }
        }
    }

    /// Keeps the places, all below a count, for which the test holds, or does not; false when nothing is left.
    @inline(__always)
    mutating func keep(below count: Int, negated: Bool = false, where holds: (Int) -> Bool) -> Bool {
        let flip: UInt64 = negated ? .max : 0
        var left: UInt64 = 0
        for word in 0..<(count + 63) / 64 {
            var candidates = words[word]
            guard candidates != 0 else { continue }
            let base = word << 6
            var bits: UInt64 = 0
            if candidates.nonzeroBitCount > 12, base + 64 <= count {
                // Testing all is faster than finding the few that need not be.
                for bit in 0..<64 { bits |= (holds(base &+ bit) ? 1 : 0) &<< UInt64(bit) }
            } else {
                while candidates != 0 {
                    let bit = candidates.trailingZeroBitCount
                    candidates &= candidates &- 1
                    if holds(base &+ bit) { bits |= 1 &<< UInt64(bit) }
                }
            }
            bits = words[word] & (bits ^ flip)
            words[word] = bits
            left |= bits
        }
        return left != 0
    }
}
