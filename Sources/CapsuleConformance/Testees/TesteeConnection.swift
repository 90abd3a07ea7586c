// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What one request may cost.
package struct RequestLimits: Sendable {
    package var seconds: Double
    /// Of memory, for the testee and what it starts; kept where the system tells it (Linux).
    package var mebibytes: Int
    /// Of one answer.
    package var answerMebibytes: Int

    package init(seconds: Double = 10, mebibytes: Int = 2048, answerMebibytes: Int = 96) {
        self.seconds = seconds
        self.mebibytes = mebibytes
        self.answerMebibytes = answerMebibytes
    }
}

/// One running testee: a request goes in, its answer comes out, or what went wrong.
final class TesteeConnection {
    private let child: ChildProcess
    private let limits: RequestLimits
    private var received: [UInt8] = []
    private var searched = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var complaints: [UInt8] = []

    /// Between two looks at the memory and at signals.
    private static let interval: Int32 = 20
    private static let complaintLimit = 16_384

    init(command: [String], limits: RequestLimits) throws(TesteeFault) {
        // A testee that ends must not end the runner, which finds out by writing to it.
        signal(SIGPIPE, SIG_IGN)
        self.limits = limits
        child = try ChildProcess(command: command)
    }

    /// The last lines of its standard error.
    var lastComplaints: [String] {
        var lines = complaints.split(separator: UInt8(ascii: "\n"))
        if complaints.count >= Self.complaintLimit, lines.count > 1 { lines.removeFirst() }
        return lines.suffix(8).map { excerpt(Array($0), limit: 400) }
    }

    /// Sends a line and waits for the line that answers it.
    func exchange(_ line: [UInt8]) throws(TesteeFault) -> [UInt8] {
        try checkSilence()
        let request = line + [UInt8(ascii: "\n")]
        var sent = 0
        let duration = Duration.milliseconds(max(1, min(limits.seconds, 1_000_000) * 1000))
        let deadline = ContinuousClock.now.advanced(by: duration)
        while true {
            if let answer = try takeLine() {
                try checkMemory()
                return answer
            }
            guard !Interruptions.arePending else { throw .interrupted }
            guard ContinuousClock.now < deadline else { throw .timedOut(seconds: limits.seconds) }
            var wanted = [(child.output, Int16(POLLIN)), (child.error, Int16(POLLIN))]
            if sent < request.count, child.input >= 0 { wanted.append((child.input, Int16(POLLOUT))) }
            guard let ready = ChildProcess.poll(wanted, milliseconds: Self.interval) else {
                try checkMemory()
                continue
            }
            if ready[1] { drainComplaints() }
            if ready.count > 2, ready[2] { sent += send(request, from: sent) }
            if ready[0], try !receive() { throw .ended(finish()) }
        }
    }

    /// Lets the testee end, and reads what it still says about it.
    func finish() -> ExitStatus {
        let status = child.end()
        drainComplaints()
        return status
    }

    /// What it wrote without having been asked would be taken for the next answer.
    private func checkSilence() throws(TesteeFault) {
        while received.isEmpty, ChildProcess.poll([(child.output, Int16(POLLIN))], milliseconds: 0) != nil {
            guard try receive() else { throw .ended(finish()) }
        }
        guard received.isEmpty else { throw Self.surplus([received]) }
    }

    private func checkMemory() throws(TesteeFault) {
        if let peak = child.peakMemory, peak / 1_048_576 >= limits.mebibytes {
            throw .tookMemory(mebibytes: limits.mebibytes)
        }
    }

    private func takeLine() throws(TesteeFault) -> [UInt8]? {
        guard let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = received.count
            guard received.count <= limits.answerMebibytes * 1_048_576 else {
                throw .flooded(mebibytes: limits.answerMebibytes)
            }
            return nil
        }
        let line = Array(received[..<end])
        let rest = received[(end + 1)...]
        guard rest.isEmpty else { throw Self.surplus([line, Array(rest)]) }
        received.removeAll(keepingCapacity: true)
        searched = 0
        return line
    }

    /// What is wrong with lines of which there are too many: the one that is no answer is named.
    private static func surplus(_ lines: [[UInt8]]) -> TesteeFault {
        if let stray = lines.first(where: { !Answer.hasID($0) }) { return .stray(excerpt(stray)) }
        return .unasked(excerpt(lines[lines.count - 1]))
    }

    /// False at the end of the output.
    private func receive() throws(TesteeFault) -> Bool {
        switch ChildProcess.read(child.output, into: &buffer) {
        case .some(0): return false
        case .some(let count): received += buffer[..<count]
        case nil: break
        }
        return true
    }

    private func drainComplaints() {
        while child.error >= 0, let count = ChildProcess.read(child.error, into: &buffer) {
            guard count > 0 else { return child.closeError() }
            complaints += buffer[..<count]
            complaints.removeFirst(max(0, complaints.count - Self.complaintLimit))
            if count < buffer.count { return }
        }
    }

    private func send(_ request: [UInt8], from start: Int) -> Int {
        let count = unsafe request.withUnsafeBytes { memory in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: memory[start...])
            return unsafe systemWrite(child.input, rest.baseAddress, rest.count)
        }
        if count < 0, errno != EAGAIN, errno != EINTR {
            // It does not read any more; whether it still answers shows on its output.
            child.closeInput()
        }
        return max(0, count)
    }
}

// A name for the call, apart from the methods above.

private func systemWrite(_ descriptor: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, memory, count)
}
