// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

extension ORSetLayout {
    /// Writes the join of two checked sets; either may be empty, which is a set that is absent.
    ///
    /// - Parameter onDouble: called with the lesser element where both hold one add-id live with two
    ///   elements, which only a writer at fault makes.
    package static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, into writer: inout CBORWriter,
        onDouble: (AddID, Span<UInt8>) -> Void
    ) {
        if left.isEmpty || right.isEmpty || left.elementsEqual(right) {
            writer.append(raw: left.isEmpty ? right : left)
            return
        }
        var (leftRows, leftPosition) = left.checkedHead(at: 0)
        var (rightRows, rightPosition) = right.checkedHead(at: 0)
        let open = writer.beginContainer(major: 5, atMost: Int(leftRows + rightRows))
        var count = 0
        while leftRows > 0 || rightRows > 0 {
            count += 1
            let leftRow = Row(left, at: leftPosition)
            let rightRow = Row(right, at: rightPosition)
            let order =
                leftRows == 0 ? 1 : rightRows == 0 ? -1 : leftRow.writer(left).compare(rightRow.writer(right))
            if order < 0 {
                leftPosition = leftRow.end(left)
                writer.append(raw: left.extracting(leftRow.start..<leftPosition))
                leftRows -= 1
            } else if order > 0 {
                rightPosition = rightRow.end(right)
                writer.append(raw: right.extracting(rightRow.start..<rightPosition))
                rightRows -= 1
            } else {
                var rows = RowJoin(left, leftRow, right, rightRow)
                rows.write(into: &writer, onDouble: onDouble)
                (leftPosition, rightPosition) = (rows.leftPosition, rows.rightPosition)
                leftRows -= 1
                rightRows -= 1
            }
        }
        writer.end(open, count: count)
    }
}

/// Joins what two sets hold of one writer.
private struct RowJoin: ~Escapable {
    let left: Span<UInt8>
    let right: Span<UInt8>
    let leftRow: ORSetLayout.Row
    let rightRow: ORSetLayout.Row
    /// The offset after the left row, once it is written.
    private(set) var leftPosition = 0
    /// The offset after the right row, once it is written.
    private(set) var rightPosition = 0
    // A run of bytes that is to be copied from one side.
    private var run = 0..<0
    private var runIsLeft = true

    @_lifetime(copy left, copy right)
    init(
        _ left: Span<UInt8>, _ leftRow: ORSetLayout.Row, _ right: Span<UInt8>, _ rightRow: ORSetLayout.Row
    ) {
        self.left = left
        self.right = right
        self.leftRow = leftRow
        self.rightRow = rightRow
    }

    @_lifetime(self: copy self)
    mutating func write(into writer: inout CBORWriter, onDouble: (AddID, Span<UInt8>) -> Void) {
        // The writer and the head of the pair.
        writer.append(raw: left.extracting(leftRow.start..<leftRow.ranges))
        writeRanges(into: &writer)
        writeAdds(into: &writer, onDouble: onDouble)
    }

    @_lifetime(self: copy self)
    private mutating func writeRanges(into writer: inout CBORWriter) {
        leftPosition = leftRow.adds(left)
        rightPosition = rightRow.adds(right)
        let leftRanges = left.extracting(leftRow.ranges..<leftPosition)
        if leftRanges.elementsEqual(right.extracting(rightRow.ranges..<rightPosition)) {
            writer.append(raw: leftRanges)
            return
        }
        var lefts = CounterRangeCursor(left, at: leftRow.ranges)
        var rights = CounterRangeCursor(right, at: rightRow.ranges)
        let bound =
            left.checkedHead(at: leftRow.ranges).argument + right.checkedHead(at: rightRow.ranges).argument
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
    private mutating func writeAdds(into writer: inout CBORWriter, onDouble: (AddID, Span<UInt8>) -> Void) {
        var leftObserved = CounterRangeCursor(left, at: leftRow.ranges)
        var rightObserved = CounterRangeCursor(right, at: rightRow.ranges)
        var (leftAdds, i) = left.checkedHead(at: leftPosition)
        var (rightAdds, j) = right.checkedHead(at: rightPosition)
        let open = writer.beginContainer(major: 5, atMost: Int(leftAdds + rightAdds))
        var count = 0
        while leftAdds > 0 || rightAdds > 0 {
            let a = leftAdds > 0 ? left.checkedHead(at: i) : (.max, i)
            let b = rightAdds > 0 ? right.checkedHead(at: j) : (.max, j)
            if a.0 < b.0 {
                let end = left.checkedEnd(ofItemAt: a.1)
                if !rightObserved.contains(a.0) {
                    take(i..<end, fromLeft: true, &writer)
                    count += 1
                }
                i = end
                leftAdds -= 1
            } else if b.0 < a.0 {
                let end = right.checkedEnd(ofItemAt: b.1)
                if !leftObserved.contains(b.0) {
                    take(j..<end, fromLeft: false, &writer)
                    count += 1
                }
                j = end
                rightAdds -= 1
            } else {
                let leftEnd = left.checkedEnd(ofItemAt: a.1)
                let rightEnd = right.checkedEnd(ofItemAt: b.1)
                let (leftElement, rightElement) = (
                    left.extracting(a.1..<leftEnd), right.extracting(b.1..<rightEnd)
                )
                let order = leftElement.compare(rightElement)
                if order != 0, let name = Identifier(leftRow.writer(left)) {
                    onDouble(AddID(writer: name, counter: a.0), order < 0 ? leftElement : rightElement)
                }
                take(order < 0 ? j..<rightEnd : i..<leftEnd, fromLeft: order >= 0, &writer)
                count += 1
                (i, j) = (leftEnd, rightEnd)
                leftAdds -= 1
                rightAdds -= 1
            }
        }
        flush(&writer)
        writer.end(open, count: count)
        (leftPosition, rightPosition) = (i, j)
    }

    /// Adds an entry to the output; neighbours of one side are copied together.
    @_lifetime(self: copy self)
    private mutating func take(_ entry: Range<Int>, fromLeft: Bool, _ writer: inout CBORWriter) {
        if runIsLeft == fromLeft, run.upperBound == entry.lowerBound {
            run = run.lowerBound..<entry.upperBound
        } else {
            flush(&writer)
            run = entry
            runIsLeft = fromLeft
        }
    }

    @_lifetime(self: copy self)
    private mutating func flush(_ writer: inout CBORWriter) {
        if !run.isEmpty { writer.append(raw: runIsLeft ? left.extracting(run) : right.extracting(run)) }
        run = 0..<0
    }
}
