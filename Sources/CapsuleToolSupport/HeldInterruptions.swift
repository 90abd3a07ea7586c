// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Holds back the signals by which a person or the system asks the process to end, until the end of
/// its life; those that came in between are delivered then.
///
/// Stands around the moments in which a temporary file exists. A handler that removes the file could
/// do the same only with shared mutable state, in code that may call almost nothing.
struct HeldInterruptions: ~Copyable {
    private let previous: sigset_t

    init() {
        var held = Self.endingSignals
        var previous = sigset_t()
        // Cannot fail: the sets are valid, and so is the first argument.
        unsafe pthread_sigmask(SIG_BLOCK, &held, &previous)
        self.previous = previous
    }

    deinit {
        var previous = previous
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    /// Whether one of the signals waits to be delivered.
    var isInterrupted: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return Self.signals.contains { signal in unsafe sigismember(&pending, signal) == 1 }
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    private static var endingSignals: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }
}
