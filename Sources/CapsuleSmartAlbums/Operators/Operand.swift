// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleCRDT
import CapsuleDocuments

/// What an operator compares a field with.
enum Operand<Value: OperandValue> {
    case one(Value)
    case range(Value, Value)
    case list([Value])

    func write(to writer: inout CBORWriter) {
        switch self {
        case .one(let value): value.write(to: &writer)
        case .range(let low, let high):
            writer.writeArrayHead(2)
            low.write(to: &writer)
            high.write(to: &writer)
        case .list(let values):
            writer.writeArrayHead(values.count)
            for value in values { value.write(to: &writer) }
        }
    }

    /// The operand as the text form has it.
    var text: String {
        switch self {
        case .one(let value): value.operandText
        case .range(let low, let high): "[\(low.operandText), \(high.operandText)]"
        case .list(let values): "[\(values.map(\.operandText).joined(separator: ", "))]"
        }
    }

    /// How many members the operand has, where it is an array of them.
    var memberCount: Int {
        switch self {
        case .one, .range: 0
        case .list(let values): values.count
        }
    }
}

/// What operands are read from: the bytes of a definition, or its text form.
protocol OperandSource: ~Escapable {
    associatedtype Failure: Error

    mutating func timestamp() throws(Failure) -> Timestamp
    mutating func number() throws(Failure) -> UInt32
    mutating func bool() throws(Failure) -> Bool
    mutating func closed<Value: ClosedSet>(_: Value.Type) throws(Failure) -> Value
    mutating func label() throws(Failure) -> Label
    mutating func identifier() throws(Failure) -> Identifier

    /// Reads two bounds and makes a range of them.
    ///
    /// - Parameters:
    ///   - what: what the range is, such as "a range of times".
    ///   - rule: the sentence that says which bounds make one.
    ///   - make: gives nil for bounds that make none.
    mutating func range<Bound: OperandValue, Range>(
        _ what: StaticString, _ rule: String, _ make: (Bound, Bound) -> Range?
    ) throws(Failure) -> Range

    /// Reads an array of at most as many members as `ConditionLimits` allows.
    mutating func list<Member: OperandValue>(of _: Member.Type) throws(Failure) -> [Member]
}

/// A value that operands are made of.
protocol OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        from source: inout Source
    ) throws(Source.Failure) -> Self

    func write(to writer: inout CBORWriter)

    /// The value as the text form has it.
    var operandText: String { get }
}

extension OperandValue where Self: ClosedSet {
    static func read<Source: OperandSource & ~Escapable>(
        from source: inout Source
    ) throws(Source.Failure) -> Self { try source.closed(Self.self) }

    var operandText: String { rawValue }
}

extension ContentType: OperandValue {}
extension MediaKind: OperandValue {}
extension GPSDatum: OperandValue {}
extension StackType: OperandValue {}
extension Cull: OperandValue {}

extension Timestamp: OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        from source: inout Source
    ) throws(Source.Failure) -> Timestamp { try source.timestamp() }

    var operandText: String { description }
}

extension UInt32: OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        from source: inout Source
    ) throws(Source.Failure) -> UInt32 { try source.number() }

    func write(to writer: inout CBORWriter) { writer.writeUnsigned(UInt64(self)) }

    var operandText: String { String(self) }
}

extension Bool: OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        from source: inout Source
    ) throws(Source.Failure) -> Bool { try source.bool() }

    var operandText: String { String(self) }
}

extension Label: OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        from source: inout Source
    ) throws(Source.Failure) -> Label { try source.label() }

    var operandText: String { DefinitionText.quoted(utf8) }
}

extension Identifier: OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        from source: inout Source
    ) throws(Source.Failure) -> Identifier { try source.identifier() }

    var operandText: String { description }
}
