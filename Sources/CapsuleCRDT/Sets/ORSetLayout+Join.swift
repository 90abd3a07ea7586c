// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

extension ORSetLayout {
    /// Writes the join of two checked sets; either may be empty, which is a set that is absent.
    ///
    /// - Parameters:
    ///   - leftSkipPointers: the skip pointers of the left set, or none.
    ///   - rightSkipPointers: the skip pointers of the right set, or none.
    ///   - onConflictingAdd: called with the lesser element where both hold one add-id live with two elements,
    ///     which only a writer at fault makes.
    /// - Returns: the skip pointers of the result.
    @discardableResult
    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>,
        leftSkipPointers: [SkipPointer] = [], rightSkipPointers: [SkipPointer] = [],
        into writer: inout CBORWriter, onConflictingAdd: (AddID, Span<UInt8>) -> Void
    ) -> [SkipPointer] {
        if right.isEmpty || left.elementsEqual(right) {
            writer.append(raw: left)
            return leftSkipPointers
        }
        if left.isEmpty {
            writer.append(raw: right)
            return rightSkipPointers
        }
        var join = ORSetJoin(left, leftSkipPointers, right, rightSkipPointers, at: writer.bytes.count)
        join.run(into: &writer, onConflictingAdd: onConflictingAdd)
        return join.skipPointers.pointers
    }
}

/// Walks the rows of two sets, which are sorted by writer, and writes those of their join.
private struct ORSetJoin: ~Escapable {
    private let left: Span<UInt8>
    private let right: Span<UInt8>
    private var leftSide: RowCursor
    private var rightSide: RowCursor
    /// Where the result starts in what is written.
    private let base: Int
    private(set) var skipPointers: SkipPointers

    @_lifetime(copy left, copy right)
    init(
        _ left: Span<UInt8>, _ leftSkipPointers: [SkipPointer], _ right: Span<UInt8>,
        _ rightSkipPointers: [SkipPointer],
        at base: Int
    ) {
        self.left = left
        self.right = right
        leftSide = RowCursor(left, leftSkipPointers)
        rightSide = RowCursor(right, rightSkipPointers)
        self.base = base
        skipPointers = SkipPointers(expected: leftSkipPointers.count + rightSkipPointers.count + 1)
    }

    @_lifetime(self: copy self)
    mutating func run(into writer: inout CBORWriter, onConflictingAdd: (AddID, Span<UInt8>) -> Void) {
        let bound = leftSide.rows + rightSide.rows
        let open = writer.beginContainer(major: 5, atMost: bound)
        var shared = 0
        while leftSide.position < left.count, rightSide.position < right.count {
            let leftRow = ORSetLayout.Row(left, at: leftSide.position)
            let rightRow = ORSetLayout.Row(right, at: rightSide.position)
            let order = leftRow.writer(left).compare(rightRow.writer(right))
            if order < 0 {
                leftSide.seek(rightRow.writer(right), in: left)
                copyRows(leftRow.start..<leftSide.position, fromLeft: true, &writer)
            } else if order > 0 {
                rightSide.seek(leftRow.writer(left), in: right)
                copyRows(rightRow.start..<rightSide.position, fromLeft: false, &writer)
            } else {
                shared += 1
                join(leftRow, rightRow, &writer, onConflictingAdd: onConflictingAdd)
            }
        }
        copyRows(leftSide.position..<left.count, fromLeft: true, &writer)
        copyRows(rightSide.position..<right.count, fromLeft: false, &writer)
        let shift = writer.end(open, count: bound - shared)
        skipPointers.move(from: 0, by: -shift, movingRows: true)
    }

    /// Copies rows as they are.
    @_lifetime(self: copy self)
    private mutating func copyRows(_ rows: Range<Int>, fromLeft: Bool, _ writer: inout CBORWriter) {
        guard !rows.isEmpty else { return }
        let start = writer.bytes.count - base
        skipPointers.noteRow(at: start)
        while let pointer = nextSkipPointer(in: rows, fromLeft: fromLeft) {
            let distance = start - rows.lowerBound
            skipPointers.keep(
                pointer, row: Int(pointer.row) + distance, offset: Int(pointer.offset) + distance,
                ordinal: Int(pointer.ordinal))
        }
        writer.append(raw: (fromLeft ? left : right).extracting(rows))
    }

    @_lifetime(self: copy self)
    private mutating func nextSkipPointer(in range: Range<Int>, fromLeft: Bool) -> SkipPointer? {
        fromLeft ? leftSide.nextSkipPointer(in: range) : rightSide.nextSkipPointer(in: range)
    }

    // MARK: One writer's row

    /// Joins what both hold of one writer.
    @_lifetime(self: copy self)
    private mutating func join(
        _ leftRow: ORSetLayout.Row, _ rightRow: ORSetLayout.Row, _ writer: inout CBORWriter,
        onConflictingAdd: (AddID, Span<UInt8>) -> Void
    ) {
        let row = writer.bytes.count - base
        skipPointers.noteRow(at: row)
        // The writer and the head of the pair.
        writer.append(raw: left.extracting(leftRow.start..<leftRow.ranges))
        var leftAdds = AddCursor(left, at: leftRow.adds(left))
        var rightAdds = AddCursor(right, at: rightRow.adds(right))
        writeRanges(leftRow, rightRow, &writer)

        let firstPointer = skipPointers.pointers.count
        let open = writer.beginContainer(major: 5, atMost: leftAdds.total + rightAdds.total)
        var run = AddRun(row: row)
        writeAdds(leftRow, &leftAdds, rightRow, &rightAdds, &run, &writer, onConflictingAdd: onConflictingAdd)
        let shift = writer.end(open, count: run.ordinal)
        skipPointers.move(from: firstPointer, by: -shift, movingRows: false)
        (leftSide.position, rightSide.position) = (leftAdds.position, rightAdds.position)
    }

