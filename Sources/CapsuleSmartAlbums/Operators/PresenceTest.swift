// SPDX-License-Identifier: Apache-2.0

/// A question about something that may be absent, of which a term holds the answer alone.
struct PresenceTest: FieldTest {
    let exists: Bool

    enum Operator: String, OperatorName {
        case exists
    }

    static func read<Source: OperandSource & ~Escapable>(
        _ name: Operator, from source: inout Source
    ) throws(Source.Failure) -> PresenceTest {
        switch name {
        case .exists: PresenceTest(exists: try source.bool())
        }
    }

    var operatorName: Operator { .exists }
    var operand: Operand<Bool> { .one(exists) }
}

/// What can be asked about something that may be absent.
public struct PresenceConditions: Sendable {
    let term: @Sendable (Bool) -> Term

    /// It is there, or it is not.
    public func exists(_ exists: Bool = true) -> Condition { .term(term(exists)) }
}
