// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// A question about the value of a field: an operator and its operand (SPEC section 12).
///
/// Each class of fields has one type that conforms, in the file of its name. All that an operator of the class is
/// stands in that file: its case, its name, how its operand is read, and which assets it selects.
protocol FieldTest {
    /// The operators of the class.
    associatedtype Operator: OperatorName
    /// What the operands are made of.
    associatedtype Value: OperandValue

    /// Reads the operand of an operator.
    static func read<Source: OperandSource & ~Escapable>(
        _ name: Operator, from source: inout Source
    ) throws(Source.Failure) -> Self

    var operatorName: Operator { get }
    var operand: Operand<Value> { get }
}

/// The operators of a class of fields by the names that a definition has for them, in the order of SPEC section 12.
protocol OperatorName: RawRepresentable<String>, CaseIterable {
    /// What the text form has for the name.
    var symbol: String { get }
}

extension OperatorName {
    var symbol: String { rawValue }
}

/// How an operator is spelled.
struct OperatorSpelling: Hashable {
    let name: String
    let symbol: String

    init(_ name: some OperatorName) {
        (self.name, symbol) = (name.rawValue, name.symbol)
    }
}

extension FieldTest {
    static var operators: [OperatorSpelling] { Operator.allCases.map { OperatorSpelling($0) } }

    var spelling: OperatorSpelling { OperatorSpelling(operatorName) }
    var memberCount: Int { operand.memberCount }

    /// Reads the operand of an operator by its name; nil when the class has no such operator.
    static func read<Source: OperandSource & ~Escapable>(
        named name: String, from source: inout Source
    ) throws(Source.Failure) -> Self? {
        guard let name = Operator(rawValue: name) else { return nil }
        return try read(name, from: &source)
    }
}
