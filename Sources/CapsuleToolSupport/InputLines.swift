// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One line of input, without its line feed.
package enum InputLine: Sendable {
    case bytes([UInt8])
    /// A line above the limit: skipped to its end, never held in memory.
    case tooLong
}

/// Reads a stream line by line, and gives each line as soon as it has arrived.
package struct InputLines: ~Copyable {
    private let file: FileDescriptor
    private let limit: Int
    private var buffer: [UInt8]
    private var position = 0
    private var end = 0

    /// - Parameter limit: The most bytes of a line. The default has room for a request that carries
    ///   eight of the largest documents in hexadecimal.
    package init(
        _ file: consuming FileDescriptor, limit: Int = 8 * 2 * InputFile.defaultLimit,
        bufferSize: Int = 65_536
    ) {
        self.file = file
        self.limit = limit
        self.buffer = [UInt8](repeating: 0, count: bufferSize)
    }

    /// The next line, or nil at the end.
    ///
    /// A last line without a line feed counts as one.
    package mutating func next() throws(SystemError) -> InputLine? {
        var line: [UInt8] = []
        var isTooLong = false
        var sawAnything = false
        while true {
            if position == end {
                end = try file.read(into: &buffer)
                position = 0
                if end == 0 {
                    guard sawAnything else { return nil }
                    return isTooLong ? .tooLong : .bytes(line)
                }
            }
            sawAnything = true
            let lineFeed = lineFeed
            let piece = buffer[position..<(lineFeed ?? end)]
            if line.count + piece.count > limit {
                isTooLong = true
                line = []
            } else if !isTooLong {
                line.append(contentsOf: piece)
            }
            position = lineFeed.map { $0 + 1 } ?? end
            if lineFeed != nil { return isTooLong ? .tooLong : .bytes(line) }
        }
    }

    /// Where the next line feed of the buffer is, by the C library's search.
    private var lineFeed: Int? {
        unsafe buffer.withUnsafeBytes { memory in
            guard let start = memory.baseAddress else { return nil }
            // Within the buffer: `position` and `end` are.
            guard let found = unsafe memchr(start + position, 0x0a, end - position) else { return nil }
            return unsafe UnsafeRawPointer(found) - start
        }
    }
}
