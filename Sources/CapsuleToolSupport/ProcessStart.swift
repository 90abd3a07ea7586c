// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a tool does before anything else.
package enum ProcessStart {
    /// Makes the process one whose signals end it and whose standard streams are no other files.
    ///
    /// - Returns: the arguments after the tool's name, as `FileName` keeps them.
    package static func arguments() -> [String] {
        openStandardStreams()
        Interruptions.useSystemActions()
        // The system gives as many pointers as it says, each to bytes that end with a NUL.
        let count = Int(CommandLine.argc)
        return (1..<max(1, count)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { pointer in
                let bytes = unsafe UnsafeBufferPointer(start: pointer, count: strlen(pointer))
                return unsafe FileName.text(bytes.map { UInt8(bitPattern: $0) })
            }
        }
    }

    /// Opens what is closed of the standard streams, the wrong way round.
    ///
    /// Else the next file that is opened would
    /// take its number, and a report would be written into a document. Reading or writing it is an error.
    private static func openStandardStreams() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
            // The lowest number that is free is given, so this one.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
