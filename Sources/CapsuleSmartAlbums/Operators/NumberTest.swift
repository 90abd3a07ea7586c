// SPDX-License-Identifier: Apache-2.0

/// A question about a number.
public enum NumberTest: Hashable, Sendable {
    /// Equal.
    case eq(UInt32)
    /// Greater or equal.
    case gte(UInt32)
    /// Less or equal.
    case lte(UInt32)
    /// Between two bounds, both included.
    case inRange(ClosedRange<UInt32>)
}

extension NumberTest: FieldTest {
    enum Operator: String, OperatorName {
        case eq, gte, lte
        case inRange = "in_range"

        var symbol: String {
            switch self {
            case .eq: "="
            case .gte: ">="
            case .lte: "<="
            case .inRange: rawValue
            }
        }
    }

    static func read<Source: OperandSource & ~Escapable>(
        _ name: Operator, from source: inout Source
    ) throws(Source.Failure) -> NumberTest {
        switch name {
        case .eq: .eq(try source.number())
        case .gte: .gte(try source.number())
        case .lte: .lte(try source.number())
        case .inRange:
            .inRange(
                try source.range("a range of numbers", "a range of numbers does not end before it starts") {
                    (low: UInt32, high: UInt32) in low <= high ? low...high : nil
                })
        }
    }

    var operatorName: Operator {
        switch self {
        case .eq: .eq
        case .gte: .gte
        case .lte: .lte
        case .inRange: .inRange
        }
    }

    var operand: Operand<UInt32> {
        switch self {
        case .eq(let number), .gte(let number), .lte(let number): .one(number)
        case .inRange(let range): .range(range.lowerBound, range.upperBound)
        }
    }

    /// The plan of the test, given that of the numbers in a range.
    func plan(_ match: (ClosedRange<UInt32>) -> Plan) -> Plan {
        switch self {
        case .eq(let number): match(number...number)
        case .gte(let number): match(number...UInt32.max)
        case .lte(let number): match(0...number)
        case .inRange(let range): match(range)
        }
    }
}

/// What can be asked about a number.
public struct NumberConditions: Sendable {
    let field: NumberField

    /// Equal to a number.
    public func eq(_ number: UInt32) -> Condition { .term(.number(field, .eq(number))) }
    /// At least a number.
    public func gte(_ number: UInt32) -> Condition { .term(.number(field, .gte(number))) }
    /// At most a number.
    public func lte(_ number: UInt32) -> Condition { .term(.number(field, .lte(number))) }
    /// Between two numbers, both included.
    public func inRange(_ range: ClosedRange<UInt32>) -> Condition {
        .term(.number(field, .inRange(range)))
    }
}
