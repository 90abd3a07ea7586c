// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals that end a process: those by which a person or the system asks for it, and those by which a write does.
///
/// Held back while a temporary file exists or a child process runs, and delivered afterwards. A handler
/// that cleans up could do the same only with shared mutable state, in code that may call almost nothing.
package enum Interruptions {
    /// Calls `body` while the signals wait.
    package static func held<Failure: Error>(during body: () throws(Failure) -> Void) throws(Failure) {
        var held = ending
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
        // A signal that is held waits even when it is to be ignored, as `nohup` has it for SIGHUP.
        return requests.contains { signal in
            unsafe sigismember(&pending, signal) == 1 && !isIgnored(signal)
        }
    }

    /// Nobody reads the pipe, or the file is above the limit of `ulimit -f`: held back, the write fails instead.
    private static let failures = [SIGPIPE, SIGXFSZ]
    /// These do not end a process.
    private static let harmless = [
        SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH,
    ]
    /// All of them, whatever their names: a fault of the program itself ends it also while they are held.
    private static let all = Array(Int32(1)...64)
    private static let requests = all.filter { !harmless.contains($0) && !failures.contains($0) }

    private static var ending: sigset_t {
        var set = sigset_t()
        unsafe sigfillset(&set)
        for signal in harmless { unsafe sigdelset(&set, signal) }
        return set
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #elseif canImport(Musl)
            let handler = unsafe action.__sa_handler.sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }

    /// Gives every signal the effect that the system knows for it, unless it is to be ignored.
    ///
    /// Swift's runtime has handlers that print where a program crashed. For a signal that was sent, the program then
    /// goes on as if nothing had been asked.
    package static func useSystemActions() {
        for number in all where number != SIGKILL && number != SIGSTOP {
            guard !isIgnored(number) else { continue }
            var action = sigaction()
            // Zero is SIG_DFL, and no flags; numbers that are no signals are refused, and that is well.
            unsafe sigaction(number, &action, nil)
        }
    }
}
