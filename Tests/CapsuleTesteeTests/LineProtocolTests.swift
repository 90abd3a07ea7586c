// SPDX-License-Identifier: Apache-2.0

import CapsuleTestee
import CapsuleToolSupport
import TestSupport
import Testing

/// Lines, ids and members (SPEC section 15).
@Suite struct LineProtocolTests {
    @Test(
        "a line that is no JSON object with an integer id is malformed, with id null",
        arguments: [
            "", " ", "x", "{", "[]", "null", "1", "\"a\"", "{}", "{\"op\": \"info\"}",
            "{\"id\": null, \"op\": \"info\"}",
            "{\"id\": \"1\", \"op\": \"info\"}", "{\"id\": 1.0, \"op\": \"info\"}",
            "{\"id\": 1e0, \"op\": \"info\"}",
            "{\"id\": true, \"op\": \"info\"}", "{\"id\": [1], \"op\": \"info\"}",
            "{\"id\": 1, \"op\": \"info\"",
            "{\"id\": 1, \"op\": \"info\"} x", "{\"id\": 1, \"op\": \"info\",}", "{'id': 1, 'op': 'info'}",
            "{\"id\": 01, \"op\": \"info\"}", "{\"id\": +1, \"op\": \"info\"}",
            "{\"id\": 1, \"op\": \"a\u{1}\"}",
            "{\"id\": 1, \"op\": \"\\x\"}", "[{\"id\": 1, \"op\": \"info\"}]",
            "{\"ID\": 1, \"op\": \"info\"}",
        ])
    func malformed(_ line: String) {
        let value = answer(line)
        #expect(value["id"]?.isNull == true)
        #expect(value["error"]?.text == "malformed")
    }

    @Test("a line that is not UTF-8, or nests too deeply, is malformed")
    func malformedBytes() {
        for bytes in [[0xff], Array("{\"id\": 1, \"op\": \"".utf8) + [0xc0, 0xae] + Array("\"}".utf8)]
            as [[UInt8]]
        {
            #expect(answer(bytes)["error"]?.text == "malformed", "\(bytes)")
        }
        for deep in [
            String(repeating: "[", count: 100_000),
            "{\"id\": 1, \"op\": " + String(repeating: "{\"a\":", count: 100_000),
        ] {
            #expect(answer(deep)["error"]?.text == "malformed", "\(deep)")
        }
    }

    @Test(
        "ids are given back: zero, negative and large ones",
        arguments: [0, -1, 9_007_199_254_740_993, .max, .min] as [Int64])
    func ids(_ id: Int64) {
        let value = answer("{\"op\": \"info\", \"id\": \(id)}")
        #expect(value["id"]?.integer?.exactly(Int64.self) == id)
        #expect(value["ok"] != nil)
    }

    @Test("an op that is unknown is unsupported, one that is no text invalid")
    func ops() {
        for op in ["\"\"", "\"x\"", "\"Info\"", "\"document\"", "\"document.merge \"", "\"info\\u0000\""] {
            #expect(refusal("\"op\": \(op)") == "unsupported", "\(op)")
        }
        for op in ["null", "1", "true", "[\"info\"]", "{}", "\"\\ud800\""] {
            #expect(refusal("\"op\": \(op)") == "invalid", "\(op)")
        }
        #expect(refusal("\"x\": 1") == "invalid")
    }

    @Test("info says what the testee is and which ops it has, each once, and each of them answers")
    func info() throws {
        let info = try #require(ask("\"op\": \"info\"")["ok"])
        #expect(
            info["spec"]?.text == "1" && info["version"]?.text == "9.9"
                && info["name"]?.text?.isEmpty == false)
        let ops = try #require(info["ops"]?.array).compactMap(\.text)
        #expect(Set(ops).count == ops.count && ops.contains("info"))
        for op in ops where op != "info" {
            #expect(refusal("\"op\": \"\(op)\"") == "invalid", "\(op) without members")
        }
    }

    @Test("members that an op does not know are left alone, and of one given twice the last counts")
    func extraMembers() {
        #expect(
            ok(
                "\"op\": \"timestamp.compare\", \"a\": \"2020-01-01T00:00:00Z\", \"b\": \"2020-01-01T00:00:00Z\", \"c\": {}"
            ) == #"{"order":0}"#)
        #expect(ok("\"op\": \"cbor.check\", \"bytes\": \"ff\", \"bytes\": \"00\"") == "{}")
    }

    @Test("bytes are pairs of lower-case hex digits")
    func hex() {
        #expect(refusal("\"op\": \"cbor.check\", \"bytes\": \"f6\"") == nil)
        for bytes in [
            "\"F6\"", "\"f\"", "\"f6 \"", "\" f6\"", "\"0xf6\"", "\"g0\"", "\"\u{ff46}6\"", "null", "[246]",
            "246", "\"f6\\u0000\"",
        ] {
            #expect(refusal("\"op\": \"cbor.check\", \"bytes\": \(bytes)") == "invalid", "\(bytes)")
        }
        // No bytes are bytes, and no CBOR.
        #expect(refusal("\"op\": \"cbor.check\", \"bytes\": \"\"") == "malformed")
        #expect(refusal("\"op\": \"document.check\", \"kind\": \"album\", \"bytes\": \"A0\"") == "invalid")
    }

    @Test("a text with half of a surrogate pair is invalid where a text belongs; a pair is one scalar")
    func surrogates() {
        for text in ["\\ud800", "\\udc00", "a\\ud83c", "\\udf46\\ud83c", "\\ud83c\\u0041"] {
            #expect(refusal("\"op\": \"label.normalize\", \"text\": \"\(text)\"") == "invalid", "\(text)")
        }
        #expect(ok("\"op\": \"label.normalize\", \"text\": \"\\ud83c\\udf46\"") == "{\"text\":\"\u{1f346}\"}")
        #expect(ok("\"op\": \"label.normalize\", \"text\": \"\u{1f346}\"") == "{\"text\":\"\u{1f346}\"}")
    }
}
