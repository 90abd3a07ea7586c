// SPDX-License-Identifier: Apache-2.0

import CapsuleTestee
import CapsuleToolSupport
import TestSupport
import Testing

/// The answer to a line, as JSON.
func answer(_ line: String) -> JSONValue {
    answer(Array(line.utf8))
}

func answer(_ line: [UInt8]) -> JSONValue {
    let bytes = Testee(version: "9.9").answer(line: line)
    #expect(!bytes.contains(0x0a), "an answer is one line")
    guard let value = try? JSONReader.read(bytes) else {
        Issue.record("the answer is not JSON")
        return .null
    }
    return value
}

/// The answer to a request with an id, which the answer has too.
func ask(_ members: String) -> JSONValue {
    let value = answer("{\"id\": 7, \(members)}")
    #expect(value["id"]?.integer?.exactly(Int.self) == 7)
    #expect(value["ok"] == nil || value["error"] == nil)
    return value
}

/// What a request is answered with: its error's class, or nil when it is answered well.
func refusal(_ members: String) -> String? {
    let value = ask(members)
    if value["ok"]?.object != nil { return nil }
    #expect(value["detail"]?.text?.isEmpty == false, "a refusal says why")
    return value["error"]?.text ?? "no error"
}

/// The `ok` of a request as JSON with sorted keys, or the error's class.
func ok(_ members: String) -> String {
    let value = ask(members)
    guard let ok = value["ok"] else { return value["error"]?.text ?? "neither ok nor error" }
    return String(decoding: ok.encoded(.sorted), as: UTF8.self)
}

extension CBORTree {
    /// The bytes as the test interface spells them.
    var hex: String { Hex.encode(encoded) }
}

/// Sixteen equal bytes in hex.
func hexID(_ byte: UInt8) -> String { Hex.encode([UInt8](repeating: byte, count: 16)) }
