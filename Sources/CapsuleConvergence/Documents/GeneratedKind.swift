// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// A kind of document that choices can make and edit.
public protocol GeneratedKind: DocumentType {
    /// Encoded fields that a document of this kind may have, by name.
    static func fields(_ choices: inout Choices) -> [String: [UInt8]]

    /// Makes one edit by the writing rules, which may be refused, of a document or in a transaction.
    ///
    /// - Returns: the delta of a document; nothing of a transaction.
    /// - Throws: what the edit throws; the document is then as it was.
    static func edit<Editor: DocumentEditing<Self> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome
}

extension Choices {
    /// A valid document, or a delta, also one that no device by the rules would make.
    ///
    /// - Parameter id: the document's identity; nil for one that all have.
    public mutating func document<Kind: GeneratedKind>(
        _: Kind.Type, id: Identifier? = nil
    ) -> Document<Kind> {
        var map = CBORMap()
        map.put(encodedKey: [0], encoded: [1])
        map.put(Kind.kind.idKey, encoded: (id ?? Identifier(repeating: 0x1d)).encoded)
        for (name, value) in Kind.fields(&self) { map.put(name, encoded: value) }
        if chance(3) {
            for key in ["later", "x", "\u{e3}", ""] where bool() { map.put(key, encoded: canonicalCBOR()) }
        }
        do throws(DocumentError) {
            return try Document(decoding: map.encoded)
        } catch {
            preconditionFailure("a generated document is valid: \(error)")
        }
    }

    /// Edits a document; nil when the edit is refused, which leaves the document as it was.
    public mutating func edit<Kind: GeneratedKind>(
        _ document: inout Document<Kind>, by author: Author
    ) -> Document<Kind>? {
        try? Kind.edit(&document, by: author, &self)
    }
}

extension StackKind: GeneratedKind {
    /// Labels, or none.
    public static func fields(_ choices: inout Choices) -> [String: [UInt8]] {
        Choices.present(["labels": choices.orSet { $0.label() }.encoded])
    }

    /// Adds or removes a label.
    public static func edit<Editor: DocumentEditing<StackKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome {
        try choices.editLabels(&document, by: author)
    }
}

extension AlbumKind: GeneratedKind {
    /// A name and labels, or neither.
    public static func fields(_ choices: inout Choices) -> [String: [UInt8]] {
        Choices.present([
            "labels": choices.orSet { $0.label() }.encoded,
            "name": choices.maybe { $0.stamped { $0.label() }.encoded } ?? [],
        ])
    }

    /// Adds or removes a label, or renames the album.
    public static func edit<Editor: DocumentEditing<AlbumKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome {
        if choices.chance(3) { return try document.setName(choices.text(), by: author) }
        return try choices.editLabels(&document, by: author)
    }
}

extension SettingsKind: GeneratedKind {
    /// Some of the four maps.
    public static func fields(_ choices: inout Choices) -> [String: [UInt8]] {
        func entries(
            _ choices: inout Choices, _ key: (inout Choices) -> [UInt8], _ value: (inout Choices) -> [UInt8]
        ) -> [UInt8] {
            var entries: [[UInt8]: [UInt8]] = [:]
            for _ in 0..<choices.below(4) {
                entries[key(&choices)] = choices.stampedMap(
                    bytes: choices.chance(4) ? [0xf6] : value(&choices))
            }
            return entries.isEmpty ? [] : Choices.map(entries)
        }
        var fields: [String: [UInt8]] = [:]
        fields["smart_albums"] = entries(&choices) {
            $0.identifier().encoded
        } _: {
            Choices.map([[0x61, 0x61]: $0.canonicalCBOR(levels: 2)])
        }
        fields["scope_overrides"] = entries(&choices) {
            $0.digest().encoded
        } _: {
            $0.identifier().encoded
        }
        fields["source_kind_defaults"] = entries(&choices) {
            $0.closed(SourceKind.self).encoded
        } _: {
            $0.identifier().encoded
        }
        fields["aggregated_album_covers"] = entries(&choices) {
            $0.identifier().encoded
        } _: {
            $0.identifier().encoded
        }
        return Choices.present(fields)
    }

    /// Writes or deletes an entry of one of the maps.
    public static func edit<Editor: DocumentEditing<SettingsKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome {
        switch choices.below(4) {
        case 0:
            let definition = choices.maybe { Choices.map([[0x61, 0x61]: $0.canonicalCBOR(levels: 2)]) }
            return try document.setSmartAlbum(choices.identifier(), definition: definition, by: author)
        case 1:
            return try document.setScopeOverride(
                choices.digest(), album: choices.maybe { $0.identifier() }, by: author)
        case 2:
            return try document.setSourceKindDefault(
                choices.closed(), album: choices.maybe { $0.identifier() }, by: author)
        default:
            return try document.setAggregatedAlbumCover(
                choices.identifier(), asset: choices.maybe { $0.identifier() }, by: author)
        }
    }
}

extension Choices {
    /// Leaves out fields that have no bytes.
    static func present(_ fields: [String: [UInt8]]) -> [String: [UInt8]] {
        fields.filter { !$0.value.isEmpty }
    }

    /// Adds or removes a label.
    mutating func editLabels<Kind: Labelled, Editor: DocumentEditing<Kind> & ~Copyable>(
        _ document: inout Editor, by author: Author
    ) throws(DocumentError) -> Editor.Outcome {
        if chance(3) { return try document.removeLabel(text()) }
        return try document.addLabel(text(), by: author)
    }
}
