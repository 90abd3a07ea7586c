// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension ReplicaState {
    /// The version of the saved form; version 1 kept one newer document of each signer.
    private static var format: UInt64 { 2 }

    /// The replica as canonical CBOR, for this device alone.
    var encoded: [UInt8] {
        var map = CBORMap()
        map.put(encodedKey: [0]) { $0.writeUnsigned(Self.format) }
        map.put("device", device)
        map.put("writer", writer)
        map.put("document") { $0.writeBytes(document.encoded.span) }
        map.put("sequence") { $0.writeUnsigned(nextSequence) }
        map.put("outbox") { writer in
            writer.writeArrayHead(outbox.count)
            for entry in outbox {
                writer.writeArrayHead(2)
                writer.writeUnsigned(entry.sequence)
                writer.writeBytes(entry.delta.encoded.span)
            }
        }
        var issuedCounters = CBORMap()
        for (path, next) in issued { issuedCounters.put(path) { $0.writeUnsigned(next) } }
        map.put("issued", encoded: issuedCounters.encoded)
        map.put("retired") { writer in
            writer.writeArrayHead(retired.count)
            for name in retired.sorted() { name.write(to: &writer) }
        }
        map.put("newer") { writer in
            writer.writeArrayHead(newer.records.count)
            for record in newer.records {
                writer.writeArrayHead(3)
                writer.writeBytes(record.signer.span)
                writer.writeBytes(record.bytes.span)
                if let time = record.acceptedAt { time.write(to: &writer) } else { writer.writeNull() }
            }
        }
        return map.encoded
    }

    /// Reads what `encoded` gave, in this format or the one before.
    ///
    /// - Throws: `malformed`, `non-canonical`, `limit`, `invalid`, `mismatch`; `newer-schema` for the saved
    ///   form of a later library.
    init(decoding bytes: [UInt8], limit: Int) throws(DocumentError) {
        let fields: SavedFields
        do throws(CBORError) {
            fields = try SavedFields(bytes, limit: limit, format: Self.format)
        } catch {
            throw DocumentError(error, in: bytes.span)
        }
        self.init(
            device: fields.device, writer: fields.writer, document: try Document(decoding: fields.document))
        nextSequence = fields.sequence
        issued = fields.issued
        retired = Set(fields.retired)
        newer = NewerRecords(fields.newer)
        for (sequence, delta) in fields.outbox {
            let delta = try Document<Kind>(decoding: delta)
            guard delta.id == document.id else {
                throw DocumentError(.mismatch, at: "outbox", "a delta is of another document")
            }
            guard sequence < nextSequence else {
                throw DocumentError(.invalid, at: "outbox", "a delta has a sequence number not yet given")
            }
            outbox.append(Replica.Undelivered(sequence: sequence, delta: delta))
        }
    }
}

/// The members of a saved replica.
private struct SavedFields {
    var device: Identifier
    var writer: Identifier
    var document: [UInt8]
    var sequence: UInt64 = 0
    var outbox: [(UInt64, [UInt8])] = []
    var issued: [String: UInt64] = [:]
    var retired: [Identifier] = []
    var newer: [NewerRecord] = []

