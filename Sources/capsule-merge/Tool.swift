// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// One command of the tool with what it does.
struct Command: Sendable {
    let description: CommandDescription
    let run: @Sendable (Arguments) throws(ToolError) -> Void
}

/// The command-line tool: finds the command, runs it, and turns what went wrong into words and exit codes.
enum Tool {
    static let version = "0.1.0"

    private static let commands: [Command] =
        [
            merge, bulk, explain, inspect, check, new, edit, before, skew, export, canonicalize,
            album, lifecycle, alerts,
            keygen, sign, verify, seal, open, rekey,
            testee,
        ] + conformance

    private static let commandLine = CommandLineDescription(
        name: "capsule-merge", version: version,
        summary: "Merges the metadata documents that devices edited apart, to the same bytes on each.",
        details: """
            Files hold canonical CBOR; '-' is standard input or output. Exit codes: 0 done,
            1 the input is refused, 2 the command line is not understood.
            """,
        commands: commands.map(\.description))

    static func run(_ arguments: [String]) -> ExitCode {
        do {
            switch try commandLine.parse(arguments) {
            case .show(let text):
                try StandardStream.output.write(text)
                return .done
            case .run(let arguments):
                guard let command = commands.first(where: { $0.description.name == arguments.command }) else {
                    return .usage
                }
                try command.run(arguments)
                return .done
            }
        } catch let error as UsageError {
            Screen.report(commandLine.message(for: error))
            return .usage
        } catch ToolError.usage(let error) {
            Screen.report(commandLine.message(for: error))
            return .usage
        } catch ToolError.output(let error) where error.code == .brokenPipe {
            return .refused
        } catch ToolError.ended(let code, let text) {
            Screen.report("capsule-merge: \(text)\n")
            return code
        } catch ToolError.reported {
            return .refused
        } catch {
            Screen.report("capsule-merge: \(error)\n")
            return .refused
        }
    }
}
