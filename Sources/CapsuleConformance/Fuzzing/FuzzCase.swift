// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
package import CapsuleToolSupport

/// Documents, and the laws that are tried on them.
struct FuzzCase: Sendable {
    enum Trial: Sendable {
        /// Commutativity, associativity, idempotence, closure and unknown keys, on three documents.
        case joins
        /// The first document is a state, the others deltas: they arrive in this order, some lost and some
        /// repeated, and then all of them at once.
        case deliveries([Int])
        /// An edit of the one document: its result is the join of the state and its delta.
        case edit(JSONObject)
        /// The one document is shown, cut and checked alike by both.
        case views(horizon: String)
        /// Requests that no document alone makes, answered alike by both.
        case requests([JSONObject])
        /// The one document is broken: accepted by both or by neither.
        case broken
    }

    let kind: DocumentKind
    var documents: [[UInt8]]
    var trial: Trial
}

/// A law that a testee broke, as a request and the answer that it should have given.
package struct Violation: Sendable {
    /// Such as "commutativity"; "difference" when no law is broken, but the other testee answers otherwise.
    package let law: String
    package let request: JSONObject
    package let expectation: ExpectedAnswer
    /// What was wrong, in one sentence.
    package let message: String
}
