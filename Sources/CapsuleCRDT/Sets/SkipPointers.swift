// SPDX-License-Identifier: Apache-2.0

/// Where a row or an add of a large set lies.
///
/// An encoded set can only be walked from its start. Skip pointers let a join with a small delta go past what the
/// delta does not touch, so that it costs the delta and a copy of the rest.
package struct SkipPointer: Hashable, Sendable {
    /// The counter of the add; 0 for a row.
    package let counter: UInt64
    /// The offset of the row from the start of the set.
    package let row: UInt32
    /// The offset of the add from the start of the set; `row` itself for a row.
    package let offset: UInt32
    /// How many adds of the row come before it.
    package let ordinal: UInt32

    package init(counter: UInt64, row: UInt32, offset: UInt32, ordinal: UInt32) {
        (self.counter, self.row, self.offset, self.ordinal) = (counter, row, offset, ordinal)
    }
}

/// The skip pointers of a set, gathered while it is read or written from its start to its end.
package struct SkipPointers: Sendable {
    /// Two skip pointers are this far apart, so a set below that size has none and a walk from one is short.
    package static let distance = 1_024

    /// The skip pointers, in the order of their offsets.
    package private(set) var pointers: [SkipPointer] = []
    private var last: Int
    private let expected: Int

    /// No skip pointers yet.
    ///
    /// - Parameter expected: how many there will be at most, roughly: room for them is made with the first. Nil
    ///   when nobody keeps them, so that none is ever due.
    init(expected: Int?) {
        self.expected = expected ?? 0
        last = expected == nil ? .max / 2 : 0
    }

    /// The offset from which on the next pointer is due.
    var due: Int { last &+ Self.distance }

    /// Whether an offset is far enough from the last pointer for one of its own.
    func isDue(at offset: Int) -> Bool { offset >= due }

    /// Marks the row at an offset, when it is due.
    mutating func noteRow(at row: Int) {
        if isDue(at: row) { append(counter: 0, row: row, offset: row, ordinal: 0) }
    }

    /// Marks an add; from 4 GiB on, which no document has, a set has no skip pointers.
    mutating func append(counter: UInt64, row: Int, offset: Int, ordinal: Int) {
        guard let place = UInt32(exactly: offset) else { return }
        last = offset
        if pointers.isEmpty { pointers.reserveCapacity(expected) }
        // The row comes before the add, and so do the adds that are counted, each in a byte at least.
        pointers.append(
            SkipPointer(
                counter: counter, row: UInt32(truncatingIfNeeded: row), offset: place,
                ordinal: UInt32(truncatingIfNeeded: ordinal)))
    }

    /// Keeps a pointer of another set as it lies in this one, unless one stands near it already.
    mutating func keep(_ pointer: SkipPointer, row: Int, offset: Int, ordinal: Int) {
        // Half the distance: skip pointers that came closer by a removal thin out, and do not all go.
        if offset &- last >= Self.distance / 2 {
            append(counter: pointer.counter, row: row, offset: offset, ordinal: ordinal)
        }
    }

    /// Moves the skip pointers from an index on to the front, when the head of what holds them became shorter than was
    /// held for it.
    mutating func move(from index: Int, by distance: Int, movingRows: Bool) {
        guard distance != 0, index < pointers.count else { return }
        for index in index..<pointers.count {
            let pointer = pointers[index]
            pointers[index] = SkipPointer(
                counter: pointer.counter,
                row: movingRows ? UInt32(truncatingIfNeeded: Int(pointer.row) + distance) : pointer.row,
                offset: UInt32(truncatingIfNeeded: Int(pointer.offset) + distance), ordinal: pointer.ordinal)
        }
        last += distance
    }
}
