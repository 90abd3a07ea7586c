// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that runs with pipes for its standard streams, in a process group of its own.
///
/// The pipes never block. The end of its life kills the group, so that neither a testee that hangs nor
/// what a shell script started survives the run.
final class ChildProcess {
    private let pid: pid_t
    /// The parent's ends; -1 once closed.
    private(set) var input: Int32
    private(set) var output: Int32
    private(set) var error: Int32
    private var status: Int32?

    /// Starts a program, which is looked for in PATH when its name has no slash.
    ///
    /// - Throws: `TesteeFault.cannotStart`.
    init(command: [String]) throws(TesteeFault) {
        guard let program = command.first else { throw .cannotStart("no command") }
        let started = try Self.starting.withLock { _ throws(TesteeFault) in
            try Self.start(program, command)
        }
        (pid, input, output, error) = (started.pid, started.input, started.output, started.error)
        for descriptor in [input, output, error] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    /// One program starts at a time: one that starts between another's pipes and their flags would hold
    /// ends of them, and keep them open after the other's death.
    private static let starting = Mutex(())

    private struct Started {
        let pid: pid_t
        let input: Int32
        let output: Int32
        let error: Int32
    }

    private static func start(_ program: String, _ command: [String]) throws(TesteeFault) -> Started {
        var pipes: [(read: Int32, write: Int32)] = []
        for _ in 0..<3 {
            guard let pipe = makePipe() else {
                for pipe in pipes { close(pipe.read, pipe.write) }
                throw .cannotStart("no pipe: \(lastError())")
            }
            pipes.append(pipe)
        }
        let (result, pid) = spawn(
            program, command, streams: [pipes[0].read, pipes[1].write, pipes[2].write])
        close(pipes[0].read, pipes[1].write, pipes[2].write)
        guard result == 0 else {
            close(pipes[0].write, pipes[1].read, pipes[2].read)
            throw .cannotStart("\(program): \(text(of: result))")
        }
        return Started(pid: pid, input: pipes[0].write, output: pipes[1].read, error: pipes[2].read)
    }

    deinit {
        Self.close(input, output, error)
        guard status == nil else { return }
        kill(-pid, SIGKILL)
        _ = Self.wait(for: pid)
    }

    /// Tells the program that nothing more comes.
    func closeInput() {
        Self.close(input)
        input = -1
    }

    func closeError() {
        Self.close(error)
        error = -1
    }

    /// How the program ended, having been given a moment to do so; kills it otherwise.
    func end() -> ExitStatus {
        closeInput()
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(500))
        while status == nil {
            status = Self.poll(pid)
            if status == nil {
                guard ContinuousClock.now < deadline else {
                    kill(-pid, SIGKILL)
                    status = Self.wait(for: pid)
                    return .killed
                }
                usleep(2_000)
            }
        }
        // What it started may still run.
        kill(-pid, SIGKILL)
        return ExitStatus(waited: status ?? 0)
    }

    /// The most memory that the program has held, in bytes, with what its children hold; nil where the
    /// system does not say.
    var peakMemory: Int? { ProcessMemory.peak(of: pid) }

    /// Waits until one of the descriptors can be used.
    ///
    /// - Returns: for each whether there is something to do; nil when the time is over.
    static func poll(_ wanted: [(descriptor: Int32, events: Int16)], milliseconds: Int32) -> [Bool]? {
        var entries = wanted.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        let count = unsafe entries.withUnsafeMutableBufferPointer { memory in
            unsafe systemPoll(memory.baseAddress, memory.count, milliseconds)
        }
        guard count > 0 else { return nil }
        return entries.map { $0.revents != 0 }
    }

    /// The number of bytes read, 0 at the end; nil when there are none now.
    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int? {
        let count = unsafe buffer.withUnsafeMutableBytes { memory in
            // The call writes no more than `memory.count` bytes.
            unsafe systemRead(descriptor, memory.baseAddress, memory.count)
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? nil : 0
    }

    // MARK: Starting

    private static func makePipe() -> (read: Int32, write: Int32)? {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &ends) { memory in
            unsafe pipe(memory.bindMemory(to: Int32.self).baseAddress)
        }
        guard result == 0 else { return nil }
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    private static func spawn(
        _ program: String, _ command: [String], streams: [Int32]
    ) -> (result: Int32, pid: pid_t) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for (number, stream) in streams.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
        }
        // The runner holds signals back and ignores SIGPIPE; the testee starts as from a shell.
        var none = sigset_t()
        var broken = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&broken)
        unsafe sigaddset(&broken, SIGPIPE)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &broken)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        // The copies live until the call returns; the child has its own.
        var arguments =
            unsafe command.map { word in unsafe FileName.withPointer(word) { unsafe strdup($0) } } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let result = unsafe FileName.withPointer(program) { program in
            unsafe posix_spawnp(&pid, program, &actions, &attributes, &arguments, environ)
        }
        return (result, pid)
    }

    private static func close(_ descriptors: Int32...) {
        for descriptor in descriptors where descriptor >= 0 { systemClose(descriptor) }
    }

    private static func text(of number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }

    // MARK: Ending

    private static func poll(_ pid: pid_t) -> Int32? {
        var status: Int32 = 0
        let found = unsafe waitpid(pid, &status, WNOHANG)
        return found == 0 ? nil : status
    }

    private static func wait(for pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) == -1, errno == EINTR {}
        return status
    }
}

/// How a testee ended.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)
    /// By the runner, since it closed its output and did not end.
    case killed

    init(waited status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
    }

    package var description: String {
        switch self {
        case .code(let code): "it ended with exit code \(code)"
        case .signal(let number): "it was ended by signal \(number)"
        case .killed: "it closed its output and did not end"
        }
    }
}

// Names for the calls that methods above would hide.

private func systemClose(_ descriptor: Int32) {
    close(descriptor)
}

private func systemRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, memory, count)
}

private func systemPoll(_ entries: UnsafeMutablePointer<pollfd>?, _ count: Int, _ milliseconds: Int32)
    -> Int32
{
    unsafe poll(entries, nfds_t(count), milliseconds)
}
