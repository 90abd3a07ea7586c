// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// An instant as two numbers that compare as instants do (SPEC section 2).
///
/// The years 0000 to 9999 in nanoseconds take 69 bits. The upper 64 of them are `coarse`, in steps of 32
/// nanoseconds; what is measured in milliseconds has nothing in `fine`.
struct InstantKey: Hashable, Comparable {
    var coarse: UInt64
    var fine: UInt8

    /// What stands where there is no instant: later than every one.
    static let absent = InstantKey(coarse: .max, fine: 0)
    static let earliest = InstantKey(coarse: 0, fine: 0)

    init(coarse: UInt64, fine: UInt8) {
        self.coarse = coarse
        self.fine = fine
    }

    init(_ instant: Timestamp.Instant) {
        // A minute has up to 61 seconds; the sum is below 2^39, the shifted sum below 2^64.
        let second = UInt64(instant.minute) * 61 + UInt64(instant.second)
        coarse = second << 25 | UInt64(instant.nanosecond >> 5)
        fine = UInt8(instant.nanosecond & 31)
    }

    /// The key after this one.
    var next: InstantKey {
        fine < 31
            ? InstantKey(coarse: coarse, fine: fine + 1) : InstantKey(coarse: coarse &+ 1, fine: 0)
    }

    static func < (left: InstantKey, right: InstantKey) -> Bool {
        left.coarse != right.coarse ? left.coarse < right.coarse : left.fine < right.fine
    }
}

/// A column of instants.
struct InstantColumn: Sendable {
    private(set) var coarse: [UInt64] = []
    /// Empty while every value's is 0.
    private(set) var fine: [UInt8] = []

    subscript(place: Int) -> InstantKey {
        get { InstantKey(coarse: coarse[place], fine: fine.isEmpty ? 0 : fine[place]) }
        set {
            coarse[place] = newValue.coarse
            widen(for: newValue)
            if !fine.isEmpty { fine[place] = newValue.fine }
        }
    }

    mutating func reserve(_ count: Int) {
        coarse.reserveCapacity(count)
    }

    mutating func append(_ key: InstantKey) {
        widen(for: key)
        coarse.append(key.coarse)
        if !fine.isEmpty || key.fine > 0 { fine.append(key.fine) }
    }

    mutating func insert(_ key: InstantKey, at place: Int) {
        widen(for: key)
        coarse.insert(key.coarse, at: place)
        if !fine.isEmpty || key.fine > 0 { fine.insert(key.fine, at: place) }
    }

    mutating func remove(at place: Int) {
        coarse.remove(at: place)
        if !fine.isEmpty { fine.remove(at: place) }
    }

    mutating func split(at place: Int) -> InstantColumn {
        var high = InstantColumn()
        high.coarse = coarse.split(at: place)
        if !fine.isEmpty { high.fine = fine.split(at: place) }
        return high
    }

    private mutating func widen(for key: InstantKey) {
        if key.fine > 0, fine.isEmpty { fine = Array(repeating: 0, count: coarse.count) }
    }

    /// How many bytes the arrays have.
    var size: Int { coarse.capacity * 8 + fine.capacity }
}

extension Array {
    /// Takes the elements from an index on away, and gives them.
    mutating func split(at index: Int) -> [Element] {
        let high = Array(self[index...])
        self = Array(self[..<index])
        return high
    }
}
