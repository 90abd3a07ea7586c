// SPDX-License-Identifier: Apache-2.0

/// Gives documents in ascending order, run by run.
protocol BulkSource: Sendable {
    /// Finds documents, until about so many bytes of them are found and not taken, or to the end.
    mutating func find(_ size: Int) throws(ToolError)

    /// Whether every document is found.
    var isAtEnd: Bool { get }

    /// The key of the last document that is found; nil when all of them are taken.
    var lastKey: BulkKey? { get }

    /// Takes the documents that are found and come before a key; all of them for nil.
    mutating func take(before bound: BulkKey?) -> any BulkRun

    /// How many bytes are done and how many there are in all, nil where that is not known.
    var progress: (done: Int, total: Int?) { get }
}

/// Neighbouring documents of one source in ascending order, not yet looked into.
///
/// Costs nothing to pass on: copying or reading the documents is left to whoever joins them.
protocol BulkRun: Sendable {
    var count: Int { get }

    func key(of index: Int) -> BulkKey

    /// Whether the key is the document's own; else it has none, and came under that of its place.
    func hasKey(_ index: Int) -> Bool

    func bytes(of index: Int) throws(ToolError) -> [UInt8]

    /// Where a document was found, for messages.
    func place(of index: Int) -> String
}
