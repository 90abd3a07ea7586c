// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleSmartAlbums
import CapsuleToolSupport

/// A value of a field as `document.read` shows it (SPEC section 15).
protocol ShownValue: CanonicalValue {
    /// The value in JSON; nil when the plain view does not have it.
    var plain: JSONValue? { get }
}

/// A value of a register as `document.edit` sets it (SPEC section 15).
protocol SettableValue: CanonicalValue {
    /// Reads the value from JSON.
    ///
    /// - Parameter what: the name of the field, for messages.
    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Self
}

extension Bool: ShownValue, SettableValue {
    var plain: JSONValue? { .bool(self) }

    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Bool {
        try JSON.bool(value, what)
    }
}

extension Rating: ShownValue, SettableValue {
    var plain: JSONValue? { .integer(stars) }

    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Rating {
        guard let rating = Rating(Int(try JSON.unsigned(value, what) as UInt8)) else {
            throw .invalid("a rating is 0 to 5")
        }
        return rating
    }
}

extension ClosedSet {
    var plain: JSONValue? { .text(rawValue) }

    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Self {
        try JSON.closed(value, what)
    }
}

extension Cull: ShownValue, SettableValue {}

extension Label: ShownValue, SettableValue {
    var plain: JSONValue? { .text(description) }

    /// A text that a writer makes a label.
    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Label {
        let text = try JSON.text(value, what)
        return try answering { () throws(CRDTError) in try Label(normalizing: text) }
    }
}

extension Caption: ShownValue, SettableValue {
    var plain: JSONValue? { .text(description) }

    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Caption {
        guard let caption = Caption(try JSON.text(value, what)) else {
            throw .invalid("a caption has at most 4096 bytes")
        }
        return caption
    }
}

extension EXIFOrientation: ShownValue, SettableValue {
    var plain: JSONValue? { .integer(rawValue) }

    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> EXIFOrientation {
        try JSON.orientation(value, what)
    }
}

/// Not shown on its own: the plain view has the effective capture time.
extension Timestamp: SettableValue {
    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Timestamp {
        try EditValues.timestamp(value, what)
    }
}

/// Not shown: facts are read in the document itself.
extension AssetFacts: SettableValue {
    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> AssetFacts {
        try EditValues.facts(value)
    }
}

extension GPS: ShownValue, SettableValue {
    var plain: JSONValue? {
        .object(
            JSONObject([
                ("lat", .float(latitude)), ("lon", .float(longitude)), ("source", .text(source.rawValue)),
                ("datum", .text(datum.rawValue)),
            ]))
    }

    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> GPS {
        try EditValues.gps(value)
    }
}

extension StackMembership: ShownValue, SettableValue {
    var plain: JSONValue? {
        var members = JSONObject([
            ("stack_id", JSON.hex(stackID.bytes)), ("stack_type", .text(stackType.rawValue)),
            ("role", .text(role.rawValue)),
        ])
        members["member_index"] = memberIndex.map { .integer($0) }
        return .object(members)
    }

    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> StackMembership {
        try EditValues.membership(value)
    }
}

extension AITag: ShownValue {
    var plain: JSONValue? { .array([.text(tag), .text(modelID), .text(modelVersion)]) }
}

extension Identifier: ShownValue {
    var plain: JSONValue? { JSON.hex(bytes) }
}

extension Digest: ShownValue {
    var plain: JSONValue? { JSON.hex(bytes) }
}

extension SourceKind: ShownValue {}

extension OpaqueDefinition: ShownValue {
    /// The display name; null for a definition that is newer or broken.
    var plain: JSONValue? {
        guard case .definition(let definition) = DefinitionReading(self) else { return .null }
        return .text(definition.displayName.value.description)
    }
}

/// A cleared register is not shown.
extension Optional: ShownValue where Wrapped: ShownValue {
    var plain: JSONValue? { flatMap(\.plain) }
}

extension Optional: SettableValue where Wrapped: SettableValue {
    static func setting(_ value: JSONValue, _ what: String) throws(TesteeError) -> Wrapped? {
        value.isNull ? nil : try Wrapped.setting(value, what)
    }
}
