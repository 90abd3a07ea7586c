// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// Draws a value of a register or a history, and puts its write into a delta.
struct RegisterEdit<Kind: DocumentType>: FieldVisitor {
    let view: DocumentView<Kind>
    let author: Author
    var delta: DocumentBuilder
    var choices: Choices
    /// Whether the field that was visited is one of the two.
    var isMade = false

    mutating func visit<Value>(_ field: RegisterField<Kind, Value>) throws(DocumentError) {
        isMade = true
        let value = choices.value(Value.self)
        let ifChanged = choices.chance(4)
        try view.put(value, in: field, by: author, ifChanged: ifChanged, into: &delta)
    }

    mutating func visit<Value>(_ field: HistoryField<Kind, Value>) throws(DocumentError) {
        isMade = true
        let value = choices.value(Value.self)
        let ifChanged = choices.chance(4)
        try view.put(value, in: field, by: author, ifChanged: ifChanged, into: &delta)
    }

    // Their edits are those of the kind.
    mutating func visit<Element>(_ field: SetField<Kind, Element>) throws(DocumentError) {}
    mutating func visit<Key, Value>(_ field: RegisterMapField<Kind, Key, Value>) throws(DocumentError) {}
    mutating func visit(_ field: RegionMapField<Kind>) throws(DocumentError) {}
}

extension Choices {
    /// Sets one of the registers and histories of a document.
    mutating func editRegister<Kind: DocumentType, Editor: DocumentEditing<Kind> & ~Copyable>(
        _ document: inout Editor, by author: Author
    ) throws(DocumentError) -> Editor.Outcome {
        let fields = Kind.fields.declared
        let first = below(fields.count)
        // Drawn from a copy, since a transaction may build an edit twice, under another writer.
        let drawn = self
        var used = self
        let outcome = try document.perform(by: author) { (view, writing, delta) throws(DocumentError) in
            var edit = RegisterEdit(view: view, author: writing ?? author, delta: delta, choices: drawn)
            // The one that was drawn, or the next after it that is a register or a history.
            for field in fields[first...] + fields[..<first] where !edit.isMade { try field.accept(&edit) }
            (delta, used) = (edit.delta, edit.choices)
        }
        self = used
        return outcome
    }
}
