// SPDX-License-Identifier: Apache-2.0

// Comparing and copying runs of bytes is what a join does most. The standard library has no bulk
// operations on `Span` yet, so the few that work on more than one byte at a time stand here, each
// behind one check of its bounds.

extension Span<UInt8> {
    /// Compares two byte strings as unsigned bytes; a proper prefix comes first.
    ///
    /// - Returns: a negative number, zero or a positive number.
    @inlinable
    public func compare(_ other: Span<UInt8>) -> Int {
        let shared = Swift.min(count, other.count)
        var index = 0
        // Eight bytes at a step, big-endian, so that the order of the words is the order of the bytes.
        let (left, right) = (unsafe bytes, unsafe other.bytes)
        while index &+ 8 <= shared {
            // Unaligned loads of a trivial type, within `shared` by the loop's condition.
            let a = unsafe left.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let b = unsafe right.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            if a != b { return UInt64(bigEndian: a) < UInt64(bigEndian: b) ? -1 : 1 }
            index &+= 8
        }
        while index < shared {
            let (a, b) = (self[index], other[index])
            if a != b { return a < b ? -1 : 1 }
            index &+= 1
        }
        return count == other.count ? 0 : count < other.count ? -1 : 1
    }

    /// The first eight bytes of a range as a big-endian word, with zeros after the end of a shorter one.
    ///
    /// Of two ranges whose words differ, neither a proper prefix of the other, the order of the words is the
    /// order of the bytes.
    @inlinable
    package func prefixWord(of range: Range<Int>) -> UInt64 {
        let (start, length) = (range.lowerBound, range.count)
        precondition(start >= 0 && range.upperBound <= count)
        if start &+ 8 <= count {
            // Within the count.
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
            if length >= 8 { return UInt64(bigEndian: word) }
            return UInt64(bigEndian: word) & ~(UInt64.max &>> UInt64(truncatingIfNeeded: 8 &* length))
        }
        var word: UInt64 = 0
        for index in range { word = word << 8 | UInt64(self[index]) }
        return length == 0 ? 0 : word << UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    }

    /// Eight bytes as a big-endian word.
    @inlinable
    package func bigEndianWord(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset &+ 8 <= count)
        // Within the count.
        return UInt64(
            bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Whether both have the same bytes.
    @inlinable
    public func elementsEqual(_ other: Span<UInt8>) -> Bool {
        count == other.count && compare(other) == 0
    }

    /// Whether these are the bytes of a name known at compile time.
    @inlinable
    public func elementsEqual(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        // A static string's bytes live as long as the program; each load lies within both, whose counts are equal.
        let (left, right) = (unsafe bytes, unsafe UnsafeRawPointer(name.utf8Start))
        if count >= 8 {
            var index = 0
            while index < count {
                // The last word overlaps the one before it.
                let place = Swift.min(index, count &- 8)
                let word = unsafe left.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
                guard unsafe word == right.loadUnaligned(fromByteOffset: place, as: UInt64.self) else {
                    return false
                }
                index &+= 8
            }
            return true
        }
        for index in indices {
            guard unsafe self[index] == right.load(fromByteOffset: index, as: UInt8.self) else {
                return false
            }
        }
        return true
    }

    /// A copy of the bytes.
    public func copied() -> [UInt8] {
        var copy: [UInt8] = []
        copy.append(copying: self)
        return copy
    }
}

extension [UInt8] {
    /// Appends a run of bytes with one copy.
    @inlinable
    public mutating func append(copying run: Span<UInt8>) {
        // The buffer is read inside the closure only.
        unsafe run.withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: buffer)
        }
    }
}
