// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleLifecycle
import TestSupport

/// Draining, delivering and rebasing, and what must hold while they go on.
extension Simulation {
    mutating func drain(_ device: Int, upTo end: Int) throws {
        let news = devices[device].drain(server, upTo: end)
        if try !devices[device].follow(news) { try rebase(device, refusedAt: nil) }
        devices[device].fetch(server)
    }

    /// Sends what is to be sent; on the way a message may be lost, or the answer to one.
    mutating func deliver(_ device: Int, isLossy: Bool) throws {
        guard let chain = devices[device].chain else { return }
        let delivery: Delivery
        do throws(LifecycleError) {
            delivery = try Delivery(
                of: chain, indexed: devices[device].indexed,
                isPurgedByServer: devices[device].isPurgedByServer, clocks: clocks(device))
        } catch {
            try rebase(device, refusedAt: nil)
            return
        }
        for digest in delivery.send {
            if isLossy, generator.chance(5) { return }
            guard let record = chain.records.first(where: { $0.digest == digest }) else {
                throw SimulationFault()
            }
            do throws(LifecycleError) {
                try accept(record, from: device)
            } catch {
                log.append("server refuses \(record.action) of \(device): \(error.errorClass)")
                let refusedAt = now
                if isLossy, generator.chance(5) { return }
                _ = devices[device].drain(server, upTo: server.events.count)
                try rebase(device, refusedAt: refusedAt)
                return
            }
        }
        if delivery.withheld == .purged || delivery.withheld == .restoreTooLate {
            // First what the server accepted just now: it would be signed and sent again otherwise.
            _ = devices[device].drain(server, upTo: server.events.count)
            try rebase(device, refusedAt: nil)
        }
    }

    /// The server looks at a record.
    ///
    /// A restore that it accepted is never undone by an older delete.
    private mutating func accept(_ record: AssetRecord, from device: Int) throws(LifecycleError) {
        let wasLive = server.chain?.isTrashed == false
        guard try server.receive(record, now: now), let origin = origins[record.digest] else { return }
        log.append("server accepts \(record.action) of \(device), origin \(origin.number) \(origin.kind)")
        accepted[origin, default: 0] += 1
        if record.action == .delete, wasLive, !hasPeers {
            if origin.kind != .firstDelete { faults.append("a re-issue trashes what is live: \(origin)") }
            if accepted[origin] != 1 { faults.append("a delete that was restored comes again: \(origin)") }
        }
    }

    /// Own's chain goes on from the feed's, as far as this device saw it.
    mutating func rebase(_ device: Int, refusedAt: Moment?) throws {
        guard let own = devices[device].chain, !devices[device].feed.isEmpty else { return }
        let feed = try AssetChain(devices[device].feed)
        var clocks = clocks(device)
        if let refusedAt { clocks.server = max(refusedAt, clocks.server ?? refusedAt) }
        let rebase = try Rebase(
            own, onto: feed, isPurgedByServer: devices[device].isPurgedByServer, clocks: clocks)
        var records = feed.records
        for step in rebase.steps {
            guard let origin = origins[step.digest] else { throw SimulationFault() }
            guard let draft = step.redone else {
                dropped.insert(origin)
                checkDrop(origin, step, rebase, feed: feed, device: device)
                continue
            }
            records.append(
                try record(
                    draft.action, prior: records[records.count - 1].digest, until: draft.retentionUntil,
                    origin))
        }
        let before = own.records.map { origins[$0.digest]?.number ?? -1 }
        devices[device].chain = try AssetChain(records)
        log.append(
            "\(device) rebases \(before) to \(records.map { origins[$0.digest]?.number ?? -1 }),"
                + " purged \(devices[device].isPurgedByServer)")
        devices[device].fetch(server)
    }

    /// What a rebase may drop, judged without its rules.
    private mutating func checkDrop(
        _ origin: Origin, _ step: Rebase.Step, _ rebase: Rebase, feed: AssetChain, device: Int
    ) {
        guard !devices[device].isPurgedByServer else { return }
        let isFair =
            switch origin.kind {
            case .create: false
            case .firstDelete: feed.isTrashed || undone.contains(origin)
            case .other(.replace): false
            case .other(.metadataUpdate): rebase.redo.filter { $0.action == .metadataUpdate }.count == 1
            case .other: feed.records.contains { $0.action == .replace }
            case .restore, .reissue: true
            }
        if !isFair { faults.append("a rebase of \(device) drops \(origin): \(step.reason)") }
    }

    /// Everybody drains and delivers until nothing moves any more; says whether that came to pass.
    mutating func settle() throws -> Bool {
        for _ in 0..<12 {
            server.purgeWhatIsDue(now: now)
            let before = server.events.count
            for device in devices.indices {
                try drain(device, upTo: server.events.count)
                try deliver(device, isLossy: false)
                server.purgeWhatIsDue(now: now)
            }
            for device in devices.indices { try drain(device, upTo: server.events.count) }
            if server.events.count == before, isOneChain { return true }
            seconds += 1
        }
        return false
    }

    /// Whether all devices and the server hold one chain.
    var isOneChain: Bool {
        guard let chain = server.chain else { return true }
        let digests = chain.records.map(\.digest)
        return devices.allSatisfy { $0.chain?.records.map(\.digest) == digests }
    }
}
