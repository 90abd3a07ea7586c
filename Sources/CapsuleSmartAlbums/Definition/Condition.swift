// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// What an asset must be like to belong to a smart album: the predicate of SPEC section 12.
///
/// Built from `Field`, as in `.all([Field.rating.gte(3), .not(Field.hidden.is(true))])`. The limits of
/// depth and size are checked when a definition is made of it.
public indirect enum Condition: Hashable, Sendable {
    /// Every one holds; true when there is none.
    case all([Condition])
    /// At least one holds; false when there is none.
    case any([Condition])
    /// It does not hold.
    case not(Condition)
    /// One question about one field.
    case term(Term)
}

/// How large a condition may be (SPEC section 12); past it a definition is `invalid`.
public enum ConditionLimits {
    /// The deepest level of a term; a term alone is at depth 1.
    public static let depth = 8
    /// How many terms there may be.
    public static let terms = 64
    /// How many all, any, not and term together.
    public static let nodes = 256
    /// How many members an operand that is an array may have.
    public static let members = 64

    static let tooManyMembers = "an array of members has at most \(members)"
}

/// Counts the nodes of a condition while it is walked from outside in.
struct ConditionBudget {
    private var terms = 0
    private var nodes = 0

    /// Counts a node at a depth, and gives the sentence of the limit that it passes.
    mutating func count(depth: Int) -> String? {
        nodes += 1
        if depth > ConditionLimits.depth { return "a predicate is at most \(ConditionLimits.depth) deep" }
        return nodes <= ConditionLimits.nodes
            ? nil : "a predicate has at most \(ConditionLimits.nodes) all, any, not and term"
    }

    /// Counts that a node is a term, and gives the sentence of the limit that it passes.
    mutating func countTerm() -> String? {
        terms += 1
        return terms <= ConditionLimits.terms
            ? nil : "a predicate has at most \(ConditionLimits.terms) terms"
    }
}

extension Condition {
    /// Holds a condition that was built to the limits of SPEC section 12.
    func checkLimits(at path: String) throws(SmartAlbumError) {
        var budget = ConditionBudget()
        try checkLimits(at: path, depth: 1, &budget)
    }

    private func checkLimits(
        at path: String, depth: Int, _ budget: inout ConditionBudget
    ) throws(SmartAlbumError) {
        if let reason = budget.count(depth: depth) { throw SmartAlbumError(.invalid, at: path, reason) }
        switch self {
        case .all(let children), .any(let children):
            let name = if case .all = self { "all" } else { "any" }
            for (index, child) in children.enumerated() {
                try child.checkLimits(at: "\(path).\(name)[\(index)]", depth: depth + 1, &budget)
            }
        case .not(let child):
            try child.checkLimits(at: "\(path).not", depth: depth + 1, &budget)
        case .term(let term):
            if let reason = budget.countTerm() { throw SmartAlbumError(.invalid, at: path, reason) }
            guard term.test.memberCount <= ConditionLimits.members else {
                throw SmartAlbumError(.invalid, at: "\(path).term.operand", ConditionLimits.tooManyMembers)
            }
        }
    }
}
