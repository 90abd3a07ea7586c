// SPDX-License-Identifier: Apache-2.0

/// Walks the keys of a map that a reader entered, and holds them to ascending order without repeats.
public struct CBORMapCursor {
    /// How many entries the map has in all.
    public let count: Int
    /// How many keys are still to come.
    public internal(set) var remaining: Int
    private var previous = 0..<0
    /// The first bytes of the encoding of the key before, which decide nearly every comparison.
    private var previousWord: UInt64 = 0
    /// The key before, when it was read as an unsigned integer.
    var previousUnsigned: UInt64?

    init(count: Int) {
        self.count = count
        remaining = count
    }

    /// Reads the next key, of any type, and gives the range of its encoding; nil after the last.
    public mutating func nextItem(_ reader: inout CBORReader) throws(CBORError) -> Range<Int>? {
        guard remaining > 0 else { return nil }
        let start = reader.position
        try reader.skipItem()
        return try accept(start..<reader.position, reader)
    }

    /// Reads the next key, which must be a text, and gives the range of its content; nil after the last.
    public mutating func nextText(_ reader: inout CBORReader) throws(CBORError) -> Range<Int>? {
        guard remaining > 0 else { return nil }
        let start = reader.position
        if let (content, word) = reader.readShortASCII() {
            let key = start..<content.upperBound
            if word <= previousWord, !previous.isEmpty { try checkOrder(key, word, reader) }
            (previous, previousWord) = (key, word)
            remaining -= 1
            return content
        }
        let content = try reader.readText()
        try accept(start..<reader.position, reader)
        return content
    }

    /// Reads the next key, which must be a byte string of a known length, and gives the range of its
    /// content; nil after the last.
    public mutating func nextBytes(
        _ reader: inout CBORReader, count: Int, _ what: StaticString
    ) throws(CBORError) -> Range<Int>? {
        guard remaining > 0 else { return nil }
        let start = reader.position
        let content = try reader.readBytes(count: count, what)
        try accept(start..<reader.position, reader)
        return content
    }

    /// Reads the next key, which must be an unsigned integer up to a bound; nil after the last.
    public mutating func nextUnsigned(
        _ reader: inout CBORReader, atMost bound: UInt64
    ) throws(CBORError) -> UInt64? {
        guard remaining > 0 else { return nil }
        let start = reader.position
        let value = try reader.readUnsigned(atMost: bound)
        // The order of unsigned integers is the order of their encodings.
        if let last = previousUnsigned, value <= last {
            throw (value == last ? CBORRule.duplicateKey : CBORRule.keyOrder).broken(at: start)
        }
        if previousUnsigned == nil { try accept(start..<reader.position, reader) } else { remaining -= 1 }
        previousUnsigned = value
        return value
    }

    @discardableResult
    private mutating func accept(
        _ key: Range<Int>, _ reader: borrowing CBORReader
    ) throws(CBORError) -> Range<Int> {
        // No key is shorter than a byte, so that an empty range is that of no key.
        let word = reader.bytes.prefixWord(of: key)
        if word <= previousWord, !previous.isEmpty { try checkOrder(key, word, reader) }
        previousWord = word
        previous = key
        remaining -= 1
        return key
    }

    /// Compares with the key before where their first bytes do not say that this one is greater.
    private func checkOrder(
        _ key: Range<Int>, _ word: UInt64, _ reader: borrowing CBORReader
    ) throws(CBORError) {
        // An encoding is no proper prefix of another, so that a lesser word is a lesser key.
        let order =
            word < previousWord ? 1 : reader.bytes.extracting(previous).compare(reader.bytes.extracting(key))
        if order == 0 { throw CBORRule.duplicateKey.broken(at: key.lowerBound) }
        if order > 0 { throw CBORRule.keyOrder.broken(at: key.lowerBound) }
    }
}
