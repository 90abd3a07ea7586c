// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

/// The byte-level OR-set (SPEC section 7): `{ writer: [ [lo, hi, ...], { counter: element, ... } ], ... }`.
///
/// The encoding is sorted by writer and counter, each writer's ranges before its adds. So the set is kept
/// as its encoding, and a join is a walk over two sorted byte strings.
package enum ORSetLayout {
    /// Reads and checks a set whose elements the closure reads.
    ///
    /// - Parameters:
    ///   - takesShortTexts: whether every text of 1 to 23 bytes is an element, so that the closure need not be
    ///     asked about each of a run of short ones.
    ///   - recordsSkipPointers: whether the caller keeps skip pointers.
    /// - Returns: the skip pointers of a large set.
    @discardableResult
    package static func check(
        _ reader: inout CBORReader, takesShortTexts: Bool = false, recordsSkipPointers: Bool = false,
        element check: (inout CBORReader) throws(CBORError) -> Void
    ) throws(CBORError) -> [SkipPointer] {
        let start = reader.position
        var skipPointers = SkipPointers(
            expected: recordsSkipPointers ? reader.remaining / SkipPointers.distance : nil)
        var writers = try reader.enterMap()
        guard writers.count > 0 else {
            throw CBORError(.invalid, at: start, "a set that observed nothing is absent, not empty")
        }
        var row = reader.position
        while try writers.nextBytes(&reader, count: Identifier.size, "a writer") != nil {
            skipPointers.noteRow(at: row - start)
            try reader.enterArray(count: 2, "a writer's part of a set")
            let ranges = reader.position
            try checkRanges(&reader)
            let adds = AddsCheck(set: start, row: row, takesShortTexts: takesShortTexts)
            try adds.run(&reader, observed: ranges, &skipPointers, element: check)
            reader.leave()
            row = reader.position
        }
        reader.leave()
        return skipPointers.pointers
    }

    private static func checkRanges(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.position
        let count = try reader.enterArray()
        guard count >= 2, count % 2 == 0 else {
            throw CBORError(.invalid, at: start, "observed counters are pairs of bounds, at least one")
        }
        var previous: UInt64?
        for _ in 0..<count / 2 {
            let place = reader.position
            let low = try reader.readUnsigned(atMost: Counter.last, "a counter is at most 2^53 - 1")
            let high = try reader.readUnsigned(atMost: Counter.last, "a counter is at most 2^53 - 1")
            guard low <= high else {
                throw CBORError(.invalid, at: place, "a range of counters ends before it begins")
            }
            if let previous, low <= previous + 1 {
                throw CBORError(
                    .invalid, at: place, "ranges of counters are ascending, disjoint and not adjacent")
            }
            previous = high
        }
        reader.leave()
    }

    /// One writer's part of a set, in checked bytes.
    struct Row {
        /// The offset of the encoded writer.
        let start: Int
        /// The offset of the array of ranges.
        let ranges: Int

        init(_ bytes: Span<UInt8>, at offset: Int) {
            start = offset
            // The writer is a head and sixteen bytes, the pair one byte of head.
            ranges = offset + 1 + Identifier.size + 1
        }

        @_lifetime(copy bytes)
        func writer(_ bytes: Span<UInt8>) -> Span<UInt8> {
            bytes.extracting(start + 1..<start + 1 + Identifier.size)
        }

        /// The offset of the map of adds.
        func adds(_ bytes: Span<UInt8>) -> Int {
            CounterRangeCursor.end(bytes, at: ranges)
        }

        /// The offset after the row.
        func end(_ bytes: Span<UInt8>) -> Int {
            bytes.uncheckedEnd(ofItemAt: adds(bytes))
        }
    }

    /// Calls the body for each live add, by writer and counter, with the range of its encoded element.
    package static func forEachLive(
        _ bytes: Span<UInt8>, _ body: (_ writer: Identifier, _ counter: UInt64, _ element: Range<Int>) -> Void
    ) {
        forEachRow(bytes) { row, writer in
            var (count, position) = bytes.uncheckedHead(at: row.adds(bytes))
            while count > 0 {
                count -= 1
                let (counter, element) = bytes.uncheckedHead(at: position)
                position = bytes.uncheckedEnd(ofItemAt: element)
                body(writer, counter, element..<position)
            }
        }
    }

    /// Calls the body for each range of observed counters, by writer and counter.
    package static func forEachObserved(
        _ bytes: Span<UInt8>, _ body: (_ writer: Identifier, _ counters: ClosedRange<UInt64>) -> Void
    ) {
        forEachRow(bytes) { row, writer in
            var ranges = CounterRangeCursor(bytes, at: row.ranges)
            while let range = ranges.current {
                body(writer, range)
                ranges.advance()
            }
        }
    }

    private static func forEachRow(_ bytes: Span<UInt8>, _ body: (Row, Identifier) -> Void) {
        guard !bytes.isEmpty else { return }
        var (count, position) = bytes.uncheckedHead(at: 0)
        while count > 0 {
            count -= 1
            let row = Row(bytes, at: position)
            if let writer = Identifier(row.writer(bytes)) { body(row, writer) }
            position = row.end(bytes)
        }
    }

    /// The counter of a writer's next add (SPEC section 6): one past the greatest of its own observed.
    ///
    /// - Throws: `counter-exhausted` when the greatest counter has been used.
    package static func nextCounter(_ bytes: Span<UInt8>, writer: Identifier) throws(CRDTError) -> UInt64 {
        var greatest: UInt64?
        forEachObserved(bytes) { name, counters in
            if name == writer { greatest = counters.upperBound }
        }
        guard let greatest else { return 0 }
        guard greatest < Counter.last else {
            throw CRDTError(
                .counterExhausted, "writer \(writer) has used its last counter: generate a new writer")
        }
        return greatest + 1
    }

    /// Whether a delta observes, without adding it, an add-id that a state has not observed (SPEC section 7).
    package static func hasUnobserved(
        delta: Span<UInt8>, state: Span<UInt8>, _ skipPointers: [SkipPointer] = []
    ) -> Bool {
        var known = RowCursor(state, skipPointers)
        var isUnobserved = false
        forEachRow(delta) { row, _ in
            guard !isUnobserved else { return }
            known.seek(row.writer(delta), in: state)
            var knownRow: Row?
            if known.position < state.count {
                let next = Row(state, at: known.position)
                if next.writer(state).elementsEqual(row.writer(delta)) { knownRow = next }
            }
            isUnobserved = hasUnobserved(delta: delta, row, state: state, knownRow)
        }
        return isUnobserved
    }

    private static func hasUnobserved(
        delta: Span<UInt8>, _ row: Row, state: Span<UInt8>, _ known: Row?
    ) -> Bool {
        // Walks the gaps that the state's ranges leave in the delta's, and counts the delta's own adds in
        // each: a counter that is in a gap and not among the adds is one.
        var ranges = CounterRangeCursor(delta, at: row.ranges)
        var (adds, position) = delta.uncheckedHead(at: row.adds(delta))
        func hasHole(_ gap: ClosedRange<UInt64>) -> Bool {
            var live: UInt64 = 0
            while adds > 0 {
                let (counter, element) = delta.uncheckedHead(at: position)
                if counter > gap.upperBound { break }
                if counter >= gap.lowerBound { live += 1 }
                adds -= 1
                position = delta.uncheckedEnd(ofItemAt: element)
            }
            return live < gap.upperBound - gap.lowerBound + 1
        }
        guard let known else {
            while let range = ranges.current {
                if hasHole(range) { return true }
                ranges.advance()
            }
            return false
        }
        var knownRanges = CounterRangeCursor(state, at: known.ranges)
        while let range = ranges.current {
            var low = range.lowerBound
            while true {
                while let other = knownRanges.current, other.upperBound < low { knownRanges.advance() }
                guard let other = knownRanges.current, other.lowerBound <= range.upperBound else {
                    if hasHole(low...range.upperBound) { return true }
                    break
                }
                if low < other.lowerBound, hasHole(low...other.lowerBound - 1) { return true }
                if other.upperBound >= range.upperBound { break }
                low = other.upperBound + 1
            }
            ranges.advance()
        }
        return false
    }
}
