// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleClientRules
package import CapsuleDocuments
import CapsuleLifecycle
package import CapsuleToolSupport

/// A decision over facts in JSON, as the test interface answers it, with its reason in words.
package struct PlainDecision {
    /// What the operation of the test interface answers.
    package let answer: JSONObject
    /// Plain sentences for a person, in order.
    package let reasons: [String]

    /// The names of the decisions over an asset's chain, as the operations have them after `lifecycle.`.
    package static let lifecycleNames = Testee.lifecycleOperations.map { String($0.name.dropFirst(10)) }

    /// Decides over an asset's chain.
    ///
    /// - Parameters:
    ///   - name: one of `lifecycleNames`.
    ///   - facts: the members of the operation's request.
    /// - Throws: what the operation refuses.
    package static func lifecycle(_ name: String, _ facts: JSONObject) throws(DocumentError) -> PlainDecision
    {
        try decide(Testee.lifecycleOperations, "lifecycle.\(name)", facts) {
            (request, answer) throws(TesteeError) in
            switch name {
            case "state": [stateReason(answer["state"]?.text)]
            case "verb": [try LifecycleMembers.verbEffect(request).reason]
            case "expire": [expiryReason(try LifecycleMembers.expiry(request), request)]
            case "purge_due":
                [
                    answer["purge"]?.bool == true
                        ? "the asset is trashed, and its window is over by the server's clock"
                        : "the asset is live, has no window, or its window is open by the server's clock"
                ]
            case "deliver":
                [
                    try LifecycleMembers.delivery(request).withheld?.reason
                        ?? "all records after the feed's head are sent"
                ]
            case "rebase":
                try LifecycleMembers.rebase(request).steps.map { step in
                    "\(step.digest) \(step.redone == nil ? "dropped" : "redone"): \(step.reason)"
                }
            case "receive":
                [
                    answer["appended"]?.bool == true
                        ? "the record goes on the chain" : "the chain holds the record already"
                ]
            default: uploadReasons(try LifecycleMembers.upload(request))
            }
        }
    }

    /// Decides about one class of alerts, from the members of `alert.decide`.
    package static func alert(_ facts: JSONObject) throws(DocumentError) -> PlainDecision {
        try decide(Testee.alertOperations, "alert.decide", facts) { (request, _) throws(TesteeError) in
            [try AlertMembers.decision(request).reason]
        }
    }

    private static func decide(
        _ operations: [Testee.Operation], _ name: String, _ facts: JSONObject,
        reasons: (Members, JSONObject) throws(TesteeError) -> [String]
    ) throws(DocumentError) -> PlainDecision {
        guard let operation = operations.first(where: { $0.name == name }) else {
            throw DocumentError(.unsupported, "there is no decision \(name)")
        }
        do throws(TesteeError) {
            let request = Members(facts)
            let answer = try operation.perform(request)
            return PlainDecision(answer: answer, reasons: try reasons(request, answer))
        } catch {
            throw DocumentError(error.errorClass, error.plainReason)
        }
    }

    private static func stateReason(_ state: String?) -> String {
        switch state.flatMap(AssetState.init(rawValue:)) {
        case .live: "no delete is in force"
        case .trashed: "the last of the deletes and restores is a delete"
        case .purged: "nothing is on disk, and the head is a delete"
        case .damaged, nil: "the sidecar is missing, and is fetched again"
        }
    }

    private static func expiryReason(_ expiry: Expiry, _ request: Members) -> String {
        if let keep = expiry.keep { return keep.reason }
        return (try? request.bool("server_purged")) == true
            ? "the server purged the asset" : "the window is over by the server's time"
    }

    private static func uploadReasons(_ upload: UploadDecision) -> [String] {
        [
            upload.maySend ? "the asset is live" : "only a live asset is sent",
            upload.pinsOriginal
                ? "the original stays until its custody is confirmed"
                : "custody is confirmed, or the asset is purged",
        ]
    }
}

extension TesteeError {
    /// The detail without the class that some errors put before it.
    fileprivate var plainReason: String {
        let prefix = "\(errorClass): "
        return detail.hasPrefix(prefix) ? String(detail.dropFirst(prefix.count)) : detail
    }
}
