// SPDX-License-Identifier: Apache-2.0

public import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

extension SmartAlbumDefinition {
    /// Reads and checks a definition.
    ///
    /// - Parameters:
    ///   - bytes: exactly one definition in canonical CBOR.
    ///   - limit: the largest size that is read, in bytes.
    /// - Throws: `malformed`, `non-canonical`, `limit`; `newer-schema` for a map whose predicate_schema is
    ///   above the one implemented, whatever else it holds; `invalid`.
    public init(decoding bytes: [UInt8], limit: Int = CBORLimits.document) throws(SmartAlbumError) {
        do throws(CBORError) {
            self = try Self.decode(bytes.span, limit: limit)
        } catch {
            throw SmartAlbumError(error, in: bytes.span)
        }
    }

    private static func decode(_ bytes: Span<UInt8>, limit: Int) throws(CBORError) -> SmartAlbumDefinition {
        // What is not canonical is never reported as anything else, and a newer grammar before the rest.
        try CanonicalCBOR.check(bytes, limit: limit)
        var reader = CBORReader(bytes)
        guard try reader.peek() == .map else { throw CBORError(.invalid, at: 0, "a definition is a map") }
        guard let schema = bytes.uncheckedValue("predicate_schema", inMapAt: 0) else {
            throw CBORError(.invalid, at: 0, "a definition has the key predicate_schema")
        }
        try checkSchema(bytes, at: schema.lowerBound)
        let definition = try read(&reader)
        try reader.finish()
        return definition
    }

    private static func checkSchema(_ bytes: Span<UInt8>, at offset: Int) throws(CBORError) {
        var reader = CBORReader(bytes, at: offset, depth: 2)
        let version = try reader.readUnsigned(atMost: 65_535, "a predicate schema is a uint16")
        guard version > 0 else { throw CBORError(.invalid, at: offset, "predicate schemas start at 1") }
        guard version <= predicateSchema else {
            throw CBORError(
                .newerSchema, at: offset,
                "the definition has predicate schema \(version), this library implements \(predicateSchema)")
        }
    }

    private static func read(_ reader: inout CBORReader) throws(CBORError) -> SmartAlbumDefinition {
        var (id, name): (Identifier?, Stamped<DisplayName>?) = (nil, nil)
        var (predicate, sort): (Condition?, AlbumSort?) = (nil, nil)
        let unknown = try reader.readMap { (key, reader) throws(CBORError) in
            if key.elementsEqual("sort") {
                sort = try AlbumSort.read(&reader)
            } else if key.elementsEqual("predicate") {
                predicate = try Condition.read(&reader)
            } else if key.elementsEqual("display_name") {
                name = try Stamped.read(&reader)
            } else if key.elementsEqual("smart_album_id") {
                id = try Identifier.read(&reader)
            } else if key.elementsEqual("predicate_schema") {
                try reader.skipItem()
            } else {
                return false
            }
            return true
        }
        guard let id, let name, let predicate else {
            throw CBORError(
                .invalid, at: 0, "a definition has the keys display_name, predicate and smart_album_id")
        }
        return SmartAlbumDefinition(unchecked: id, name, predicate, sort, unknown)
    }

    /// The canonical bytes.
    public var encoded: [UInt8] {
        var map = CBORMap()
        map.put("sort", sort)
        map.put("predicate", predicate)
        map.put("display_name", displayName)
        map.put("smart_album_id", id)
        map.put("predicate_schema") { $0.writeUnsigned(Self.predicateSchema) }
        map.put(unknownKeys)
        return map.encoded
    }
}

/// What the value of a smart album's register is to this version.
public enum DefinitionReading: Hashable, Sendable {
    /// A definition that can be evaluated.
    case definition(SmartAlbumDefinition)
    /// One of a later predicate grammar: kept verbatim in the settings, never evaluated.
    case newer
    /// One that breaks the rules of SPEC section 12; it harms nothing but itself.
    case broken(SmartAlbumError)

    /// Reads the value of a register.
    public init(_ value: OpaqueDefinition) {
        do throws(SmartAlbumError) {
            self = .definition(try SmartAlbumDefinition(decoding: value.encoded))
        } catch {
            self = error.errorClass == .newerSchema ? .newer : .broken(error)
        }
    }
}

extension DocumentReading<SettingsKind> {
    /// The smart albums that are not deleted, each as this version reads it, by ascending id.
    public var readSmartAlbums: [(id: Identifier, reading: DefinitionReading)] {
        smartAlbums.compactMap { id, register in
            register.value.map { (id, DefinitionReading($0)) }
        }
    }
}
