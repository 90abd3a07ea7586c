// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the operating system answered to a call that failed.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// The error of the call that has just failed.
    static var last: SystemError { SystemError(number: errno) }

    package var description: String {
        // The text belongs to the C library and may change with its next call: it is copied at once.
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}

/// An open file, which is closed at the end of its life unless it was lent.
///
/// The only place that hands memory to the operating system. Interrupted calls are repeated, and files that do not
/// wait by themselves are waited for.
package struct FileDescriptor: ~Copyable, Sendable {
    let number: Int32
    private let isOwned: Bool

    /// Standard input, output or error: lent, so not closed at the end.
    package init(lent number: Int32) {
        self.number = number
        self.isOwned = false
    }

    /// Opens a file.
    init(path: String, flags: Int32, mode: mode_t = 0) throws(SystemError) {
        guard FileName.isValid(path) else { throw SystemError(number: ENOENT) }
        // open() has a variable number of arguments in C; the path lives for the length of the call.
        let opened = unsafe FileName.withPointer(path) { path in
            Self.repeating { unsafe Int(open(path, flags | O_CLOEXEC | O_NOCTTY, mode)) }
        }
        guard opened >= 0, let number = Int32(exactly: opened) else { throw .last }
        self.number = number
        self.isOwned = true
    }

    deinit {
        // What is written is synchronized first, where that matters; nothing is left to report here.
        if isOwned { _ = systemClose(number) }
    }

    /// Reads at most as many bytes as the buffer has; 0 is the end of the file.
    package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
        let number = number
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { memory in
                // The call writes no more than `memory.count` bytes.
                Self.repeating { unsafe systemRead(number, memory.baseAddress, memory.count) }
            }
            if count >= 0 { return count }
            guard Self.wouldBlock else { throw .last }
            _ = wait(for: POLLIN, milliseconds: -1)
        }
    }

    /// Appends what one call reads, at most so many bytes; 0 is the end of the file.
    borrowing func read(atMost count: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        let number = number
        while true {
            var got = 0
            buffer.append(addingCapacity: count) { room in
                unsafe room.withUnsafeMutableBufferPointer { memory, initialized in
                    // The call writes no more than `memory.count` bytes, and says how many it wrote.
                    got = Self.repeating { unsafe systemRead(number, memory.baseAddress, memory.count) }
                    initialized = max(0, got)
                }
            }
            if got >= 0 { return got }
            guard Self.wouldBlock else { throw .last }
            _ = wait(for: POLLIN, milliseconds: -1)
        }
    }

    /// Writes all of the bytes, however many calls that takes.
    package borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        try write(bytes, atMost: .max) { () throws(SystemError) in _ = wait(for: POLLOUT, milliseconds: -1) }
    }

    /// Writes all of the bytes while signals are held back: a reader that takes nothing keeps nobody waiting who
    /// was asked to end.
    borrowing func writeAllUnlessInterrupted(_ bytes: [UInt8]) throws(SystemError) {
        if Interruptions.arePending { throw SystemError(number: EINTR) }
        guard size == nil else { return try writeAll(bytes) }
        var start = 0
        while start < bytes.count {
            // So many bytes a pipe takes at once when it takes any.
            let piece = Array(bytes[start..<min(start + 4_096, bytes.count)])
            try waitUnlessInterrupted()
            try write(piece, atMost: 4_096) { () throws(SystemError) in try waitUnlessInterrupted() }
            start += piece.count
        }
    }

    private borrowing func waitUnlessInterrupted() throws(SystemError) {
        repeat {
            if Interruptions.arePending { throw SystemError(number: EINTR) }
        } while !wait(for: POLLOUT, milliseconds: 50)
    }

    private borrowing func write(
        _ bytes: [UInt8], atMost most: Int, whenBlocked: () throws(SystemError) -> Void
    ) throws(SystemError) {
        let number = number
        var written = 0
        while written < bytes.count {
            let start = written
            let count = unsafe bytes.withUnsafeBytes { memory in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: memory[start...].prefix(most))
                return Self.repeating { unsafe systemWrite(number, rest.baseAddress, rest.count) }
            }
            if count >= 0 {
                written += count
            } else if Self.wouldBlock {
                try whenBlocked()
            } else {
                throw .last
            }
        }
    }

    /// Returns whether the file is ready, or has failed, within a time; -1 is for ever.
    private borrowing func wait(for event: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: number, events: Int16(truncatingIfNeeded: event), revents: 0)
        return unsafe poll(&request, 1, milliseconds) != 0
    }

    private static var wouldBlock: Bool { errno == EAGAIN || errno == EWOULDBLOCK }

    /// Returns when the file is on the disk.
    package borrowing func synchronize() throws(SystemError) {
        let number = number
        guard Self.repeating({ Int(fsync(number)) }) == 0 else { throw .last }
    }

    /// Sets the permission bits of the file.
    borrowing func setMode(_ mode: mode_t) throws(SystemError) {
        guard fchmod(number, mode) == 0 else { throw .last }
    }

    /// What the operating system knows of the file.
    borrowing func status() throws(SystemError) -> stat {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw .last }
        return status
    }

    /// Takes the lock of the file for this process.
    ///
    /// - Parameter waits: else the answer is at once.
    /// - Returns: whether nobody else holds it.
    borrowing func lock(waits: Bool) throws(SystemError) -> Bool {
        let number = number
        if Self.repeating({ Int(flock(number, LOCK_EX | (waits ? 0 : LOCK_NB))) }) == 0 { return true }
        guard !waits, errno == EWOULDBLOCK else { throw .last }
        return false
    }

    /// The size of a regular file in bytes; nil for anything else.
    var size: Int? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Whether a person looks at it.
    package var isTerminal: Bool { isatty(number) == 1 }

    private static func repeating(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}

// Names for the calls that methods above would hide.

private func systemClose(_ number: Int32) -> Int32 {
    close(number)
}

private func systemRead(_ number: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, memory, count)
}

private func systemWrite(_ number: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(number, memory, count)
}
