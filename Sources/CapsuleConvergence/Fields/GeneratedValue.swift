// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// A value of a field that choices can make.
protocol GeneratedValue: CanonicalValue {
    /// A value that a reader accepts.
    static func generated(_ choices: inout Choices) -> Self
}

extension Bool: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Bool { choices.bool() }
}

extension Identifier: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Identifier { choices.identifier() }
}

extension Digest: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Digest { choices.digest() }
}

extension Timestamp: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Timestamp { choices.timestamp() }
}

extension Label: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Label { choices.label() }
}

extension ClosedSet {
    static func generated(_ choices: inout Choices) -> Self { choices.closed() }
}

extension Cull: GeneratedValue {}

extension SourceKind: GeneratedValue {}

extension AssetFacts: GeneratedValue {
    static func generated(_ choices: inout Choices) -> AssetFacts { choices.facts() }
}

extension EXIFOrientation: GeneratedValue {
    static func generated(_ choices: inout Choices) -> EXIFOrientation { choices.orientation() }
}

extension GPS: GeneratedValue {
    static func generated(_ choices: inout Choices) -> GPS { choices.gps() }
}

extension LQIP: GeneratedValue {
    static func generated(_ choices: inout Choices) -> LQIP { choices.lqip() }
}

extension StackMembership: GeneratedValue {
    static func generated(_ choices: inout Choices) -> StackMembership { choices.stackMembership() }
}

extension AITag: GeneratedValue {
    static func generated(_ choices: inout Choices) -> AITag { choices.aiTag() }
}

extension Caption: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Caption { choices.caption() }
}

extension Rating: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Rating { choices.rating() }
}

extension OpaqueDefinition: GeneratedValue {
    static func generated(_ choices: inout Choices) -> OpaqueDefinition {
        let map = Choices.map([[0x61, 0x61]: choices.canonicalCBOR(levels: 2)])
        guard let definition = try? OpaqueDefinition(decoding: map) else {
            preconditionFailure("a generated map is a definition")
        }
        return definition
    }
}

extension Optional: GeneratedValue where Wrapped: GeneratedValue {
    static func generated(_ choices: inout Choices) -> Wrapped? {
        choices.maybe { Wrapped.generated(&$0) }
    }
}

extension Choices {
    /// A value of a type that is known only as that of a field.
    mutating func value<Value: CanonicalValue>(_: Value.Type = Value.self) -> Value {
        guard let type = Value.self as? any GeneratedValue.Type, let value = type.generated(&self) as? Value
        else { preconditionFailure("\(Value.self) is the value of a field and no GeneratedValue") }
        return value
    }
}
