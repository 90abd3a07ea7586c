// SPDX-License-Identifier: Apache-2.0

import CapsuleTestee
import CapsuleToolSupport
import FuzzSupport

private let testee = Testee(version: "fuzz")

/// An answer, with the seeded faults: a null id for negative ones, a raw byte in the words of an error.
private func answer(_ line: [UInt8]) -> [UInt8] {
    var answer = testee.answer(line: line)
    if hasFault(1), answer.starts(with: Array(#"{"id":-"#.utf8)) { answer = Array(#"{"id":null}"#.utf8) }
    if hasFault(2), answer.contains(run: Array(#"\u00"#.utf8)) { answer.append(1) }
    return answer
}

/// Each line gets one answer: an object with the request's id and either `ok` or a class that the contract has.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    for line in unsafe input(start, count).split(separator: 0x0a, maxSplits: 3) { check(Array(line)) }
    return 0
}

private let classes: Set<String> = [
    "malformed", "non-canonical", "limit", "invalid", "newer-schema", "mismatch", "counter-exhausted",
    "unknown-suite", "authentication-failed", "signature-invalid", "unsupported",
]

private func check(_ line: [UInt8]) {
    let bytes = answer(line)
    expect(!bytes.contains(0x0a), "an answer is one line")
    guard let answer = (try? JSONReader.read(bytes))?.object else { fatalError("an answer is a JSON object") }
    let request = (try? JSONReader.read(line))?.object
    let id = request?["id"].flatMap { $0.integer == nil ? nil : $0 }
    guard let answered = answer["id"] else { fatalError("an answer has an id") }
    if let id {
        expect(answered.encoded() == id.encoded(), "an answer has its request's id")
    } else {
        expect(answered.isNull && answer["error"]?.text == "malformed", "no id is malformed")
    }
    if let error = answer["error"] {
        expect(classes.contains(error.text ?? "") && answer["ok"] == nil, "an error has a class")
    } else {
        expect(answer["ok"]?.object != nil, "an answer has an error or ok")
    }
    expect(testee.answer(line: line) == testee.answer(line: line), "the same request has the same answer")
}
