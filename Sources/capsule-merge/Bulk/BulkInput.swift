// SPDX-License-Identifier: Apache-2.0

/// Cuts sorted sources into batches: all documents of a key are in one batch, in ascending order of keys.
///
/// This is the one part of a bulk merge that is done in turn, so it only finds where documents start and end.
struct BulkInput: Sendable {
    /// What each source has of a batch, in the order of the sources.
    struct Piece: Sendable {
        let runs: [any BulkRun]
        /// How many bytes of the sources are done, about, and how many there are in all, nil where that is not known.
        let progress: (done: Int, total: Int?)
    }

    /// How many bytes of a source go into a batch, about: many for few sources, fewer for many, so that
    /// batches have much the same size.
    private let pieceSize: Int
    private var sources: [any BulkSource]

    init(_ sources: [any BulkSource]) {
        self.sources = sources
        pieceSize = max(16 * 1024, 512 * 1024 / max(1, sources.count))
    }

    /// The documents of the next batch; nil after the last.
    mutating func next() throws(ToolError) -> Piece? {
        var size = pieceSize
        while true {
            for index in sources.indices { try sources[index].find(size) }
            // More documents of this key may follow, so none of it is taken yet.
            let bound = sources.lazy.filter { !$0.isAtEnd }.compactMap(\.lastKey).min()
            var runs: [any BulkRun] = []
            for index in sources.indices { runs.append(sources[index].take(before: bound)) }
            if runs.contains(where: { $0.count > 0 }) {
                return Piece(runs: runs, progress: progress)
            }
            guard bound != nil else { return nil }
            // What was found is all of one key: it takes a larger piece to see its end.
            size *= 2
        }
    }

    private var progress: (done: Int, total: Int?) {
        let all = sources.map(\.progress)
        let totals = all.compactMap(\.total)
        return (all.reduce(0) { $0 + $1.done }, totals.count == all.count ? totals.reduce(0, +) : nil)
    }
}
