// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// The offset of the first byte that is not valid UTF-8 within a range, or nil when all are.
    ///
    /// Valid is what RFC 3629 says: no surrogates, no overlong forms, nothing above U+10FFFF.
    @inlinable
    package func firstInvalidUTF8(in range: Range<Int>) -> Int? {
        isASCII(range) ? nil : firstInvalidSequence(in: range)
    }

    /// Whether every byte of a range is ASCII, which most texts are throughout.
    @inlinable
    package func isASCII(_ range: Range<Int>) -> Bool {
        let (start, end) = (range.lowerBound, range.upperBound)
        precondition(start >= 0 && end <= count)
        let highBits: UInt64 = 0x8080_8080_8080_8080
        guard range.count >= 8 else { return prefixWord(of: range) & highBits == 0 }
        var index = start
        var seen: UInt64 = 0
        while index &+ 8 <= end {
            // Within `end`, which was compared with the count.
            seen |= unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        // The last few bytes, read together with bytes before them.
        seen |= unsafe bytes.unsafeLoadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
        return seen & highBits == 0
    }

    @usableFromInline
    func firstInvalidSequence(in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        let end = range.upperBound
        precondition(index >= 0 && end <= count)
        while index < end {
            // ASCII, eight bytes at a step.
            while index &+ 8 <= end {
                // Within `end`, which was compared with the count.
                let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 != 0 { break }
                index &+= 8
            }
            guard index < end else { return nil }
            if self[index] < 0x80 {
                index &+= 1
                continue
            }
            let length = wellFormedLength(at: index, end: end)
            if length == 0 { return index }
            index &+= length
        }
        return nil
    }

    /// The length of the well-formed multi-byte sequence that starts at an index, 0 when there is none.
    @usableFromInline
    func wellFormedLength(at index: Int, end: Int) -> Int {
        let lead = self[index]
        // Table 3-7 of the Unicode Standard: only the second byte's range depends on the lead.
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xbf
        switch lead {
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, low) = (3, 0xa0)
        case 0xed: (length, high) = (3, 0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, low) = (4, 0x90)
        case 0xf1...0xf3: length = 4
        case 0xf4: (length, high) = (4, 0x8f)
        default: return 0
        }
        guard end - index >= length, self[index + 1] >= low, self[index + 1] <= high else { return 0 }
        for offset in 2..<Swift.max(2, length) {
            guard self[index + offset] & 0xc0 == 0x80 else { return 0 }
        }
        return length
    }
}
