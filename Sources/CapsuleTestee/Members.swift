// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// The members of a request or of an object in it; what is missing or mistyped is `invalid`.
struct Members {
    let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    init(_ value: JSONValue, _ what: String) throws(TesteeError) {
        guard let object = value.object else { throw .invalid("\(what) is an object") }
        self.object = object
    }

    /// A member that must be there, null or not.
    func value(_ name: String) throws(TesteeError) -> JSONValue {
        guard let value = object[name] else { throw .invalid("\(name) is missing") }
        return value
    }

    /// A member that may be absent, which null says too.
    func optional(_ name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// Refuses members that are not named.
    func allow(only names: [String], _ what: String) throws(TesteeError) {
        for (key, _) in object.members where !names.contains(where: { $0.utf8.elementsEqual(key.utf8) }) {
            throw .invalid("\(what) has no member \(key)")
        }
    }

    func text(_ name: String) throws(TesteeError) -> String { try JSON.text(value(name), name) }
    func bytes(_ name: String) throws(TesteeError) -> [UInt8] { try JSON.bytes(value(name), name) }
    func identifier(_ name: String) throws(TesteeError) -> Identifier {
        try JSON.identifier(value(name), name)
    }
    func array(_ name: String) throws(TesteeError) -> [JSONValue] { try JSON.array(value(name), name) }
    func bool(_ name: String) throws(TesteeError) -> Bool { try JSON.bool(value(name), name) }

    func members(_ name: String) throws(TesteeError) -> Members { try Members(value(name), name) }

    func stampTime(_ name: String) throws(TesteeError) -> StampTime {
        guard let time = StampTime(try text(name)) else { throw .invalid("\(name) is a stamp time") }
        return time
    }

    func timestamp(_ name: String) throws(TesteeError) -> Timestamp {
        guard let timestamp = Timestamp(try text(name)) else { throw .invalid("\(name) is a timestamp") }
        return timestamp
    }

    func kind() throws(TesteeError) -> DocumentKind { try closed("kind") }

    /// A text that is one of the values of a closed set.
    func closed<Value: RawRepresentable>(_ name: String) throws(TesteeError) -> Value
    where Value.RawValue == String {
        try JSON.closed(value(name), name)
    }

    func unsigned<Value: FixedWidthInteger & UnsignedInteger>(_ name: String) throws(TesteeError) -> Value {
        try JSON.unsigned(value(name), name)
    }
}

/// Values of requests, checked.
enum JSON {
    static func text(_ value: JSONValue, _ what: String) throws(TesteeError) -> String {
        guard let text = value.text else { throw .invalid("\(what) is a text") }
        return text
    }

    static func bytes(_ value: JSONValue, _ what: String) throws(TesteeError) -> [UInt8] {
        do {
            return try Hex.decodeStrictly(text(value, what))
        } catch let error as TesteeError {
            throw error
        } catch {
            throw .invalid("\(what) is bytes in lower-case hexadecimal digits: \(error)")
        }
    }

    static func identifier(_ value: JSONValue, _ what: String) throws(TesteeError) -> Identifier {
        guard let identifier = Identifier(try bytes(value, what)) else {
            throw .invalid("\(what) has 16 bytes")
        }
        return identifier
    }

    static func digest(_ value: JSONValue, _ what: String) throws(TesteeError) -> Digest {
        guard let digest = Digest(try bytes(value, what)) else { throw .invalid("\(what) has 32 bytes") }
        return digest
    }

    static func array(_ value: JSONValue, _ what: String) throws(TesteeError) -> [JSONValue] {
        guard let array = value.array else { throw .invalid("\(what) is an array") }
        return array
    }

    static func bool(_ value: JSONValue, _ what: String) throws(TesteeError) -> Bool {
        guard let bool = value.bool else { throw .invalid("\(what) is true or false") }
        return bool
    }

    static func unsigned<Value: FixedWidthInteger & UnsignedInteger>(
        _ value: JSONValue, _ what: String
    ) throws(TesteeError) -> Value {
        guard let number = value.integer?.exactly(Value.self) else {
            throw .invalid("\(what) is an integer of 0 to \(Value.max)")
        }
        return number
    }

    static func double(_ value: JSONValue, _ what: String) throws(TesteeError) -> Double {
        guard let number = value.double else { throw .invalid("\(what) is a number") }
        return number
    }

    static func closed<Value: RawRepresentable>(_ value: JSONValue, _ what: String) throws(TesteeError)
        -> Value
    where Value.RawValue == String {
        let text = try text(value, what)
        guard let member = Value(rawValue: text), member.rawValue.utf8.elementsEqual(text.utf8) else {
            throw .invalid("\(what) has no value \(text)")
        }
        return member
    }

    static func orientation(_ value: JSONValue, _ what: String) throws(TesteeError) -> EXIFOrientation {
        guard let orientation = EXIFOrientation(rawValue: Int(try unsigned(value, what) as UInt8)) else {
            throw .invalid("\(what) is 1 to 8")
        }
        return orientation
    }

    static func hex(_ bytes: [UInt8]) -> JSONValue { .text(Hex.encode(bytes)) }
}
