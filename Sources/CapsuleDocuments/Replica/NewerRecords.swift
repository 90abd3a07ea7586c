// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// The newer documents of a replica, each distinct one once, in the order of their arrival.
struct NewerRecords: Hashable, Sendable {
    private struct Key: Hashable {
        let signer: [UInt8]
        let bytes: [UInt8]
    }

    private(set) var records: [NewerRecord] = []
    /// How much of the room for newer documents they take.
    private(set) var size = 0
    /// Where each is, so that one that comes again is not looked for among thousands.
    private var places: [Key: Int] = [:]

    init(_ records: [NewerRecord] = []) {
        for record in records where place(of: record) == nil { append(record) }
    }

    func place(of record: NewerRecord) -> Int? { places[Key(signer: record.signer, bytes: record.bytes)] }

    mutating func append(_ record: NewerRecord) {
        places[Key(signer: record.signer, bytes: record.bytes)] = records.count
        size += record.size
        records.append(record)
    }

    /// Notes that a record was accepted again; says whether that is later than before.
    mutating func accept(_ place: Int, at time: StampTime?) -> Bool {
        let latest = [records[place].acceptedAt, time].compactMap(\.self).max()
        guard latest != records[place].acceptedAt else { return false }
        records[place].acceptedAt = latest
        return true
    }

    mutating func remove(at gone: Set<Int>) {
        self = NewerRecords(records.enumerated().filter { !gone.contains($0.offset) }.map(\.element))
    }
}
