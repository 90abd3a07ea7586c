// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT

/// Each edit takes `ifChanged`: with it, an entry whose value has the bytes of the current one is not written, and
/// the delta holds nothing.
extension DocumentEditing where Self: ~Copyable, Kind == SettingsKind {
    /// Writes or deletes a smart album's definition, as the canonical bytes of its map.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    /// - Throws: `invalid` when the bytes are not one canonical map, or its smart_album_id is another; `limit`.
    public mutating func setSmartAlbum(
        _ id: Identifier, definition: [UInt8]?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        var value: OpaqueDefinition?
        if let definition {
            do throws(CBORError) {
                value = try OpaqueDefinition(decoding: definition)
            } catch {
                throw DocumentError(error, in: definition.span)
            }
            // A definition's smart_album_id is its key (SPEC section 10, writing rules).
            let named = definition.span.uncheckedValue("smart_album_id", inMapAt: 0)
            guard let named, definition.span.extracting(named).elementsEqual(id.encoded.span) else {
                throw DocumentError(
                    .invalid, at: "smart_albums.\(id)", "the definition's smart_album_id is not \(id)")
            }
        }
        return try set("smart_albums", id, value, by: author, ifChanged)
    }

    /// Sends imports of a scope to an album, or takes that back.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setScopeOverride(
        _ scope: Digest, album: Identifier?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("scope_overrides", scope, album, by: author, ifChanged)
    }

    /// Sends imports of a kind of source to an album, or takes that back.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setSourceKindDefault(
        _ kind: SourceKind, album: Identifier?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("source_kind_defaults", kind, album, by: author, ifChanged)
    }

    /// Picks the cover asset of an aggregated album, or takes that back.
    ///
    /// - Returns: the delta; nothing where a transaction keeps it.
    public mutating func setAggregatedAlbumCover(
        _ album: Identifier, asset: Identifier?, by author: Author, ifChanged: Bool = false
    ) throws(DocumentError) -> Outcome {
        try set("aggregated_album_covers", album, asset, by: author, ifChanged)
    }

    private mutating func set<Key: CanonicalValue, Value: CanonicalValue>(
        _ name: StaticString, _ key: Key, _ value: Value?, by author: Author, _ ifChanged: Bool
    ) throws(DocumentError) -> Outcome {
        try edit(by: author) { (view, author, delta) throws(DocumentError) in
            let encodedKey = key.encoded
            let current = view.registers(name, Key.self, Value?.self).first { $0.key == key }?.register
            if ifChanged, let current, current.value.encoded == value.encoded { return }
            let write = try view.stamp(value, after: current?.ts, by: author, in: "\(name)")
            var writer = CBORWriter()
            writer.writeMapHead(1)
            writer.append(raw: encodedKey.span)
            writer.append(raw: write.encoded.span)
            delta.put(name, writer.bytes)
        }
    }
}
