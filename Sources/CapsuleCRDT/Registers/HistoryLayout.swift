// SPDX-License-Identifier: Apache-2.0

package import CapsuleCBOR

/// The byte-level history register: reading, joining and filtering (SPEC section 5).
package enum HistoryLayout {
    /// How many superseded writes are kept beside the current one.
    package static let logSize = 16

    /// Reads and checks a history whose values the closure reads.
    package static func check(
        _ reader: inout CBORReader, value check: (inout CBORReader) throws(CBORError) -> Void
    ) throws(CBORError) {
        let start = reader.position
        var current: StampedLayout?
        var log: [StampedLayout] = []
        var cursor = try reader.enterMap()
        while let key = try cursor.nextText(&reader) {
            let name = reader.bytes.extracting(key)
            if name.elementsEqual("current") {
                current = try StampedLayout.read(&reader, value: check)
            } else if name.elementsEqual("superseded") {
                log = try readLog(&reader, value: check)
            } else {
                throw CBORError(
                    .invalid, at: key.lowerBound, "a history has the keys current and superseded, no other")
            }
        }
        reader.leave()
        guard let current else { throw CBORError(.invalid, at: start, "a history has the key current") }
        if !log.isEmpty { try checkOrder([current] + log, reader.bytes) }
    }

    private static func readLog(
        _ reader: inout CBORReader, value check: (inout CBORReader) throws(CBORError) -> Void
    ) throws(CBORError) -> [StampedLayout] {
        let start = reader.position
        let count = try reader.enterArray()
        guard (1...logSize).contains(count) else {
            throw CBORError(
                .invalid, at: start, "the superseded log, where there is one, has 1 to \(logSize) entries")
        }
        var log: [StampedLayout] = []
        for _ in 0..<count { log.append(try StampedLayout.read(&reader, value: check)) }
        reader.leave()
        return log
    }

    private static func checkOrder(_ writes: [StampedLayout], _ bytes: Span<UInt8>) throws(CBORError) {
        for index in writes.indices.dropFirst() {
            let write = writes[index]
            guard StampedLayout.compare(writes[index - 1], in: bytes, write, in: bytes) > 0 else {
                throw CBORError(
                    .invalid, at: write.range.lowerBound, "the history is not strictly descending")
            }
            for earlier in writes[..<index]
            where bytes.extracting(earlier.value).elementsEqual(bytes.extracting(write.value)) {
                throw CBORError(.invalid, at: write.range.lowerBound, "the history holds a value twice")
            }
        }
    }

    /// The writes of a checked history, current first.
    package static func writes(_ bytes: Span<UInt8>) -> [StampedLayout] {
        var writes: [StampedLayout] = []
        if let current = bytes.uncheckedValue("current", inMapAt: 0) {
            writes.append(StampedLayout(unchecked: bytes, at: current.lowerBound))
        }
        if let log = bytes.uncheckedValue("superseded", inMapAt: 0) {
            var (count, position) = bytes.uncheckedHead(at: log.lowerBound)
            while count > 0 {
                count -= 1
                let write = StampedLayout(unchecked: bytes, at: position)
                position = write.range.upperBound
                writes.append(write)
            }
        }
        return writes
    }

    /// Writes the join of two checked histories.
    package static func join(_ left: Span<UInt8>, _ right: Span<UInt8>, into writer: inout CBORWriter) {
        let (leftWrites, rightWrites) = (writes(left), writes(right))
        // Both are descending, so a merge meets the greatest write of each value first: a value that was
        // met before is a lesser write of it. Only then is the log cut, so the bound costs no convergence.
        var kept: [(isLeft: Bool, write: StampedLayout)] = []
        var (i, j) = (0, 0)
        while kept.count <= logSize, i < leftWrites.count || j < rightWrites.count {
            let takesLeft =
                j == rightWrites.count
                || i < leftWrites.count
                    && StampedLayout.compare(leftWrites[i], in: left, rightWrites[j], in: right) >= 0
            let write = takesLeft ? leftWrites[i] : rightWrites[j]
            if takesLeft { i += 1 } else { j += 1 }
            let value = takesLeft ? left.extracting(write.value) : right.extracting(write.value)
            let isKnown = kept.contains { entry in
                let other =
                    entry.isLeft ? left.extracting(entry.write.value) : right.extracting(entry.write.value)
                return other.elementsEqual(value)
            }
            if !isKnown { kept.append((takesLeft, write)) }
        }
        write(count: kept.count, into: &writer) { index, writer in
            let entry = kept[index]
            writer.append(
                raw: entry.isLeft ? left.extracting(entry.write.range) : right.extracting(entry.write.range))
        }
    }

    /// Writes a checked history without the writes later than a horizon; false when none is left.
    package static func before(
        _ horizon: StampTime, _ bytes: Span<UInt8>, into writer: inout CBORWriter
    ) -> Bool {
        let kept = writes(bytes).filter { $0.ts <= horizon }
        guard !kept.isEmpty else { return false }
        write(count: kept.count, into: &writer) { index, writer in
            writer.append(raw: bytes.extracting(kept[index].range))
        }
        return true
    }

    /// Writes a history of at least one write, current first.
    package static func write(
        count: Int, into writer: inout CBORWriter, _ body: (Int, inout CBORWriter) -> Void
    ) {
        writer.writeMapHead(count > 1 ? 2 : 1)
        writer.writeText("current")
        body(0, &writer)
        guard count > 1 else { return }
        writer.writeText("superseded")
        writer.writeArrayHead(count - 1)
        for index in 1..<count { body(index, &writer) }
    }
}
