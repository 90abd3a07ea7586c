// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleToolSupport

/// Writes what a command made.
enum Outputs {
    /// The output of a command, whatever role it has.
    static func option(_ role: FileRole) -> OptionDescription {
        .value(
            "output", letter: "o", valueName: "OUT", file: .writes(role),
            help: "Where to write; '-' is standard output.")
    }

    static let force = OptionDescription.flag(
        "force", help: "Replace OUT even if it is read-only or contains writes that the new document lacks.")
    static let noWait = OptionDescription.flag(
        "no-wait", help: "Fail at once if another command is working on a file that this one would replace.")

    /// The options of a command that replaces files.
    static func options(_ role: FileRole) -> [OptionDescription] { [option(role), force, noWait] }

    /// The option for commands that cannot do without.
    static func required(_ arguments: Arguments) throws(ToolError) -> String {
        try arguments.required("output", "-o OUT, the file to write ('-' for standard output)")
    }

    /// How files are written that the arguments name.
    static func writing(_ arguments: Arguments) -> AtomicOutput.Options {
        arguments.has("force") ? .force : []
    }

    /// Replaces a file whole, or writes to standard output for `-`.
    ///
    /// - Parameter isPrivate: a new file is readable for its owner only.
    static func write(
        _ bytes: [UInt8], to path: String, _ arguments: Arguments, isPrivate: Bool = false
    ) throws(ToolError) {
        do throws(OutputError) {
            try AtomicOutput.write(
                bytes, to: path, isHex: arguments.has("hex"),
                options: isPrivate ? writing(arguments).union(.isPrivate) : writing(arguments),
                found: arguments.found[path])
        } catch {
            throw .output(error)
        }
    }

    /// Replaces two files, or none: the second gets its name when the first has.
    static func write(
        _ bytes: [UInt8], to path: String, with others: [UInt8], to other: String, _ arguments: Arguments
    ) throws(ToolError) {
        let (isHex, options) = (arguments.has("hex"), writing(arguments))
        var isWritten = false
        do throws(OutputError) {
            try AtomicOutput.write(
                others, to: other, isHex: isHex, options: options, found: arguments.found[other]
            ) { () throws(OutputError) in
                try AtomicOutput.write(
                    bytes, to: path, isHex: isHex, options: options, found: arguments.found[path])
                isWritten = true
            }
        } catch {
            guard isWritten else { throw .output(error) }
            throw .message("\(error) (\(Inputs.name(path)) is written)")
        }
    }

    /// Where a report goes: beside the bytes, never among them.
    static func reportStream(
        besides paths: String?..., preferring preferred: StandardStream = .output
    ) -> StandardStream {
        // Without a free one the command was refused, unless it was to be quiet.
        StandardStream.free(besides: paths.compactMap(\.self), preferring: preferred) ?? .error
    }

    /// Refuses to replace what looks like a seed or a key: nothing brings one back.
    static func refuseKeys(_ outputs: [NamedFile]) throws(ToolError) {
        for output in outputs where output.use.role != .secret && output.path != "-" {
            guard FileIdentity(path: output.path)?.kind == .file,
                let bytes = try? InputFile.read(output.path, limit: 64), [32, 64].contains(bytes.count),
                bytes.contains(where: { !(0x20..<0x7F).contains($0) && !(9...13).contains($0) })
            else { continue }
            do throws(CBORError) {
                try CanonicalCBOR.check(bytes.span)
            } catch {
                throw .message(
                    "\(Inputs.name(output.path)): looks like a seed or a key, and is left as it is; "
                        + "remove it first, if it is none")
            }
        }
    }

    /// Locks the files that a command may replace, so that what another command writes meanwhile is not lost.
    static func lock(_ outputs: [NamedFile], _ arguments: Arguments) throws(ToolError) -> [FileLock] {
        var locks: [FileLock] = []
        for output in outputs where output.path != "-" && StandardStream(named: output.path) == nil {
            do throws(FileLockError) {
                locks.append(
                    try FileLock(output.path, waits: !arguments.has("no-wait")) { text in
                        Screen.report("capsule-merge: \(text)\n")
                    })
            } catch {
                throw .message(
                    "\(Inputs.name(output.path)): another command works on it, and --no-wait was given")
            }
        }
        return locks
    }
}
