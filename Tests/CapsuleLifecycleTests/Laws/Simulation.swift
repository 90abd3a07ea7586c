// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleLifecycle
import TestSupport

/// Several devices, a server, their clocks and messages that get lost, around one asset.
///
/// What breaks a law is collected, and not thrown, so that a history shows everything that it breaks.
struct Simulation {
    /// Whether devices pass records on to one another without the server.
    let hasPeers: Bool
    var generator: SeededGenerator
    var seconds: Int64 = 0
    var server = SimulatedServer()
    var devices: [SimulatedDevice] = []
    /// What each record was made for.
    var origins: [Digest: Origin] = [:]
    /// Deletes that a person undid somewhere.
    var undone: Set<Origin> = []
    /// Origins of records that the server accepted, as often as it did.
    var accepted: [Origin: Int] = [:]
    /// Origins that a rebase dropped.
    var dropped: Set<Origin> = []
    var faults: [String] = []
    var log: [String] = []
    private var made = 0

    private static let start: Int64 = 1_780_000_000
    private static let day: Int64 = 86_400

    init(seed: UInt64, devices count: Int, hasPeers: Bool) throws {
        generator = SeededGenerator(seed: seed)
        self.hasPeers = hasPeers
        for _ in 0..<count {
            devices.append(SimulatedDevice(skew: try draw([0, 0, 1, -1, 40, -40, 400]) * Self.day))
        }
        let create = try record(.create, prior: nil, Origin(number: 0, kind: .create))
        devices[0].chain = try AssetChain([create])
        devices[0].disk = BytesOnDisk(hasSidecar: true, hasOriginal: true)
    }

    mutating func draw<Value>(_ values: [Value]) throws -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    func time(_ seconds: Int64) -> Moment {
        Moment(StampTime(unixMilliseconds: (Self.start + seconds) * 1_000) ?? .last)
    }

    /// The server's clock.
    var now: Moment { time(seconds) }

    func clocks(_ device: Int) -> Clocks {
        Clocks(device: time(seconds + devices[device].skew), server: devices[device].serverNow)
    }

    mutating func record(
        _ action: RecordAction, prior: Digest?, until: String? = nil, _ origin: Origin
    ) throws -> AssetRecord {
        made += 1
        var bytes = [UInt8](repeating: 0, count: Digest.size)
        for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: made >> (8 * place)) }
        guard let digest = Digest(bytes) else { throw SimulationFault() }
        origins[digest] = origin
        return try AssetRecord(digest: digest, prior: prior, action: action, retentionUntil: until)
    }

    mutating func newOrigin(_ kind: Origin.Kind) -> Origin { Origin(number: made + 1, kind: kind) }

    mutating func append(_ drafts: [RecordDraft], to device: Int, _ kind: Origin.Kind) throws {
        for draft in drafts {
            guard let chain = devices[device].chain else { continue }
            let record = try record(
                draft.action, prior: chain.head.digest, until: draft.retentionUntil, newOrigin(kind))
            devices[device].chain = try AssetChain(chain.records + [record])
        }
    }

    // MARK: Steps

    /// One random thing happens.
    mutating func step() throws {
        let device = Int.random(in: devices.indices, using: &generator)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0, 1: seconds += try draw([1, 3_600, Self.day, 5 * Self.day, 15 * Self.day, 31 * Self.day])
        case 2: server.moveOn(now)
        case 3: server.purgeWhatIsDue(now: now)
        case 4: devices[device].skew = try draw([0, 1, -1, 40, -40, 400, -400]) * Self.day
        case 5: try upload(device)
        case 6, 7, 8: try drain(device, upTo: server.events.count)
        case 9:
            try drain(
                device, upTo: Int.random(in: devices[device].seen...server.events.count, using: &generator))
        case 10, 11, 12: try deliver(device, isLossy: true)
        case 13: try expire(device)
        case 14 where hasPeers: try pass(from: device, to: Int.random(in: devices.indices, using: &generator))
        case 14, 15:
            try change(device, draw([.replace, .metadataUpdate, .derivativeAdd, .derivativeReplace]))
        case 16, 17: try act(device, .delete)
        case 18: try act(device, .restore)
        default: try act(device, generator.chance(4) ? .purge : .delete)
        }
    }

    mutating func upload(_ device: Int) throws {
        guard let chain = devices[device].chain else { return }
        let decision = UploadDecision(of: chain, disk: devices[device].disk, isCustodyConfirmed: false)
        if decision.maySend, server.chain == nil {
            try server.upload(chain.records[0], now: now)
            log.append("\(device) uploads")
        }
    }

    /// A person's verb, and what it undoes.
    mutating func act(_ device: Int, _ verb: UserVerb) throws {
        guard let chain = devices[device].chain else { return }
        let effect: VerbEffect
        do throws(LifecycleError) {
            effect = try VerbEffect(
                verb, on: chain, disk: devices[device].disk, clocks: clocks(device),
                indexed: devices[device].indexed)
        } catch {
            return
        }
        if verb == .restore, !effect.append.isEmpty {
            let begin = chain.records.lastIndex { $0.action == .trashRestore } ?? 0
            for record in chain.records[begin...] where record.action == .delete {
                if let origin = origins[record.digest] { undone.insert(origin) }
            }
        }
        if !effect.append.isEmpty { log.append("\(device) \(verb): \(effect.append)") }
        try append(
            effect.append, to: device,
            verb == .restore ? .restore : chain.isTrashed ? .reissue : .firstDelete)
        if effect.removesBytes { devices[device].disk = BytesOnDisk(hasSidecar: false, hasOriginal: false) }
    }

    mutating func change(_ device: Int, _ action: RecordAction) throws {
        guard let chain = devices[device].chain, devices[device].disk.hasSidecar else { return }
        let record = try record(action, prior: chain.head.digest, newOrigin(.other(action)))
        devices[device].chain = try AssetChain(chain.records + [record])
        log.append("\(device) \(action)")
    }

    /// A device purges of its own accord, which nobody may still be able to undo.
    mutating func expire(_ device: Int) throws {
        guard let chain = devices[device].chain else { return }
        let expiry = Expiry(
            of: chain, disk: devices[device].disk, isDrained: devices[device].isDrained,
            isPurgedByServer: devices[device].isPurgedByServer, serverNow: devices[device].serverNow,
            indexed: devices[device].indexed)
        guard expiry.purges else { return }
        if !server.isPurged {
            if server.chain?.isTrashed != true {
                faults.append("device \(device) purges what the server restored")
            } else if let end = server.chain?.window, now < end {
                faults.append("device \(device) purges what could be restored by the server's clock")
            }
        }
        log.append("\(device) expires")
        try append(expiry.append, to: device, .reissue)
        devices[device].disk = BytesOnDisk(hasSidecar: false, hasOriginal: false)
    }

    /// One device hands its records to another.
    mutating func pass(from sender: Int, to receiver: Int) throws {
        guard sender != receiver, let sent = devices[sender].chain else { return }
        for record in sent.records {
            do throws(LifecycleError) {
                if let held = devices[receiver].chain {
                    devices[receiver].chain = try RecordReception(
                        of: record, chain: held, disk: devices[receiver].disk, from: .peer,
                        now: devices[receiver].serverNow
                    ).chain
                } else {
                    devices[receiver].chain = try RecordReception(ofFirst: record).chain
                    devices[receiver].disk.hasSidecar = true
                }
            } catch {
                return
            }
        }
        log.append("\(sender) passes to \(receiver)")
    }
}

/// A fault of the simulation itself.
struct SimulationFault: Error {}
