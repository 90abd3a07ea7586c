// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a program that takes no input says.
enum ProgramOutput {
    /// More is a program that was not meant.
    private static let limit = 1_048_576
    private static let seconds = 60.0

    /// Its standard output, when it ends with 0.
    static func of(_ command: [String]) throws(TesteeFault) -> [UInt8] {
        let child = try ChildProcess(command: command)
        child.closeInput()
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            guard ContinuousClock.now < deadline else { throw .timedOut(seconds: seconds) }
            guard output.count < limit else { throw .flooded(mebibytes: limit / 1_048_576) }
            let wanted = [(child.output, Int16(POLLIN)), (child.error, Int16(POLLIN))]
            guard let ready = ChildProcess.poll(wanted, milliseconds: 50) else { continue }
            if ready[1], ChildProcess.read(child.error, into: &buffer) == 0 { child.closeError() }
            guard ready[0], let count = ChildProcess.read(child.output, into: &buffer) else { continue }
            if count == 0 { break }
            output += buffer[..<count]
        }
        let status = child.end()
        guard status == .code(0) else { throw .ended(status) }
        return output
    }
}
