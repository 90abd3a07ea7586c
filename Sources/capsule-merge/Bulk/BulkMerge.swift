// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// Merges whole libraries: sorted sequences or folders of documents into one sorted sequence.
struct BulkMerge {
    private let input: BulkInput
    private let jobs: Int
    private let setsAside: Bool
    private(set) var documents = 0
    private(set) var joined = 0
    private(set) var refused = 0

    init(_ sources: [any BulkSource], jobs: Int, setsAside: Bool) {
        input = BulkInput(sources)
        self.jobs = jobs
        self.setsAside = setsAside
    }

    /// Merges everything, giving the output piece by piece.
    mutating func run(
        output: (_ bytes: [UInt8], _ setAside: [UInt8]) throws(ToolError) -> Void
    ) throws(ToolError) {
        var progress = TerminalProgress("bytes merged")
        defer { progress.finish() }
        // Started while signals are held back, so that none is delivered to a thread that does not mask them yet.
        let workers = BulkWorkers(input, count: jobs, setsAside: setsAside)
        defer { workers.stop() }
        var index = 0
        // An input may keep everyone waiting. Writing nothing is how an interruption is seen meanwhile.
        while let batch = try workers.result(index, waiting: { () throws(ToolError) in try output([], []) }) {
            index += 1
            if let failure = batch.failure { throw failure }
            documents += batch.documents
            joined += batch.joined
            refused += batch.refused
            try output(batch.output.bytes, batch.setAside)
            progress.update(done: batch.progress.done, total: batch.progress.total)
        }
    }
}
