// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport
import Testing

@testable import CapsuleConformance

@Suite("A suite on disk")
struct SuiteTests {
    private static let one = #"""
        {"format": 1, "area": "cbor", "topic": "heads", "vectors": [{
          "id": "cbor/heads/001-one", "spec": {"section": "1", "rule": "heads-shortest"}, "level": "must",
          "note": "n", "request": {"op": "cbor.check", "bytes": "00"}, "expect": {"ok": {}}}]}
        """#

    private func suite(_ files: [String: String]) throws -> Suite {
        let scratch = try ScratchDirectory()
        defer { try? scratch.remove() }
        for (path, text) in files { try scratch.write(text, to: path) }
        return try Suite(directory: "\(scratch.path)/vectors")
    }

    @Test("is read with its version, its rules and its retired ids")
    func reading() throws {
        let suite = try suite([
            "vectors/cbor/heads.json": Self.one,
            "vectors/retired.json": #"{"cbor/heads/000-old": "doubled"}"#,
            "vectors/lock.json": "{}", "VERSION": "1.2.3\n",
            "rules.json": #"[{"rule": "heads-shortest", "section": "1", "text": "short heads"}]"#,
        ])
        #expect(suite.vectors.map(\.id) == ["cbor/heads/001-one"])
        #expect(suite.version == "1.2.3")
        #expect(suite.ruleText(of: suite.vectors[0]) == "short heads")
        #expect(suite.retired == ["cbor/heads/000-old": "doubled"])
    }

    @Test(
        "with a file that is no vector file is an error, never a smaller suite",
        arguments: [
            "{}", "[]", "", #"{"format": 2, "area": "a", "vectors": []}"#,
            Self.one.replacing("\"must\"", with: "\"may\""), Self.one.replacing("\"ok\"", with: "\"yes\""),
            Self.one.replacing("{\"ok\": {}}", with: "{\"ok\": {}, \"error\": \"limit\"}"),
            Self.one.replacing("{\"ok\": {}}", with: "{\"error\": []}"),
            Self.one.replacing("\"op\"", with: "\"id\": 3, \"op\""),
            Self.one.replacing("\"rule\"", with: "\"role\""), Self.one.replacing("001-one", with: "001 one"),
        ])
    func broken(text: String) throws {
        #expect(throws: SuiteError.self) { try suite(["vectors/cbor/heads.json": text]) }
    }

    @Test("with one id twice, or without vectors, is an error")
    func doubled() throws {
        #expect(throws: SuiteError.self) {
            try suite(["vectors/cbor/a.json": Self.one, "vectors/cbor/b.json": Self.one])
        }
        #expect(throws: SuiteError.self) { try suite(["vectors/lock.json": "{}"]) }
    }

    @Test("has a hash that sha256sum gives, over paths and contents")
    func treeHash() {
        // printf 'a' and printf 'b' into x/1 and y; then the command of `treeHash(of:)`.
        let hash = Suite.treeHash(of: [("y", [0x62]), ("x/1", [0x61])])
        #expect(hash == "c1eaaf6ee2a2af6edca27b5786eeb7299c86b04113d63934efae9efc89f426c0")
        #expect(hash != Suite.treeHash(of: [("y", [0x61]), ("x/1", [0x62])]))
        #expect(hash != Suite.treeHash(of: [("y", [0x62]), ("x/2", [0x61])]))
    }

    @Test("is selected from by level and by id")
    func selection() {
        let all = CapsuleConformanceTests.suite([
            vector("a/a/1"), vector("a/b/2", level: .should), vector("b/a/3"),
        ])
        #expect(all.selected(filter: nil, level: .must).map(\.id) == ["a/a/1", "b/a/3"])
        #expect(all.selected(filter: Glob("a"), level: .should).map(\.id) == ["a/a/1", "a/b/2"])
    }
}

@Suite("A run whose requests and answers travel in files")
struct OfflineTests {
    private let vectors = [
        vector("cbor/a/1"),
        vector(
            "cbor/a/2", request: JSONObject([("op", "cbor.check"), ("bytes", "1817")]),
            expect: .error(["non-canonical"])),
    ]

    private func answers(to requests: [UInt8]) throws -> [[UInt8]] {
        let own = OwnTestee(version: "0")
        return try requests.split(separator: 0x0a).map { line in
            let request = try JSONReader.read(Array(line))
            guard case .object(var object) = request else { throw SuiteError("", "no object") }
            object["id"] = nil
            guard case .object(var answer) = try own.ask(object).json else {
                throw SuiteError("", "no object")
            }
            answer["id"] = request["id"]
            return JSONValue.object(answer).encoded()
        }
    }

    @Test("gives what a live run gives, whatever the order of the answers")
    func roundTrip() throws {
        let lines = try answers(to: OfflineExchange.requests(for: vectors))
        #expect(lines.count == 3)
        let (info, results) = OfflineExchange.results(
            for: vectors, answers: Array(lines.reversed().joined(separator: [0x0a])))
        #expect(info.name == "capsule-merge")
        for result in results {
            guard case .passed = result.outcome else {
                Issue.record("\(result.vector.id)")
                continue
            }
        }
    }

    @Test("does not run what has no answer, nor take an answer to another edition of a vector")
    func missing() throws {
        let lines = try answers(to: OfflineExchange.requests(for: vectors))
        let changed = [
            vector("cbor/a/1", request: JSONObject([("op", "cbor.check"), ("bytes", "01")])), vectors[1],
        ]
        let file = Array(lines.joined(separator: [0x0a]))
        let outcomes = OfflineExchange.results(for: changed, answers: file).results.map(\.outcome)
        guard case .notRun = outcomes[0], case .passed = outcomes[1] else {
            Issue.record("\(outcomes)")
            return
        }
    }

    @Test("fails what is answered twice")
    func twice() throws {
        let lines = try answers(to: OfflineExchange.requests(for: vectors))
        let file = Array((lines + [lines[1]]).joined(separator: [0x0a]))
        let results = OfflineExchange.results(for: vectors, answers: file).results
        #expect(results[0].outcome.failure?.failureClass == .flooded)
    }
}
