// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output and standard error, unbuffered: what is written is gone when the call returns.
package enum StandardStream: Sendable, CaseIterable {
    case output
    case error

    /// The stream that an output path names: `-`, or a path that leads to the same file.
    package init?(named path: String) {
        if path == "-" {
            self = .output
            return
        }
        guard let identity = FileIdentity(path: path),
            let stream = Self.allCases.first(where: { $0.identity == identity })
        else { return nil }
        self = stream
    }

    /// The stream on which a report is not mixed with outputs; nil when there is none.
    ///
    /// - Parameter preferred: the stream for reports where both are free.
    package static func free(besides outputs: [String], preferring preferred: StandardStream = .output)
        -> StandardStream?
    {
        let taken = outputs.compactMap { path in path == "-" ? output.identity : FileIdentity(path: path) }
        // Terminals and /dev/null keep nothing that could be spoiled, but a document on the screen has a stream alone.
        let streams = preferred == .output ? [output, error] : [error, output]
        let isOnOutput = outputs.contains { StandardStream(named: $0) == .output }
        return streams.first { stream in
            guard let identity = stream.identity else { return true }
            if identity.isKept { return !taken.contains(identity) }
            return stream == .error || !isOnOutput
        }
    }

    /// Which file it is; nil where the system does not say.
    package var identity: FileIdentity? { FileIdentity(descriptor: descriptor.number) }

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
        guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    var descriptor: FileDescriptor {
        FileDescriptor(lent: self == .output ? STDOUT_FILENO : STDERR_FILENO)
    }
}

/// Words of this module for who runs the tool, on standard error.
enum OutputNotice {
    static func say(_ text: String) {
        // Nobody has to hear them.
        try? StandardStream.error.write("capsule-merge: \(text)\n")
    }
}