    init(_ bytes: [UInt8], limit: Int, format: UInt64) throws(CBORError) {
        let span = bytes.span
        try CanonicalCBOR.check(span, limit: limit)
        var reader = CBORReader(span)
        var (device, writer, document): (Identifier?, Identifier?, [UInt8]?) = (nil, nil, nil)
        var cursor = try reader.enterMap()
        guard try cursor.nextUnsigned(&reader, atMost: 0) != nil else {
            throw CBORError(.invalid, at: 0, "a saved replica has a key 0, which holds its format")
        }
        let version = try reader.readUnsigned()
        guard version > 0, version <= format else {
            throw CBORError(
                version > format ? .newerSchema : .invalid, at: 2,
                "the replica is saved in format \(version), this library knows \(format)")
        }
        while let key = try cursor.nextText(&reader) {
            let name = span.extracting(key)
            if name.elementsEqual("device") {
                device = try Identifier.read(&reader)
            } else if name.elementsEqual("writer") {
                writer = try Identifier.read(&reader)
            } else if name.elementsEqual("document") {
                document = span.extracting(try reader.readBytes()).copied()
            } else if name.elementsEqual("sequence") {
                sequence = try reader.readUnsigned(atMost: .max >> 1)
            } else if name.elementsEqual("outbox") {
                outbox = try Self.readOutbox(&reader)
            } else if name.elementsEqual("issued") {
                issued = try Self.readIssued(&reader)
            } else if name.elementsEqual("retired") {
                for _ in 0..<(try reader.enterArray()) { retired.append(try Identifier.read(&reader)) }
                reader.leave()
            } else if name.elementsEqual("newer") {
                newer = try Self.readNewer(&reader, format: version)
            } else {
                throw CBORError(.invalid, at: key.lowerBound, "a saved replica has no such key")
            }
        }
        reader.leave()
        guard let device, let writer, let document else {
            throw CBORError(.invalid, at: 0, "a saved replica has the keys device, writer and document")
        }
        (self.device, self.writer, self.document) = (device, writer, document)
    }

    private static func readOutbox(_ reader: inout CBORReader) throws(CBORError) -> [(UInt64, [UInt8])] {
        var outbox: [(UInt64, [UInt8])] = []
        for _ in 0..<(try reader.enterArray()) {
            let start = reader.position
            try reader.enterArray(count: 2, "an entry of the outbox")
            let entry = try reader.readUnsigned(atMost: .max >> 1)
            guard entry > outbox.last?.0 ?? 0 || outbox.isEmpty else {
                throw CBORError(.invalid, at: start, "the outbox is not in ascending order")
            }
            outbox.append((entry, reader.bytes.extracting(try reader.readBytes()).copied()))
            reader.leave()
        }
        reader.leave()
        return outbox
    }

    private static func readIssued(_ reader: inout CBORReader) throws(CBORError) -> [String: UInt64] {
        var issued: [String: UInt64] = [:]
        var cursor = try reader.enterMap()
        while let key = try cursor.nextText(&reader) {
            let path = String(decoding: reader.bytes.extracting(key).copied(), as: UTF8.self)
            issued[path] = try reader.readUnsigned(atMost: Counter.last + 1)
        }
        reader.leave()
        return issued
    }

    private static func readNewer(
        _ reader: inout CBORReader, format: UInt64
    ) throws(CBORError) -> [NewerRecord] {
        if format == 1 { return try readLatestNewer(&reader) }
        var newer: [NewerRecord] = []
        for _ in 0..<(try reader.enterArray()) {
            try reader.enterArray(count: 3, "a newer document")
            let signer = reader.bytes.extracting(try reader.readBytes()).copied()
            let bytes = reader.bytes.extracting(try reader.readBytes()).copied()
            let time = reader.readNullIfPresent() ? nil : try StampTime.read(&reader)
            newer.append(NewerRecord(signer: signer, bytes: bytes, acceptedAt: time))
            reader.leave()
        }
        reader.leave()
        return newer
    }

    /// Reads the newer documents of format 1: a map from signer to document.
    private static func readLatestNewer(_ reader: inout CBORReader) throws(CBORError) -> [NewerRecord] {
        var newer: [NewerRecord] = []
        var cursor = try reader.enterMap()
        while let key = try cursor.nextItem(&reader) {
            var keyReader = CBORReader(reader.bytes, at: key.lowerBound, depth: reader.depth)
            let signer = reader.bytes.extracting(try keyReader.readBytes()).copied()
            let bytes = reader.bytes.extracting(try reader.readBytes()).copied()
            newer.append(NewerRecord(signer: signer, bytes: bytes, acceptedAt: nil))
        }
        reader.leave()
        return newer
    }
}
