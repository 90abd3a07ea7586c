// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// The plain view of a document, field by field (SPEC section 15).
///
/// A field whose values are `ShownValue` is a member of its own name, unless `names` says otherwise.
struct PlainView<Kind: DocumentType>: FieldVisitor {
    private let document: DocumentView<Kind>
    private(set) var members = JSONObject()

    init(_ document: DocumentView<Kind>) {
        self.document = document
        if document.isNewer { members["newer_schema"] = .integer(document.schemaVersion) }
        members.put("unknown", document.unknownKeys.map(JSONValue.text))
        for field in Kind.fields.declared { field.accept(&self) }
    }

    mutating func visit<Value>(_ field: RegisterField<Kind, Value>) {
        guard let value = document.effectiveValue(of: field) as? any ShownValue else { return }
        members[name(field)] = value.plain
    }

    mutating func visit<Value>(_ field: HistoryField<Kind, Value>) {
        let writes = (document[field]?.writes ?? []).compactMap { write in
            (write.value as? any ShownValue)?.plain.map { (write, $0) }
        }
        guard let current = writes.first else { return }
        members[name(field)] = current.1
        members.put(
            "superseded",
            writes.dropFirst().map { write, plain in
                .object(
                    JSONObject([
                        ("by", JSON.hex(write.by.bytes)), ("ts", .text(write.ts.description)),
                        ("value", plain),
                    ]))
            })
    }

    mutating func visit<Element>(_ field: SetField<Kind, Element>) {
        members.put(name(field), document[field].elements.compactMap { ($0 as? any ShownValue)?.plain })
    }

    mutating func visit<Key, Value>(_ field: RegisterMapField<Kind, Key, Value>) {
        let entries: [(String, JSONValue)] = document[field].compactMap { key, register in
            guard let key = (key as? any ShownValue)?.plain?.text,
                let value = (register.value as? any ShownValue)?.plain
            else { return nil }
            return (key, value)
        }
        if !entries.isEmpty { members[name(field)] = .object(JSONObject(entries)) }
    }

    mutating func visit(_ field: RegionMapField<Kind>) {
        let regions = document[field]
        members.put(name(field), regions.filter(\.region.isLive).compactMap(Self.region))
        members.put(
            "deleted_\(name(field))", regions.filter(\.region.isDeleted).map { JSON.hex($0.id.bytes) })
    }

    private static func region(_ id: Identifier, _ region: RegionRegister) -> JSONValue? {
        guard let shape = region.shape?.value else { return nil }
        return .object(
            JSONObject([
                ("id", JSON.hex(id.bytes)), ("shape", Testee.plain(shape)),
                ("labels", .array(region.labels.elements.compactMap(\.plain))),
            ]))
    }

    private func name(_ field: some FieldDescriptor<Kind>) -> String {
        let given = names.first { "\($0.field)" == "\(field.name)" }?.member
        return given ?? "\(field.name)"
    }
}

/// The fields that the plain view names otherwise than the documents do.
private let names: [(field: StaticString, member: String)] = [
    (AssetKind.tagsUser.name, "labels"), (AssetKind.tagsAI.name, "ai_tags"), (AssetKind.location.name, "gps"),
    (AssetKind.stackMembership.name, "stack"),
]

extension JSONObject {
    /// Adds an array that is not empty.
    mutating func put(_ key: String, _ elements: [JSONValue]) {
        if !elements.isEmpty { self[key] = .array(elements) }
    }
}
