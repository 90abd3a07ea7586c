// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// What `document.edit` makes of `set`: the write of a register whose values are `SettableValue`.
struct FieldSetting<Kind: DocumentType>: FieldVisitor {
    private let field: String
    private let value: JSONValue
    private let editing: Testee.Editing
    private var change: Testee.Change<Kind>?

    /// Reads which field of the kind is set to what.
    static func change(
        _ value: JSONValue, _ editing: Testee.Editing
    ) throws(TesteeError) -> Testee.Change<Kind> {
        let members = try Members(value, "set")
        try members.allow(only: ["field", "value"], "set")
        var setting = FieldSetting(
            field: try members.text("field"), value: try members.value("value"), editing: editing)
        for field in Kind.fields.declared where "\(field.name)".utf8.elementsEqual(setting.field.utf8) {
            try field.accept(&setting)
        }
        guard let change = setting.change else {
            throw .invalid("a document of kind \(Kind.kind.rawValue) has no field \(setting.field) to set")
        }
        return change
    }

    private init(field: String, value: JSONValue, editing: Testee.Editing) {
        self.field = field
        self.value = value
        self.editing = editing
    }

    private func parsed<Value>(_: Value.Type) throws(TesteeError) -> Value? {
        guard let type = Value.self as? any SettableValue.Type else { return nil }
        return try type.setting(value, field) as? Value
    }

    mutating func visit<Value>(_ field: RegisterField<Kind, Value>) throws(TesteeError) {
        guard let value = try parsed(Value.self) else { return }
        change = { [editing] (document) throws(DocumentError) in
            try document.set(field, to: value, by: editing.author, ifChanged: editing.ifChanged)
        }
    }

    mutating func visit<Value>(_ field: HistoryField<Kind, Value>) throws(TesteeError) {
        guard let value = try parsed(Value.self) else { return }
        change = { [editing] (document) throws(DocumentError) in
            try document.set(field, to: value, by: editing.author, ifChanged: editing.ifChanged)
        }
    }

    // These have edits of their own.
    mutating func visit<Element>(_ field: SetField<Kind, Element>) throws(TesteeError) {}
    mutating func visit<Key, Value>(_ field: RegisterMapField<Kind, Key, Value>) throws(TesteeError) {}
    mutating func visit(_ field: RegionMapField<Kind>) throws(TesteeError) {}
}
