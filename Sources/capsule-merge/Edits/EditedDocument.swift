// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// A document after an edit, with the delta.
struct EditedDocument {
    let document: DocumentState
    let delta: DocumentState
    /// The top-level keys that the delta holds besides its id.
    let changedFields: [String]
    /// Whether the edit made an add, which takes an add-id of the writer.
    let usesWriter: Bool

    /// Makes the edit; nothing is written.
    init(
        _ state: DocumentState, _ edit: Edit, _ arguments: EditArguments, _ author: Author, name: String
    ) throws(ToolError) {
        guard edit.kinds.contains(state.kind) else {
            let kinds = edit.kinds.map { "\($0)" }.joined(separator: " or ")
            throw .refused(
                Inputs.name(name),
                DocumentError(
                    .invalid,
                    "\(edit.name) is an edit of kind \(kinds), the document is of kind \(state.kind)"))
        }
        let states: (document: DocumentState, delta: DocumentState)
        switch edit.change {
        case .labels(let parse): states = try Self.labels(state, try parse(arguments), author, name)
        case .album(let parse): states = try Self.apply(state, try parse(arguments), author, name)
        case .asset(let parse): states = try Self.apply(state, try parse(arguments), author, name)
        case .settings(let parse): states = try Self.apply(state, try parse(arguments), author, name)
        }
        document = states.document
        delta = states.delta
        changedFields = states.delta.textKeys.filter { $0 != state.kind.idKey }
        usesWriter = states.delta.observes(author.writer)
    }

    private static func labels(
        _ state: DocumentState, _ edit: Edit.LabelEdit, _ author: Author, _ name: String
    ) throws(ToolError) -> (document: DocumentState, delta: DocumentState) {
        switch state.kind {
        case .stack: try apply(state, change(edit, StackKind.self), author, name)
        case .album: try apply(state, change(edit, AlbumKind.self), author, name)
        default: try apply(state, change(edit, AssetKind.self), author, name)
        }
    }

    private static func change<Kind: Labelled>(_ edit: Edit.LabelEdit, _: Kind.Type) -> Edit.On<Kind> {
        switch edit {
        case .add(let label):
            { (document, author) throws(DocumentError) in try document.addLabel(label, by: author) }
        case .remove(let label):
            { (document, _) throws(DocumentError) in try document.removeLabel(label) }
        }
    }

    private static func apply<Kind: DocumentType>(
        _ state: DocumentState, _ change: Edit.On<Kind>, _ author: Author, _ name: String
    ) throws(ToolError) -> (document: DocumentState, delta: DocumentState) {
        var document = Document<Kind>(state)
        let delta = try refusing(name) { () throws(DocumentError) in try change(&document, author) }
        return (document.state, delta.state)
    }
}
