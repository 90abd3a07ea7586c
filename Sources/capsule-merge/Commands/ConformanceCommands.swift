// SPDX-License-Identifier: Apache-2.0

import CapsuleConformance
import CapsuleToolSupport

extension Tool {
    /// The conformance suite: its runner, its fuzzer and its proof that it catches faults.
    static let conformance = [
        conformanceRun, conformanceList, conformanceExplain, conformanceFuzz, conformanceSelftest,
        conformanceNull,
    ]

    private static let vectorsOption = OptionDescription.value(
        "vectors", valueName: "DIR",
        help: "The vectors. Default: Conformance/vectors in the current folder or beside the program.")
    private static let filterOption = OptionDescription.value(
        "filter", valueName: "GLOB",
        repeats: true,
        help: "Only vectors whose id matches: * any text, ? one character, cbor all of it. May be repeated.")
    private static let idsOption = OptionDescription.value(
        "ids", valueName: "FILE", file: .reads(.data),
        help: "Only the vectors of a list: a JSON array of ids, or one a line.")
    private static let levelOption = OptionDescription.value(
        "level", valueName: "LEVEL",
        help: "must leaves out the vectors of level should. Default: should, so all.")
    private static let timeoutOption = OptionDescription.value(
        "timeout", valueName: "SECONDS", help: "For one request. Default: 10.")
    private static let memoryOption = OptionDescription.value(
        "memory", valueName: "MIB", help: "Memory of the testee; kept on Linux. Default: 2048.")
    private static let testeeOperand = OperandDescription(
        "-- COMMAND", count: OperandDescription.atLeast(0),
        help: "The testee and its arguments. Default: this tool's own.")

    /// The testee's command.
    ///
    /// After a lone `--`, most likely a variable was empty that should have held one: what would run
    /// instead would mislead.
    private static func command(_ arguments: Arguments, _ operands: [String]) throws(ToolError) -> [String] {
        guard !arguments.endsWithSeparator else { throw arguments.usage("no command follows '--'") }
        return operands
    }

    private static let conformanceRun = Command(
        description: CommandDescription(
            "conformance run", summary: "Runs the conformance vectors against a testee.",
            details: """
                The testee is one process that answers the test interface (Conformance/SPEC.md, section 15).
                What hangs, crashes or floods is reported and started again. Skipped vectors never
                pass: they are counted, and with --no-skips they fail the run. A vector that is not
                what vectors/lock.json says is an error. Exit codes: 0 when something passed and
                nothing failed that is not known to fail, 1 when a vector failed, 2 when the
                command line or the suite cannot be used, 3 when the testee cannot be started.
                """,
            operands: [testeeOperand],
            options: [
                vectorsOption, filterOption, idsOption, levelOption,
                .value("json", valueName: "FILE", file: .writes(.report), help: "Write a report as JSON."),
                .value(
                    "junit", valueName: "FILE", file: .writes(.report), help: "Write a report as JUnit XML."),
                .value(
                    "html", valueName: "FILE", file: .writes(.report),
                    help: "Write a report as one HTML page."),
                .value(
                    "known-failures", valueName: "FILE", file: .reads(.knownFailures),
                    help: "Failures with a reason each: a JSON object a line, with id, class, reason, link."),
                .value(
                    "write-known-failures", valueName: "FILE", file: .writes(.knownFailures),
                    help: "List the failures of this run."),
                .flag("no-skips", help: "A skipped vector fails the run: what conforming means."),
                timeoutOption, memoryOption,
                .value(
                    "requests-to", valueName: "FILE", file: .writes(.data),
                    help: "Write all requests and run nothing, for a testee elsewhere."),
                .value(
                    "answers-from", valueName: "FILE", file: .reads(.report),
                    help: "Read the answers to those requests."),
            ])
    ) { arguments throws(ToolError) in
        var settings = RunSettings()
        settings.vectors = arguments.value("vectors")
        settings.selection = try selection(arguments)
        settings.limits = try limits(arguments)
        settings.command = try command(arguments, arguments.operands)
        settings.json = arguments.value("json")
        settings.junit = arguments.value("junit")
        settings.html = arguments.value("html")
        settings.knownFailures = arguments.value("known-failures")
        settings.refusesSkips = arguments.has("no-skips")
        settings.writeKnownFailures = arguments.value("write-known-failures")
        settings.requestsTo = arguments.value("requests-to")
        settings.answersFrom = arguments.value("answers-from")
        try judge { () throws(SuiteError) in try RunCommand(settings, say: say).run() }
    }

