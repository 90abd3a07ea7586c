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

    /// Whether both have the same bytes.
    @inlinable
    public func elementsEqual(_ other: Span<UInt8>) -> Bool {
        count == other.count && compare(other) == 0
    }

    /// Whether these are the bytes of a name known at compile time.
    @inlinable
    public func elementsEqual(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        // A static string's bytes live as long as the program.
        let bytes = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for index in indices {
            guard unsafe self[index] == bytes[index] else { return false }
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
