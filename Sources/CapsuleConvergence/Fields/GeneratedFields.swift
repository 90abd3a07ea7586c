// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// Some of the fields of a document, each of the values of its type; a half of them, on average.
struct GeneratedFields<Kind: DocumentType>: FieldVisitor {
    /// The encoded values by name.
    private(set) var fields: [String: [UInt8]] = [:]
    private var choices: Choices

    /// Draws the fields of a document.
    static func draw(_ choices: inout Choices) -> [String: [UInt8]] {
        var visitor = GeneratedFields(choices: choices)
        for field in Kind.fields.declared { field.accept(&visitor) }
        choices = visitor.choices
        return visitor.fields
    }

    private init(choices: Choices) {
        self.choices = choices
    }

    private mutating func put(_ name: StaticString, _ make: (inout Choices) -> [UInt8]) {
        guard choices.bool() else { return }
        // No bytes are a set, or a map, that holds nothing and is absent.
        let value = make(&choices)
        if !value.isEmpty { fields["\(name)"] = value }
    }

    mutating func visit<Value>(_ field: RegisterField<Kind, Value>) {
        put(field.name) { $0.stamped { $0.value(Value.self) }.encoded }
    }

    mutating func visit<Value>(_ field: HistoryField<Kind, Value>) {
        put(field.name) { $0.history { $0.value(Value.self) }.encoded }
    }

    mutating func visit<Element>(_ field: SetField<Kind, Element>) {
        put(field.name) { $0.orSet { $0.value(Element.self) }.encoded }
    }

    mutating func visit<Key, Value>(_ field: RegisterMapField<Kind, Key, Value>) {
        put(field.name) { choices in
            Self.map(&choices) {
                ($0.value(Key.self).encoded, $0.stamped { $0.chance(4) ? nil : $0.value(Value.self) }.encoded)
            }
        }
    }

    mutating func visit(_ field: RegionMapField<Kind>) {
        put(field.name) { choices in
            Self.map(&choices) { ($0.identifier().encoded, $0.region().encoded) }
        }
    }

    /// A map of up to three entries; no bytes when there is none.
    private static func map(
        _ choices: inout Choices, _ entry: (inout Choices) -> (key: [UInt8], value: [UInt8])
    ) -> [UInt8] {
        var entries: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<choices.below(4) {
            let (key, value) = entry(&choices)
            entries[key] = value
        }
        return entries.isEmpty ? [] : Choices.map(entries)
    }
}