    private static let conformanceList = Command(
        description: CommandDescription(
            "conformance list", summary: "Lists the conformance vectors.",
            details: "One a line: id, level, section of SPEC and what it catches, with tabs between.",
            options: [vectorsOption, filterOption, idsOption, levelOption])
    ) { arguments throws(ToolError) in
        let selection = try selection(arguments)
        try judge { () throws(SuiteError) in
            try ListCommand.lines(vectors: arguments.value("vectors"), selection).forEach(say)
            return true
        }
    }

    private static let conformanceExplain = Command(
        description: CommandDescription(
            "conformance explain", summary: "Shows one vector and what a testee makes of it.",
            details: """
                The request, the expected answer and the testee's side by side with CBOR decoded, the first byte
                and field that differ, the rule, and the command that repeats it.
                """,
            operands: [OperandDescription("ID", help: "The id of the vector."), testeeOperand],
            options: [vectorsOption, timeoutOption, memoryOption])
    ) { arguments throws(ToolError) in
        let limits = try limits(arguments)
        let command = try command(arguments, Array(arguments.operands.dropFirst()))
        try judge { () throws(SuiteError) in
            let (lines, isGreen) = try ExplainCommand.explain(
                arguments.operands[0], vectors: arguments.value("vectors"),
                command: command, limits: limits,
                width: StandardStream.output.width ?? 110)
            lines.forEach(say)
            return isGreen
        }
    }

    private static let conformanceFuzz = Command(
        description: CommandDescription(
            "conformance fuzz", summary: "Tries the laws of the join on a testee with made-up documents.",
            details: """
                Documents, edits, replicas, and deliveries that are lost, repeated and out of order, all from a
                seed: commutativity, associativity, idempotence, deltas against states, closure, unknown keys,
                and every answer against this tool's or another testee's. What is found is made small.
                Exit code 0 when no law is broken, something was accepted, and every operation that
                the testee offers was answered whenever it was asked for.
                """,
            operands: [testeeOperand],
            options: [
                .value(
                    "seed", valueName: "N", help: "Where the cases come from. Default: drawn and printed."),
                .value("count", valueName: "N", help: "How many cases. Default: 2000."),
                .value("time", valueName: "SECONDS", help: "Go on for so long, instead of a count."),
                .value(
                    "against", valueName: "COMMAND",
                    help: "Another testee, as a shell command line. Default: this tool's own."),
                .value("save", valueName: "DIR", help: "Write what is found as vectors that run repeats."),
                timeoutOption, memoryOption,
            ])
    ) { arguments throws(ToolError) in
        var settings = FuzzSettings()
        settings.version = Versions.library
        settings.limits = try limits(arguments)
        settings.command = try command(arguments, arguments.operands)
        settings.against = arguments.value("against")
        settings.save = arguments.value("save")
        settings.count = try number("count", arguments, 1...1_000_000_000) ?? settings.count
        settings.seconds = try number("time", arguments, 1...1_000_000).map(Double.init)
        settings.seed = try number("seed", arguments, 0...Int.max).map(UInt64.init)
        guard settings.seconds == nil || !arguments.has("count") else {
            throw .usage(UsageError("--count and --time exclude each other", command: arguments.command))
        }
        try judge { () throws(SuiteError) in try FuzzCommand(settings, say: say).run() }
    }

