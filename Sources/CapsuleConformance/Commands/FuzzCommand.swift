// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// What `conformance fuzz` is asked to do.
package struct FuzzSettings: Sendable {
    /// Nil draws one.
    package var seed: UInt64?
    package var count = 2_000
    /// When given, cases are made until it is over.
    package var seconds: Double?
    package var limits = RequestLimits()
    /// The testee; empty for this tool's own.
    package var command: [String] = []
    /// A shell command line of the testee to compare with; nil for this tool's own.
    package var against: String?
    /// Where findings are written.
    package var save: String?
    /// Of this tool, for its own testee.
    package var version = ""

    package init() {}
}

/// Tries the laws of the join on a testee with made-up documents, edits and deliveries.
package struct FuzzCommand {
    private let settings: FuzzSettings
    private let say: (String) -> Void

    package init(_ settings: FuzzSettings, say: @escaping (String) -> Void) {
        self.settings = settings
        self.say = say
    }

    /// Does it.
    ///
    /// - Returns: whether nothing was found, and the testee answered what it says that it offers.
    package func run() throws(SuiteError) -> Bool {
        let seed = settings.seed ?? UInt64.random(in: 0...999_999_999)
        let subject = ProcessTestee(
            command: settings.command.isEmpty ? RunCommand.ownTestee : settings.command,
            limits: settings.limits)
        let other = settings.against.map {
            ProcessTestee(command: ["/bin/sh", "-c", "exec \($0)"], limits: settings.limits)
        }
        let reference: any Answering = other ?? OwnTestee(version: settings.version)
        let counted = CountedTestee(subject)
        let run = FuzzRun(seed: seed, subject: counted, other: reference)
        var result: (cases: Int, findings: [FuzzFinding])?
        var info = TesteeInfo(flaw: "")
        do throws(TesteeFault) {
            try Interruptions.held { () throws(TesteeFault) in
                defer { subject.stop() }
                defer { other?.stop() }
                info = try TesteeInfo.ask(subject)
                result = try run.run(while: stop())
            }
        } catch {
            throw SuiteError("conformance fuzz", error.description, error.kind)
        }
        guard let result else {
            throw SuiteError("conformance fuzz", "the run was interrupted", .unfinished)
        }
        let gaps = counted.gaps(declared: info.operations)
        counted.lines.forEach(say)
        try report(result.findings, cases: result.cases, seed: seed, gaps: gaps)
        return result.findings.isEmpty && gaps.isEmpty
    }

    private func stop() -> (Int) -> Bool {
        let start = ContinuousClock.now
        var progress = TerminalProgress("fuzz")
        return { [settings] done in
            let goesOn: Bool
            if let seconds = settings.seconds {
                goesOn = (ContinuousClock.now - start) / .seconds(1) < seconds
                progress.update(
                    done: Int(min(1e9, (ContinuousClock.now - start) / .seconds(1))),
                    total: Int(min(1e9, seconds)))
            } else {
                goesOn = done < settings.count
                progress.update(done: done, total: settings.count)
            }
            if !goesOn { progress.finish() }
            return goesOn && !Interruptions.arePending
        }
    }

    private func report(
        _ findings: [FuzzFinding], cases: Int, seed: UInt64, gaps: [String]
    ) throws(SuiteError) {
        for gap in gaps { say("NOT TRIED \(gap)") }
        for finding in findings {
            say("BROKEN \(finding.violation.law) (case \(finding.number))")
            say("    \(finding.violation.message)")
            say(
                "    request: \(String(decoding: JSONValue.object(finding.violation.request).encoded(), as: UTF8.self))"
            )
            say(
                "    expected: \(String(decoding: finding.violation.expectation.json.encoded(), as: UTF8.self))"
            )
        }
        if let directory = settings.save, !findings.isEmpty {
            try DirectoryTree.make("\(directory)/fuzz")
            for file in FuzzVectors.files(of: findings, seed: seed) {
                try RunCommand.write(file.bytes, to: "\(directory)/fuzz/\(file.name)")
                say("written: \(directory)/fuzz/\(file.name)")
            }
            say("repeat: capsule-merge conformance run --vectors \(directory) -- COMMAND")
        }
        let found = findings.isEmpty ? "no law broken" : "\(findings.count) findings"
        say("seed \(seed): \(cases) cases, \(found)\(gaps.isEmpty ? "" : ", but not all was tried")")
    }
}
