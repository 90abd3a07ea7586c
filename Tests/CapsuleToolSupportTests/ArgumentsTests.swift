// SPDX-License-Identifier: Apache-2.0
@testable import CapsuleToolSupport
import Testing

@Suite("The command line")
struct ArgumentsTests {
    static let tool = CommandLineDescription(
        name: "tool", version: "1.2.3", summary: "Joins things.",
        commands: [
            CommandDescription(
                "join", summary: "Join files.", details: "More about joining.",
                operands: [
                    OperandDescription("FILE", count: OperandDescription.atLeast(2), help: "What to join.")
                ],
                options: [
                    .value(
                        "output", letter: "o", valueName: "OUT",
                        help: "Where the result goes, - for standard output."),
                    .flag("hex", letter: "x", help: "Files are hexadecimal text."),
                    .flag("quiet", letter: "q", help: "Print nothing."),
                    .value("also", valueName: "FILE", repeats: true, help: "One more file."),
                ]),
            CommandDescription(
                "edit", summary: "Change a file.",
                operands: [
                    OperandDescription("FILE", help: "The file."),
                    OperandDescription("VALUE", count: 0...1, help: "The value."),
                ]),
            CommandDescription("serve", summary: "Answer requests."),
        ])

    func arguments(_ line: String...) throws -> Arguments {
        guard case .run(let arguments) = try Self.tool.parse(line) else {
            throw UsageError("help")
        }
        return arguments
    }

    func text(_ line: String...) throws -> String {
        guard case .show(let text) = try Self.tool.parse(line) else { throw UsageError("no help") }
        return text
    }

    @Test(
        "options stand before, between and after operands, in every spelling",
        arguments: [
            ["join", "a", "b", "-o", "c", "-x"], ["join", "--output", "c", "--hex", "a", "b"],
            ["join", "a", "--output=c", "-x", "b"], ["join", "-xo", "c", "a", "b"],
            ["join", "-xoc", "a", "b"],
            ["join", "--hex", "-oc", "--", "a", "b"],
        ])
    func spellings(_ line: [String]) throws {
        guard case .run(let arguments) = try Self.tool.parse(line) else {
            Issue.record("help")
            return
        }
        #expect(arguments.command == "join")
        #expect(arguments.operands == ["a", "b"])
        #expect(arguments.value("output") == "c")
        #expect(arguments.has("hex") && !arguments.has("quiet"))
    }

    @Test("a negative number is an operand, and other words that begin with a dash are not")
    func negativeNumbers() throws {
        #expect(try arguments("join", "-33.8", "-.5", "-x").operands == ["-33.8", "-.5"])
        #expect(throws: UsageError.self) { try arguments("join", "a", "b", "-.x") }
        #expect(throws: UsageError.self) { try arguments("join", "a", "b", "-y1") }
    }

    @Test("a dash alone is an operand and a value, and after -- everything is an operand")
    func dashes() throws {
        let arguments = try arguments("join", "-", "-o", "-", "--", "-x", "--help")
        #expect(arguments.operands == ["-", "-x", "--help"])
        #expect(arguments.value("output") == "-")
        #expect(!arguments.has("hex"))
    }

    @Test("a value may be empty, hold an equals sign or begin with a dash, when it is attached")
    func attachedValues() throws {
        #expect(try arguments("join", "a", "b", "--output=").value("output") == "")
        #expect(try arguments("join", "a", "b", "--output=x=y").value("output") == "x=y")
        #expect(try arguments("join", "a", "b", "--output=-x").value("output") == "-x")
    }

    @Test("an option that repeats keeps all values in order")
    func repeating() throws {
        #expect(try arguments("join", "a", "b", "--also", "1", "--also=2").values("also") == ["1", "2"])
        #expect(try arguments("join", "a", "b").values("also") == [])
    }

    @Test(
        "a wrong command line is refused with what is wrong",
        arguments: [
            ([], "no command given"),
            (["jion"], "unknown command 'jion'; did you mean 'join'?"),
            (["frobnicate"], "unknown command 'frobnicate'"),
            (["help", "jon"], "unknown command 'jon'; did you mean 'join'?"),
            (["--hlep"], "unknown option '--hlep'; did you mean '--help'?"),
            (["join", "a", "b", "--hxe"], "unknown option '--hxe'; did you mean '--hex'?"),
            (["join", "a", "b", "--ouput=c"], "unknown option '--ouput'; did you mean '--output'?"),
            (["join", "a", "b", "--zzz"], "unknown option '--zzz'"),
            (["join", "a", "b", "-z"], "unknown option '-z'"),
            (["join", "a", "b", "--"], nil),
            (["join", "a", "b", "-o"], "option '-o' needs a value (OUT)"),
            (["join", "a", "b", "-o", "--hex"], "option '-o' needs a value (OUT)"),
            (["join", "a", "b", "--output"], "option '--output' needs a value (OUT)"),
            (["join", "a", "b", "--hex=1"], "option '--hex' takes no value"),
            (["join", "a", "b", "--hex", "-x"], "option '-x' is given twice"),
            (["join"], "join needs FILE FILE [FILE ...]; nothing was given"),
            (["join", "a"], "join needs FILE FILE [FILE ...]; only 1 was given"),
            (["edit", "a", "b", "c"], "'c' is one operand too many"),
            (["serve", "x"], "'x' is one operand too many"),
            (["edit"], "edit needs FILE [VALUE]; nothing was given"),
        ] as [([String], String?)])
    func refusals(_ line: [String], _ message: String?) {
        if let message {
            let error = #expect(throws: UsageError.self) { try Self.tool.parse(line) }
            #expect(error?.message == message)
        } else {
            #expect(throws: Never.self) { try Self.tool.parse(line) }
        }
    }

