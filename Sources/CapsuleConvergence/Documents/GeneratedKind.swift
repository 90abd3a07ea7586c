// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
public import CapsuleCRDT
public import CapsuleDocuments

/// A kind of document that choices can make and edit.
public protocol GeneratedKind: DocumentType {
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
        for (name, value) in GeneratedFields<Kind>.draw(&self) { map.put(name, encoded: value) }
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
    /// Adds or removes a label.
    public static func edit<Editor: DocumentEditing<StackKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome {
        try choices.editLabels(&document, by: author)
    }
}

extension AlbumKind: GeneratedKind {
    /// Adds or removes a label, or renames the album.
    public static func edit<Editor: DocumentEditing<AlbumKind> & ~Copyable>(
        _ document: inout Editor, by author: Author, _ choices: inout Choices
    ) throws(DocumentError) -> Editor.Outcome {
        if choices.chance(3) { return try document.setName(choices.text(), by: author) }
        return try choices.editLabels(&document, by: author)
    }
}

extension SettingsKind: GeneratedKind {
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
    /// Adds or removes a label.
    mutating func editLabels<Kind: Labelled, Editor: DocumentEditing<Kind> & ~Copyable>(
        _ document: inout Editor, by author: Author
    ) throws(DocumentError) -> Editor.Outcome {
        if chance(3) { return try document.removeLabel(text()) }
        return try document.addLabel(text(), by: author)
    }
}
