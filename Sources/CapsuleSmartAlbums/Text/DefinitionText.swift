// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// The form in which people write a condition and its order, such as
/// `all(rating >= 3, not hidden is true, tags_user contains_any ["Paris", "Rome"]) sort rating desc`.
///
/// Fields and operators have the names of SPEC section 12; `=`, `>=` and `<=` stand for eq, gte and lte. A
/// field that a model made names it: `tags_ai("model", "version") contains "cat"`. What is stored is
/// canonical CBOR and never this text.
public struct DefinitionText: Hashable, Sendable {
    /// What members are like.
    public var predicate: Condition
    /// The order, when one is written.
    public var sort: AlbumSort?

    /// Takes what a definition says.
    public init(_ definition: SmartAlbumDefinition) {
        predicate = definition.predicate
        sort = definition.sort
    }

    /// Reads a text.
    ///
    /// - Throws: `DefinitionTextError` with the place of what is wrong, limits of SPEC section 12 included.
    public init(_ text: String) throws(DefinitionTextError) {
        var parser = TextParser(text)
        predicate = try parser.condition()
        if parser.skipWord("sort") { sort = try parser.sort() }
        try parser.finish()
    }
}

/// What is wrong with a text, and where.
public struct DefinitionTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1 on.
    public let line: Int
    /// The character within the line, from 1 on, counted in Unicode scalars.
    public let column: Int
    /// One plain sentence for a person.
    public let reason: String

    /// Place and reason on one line.
    public var description: String { "line \(line), column \(column): \(reason)" }
}

extension DefinitionText: CustomStringConvertible {
    /// The text, which reads back as what it was printed from.
    public var description: String {
        Self.print(predicate) + (sort.map { " sort \($0.key.rawValue) \($0.direction.rawValue)" } ?? "")
    }

    static func print(_ condition: Condition) -> String {
        switch condition {
        case .all(let parts): "all(\(parts.map(print).joined(separator: ", ")))"
        case .any(let parts): "any(\(parts.map(print).joined(separator: ", ")))"
        case .not(let part): "not \(print(part))"
        case .term(let term): print(term)
        }
    }

    private static func print(_ term: Term) -> String {
        let slot = term.slot.map { "(\(quoted($0.modelID)), \(quoted($0.modelVersion)))" } ?? ""
        let test = term.test
        return "\(term.fieldName.rawValue)\(slot) \(test.spelling.symbol) \(test.operandText)"
    }

    /// A text in quotes; what cannot be seen is escaped.
    static func quoted(_ utf8: [UInt8]) -> String {
        var result = "\""
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}

extension FieldTest {
    fileprivate var operandText: String { operand.text }
}
