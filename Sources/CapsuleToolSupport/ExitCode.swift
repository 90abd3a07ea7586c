// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How the tool ends, as its caller sees it.
package enum ExitCode: Int32, Sendable {
    /// What was asked for is done.
    case done = 0
    /// The input is refused, or could not be read, or the output could not be written.
    case refused = 1
    /// The command line is wrong.
    case usage = 2
    /// A program that the command runs cannot be started.
    case cannotStart = 3

    /// Ends the process with this code.
    package func exitProcess() -> Never {
        exit(rawValue)
    }
}
