// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// A place in the rows of one of two sets that are walked together, asked for writers in ascending order.
struct RowCursor {
    let skipPointers: [SkipPointer]
    /// How many rows the set has.
    let rows: Int
    /// The offset of the row at hand; the end of the set after the last.
    var position = 0
    // The first pointer that no search has passed, and the first that was not copied.
    private var passed = 0
    private var copied = 0

    /// Starts at the first row of a checked set; an empty span is a set that is absent.
    init(_ bytes: Span<UInt8>, _ skipPointers: [SkipPointer] = []) {
        self.skipPointers = skipPointers
        if bytes.isEmpty {
            rows = 0
        } else {
            let head = bytes.uncheckedHead(at: 0)
            (rows, position) = (Int(truncatingIfNeeded: head.argument), head.end)
        }
    }

    /// Goes on to the first row whose writer does not come before one.
    mutating func seek(_ writer: Span<UInt8>, in bytes: Span<UInt8>) {
        var jump: SkipPointer?
        while passed < skipPointers.count {
            let pointer = skipPointers[passed]
            if Int(pointer.row) >= position {
                let row = ORSetLayout.Row(bytes, at: Int(pointer.row))
                guard row.writer(bytes).compare(writer) < 0 else { break }
                jump = pointer
            }
            passed += 1
        }
        if let jump { position = Self.end(ofRowOf: jump, in: bytes) }
        while position < bytes.count {
            let row = ORSetLayout.Row(bytes, at: position)
            guard row.writer(bytes).compare(writer) < 0 else { break }
            position = row.end(bytes)
        }
    }

    private static func end(ofRowOf pointer: SkipPointer, in bytes: Span<UInt8>) -> Int {
        let row = ORSetLayout.Row(bytes, at: Int(pointer.row))
        guard pointer.offset > pointer.row else { return row.end(bytes) }
        var adds = AddCursor(bytes, at: row.adds(bytes))
        adds.jump(to: pointer, in: bytes)
        while !adds.isAtEnd { adds.advance(in: bytes) }
        return adds.position
    }

    /// Goes on to a row's first add with a counter that is not below one.
    mutating func skip(_ adds: inout AddCursor, below counter: UInt64, row: Int, in bytes: Span<UInt8>) {
        var jump: SkipPointer?
        while passed < skipPointers.count, skipPointers[passed].row <= row {
            let pointer = skipPointers[passed]
            if pointer.row == row {
                guard pointer.counter < counter else { break }
                jump = pointer
            }
            passed += 1
        }
        if let jump, jump.offset > adds.position { adds.jump(to: jump, in: bytes) }
        while adds.counter < counter { adds.advance(in: bytes) }
    }

    /// The next pointer in a range; ranges are asked for in ascending order, each until there is none.
    mutating func nextSkipPointer(in range: Range<Int>) -> SkipPointer? {
        while copied < skipPointers.count, skipPointers[copied].offset < range.upperBound {
            copied += 1
            if skipPointers[copied - 1].offset >= range.lowerBound { return skipPointers[copied - 1] }
        }
        return nil
    }
}

/// A place among the live adds of one row.
struct AddCursor {
    /// How many adds the row has.
    let total: Int
    /// How many come before the one at hand.
    private(set) var ordinal = 0
    /// The offset of the add at hand; the end of the row after the last.
    private(set) var position: Int
    /// The counter of the add at hand; above every counter after the last.
    private(set) var counter: UInt64 = .max
    /// The offset of the element of the add at hand.
    private(set) var element: Int

    var isAtEnd: Bool { ordinal == total }

    /// Starts at the first add of the map at an offset.
    init(_ bytes: Span<UInt8>, at offset: Int) {
        let head = bytes.uncheckedHead(at: offset)
        (total, position, element) = (Int(truncatingIfNeeded: head.argument), head.end, head.end)
        load(bytes)
    }

    mutating func advance(in bytes: Span<UInt8>) {
        position = bytes.uncheckedEnd(ofItemAt: element)
        ordinal &+= 1
        load(bytes)
    }

    mutating func jump(to pointer: SkipPointer, in bytes: Span<UInt8>) {
        (position, ordinal) = (Int(pointer.offset), Int(pointer.ordinal))
        load(bytes)
    }

    private mutating func load(_ bytes: Span<UInt8>) {
        if isAtEnd { counter = .max } else { (counter, element) = bytes.uncheckedHead(at: position) }
    }
}
