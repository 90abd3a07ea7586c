// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

/// Merges whole libraries: sorted sequences or folders of documents into one sorted sequence.
struct BulkMerge {
    /// How many bytes of documents are handed to a worker at once.
    private static let batchSize = 256 * 1024

    private var sources: [any BulkSource]
    private var heads: [BulkDocument?] = []
    private let jobs: Int
    private let setsAside: Bool
    private var progress = TerminalProgress("merged")
    private(set) var documents = 0
    private(set) var joined = 0
    private(set) var refused = 0

    init(_ sources: [any BulkSource], jobs: Int, setsAside: Bool) throws(ToolError) {
        self.sources = sources
        self.jobs = jobs
        self.setsAside = setsAside
        for index in self.sources.indices { heads.append(try self.sources[index].next()) }
    }

    /// Merges everything, giving the output piece by piece.
    mutating func run(
        output: (_ bytes: [UInt8], _ setAside: [UInt8]) throws(ToolError) -> Void
    ) throws(ToolError) {
        defer { progress.finish() }
        let workers = BulkWorkers(count: jobs, setsAside: setsAside)
        while let groups = try nextBatch() {
            for batch in workers.submit(groups) { try take(batch, output) }
        }
        for batch in workers.finish() { try take(batch, output) }
    }

    private mutating func take(
        _ batch: BulkBatch, _ output: (_ bytes: [UInt8], _ setAside: [UInt8]) throws(ToolError) -> Void
    ) throws(ToolError) {
        if let failure = batch.failure { throw .message(failure) }
        documents += batch.documents
        joined += batch.joined
        refused += batch.refused
        try output(batch.output, batch.setAside)
        let all = sources.map(\.progress)
        progress.update(done: all.map(\.done).reduce(0, +), total: all.map(\.total).reduce(0, +))
    }

    private mutating func nextBatch() throws(ToolError) -> [BulkGroup]? {
        var groups: [BulkGroup] = []
        var size = 0
        while size < Self.batchSize, let group = try nextGroup() {
            size += group.reduce(0) { $0 + $1.bytes.count }
            groups.append(group)
        }
        return groups.isEmpty ? nil : groups
    }

    /// All documents of the least key that is left.
    private mutating func nextGroup() throws(ToolError) -> BulkGroup? {
        guard let key = heads.compactMap({ $0?.key }).min() else { return nil }
        var group: BulkGroup = []
        for index in sources.indices {
            while let head = heads[index], head.key == key {
                group.append(head)
                heads[index] = try sources[index].next()
            }
        }
        return group
    }
}
