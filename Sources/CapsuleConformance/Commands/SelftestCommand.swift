// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// What `conformance selftest` is asked to do.
package struct SelftestSettings: Sendable {
    package var vectors: String?
    /// The reference; empty for the one in Python beside the vectors.
    package var command: [String] = []
    /// Counts every vector that catches a fault, instead of going on after the first.
    package var isFull = false
    /// Where the kill table is written, as Markdown.
    package var table: String?
    package var limits = RequestLimits()

    package init() {}
}

/// Proves that the suite catches what is wrong: testees that know nothing, and faults put into a good one.
package struct SelftestCommand {
    private let settings: SelftestSettings
    private let say: (String) -> Void
    /// The greatest part of an area that a null testee may earn.
    private static let tolerance = 0.02

    package init(_ settings: SelftestSettings, say: @escaping (String) -> Void) {
        self.settings = settings
        self.say = say
    }

    /// Does it.
    ///
    /// - Returns: whether every fault is caught and no null testee earns anything to speak of.
    package func run() throws(SuiteError) -> Bool {
        let suite = try Suite(directory: SuiteLocation.vectors(given: settings.vectors))
        let isHonest = try nullTestees(suite)
        say("")
        let isCaught = try faults(suite)
        return isHonest && isCaught
    }

    // MARK: Null testees

    private func nullTestees(_ suite: Suite) throws(SuiteError) -> Bool {
        let vectors = suite.vectors.filter { $0.level == .must }
        var titles = ["area (% earned)", "vectors"]
        var rows: [[String]] = []
        var totals: [String: Int] = [:]
        for vector in vectors { totals[vector.area, default: 0] += 1 }
        let areas = totals.keys.sorted()
        rows = areas.map { [$0, "\(totals[$0] ?? 0)"] }
        var tooMuch: [String] = []
        for null in NullTestee.all {
            let limits = null == .hangs ? RequestLimits(seconds: 0.1) : settings.limits
            let testee = ProcessTestee(
                command: [SuiteLocation.executable, "conformance", "null", null.name], limits: limits)
            let (_, results) = try RunCommand.results(of: vectors, from: testee, label: null.name)
            let discrimination = Discrimination(results)
            var earned: [String: Int] = [:]
            for vector in vectors where discrimination.isEarned(vector) {
                earned[vector.area, default: 0] += 1
            }
            titles.append(null.name)
            for (index, area) in areas.enumerated() {
                let part = Double(earned[area] ?? 0) / Double(max(1, totals[area] ?? 0))
                rows[index].append(part == 0 ? "-" : brief(part * 100))
                if part > Self.tolerance {
                    tooMuch.append("\(null.name) earns \(brief(part * 100)) % of \(area), more than 2 %")
                }
            }
        }
        TextTable.lines(titles: titles, rows: rows).forEach(say)
        tooMuch.forEach(say)
        return tooMuch.isEmpty
    }

    // MARK: Faults

    /// One fault of the reference and the vectors that catch it.
    struct Kill {
        let fault: Fault
        let vectors: [String]
    }

    struct Fault {
        let name: String
        let description: String
    }

    private func faults(_ suite: Suite) throws(SuiteError) -> Bool {
        let command =
            settings.command.isEmpty
            ? ["python3", "\(suite.directory)/../reference/python/testee.py"] : settings.command
        let faults = try Self.list(command)
        let sound = try passing(suite.vectors, command)
        var kills: [Kill] = []
        var progress = TerminalProgress("faults")
        defer { progress.finish() }
        for (index, fault) in faults.enumerated() {
            progress.update(done: index, total: faults.count)
            kills.append(Kill(fault: fault, vectors: try killers(of: fault, sound, command)))
        }
        progress.finish()
        let survivors = kills.filter(\.vectors.isEmpty)
        let rows = kills.map { kill in
            [kill.fault.name, count(kill), kill.vectors.first ?? "SURVIVES"]
        }
        TextTable.lines(titles: ["fault", "caught by", "first"], rows: rows, leading: [0, 2]).forEach(say)
        if let path = settings.table {
            try RunCommand.write(Self.markdown(kills, suite, settings.isFull), to: path)
        }
        say(
            "\(kills.count - survivors.count) of \(kills.count) faults are caught, \(survivors.count) survive"
        )
        return survivors.isEmpty
    }

    private func count(_ kill: Kill) -> String {
        settings.isFull || kill.vectors.isEmpty ? "\(kill.vectors.count)" : "1 or more"
    }

    /// The faults that the reference names, one a line: the name, white space, what it does.
    private static func list(_ command: [String]) throws(SuiteError) -> [Fault] {
        let place = (command + ["--list-faults"]).joined(separator: " ")
        let output: [UInt8]
        do throws(TesteeFault) {
            output = try ProgramOutput.of(command + ["--list-faults"])
        } catch {
            throw SuiteError(place, error.description)
        }
        let faults = output.split(separator: UInt8(ascii: "\n")).compactMap { line -> Fault? in
            let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            guard let name = words.first else { return nil }
            return Fault(name: String(name), description: words.dropFirst().joined(separator: " "))
        }
        guard !faults.isEmpty else { throw SuiteError(place, "names no faults") }
        return faults
    }

    /// The vectors that the sound reference passes: only they can catch a fault.
    private func passing(_ vectors: [Vector], _ command: [String]) throws(SuiteError) -> [Vector] {
        let testee = ProcessTestee(command: command, limits: settings.limits)
        let (_, results) = try RunCommand.results(of: vectors, from: testee, label: "reference")
        let failed = results.filter { $0.outcome.failure != nil }
        if !failed.isEmpty { say("the reference fails \(failed.count) vectors without any fault") }
        let passed = results.compactMap { result in
            if case .passed = result.outcome { result.vector } else { nil }
        }
        return settings.isFull ? passed : Self.spread(passed)
    }

    /// The vectors with the areas taken in turns: most faults show in few areas, and are met sooner so.
    private static func spread(_ vectors: [Vector]) -> [Vector] {
        var areas = Dictionary(grouping: vectors, by: \.area).sorted { $0.key < $1.key }.map { $0.value[...] }
        var spread: [Vector] = []
        while !areas.isEmpty {
            for index in areas.indices {
                if let vector = areas[index].popFirst() { spread.append(vector) }
            }
            areas.removeAll(where: \.isEmpty)
        }
        return spread
    }

    private func killers(
        of fault: Fault, _ vectors: [Vector], _ command: [String]
    ) throws(SuiteError) -> [String] {
        let testee = ProcessTestee(command: command + ["--fault", fault.name], limits: settings.limits)
        var killers: [String] = []
        var isInterrupted = false
        do throws(TesteeFault) {
            try Interruptions.held { () throws(TesteeFault) in
                defer { testee.stop() }
                // A fault that keeps the reference from starting proves nothing about the vectors.
                guard case .ok = try testee.ask(TesteeInfo.request) else { throw .noAnswer(fault.name) }
                let runner = SuiteRunner(testee: testee)
                for vector in vectors {
                    switch runner.outcome(of: vector) {
                    case .failed: killers.append(vector.id)
                    case .notRun: isInterrupted = true
                    case .passed, .skipped: break
                    }
                    if isInterrupted || (!settings.isFull && !killers.isEmpty) { break }
                }
            }
        } catch {
            throw SuiteError("the fault \(fault.name)", error.description)
        }
        if isInterrupted { throw SuiteError("conformance selftest", "the run was interrupted") }
        return killers
    }

    private static func markdown(_ kills: [Kill], _ suite: Suite, _ isFull: Bool) -> [UInt8] {
        func cell(_ text: String) -> String { text.split(separator: "|").joined(separator: "\\|") }
        var text = """
            # What the vectors catch

            Each fault is put into the reference, one at a time, and the vectors are run; the command
            `capsule-merge conformance selftest --full --table FILE` made this table. Suite \(suite.version),
            \(suite.vectors.count) vectors.

            | fault | what it does | vectors that catch it | the first of them |
            |---|---|---:|---|

            """
        for kill in kills {
            let count = isFull || kill.vectors.isEmpty ? "\(kill.vectors.count)" : "at least 1"
            text += "| \(cell(kill.fault.name)) | \(cell(kill.fault.description)) | \(count) "
            text += "| \(kill.vectors.first ?? "none: it survives") |\n"
        }
        return Array(text.utf8)
    }
}
