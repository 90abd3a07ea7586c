// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// Walks the inclusive counter ranges `[lo, hi, lo, hi, ...]` of checked bytes.
struct CounterRangeCursor: ~Escapable {
    private let bytes: Span<UInt8>
    private var position: Int
    private var remaining: UInt64
    /// The range at hand; nil after the last.
    private(set) var current: ClosedRange<UInt64>?

    /// Starts at the first range of the array at an offset.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, at offset: Int) {
        self.bytes = bytes
        (remaining, position) = bytes.uncheckedHead(at: offset)
        advance()
    }

    /// Goes on to the next range.
    @_lifetime(self: copy self)
    mutating func advance() {
        guard remaining >= 2 else {
            current = nil
            return
        }
        let low = bytes.uncheckedHead(at: position)
        let high = bytes.uncheckedHead(at: low.end)
        position = high.end
        remaining -= 2
        current = low.argument...high.argument
    }

    /// Whether a counter lies in a range; asked in ascending order.
    @_lifetime(self: copy self)
    mutating func contains(_ counter: UInt64) -> Bool {
        while let range = current {
            if counter <= range.upperBound { return counter >= range.lowerBound }
            advance()
        }
        return false
    }

    /// The lower bound of the range at hand; above every counter after the last.
    var next: UInt64 { current?.lowerBound ?? .max }

    /// The offset after the array at an offset.
    static func end(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        var (count, position) = bytes.uncheckedHead(at: offset)
        while count > 0 {
            count -= 1
            position = bytes.uncheckedHead(at: position).end
        }
        return position
    }
}

/// Gathers ranges that come in ascending order of their lower bounds, joining those that touch.
struct CounterRangeUnion {
    private var open: ClosedRange<UInt64>?
    private(set) var count = 0

    /// Takes the next range; writes the one before it when they do not touch.
    mutating func add(_ range: ClosedRange<UInt64>, _ writer: inout CBORWriter) {
        guard let last = open else {
            open = range
            return
        }
        if range.lowerBound <= last.upperBound + 1 {
            open = last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
            flush(&writer)
            open = range
        }
    }

    /// Writes what is left.
    mutating func flush(_ writer: inout CBORWriter) {
        guard let range = open else { return }
        writer.writeUnsigned(range.lowerBound)
        writer.writeUnsigned(range.upperBound)
        count += 1
        open = nil
    }
}
