// SPDX-License-Identifier: Apache-2.0

/// A state that can be joined with others of its kind until all replicas hold the same.
///
/// A conforming type keeps these laws for all states `a`, `b` and `c` that may be joined, and keeps them
/// on the canonical bytes of the states, since equal states have equal bytes:
///
/// - commutative: `a.joined(with: b) == b.joined(with: a)`
/// - associative: `a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c))`
/// - idempotent: `a.joined(with: a) == a`
/// - closed: the join of valid states is valid: its encoding decodes to itself.
///
/// A join is a pure function of the two states. It reads no clock, draws no identifier, moves no stamp,
/// and does not know in which order states arrived or who holds them.
public protocol JoinSemilattice: Equatable, Sendable {
    /// Why two states cannot be joined; `Never` where any two can.
    associatedtype JoinFailure: Error = Never

    /// Takes in another state. When it throws, this state is as it was.
    mutating func join(_ other: Self) throws(JoinFailure)
}

extension JoinSemilattice {
    /// The join of two states, leaving both as they are.
    public func joined(with other: Self) throws(JoinFailure) -> Self {
        var copy = self
        try copy.join(other)
        return copy
    }
}
