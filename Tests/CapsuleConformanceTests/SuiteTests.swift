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
            "VERSION": "1.2.3\n",
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

    /// What `meaning` of Conformance/tools/suitefiles.py gives for `one`.
    private static let meaning = "fb6861a316b5244b89f4b740ec0567b1755bbbcba221a0303b11b78c8d03abff"

    @Test("is held to its lock: a changed, a new and a missing vector are errors, a retired one is not")
    func locked() throws {
        let id = "cbor/heads/001-one"
        let lock = #"{"\#(id)": "\#(Self.meaning)"}"#
        let suite = try suite(["vectors/cbor/heads.json": Self.one, "vectors/lock.json": lock])
        #expect(suite.isLocked)
        #expect(try !self.suite(["vectors/cbor/heads.json": Self.one]).isLocked)
        let changes: [(String, String)] = [
            (Self.one.replacing("\"ok\": {}", with: "\"ok\": {\"x\": 1}"), lock),
            (Self.one.replacing("\"00\"", with: "\"01\""), lock),
            (Self.one, "{}"), (Self.one, lock.replacing("}", with: #", "cbor/heads/002-gone": "00"}"#)),
        ]
        for (text, lock) in changes {
            #expect(throws: SuiteError.self, "\(text) \(lock)") {
                try self.suite(["vectors/cbor/heads.json": text, "vectors/lock.json": lock])
            }
        }
        _ = try self.suite([
            "vectors/cbor/heads.json": Self.one, "vectors/retired.json": #"{"cbor/heads/002-gone": "r"}"#,
            "vectors/lock.json": lock.replacing("}", with: #", "cbor/heads/002-gone": "00"}"#),
        ])
    }

    @Test("is locked by canonical JSON, which keeps what no value can hold")
    func canonical() {
        let text = #" {"b" : [1.50, -0, {}, [ ]], "a":{"z":"\ud800 \" }","\u00e9":null, "A": 1e999}} "#
        let expected = #"{"a":{"A":1e999,"z":"\ud800 \" }","\u00e9":null},"b":[1.50,-0,{},[]]}"#
        #expect(String(decoding: CanonicalJSON(unchecked: Array(text.utf8)).bytes, as: UTF8.self) == expected)
    }

    @Test("is selected from by a file of ids, one a line or as JSON, and an unknown id is an error")
    func listed() throws {
        #expect(try Selection.ids(in: Array("# why\n\na/a/1\r\nb/b/2\n".utf8), "f") == ["a/a/1", "b/b/2"])
        #expect(try Selection.ids(in: Array(#" ["a/a/1"]"#.utf8), "f") == ["a/a/1"])
        #expect(throws: SuiteError.self) { try Selection.ids(in: Array("[1]".utf8), "f") }
        let scratch = try ScratchDirectory()
        defer { try? scratch.remove() }
        try scratch.write("a/a/1\n", to: "ids")
        try scratch.write("a/a/9\n", to: "wrong")
        var selection = Selection()
        selection.ids = "\(scratch.path)/ids"
        let all = CapsuleConformanceTests.suite([vector("a/a/1"), vector("a/a/2")])
        #expect(try selection.vectors(of: all).map(\.id) == ["a/a/1"])
        selection.ids = "\(scratch.path)/wrong"
        #expect(throws: SuiteError.self) { try selection.vectors(of: all) }
    }

    @Test("is selected from by level and by id")
    func selection() throws {
        let all = CapsuleConformanceTests.suite([
            vector("a/a/1"), vector("a/b/2", level: .should), vector("b/a/3"),
        ])
        var selection = Selection()
        selection.level = .must
        #expect(try selection.vectors(of: all).map(\.id) == ["a/a/1", "b/a/3"])
        selection.level = .should
        selection.filters = ["a"]
        #expect(try selection.vectors(of: all).map(\.id) == ["a/a/1", "a/b/2"])
        selection.filters = ["a/b", "b"]
        #expect(try selection.vectors(of: all).map(\.id) == ["a/b/2", "b/a/3"])
        selection.filters = ["nothing"]
        #expect(throws: SuiteError.self) { try selection.vectors(of: all) }
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

    @Test("a request that is answered twice fails")
    func twice() throws {
        let lines = try answers(to: OfflineExchange.requests(for: vectors))
        let file = Array((lines + [lines[1]]).joined(separator: [0x0a]))
        let results = OfflineExchange.results(for: vectors, answers: file).results
        #expect(results[0].outcome.failure?.failureClass == .flooded)
    }
}
