// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
import CapsuleCRDT

extension Replica {
    /// The version of the saved form.
    private static var format: UInt64 { 1 }

    /// The replica as canonical CBOR, for this device alone.
    public var saved: [UInt8] {
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
        var newer = CBORMap()
        for (signer, bytes) in newerDocuments {
            var key = CBORWriter()
            key.writeBytes(signer.span)
            newer.put(encodedKey: key.bytes) { $0.writeBytes(bytes.span) }
        }
        map.put("newer", encoded: newer.encoded)
        return map.encoded
    }

    /// Loads a replica.
    ///
    /// - Parameters:
    ///   - bytes: what `saved` gave.
    ///   - isRestored: whether these bytes may be older than the last ones that this device saved, as after
    ///     a restore from a backup. The writer is then retired; it is so too when the document misses an
    ///     add that the writer is known to have issued.
    ///   - limit: the largest saved form that is read, in bytes.
    /// - Throws: `malformed`, `non-canonical`, `limit`, `invalid`; `newer-schema` for a saved form of a
    ///   later library.
    public init(
        loading bytes: [UInt8], isRestored: Bool, limit: Int = 16 * CBORLimits.document,
        using generator: inout some RandomNumberGenerator
    ) throws(DocumentError) {
        let fields: SavedFields
        do throws(CBORError) {
            fields = try SavedFields(bytes, limit: limit, format: Self.format)
        } catch {
            throw DocumentError(error, in: bytes.span)
        }
        device = fields.device
        writer = fields.writer
        document = try Document(decoding: fields.document)
        nextSequence = fields.sequence
        issued = fields.issued
        newerDocuments = fields.newer
        for (sequence, delta) in fields.outbox {
            let delta = try Document<Kind>(decoding: delta)
            guard delta.id == document.id else {
                throw DocumentError(.mismatch, at: "outbox", "a delta is of another document")
            }
            outbox.append(Undelivered(sequence: sequence, delta: delta))
        }
        if isRestored || hasLostIssued { retireWriter(using: &generator) }
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
    var newer: [[UInt8]: [UInt8]] = [:]

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
        guard version == format else {
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
            } else if name.elementsEqual("newer") {
                newer = try Self.readNewer(&reader)
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

    private static func readNewer(_ reader: inout CBORReader) throws(CBORError) -> [[UInt8]: [UInt8]] {
        var newer: [[UInt8]: [UInt8]] = [:]
        var cursor = try reader.enterMap()
        while let key = try cursor.nextItem(&reader) {
            var keyReader = CBORReader(reader.bytes, at: key.lowerBound, depth: reader.depth)
            let signer = reader.bytes.extracting(try keyReader.readBytes()).copied()
            newer[signer] = reader.bytes.extracting(try reader.readBytes()).copied()
        }
        reader.leave()
        return newer
    }
}
