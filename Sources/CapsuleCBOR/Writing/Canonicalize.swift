// SPDX-License-Identifier: Apache-2.0

extension CanonicalCBOR {
    /// Rewrites well-formed CBOR as its one canonical encoding, for tools that repair what others wrote.
    ///
    /// Accepts other key orders, longer heads, longer floats, other NaNs and indefinite lengths. The
    /// merge itself never does this: its inputs are canonical or refused.
    ///
    /// - Throws: `CBORError` with `malformed`, `limit`, or `non-canonical` at the second of two equal keys.
    public static func canonicalize(
        _ bytes: Span<UInt8>, limit: Int = CBORLimits.document
    ) throws(CBORError) -> [UInt8] {
        try checkSize(bytes, limit: limit)
        var writer = CBORWriter()
        writer.reserve(bytes.count)
        let end = try rewrite(bytes, at: 0, depth: 1, into: &writer)
        guard end == bytes.count else { throw CBORRule.trailing.broken(at: end) }
        return writer.bytes
    }

    private static func rewrite(
        _ bytes: Span<UInt8>, at start: Int, depth: Int, into writer: inout CBORWriter
    ) throws(CBORError) -> Int {
        guard depth <= CBORLimits.depth else { throw CBORRule.depth.broken(at: start) }
        let head = try CBORHead(bytes, at: start)
        switch head.major {
        case 2, 3:
            return try rewriteString(bytes, head, at: start, into: &writer)
        case 4:
            var items = CBORWriter()
            let (count, end) = try forEachItem(bytes, of: head, at: start, unit: 1) {
                position throws(CBORError) in
                try rewrite(bytes, at: position, depth: depth + 1, into: &items)
            }
            writer.writeArrayHead(count)
            writer.append(raw: items.bytes.span)
            return end
        case 5:
            return try rewriteMap(bytes, head, at: start, depth: depth, into: &writer)
        case 6:
            writer.writeTag(head.argument)
            return try rewrite(bytes, at: start + head.length, depth: depth + 1, into: &writer)
        case 7:
            if head.isIndefinite { throw CBORRule.strayBreak.broken(at: start) }
            switch head.information {
            case 25:
                writer.writeFloat(
                    Double(CBORFloat.single(halfBits: UInt16(truncatingIfNeeded: head.argument))))
            case 26: writer.writeFloat(Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument))))
            case 27: writer.writeFloat(Double(bitPattern: head.argument))
            default: writer.writeHead(major: 7, head.argument)
            }
            return start + head.length
        default:
            writer.writeHead(major: head.major, head.argument)
            return start + head.length
        }
    }

    private static func rewriteString(
        _ bytes: Span<UInt8>, _ head: CBORHead, at start: Int, into writer: inout CBORWriter
    ) throws(CBORError) -> Int {
        var content: [UInt8] = []
        var end = 0
        try LenientCBOR.forEachChunk(bytes, of: head, at: start) {
            content.append(copying: bytes.extracting($0))
        } end: {
            end = $0
        }
        writer.writeHead(major: head.major, UInt64(content.count))
        writer.append(raw: content.span)
        return end
    }

    private static func rewriteMap(
        _ bytes: Span<UInt8>, _ head: CBORHead, at start: Int, depth: Int, into writer: inout CBORWriter
    ) throws(CBORError) -> Int {
        // Each entry's canonical bytes, with where its value begins and where its key stood.
        var buffer = CBORWriter()
        var entries: [(key: Range<Int>, entry: Range<Int>, source: Int)] = []
        var source: Int?
        var keyStart = 0
        let (_, end) = try forEachItem(bytes, of: head, at: start, unit: 2) { position throws(CBORError) in
            let before = buffer.bytes.count
            let next = try rewrite(bytes, at: position, depth: depth + 1, into: &buffer)
            let after = buffer.bytes.count
            if let keySource = source {
                entries.append((keyStart..<before, keyStart..<after, keySource))
                source = nil
            } else {
                (source, keyStart) = (position, before)
            }
            return next
        }
        let span = buffer.bytes.span
        entries.sort { left, right in
            let order = span.extracting(left.key).compare(span.extracting(right.key))
            return order == 0 ? left.source < right.source : order < 0
        }
        writer.writeMapHead(entries.count)
        for (index, entry) in entries.enumerated() {
            let key = span.extracting(entry.key)
            if index > 0, span.extracting(entries[index - 1].key).elementsEqual(key) {
                throw CBORError(
                    .nonCanonical, at: entry.source,
                    "duplicate map key \(CBORDiagnostic.text(key)), so no canonical form says the same"
                )
            }
            writer.append(raw: span.extracting(entry.entry))
        }
        return end
    }

    /// Calls the body at each item of a container, definite or not; it gives the offset after the item.
    private static func forEachItem(
        _ bytes: Span<UInt8>, of head: CBORHead, at start: Int, unit: Int,
        _ body: (Int) throws(CBORError) -> Int
    ) throws(CBORError) -> (count: Int, end: Int) {
        var position = start + head.length
        guard head.isIndefinite else {
            let count = try LenientCBOR.itemCount(bytes, of: head, at: start, unit: unit)
            for _ in 0..<count { position = try body(position) }
            return (count / unit, position)
        }
        var items = 0
        while true {
            guard position < bytes.count else { throw CBORRule.truncated.broken(at: position) }
            if bytes[position] == 0xff { break }
            position = try body(position)
            items += 1
        }
        guard items % unit == 0 else { throw CBORRule.oddMap.broken(at: position) }
        return (items / unit, position + 1)
    }
}
