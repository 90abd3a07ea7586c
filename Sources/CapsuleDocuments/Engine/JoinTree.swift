// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR

/// Joins values that come one by one as a balanced tree.
///
/// A join of n states one after the other copies the growing result n times; pairwise each state is copied
/// log n times. The join is associative, so the result is the same, byte for byte.
package struct JoinTree<Value> {
    /// Joined values with the logarithm of how many went into each, greatest first; log n of them.
    private var roots: [(rank: Int, value: Value)] = []

    /// A tree of nothing.
    package init() {}

    /// Takes in a value; when a join throws, the tree is as it was.
    package mutating func add<Failure: Error>(
        _ value: Value, joining join: (Value, Value) throws(Failure) -> Value
    ) throws(Failure) {
        var new = (rank: 0, value: value)
        var kept = roots.count
        while kept > 0, roots[kept - 1].rank == new.rank {
            new = (new.rank + 1, try join(roots[kept - 1].value, new.value))
            kept -= 1
        }
        roots.removeSubrange(kept...)
        roots.append(new)
    }

    /// The join of all; nil when there is nothing.
    package func joined<Failure: Error>(
        joining join: (Value, Value) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        guard var result = roots.last?.value else { return nil }
        for root in roots.dropLast().reversed() { result = try join(root.value, result) }
        return result
    }
}

extension DocumentState {
    /// The join of states of one document, and what it did that the result does not show.
    ///
    /// The size is held to the limit at the end alone: a state on the way may be larger than the result.
    ///
    /// - Throws: `mismatch`, `newer-schema`; `limit` when the result has more bytes than the limit.
    package static func joined(
        _ states: some Sequence<DocumentState>, limit: Int = CBORLimits.document
    ) throws(DocumentError) -> (state: DocumentState, report: JoinReport)? {
        var reports: [JoinReport] = []
        func join(_ left: DocumentState, _ right: DocumentState) throws(DocumentError) -> DocumentState {
            var report = JoinReport()
            let joined = try left.joined(with: right, limit: Int(Int32.max), report: &report)
            if !report.isEmpty { reports.append(report) }
            return joined
        }
        var tree = JoinTree<DocumentState>()
        for state in states { try tree.add(state, joining: join) }
        guard let state = try tree.joined(joining: join) else { return nil }
        guard state.bytes.count <= limit else {
            throw DocumentError(
                .limit, "the joined document would have \(state.bytes.count) bytes, more than \(limit)")
        }
        return (state, JoinReport(combining: reports))
    }
}
