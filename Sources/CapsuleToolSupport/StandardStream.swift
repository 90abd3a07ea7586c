// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output and standard error, unbuffered: what is written is gone when the call returns.
package enum StandardStream: Sendable {
    case output
    case error

    /// Writes the text as it is.
    ///
    /// A closed pipe is `brokenPipe` where the caller's environment ignores SIGPIPE; elsewhere the signal
    /// ends the process, quietly, as it ends any other filter.
    package func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// Writes the bytes as they are.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        do throws(SystemError) {
            try descriptor.writeAll(bytes)
        } catch {
            throw OutputError(error, path: self == .output ? "-" : "standard error")
        }
    }

    /// Whether a person looks at it.
    package var isTerminal: Bool { descriptor.isTerminal }

    /// The columns of the terminal; nil where there is none, or it does not say.
    package var width: Int? {
        var size = winsize()
        guard unsafe ioctl(self == .output ? STDOUT_FILENO : STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }

    private var descriptor: FileDescriptor {
        FileDescriptor(lent: self == .output ? STDOUT_FILENO : STDERR_FILENO)
    }
}
