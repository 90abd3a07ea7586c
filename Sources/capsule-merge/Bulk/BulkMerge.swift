// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Merges whole libraries: sorted sequences or folders of documents into one sorted sequence.
struct BulkMerge {
    private let input: BulkInput
    private let jobs: Int
    private let rules: BulkRules
    private(set) var documents = 0
    private(set) var joined = 0
    /// Documents, and what else lies in folders, each refused on its own.
    private(set) var refused: Notes
    private(set) var leftOut = Notes()
    private(set) var losses = Losses()

    /// - Parameter refused: what the sources refused already.
    init(_ sources: [any BulkSource], jobs: Int, _ rules: BulkRules, refused: Notes) {
        input = BulkInput(sources)
        self.jobs = jobs
        self.rules = rules
        self.refused = refused
    }

    /// Merges everything, giving the output piece by piece.
    ///
    /// When something is refused and not set aside, the rest is still looked through, so that one run names
    /// everything; then the run ends.
    mutating func run(
        output: (_ bytes: [UInt8], _ setAside: [UInt8]) throws(ToolError) -> Void
    ) throws(ToolError) {
        var progress = TerminalProgress("bytes merged")
        defer { progress.finish() }
        // Started while signals are held back, so that none is delivered to a thread that does not mask them yet.
        let workers = BulkWorkers(input, count: jobs, rules)
        defer { workers.stop() }
        var index = 0
        // An input may keep everyone waiting. Writing nothing is how an interruption is seen meanwhile.
        while let batch = try workers.result(index, waiting: { () throws(ToolError) in try output([], []) }) {
            index += 1
            documents += batch.documents
            joined += batch.joined
            refused.add(batch.refused)
            leftOut.add(batch.leftOut)
            losses.add(batch.losses)
            if let failure = batch.failure { throw failure }
            try output(batch.output.bytes, batch.setAside)
            progress.update(done: batch.progress.done, total: batch.progress.total)
        }
        guard refused.count == 0 || rules.setsAside else { throw .reported }
    }
}
