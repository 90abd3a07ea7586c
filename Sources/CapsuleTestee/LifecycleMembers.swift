// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleLifecycle
import CapsuleToolSupport

/// Decisions over an asset's chain from the members of a request.
enum LifecycleMembers {
    static func chain(_ request: Members, _ name: String) throws(TesteeError) -> AssetChain {
        var records: [AssetRecord] = []
        for value in try request.array(name) { records.append(try record(Members(value, "a record"))) }
        return try answering { () throws(LifecycleError) in try AssetChain(records) }
    }

    private static func record(_ members: Members) throws(TesteeError) -> AssetRecord {
        let digest = try members.digest("digest")
        let prior = try members.optionalDigest("prior")
        let action: RecordAction = try members.closed("action")
        let text = members.optional("retention_until") == nil ? nil : try members.text("retention_until")
        return try answering { () throws(LifecycleError) in
            try AssetRecord(digest: digest, prior: prior, action: action, retentionUntil: text)
        }
    }

    static func disk(_ request: Members) throws(TesteeError) -> BytesOnDisk {
        BytesOnDisk(hasSidecar: try request.bool("sidecar"), hasOriginal: try request.bool("original"))
    }

    private static func clocks(_ request: Members) throws(TesteeError) -> Clocks {
        Clocks(device: try request.moment("clock"), server: try request.optionalMoment("server_now"))
    }

    static func drafts(_ drafts: [RecordDraft]) -> JSONValue {
        .array(
            drafts.map { draft in
                var members = JSONObject([("action", .text(draft.action.rawValue))])
                if draft.action == .delete {
                    members["retention_until"] = draft.retentionUntil.map(JSONValue.text) ?? .null
                }
                return .object(members)
            })
    }

    static func verbEffect(_ request: Members) throws(TesteeError) -> VerbEffect {
        let chain = try chain(request, "chain")
        let disk = try disk(request)
        let verb: UserVerb = try request.closed("verb")
        let clocks = try clocks(request)
        let indexed = try request.optionalDigest("indexed")
        let window = try request.optionalSeconds("window")
        let albumWindow = try request.optionalSeconds("album_window")
        return try answering { () throws(LifecycleError) in
            try VerbEffect(
                verb, on: chain, disk: disk, clocks: clocks, indexed: indexed, window: window,
                albumWindow: albumWindow)
        }
    }

    static func expiry(_ request: Members) throws(TesteeError) -> Expiry {
        Expiry(
            of: try chain(request, "chain"), disk: try disk(request),
            isDrained: try request.bool("drained"), isPurgedByServer: try request.bool("server_purged"),
            serverNow: try request.optionalMoment("server_now"),
            indexed: try request.optionalDigest("indexed"))
    }

    static func delivery(_ request: Members) throws(TesteeError) -> Delivery {
        let chain = try chain(request, "chain")
        let indexed = try request.optionalDigest("indexed")
        let isPurged = try request.bool("server_purged")
        let clocks = try clocks(request)
        return try answering { () throws(LifecycleError) in
            try Delivery(of: chain, indexed: indexed, isPurgedByServer: isPurged, clocks: clocks)
        }
    }

    static func rebase(_ request: Members) throws(TesteeError) -> Rebase {
        let own = try chain(request, "own")
        let feed = try chain(request, "feed")
        let isPurged = try request.bool("server_purged")
        let clocks = try clocks(request)
        return try answering { () throws(LifecycleError) in
            try Rebase(own, onto: feed, isPurgedByServer: isPurged, clocks: clocks)
        }
    }

    static func reception(_ request: Members) throws(TesteeError) -> RecordReception {
        // The one member that is null only where it is written so.
        let held = try request.value("chain").isNull ? nil : chain(request, "chain")
        let disk = try disk(request)
        let record = try record(request.members("record"))
        let source: RecordSource = try request.closed("source")
        let now = try request.optionalMoment("now")
        return try answering { () throws(LifecycleError) in
            guard let held else { return try RecordReception(ofFirst: record) }
            return try RecordReception(of: record, chain: held, disk: disk, from: source, now: now)
        }
    }

    static func upload(_ request: Members) throws(TesteeError) -> UploadDecision {
        UploadDecision(
            of: try chain(request, "chain"), disk: try disk(request),
            isCustodyConfirmed: try request.bool("custody_confirmed"))
    }
}
