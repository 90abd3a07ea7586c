// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// The fields of a document, each by its type; those that were never written are left out.
struct FieldText<Kind: DocumentType>: FieldVisitor {
    private let document: DocumentView<Kind>
    private(set) var text: DocumentText

    init(_ document: DocumentView<Kind>, in text: DocumentText) {
        self.document = document
        self.text = text
    }

    mutating func visit<Value>(_ field: RegisterField<Kind, Value>) {
        if let write = document[field] { add(name(field), write) }
    }

    mutating func visit<Value>(_ field: HistoryField<Kind, Value>) {
        for (index, write) in (document[field]?.writes ?? []).enumerated() {
            add(index == 0 ? name(field) : index == 1 ? "  superseded" : "", write)
        }
    }

    mutating func visit<Element>(_ field: SetField<Kind, Element>) {
        let set = document[field]
        guard !set.encoded.isEmpty else { return }
        text.add(name(field), elements: set.elements.map { lines($0)[0] }, of: set)
    }

    mutating func visit<Key, Value>(_ field: RegisterMapField<Kind, Key, Value>) {
        for (key, register) in document[field] {
            let lines =
                entryText(field.name, key, register.value as Any)
                ?? [
                    "\(CBORDiagnostic.text(key.encoded.span)) is \(CBORDiagnostic.text(register.value.encoded.span))"
                ]
            text.add(name(field), lines[0])
            for line in lines.dropFirst() { text.addBelow(line) }
            text.addBelow(text.stamp(register))
        }
    }

    mutating func visit(_ field: RegionMapField<Kind>) {
        for (id, region) in document[field] { text.add(name(field), id, region) }
    }

    private mutating func add<Value>(_ name: String, _ write: Stamped<Value>) {
        let lines = lines(write.value)
        text.add(name, lines[0])
        for line in lines.dropFirst() { text.addBelow(line) }
        text.addBelow(text.stamp(write))
    }

    private func lines<Value: CanonicalValue>(_ value: Value) -> [String] {
        (value as? any ValueText)?.lines ?? [CBORDiagnostic.text(value.encoded.span)]
    }

    private func name(_ field: some FieldDescriptor<Kind>) -> String {
        let given = names.first { "\($0.field)" == "\(field.name)" }?.shown
        return given ?? "\(field.name)".split(separator: "_").joined(separator: " ")
    }
}

/// The fields that people know by other names than the documents have.
private let names: [(field: StaticString, shown: String)] = [
    (AssetKind.lqip.name, "placeholder"), (AssetKind.tagsUser.name, "labels"),
    (AssetKind.tagsAI.name, "AI tags"), (AssetKind.stackMembership.name, "stack"),
    (AssetKind.regions.name, "region"), (SettingsKind.smartAlbums.name, "smart album"),
    (SettingsKind.scopeOverrides.name, "scope"), (SettingsKind.sourceKindDefaults.name, "imports"),
    (SettingsKind.aggregatedAlbumCovers.name, "cover"),
]

/// What an entry of a map of the settings says; nil for another map.
private func entryText(_ field: StaticString, _ key: some CanonicalValue, _ value: Any) -> [String]? {
    let target = value as? Identifier
    switch key {
    case let source as SourceKind:
        return ["\(source.rawValue) to \(target.map { "album \($0)" } ?? "no album: taken back")"]
    case let scope as Digest:
        return ["\(scope)", "to \(target.map { "album \($0)" } ?? "no album: taken back")"]
    case let id as Identifier where "\(field)" == "\(SettingsKind.smartAlbums.name)":
        let name = (value as? OpaqueDefinition).map { DocumentText.name(of: $0) }
        return ["\(id)  \(name ?? "deleted")"]
    case let album as Identifier:
        return ["of \(album)", "is \(target.map { "asset \($0)" } ?? "none: taken back")"]
    default: return nil
    }
}
