// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleConvergence
import CapsuleCRDT
import CapsuleDocuments

@testable import CapsuleSmartAlbums

extension Choices {
    /// The bytes of a definition, valid but for what depth, counts and order of ranges choices give it.
    mutating func definition() -> [UInt8] {
        var name = CBORMap()
        name.put("by", encoded: identifier().encoded)
        name.put("ts", encoded: stampTime().encoded)
        name.put("value") { $0.writeText("n") }
        var map = CBORMap()
        map.put("display_name", encoded: name.encoded)
        map.put("predicate", encoded: condition(levels: 4))
        map.put("predicate_schema", encoded: [1])
        map.put("smart_album_id", encoded: identifier().encoded)
        if bool() {
            let sort = AlbumSort(by: closed(), closed())
            map.put("sort", encoded: sort.encoded)
        }
        if chance(8) { map.put("later", encoded: canonicalCBOR(levels: 1)) }
        return map.encoded
    }

    private mutating func condition(levels: Int) -> [UInt8] {
        var map = CBORMap()
        switch below(levels > 1 ? 6 : 1) {
        case 3: map.put("not", encoded: condition(levels: levels - 1))
        case 4, 5:
            let count = below(4)
            let name = bool() ? "all" : "any"
            var writer = CBORWriter()
            writer.writeArrayHead(count)
            for _ in 0..<count { writer.append(raw: condition(levels: levels - 1).span) }
            map.put(name, encoded: writer.bytes)
        default: map.put("term", encoded: term())
        }
        return map.encoded
    }

    /// A term over any field with any of its operators.
    private mutating func term() -> [UInt8] {
        let field = element(of: FieldName.allCases)
        let name = element(of: field.operators).name
        var operands = ChosenOperands(choices: self)
        let slot = ModelSlot(modelID: "m", modelVersion: "1")
        // What cannot be made of the bounds of a range was written all the same.
        _ = try? Term.read(field, name, slot, from: &operands)
        self = operands.choices
        var map = CBORMap()
        map.put("field") { $0.writeText(field.rawValue) }
        map.put("op") { $0.writeText(name) }
        map.put("operand", encoded: operands.encoded)
        if field.hasSlot {
            let (model, version) = (element(of: ["m", "n"]), element(of: ["1", "2"]))
            map.put("model_id") { $0.writeText(model) }
            map.put("model_version") { $0.writeText(version) }
        }
        return map.encoded
    }
}

/// Operands of choices, which keeps the bytes of what it gives.
private struct ChosenOperands: OperandSource {
    struct NoRange: Error {}
    typealias Failure = NoRange

    var choices: Choices
    private(set) var encoded: [UInt8] = []

    init(choices: Choices) {
        self.choices = choices
    }

    private mutating func keep<Value: OperandValue>(_ value: Value) -> Value {
        var writer = CBORWriter()
        value.write(to: &writer)
        encoded += writer.bytes
        return value
    }

    mutating func timestamp() -> Timestamp { keep(choices.timestamp()) }
    mutating func number() -> UInt32 { keep(choices.element(of: [0, 1, 3, 5, 3_000, 4_000, UInt32.max])) }
    mutating func bool() -> Bool { keep(choices.bool()) }
    mutating func label() -> Label { keep(choices.label()) }
    mutating func identifier() -> Identifier { keep(choices.identifier()) }

    mutating func closed<Value: ClosedSet>(_: Value.Type) -> Value {
        let value: Value = choices.closed()
        encoded += value.encoded
        return value
    }

    mutating func range<Bound: OperandValue, Range>(
        _: StaticString, _: String, _ make: (Bound, Bound) -> Range?
    ) throws(NoRange) -> Range {
        encoded.append(0x82)
        let bounds = (try Bound.read(from: &self), try Bound.read(from: &self))
        guard let range = make(bounds.0, bounds.1) else { throw NoRange() }
        return range
    }

    mutating func list<Member: OperandValue>(of _: Member.Type) throws(NoRange) -> [Member] {
        let count = choices.below(4)
        encoded.append(0x80 | UInt8(count))
        var members: [Member] = []
        for _ in 0..<count { members.append(try Member.read(from: &self)) }
        return members
    }
}
