// SPDX-License-Identifier: Apache-2.0

/// A question about a flag or a verdict, of which a term holds the value alone.
struct FlagTest<Value: OperandValue>: FieldTest {
    let value: Value

    typealias Operator = FlagOperator

    static func read<Source: OperandSource & ~Escapable>(
        _ name: FlagOperator, from source: inout Source
    ) throws(Source.Failure) -> FlagTest {
        switch name {
        case .is: FlagTest(value: try Value.read(from: &source))
        }
    }

    var operatorName: FlagOperator { .is }
    var operand: Operand<Value> { .one(value) }
}

enum FlagOperator: String, OperatorName {
    case `is`
}

/// What can be asked about a flag.
public struct FlagConditions<Value: Sendable>: Sendable {
    let term: @Sendable (Value) -> Term

    /// It has the value.
    public func `is`(_ value: Value) -> Condition { .term(term(value)) }
}
