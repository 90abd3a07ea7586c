// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleLifecycle

/// What somebody or something did that brought a record into being; a record that is signed anew keeps it.
struct Origin: Hashable {
    /// What a record was made for.
    enum Kind: Hashable {
        case create, restore, other(RecordAction)
        /// A person deleted what was live.
        case firstDelete
        /// A purge put another delete on what was trashed.
        case reissue
    }

    let number: Int
    let kind: Kind
}

/// What the feed lists, in the order of acceptance.
enum FeedEvent {
    case record(AssetRecord)
    case purge
    /// Something about another asset, which moves the feed's time on.
    case elsewhere
}

/// The server of one asset: it accepts records, purges what is due, and keeps the feed.
struct SimulatedServer {
    private(set) var chain: AssetChain?
    private(set) var disk = BytesOnDisk(hasSidecar: false, hasOriginal: false)
    private(set) var isPurged = false
    private(set) var events: [(event: FeedEvent, changedAt: Moment)] = []

    /// What happened in between elsewhere.
    mutating func moveOn(_ now: Moment) { events.append((.elsewhere, now)) }

    /// The upload carries the create, and nothing else.
    mutating func upload(_ create: AssetRecord, now: Moment) throws {
        guard chain == nil else { return }
        chain = try RecordReception(ofFirst: create).chain
        disk = BytesOnDisk(hasSidecar: true, hasOriginal: true)
        events.append((.record(create), now))
    }

    /// Whether a record is new to the server, and accepted.
    mutating func receive(_ record: AssetRecord, now: Moment) throws(LifecycleError) -> Bool {
        guard let chain else { throw LifecycleError(.staleRevival, "not uploaded") }
        let reception = try RecordReception(of: record, chain: chain, disk: disk, from: .client, now: now)
        self.chain = reception.chain
        if reception.isAppended { events.append((.record(record), now)) }
        return reception.isAppended
    }

    mutating func purgeWhatIsDue(now: Moment) {
        guard let chain, !isPurged, Expiry.isDueOnServer(chain, now: now) else { return }
        disk = BytesOnDisk(hasSidecar: false, hasOriginal: false)
        isPurged = true
        events.append((.purge, now))
    }
}
