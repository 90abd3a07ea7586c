// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleLifecycle
import CapsuleToolSupport

/// Decisions over an asset's chain (SPEC section 19). All members are read before anything is decided.
extension Testee {
    static let lifecycleOperations = [
        Operation("lifecycle.state", lifecycleState),
        Operation("lifecycle.verb", lifecycleVerb),
        Operation("lifecycle.expire", lifecycleExpire),
        Operation("lifecycle.purge_due", lifecyclePurgeDue),
        Operation("lifecycle.deliver", lifecycleDeliver),
        Operation("lifecycle.rebase", lifecycleRebase),
        Operation("lifecycle.receive", lifecycleReceive),
        Operation("lifecycle.upload", lifecycleUpload),
    ]

    private static func lifecycleState(_ request: Members) throws(TesteeError) -> JSONObject {
        let chain = try LifecycleMembers.chain(request, "chain")
        let state = chain.state(try LifecycleMembers.disk(request))
        var answer = JSONObject([
            ("state", .text(state.rawValue)), ("head", JSON.hex(chain.head.digest.bytes)),
        ])
        if state == .trashed, let delete = chain.trashingDelete, delete.window != nil {
            answer["retention_until"] = delete.retentionUntil.map(JSONValue.text)
        }
        return answer
    }

    private static func lifecycleVerb(_ request: Members) throws(TesteeError) -> JSONObject {
        let effect = try LifecycleMembers.verbEffect(request)
        return JSONObject([
            ("append", LifecycleMembers.drafts(effect.append)), ("remove", .bool(effect.removesBytes)),
        ])
    }

    private static func lifecycleExpire(_ request: Members) throws(TesteeError) -> JSONObject {
        let expiry = try LifecycleMembers.expiry(request)
        return JSONObject([
            ("purge", .bool(expiry.purges)), ("keep", expiry.keep.map { .text($0.rawValue) } ?? .null),
            ("append", LifecycleMembers.drafts(expiry.append)),
        ])
    }

    private static func lifecyclePurgeDue(_ request: Members) throws(TesteeError) -> JSONObject {
        let chain = try LifecycleMembers.chain(request, "chain")
        return JSONObject([("purge", .bool(Expiry.isDueOnServer(chain, now: try request.moment("now"))))])
    }

    private static func lifecycleDeliver(_ request: Members) throws(TesteeError) -> JSONObject {
        let delivery = try LifecycleMembers.delivery(request)
        return JSONObject([
            ("send", .array(delivery.send.map { JSON.hex($0.bytes) })),
            ("why", delivery.withheld.map { .text($0.rawValue) } ?? .null),
        ])
    }

    private static func lifecycleRebase(_ request: Members) throws(TesteeError) -> JSONObject {
        let rebase = try LifecycleMembers.rebase(request)
        return JSONObject([
            ("ancestor", JSON.hex(rebase.ancestor.bytes)), ("redo", LifecycleMembers.drafts(rebase.redo)),
            ("dropped", .array(rebase.dropped.map { JSON.hex($0.bytes) })),
        ])
    }

    private static func lifecycleReceive(_ request: Members) throws(TesteeError) -> JSONObject {
        let reception = try LifecycleMembers.reception(request)
        return JSONObject([
            ("appended", .bool(reception.isAppended)),
            ("head", JSON.hex(reception.chain.head.digest.bytes)),
        ])
    }

    private static func lifecycleUpload(_ request: Members) throws(TesteeError) -> JSONObject {
        let upload = try LifecycleMembers.upload(request)
        return JSONObject([("upload", .bool(upload.maySend)), ("pinned", .bool(upload.pinsOriginal))])
    }
}
