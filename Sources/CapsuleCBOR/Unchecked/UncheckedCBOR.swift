// SPDX-License-Identifier: Apache-2.0

// A join walks bytes that a reader has checked before. It needs their structure again but not the
// checks, which would cost more than the join itself. What stands here gives the structure of bytes
// known to be canonical; on others it may give nonsense or stop the program, but never reads outside
// the span, since every access is bounds-checked.

extension Span<UInt8> {
    /// The argument of the head at an offset of checked bytes, and the offset after the head.
    @inlinable
    package func uncheckedHead(at offset: Int) -> (argument: UInt64, end: Int) {
        let information = self[offset] & 0x1f
        if information < 24 { return (UInt64(information), offset &+ 1) }
        if information == 24 { return (UInt64(self[offset &+ 1]), offset &+ 2) }
        if information == 25 {
            return (UInt64(self[offset &+ 1]) << 8 | UInt64(self[offset &+ 2]), offset &+ 3)
        }
        return uncheckedLongHead(at: offset)
    }

    @usableFromInline
    package func uncheckedLongHead(at offset: Int) -> (argument: UInt64, end: Int) {
        let end = offset + 1 + 1 << Int(self[offset] & 0x3)
        var argument: UInt64 = 0
        for index in offset + 1..<end { argument = argument << 8 | UInt64(self[index]) }
        return (argument, end)
    }

    /// The offset after the item at an offset of checked bytes.
    @inlinable
    package func uncheckedEnd(ofItemAt offset: Int) -> Int {
        let initial = self[offset]
        // Short texts and byte strings, which most items are.
        if initial >= 0x40, initial < 0x78, initial & 0x1f < 24 { return offset &+ 1 &+ Int(initial & 0x1f) }
        return uncheckedLongEnd(ofItemAt: offset)
    }

    @usableFromInline
    package func uncheckedLongEnd(ofItemAt offset: Int) -> Int {
        // Counts what is still to be read instead of recursing.
        var position = offset
        var items: UInt64 = 1
        while items > 0 {
            items -= 1
            let major = self[position] >> 5
            let (argument, end) = uncheckedHead(at: position)
            position = end
            switch major {
            case 2, 3: position += Int(truncatingIfNeeded: argument)
            case 4: items += argument
            case 5: items += 2 * argument
            case 6: items += 1
            default: break
            }
        }
        return position
    }

    /// The range of a text's or byte string's content at an offset of checked bytes.
    @inlinable
    package func uncheckedContent(at offset: Int) -> Range<Int> {
        let (argument, end) = uncheckedHead(at: offset)
        return end..<end &+ Int(truncatingIfNeeded: argument)
    }

    /// The range of the value under a text key in a map of checked bytes, or nil when it is not there.
    package func uncheckedValue(_ key: StaticString, inMapAt offset: Int) -> Range<Int>? {
        var (count, position) = uncheckedHead(at: offset)
        while count > 0 {
            count -= 1
            let isText = self[position] >> 5 == 3
            let keyEnd = uncheckedEnd(ofItemAt: position)
            let end = uncheckedEnd(ofItemAt: keyEnd)
            if isText, extracting(uncheckedContent(at: position)).elementsEqual(key) { return keyEnd..<end }
            position = end
        }
        return nil
    }
}
