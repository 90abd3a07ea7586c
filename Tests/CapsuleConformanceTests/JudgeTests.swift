// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Testing

@testable import CapsuleConformance

@Suite("Comparing answers")
struct JudgeTests {
    private func json(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test(
        "values are equal only when they are the same JSON",
        arguments: [
            (#"{"a":1,"b":[2]}"#, #"{"b":[2],"a":1}"#, nil), ("[1,2]", "[2,1]", "v[0] is 2, not 1"),
            (#"{"a":1}"#, #"{}"#, "v.a is missing"), ("{}", #"{"a":null}"#, "v.a is not expected"),
            ("1", "1.0", "v is 1.0, not 1"), ("1.0", "1", "v is 1, not 1.0"),
            ("0.0", "-0.0", "v is -0.0, not 0.0"),
            ("[1]", "[1,2]", "v[1] is not expected"), ("[1,2]", "[1]", "v[1] is missing"),
            ("\"\u{e9}\"", "\"e\u{301}\"", "v is \"e\u{301}\", not \"\u{e9}\""),
            ("true", "1", "v is 1, not true"),
            ("18446744073709551615", "18446744073709551615", nil), ("1e300", "1e300", nil),
            ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}", "v.\u{e9} is missing"), ("null", "null", nil),
            (#""\ud800""#, #""\ud800""#, #"v is "\ud800", not "\ud800""#),
            (#""a1""#, #""A1""#, "v is \"A1\", not \"a1\""),
        ] as [(String, String, String?)])
    func comparison(expected: String, given: String, difference: String?) throws {
        let found = Difference.first(expected: try json(expected), given: try json(given), at: "v")
        #expect(found.map { Array("\($0)".utf8) } == difference.map { Array($0.utf8) })
    }

    @Test("bytes that differ are located by offset and by the keys that lead there")
    func bytes() throws {
        // {"a": [1, {"b": "x"}]} against the same with "y".
        let found = try #require(
            Difference.first(expected: "a161618201a161626178", given: "a161618201a161626179", at: "ok.bytes"))
        #expect("\(found)" == "ok.bytes differs from byte 9 on, in a[1].b")
        let hex = try #require(found.hex(width: 8))
        #expect(hex.lines.map(\.offset) == [0, 8])
        #expect(hex.lines[1].expected.map(\.digits) == ["61", "78", "", "", "", "", "", ""])
        #expect(hex.lines[1].expected.map(\.differs) == [false, true] + [Bool](repeating: false, count: 6))
    }

    @Test("bytes that end early differ where they end")
    func prefix() throws {
        let found = try #require(Difference.first(expected: "820102", given: "8201", at: "b"))
        guard case .bytes(2) = found.kind else {
            Issue.record("\(found)")
            return
        }
    }

    private func failureClass(_ answer: Answer, _ expected: ExpectedAnswer) -> String {
        switch Judge.outcome(of: answer, expected: expected) {
        case .passed: "passed"
        case .failed(let failure): failure.failureClass.rawValue
        case .skipped: "skipped"
        case .notRun: "not run"
        }
    }

    @Test("a refusal is judged by its class, and unsupported is never a pass")
    func refusals() {
        #expect(failureClass(.error("limit"), .error(["malformed", "limit"])) == "passed")
        #expect(failureClass(.error("invalid"), .error(["malformed", "limit"])) == "wrong-class")
        #expect(failureClass(.ok([:]), .error(["limit"])) == "accepted")
        #expect(failureClass(.error("limit"), .ok([:])) == "rejected")
        #expect(failureClass(.error("unsupported"), .ok([:])) == "skipped")
        #expect(failureClass(.error("unsupported"), .error(["invalid"])) == "skipped")
        #expect(failureClass(.error("unsupported"), .error(["unsupported"])) == "passed")
        #expect(failureClass(.ok(["a": 1]), .ok(["a": 2])) == "wrong-value")
    }

    @Test("the detail of an answer says nothing")
    func detail() throws {
        let line = Array(#"{"detail":"x","error":"limit","id":4}"#.utf8)
        guard case .error("limit") = try Answer(line: line, id: 4) else {
            Issue.record("the answer is a refusal")
            return
        }
    }

    @Test("an operation that is not offered is skipped, unless the vector asks for just that refusal")
    func offers() throws {
        let info = TesteeInfo(.ok(["name": "n", "version": "1", "spec": "1", "ops": ["cbor.check"]]))
        let foreign = JSONObject([("op", "no.such")])
        #expect(SuiteRunner.reasonToSkip(vector(), info) == nil)
        #expect(SuiteRunner.reasonToSkip(vector(request: foreign), info) != nil)
        #expect(
            SuiteRunner.reasonToSkip(vector(request: foreign, expect: .error(["unsupported"])), info) == nil)
        #expect(SuiteRunner.reasonToSkip(vector(request: foreign), TesteeInfo(.error("invalid"))) == nil)
    }

    @Test("lines that look alike and are not are spelled out side by side")
    func alike() {
        let rows = SideBySide(["a", "\u{e9}", "z"], ["a", "e\u{301}", "z"]).rows
        #expect(rows.map(\.isEqual) == [true, false, true])
        #expect(rows[1].left == "\\u{e9}")
        #expect(rows[1].right == "e\\u{301}")
    }

    @Test("two texts are laid side by side by what they share")
    func sides() {
        let rows = SideBySide(["{", "a", "c", "}"], ["{", "a", "b", "c", "d", "}"]).rows
        #expect(rows.map(\.left) == ["{", "a", nil, "c", nil, "}"])
        #expect(rows.map(\.right) == ["{", "a", "b", "c", "d", "}"])
        #expect(SideBySide(["long line"], ["x"]).lines(width: 80).allSatisfy { $0.contains("|") })
    }
}
