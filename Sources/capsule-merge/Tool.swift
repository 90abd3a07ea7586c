// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// One command of the tool with what it does.
struct Command: Sendable {
    let description: CommandDescription
    /// Files that the arguments name beyond those that the description tells.
    let files: @Sendable (Arguments) -> [NamedFile]
    let run: @Sendable (Arguments) throws(ToolError) -> Void

    init(
        description: CommandDescription, files: @escaping @Sendable (Arguments) -> [NamedFile] = { _ in [] },
        run: @escaping @Sendable (Arguments) throws(ToolError) -> Void
    ) {
        self.description = description
        self.files = files
        self.run = run
    }

    /// Runs the command when its files may be what they are to it, with those locked that it may replace.
    func start(_ arguments: Arguments) throws(ToolError) {
        var named = CommandFiles(arguments, of: description)
        for file in files(arguments) { named.add(file.path, file.use) }
        if let conflict = named.conflict(reports: !arguments.has("quiet")) { throw arguments.usage(conflict) }
        try Outputs.refuseKeys(named.outputs)
        let replaced = ReplacedInput(named)
        let locks = try Outputs.lock(named.outputs, arguments)
        defer { withExtendedLifetime(locks) {} }
        if let conflict = replaced.conflict { throw .message(conflict) }
        var arguments = arguments
        for output in named.outputs where output.path != "-" {
            arguments.found[output.path] = FileSnapshot(output.path)
        }
        try run(arguments)
    }
}

/// The command-line tool: finds the command, runs it, and turns what went wrong into words and exit codes.
enum Tool {
    private static let commands: [Command] =
        [
            merge, bulk, explain, inspect, check, new, edit, before, skew, export, canonicalize,
            album, lifecycle, alerts,
            keygen, sign, verify, seal, open, rekey,
            testee,
        ] + conformance

    private static let commandLine = CommandLineDescription(
        name: "capsule-merge", version: Versions.library,
        versionDetails: "contract \(Versions.contract)\nconformance suite \(Versions.suite)",
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
                try command.start(arguments)
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
        } catch let error as ToolError {
            let lines = error.lines.map(Escaping.line)
            Screen.report("capsule-merge: \(lines.joined(separator: "\n"))\n")
            return .refused
        } catch {
            Screen.report("capsule-merge: \(Escaping.line("\(error)"))\n")
            return .refused
        }
    }
}
