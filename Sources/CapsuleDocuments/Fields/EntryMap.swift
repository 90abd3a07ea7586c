// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// The byte-level map of registers or regions, in checked bytes: each entry stands on its own.
enum EntryMap {
    /// Reads and checks a map that is not empty, whose keys and values the closures check.
    static func check(
        _ reader: inout CBORReader,
        key checkKey: (inout CBORReader) throws(CBORError) -> Void,
        value check: (inout CBORReader) throws(CBORError) -> Void
    ) throws(CBORError) {
        let start = reader.position
        var cursor = try reader.enterMap()
        guard cursor.count > 0 else {
            throw CBORError(
                .invalid, at: start, "a map of the document that holds nothing is absent, not empty")
        }
        while let key = try cursor.nextItem(&reader) {
            var keyReader = CBORReader(reader.bytes, at: key.lowerBound, depth: reader.depth)
            try checkKey(&keyReader)
            try check(&reader)
        }
        reader.leave()
    }

    /// Calls the body for each entry with the ranges of the encoded key and of the value.
    static func forEach(_ bytes: Span<UInt8>, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void) {
        var (count, position) = bytes.uncheckedHead(at: 0)
        while count > 0 {
            count -= 1
            let valueStart = bytes.uncheckedEnd(ofItemAt: position)
            let end = bytes.uncheckedEnd(ofItemAt: valueStart)
            body(position..<valueStart, valueStart..<end)
            position = end
        }
    }

    /// The range of the value under an encoded key, or nil.
    static func find(_ key: [UInt8], in bytes: Span<UInt8>) -> Range<Int>? {
        var found: Range<Int>?
        forEach(bytes) { name, value in
            if found == nil, bytes.extracting(name).elementsEqual(key.span) { found = value }
        }
        return found
    }

    /// Writes the join of two maps; the closure writes the join of two values under one key.
    static func join(
        _ left: Span<UInt8>, _ right: Span<UInt8>, into writer: inout CBORWriter,
        _ joinValues: (_ key: Span<UInt8>, _ left: Span<UInt8>, _ right: Span<UInt8>, inout CBORWriter) ->
            Void
    ) {
        var (leftCount, i) = left.uncheckedHead(at: 0)
        var (rightCount, j) = right.uncheckedHead(at: 0)
        let open = writer.beginContainer(major: 5, atMost: Int(leftCount + rightCount))
        var count = 0
        while leftCount > 0 || rightCount > 0 {
            count += 1
            let leftKey = leftCount > 0 ? i..<left.uncheckedEnd(ofItemAt: i) : i..<i
            let rightKey = rightCount > 0 ? j..<right.uncheckedEnd(ofItemAt: j) : j..<j
            let leftEnd = leftCount > 0 ? left.uncheckedEnd(ofItemAt: leftKey.upperBound) : i
            let rightEnd = rightCount > 0 ? right.uncheckedEnd(ofItemAt: rightKey.upperBound) : j
            let order =
                leftCount == 0
                ? 1 : rightCount == 0 ? -1 : left.extracting(leftKey).compare(right.extracting(rightKey))
            if order < 0 {
                writer.append(raw: left.extracting(i..<leftEnd))
            } else if order > 0 {
                writer.append(raw: right.extracting(j..<rightEnd))
            } else {
                let key = left.extracting(leftKey)
                writer.append(raw: key)
                joinValues(
                    key, left.extracting(leftKey.upperBound..<leftEnd),
                    right.extracting(rightKey.upperBound..<rightEnd), &writer)
            }
            if order <= 0 {
                i = leftEnd
                leftCount -= 1
            }
            if order >= 0 {
                j = rightEnd
                rightCount -= 1
            }
        }
        writer.end(open, count: count)
    }

    /// Writes a map of what the closure writes of each value; false, and nothing written, when that is
    /// nothing.
    static func filter(
        _ bytes: Span<UInt8>, into writer: inout CBORWriter,
        _ keep: (_ value: Span<UInt8>, inout CBORWriter) -> Bool
    ) -> Bool {
        let start = writer.bytes.count
        let open = writer.beginContainer(major: 5, atMost: Int(bytes.uncheckedHead(at: 0).argument))
        var count = 0
        forEach(bytes) { key, value in
            let entry = writer.bytes.count
            writer.append(raw: bytes.extracting(key))
            if keep(bytes.extracting(value), &writer) {
                count += 1
            } else {
                writer.truncate(to: entry)
            }
        }
        guard count > 0 else {
            writer.truncate(to: start)
            return false
        }
        writer.end(open, count: count)
        return true
    }
}

/// Finds values by encoded key, asked in ascending order, so that many look-ups cost one walk.
struct EntryMapWalk {
    private var position = 0
    private var remaining: UInt64 = 0

    init(_ bytes: Span<UInt8>) {
        if !bytes.isEmpty { (remaining, position) = bytes.uncheckedHead(at: 0) }
    }

    /// The offset of the value under a key, or nil.
    mutating func find(_ key: Span<UInt8>, _ bytes: Span<UInt8>) -> Int? {
        while remaining > 0 {
            let value = bytes.uncheckedEnd(ofItemAt: position)
            let order = bytes.extracting(position..<value).compare(key)
            if order > 0 { return nil }
            if order == 0 { return value }
            position = bytes.uncheckedEnd(ofItemAt: value)
            remaining -= 1
        }
        return nil
    }
}
