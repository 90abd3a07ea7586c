// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import TestSupport
import Testing

typealias Fields = [(CBORTree, CBORTree)]

func stack(_ fields: Fields = []) throws(DocumentError) -> StackDocument {
    try StackDocument(decoding: CBORTree.document(.stack, fields).encoded)
}

func album(_ fields: Fields = []) throws(DocumentError) -> AlbumDocument {
    try AlbumDocument(decoding: CBORTree.document(.album, fields).encoded)
}

func asset(_ fields: Fields = []) throws(DocumentError) -> AssetSidecar {
    try AssetSidecar(decoding: CBORTree.document(.asset, fields).encoded)
}

func settings(_ fields: Fields = []) throws(DocumentError) -> LibrarySettings {
    try LibrarySettings(decoding: CBORTree.document(.settings, fields).encoded)
}

/// Reads a document of a kind that a test does not fix.
func state(_ kind: DocumentKind, _ tree: CBORTree) throws(DocumentError) -> DocumentState {
    try DocumentState(decoding: tree.encoded, kind: kind)
}

/// The error with which a body ends, or nil.
func refusal(_ body: () throws -> Void) -> DocumentError? {
    do {
        try body()
        return nil
    } catch {
        return error as? DocumentError
    }
}

/// Joins two documents both ways and expects one result.
func joinedBothWays<Kind: DocumentType>(
    _ a: Document<Kind>, _ b: Document<Kind>, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Document<Kind> {
    let forwards = try a.joined(with: b)
    #expect(try b.joined(with: a).encoded == forwards.encoded, sourceLocation: sourceLocation)
    return forwards
}

/// Makes an edit and holds it to the rules that all edits keep: the delta holds no field but the given
/// ones, and the state after is the join of the state before and the delta.
func edit<Kind: DocumentType>(
    _ document: inout Document<Kind>, changing fields: Set<String>,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (inout Document<Kind>) throws(DocumentError) -> Document<Kind>
) throws -> Document<Kind> {
    let before = document
    let delta = try body(&document)
    #expect(try before.joined(with: delta).encoded == document.encoded, sourceLocation: sourceLocation)
    #expect(try delta.joined(with: before).encoded == document.encoded, sourceLocation: sourceLocation)
    #expect(fieldNames(delta) == fields.union([Kind.kind.idKey]), sourceLocation: sourceLocation)
    return delta
}

/// The text keys of a document.
func fieldNames<Kind: DocumentType>(_ document: Document<Kind>) -> Set<String> {
    var names: Set<String> = []
    var reader = CBORReader(document.encoded.span)
    do {
        var cursor = try reader.enterMap()
        while let key = try cursor.nextItem(&reader) {
            let key = reader.bytes.extracting(key)
            if key.count > 1 { names.insert(key.keyName(0..<key.count)) }
            try reader.skipItem()
        }
    } catch {
        Issue.record("a document that is not canonical: \(error)")
    }
    return names
}
