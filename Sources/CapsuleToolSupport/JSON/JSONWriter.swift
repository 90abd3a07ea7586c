// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// In which order the members of objects are written.
    package enum MemberOrder: Sendable {
        case given
        /// Ascending by the UTF-8 bytes of the key, at every level.
        case sorted
    }

    /// The value as compact JSON: no white space, no escape that is not needed, the shortest digits
    /// that give the same double back, a float always with a fraction or an exponent.
    ///
    /// What JSON cannot write (NaN, the infinities) is `null`, as in JavaScript; what was read and could not be held
    /// (`unrepresentable`) is written as it was spelled.
    package func encoded(_ order: MemberOrder = .given) -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, order)
        return output
    }

    private func write(to output: inout [UInt8], _ order: MemberOrder) {
        switch self {
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.inOrder(order).enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.write(to: &output, order)
            }
            output.append(UInt8(ascii: "}"))
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output, order)
            }
            output.append(UInt8(ascii: "]"))
        case .text(let text): Self.write(text, to: &output)
        case .integer(let integer):
            if integer.isNegative { output.append(UInt8(ascii: "-")) }
            output += String(integer.magnitude).utf8
        // Swift's description is the shortest that reads back, and its spelling is JSON's.
        case .float(let double): output += (double.isFinite ? double.description : "null").utf8
        case .bool(let bool): output += (bool ? "true" : "false").utf8
        case .null: output += "null".utf8
        case .unrepresentable(_, let spelling): output += spelling
        }
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): output += #"\""#.utf8
            case UInt8(ascii: "\\"): output += #"\\"#.utf8
            case 0x08: output += #"\b"#.utf8
            case 0x09: output += #"\t"#.utf8
            case 0x0A: output += #"\n"#.utf8
            case 0x0C: output += #"\f"#.utf8
            case 0x0D: output += #"\r"#.utf8
            case 0..<0x20: output += #"\u00"#.utf8 + Hex.digits(of: [byte])
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}

extension JSONObject {
    fileprivate func inOrder(_ order: JSONValue.MemberOrder) -> [(key: String, value: JSONValue)] {
        switch order {
        case .given: members
        case .sorted: members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        }
    }
}
