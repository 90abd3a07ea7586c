// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a command line, for the person who typed it.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without its end, such as "unknown option '--foo'".
    package let message: String
    /// The command whose help may help, if one was recognised.
    package let command: String?

    package init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    package var description: String { message }
}

/// The arguments of a command, sorted into options and operands.
package struct Arguments: Sendable {
    package let command: String
    /// What is no option, in order; as many as the command's description allows.
    package internal(set) var operands: [String] = []
    /// Whether `--` was given and nothing after it.
    package internal(set) var endsWithSeparator = false
    /// What the files that the command may replace were when it had their locks.
    package var found: [String: FileSnapshot] = [:]
    private var given: [String: [String]] = [:]

    init(command: String) {
        self.command = command
    }

    /// Whether the flag with this long name was given.
    package func has(_ flag: String) -> Bool { given[flag] != nil }

    /// The value of the option with this long name, if it was given.
    package func value(_ option: String) -> String? { given[option]?.last }

    /// The values of an option that may be repeated, in order.
    package func values(_ option: String) -> [String] { given[option] ?? [] }

    mutating func add(_ value: String, for option: String) {
        given[option, default: []].append(value)
    }
}

/// What a command line asks for.
package enum Request: Sendable {
    case run(Arguments)
    /// Print this text on standard output and be done: help or the version was asked for.
    case show(String)
}

/// The tool's command line: its commands, and how arguments are read.
///
/// The name of a command is one word or two; those that share their first word are a group.
/// `--name VALUE`, `--name=VALUE`, `-n VALUE` and `-nVALUE` give a value; flags with one letter may
/// be written together; options and operands may be mixed; after `--` everything is an operand; `-` is
/// an operand, and so is a negative number. A value that begins with a dash needs the form with `=`, so
/// that a forgotten value does not swallow the next option.
package struct CommandLineDescription: Sendable {
    package let name: String
    package let version: String
    /// Lines that `--version` prints after the first, without the last one's end.
    package let versionDetails: String
    package let summary: String
    /// Paragraphs at the end of the tool's own help.
    package let details: String
    package let commands: [CommandDescription]

    package init(
        name: String, version: String, versionDetails: String = "", summary: String, details: String = "",
        commands: [CommandDescription]
    ) {
        self.name = name
        self.version = version
        self.versionDetails = versionDetails
        self.summary = summary
        self.details = details
        self.commands = commands
    }

    /// Two lines for standard error: what is wrong, and where help is.
    package func message(for error: UsageError) -> String {
        let command = error.command.map { "\(name) \($0)" } ?? name
        return "\(name): \(Escaping.line(error.message))\nTry '\(command) --help'.\n"
    }

    /// Reads the arguments that follow the name of the tool.
    package func parse(_ arguments: some Collection<String>) throws(UsageError) -> Request {
        guard let first = arguments.first else { throw UsageError("no command given") }
        switch first {
        case "--help", "-h": return .show(help)
        case "--version":
            return .show("\(name) \(version)\n" + (versionDetails.isEmpty ? "" : versionDetails + "\n"))
        case "help":
            let topic = arguments.dropFirst()
            guard let word = topic.first else { return .show(help) }
            if topic.count == 1, isGroup(word) { return .show(help(forGroup: word)) }
            return .show(help(for: try command(topic).command))
        default:
            guard !first.hasPrefix("-") else {
                throw unknown("option", first, among: ["--help", "--version"], command: nil)
            }
            if isGroup(first), ["--help", "-h"].contains(arguments.dropFirst().first) {
                return .show(help(forGroup: first))
            }
            let (command, words) = try command(arguments)
            var parser = ArgumentParser(command: command)
            return try parser.parse(arguments.dropFirst(words)).map(Request.run)
                ?? .show(help(for: parser.command))
        }
    }

    /// Whether commands of two words begin with this one.
    private func isGroup(_ word: String) -> Bool {
        commands.contains { $0.name.hasPrefix("\(word) ") }
    }

    /// The command that the arguments begin with, and of how many words its name is.
    private func command(
        _ arguments: some Collection<String>
    ) throws(UsageError) -> (command: CommandDescription, words: Int) {
        let words = arguments.prefix(2).map { $0 }
        let isGroup = words.first.map(isGroup) ?? false
        let name = (isGroup ? words : Array(words.prefix(1))).joined(separator: " ")
        guard let command = commands.first(where: { $0.name == name }) else {
            guard isGroup else {
                throw unknown("command", name, among: commands.map(\.name), command: nil)
            }
            guard words.count == 2 else {
                throw UsageError("\(name) needs one more word: \(members(ofGroup: name))", command: name)
            }
            throw unknown("command", name, among: commands.map(\.name), command: words[0])
        }
        return (command, isGroup ? 2 : 1)
    }

    private func members(ofGroup word: String) -> String {
        let members = commands.map(\.name).filter { $0.hasPrefix("\(word) ") }
        return members.map { String($0.dropFirst(word.count + 1)) }.joined(separator: ", ")
    }
}

/// The error for a name that is not known, with the name that was probably meant.
///
/// Such as: unknown option '--hxe'; did you mean '--hex'?
func unknown(_ kind: String, _ given: String, among known: [String], command: String?) -> UsageError {
    let suggestion = nearest(to: given, among: known).map { "; did you mean '\($0)'?" } ?? ""
    return UsageError("unknown \(kind) '\(given)'\(suggestion)", command: command)
}
