// SPDX-License-Identifier: Apache-2.0

/// A walk that accepts any well-formed CBOR: other key orders, longer heads, indefinite lengths.
enum LenientCBOR {
    /// Throws `malformed` when an input that was refused for a canonical rule is not even well-formed.
    ///
    /// Does nothing for an error of another class, and none when the nesting is too deep to tell.
    static func checkWellFormed(_ bytes: Span<UInt8>, unless error: CBORError) throws(CBORError) {
        guard error.errorClass == .nonCanonical else { return }
        do throws(CBORError) {
            let end = try skipItem(bytes, at: 0, depth: 1)
            guard end == bytes.count else { throw CBORRule.trailing.broken(at: end) }
        } catch {
            if error.errorClass == .malformed { throw error }
        }
    }

    /// Reads past one well-formed item and gives the offset after it.
    static func skipItem(_ bytes: Span<UInt8>, at start: Int, depth: Int) throws(CBORError) -> Int {
        guard depth <= CBORLimits.depth else { throw CBORRule.depth.broken(at: start) }
        let head = try CBORHead(bytes, at: start)
        let position = start + head.length
        switch head.major {
        case 2, 3:
            var end = 0
            try forEachChunk(bytes, of: head, at: start) { _ in
            } end: {
                end = $0
            }
            return end
        case 4:
            return try skipItems(bytes, of: head, at: start, unit: 1, depth: depth)
        case 5:
            return try skipItems(bytes, of: head, at: start, unit: 2, depth: depth)
        case 6:
            return try skipItem(bytes, at: position, depth: depth + 1)
        default:
            if head.major == 7, head.isIndefinite { throw CBORRule.strayBreak.broken(at: start) }
            return position
        }
    }

    /// Gives the ranges of a string's content, one for a definite length, one for each chunk else.
    static func forEachChunk(
        _ bytes: Span<UInt8>, of head: CBORHead, at start: Int,
        _ body: (Range<Int>) -> Void, end: (Int) -> Void
    ) throws(CBORError) {
        var position = start + head.length
        guard head.isIndefinite else {
            let range = try content(bytes, of: head, at: start)
            body(range)
            end(range.upperBound)
            return
        }
        while true {
            guard position < bytes.count else { throw CBORRule.truncated.broken(at: position) }
            if bytes[position] == 0xff { break }
            let chunk = try CBORHead(bytes, at: position)
            guard chunk.major == head.major, !chunk.isIndefinite else {
                throw CBORRule.chunk.broken(at: position)
            }
            // RFC 8949 section 3.2.3: each text chunk is valid on its own.
            let range = try content(bytes, of: chunk, at: position)
            body(range)
            position = range.upperBound
        }
        end(position + 1)
    }

    private static func content(
        _ bytes: Span<UInt8>, of head: CBORHead, at start: Int
    ) throws(CBORError) -> Range<Int> {
        let position = start + head.length
        guard let size = Int(exactly: head.argument), size <= bytes.count - position else {
            throw CBORRule.count.broken(at: start)
        }
        let range = position..<position + size
        if head.major == 3, let fault = bytes.firstInvalidUTF8(in: range) {
            throw CBORRule.utf8.broken(at: fault)
        }
        return range
    }

    /// How many items a container of a definite length has, checked against what remains.
    static func itemCount(
        _ bytes: Span<UInt8>, of head: CBORHead, at start: Int, unit: Int
    ) throws(CBORError) -> Int {
        guard let count = Int(exactly: head.argument),
            count <= (bytes.count - start - head.length) / unit
        else { throw CBORRule.count.broken(at: start) }
        return count * unit
    }

    private static func skipItems(
        _ bytes: Span<UInt8>, of head: CBORHead, at start: Int, unit: Int, depth: Int
    ) throws(CBORError) -> Int {
        var position = start + head.length
        guard head.isIndefinite else {
            for _ in 0..<(try itemCount(bytes, of: head, at: start, unit: unit)) {
                position = try skipItem(bytes, at: position, depth: depth + 1)
            }
            return position
        }
        var items = 0
        while true {
            guard position < bytes.count else { throw CBORRule.truncated.broken(at: position) }
            if bytes[position] == 0xff { break }
            position = try skipItem(bytes, at: position, depth: depth + 1)
            items += 1
        }
        guard items % unit == 0 else { throw CBORRule.oddMap.broken(at: position) }
        return position + 1
    }
}
