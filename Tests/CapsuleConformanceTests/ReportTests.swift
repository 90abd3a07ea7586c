// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Testing

@testable import CapsuleConformance

@Suite("Reports of a run")
struct ReportTests {
    private static let hostile = "<b>&\"'\u{1}\u{7f}]]>\u{FFFE}"

    /// A run in which everything occurs, with texts that want to be more than texts.
    private var report: RunReport {
        let bytes = JSONObject([
            ("op", "document.merge"), ("kind", "stack"), ("inputs", ["a0", .text(Self.hostile)]),
        ])
        let wrong = vector(
            "stack/a/1", request: bytes, expect: .ok(["bytes": "a161618201a161626178", "conflicts": []]),
            neighbour: "stack/a/0")
        let judged = Judge.outcome(
            of: .ok(["bytes": "a161618201a161626179", "conflicts": []]), expected: wrong.expectation)
        let crash = Failure(
            failureClass: .crashed, message: Self.hostile, difference: nil, answer: nil,
            complaints: [Self.hostile, "at 'x' <y>"])
        let known = try? KnownFailures(
            text: Array(
                #"""
                {"id":"stack/a/3","class":"accepted","reason":"<i>","link":"javascript:alert(1)"}
                {"id":"stack/a/9","class":"accepted","reason":"gone"}
                """#.utf8), path: "known")
        let refused = vector("stack/a/3", expect: .error(["limit"]))
        return RunReport(
            suite: suite([wrong]), info: TesteeInfo(.ok(["name": .text(Self.hostile), "ops": []])),
            command: ["a 'b'", "--c", "\(Self.hostile)"],
            results: [
                VectorResult(vector: vector("cbor/a/1"), outcome: .passed),
                VectorResult(vector: wrong, outcome: judged),
                VectorResult(vector: vector("stack/a/2"), outcome: .failed(crash)),
                VectorResult(
                    vector: refused, outcome: Judge.outcome(of: .ok([:]), expected: .error(["limit"]))),
                VectorResult(vector: vector("stack/a/4"), outcome: .skipped(Self.hostile)),
                VectorResult(vector: vector("stack/a/5"), outcome: .notRun("why")),
            ], known: known, seconds: 1.25, restarts: 1)
    }

    @Test("name the suite's version and the hash of its vectors")
    func editions() {
        for bytes in [
            JSONReport.bytes(of: report), JUnitReport.bytes(of: report), HTMLReport.bytes(of: report),
        ] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("1.2.3"), "\(bytes)")
            #expect(text.contains(String(repeating: "0f", count: 32)), "\(bytes)")
        }
    }

    @Test("a report as JSON holds every result")
    func json() throws {
        let value = try JSONReader.read(JSONReport.bytes(of: report))
        #expect(
            value["results"]?.array?.compactMap { $0["result"]?.text } == [
                "passed", "failed", "failed", "expected-failure", "skipped", "not-run",
            ])
        #expect(value["results"]?.array?[1]["offset"]?.integer?.exactly() == 9)
        #expect(value["summary"]?["failed"]?.integer?.exactly() == 2)
        #expect(value["green"]?.bool == false)
        #expect(value["known_failures_errors"]?.array?.count == 1)
    }

    @Test("as JUnit XML are well-formed and count what they hold")
    func junit() throws {
        let bytes = JUnitReport.bytes(of: report)
        let elements = try WellFormed.elements(of: bytes)
        #expect(elements["testcase"] == 7)
        #expect(elements["failure"] == 3)
        #expect(elements["skipped"] == 3)
        #expect(
            String(decoding: bytes, as: UTF8.self).contains(#"tests="7" failures="3" errors="0" skipped="3""#)
        )
    }

    @Test("as HTML are well-formed, need nothing from elsewhere, and run nothing")
    func html() throws {
        let bytes = HTMLReport.bytes(of: report)
        let elements = try WellFormed.elements(of: bytes)
        #expect(elements["script"] == nil)
        #expect(elements["b"] == 5)
        for landmark in ["header", "main", "footer"] { #expect(elements[landmark] == 1, "\(landmark)") }
        #expect(elements["h1"] == 1)
        #expect(elements["details"] == elements["summary"])
        let text = String(decoding: bytes, as: UTF8.self)
        for word in ["javascript:alert(1)\"", "url(", "http://", "https://", "@import", "<i>"] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.contains("<mark>79</mark>"))
        #expect(text.contains("a[1].b"))
    }

    @Test("link to what a link is of, and escape it")
    func link() throws {
        let known = try KnownFailures(
            text: Array(
                #"{"id":"a/a/1","class":"accepted","reason":"r","link":"https://host/?a&b\"<"}"#.utf8),
            path: "known")
        let outcome = Judge.outcome(of: .ok([:]), expected: .error(["limit"]))
        let report = RunReport(
            suite: suite([]), info: TesteeInfo(flaw: ""), command: [],
            results: [VectorResult(vector: vector("a/a/1"), outcome: outcome)], known: known)
        let text = String(decoding: HTMLReport.bytes(of: report), as: UTF8.self)
        #expect(text.contains("<a href=\"https://host/?a&amp;b&quot;&lt;\">"))
    }

    @Test("give a command that a shell reads as it was")
    func repetition() {
        let command = Repetition.command(for: vector(), in: report)
        #expect(
            command.hasPrefix("capsule-merge conformance explain cbor/heads/001-one -- 'a '\\''b'\\''' --c "))
    }

    @Test("end with the line that sums up, and name what was skipped")
    func text() {
        let lines = RunText.lines(of: report)
        #expect(lines.last == "1 passed, 2 failed, 1 expected failures, 1 skipped, 1 not run")
        #expect(lines.contains { $0.hasPrefix("skipped: 1 of cbor.check") })
        #expect(lines.contains { $0.hasPrefix("not run: 1 of cbor.check: why") })
    }
}

/// Checks the grammar of markup that is both XML and HTML: tags match, text has no stray characters.
enum WellFormed {
    struct Flaw: Error { let reason: String }

    /// How often each element occurs.
    static func elements(of bytes: [UInt8]) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var open: [String] = []
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            let isReference = rest[start] == "&"
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: isReference ? ";" : ">") else {
                throw Flaw(reason: "unended")
            }
            let inside = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if isReference {
                guard inside.count <= 6, inside.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "#" }) else {
                    throw Flaw(reason: "&\(inside)")
                }
                continue
            }
            if inside.hasPrefix("?") || inside.hasPrefix("!DOCTYPE") { continue }
            let name = String(
                inside.prefix { !$0.isWhitespace && $0 != "/" || $0 == "/" && inside.first == "/" })
            if name.hasPrefix("/") {
                guard open.popLast() == String(name.dropFirst()) else { throw Flaw(reason: "</\(name)") }
                continue
            }
            guard inside.count(where: { $0 == "\"" }) % 2 == 0, !inside.contains("<") else {
                throw Flaw(reason: "<\(inside)>")
            }
            counts[name, default: 0] += 1
            if !inside.hasSuffix("/") { open.append(name) }
        }
        guard open.isEmpty else { throw Flaw(reason: "open: \(open)") }
        return counts
    }
}
