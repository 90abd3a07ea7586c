// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

/// Devices that crash at any place and start again from what they stored, and a server that gives every
/// device each record until the device acknowledges it.
private struct CrashingDevices {
    struct Crash: Error {}

    struct Device {
        var replica: Replica<AlbumKind>
        var stored: [UInt8]
        var backup: [UInt8]
        var acknowledged: Set<Int> = []
        /// Receipts of records that are not acknowledged yet.
        var receipts: [Int: ReceiveReport<AlbumKind>] = [:]
    }

    var random: SeededGenerator
    var devices: [Device] = []
    var feed: [AlbumDocument] = []
    /// What was in a state whose save was confirmed, and what was shipped.
    var saved: Set<String> = []
    var shipped: Set<String> = []
    private var edits = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        for number in 1...3 {
            let replica = Replica(
                AlbumDocument(id: Sunset.album), device: Sample.id(UInt8(number)), using: &random)
            let bytes = replica.saved()
            devices.append(Device(replica: replica, stored: bytes, backup: bytes))
        }
    }

    mutating func step(withRestores: Bool) throws {
        let index = Int.random(in: devices.indices, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: try edit(index)
        case 4, 5: try save(index)
        case 6, 7: ship(index)
        case 8, 9: try receive(index)
        case 10: try crash(index)
        default:
            if withRestores { try restore(index) } else { acknowledge(index) }
        }
    }

    private mutating func edit(_ index: Int) throws {
        let labels = (0..<Int.random(in: 1...2, using: &random)).map { "label \(edits + $0)" }
        edits += 2
        try devices[index].replica.edit(now: Sunset.now, using: &random) {
            for label in labels { try $0.addLabel(label, by: $1) }
        }
    }

    /// Stores, or does not, and crashes, or does not.
    private mutating func save(_ index: Int) throws {
        let (isStored, isCrash) = (!random.chance(4), random.chance(4))
        let replica = devices[index].replica
        var stored = devices[index].stored
        do {
            try replica.save {
                if isStored { stored = $0 }
                if isCrash || !isStored { throw Crash() }
            }
            saved.formUnion(replica.savedDocument.labels.elements.map(\.description))
        } catch is Crash {
            devices[index].stored = stored
            if isCrash { try crash(index) }
        }
        devices[index].stored = stored
        if random.chance(4) { devices[index].backup = stored }
    }

    private mutating func ship(_ index: Int) {
        for entry in devices[index].replica.outbox {
            feed.append(entry.delta)
            shipped.formUnion(entry.delta.labels.elements.map(\.description))
            // The answer of the server may be lost.
            if !random.chance(3) { devices[index].replica.markDelivered(entry) }
        }
    }

    private mutating func receive(_ index: Int) throws {
        for number in feed.indices where !devices[index].acknowledged.contains(number) && !random.chance(3) {
            devices[index].receipts[number] = try devices[index].replica.take(feed[number], using: &random)
        }
    }

    private mutating func acknowledge(_ index: Int) {
        for (number, report) in devices[index].receipts where devices[index].replica.mayAcknowledge(report) {
            devices[index].acknowledged.insert(number)
            devices[index].receipts[number] = nil
        }
    }

    private mutating func crash(_ index: Int) throws {
        devices[index].replica = try Sunset.load(devices[index].stored, &random)
        devices[index].receipts = [:]
    }

    /// A restored device receives everything again.
    private mutating func restore(_ index: Int) throws {
        devices[index].stored = devices[index].backup
        devices[index].replica = try Sunset.load(devices[index].backup, isRestored: true, &random)
        (devices[index].acknowledged, devices[index].receipts) = ([], [:])
    }

    /// Lets everybody save, ship and receive until nothing new comes.
    mutating func settle() throws {
        for _ in 0..<8 {
            for index in devices.indices {
                _ = devices[index].replica.saved()
                for entry in devices[index].replica.outbox { feed.append(entry.delta) }
                devices[index].replica.markDelivered(devices[index].replica.outbox)
                acknowledge(index)
            }
            for index in devices.indices {
                for number in feed.indices where !devices[index].acknowledged.contains(number) {
                    devices[index].receipts[number] = try devices[index].replica.take(
                        feed[number], using: &random)
                }
            }
        }
    }
}

@Suite("Devices that crash lose nothing that was saved or shipped (SPEC 6)")
struct ReplicaCrashTests {
    @Test("edit, crash before the save, load, edit: nothing was shipped under the add-id that is used again")
    func crashBeforeSave() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        let stored = replica.saved()
        try replica.add("first", using: &random)
        // The order that lost a label: nothing can be shipped here.
        #expect(replica.outbox.isEmpty)
        #expect(replica.savedDocument.labels.elements.isEmpty)
        let loaded = try Sunset.load(stored, &random)
        try loaded.add("second", using: &random)
        loaded.saved()
        var peer = AlbumDocument(id: Sunset.album)
        for entry in replica.outbox + loaded.outbox { try peer.join(entry.delta) }
        #expect(peer == loaded.document)
    }

    @Test("edit, save, ship, crash, load: the edit is still there, and its add-id is not used again")
    func crashAfterShipping() throws {
        var random = SeededGenerator(seed: 1)
        let replica = Sunset.replica(&random)
        try replica.add("first", using: &random)
        let stored = replica.saved()
        let shipped = replica.outbox
        replica.markDelivered(shipped)
        let loaded = try Sunset.load(stored, &random)
        try loaded.add("second", using: &random)
        loaded.saved()
        var peer = AlbumDocument(id: Sunset.album)
        for entry in shipped + loaded.outbox { try peer.join(entry.delta) }
        #expect(peer.labels.elements.map(\.description) == ["first", "second"])
        #expect(peer == loaded.document)
    }

    @Test("what was saved or shipped is on every device in the end, wherever they crash", arguments: 0..<60)
    func crashes(seed: Int) throws {
        let base = propertySeed("devices crash", 0xc4a5)
        var devices = try CrashingDevices(seed: base &+ UInt64(seed))
        for _ in 0..<120 { try devices.step(withRestores: false) }
        try devices.settle()
        for device in devices.devices {
            #expect(device.replica.document == devices.devices[0].replica.document)
            #expect(devices.saved.union(devices.shipped).isSubset(of: device.replica.labels))
        }
    }

    @Test("what was shipped is on every device in the end, also after restores", arguments: 0..<60)
    func restores(seed: Int) throws {
        let base = propertySeed("devices are restored", 0xbac4)
        var devices = try CrashingDevices(seed: base &+ UInt64(seed))
        for _ in 0..<120 { try devices.step(withRestores: true) }
        try devices.settle()
        for device in devices.devices {
            #expect(device.replica.document == devices.devices[0].replica.document)
            #expect(devices.shipped.isSubset(of: device.replica.labels))
        }
    }
}
