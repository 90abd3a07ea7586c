// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleToolSupport

/// The first place at which an answer is not the expected one.
package struct Difference: Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The member is not in the answer.
        case missing
        /// The member is not expected.
        case surplus
        case value
        /// Both are bytes in hexadecimal, and differ from this offset on.
        case bytes(offset: Int)
    }

    package let kind: Kind
    /// The members and indexes that lead to it, such as `ok.inputs[2]`.
    package let path: String
    package let expected: JSONValue?
    package let given: JSONValue?
    /// The keys that lead to the byte within CBOR, when the expected bytes are CBOR.
    package let field: String?

    package var description: String {
        switch kind {
        case .missing: return "\(path) is missing"
        case .surplus: return "\(path) is not expected"
        case .value: return "\(path) is \(short(given)), not \(short(expected))"
        case .bytes(let offset):
            let place = field.map { $0.isEmpty ? "" : ", in \($0)" } ?? ""
            return "\(path) differs from byte \(offset) on\(place)"
        }
    }

    private func short(_ value: JSONValue?) -> String {
        value.map { excerpt($0.encoded(), limit: 80) } ?? "absent"
    }

    /// Compares two values exactly: an integer is no float, members have no order, none may be missing and
    /// none too many, and texts are their bytes.
    ///
    /// - Returns: the first difference in the order of the expected value; nil when there is none.
    package static func first(expected: JSONValue, given: JSONValue, at path: String) -> Difference? {
        switch (expected, given) {
        case (.object(let expected), .object(let given)): return first(expected, given, path)
        case (.array(let expected), .array(let given)): return first(expected, given, path)
        case (.text(let expected), .text(let given)): return first(expected, given, path)
        case (.integer(let expected), .integer(let given)) where expected == given: return nil
        // By their bits: -0.0 is not 0.0, and JSON has no NaN.
        case (.float(let expected), .float(let given)) where expected.bitPattern == given.bitPattern:
            return nil
        case (.bool(let expected), .bool(let given)) where expected == given: return nil
        case (.null, .null): return nil
        // What the reader could not hold equals nothing, itself included.
        default:
            return Difference(kind: .value, path: path, expected: expected, given: given, field: nil)
        }
    }

    private static func first(_ expected: JSONObject, _ given: JSONObject, _ path: String) -> Difference? {
        let prefix = path.isEmpty ? "" : path + "."
        for member in expected.members {
            guard let other = given[member.key] else {
                return Difference(
                    kind: .missing, path: prefix + member.key, expected: member.value, given: nil, field: nil)
            }
            if let found = first(expected: member.value, given: other, at: prefix + member.key) {
                return found
            }
        }
        for member in given.members where expected[member.key] == nil {
            return Difference(
                kind: .surplus, path: prefix + member.key, expected: nil, given: member.value, field: nil)
        }
        return nil
    }

    private static func first(_ expected: [JSONValue], _ given: [JSONValue], _ path: String) -> Difference? {
        for (index, (one, other)) in zip(expected, given).enumerated() {
            if let found = first(expected: one, given: other, at: "\(path)[\(index)]") { return found }
        }
        if given.count < expected.count {
            return Difference(
                kind: .missing, path: "\(path)[\(given.count)]", expected: expected[given.count], given: nil,
                field: nil)
        }
        if expected.count < given.count {
            return Difference(
                kind: .surplus, path: "\(path)[\(expected.count)]", expected: nil,
                given: given[expected.count], field: nil)
        }
        return nil
    }

    private static func first(_ expected: String, _ given: String, _ path: String) -> Difference? {
        guard !expected.utf8.elementsEqual(given.utf8) else { return nil }
        guard let one = HexBytes(expected), let other = HexBytes(given) else {
            return Difference(
                kind: .value, path: path, expected: .text(expected), given: .text(given), field: nil)
        }
        let shared = zip(one.bytes, other.bytes).prefix { $0 == $1 }.count
        let whole = one.isCBOR ? one : other
        return Difference(
            kind: .bytes(offset: shared), path: path, expected: .text(expected), given: .text(given),
            field: whole.isCBOR ? CBORPath.locate(shared, in: whole.bytes.span) : nil)
    }
}

/// A text of the test interface that holds bytes.
struct HexBytes {
    let bytes: [UInt8]
    /// Whether the bytes are one canonical item, and more than an identifier would be by accident.
    let isCBOR: Bool

    /// Nil for a text that is not lower-case hexadecimal of at least two bytes.
    init?(_ text: String) {
        guard text.utf8.count >= 4 else { return nil }
        let decoded: [UInt8]
        do throws(HexError) { decoded = try Hex.decodeStrictly(text) } catch { return nil }
        bytes = decoded
        do throws(CBORError) {
            try CanonicalCBOR.check(decoded.span)
            isCBOR = true
        } catch {
            isCBOR = false
        }
    }
}
