// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Testing

@testable import CapsuleConformance

@Suite("The list of known failures")
struct KnownFailuresTests {
    private func known(_ text: String) throws(SuiteError) -> KnownFailures {
        try KnownFailures(text: Array(text.utf8), path: "known")
    }

    private func failed(_ id: String, _ failureClass: FailureClass) -> VectorResult {
        let failure = Failure(failureClass: failureClass, message: "m", difference: nil, answer: nil)
        return VectorResult(vector: vector(id), outcome: .failed(failure))
    }

    private func report(_ results: [VectorResult], _ known: KnownFailures?) -> RunReport {
        let all = results.map(\.vector) + [vector("a/a/not-selected")]
        return RunReport(
            suite: suite(all, retired: ["a/a/old": "it was doubled"]), info: TesteeInfo(flaw: ""),
            command: [],
            results: results, known: known)
    }

    @Test("a listed failure of the listed class is expected, and a run with no other is green")
    func expected() throws {
        let list = try known(
            "# why\n\n{\"id\":\"a/a/1\",\"class\":\"crashed\",\"reason\":\"r\",\"link\":\"l\"}\n")
        let report = report(
            [failed("a/a/1", .crashed), VectorResult(vector: vector("a/a/2"), outcome: .passed)], list)
        #expect(report.closingLine == "1 passed, 0 failed, 1 expected failures, 0 skipped, 0 not run")
        #expect(report.isGreen)
        #expect(report.results[0].known?.reason == "r")
    }

    @Test("a listed failure without a reason is a failure, and is what a run that lists its failures writes")
    func withoutReason() throws {
        let results = [failed("a/a/1", .crashed)]
        let list = try KnownFailures(text: KnownFailures.file(listing: results, keeping: nil), path: "known")
        let report = report(results, list)
        #expect(report.count(.failed) == 1)
        #expect(report.listErrors.count == 1)
        #expect(report.listErrors[0].contains("reason"))
    }

    @Test("a listed failure of another class is a failure, and its line is stale")
    func otherClass() throws {
        let report = report(
            [failed("a/a/1", .accepted)], try known(#"{"id":"a/a/1","class":"crashed","reason":"r"}"#))
        #expect(report.count(.failed) == 1)
        #expect(report.listErrors.count == 1)
        #expect(report.listErrors[0].contains("stale"))
    }

    @Test(
        "a line that says what is not so makes the run red",
        arguments: [
            ("a/a/1", "passes"), ("a/a/3", "skipped"), ("a/a/nowhere", "no id of this suite"),
            ("a/a/old", "was retired: it was doubled"),
        ])
    func wrongLine(id: String, message: String) throws {
        let results = [
            VectorResult(vector: vector("a/a/1"), outcome: .passed),
            VectorResult(vector: vector("a/a/3"), outcome: .skipped("why")),
        ]
        let report = report(results, try known(#"{"id":"\#(id)","class":"crashed","reason":"r"}"#))
        #expect(report.listErrors.count == 1)
        #expect(report.listErrors.first?.contains(message) == true)
        #expect(!report.isGreen)
    }

    @Test("a listed vector that was not selected says nothing")
    func notSelected() throws {
        let list = try known(#"{"id":"a/a/not-selected","class":"crashed","reason":"r"}"#)
        #expect(report([VectorResult(vector: vector("a/a/1"), outcome: .passed)], list).isGreen)
    }

    @Test(
        "a line that is not understood is an error",
        arguments: [
            "{", "[]", #"{"id":"a","class":"crashed"}"#,
            #"{"id":"a","class":"sad","reason":"r"}"#, #"{"id":"a","class":"crashed","reason":"r","x":1}"#,
            "{\"id\":\"a\",\"class\":\"crashed\",\"reason\":\"r\"}\n{\"id\":\"a\",\"class\":\"crashed\",\"reason\":\"r\"}",
        ])
    func broken(text: String) {
        #expect(throws: SuiteError.self) { try known(text) }
    }

    @Test("a list that a run writes keeps the reasons that were given, and asks for those that were not")
    func written() throws {
        let old = try known(#"{"id":"a/a/1","class":"accepted","reason":"mine","link":"l"}"#)
        let results = [failed("a/a/1", .crashed), failed("a/a/2", .wrongValue)]
        let list = try KnownFailures(text: KnownFailures.file(listing: results, keeping: old), path: "known")
        #expect(list.failures["a/a/1"]?.reason == "mine")
        #expect(list.failures["a/a/1"]?.failureClass == .crashed)
        let errors = report(results, list).listErrors
        #expect(errors.count == 1 && errors[0].contains("a/a/2 counts once it has a reason"))
    }

    @Test("a run in which nothing passed, or something was not run, is not green")
    func empty() {
        #expect(!report([VectorResult(vector: vector("a/a/1"), outcome: .skipped("why"))], nil).isGreen)
        let passed = VectorResult(vector: vector("a/a/1"), outcome: .passed)
        #expect(report([passed], nil).isGreen)
        #expect(
            !report([passed, VectorResult(vector: vector("a/a/2"), outcome: .notRun("why"))], nil).isGreen)
    }
}
