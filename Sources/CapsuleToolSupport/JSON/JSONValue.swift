// SPDX-License-Identifier: Apache-2.0

/// A JSON value that keeps what the test interface needs to tell apart.
///
/// Our own, because FoundationEssentials' JSONDecoder was measured (Swift 6.3.1) and cannot serve:
/// it reads `3.0` and `3e0` as the integer 3; it refuses a whole line for one unpaired surrogate, so
/// that the request's id is lost; it accepts `[1,]` and `{"a":1,}`; of the keys `é` (U+00E9) and
/// `é` (U+0065 U+0301) it keeps one; and of duplicates it keeps the first, where most libraries keep
/// the last. It does refuse 100 000 nested brackets, and does keep 64-bit integers and doubles exactly.
///
/// Not Equatable on purpose: texts here are bytes, and `String ==` is canonical equivalence.
package enum JSONValue: Sendable {
    case object(JSONObject)
    case array([JSONValue])
    case text(String)
    /// A number written without fraction and exponent.
    case integer(JSONInteger)
    /// A number written with a fraction or an exponent, even if its value is whole.
    case float(Double)
    case bool(Bool)
    case null
    /// Grammatical JSON that no other case can hold, as it was spelled: whoever expects a value here answers
    /// `invalid`, and whoever passes it on writes the same.
    case unrepresentable(JSONFlaw, spelling: [UInt8])
}

/// What makes a grammatical JSON value unusable.
package enum JSONFlaw: Hashable, Sendable {
    /// A text with half of a surrogate pair, such as `"\ud800"`: no sequence of Unicode scalars.
    case unpairedSurrogate
    /// An integer beyond 64 bits, or a float beyond the greatest double.
    case numberOutOfRange
}

/// An integer of JSON: a sign and 64 bits, so all of Int64 and of UInt64.
package struct JSONInteger: Hashable, Sendable {
    package let isNegative: Bool
    package let magnitude: UInt64

    /// Zero has no sign: `-0` is 0.
    package init(isNegative: Bool, magnitude: UInt64) {
        self.isNegative = isNegative && magnitude != 0
        self.magnitude = magnitude
    }

    /// The same value in another type, or nil where that cannot hold it.
    package func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        guard isNegative else { return Integer(exactly: magnitude) }
        // The magnitude of the least value is one more than that of the greatest.
        guard let below = Integer(exactly: magnitude - 1), Integer.isSigned else { return nil }
        return -1 - below
    }

    /// The nearest double.
    package var double: Double { isNegative ? -Double(magnitude) : Double(magnitude) }
}

extension JSONValue {
    /// The member of an object; nil for other values and absent members.
    package subscript(_ key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var integer: JSONInteger? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The value of a number, however it is written.
    package var double: Double? {
        switch self {
        case .integer(let integer): integer.double
        case .float(let double): double
        default: nil
        }
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

/// The members of a JSON object in their order.
///
/// Keys are equal when their UTF-8 bytes are.
package struct JSONObject: Sendable {
    package private(set) var members: [(key: String, value: JSONValue)]

    package init() {
        members = []
    }

    /// Of members with one key the last counts, in the place of the first.
    package init(_ given: [(key: String, value: JSONValue)]) {
        members = []
        members.reserveCapacity(given.count)
        // Bytes, not texts, are hashed: texts that are canonically equivalent share a hash, and an
        // object with a million of those would take minutes.
        var places: [[UInt8]: Int] = [:]
        for member in given {
            let place = places.updateValue(members.count, forKey: Array(member.key.utf8))
            if let place {
                places[Array(member.key.utf8)] = place
                members[place].value = member.value
            } else {
                members.append(member)
            }
        }
    }

    /// Looks through the members in order, so it suits objects with few of them.
    package subscript(_ key: String) -> JSONValue? {
        get {
            members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
        }
        set {
            let place = members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }
}

// Literals, so that an answer reads as it is written: ["id": 3, "ok": ["complete": true]].

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
    }

    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(stringLiteral value: String) { self = .text(value) }

    package init(integerLiteral value: Int64) { self = .integer(value) }

    package init(floatLiteral value: Double) { self = .float(value) }

    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package init(nilLiteral: ()) { self = .null }

    /// Any integer of at most 64 bits.
    package static func integer(_ value: some FixedWidthInteger) -> JSONValue {
        // Wider types do not occur here; UInt64(clamping:) only saves a trap.
        .integer(JSONInteger(isNegative: value < 0, magnitude: UInt64(clamping: value.magnitude)))
    }
}
