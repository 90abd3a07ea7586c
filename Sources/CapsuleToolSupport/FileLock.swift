// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why a file could not be locked.
package enum FileLockError: Error, Hashable, Sendable {
    /// Another command works on it, and waiting was not wanted.
    case isHeld
}

/// The right to replace a file, which one process has at a time.
///
/// It is the lock of the file itself (`flock`), so nothing lies beside it and it ends with the process. A file that
/// is replaced takes its lock along: who has waited for it looks again whether the path still leads to it.
package final class FileLock: Sendable {
    private let file: FileDescriptor?

    /// Whether there is a file, and this process has its lock.
    package var isHeld: Bool { file != nil }

    /// Takes the lock of the file at `path`; of nothing, where there is no regular file.
    ///
    /// - Parameters:
    ///   - waits: until nobody else holds it; after a moment, with a message.
    ///   - say: gets that message, once.
    package init(_ path: String, waits: Bool, say: (String) -> Void) throws(FileLockError) {
        var hasSpoken = false
        while true {
            guard let identity = FileIdentity(path: path), identity.kind == .file,
                let file = Self.opened(path)
            else {
                // Not there (any more), or not to be read: the command says so when it reads or writes it.
                file = nil
                return
            }
            let isLocked: Bool
            do throws(SystemError) {
                isLocked = try Self.lock(file, waits, path, say, &hasSpoken)
            } catch {
                say("\(Escaping.line(path)): cannot be locked (\(error)); let no other command change it now")
                self.file = nil
                return
            }
            guard isLocked else { throw .isHeld }
            if FileIdentity(descriptor: file.number) == FileIdentity(path: path) {
                self.file = consume file
                return
            }
        }
    }

    /// Lets another process go on for a fiftieth of a second, before it is asked again for a lock.
    package static func pause() {
        usleep(20_000)
    }

    private static func opened(_ path: String) -> FileDescriptor? {
        // For writing where reading is not allowed; the file is not touched.
        for flags in [O_RDONLY, O_WRONLY] {
            do throws(SystemError) {
                return try FileDescriptor(path: path, flags: flags | O_NONBLOCK)
            } catch {}
        }
        return nil
    }

    private static func lock(
        _ file: borrowing FileDescriptor, _ waits: Bool, _ path: String, _ say: (String) -> Void,
        _ hasSpoken: inout Bool
    ) throws(SystemError) -> Bool {
        // For a moment without a word: most commands take milliseconds.
        for _ in 0..<50 {
            if try file.lock(waits: false) { return true }
            guard waits else { return false }
            if hasSpoken { break }
            pause()
        }
        if !hasSpoken { say("waiting for another command that works on \(Escaping.line(path))") }
        hasSpoken = true
        return try file.lock(waits: true)
    }
}
