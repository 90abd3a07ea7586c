// SPDX-License-Identifier: Apache-2.0

public import CapsuleDocuments

/// A question about a value of a closed set.
public enum ChoiceTest<Value: ClosedSet>: Hashable, Sendable {
    /// It is the value.
    case eq(Value)
    /// It is one of the values.
    case isIn([Value])
}

enum ChoiceOperator: String, OperatorName {
    case eq
    case isIn = "in"

    var symbol: String {
        switch self {
        case .eq: "="
        case .isIn: rawValue
        }
    }
}

extension ChoiceTest: FieldTest where Value: OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        _ name: ChoiceOperator, from source: inout Source
    ) throws(Source.Failure) -> ChoiceTest {
        switch name {
        case .eq: .eq(try Value.read(from: &source))
        case .isIn: .isIn(try source.list(of: Value.self))
        }
    }

    var operatorName: ChoiceOperator {
        switch self {
        case .eq: .eq
        case .isIn: .isIn
        }
    }

    var operand: Operand<Value> {
        switch self {
        case .eq(let value): .one(value)
        case .isIn(let values): .list(values)
        }
    }
}

extension ChoiceTest {
    /// The plan of the test, given that of having one of some values.
    func plan(_ match: ([Value]) -> Plan) -> Plan {
        switch self {
        case .eq(let value): match([value])
        case .isIn(let values): match(values)
        }
    }
}

/// What can be asked about a value of a closed set.
public struct ChoiceConditions<Value: ClosedSet>: Sendable {
    let term: @Sendable (ChoiceTest<Value>) -> Term

    /// It is the value.
    public func eq(_ value: Value) -> Condition { .term(term(.eq(value))) }
    /// It is one of at most 64 values.
    public func isIn(_ values: [Value]) -> Condition { .term(term(.isIn(values))) }
}
