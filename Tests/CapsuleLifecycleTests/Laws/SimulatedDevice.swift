// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleLifecycle

/// A device as a client is to be: its chain, its clock, and what it saw of the feed.
struct SimulatedDevice {
    var chain: AssetChain?
    var disk = BytesOnDisk(hasSidecar: false, hasOriginal: false)
    /// By how many seconds its clock is ahead of the server's, or behind it.
    var skew: Int64

    // What drains saw.
    private(set) var seen = 0
    private(set) var feed: [AssetRecord] = []
    private(set) var isPurgedByServer = false
    private(set) var isDrained = false
    private(set) var serverNow: Moment?

    init(skew: Int64) {
        self.skew = skew
    }

    /// The digest that the feed names as the asset's head.
    var indexed: Digest? { feed.last?.digest }

    /// Reads the feed up to a place; says which records are new.
    mutating func drain(_ server: SimulatedServer, upTo end: Int) -> [AssetRecord] {
        var news: [AssetRecord] = []
        for (event, changedAt) in server.events[seen..<max(end, seen)] {
            serverNow = changedAt
            switch event {
            case .record(let record):
                feed.append(record)
                news.append(record)
            case .purge: isPurgedByServer = true
            case .elsewhere: break
            }
        }
        seen = max(end, seen)
        if seen == server.events.count { isDrained = true }
        return news
    }

    /// Follows the feed where it goes on from this device's chain; false when the two went apart.
    mutating func follow(_ news: [AssetRecord]) throws -> Bool {
        for record in news {
            do throws(LifecycleError) {
                if let held = chain {
                    chain = try RecordReception(
                        of: record, chain: held, disk: disk, from: .feed, now: serverNow
                    ).chain
                } else {
                    chain = try RecordReception(ofFirst: record).chain
                    disk.hasSidecar = true
                }
            } catch {
                guard error.errorClass == .staleRevival else { throw error }
                return false
            }
        }
        return true
    }

    /// Bytes that are missing are fetched again, as long as the server has them.
    mutating func fetch(_ server: SimulatedServer) {
        if let chain, chain.state(disk) == .damaged, server.disk.hasSidecar { disk.hasSidecar = true }
    }
}
