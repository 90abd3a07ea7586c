// SPDX-License-Identifier: Apache-2.0

/// A law of join-semilattices, or of the edits and deliveries that live on one.
public enum Law: String, CaseIterable, Hashable, Sendable {
    /// `a.joined(with: b) == b.joined(with: a)`, or both refuse.
    case commutative
    /// `a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c))`, where nothing refuses.
    case associative
    /// `a.joined(with: a) == a`.
    case idempotent
    /// A state, and a join, encodes to bytes that decode to it and encode again to the same bytes.
    case closed
    /// A join that throws leaves its receiver as it was.
    case unchangedWhenRefused
    /// An edit moves a state up: the join of the states before and after it is the one after.
    case inflating
    /// Joining an edit's delta to the state before it gives the state after it.
    case deltaIsTheEdit
    /// Replicas that have received the same edits, in any order and any number of times, are equal.
    case convergent
}