    @Test("the message names the help that fits")
    func messageLines() {
        #expect(
            Self.tool.message(for: UsageError("it is wrong", command: "join"))
                == "tool: it is wrong\nTry 'tool join --help'.\n")
        #expect(Self.tool.message(for: UsageError("x")) == "tool: x\nTry 'tool --help'.\n")
    }

    @Test("help of a command has its usage, operands and options in one layout")
    func commandHelp() throws {
        let expected = """
            Join files.

            Usage: tool join [OPTIONS] FILE FILE [FILE ...]

            More about joining.

            Operands:
              FILE  What to join.

            Options:
              -o, --output OUT  Where the result goes, - for standard output.
              -x, --hex         Files are hexadecimal text.
              -q, --quiet       Print nothing.
                  --also FILE   One more file.
              -h, --help        Show this text.

            """
        #expect(try text("join", "--help") == expected)
        #expect(try text("join", "a", "-h") == expected)
        #expect(try text("join", "-xh") == expected)
        #expect(try text("help", "join") == expected)
    }

    @Test("help of the tool lists its commands")
    func toolHelp() throws {
        let expected = """
            Joins things.

            Usage: tool COMMAND [OPTIONS] ...

            Commands:
              join   Join files.
              edit   Change a file.
              serve  Answer requests.

            Options:
              -h, --help     Show this text.
                  --version  Show the version.

            'tool COMMAND --help' says more about a command.

            """
        #expect(try text("--help") == expected)
        #expect(try text("-h") == expected)
        #expect(try text("help") == expected)
        #expect(try text("--version") == "tool 1.2.3\n")
    }

    @Test("long explanations are wrapped under their column")
    func wrapping() {
        let command = CommandDescription(
            "x", summary: "X.",
            options: [.flag("a", help: Array(repeating: "word", count: 30).joined(separator: " "))])
        let lines = Self.tool.help(for: command).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.contains { $0.hasPrefix("              word word") })
    }

    @Test(
        "a suggestion is a name within a third of its letters, and only that",
        arguments: [
            ("mrege", "merge"), ("merg", "merge"), ("check", "check"), ("chekc", "check"), ("x", nil),
            ("merging", nil), ("canonicalise", "canonicalize"), ("", nil),
        ] as [(String, String?)])
    func suggestions(_ given: String, _ name: String?) {
        #expect(nearest(to: given, among: ["merge", "check", "inspect", "canonicalize"]) == name)
        #expect(nearest(to: String(repeating: "merge", count: 1000), among: ["merge"]) == nil)
    }

    @Test("a command of two words is found by both, and its group by the first")
    func groups() throws {
        let tool = CommandLineDescription(
            name: "tool", version: "1", summary: "s",
            commands: [
                CommandDescription(
                    "suite run", summary: "Run it.",
                    operands: [OperandDescription("FILE", count: 0...1, help: "f")],
                    options: [.flag("quick", help: "Be quick.")]),
                CommandDescription("suite list", summary: "List it."),
                CommandDescription("serve", summary: "Answer requests."),
            ])
        guard case .run(let run) = try tool.parse(["suite", "run", "--quick", "a"]),
            case .show(let help) = try tool.parse(["suite", "run", "--help"])
        else { throw UsageError("help") }
        #expect(run.command == "suite run")
        #expect(run.has("quick"))
        #expect(run.operands == ["a"])
        #expect(
            help.hasPrefix(
                "Run it.\n\nUsage: tool suite run [OPTIONS] [FILE]\n"))
        for line in [["suite", "--help"], ["help", "suite"]] {
            guard case .show(let text) = try tool.parse(line) else {
                Issue.record("help is shown")
                continue
            }
            #expect(text.contains("suite run   Run it."), "\(line)")
            #expect(!text.contains("serve"), "\(line)")
        }
        #expect(throws: UsageError("suite needs one more word: run, list", command: "suite")) {
            try tool.parse(["suite"])
        }
        #expect(
            throws: UsageError("unknown command 'suite lisst'; did you mean 'suite list'?", command: "suite")
        ) {
            try tool.parse(["suite", "lisst"])
        }
    }
}
