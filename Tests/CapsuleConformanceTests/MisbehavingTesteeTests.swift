// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Testing

@testable import CapsuleConformance

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Testees written in the shell, each wrong in its own way.
@Suite("A testee that misbehaves")
struct MisbehavingTesteeTests {
    /// Takes the id out of a request in `line`.
    private static let readID = "id=${line#*:}; id=${id%%,*};"
    private static let limits = RequestLimits(seconds: 20, mebibytes: 100, answerMebibytes: 1)

    private func testee(_ script: String, limits: RequestLimits = Self.limits) -> ProcessTestee {
        ProcessTestee(command: ["/bin/sh", "-c", script], limits: limits)
    }

    private func outcome(_ script: String, limits: RequestLimits = Self.limits) -> Outcome {
        let testee = testee(script, limits: limits)
        defer { testee.stop() }
        return SuiteRunner(testee: testee).outcome(of: vector())
    }

    @Test(
        "is reported for what it did",
        arguments: [
            ("read -r line; exit 3", FailureClass.crashed, "exit code 3"),
            ("exit 0", .crashed, "exit code 0"),
            ("read -r line; kill -9 $$", .crashed, "signal 9"),
            (#"read -r line; printf '{"id":1'; exit 0"#, .crashed, "exit code 0"),
            ("read -r line; exec >&-; sleep 100", .crashed, "did not end"),
            ("read -r line; yes | tr -d '\\n'", .flooded, "1 MiB"),
            (
                #"read -r line; printf '{"id":1,"ok":{}}\n{"id":2,"ok":{}}\n'; read -r line"#, .flooded,
                "more than one line"
            ),
            (#"read -r line; echo '{"id":7,"ok":{}}'; read -r line"#, .outOfOrder, "another id"),
            ("read -r line; echo hello; read -r line", .malformedAnswer, "where only answers belong: hello"),
            ("read -r line; echo; read -r line", .malformedAnswer, "stray line"),
            ("read -r line; echo '[]'; read -r line", .malformedAnswer, "[]"),
            (
                #"read -r line; printf 'debug\n{"id":1,"ok":{}}\n'; read -r line"#, .malformedAnswer,
                "stray line on standard output, where only answers belong: debug"
            ),
            (
                #"read -r line; printf '{"id":1,"ok":{}}\nbye\n'; read -r line"#, .malformedAnswer,
                "where only answers belong: bye"
            ),
            (
                #"read -r line; echo '{"id":null,"error":"malformed"}'; read -r line"#, .malformedAnswer,
                "null"
            ),
            (#"read -r line; echo '{"id":1.0,"ok":{}}'; read -r line"#, .malformedAnswer, "1.0"),
            (
                #"read -r line; echo '{"id":1,"ok":{},"error":"limit"}'; read -r line"#, .malformedAnswer,
                "limit"
            ),
            (#"read -r line; echo '{"id":1,"ok":{},"time":3}'; read -r line"#, .malformedAnswer, "time"),
            (#"read -r line; echo '{"id":1,"ok":true}'; read -r line"#, .malformedAnswer, "true"),
            (#"read -r line; echo '{"id":1}'; read -r line"#, .malformedAnswer, "no answer"),
            (#"while read -r line; do echo "$line"; done"#, .malformedAnswer, "cbor.check"),
        ])
    func reported(script: String, expected: FailureClass, message: String) throws {
        let failure = try #require(outcome(script).failure)
        #expect(failure.failureClass == expected)
        #expect(failure.message.contains(message), "\(failure.message)")
    }

    @Test("that answers before it is asked is not trusted")
    func unasked() throws {
        let scratch = try ScratchDirectory()
        defer { try? scratch.remove() }
        let sign = "\(scratch.path)/written"
        let script = """
            read -r line; echo '{"id":1,"ok":{}}'; echo '{"id":2,"ok":{}}'; : > \(sign); read -r line; sleep 100
            """
        let testee = testee(script)
        defer { testee.stop() }
        let runner = SuiteRunner(testee: testee)
        let first = runner.outcome(of: vector())
        // The early line must be there before the second request is.
        while first.failure == nil, !DirectoryTree.exists(sign) { sched_yield() }
        let classes = [first, runner.outcome(of: vector())].map { $0.failure?.failureClass }
        #expect(classes.contains(.flooded))
    }

    @Test("that hangs is stopped at the time limit")
    func hanging() throws {
        let limits = RequestLimits(seconds: 0.2, mebibytes: 100, answerMebibytes: 1)
        let failure = try #require(outcome("while read -r line; do sleep 100; done", limits: limits).failure)
        #expect(failure.failureClass == .timedOut)
    }

    @Test("that does not read a large request is stopped at the time limit")
    func notReading() throws {
        let testee = testee("sleep 100", limits: RequestLimits(seconds: 0.3))
        defer { testee.stop() }
        let bytes = JSONValue.text(String(repeating: "00", count: 1_000_000))
        let large = vector(request: JSONObject([("op", "cbor.check"), ("bytes", bytes)]))
        #expect(SuiteRunner(testee: testee).outcome(of: large).failure?.failureClass == .timedOut)
    }

    #if os(Linux)
        @Test("that takes too much memory, in a child of its own, is stopped")
        func memory() throws {
            let script = "read -r line; head -c 200000000 /dev/zero | tail; sleep 100"
            #expect(outcome(script).failure?.failureClass == .outOfMemory)
        }
    #endif

    @Test("and says why on standard error is quoted")
    func complaining() throws {
        let failure = try #require(
            outcome("read -r line; echo first >&2; echo 'it broke' >&2; exit 1").failure)
        #expect(failure.complaints.suffix(2) == ["first", "it broke"])
    }

    @Test("may fill standard error without harm")
    func noisy() {
        let script =
            "read -r line; head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo '{\"id\":1,\"ok\":{}}'; read -r line"
        guard case .passed = outcome(script) else {
            Issue.record("noise on standard error is no failure")
            return
        }
    }

    @Test("that cannot be started ends the run")
    func missing() {
        let testee = ProcessTestee(command: ["/nonexistent/testee"], limits: RequestLimits())
        #expect(throws: TesteeFault.self) { try SuiteRunner(testee: testee).run([vector()]) }
    }

    @Test("is started again, and the next vector is not harmed by it")
    func recovery() throws {
        let script = """
            while read -r line; do
                \(Self.readID)
                case $line in *info*) echo "{\\"id\\":$id,\\"ok\\":{\\"ops\\":[\\"cbor.check\\"],\\"spec\\":\\"1\\"}}";;
                    *dead*) exit 3;; *) echo "{\\"id\\":$id,\\"ok\\":{}}";; esac
            done
            """
        let testee = testee(script)
        defer { testee.stop() }
        let fatal = vector("cbor/a/002-dead", request: JSONObject([("op", "cbor.check"), ("bytes", "dead")]))
        let foreign = vector("label/a/001", request: JSONObject([("op", "label.normalize"), ("text", "a")]))
        let (info, results) = try SuiteRunner(testee: testee).run([
            vector(), fatal, vector("cbor/a/003"), foreign,
        ])
        #expect(info.operations == ["cbor.check"])
        let report = RunReport(suite: suite(results.map(\.vector)), info: info, command: [], results: results)
        #expect(report.results.map(\.verdict) == [.passed, .failed, .passed, .skipped])
        #expect(testee.restarts == 1)
        #expect(report.closingLine == "2 passed, 1 failed, 0 expected failures, 1 skipped, 0 not run")
        #expect(!report.isGreen)
    }

    @Test(
        "by one line too long, or by a stray one, does not fail the vectors beside it",
        arguments: ["head -c 3000000 /dev/zero | tr '\\0' 'x'; echo", "echo note"])
    func neighbours(noise: String) throws {
        let script = """
            while read -r line; do
                \(Self.readID)
                case $line in *dead*) \(noise);; esac
                echo "{\\"id\\":$id,\\"ok\\":{}}"
            done
            """
        let testee = testee(script)
        defer { testee.stop() }
        let noisy = vector("cbor/a/002-dead", request: JSONObject([("op", "cbor.check"), ("bytes", "dead")]))
        let (_, results) = try SuiteRunner(testee: testee).run([vector(), noisy, vector("cbor/a/003")])
        let report = RunReport(suite: suite([]), info: TesteeInfo(flaw: ""), command: [], results: results)
        #expect(report.results.map(\.verdict) == [.passed, .failed, .passed])
    }

    @Test("that ends at every request is given up, and one that answers in between is not")
    func givingUp() throws {
        var patience = RetryBudget()
        let ended = Judge.outcome(of: .ended(.code(1)), complaints: [])
        for operation in 0..<119 { patience.count(ended, of: "\(operation)") }
        #expect(patience.reasonToStop("x") == nil)
        patience.count(ended, of: "119")
        #expect(patience.reasonToStop("x") != nil)
        patience.count(.passed, of: "x")
        #expect(patience.reasonToStop("x") == nil)
        for _ in 0..<60 { patience.count(ended, of: "y") }
        #expect(patience.reasonToStop("y") != nil)
        #expect(patience.reasonToStop("x") == nil)
    }

    @Test("that hangs on an operation is not asked for all of its vectors")
    func patience() throws {
        let testee = testee("while read -r line; do :; done", limits: RequestLimits(seconds: 0.05))
        defer { testee.stop() }
        let (_, results) = try SuiteRunner(testee: testee).run((0..<9).map { vector("cbor/a/00\($0)") })
        let report = RunReport(suite: suite([]), info: TesteeInfo(flaw: ""), command: [], results: results)
        #expect(report.count(.failed) == 3)
        #expect(report.count(.notRun) == 6)
        #expect(!report.isGreen)
    }
}
