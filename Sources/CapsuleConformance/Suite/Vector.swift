// SPDX-License-Identifier: Apache-2.0

package import CapsuleToolSupport

/// How binding the rule of a vector is.
package enum Level: String, Sendable, CaseIterable {
    case must
    case should
}

/// The answer that a vector asks for.
package enum ExpectedAnswer: Sendable {
    /// The value of `ok`, exactly.
    case ok(JSONValue)
    /// One of these error classes; more than one only where SPEC leaves the class open.
    case error([String])

    /// As the vector's file writes it.
    package var json: JSONValue {
        switch self {
        case .ok(let value): .object(JSONObject([("ok", value)]))
        case .error(let classes) where classes.count == 1: .object(JSONObject([("error", .text(classes[0]))]))
        case .error(let classes): .object(JSONObject([("error", .array(classes.map(JSONValue.text)))]))
        }
    }
}

/// One request of the test interface (SPEC section 15) with the answer that is expected.
package struct Vector: Sendable {
    /// `area/topic/nnn-slug`, ASCII, the same for ever.
    package let id: String
    package let area: String
    package let section: String
    /// A key of the suite's list of rules.
    package let rule: String
    package let level: Level
    /// What it catches, in one sentence.
    package let note: String
    /// Without an id, which whoever sends it adds.
    package let request: JSONObject
    package let expectation: ExpectedAnswer
    /// Of a rejection: the nearest vector that is accepted.
    package let neighbour: String?

    /// The operation that the request asks for; empty when the request names none.
    package var operation: String { request["op"]?.text ?? "" }

    /// Whether the answer must be `unsupported`: such a request is sent whatever the testee offers.
    var expectsUnsupported: Bool {
        if case .error(let classes) = expectation { classes.contains("unsupported") } else { false }
    }

    /// The line that asks for it.
    func line(id: UInt64) -> [UInt8] {
        var members: [(key: String, value: JSONValue)] = [("id", .integer(id))]
        members += request.members
        return JSONValue.object(JSONObject(members)).encoded()
    }
}
