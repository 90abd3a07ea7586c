// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals by which a person or the system asks the process to end, and those by which a write ends it.
///
/// Held back while a temporary file exists or a child process runs, and delivered afterwards. A handler
/// that cleans up could do the same only with shared mutable state, in code that may call almost nothing.
package enum Interruptions {
    /// Calls `body` while the signals wait.
    package static func held<Failure: Error>(during body: () throws(Failure) -> Void) throws(Failure) {
        var held = all
        var previous = sigset_t()
        // Cannot fail: the sets are valid, and so is the first argument.
        unsafe pthread_sigmask(SIG_BLOCK, &held, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try body()
    }

    /// Whether the process was asked to end meanwhile.
    package static var arePending: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return requests.contains { signal in unsafe sigismember(&pending, signal) == 1 }
    }

    private static let requests = [SIGINT, SIGTERM, SIGHUP]
    /// Nobody reads the pipe, or the file is above the limit of `ulimit -f`: held back, the write fails instead.
    private static let failures = [SIGPIPE, SIGXFSZ]

    private static var all: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in requests + failures { unsafe sigaddset(&set, signal) }
        return set
    }
}
