// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Writes what a command made.
enum Outputs {
    static let option = OptionDescription.value(
        "output", letter: "o", valueName: "OUT", help: "Where to write; '-' is standard output.")

    /// The option for commands that cannot do without.
    static func required(_ arguments: Arguments) throws(ToolError) -> String {
        try arguments.required("output", "-o OUT, the file to write ('-' for standard output)")
    }

    /// Replaces a file whole, or writes to standard output for `-`.
    static func write(_ bytes: [UInt8], to path: String, _ arguments: Arguments) throws(ToolError) {
        do throws(OutputError) {
            try AtomicOutput.write(bytes, to: path, isHex: arguments.has("hex"))
        } catch {
            throw .output(error)
        }
    }

    /// Where a report goes: beside the bytes, never among them.
    static func reportStream(besides path: String?) -> StandardStream { path == "-" ? .error : .output }
}
