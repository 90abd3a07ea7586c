// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleToolSupport

extension Testee {
    static let scalarOperations = [
        Operation("cbor.check", checkCBOR),
        Operation("timestamp.compare", compareTimestamps),
        Operation("stamp.successor", succeedStamp),
        Operation("label.normalize", normalizeLabel),
    ]

    private static func checkCBOR(_ request: Members) throws(TesteeError) -> JSONObject {
        let bytes = try request.bytes("bytes")
        try answering { () throws(CBORError) in try CanonicalCBOR.check(bytes.span) }
        return JSONObject()
    }

    private static func compareTimestamps(_ request: Members) throws(TesteeError) -> JSONObject {
        let (a, b) = (try request.timestamp("a").instant, try request.timestamp("b").instant)
        return JSONObject([("order", .integer(a == b ? 0 : a < b ? -1 : 1))])
    }

    private static func succeedStamp(_ request: Members) throws(TesteeError) -> JSONObject {
        let current = try request.value("current").isNull ? nil : request.stampTime("current")
        let now = try request.stampTime("now")
        let next = try answering { () throws(CRDTError) in try StampTime.successor(of: current, now: now) }
        return JSONObject([("ts", .text(next.description))])
    }

    private static func normalizeLabel(_ request: Members) throws(TesteeError) -> JSONObject {
        let text = try request.text("text")
        let label = try answering { () throws(CRDTError) in try Label(normalizing: text) }
        return JSONObject([("text", .text(label.description))])
    }
}
