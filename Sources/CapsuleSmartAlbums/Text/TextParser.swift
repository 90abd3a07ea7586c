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
            throw scanner.error(at: scanner.position, "nothing more is wanted here")
        }
    }

    mutating func skipWord(_ word: String) -> Bool { scanner.skipWord(word) }

    mutating func sort() throws(DefinitionTextError) -> AlbumSort {
        AlbumSort(by: try value(AlbumSort.Key.self), try value(AlbumSort.Direction.self))
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
                throw scanner.error(at: scanner.position, "',' or '\(close)' is wanted here")
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
        let operatorName = try operatorName(of: field)
        switch field {
        case .captureTimestamp: return .time(.capture, try time(operatorName))
        case .importTimestamp: return .time(.import, try time(operatorName))
        case .rating: return .number(.rating, try number(operatorName))
        case .width: return .number(.width, try number(operatorName))
        case .height: return .number(.height, try number(operatorName))
        case .contentType: return .contentType(try choice(operatorName))
        case .mediaKind: return .mediaKind(try choice(operatorName))
        case .gpsDatum: return .datum(try choice(operatorName))
        case .cull: return .cull(try value(Cull.self))
        case .hidden: return .hidden(try bool())
        case .gps: return .place(exists: try bool())
        case .camera: return .camera(exists: try bool())
        case .tagsUser:
            return .labels(
                try set(operatorName) { (parser) throws(DefinitionTextError) in try parser.label() })
        case .stackType:
            return .stackType(
                try set(operatorName) { (parser) throws(DefinitionTextError) in
                    try parser.value(StackType.self)
                })
        case .albumID:
            return .album(
                try set(operatorName) { (parser) throws(DefinitionTextError) in try parser.identifier() })
        case .tagsAI, .peopleCluster:
            guard let slot else { throw scanner.error(at: start, "'\(name)' names its model") }
            return field == .tagsAI
                ? .aiTags(
                    try set(operatorName) { (parser) throws(DefinitionTextError) in try parser.label() }, slot
                )
                : .people(
                    try set(operatorName) { (parser) throws(DefinitionTextError) in try parser.identifier() },
                    slot)
        }
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

    private mutating func operatorName(of field: FieldName) throws(DefinitionTextError) -> OperatorName {
        let operators = field.operators
        let wanted = "an operator of \(field.rawValue) (\(operators.map(\.rawValue).joined(separator: ", ")))"
        var (found, start) = (OperatorName?.none, 0)
        _ = scanner.isAtEnd()
        start = scanner.position
        if scanner.skip(">=") {
            found = .gte
        } else if scanner.skip("<=") {
            found = .lte
        } else if scanner.skip("=") {
            found = .eq
        } else {
            found = OperatorName(rawValue: try scanner.word(wanted).text)
        }
        guard let found, operators.contains(found) else {
            throw scanner.error(at: start, "\(wanted) is wanted here")
        }
        return found
    }

    // MARK: Operands

    private mutating func time(_ name: OperatorName) throws(DefinitionTextError) -> TimeTest {
        switch name {
        case .before: return .before(try timestamp())
        case .after: return .after(try timestamp())
        default:
            let (start, bounds) = try pair { (parser) throws(DefinitionTextError) in try parser.timestamp() }
            guard let range = TimeRange(from: bounds.0, to: bounds.1) else {
                throw scanner.error(at: start, "a range of times ends later than it starts")
            }
            return .inRange(range)
        }
    }

    private mutating func timestamp() throws(DefinitionTextError) -> Timestamp {
        let (text, start) = try scanner.word("a time such as 2024-05-01T12:00:00Z")
        guard let timestamp = Timestamp(text) else {
            throw scanner.error(at: start, "'\(text)' is no RFC 3339 date-time such as 2024-05-01T12:00:00Z")
        }
        return timestamp
    }

    private mutating func number(_ name: OperatorName) throws(DefinitionTextError) -> NumberTest {
        switch name {
        case .eq: return .eq(try number())
        case .gte: return .gte(try number())
        case .lte: return .lte(try number())
        default:
            let (start, bounds) = try pair { (parser) throws(DefinitionTextError) in try parser.number() }
            guard bounds.0 <= bounds.1 else {
                throw scanner.error(at: start, "a range of numbers does not end before it starts")
            }
            return .inRange(bounds.0...bounds.1)
        }
    }

    private mutating func number() throws(DefinitionTextError) -> UInt32 {
        let (text, start) = try scanner.word("a number")
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt32(text) else {
            throw scanner.error(at: start, "'\(text)' is no number of 0 to \(UInt32.max)")
        }
        return number
    }

    private mutating func pair<Element>(
        _ element: (inout TextParser) throws(DefinitionTextError) -> Element
    ) throws(DefinitionTextError) -> (start: Int, bounds: (Element, Element)) {
        _ = scanner.isAtEnd()
        let start = scanner.position
        try scanner.expect("[")
        let first = try element(&self)
        try scanner.expect(",")
        let second = try element(&self)
        try scanner.expect("]")
        return (start, (first, second))
    }

    private mutating func choice<Value: ClosedSet>(
        _ name: OperatorName
    ) throws(DefinitionTextError) -> ChoiceTest<Value> {
        name == .eq
            ? .eq(try value(Value.self))
            : .isIn(try members { (parser) throws(DefinitionTextError) in try parser.value(Value.self) })
    }

    private mutating func set<Member>(
        _ name: OperatorName, _ member: (inout TextParser) throws(DefinitionTextError) -> Member
    ) throws(DefinitionTextError) -> SetTest<Member> {
        switch name {
        case .contains: .contains(try member(&self))
        case .containsAny: .containsAny(try members(member))
        default: .containsAll(try members(member))
        }
    }

    private mutating func members<Member>(
        _ member: (inout TextParser) throws(DefinitionTextError) -> Member
    ) throws(DefinitionTextError) -> [Member] {
        _ = scanner.isAtEnd()
        let start = scanner.position
        let members = try list("[", "]", member)
        guard members.count <= ConditionLimits.members else {
            throw scanner.error(at: start, Operand.tooManyMembers)
        }
        return members
    }

    private mutating func value<Value: ClosedSet>(_: Value.Type) throws(DefinitionTextError) -> Value {
        let (text, start) = try scanner.word(Value.setName)
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw scanner.error(at: start, "\(Value.setName) is one of \(known)")
        }
        return value
    }

    private mutating func bool() throws(DefinitionTextError) -> Bool {
        let (text, start) = try scanner.word("true or false")
        guard let bool = Bool(text) else { throw scanner.error(at: start, "true or false is wanted here") }
        return bool
    }

    private mutating func identifier() throws(DefinitionTextError) -> Identifier {
        let (text, start) = try scanner.word("an identifier of 32 hexadecimal digits")
        guard let identifier = Identifier(hex: text) else {
            throw scanner.error(at: start, "an identifier has 32 hexadecimal digits")
        }
        return identifier
    }

    private mutating func label() throws(DefinitionTextError) -> Label {
        let (text, start) = try scanner.quoted()
        var writer = CBORWriter()
        writer.writeText(text)
        guard let label = try? Label(decoding: writer.bytes) else {
            throw scanner.error(at: start, "a label has 1 to 256 bytes")
        }
        return label
    }
}