    private static let conformanceSelftest = Command(
        description: CommandDescription(
            "conformance selftest", summary: "Proves that the vectors catch faults.",
            details: """
                Runs the vectors against testees that know nothing, which may earn at most 2 % of an area, and
                against a reference with one fault at a time (--list-faults names them, --fault NAME puts one in),
                each of which a vector must catch.
                """,
            operands: [
                OperandDescription(
                    "-- COMMAND", count: OperandDescription.atLeast(0),
                    help: "The reference. Default: python3 with the one beside the vectors.")
            ],
            options: [
                vectorsOption,
                .flag("full", help: "Count all vectors that catch a fault, not just the first."),
                .value(
                    "table", valueName: "FILE", file: .writes(.report),
                    help: "Write the table of faults as Markdown."),
                timeoutOption, memoryOption,
            ])
    ) { arguments throws(ToolError) in
        var settings = SelftestSettings()
        settings.vectors = arguments.value("vectors")
        settings.command = try command(arguments, arguments.operands)
        settings.isFull = arguments.has("full")
        settings.table = arguments.value("table")
        settings.limits = try limits(arguments)
        try judge { () throws(SuiteError) in try SelftestCommand(settings, say: say).run() }
    }

    private static let conformanceNull = Command(
        description: CommandDescription(
            "conformance null", summary: "Answers the test interface without knowing anything, for selftest.",
            operands: [
                OperandDescription("NAME", help: NullTestee.all.map(\.name).joined(separator: ", ") + ".")
            ])
    ) { arguments throws(ToolError) in
        guard let null = NullTestee(name: arguments.operands[0]) else {
            throw .usage(UsageError("there is no such null testee", command: arguments.command))
        }
        do { try null.run(version: Versions.library) } catch { throw .message("\(error)") }
    }

    // MARK: Arguments

    private static func selection(_ arguments: Arguments) throws(ToolError) -> Selection {
        var selection = Selection()
        selection.filters = arguments.values("filter")
        selection.ids = arguments.value("ids")
        selection.level = try level(arguments)
        return selection
    }

    private static func level(_ arguments: Arguments) throws(ToolError) -> Level {
        guard let name = arguments.value("level") else { return .should }
        guard let level = Level(rawValue: name) else {
            throw .usage(UsageError("--level is must or should, not '\(name)'", command: arguments.command))
        }
        return level
    }

    private static func limits(_ arguments: Arguments) throws(ToolError) -> RequestLimits {
        var limits = RequestLimits()
        if let text = arguments.value("timeout") {
            guard let seconds = Decimal.number(text), seconds > 0, seconds <= 86_400 else {
                throw .usage(
                    UsageError("--timeout is a number of seconds, not '\(text)'", command: arguments.command))
            }
            limits.seconds = seconds
        }
        if let mebibytes = try number("memory", arguments, 1...1_048_576) { limits.mebibytes = mebibytes }
        return limits
    }

    private static func number(
        _ name: String, _ arguments: Arguments, _ range: ClosedRange<Int>
    ) throws(ToolError) -> Int? {
        guard let text = arguments.value(name) else { return nil }
        guard let number = Decimal.whole(text), range.contains(number) else {
            throw .usage(
                UsageError(
                    "--\(name) is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'",
                    command: arguments.command))
        }
        return number
    }

    // MARK: Output

    private static func say(_ line: String) {
        // The exit code says how the run went also when nobody reads its lines.
        // Tabs between columns are the runner's own.
        let shown = line.split(separator: "\t", omittingEmptySubsequences: false).map {
            Escaping.lines(String($0))
        }
        try? StandardStream.output.write(shown.joined(separator: "\t") + "\n")
    }

    /// Turns a verdict into the exit code.
    private static func judge(_ body: () throws(SuiteError) -> Bool) throws(ToolError) {
        let isGreen: Bool
        do throws(SuiteError) {
            isGreen = try body()
        } catch {
            switch error.kind {
            case .unusable: throw .ended(.usage, error.description)
            case .cannotStart: throw .ended(.cannotStart, error.description)
            case .unfinished: throw .message(error.description)
            }
        }
        guard isGreen else { throw .reported }
    }
}
