// SPDX-License-Identifier: Apache-2.0

public import CapsuleCRDT

/// A question about a time; instants are compared, whatever the offset they are written in.
public enum TimeTest: Hashable, Sendable {
    /// Strictly before.
    case before(Timestamp)
    /// Strictly after.
    case after(Timestamp)
    /// From the start on and before the end.
    case inRange(TimeRange)
}

/// A time from a start, included, to a later end, not included.
public struct TimeRange: Hashable, Sendable {
    /// The first instant of it.
    public let start: Timestamp
    /// The first instant after it.
    public let end: Timestamp

    /// Takes the bounds, or gives nil when the end is not later than the start.
    public init?(from start: Timestamp, to end: Timestamp) {
        guard start.instant < end.instant else { return nil }
        self.start = start
        self.end = end
    }
}

extension TimeTest: FieldTest {
    enum Operator: String, OperatorName {
        case before, after
        case inRange = "in_range"
    }

    static func read<Source: OperandSource & ~Escapable>(
        _ name: Operator, from source: inout Source
    ) throws(Source.Failure) -> TimeTest {
        switch name {
        case .before: .before(try source.timestamp())
        case .after: .after(try source.timestamp())
        case .inRange:
            .inRange(
                try source.range("a range of times", "a range of times ends later than it starts") {
                    TimeRange(from: $0, to: $1)
                })
        }
    }

    var operatorName: Operator {
        switch self {
        case .before: .before
        case .after: .after
        case .inRange: .inRange
        }
    }

    var operand: Operand<Timestamp> {
        switch self {
        case .before(let time), .after(let time): .one(time)
        case .inRange(let range): .range(range.start, range.end)
        }
    }

    /// The plan of the test, given that of instants from one key on and before another.
    func plan(_ match: (_ from: InstantKey, _ to: InstantKey) -> Plan) -> Plan {
        switch self {
        case .before(let time): match(.earliest, InstantKey(time.instant))
        case .after(let time): match(InstantKey(time.instant).next, .absent)
        case .inRange(let range): match(InstantKey(range.start.instant), InstantKey(range.end.instant))
        }
    }
}

/// What can be asked about a time.
public struct TimeConditions: Sendable {
    let field: TimeField

    /// Strictly before a time.
    public func before(_ time: Timestamp) -> Condition { .term(.time(field, .before(time))) }
    /// Strictly after a time.
    public func after(_ time: Timestamp) -> Condition { .term(.time(field, .after(time))) }
    /// Within a time.
    public func inRange(_ range: TimeRange) -> Condition { .term(.time(field, .inRange(range))) }
}
