// SPDX-License-Identifier: Apache-2.0

/// A forward cursor over bytes that accepts nothing but canonical CBOR (SPEC section 1).
///
/// Each read checks what it reads: well-formedness, shortest heads, UTF-8, key order, depth, and that
/// a declared length or count fits in what remains, before anything is done with it. After an error
/// the reader is not to be used further.
public struct CBORReader: ~Escapable {
    /// The whole input.
    public let bytes: Span<UInt8>
    /// The offset of the next item's first byte.
    public private(set) var position: Int
    /// The nesting level of the next item; the outermost item is at level 1.
    public private(set) var depth: Int

    /// Makes a reader at the start of an input, or at an item within it that stands at a known level.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, at position: Int = 0, depth: Int = 1) {
        self.bytes = bytes
        self.position = position
        self.depth = depth
    }

    /// How many bytes are left.
    public var remaining: Int { bytes.count - position }

    /// Whether everything has been read.
    public var isAtEnd: Bool { position == bytes.count }

    /// Checks that nothing follows.
    public func finish() throws(CBORError) {
        guard isAtEnd else { throw CBORRule.trailing.broken(at: position) }
    }

    /// The type of the next item, without reading it.
    public func peek() throws(CBORError) -> CBORType {
        let head = try CBORHead(bytes, at: position)
        return CBORType(head)
    }

    // MARK: Scalars

    /// Reads an unsigned integer.
    @_lifetime(self: copy self)
    public mutating func readUnsigned() throws(CBORError) -> UInt64 {
        // Heads of up to three bytes are most of what a document holds, fractions have five.
        if remaining >= 5, depth <= CBORLimits.depth {
            let initial = bytes[position]
            if initial < 24 {
                position &+= 1
                return UInt64(initial)
            }
            let next = bytes[position &+ 1]
            if initial == 24, next >= 24 {
                position &+= 2
                return UInt64(next)
            }
            if initial == 25, next > 0 {
                let value = UInt64(next) << 8 | UInt64(bytes[position &+ 2])
                position &+= 3
                return value
            }
            if initial == 26 {
                let value = bytes.prefixWord(of: position &+ 1..<position &+ 5) &>> 32
                if value > 0xffff {
                    position &+= 5
                    return value
                }
            }
        }
        return try readHead(major: 0, "expected an unsigned integer").argument
    }

    /// Reads an unsigned integer that is at most a bound.
    @_lifetime(self: copy self)
    public mutating func readUnsigned(
        atMost bound: UInt64, _ reason: @autoclosure () -> String = "the integer is out of its range"
    ) throws(CBORError) -> UInt64 {
        let start = position
        let value = try readUnsigned()
        guard value <= bound else { throw CBORError(.invalid, at: start, reason()) }
        return value
    }

    /// Reads true or false.
    @_lifetime(self: copy self)
    public mutating func readBool() throws(CBORError) -> Bool {
        let start = position
        let head = try readHead(major: 7, "expected true or false")
        switch head.argument {
        case 20 where head.length == 1: return false
        case 21 where head.length == 1: return true
        default: throw CBORError(.invalid, at: start, "expected true or false")
        }
    }

    /// Reads a null when the next item is one, and says whether it was.
    @_lifetime(self: copy self)
    public mutating func readNullIfPresent() -> Bool {
        guard position < bytes.count, bytes[position] == 0xf6 else { return false }
        position += 1
        return true
    }

    /// Reads a float of any width.
    @_lifetime(self: copy self)
    public mutating func readFloat() throws(CBORError) -> Double {
        let start = position
        let head = try readHead(major: 7, "expected a float")
        switch head.information {
        case 25: return Double(CBORFloat.single(halfBits: UInt16(truncatingIfNeeded: head.argument)))
        case 26: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
        case 27: return Double(bitPattern: head.argument)
        default: throw CBORError(.invalid, at: start, "expected a float")
        }
    }

    /// Reads a byte string and gives the range of its content.
    @_lifetime(self: copy self)
    public mutating func readBytes() throws(CBORError) -> Range<Int> {
        try readString(major: 2, "expected a byte string")
    }

    /// Reads a byte string of a known length and gives the range of its content.
    @_lifetime(self: copy self)
    public mutating func readBytes(count: Int, _ what: StaticString) throws(CBORError) -> Range<Int> {
        let start = position
        let range = try readBytes()
        guard range.count == count else {
            throw CBORError(.invalid, at: start, "\(what) has \(count) bytes, this one has \(range.count)")
        }
        return range
    }

    /// Reads a text, checks that it is valid UTF-8, and gives the range of its content.
    @_lifetime(self: copy self)
    public mutating func readText() throws(CBORError) -> Range<Int> {
        let range = try readString(major: 3, "expected a text")
        try checkUTF8(range)
        return range
    }

    /// Reads a text of at most 23 bytes of ASCII, which nearly every key is.
    ///
    /// - Returns: the range of its content, and the first eight bytes of its encoding as a word (`prefixWord`); nil,
    ///   with nothing read, for any other item, and near the end of the input.
    @_lifetime(self: copy self)
    mutating func readShortASCII() -> (content: Range<Int>, word: UInt64)? {
        let start = position
        guard start &+ 24 <= bytes.count, depth <= CBORLimits.depth else { return nil }
        let first = bytes.bigEndianWord(at: start)
        let length = Int(truncatingIfNeeded: first &>> 56) &- 0x60
        guard length >= 0, length < 24 else { return nil }
        let end = start &+ 1 &+ length
        var word = first
        var seen: UInt64
        if length < 7 {
            word &= ~(UInt64.max &>> UInt64(truncatingIfNeeded: 8 &* (length &+ 1)))
            seen = word
        } else {
            // Eight bytes from the head, eight up to the end, and what lies between: together all of them.
            seen = first | bytes.bigEndianWord(at: end &- 8)
            if length > 15 { seen |= bytes.bigEndianWord(at: start &+ 8) }
        }
        // The head is below 128, too.
        guard seen & 0x8080_8080_8080_8080 == 0 else { return nil }
        position = end
        return (start &+ 1..<end, word)
    }

    /// Reads a text of a bounded length in bytes and gives the range of its content.
    @_lifetime(self: copy self)
    public mutating func readText(
        _ bounds: ClosedRange<Int>, _ what: StaticString
    ) throws(CBORError) -> Range<Int> {
        let start = position
        let range = try readText()
        guard bounds.contains(range.count) else {
            throw CBORError(
                .invalid, at: start,
                "\(what) has \(bounds.lowerBound) to \(bounds.upperBound) bytes, this one has \(range.count)")
        }
        return range
    }

    // MARK: Containers

    /// Reads the head of an array and gives its count; its items come next, then `leave()`.
    @_lifetime(self: copy self)
    public mutating func enterArray() throws(CBORError) -> Int {
        try enter(major: 4, unit: 1, "expected an array")
    }

    /// Reads the head of an array of a known count; its items come next, then `leave()`.
    @_lifetime(self: copy self)
    public mutating func enterArray(count: Int, _ what: StaticString) throws(CBORError) {
        let start = position
        let actual = try enterArray()
        guard actual == count else {
            throw CBORError(.invalid, at: start, "\(what) has \(count) items, this one has \(actual)")
        }
    }

    /// Reads the head of a map; its keys come next through the cursor, then `leave()`.
    @_lifetime(self: copy self)
    public mutating func enterMap() throws(CBORError) -> CBORMapCursor {
        CBORMapCursor(count: try enter(major: 5, unit: 2, "expected a map"))
    }

    /// Enters a map of which a caller has compared the head and the first entries with canonical bytes.
    ///
    /// - Parameter prefix: how many bytes those have. `depth` is below the limit, so that what they hold is not too
    ///   deep; the rest of the map comes next, then `leave()`.
    @_lifetime(self: copy self)
    package mutating func enterMap(pastKnown prefix: Int) {
        position += prefix
        depth += 1
    }

    /// Ends the innermost container that was entered.
    @_lifetime(self: copy self)
    public mutating func leave() {
        depth -= 1
    }

    /// Reads past one item of any kind, which is checked throughout, and gives the range of its bytes.
    @discardableResult @_lifetime(self: copy self)
    public mutating func skipItem() throws(CBORError) -> Range<Int> {
        let start = position
        // First of all: the depth. Everything below may call itself.
        guard depth <= CBORLimits.depth else { throw CBORRule.depth.broken(at: start) }
        // Short texts and small integers are most of what there is.
        if start < bytes.count {
            switch bytes[start] {
            case 0..<0x18:
                position &+= 1
                return start..<position
            case 0x60..<0x78:
                _ = try readText()
                return start..<position
            default: break
            }
        }
        let head = try CBORHead(bytes, at: start)
        try head.checkCanonical(at: start)
        position += head.length
        switch head.major {
        case 2: _ = try content(of: head, at: start)
        case 3: try checkUTF8(try content(of: head, at: start))
        case 4:
            for _ in 0..<(try open(head, at: start, unit: 1)) { try skipItem() }
            leave()
        case 5:
            var cursor = CBORMapCursor(count: try open(head, at: start, unit: 2))
            while try cursor.nextItem(&self) != nil { try skipItem() }
            leave()
        case 6:
            depth += 1
            try skipItem()
            leave()
        default: break
        }
        return start..<position
    }

    /// Goes on to an offset up to which everything has been checked.
    @_lifetime(self: copy self)
    mutating func move(to offset: Int) {
        position = offset
    }

    // MARK: Heads

    /// Reads a canonical head of a wanted major type.
    @_lifetime(self: copy self)
    private mutating func readHead(major: UInt8, _ wanted: StaticString) throws(CBORError) -> CBORHead {
        guard depth <= CBORLimits.depth else { throw CBORRule.depth.broken(at: position) }
        let head = try CBORHead(bytes, at: position)
        try head.checkCanonical(at: position)
        guard head.major == major else { throw CBORError(.invalid, at: position, "\(wanted)") }
        position += head.length
        return head
    }

    @_lifetime(self: copy self)
    private mutating func readString(major: UInt8, _ wanted: StaticString) throws(CBORError) -> Range<Int> {
        let start = position
        // Strings of less than 24 bytes have one byte of head, those of less than 256 two.
        if start &+ 1 < bytes.count, depth <= CBORLimits.depth {
            let (initial, next) = (bytes[start], bytes[start &+ 1])
            let length = Int(initial &- major << 5)
            if length < 24 {
                let end = start &+ 1 &+ length
                guard end <= bytes.count else { throw CBORRule.count.broken(at: start) }
                position = end
                return start &+ 1..<end
            }
            if length == 24, next >= 24, start &+ 2 &+ Int(next) <= bytes.count {
                position = start &+ 2 &+ Int(next)
                return start &+ 2..<position
            }
        }
        return try content(of: try readHead(major: major, wanted), at: start)
    }

    /// Goes past the content of a string whose head was read.
    @_lifetime(self: copy self)
    private mutating func content(of head: CBORHead, at start: Int) throws(CBORError) -> Range<Int> {
        guard let size = Int(exactly: head.argument), size <= remaining else {
            throw CBORRule.count.broken(at: start)
        }
        let range = position..<position + size
        position += size
        return range
    }

    private func checkUTF8(_ content: Range<Int>) throws(CBORError) {
        if let fault = bytes.firstInvalidUTF8(in: content) { throw CBORRule.utf8.broken(at: fault) }
    }

    @_lifetime(self: copy self)
    private mutating func enter(major: UInt8, unit: Int, _ wanted: StaticString) throws(CBORError) -> Int {
        let start = position
        // Containers of less than 24 items have one byte of head.
        if start < bytes.count, depth <= CBORLimits.depth {
            let count = Int(bytes[start] &- major << 5)
            if count < 24, count &* unit < bytes.count &- start {
                position = start &+ 1
                depth &+= 1
                return count
            }
        }
        return try open(try readHead(major: major, wanted), at: start, unit: unit)
    }

    /// Opens a container whose head was read and gives its count, which fits in what remains.
    @_lifetime(self: copy self)
    private mutating func open(_ head: CBORHead, at start: Int, unit: Int) throws(CBORError) -> Int {
        guard let count = Int(exactly: head.argument), count <= remaining / unit else {
            throw CBORRule.count.broken(at: start)
        }
        depth += 1
        return count
    }
}
