// SPDX-License-Identifier: Apache-2.0

/// Writes canonical CBOR: each value has one output (RFC 8949 section 4.2.1).
///
/// The order of map keys is the caller's part; `writeMap(_:)` sorts for those who have none.
public struct CBORWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// Makes an empty writer.
    public init() {}

    /// Makes room for a number of bytes to come.
    public mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    /// Appends bytes that are already canonical CBOR.
    public mutating func append(raw run: Span<UInt8>) {
        bytes.append(copying: run)
    }

    /// Writes an unsigned integer.
    public mutating func writeUnsigned(_ value: UInt64) {
        writeHead(major: 0, value)
    }

    /// Writes a text.
    public mutating func writeText(_ text: String) {
        var text = text
        text.withUTF8 { buffer in
            writeHead(major: 3, UInt64(buffer.count))
            unsafe bytes.append(contentsOf: buffer)
        }
    }

    /// Writes a text that is given as valid UTF-8.
    public mutating func writeText(utf8: Span<UInt8>) {
        writeHead(major: 3, UInt64(utf8.count))
        bytes.append(copying: utf8)
    }

    /// Writes a byte string.
    public mutating func writeBytes(_ content: Span<UInt8>) {
        writeHead(major: 2, UInt64(content.count))
        bytes.append(copying: content)
    }

    /// Writes the head of an array; its items come next.
    public mutating func writeArrayHead(_ count: Int) {
        writeHead(major: 4, UInt64(count))
    }

    /// Writes the head of a map; its entries come next, keys in ascending order of their encodings.
    public mutating func writeMapHead(_ count: Int) {
        writeHead(major: 5, UInt64(count))
    }

    /// Writes a tag; its content comes next.
    public mutating func writeTag(_ number: UInt64) {
        writeHead(major: 6, number)
    }

    /// Writes true or false.
    public mutating func writeBool(_ value: Bool) {
        bytes.append(value ? 0xf5 : 0xf4)
    }

    /// Writes null.
    public mutating func writeNull() {
        bytes.append(0xf6)
    }

    /// Writes a float in the shortest of the three widths that keeps its value.
    public mutating func writeFloat(_ value: Double) {
        if let single = CBORFloat.single(exactly: value) {
            if let half = CBORFloat.half(exactly: single) {
                writeHead(0xf9, UInt64(half), size: 2)
            } else {
                writeHead(0xfa, UInt64(single.bitPattern), size: 4)
            }
        } else {
            writeHead(0xfb, value.bitPattern, size: 8)
        }
    }

    /// Writes a head with its argument in the shortest form.
    package mutating func writeHead(major: UInt8, _ argument: UInt64) {
        let type = major << 5
        switch argument {
        case 0..<24: bytes.append(type | UInt8(truncatingIfNeeded: argument))
        // The short heads are written out: the loop below takes a tenth longer for a map of labels.
        case 24...0xff:
            bytes.append(type | 24)
            bytes.append(UInt8(truncatingIfNeeded: argument))
        case 0x100...0xffff:
            bytes.append(type | 25)
            bytes.append(UInt8(truncatingIfNeeded: argument >> 8))
            bytes.append(UInt8(truncatingIfNeeded: argument))
        case 0x1_0000...0xffff_ffff: writeHead(type | 26, argument, size: 4)
        default: writeHead(type | 27, argument, size: 8)
        }
    }

    private mutating func writeHead(_ initial: UInt8, _ argument: UInt64, size: Int) {
        bytes.append(initial)
        for index in (0..<size).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(8 * index)))
        }
    }

    // MARK: Counts that are known only afterwards

    /// Starts a container whose count is not known yet but is at most a bound.
    package mutating func beginContainer(major: UInt8, atMost bound: Int) -> OpenContainer {
        let open = OpenContainer(major: major, start: bytes.count, reserved: Self.headLength(UInt64(bound)))
        bytes.append(contentsOf: repeatElement(0, count: open.reserved))
        return open
    }

    /// Ends a container: its head takes the place held for it, and what follows moves up when a shorter one
    /// does.
    ///
    /// - Returns: by how many bytes it moved.
    @discardableResult
    package mutating func end(_ open: OpenContainer, count: Int) -> Int {
        let length = Self.headLength(UInt64(count))
        precondition(length <= open.reserved)
        if length < open.reserved {
            bytes.removeSubrange(open.start..<open.start + open.reserved - length)
        }
        // The head's bytes from the last to the first: the argument, then what tells its length.
        var argument = UInt64(count)
        for index in stride(from: open.start + length - 1, to: open.start, by: -1) {
            bytes[index] = UInt8(truncatingIfNeeded: argument)
            argument >>= 8
        }
        let information: UInt8 =
            switch length {
            case 1: UInt8(count)
            case 2: 24
            case 3: 25
            case 5: 26
            default: 27
            }
        bytes[open.start] = open.major << 5 | information
        return open.reserved - length
    }

    /// Appends a word, most significant byte first.
    package mutating func append(bigEndian word: UInt64) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }

    /// Appends one ASCII character.
    package mutating func append(ascii character: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: character.value))
    }

    /// Appends ASCII digits of a number, with leading zeros up to a count.
    package mutating func append(decimal value: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            bytes.append(48 + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    /// Takes back everything from an offset on.
    package mutating func truncate(to count: Int) {
        bytes.removeSubrange(count...)
    }

    /// A container whose head is still to be written.
    package struct OpenContainer {
        let major: UInt8
        /// Where the head stands.
        let start: Int
        /// How many bytes are held for it.
        let reserved: Int
    }

    /// How many bytes the shortest head with an argument has.
    package static func headLength(_ argument: UInt64) -> Int {
        switch argument {
        case 0..<24: 1
        case 24...0xff: 2
        case 0x100...0xffff: 3
        case 0x1_0000...0xffff_ffff: 5
        default: 9
        }
    }
}
