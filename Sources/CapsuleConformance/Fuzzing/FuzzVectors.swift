// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Findings as files of vectors, which `conformance run --vectors DIR` repeats.
enum FuzzVectors {
    /// The name of a law in ids and file names.
    static func slug(_ law: String) -> String {
        String(law.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }

    /// One file for each law, named for it.
    static func files(of findings: [FuzzFinding], seed: UInt64) -> [(name: String, bytes: [UInt8])] {
        let laws = Dictionary(grouping: findings) { slug($0.violation.law) }
        return laws.sorted { $0.key < $1.key }.map { law, findings in
            let vectors = findings.enumerated().map { index, finding -> JSONValue in
                let number =
                    String(repeating: "0", count: index < 9 ? 2 : index < 99 ? 1 : 0) + "\(index + 1)"
                return [
                    "id": .text("fuzz/\(law)/\(number)-seed-\(seed)-case-\(finding.number)"),
                    "spec": ["section": "7", "rule": .text(law)],
                    "level": "must",
                    "note": .text("\(finding.violation.law): \(finding.violation.message)"),
                    "request": .object(finding.violation.request),
                    "expect": finding.violation.expectation.json,
                ]
            }
            let file: JSONValue = [
                "format": 1, "area": "fuzz", "topic": .text(law), "vectors": .array(vectors),
            ]
            return ("\(law).json", IndentedJSON.bytes(of: file))
        }
    }
}

/// JSON as files of vectors have it: two spaces for each level, members in their order.
enum IndentedJSON {
    static func bytes(of value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        write(value, indent: 0, to: &output)
        return output + [UInt8(ascii: "\n")]
    }

    private static func write(_ value: JSONValue, indent: Int, to output: inout [UInt8]) {
        switch value {
        case .object(let object) where !object.members.isEmpty:
            output += "{".utf8
            for (index, member) in object.members.enumerated() {
                line(indent + 1, after: index > 0, to: &output)
                output += JSONValue.text(member.key).encoded() + Array(": ".utf8)
                write(member.value, indent: indent + 1, to: &output)
            }
            line(indent, after: false, to: &output)
            output += "}".utf8
        case .array(let elements) where !elements.isEmpty:
            output += "[".utf8
            for (index, element) in elements.enumerated() {
                line(indent + 1, after: index > 0, to: &output)
                write(element, indent: indent + 1, to: &output)
            }
            line(indent, after: false, to: &output)
            output += "]".utf8
        default: output += value.encoded()
        }
    }

    private static func line(_ indent: Int, after comma: Bool, to output: inout [UInt8]) {
        output += (comma ? ",\n" : "\n").utf8
        output += String(repeating: "  ", count: indent).utf8
    }
}
