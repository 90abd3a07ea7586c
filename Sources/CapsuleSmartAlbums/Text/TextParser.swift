// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// Reads the text form of a condition.
struct TextParser {
    private var scanner: TextScanner
    private var budget = ConditionBudget()

    init(_ text: String) {
        scanner = TextScanner(text)
    }

    mutating func finish() throws(DefinitionTextError) {
        guard scanner.isAtEnd() else {
            throw scanner.error(at: scanner.position, "expected nothing more")
        }
    }

    mutating func skipWord(_ word: String) -> Bool { scanner.skipWord(word) }

    mutating func sort() throws(DefinitionTextError) -> AlbumSort {
        AlbumSort(by: try closed(AlbumSort.Key.self), try closed(AlbumSort.Direction.self))
    }

    mutating func condition(depth: Int = 1) throws(DefinitionTextError) -> Condition {
        let (name, start) = try scanner.word("all, any, not or a field")
        // First of all: the depth. What follows calls this again.
        if let reason = budget.count(depth: depth) { throw scanner.error(at: start, reason) }
        switch name {
        case "all":
            return .all(
                try list("(", ")") { (parser) throws(DefinitionTextError) in
                    try parser.condition(depth: depth + 1)
                })
        case "any":
            return .any(
                try list("(", ")") { (parser) throws(DefinitionTextError) in
                    try parser.condition(depth: depth + 1)
                })
        case "not": return .not(try condition(depth: depth + 1))
        default:
            if let reason = budget.countTerm() { throw scanner.error(at: start, reason) }
            return .term(try term(name, start))
        }
    }

    private mutating func list<Element>(
        _ open: String, _ close: String,
        _ element: (inout TextParser) throws(DefinitionTextError) -> Element
    ) throws(DefinitionTextError) -> [Element] {
        try scanner.expect(open)
        var elements: [Element] = []
        if scanner.skip(close) { return elements }
        while true {
            elements.append(try element(&self))
            if scanner.skip(close) { return elements }
            guard scanner.skip(",") else {
                throw scanner.error(at: scanner.position, "expected ',' or '\(close)'")
            }
        }
    }

    // MARK: Terms

    private mutating func term(_ name: String, _ start: Int) throws(DefinitionTextError) -> Term {
        guard let field = FieldName(rawValue: name) else {
            let known = FieldName.allCases.map(\.rawValue).joined(separator: ", ")
            throw scanner.error(at: start, "'\(name)' is no field; the fields are \(known)")
        }
        let slot = field.hasSlot ? try slot() : nil
        let name = try operatorName(of: field)
        guard let term = try Term.read(field, name, slot, from: &self) else {
            preconditionFailure("\(field.rawValue) has the operator, and the slot if it needs one")
        }
        return term
    }

    private mutating func slot() throws(DefinitionTextError) -> ModelSlot {
        try scanner.expect("(")
        let model = try scanner.quoted()
        try scanner.expect(",")
        let version = try scanner.quoted()
        try scanner.expect(")")
        guard let slot = ModelSlot(modelID: model.text, modelVersion: version.text) else {
            throw scanner.error(at: model.start, "a model and its version have 1 to 256 bytes each")
        }
        return slot
    }

    private mutating func operatorName(of field: FieldName) throws(DefinitionTextError) -> String {
        let operators = field.operators
        let wanted = "an operator of \(field.rawValue) (\(operators.map(\.name).joined(separator: ", ")))"
        _ = scanner.isAtEnd()
        let start = scanner.position
        if let symbol = operators.first(where: { $0.symbol != $0.name && scanner.skip($0.symbol) }) {
            return symbol.name
        }
        let word = try scanner.word(wanted).text
        guard let named = operators.first(where: { $0.name == word }) else {
            throw scanner.error(at: start, "expected \(wanted)")
        }
        return named.name
    }
}

extension TextParser: OperandSource {
    mutating func timestamp() throws(DefinitionTextError) -> Timestamp {
        let (text, start) = try scanner.word("a time such as 2024-05-01T12:00:00Z")
        guard let timestamp = Timestamp(text) else {
            throw scanner.error(at: start, "'\(text)' is no RFC 3339 date-time such as 2024-05-01T12:00:00Z")
        }
        return timestamp
    }

    mutating func number() throws(DefinitionTextError) -> UInt32 {
        let (text, start) = try scanner.word("a number")
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt32(text) else {
            throw scanner.error(at: start, "'\(text)' is no number of 0 to \(UInt32.max)")
        }
        return number
    }

    mutating func closed<Value: ClosedSet>(_: Value.Type) throws(DefinitionTextError) -> Value {
        let (text, start) = try scanner.word(Value.setName)
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw scanner.error(at: start, "\(Value.setName) is one of \(known)")
        }
        return value
    }

    mutating func bool() throws(DefinitionTextError) -> Bool {
        let (text, start) = try scanner.word("true or false")
        guard let bool = Bool(text) else { throw scanner.error(at: start, "expected true or false") }
        return bool
    }

    mutating func identifier() throws(DefinitionTextError) -> Identifier {
        let (text, start) = try scanner.word("an identifier of 32 hexadecimal digits")
        guard let identifier = Identifier(hex: text) else {
            throw scanner.error(at: start, "an identifier has 32 hexadecimal digits")
        }
        return identifier
    }

    mutating func label() throws(DefinitionTextError) -> Label {
        let (text, start) = try scanner.quoted()
        var writer = CBORWriter()
        writer.writeText(text)
        guard let label = try? Label(decoding: writer.bytes) else {
            throw scanner.error(at: start, "a label has 1 to 256 bytes")
        }
        return label
    }

    mutating func range<Bound: OperandValue, Range>(
        _ what: StaticString, _ rule: String, _ make: (Bound, Bound) -> Range?
    ) throws(DefinitionTextError) -> Range {
        _ = scanner.isAtEnd()
        let start = scanner.position
        try scanner.expect("[")
        let low = try Bound.read(from: &self)
        try scanner.expect(",")
        let high = try Bound.read(from: &self)
        try scanner.expect("]")
        guard let range = make(low, high) else { throw scanner.error(at: start, rule) }
        return range
    }

    mutating func list<Member: OperandValue>(of _: Member.Type) throws(DefinitionTextError) -> [Member] {
        _ = scanner.isAtEnd()
        let start = scanner.position
        let members = try list("[", "]") { (parser) throws(DefinitionTextError) in
            try Member.read(from: &parser)
        }
        guard members.count <= ConditionLimits.members else {
            throw scanner.error(at: start, ConditionLimits.tooManyMembers)
        }
        return members
    }
}
