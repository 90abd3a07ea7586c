// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// What `conformance run` is asked to do.
package struct RunSettings: Sendable {
    package var vectors: String?
    package var selection = Selection()
    package var limits = RequestLimits()
    /// The testee; empty for this tool's own.
    package var command: [String] = []
    package var json: String?
    package var junit: String?
    package var html: String?
    package var knownFailures: String?
    package var writeKnownFailures: String?
    package var requestsTo: String?
    package var answersFrom: String?
    /// Whether a skipped vector makes the run red.
    package var refusesSkips = false

    package init() {}
}

/// Runs the suite against one testee.
package struct RunCommand {
    private let settings: RunSettings
    private let say: (String) -> Void

    /// - Parameter say: takes each line of the output.
    package init(_ settings: RunSettings, say: @escaping (String) -> Void) {
        self.settings = settings
        self.say = say
    }

    /// Does it.
    ///
    /// - Returns: whether nothing failed that is not known to fail.
    /// - Throws: `SuiteError` when there is nothing to run, or nothing to run it with.
    package func run() throws(SuiteError) -> Bool {
        let suite = try Suite(directory: SuiteLocation.vectors(given: settings.vectors))
        let known = try settings.knownFailures.map { path throws(SuiteError) in try KnownFailures(path: path)
        }
        let vectors = try settings.selection.vectors(of: suite)
        if let path = settings.requestsTo {
            try Self.write(OfflineExchange.requests(for: vectors), to: path)
            say("\(vectors.count) requests, and info, are in \(path)")
            return true
        }
        let report = try report(suite, vectors, known)
        try write(report, known)
        for line in RunText.lines(of: report) { say(line) }
        return report.isGreen && !(settings.refusesSkips && report.count(.skipped) > 0)
    }

    private func report(
        _ suite: Suite, _ vectors: [Vector], _ known: KnownFailures?
    ) throws(SuiteError) -> RunReport {
        if let path = settings.answersFrom {
            let (info, results) = OfflineExchange.results(for: vectors, answers: try Suite.read(path))
            return RunReport(suite: suite, info: info, command: [], results: results, known: known)
        }
        let command = settings.command.isEmpty ? Self.ownTestee : settings.command
        let testee = ProcessTestee(command: command, limits: settings.limits)
        let start = ContinuousClock.now
        let (info, results) = try Self.results(of: vectors, from: testee)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return RunReport(
            suite: suite, info: info, command: settings.command, results: results, known: known,
            seconds: seconds, restarts: testee.restarts)
    }

    /// Runs vectors with signals held back, so that the testee never outlives the tool.
    static func results(
        of vectors: [Vector], from testee: ProcessTestee, label: String = "conformance"
    ) throws(SuiteError) -> (info: TesteeInfo, results: [VectorResult]) {
        var found: (info: TesteeInfo, results: [VectorResult])?
        do throws(TesteeFault) {
            try Interruptions.held { () throws(TesteeFault) in
                defer { testee.stop() }
                var progress = TerminalProgress(label)
                defer { progress.finish() }
                let runner = SuiteRunner(testee: testee) { progress.update(done: $0, total: $1) }
                found = try runner.run(vectors)
            }
        } catch {
            throw SuiteError(testee.command.joined(separator: " "), error.description, error.kind)
        }
        guard let found else { throw SuiteError("conformance", "the run was interrupted", .unfinished) }
        return found
    }

    static var ownTestee: [String] { [SuiteLocation.executable, "testee"] }

    private func write(_ report: RunReport, _ known: KnownFailures?) throws(SuiteError) {
        if let path = settings.json { try Self.write(JSONReport.bytes(of: report), to: path) }
        if let path = settings.junit { try Self.write(JUnitReport.bytes(of: report), to: path) }
        if let path = settings.html { try Self.write(HTMLReport.bytes(of: report), to: path) }
        if let path = settings.writeKnownFailures {
            let results = report.results.map { VectorResult(vector: $0.vector, outcome: $0.outcome) }
            try Self.write(KnownFailures.file(listing: results, keeping: known), to: path)
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(SuiteError) {
        do throws(OutputError) {
            try AtomicOutput.write(bytes, to: path)
        } catch {
            throw SuiteError(path, "cannot be written: \(error)", .unfinished)
        }
    }
}
