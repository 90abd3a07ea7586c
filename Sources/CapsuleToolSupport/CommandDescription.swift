// SPDX-License-Identifier: Apache-2.0

/// An option of a command: a flag, or one that takes a value.
package struct OptionDescription: Sendable {
    /// The long name, without its dashes.
    package let name: String
    /// A one-letter name, if it has one.
    package let letter: Character?
    /// What the value is called in the help text; nil for a flag.
    package let valueName: String?
    /// Whether it may be given more than once.
    package let repeats: Bool
    /// How the file that the value names is used; nil where it names none.
    package let file: FileUse?
    package let help: String

    /// An option without a value.
    package static func flag(_ name: String, letter: Character? = nil, help: String) -> OptionDescription {
        OptionDescription(
            name: name, letter: letter, valueName: nil, repeats: false, file: nil, help: help)
    }

    /// An option with a value.
    package static func value(
        _ name: String, letter: Character? = nil, valueName: String, repeats: Bool = false,
        file: FileUse? = nil, help: String
    ) -> OptionDescription {
        OptionDescription(
            name: name, letter: letter, valueName: valueName, repeats: repeats, file: file, help: help)
    }

    static let help = flag("help", letter: "h", help: "Show this text.")
}

/// What a command takes besides options, in order.
package struct OperandDescription: Sendable {
    /// How it is called in the help text, such as FILE.
    package let name: String
    package let help: String
    /// How many of it there may be.
    package let count: ClosedRange<Int>
    /// How the files that it names are used; nil where it names none.
    package let file: FileUse?

    package init(_ name: String, count: ClosedRange<Int> = 1...1, file: FileUse? = nil, help: String) {
        self.name = name
        self.count = count
        self.file = file
        self.help = help
    }

    /// For `count`: any number from `minimum` on.
    package static func atLeast(_ minimum: Int) -> ClosedRange<Int> { minimum...Int.max }

    var usage: String {
        let required = Array(repeating: name, count: count.lowerBound)
        if count.upperBound == count.lowerBound { return required.joined(separator: " ") }
        return (required + [count.upperBound == .max ? "[\(name) ...]" : "[\(name)]"]).joined(separator: " ")
    }
}

/// One command of the tool: what it is called, what it takes and what it says about itself.
package struct CommandDescription: Sendable {
    package let name: String
    /// One sentence, for the list of commands.
    package let summary: String
    /// Paragraphs that follow the summary in the command's own help.
    package let details: String
    package let operands: [OperandDescription]
    package let options: [OptionDescription]

    package init(
        _ name: String, summary: String, details: String = "", operands: [OperandDescription] = [],
        options: [OptionDescription] = []
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.operands = operands
        self.options = options + [.help]
    }
}
