// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Testee {
    static let documentOperations = [
        Operation("document.check", checkDocument),
        Operation("document.merge", mergeDocuments),
        Operation("document.apply", applyDelta),
        Operation("document.before", filterDocument),
        Operation("document.read", readDocument),
        Operation("addid.next", nextAddID),
        Operation("document.edit", editDocument),
    ]

    private static func state(
        _ value: JSONValue, _ what: String, _ kind: DocumentKind
    ) throws(TesteeError) -> DocumentState {
        let bytes = try JSON.bytes(value, what)
        return try answering { () throws(DocumentError) in try DocumentState(decoding: bytes, kind: kind) }
    }

    private static func checkDocument(_ request: Members) throws(TesteeError) -> JSONObject {
        let state = try state(request.value("bytes"), "bytes", request.kind())
        return JSONObject([("complete", .bool(state.isComplete))])
    }

    private static func mergeDocuments(_ request: Members) throws(TesteeError) -> JSONObject {
        let kind = try request.kind()
        let inputs = try request.array("inputs")
        // All are read before any is joined: a later input that cannot be read is no matter of joining.
        var states: [DocumentState] = []
        for input in inputs { states.append(try state(input, "an input", kind)) }
        guard var merged = states.first else { throw .invalid("inputs holds at least one document") }
        var report = JoinReport()
        for next in states.dropFirst() {
            merged = try answering { () throws(DocumentError) in
                try merged.joined(with: next, report: &report)
            }
        }
        return JSONObject([
            ("bytes", JSON.hex(merged.bytes)), ("conflicts", .array(report.conflicts.map(JSONValue.text))),
        ])
    }

    private static func applyDelta(_ request: Members) throws(TesteeError) -> JSONObject {
        let kind = try request.kind()
        let before = try state(request.value("state"), "state", kind)
        let delta = try state(request.value("delta"), "delta", kind)
        var report = JoinReport()
        let after = try answering { () throws(DocumentError) in
            try before.joined(with: delta, report: &report)
        }
        return JSONObject([
            ("bytes", JSON.hex(after.bytes)), ("unobserved", .bool(before.hasUnobserved(delta))),
        ])
    }

    private static func filterDocument(_ request: Members) throws(TesteeError) -> JSONObject {
        let state = try state(request.value("bytes"), "bytes", request.kind())
        return JSONObject([("bytes", JSON.hex(state.before(try request.stampTime("horizon")).bytes))])
    }

    private static func nextAddID(_ request: Members) throws(TesteeError) -> JSONObject {
        let state = try state(request.value("bytes"), "bytes", request.kind())
        let writer = try request.identifier("writer")
        let field = try request.text("field")
        let counter = try answering { () throws(DocumentError) in
            let prefix = "regions/"
            guard field.utf8.starts(with: prefix.utf8) else {
                return try state.nextCounter(of: writer, in: field)
            }
            let digits = String(decoding: field.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
            guard digits.utf8.allSatisfy({ !(65...70).contains($0) }), let region = Identifier(hex: digits)
            else {
                throw DocumentError(.invalid, "a region is named by 32 lower-case hexadecimal digits")
            }
            return try state.nextCounter(of: writer, in: "regions", region: region)
        }
        return JSONObject([("counter", .integer(counter))])
    }
}
