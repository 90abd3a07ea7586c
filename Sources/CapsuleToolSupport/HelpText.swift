// SPDX-License-Identifier: Apache-2.0

extension CommandLineDescription {
    /// What `--help` without a command prints.
    package var help: String {
        var text = "\(summary)\n\nUsage: \(name) COMMAND [OPTIONS] ...\n"
        text += section("Commands", rows: commands.map { ($0.name, $0.summary) })
        text += section(
            "Options", rows: [("-h, --help", "Show this text."), ("    --version", "Show the version.")])
        if !details.isEmpty { text += "\n\(details)\n" }
        return text + "\n'\(name) COMMAND --help' says more about a command.\n"
    }

    /// What `--help` of a group of commands prints.
    package func help(forGroup word: String) -> String {
        let members = commands.filter { $0.name.hasPrefix("\(word) ") }
        return "Usage: \(name) \(word) COMMAND [OPTIONS] ...\n"
            + section("Commands", rows: members.map { ($0.name, $0.summary) })
            + "\n'\(name) \(word) COMMAND --help' says more about a command.\n"
    }

    /// What `--help` of a command prints.
    package func help(for command: CommandDescription) -> String {
        var text = "\(command.summary)\n\n"
        text += "Usage: \(name) \(command.name) [OPTIONS]"
        for operand in command.operands { text += " \(operand.usage)" }
        text += "\n"
        if !command.details.isEmpty { text += "\n\(command.details)\n" }
        text += section("Operands", rows: command.operands.map { ($0.name, $0.help) })
        text += section("Options", rows: command.options.map { ($0.usage, $0.help) })
        return text
    }

    /// A title and two columns; texts that are too long for a line of 80 go on below themselves.
    private func section(_ title: String, rows: [(String, String)]) -> String {
        guard !rows.isEmpty else { return "" }
        let width = rows.map(\.0.count).max() ?? 0
        let indentation = String(repeating: " ", count: width + 4)
        var text = "\n\(title):\n"
        for (term, explanation) in rows {
            let padding = String(repeating: " ", count: width - term.count)
            let lines = wrapped(explanation, width: max(24, 80 - width - 4))
            text += "  \(term)\(padding)  " + lines.joined(separator: "\n\(indentation)") + "\n"
        }
        return text
    }

    private func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}

extension OptionDescription {
    fileprivate var usage: String {
        let short = letter.map { "-\($0), " } ?? "    "
        return "\(short)--\(name)" + (valueName.map { " \($0)" } ?? "")
    }
}
