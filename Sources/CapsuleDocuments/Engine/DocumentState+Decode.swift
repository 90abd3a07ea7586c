// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

extension DocumentState {
    /// Reads and checks a document of a kind.
    ///
    /// - Throws: `DocumentError`. What is not well-formed is `malformed`; a canonical document of a later
    ///   schema is `newer-schema` whatever its body holds.
    package init(
        decoding bytes: [UInt8], kind: DocumentKind, limit: Int = CBORLimits.document
    ) throws(DocumentError) {
        do throws(CBORError) {
            self = try Self.decode(bytes, kind: kind, limit: limit)
        } catch {
            throw DocumentError(Self.settle(error, bytes.span, limit: limit), in: bytes.span)
        }
    }

    /// Reads what this version understands of a document, also of a newer one.
    ///
    /// - Throws: `DocumentError`; `invalid` when a newer document has no valid id.
    package init(
        reading bytes: [UInt8], kind: DocumentKind, limit: Int = CBORLimits.document
    ) throws(DocumentError) {
        do {
            try self.init(decoding: bytes, kind: kind, limit: limit)
        } catch  where error.errorClass == .newerSchema {
            do throws(CBORError) {
                self = try Self.readNewer(bytes, kind: kind)
            } catch {
                throw DocumentError(error, in: bytes.span)
            }
        }
    }

    /// The class that a fault has when the rest of the input is looked at too.
    private static func settle(_ error: CBORError, _ bytes: Span<UInt8>, limit: Int) -> CBORError {
        guard bytes.count <= limit else { return error }
        do throws(CBORError) {
            try CanonicalCBOR.check(bytes, limit: limit)
            return error
        } catch {
            return error
        }
    }

    private static func decode(
        _ bytes: [UInt8], kind: DocumentKind, limit: Int
    ) throws(CBORError) -> DocumentState {
        let span = bytes.span
        // Two of this size join to less than 4 GiB, within which entries keep their places.
        try CanonicalCBOR.checkSize(span, limit: min(limit, Int(Int32.max)))
        var reader = CBORReader(span)
        let fields = kind.fields
        var nextField = 0
        var id: Identifier?
        var entries: [DocumentEntry] = []
        var skipPointers = SkipPointersByField()
        var cursor = try reader.enterMap()
        let version = try readVersion(&reader, &cursor)
        guard version <= DocumentKind.version else {
            throw CBORError(
                .newerSchema, at: 2,
                "the document has schema version \(version), this library implements \(DocumentKind.version)")
        }
        entries.reserveCapacity(min(cursor.remaining, 32))
        var keyStart = reader.position
        while let name = try cursor.nextText(&reader) {
            let key = keyStart..<reader.position
            let meaning = meaning(of: span.extracting(name), fields, &nextField)
            switch meaning {
            case .known(let index) where fields[index].isIdentity: id = try Identifier.read(&reader)
            case .known(let index):
                skipPointers.add(try fields[index].check(&reader), of: index)
            default:
                try CarriedKeys.checkName(name)
                guard DocumentKind(idKey: span.extracting(name)) == nil else {
                    throw CBORError(
                        .invalid, at: name.lowerBound,
                        "the document has the id key of another kind, where \(kind.idKey) is wanted")
                }
                try CarriedKeys.checkValue(&reader)
            }
            keyStart = reader.position
            entries.append(DocumentEntry(meaning, key: key, valueEnd: keyStart))
        }
        reader.leave()
        try reader.finish()
        guard let id else { throw CBORError(.invalid, at: 0, "the document has no \(kind.idKey)") }
        return DocumentState(
            kind: kind, id: id, bytes: bytes, entries: entries, version: version, skipPointers: skipPointers)
    }

    /// Reads key 0, which comes first by the order of keys.
    private static func readVersion(
        _ reader: inout CBORReader, _ cursor: inout CBORMapCursor
    ) throws(CBORError) -> UInt64 {
        let start = reader.position
        guard cursor.count > 0, start < reader.bytes.count, reader.bytes[start] == 0 else {
            throw CBORError(.invalid, at: start, "the document has no key 0, which holds its schema version")
        }
        _ = try cursor.nextUnsigned(&reader, atMost: 0)
        let place = reader.position
        let version = try reader.readUnsigned(atMost: 65_535, "a schema version is a uint16")
        guard version > 0 else { throw CBORError(.invalid, at: place, "schema versions start at 1") }
        return version
    }

    private static func meaning(
        of name: Span<UInt8>, _ fields: [KnownField], _ next: inout Int
    ) -> DocumentEntry.Meaning {
        fields.index(of: name, from: &next).map { .known($0) } ?? .carried
    }

    /// Reads a newer document, which is known to be canonical and a map with key 0.
    private static func readNewer(_ bytes: [UInt8], kind: DocumentKind) throws(CBORError) -> DocumentState {
        let span = bytes.span
        var reader = CBORReader(span)
        let fields = kind.fields
        var nextField = 0
        var id: Identifier?
        var entries: [DocumentEntry] = []
        var cursor = try reader.enterMap()
        let version = try readVersion(&reader, &cursor)
        while let key = try cursor.nextItem(&reader) {
            let value = try reader.skipItem()
            // Keys of other types belong to the later version.
            guard span[key.lowerBound] >> 5 == 3 else { continue }
            var meaning = meaning(
                of: span.extracting(span.uncheckedContent(at: key.lowerBound)), fields, &nextField)
            if case .known(let index) = meaning {
                var valueReader = CBORReader(span, at: value.lowerBound, depth: 2)
                do throws(CBORError) {
                    if fields[index].isIdentity {
                        id = try Identifier.read(&valueReader)
                    } else {
                        _ = try fields[index].check(&valueReader)
                    }
                } catch {
                    meaning = .notUnderstood
                }
            }
            entries.append(DocumentEntry(meaning, key: key, valueEnd: value.upperBound))
        }
        guard let id else {
            throw CBORError(.invalid, at: 0, "the newer document has no valid \(kind.idKey)")
        }
        return DocumentState(kind: kind, id: id, bytes: bytes, entries: entries, version: version)
    }
}