    private func writeRanges(
        _ leftRow: ORSetLayout.Row, _ rightRow: ORSetLayout.Row, _ writer: inout CBORWriter
    ) {
        var lefts = CounterRangeCursor(left, at: leftRow.ranges)
        var rights = CounterRangeCursor(right, at: rightRow.ranges)
        let bound =
            left.uncheckedHead(at: leftRow.ranges).argument
            + right.uncheckedHead(at: rightRow.ranges).argument
        let open = writer.beginContainer(major: 4, atMost: Int(bound))
        var union = CounterRangeUnion()
        while true {
            switch (lefts.current, rights.current) {
            case (let a?, let b?):
                if a.lowerBound <= b.lowerBound {
                    union.add(a, &writer)
                    lefts.advance()
                } else {
                    union.add(b, &writer)
                    rights.advance()
                }
                continue
            case (let a?, nil):
                union.add(a, &writer)
                lefts.advance()
                continue
            case (nil, let b?):
                union.add(b, &writer)
                rights.advance()
                continue
            case (nil, nil): break
            }
            break
        }
        union.flush(&writer)
        writer.end(open, count: 2 * union.count)
    }

    /// An add lives on when the other side holds it too or has never observed it.
    @_lifetime(self: copy self)
    private mutating func writeAdds(
        _ leftRow: ORSetLayout.Row, _ lefts: inout AddCursor,
        _ rightRow: ORSetLayout.Row, _ rights: inout AddCursor,
        _ run: inout AddRun, _ writer: inout CBORWriter, onConflictingAdd: (AddID, Span<UInt8>) -> Void
    ) {
        var leftObserved = CounterRangeCursor(left, at: leftRow.ranges)
        var rightObserved = CounterRangeCursor(right, at: rightRow.ranges)
        while !lefts.isAtEnd || !rights.isAtEnd {
            let (fromLeft, fromRight) = (lefts, rights)
            if lefts.counter < rights.counter {
                if rightObserved.contains(lefts.counter) {
                    lefts.advance(in: left)
                } else {
                    // All up to what the other side observed next, which is not after its next add.
                    leftSide.skip(&lefts, below: rightObserved.next, row: leftRow.start, in: left)
                    take(fromLeft, lefts, isLeft: true, &run, &writer)
                }
            } else if rights.counter < lefts.counter {
                if leftObserved.contains(rights.counter) {
                    rights.advance(in: right)
                } else {
                    rightSide.skip(&rights, below: leftObserved.next, row: rightRow.start, in: right)
                    take(fromRight, rights, isLeft: false, &run, &writer)
                }
            } else {
                lefts.advance(in: left)
                rights.advance(in: right)
                let leftElement = left.extracting(fromLeft.element..<lefts.position)
                let rightElement = right.extracting(fromRight.element..<rights.position)
                let order = leftElement.compare(rightElement)
                if order != 0, let name = Identifier(leftRow.writer(left)) {
                    onConflictingAdd(
                        AddID(writer: name, counter: fromLeft.counter),
                        order < 0 ? leftElement : rightElement)
                }
                if order >= 0 {
                    take(fromLeft, lefts, isLeft: true, &run, &writer)
                } else {
                    take(fromRight, rights, isLeft: false, &run, &writer)
                }
            }
        }
        flush(&run, &writer)
    }

    /// Takes the adds from one place of a side to another; neighbours are copied together.
    @_lifetime(self: copy self)
    private mutating func take(
        _ start: AddCursor, _ end: AddCursor, isLeft: Bool, _ run: inout AddRun, _ writer: inout CBORWriter
    ) {
        if run.isLeft == isLeft, run.bytes.upperBound == start.position {
            run.bytes = run.bytes.lowerBound..<end.position
            run.count += end.ordinal - start.ordinal
        } else {
            flush(&run, &writer)
            run.isLeft = isLeft
            run.bytes = start.position..<end.position
            run.first = start.ordinal
            run.count = end.ordinal - start.ordinal
        }
    }

    @_lifetime(self: copy self)
    private mutating func flush(_ run: inout AddRun, _ writer: inout CBORWriter) {
        guard !run.bytes.isEmpty else { return }
        let bytes = run.isLeft ? left : right
        let start = writer.bytes.count - base
        if skipPointers.isDue(at: start) {
            skipPointers.append(
                counter: bytes.uncheckedHead(at: run.bytes.lowerBound).argument, row: run.row, offset: start,
                ordinal: run.ordinal)
        }
        while let pointer = nextSkipPointer(in: run.bytes, fromLeft: run.isLeft) {
            skipPointers.keep(
                pointer, row: run.row, offset: Int(pointer.offset) + start - run.bytes.lowerBound,
                ordinal: Int(pointer.ordinal) + run.ordinal - run.first)
        }
        writer.append(raw: bytes.extracting(run.bytes))
        run.ordinal += run.count
        run.bytes = 0..<0
    }
}

/// Adds of one side that lie next to each other and are to be copied together.
private struct AddRun {
    /// The offset of the row that is written.
    let row: Int
    /// How many adds of the row have been written.
    var ordinal = 0
    var isLeft = true
    var bytes = 0..<0
    /// How many adds of its own row come before the run.
    var first = 0
    var count = 0
}
