// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// Whose writer is kept, and for which document.
struct WriterKey: Hashable {
    let device: Identifier
    let kind: DocumentKind
    let document: Identifier
}

/// Why the bytes of a file are no kept writer.
enum KeptWriterError: Error {
    /// They are not what was written for this device and document.
    case damaged
    /// A later version of this tool wrote them.
    case newer
}

extension KeptWriter {
    /// The version of the kept form.
    private static var format: UInt64 { 1 }
    /// More than the most sets take: 52 bytes each.
    static let largestSize = 1 << 18

    /// The writer as canonical CBOR, an array of a checksum and a map, both as byte strings: ids and numbers, no labels.
    func encoded(for key: WriterKey) -> [UInt8] {
        var map = CBORMap()
        map.put(encodedKey: [0]) { $0.writeUnsigned(Self.format) }
        map.put("kind") { $0.writeText("\(key.kind)") }
        map.put("device", key.device)
        map.put("document", key.document)
        map.put("writer", writer)
        var counters = CBORMap()
        for (path, next) in issued { counters.put(path) { $0.writeUnsigned(next) } }
        map.put("issued", encoded: counters.encoded)
        let bytes = map.encoded
        var file = CBORWriter()
        file.writeArrayHead(2)
        file.writeBytes(Self.checksum(bytes).span)
        file.writeBytes(bytes.span)
        return file.bytes
    }

    /// Reads what `encoded` gave for the same device and document.
    init(decoding bytes: [UInt8], for key: WriterKey) throws(KeptWriterError) {
        do throws(CBORError) {
            let map = try Self.checked(bytes)
            let fields = try Fields(map, format: Self.format)
            guard fields.device == key.device, fields.kind == "\(key.kind)", fields.document == key.document,
                let writer = fields.writer
            else { throw CBORError(.mismatch, at: 0, "this is kept for another device or document") }
            self.init(writer, issued: fields.issued)
        } catch {
            throw error.errorClass == .newerSchema ? .newer : .damaged
        }
    }

    /// The map, when its checksum is right.
    private static func checked(_ bytes: [UInt8]) throws(CBORError) -> [UInt8] {
        let span = bytes.span
        try CanonicalCBOR.check(span, limit: largestSize)
        var reader = CBORReader(span)
        try reader.enterArray(count: 2, "a kept writer")
        let sum = span.extracting(try reader.readBytes()).copied()
        let map = span.extracting(try reader.readBytes()).copied()
        guard sum == checksum(map) else { throw CBORError(.mismatch, at: 0, "the checksum is wrong") }
        return map
    }

    /// FNV-1a, 64 bits: against a disk that fails, not against a person, who could write the right one.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }
    }

    /// The members of the map.
    private struct Fields {
        var kind: String?
        var device: Identifier?
        var document: Identifier?
        var writer: Identifier?
        var issued: [String: UInt64] = [:]

        init(_ bytes: [UInt8], format: UInt64) throws(CBORError) {
            let span = bytes.span
            try CanonicalCBOR.check(span, limit: KeptWriter.largestSize)
            var reader = CBORReader(span)
            var cursor = try reader.enterMap()
            guard try cursor.nextUnsigned(&reader, atMost: 0) != nil else {
                throw CBORError(.invalid, at: 0, "key 0 holds the format")
            }
            let version = try reader.readUnsigned()
            guard version <= format else { throw CBORError(.newerSchema, at: 2, "a later format") }
            while let key = try cursor.nextText(&reader) {
                switch String(decoding: span.extracting(key).copied(), as: UTF8.self) {
                case "kind":
                    kind = String(decoding: span.extracting(try reader.readText()).copied(), as: UTF8.self)
                case "device": device = try Identifier.read(&reader)
                case "document": document = try Identifier.read(&reader)
                case "writer": writer = try Identifier.read(&reader)
                case "issued":
                    var counters = try reader.enterMap()
                    while let path = try counters.nextText(&reader) {
                        let path = String(decoding: span.extracting(path).copied(), as: UTF8.self)
                        issued[path] = try reader.readUnsigned(atMost: Counter.last + 1)
                    }
                    reader.leave()
                default: throw CBORError(.invalid, at: key.lowerBound, "there is no such key")
                }
            }
            reader.leave()
        }
    }
}
