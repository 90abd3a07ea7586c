// SPDX-License-Identifier: Apache-2.0

/// A question about a set.
public enum SetTest<Member: Hashable & Sendable>: Hashable, Sendable {
    /// It has the member.
    case contains(Member)
    /// It has at least one of the members; false for none.
    case containsAny([Member])
    /// It has all of the members; true for none.
    case containsAll([Member])
}

enum SetOperator: String, OperatorName {
    case contains
    case containsAny = "contains_any"
    case containsAll = "contains_all"
}

extension SetTest: FieldTest where Member: OperandValue {
    static func read<Source: OperandSource & ~Escapable>(
        _ name: SetOperator, from source: inout Source
    ) throws(Source.Failure) -> SetTest {
        switch name {
        case .contains: .contains(try Member.read(from: &source))
        case .containsAny: .containsAny(try source.list(of: Member.self))
        case .containsAll: .containsAll(try source.list(of: Member.self))
        }
    }

    var operatorName: SetOperator {
        switch self {
        case .contains: .contains
        case .containsAny: .containsAny
        case .containsAll: .containsAll
        }
    }

    var operand: Operand<Member> {
        switch self {
        case .contains(let member): .one(member)
        case .containsAny(let members), .containsAll(let members): .list(members)
        }
    }
}

extension SetTest {
    /// The plan of the test, given that of having one of some members.
    func plan(_ anyOf: ([Member]) -> Plan) -> Plan {
        switch self {
        case .contains(let member): anyOf([member])
        case .containsAny(let members): members.isEmpty ? .nothing : anyOf(members)
        case .containsAll(let members): .all(members.map { anyOf([$0]) })
        }
    }
}

/// What can be asked about a set.
public struct SetConditions<Member: Hashable & Sendable>: Sendable {
    let term: @Sendable (SetTest<Member>) -> Term

    /// It has a member.
    public func contains(_ member: Member) -> Condition { .term(term(.contains(member))) }
    /// It has at least one of at most 64 members.
    public func containsAny(_ members: [Member]) -> Condition { .term(term(.containsAny(members))) }
    /// It has all of at most 64 members.
    public func containsAll(_ members: [Member]) -> Condition { .term(term(.containsAll(members))) }
}
