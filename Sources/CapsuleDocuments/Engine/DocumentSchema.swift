// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT

/// How a field's values join (SPEC sections 4 to 8).
enum FieldRole: Sendable {
    /// The identifier, which is the same on both sides.
    case identity
    /// An LWW register.
    case register
    /// A history register.
    case history
    /// An OR-set.
    case set
    /// A map from key to LWW register, each entry on its own.
    case registerMap
    /// A map from identifier to region register.
    case regionMap
}

/// One known key of a document: its name, how it joins, and what a reader holds it to.
struct FieldSchema: Sendable {
    let name: StaticString
    let role: FieldRole
    /// Reads and checks a value, and gives the skip pointers of a set.
    let check: @Sendable (inout CBORReader) throws(CBORError) -> [SkipPointer]

    static func identity(_ name: StaticString) -> FieldSchema {
        FieldSchema(name: name, role: .identity) { (reader: inout CBORReader) throws(CBORError) in
            try Identifier.check(&reader)
            return []
        }
    }

    static func register<Value: CanonicalValue>(_ name: StaticString, _: Value.Type) -> FieldSchema {
        FieldSchema(name: name, role: .register) { (reader: inout CBORReader) throws(CBORError) in
            try Stamped<Value>.check(&reader)
            return []
        }
    }

    static func history<Value: CanonicalValue>(_ name: StaticString, _: Value.Type) -> FieldSchema {
        FieldSchema(name: name, role: .history) { (reader: inout CBORReader) throws(CBORError) in
            try HistoryLayout.check(&reader, value: Value.check)
            return []
        }
    }

    static func set<Element: CanonicalValue>(_ name: StaticString, _: Element.Type) -> FieldSchema {
        FieldSchema(name: name, role: .set) { (reader: inout CBORReader) throws(CBORError) in
            try ORSetLayout.check(
                &reader, takesShortTexts: Element.takesShortTexts, recordsSkipPointers: true,
                element: Element.check)
        }
    }

    static func registerMap<Key: CanonicalValue, Value: CanonicalValue>(
        _ name: StaticString, _: Key.Type, _: Value.Type
    ) -> FieldSchema {
        FieldSchema(name: name, role: .registerMap) { (reader: inout CBORReader) throws(CBORError) in
            try checkMap(&reader, key: Key.check, value: Stamped<Value>.check)
            return []
        }
    }

    static func regionMap(_ name: StaticString) -> FieldSchema {
        FieldSchema(name: name, role: .regionMap) { (reader: inout CBORReader) throws(CBORError) in
            try checkMap(&reader, key: Identifier.check, value: RegionLayout.check)
            return []
        }
    }

    private static func checkMap(
        _ reader: inout CBORReader,
        key checkKey: (inout CBORReader) throws(CBORError) -> Void,
        value check: (inout CBORReader) throws(CBORError) -> Void
    ) throws(CBORError) {
        let start = reader.position
        var cursor = try reader.enterMap()
        guard cursor.count > 0 else {
            throw CBORError(
                .invalid, at: start, "a map of the document that holds nothing is absent, not empty")
        }
        while let key = try cursor.nextItem(&reader) {
            var keyReader = CBORReader(reader.bytes, at: key.lowerBound, depth: reader.depth)
            try checkKey(&keyReader)
            try check(&reader)
        }
        reader.leave()
    }
}

/// The known keys of each kind of document: SPEC section 10 as a table.
enum DocumentSchema {
    /// The fields of a kind, in the order in which their keys are encoded.
    static func fields(of kind: DocumentKind) -> [FieldSchema] {
        switch kind {
        case .stack: stack
        case .album: album
        case .asset: asset
        case .settings: settings
        }
    }

    private static let stack: [FieldSchema] = [
        .set("labels", Label.self),
        .identity("stack_id"),
    ]

    private static let album: [FieldSchema] = [
        .register("name", Label.self),
        .set("labels", Label.self),
        .identity("album_id"),
    ]

    private static let asset: [FieldSchema] = [
        .register("cull", Cull.self),
        .register("lqip", LQIP?.self),
        .identity("uuid"),
        .register("facts", AssetFacts.self),
        .register("hidden", Bool.self),
        .register("rating", Rating.self),
        .history("caption", Caption.self),
        .regionMap("regions"),
        .set("tags_ai", AITag.self),
        .register("location", GPS?.self),
        .set("tags_user", Label.self),
        .register("orientation", EXIFOrientation.self),
        .register("capture_time", Timestamp?.self),
        .register("stack_membership", StackMembership?.self),
    ]

    private static let settings: [FieldSchema] = [
        .registerMap("smart_albums", Identifier.self, OpaqueDefinition?.self),
        .registerMap("scope_overrides", Digest.self, Identifier?.self),
        .identity("settings_doc_id"),
        .registerMap("source_kind_defaults", SourceKind.self, Identifier?.self),
        .registerMap("aggregated_album_covers", Identifier.self, Identifier?.self),
    ]
}
