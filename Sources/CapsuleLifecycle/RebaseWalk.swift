// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT

/// The walk over own's records after the ancestor, with two states: what own's chain said at each record,
/// and what the redone chain says now.
struct RebaseWalk {
    private let pending: ArraySlice<AssetRecord>
    private let clocks: Clocks
    /// The window in force in the feed as it came, whatever is redone on it.
    private let feedWindow: Moment?
    private let feedRestores: Bool
    private let feedReplaces: Bool

    private var ownIsTrashed: Bool
    private var now: Trash
    private var stretch: Stretch?
    private var hasReplaced = false
    private(set) var steps: [Rebase.Step] = []

    /// Whether the redone chain is trashed now, and until when.
    private struct Trash {
        var isTrashed: Bool
        var window: Moment?
    }

    /// What own did from a first delete on: the step of that delete, and what `now` was before it.
    private struct Stretch {
        let begin: Int
        let before: Trash
    }

    init(own: AssetChain, feed: AssetChain, common: Int, clocks: Clocks) {
        pending = own.records[common...]
        self.clocks = clocks
        let news = feed.records[common...]
        feedWindow = feed.window
        feedRestores = news.contains { $0.action == .trashRestore }
        feedReplaces = news.contains { $0.action == .replace }
        ownIsTrashed = AssetChain.trashingIndex(own.records[..<common]) != nil
        now = Trash(isTrashed: feed.isTrashed, window: feed.window)
    }

    mutating func run() throws(LifecycleError) {
        let lastUpdate = pending.lastIndex { $0.action == .metadataUpdate }
        for (index, record) in zip(pending.indices, pending) {
            switch record.action {
            case .delete:
                if ownIsTrashed { deleteAgain(record) } else { try deleteFirst(record) }
                ownIsTrashed = true
            case .trashRestore:
                restore(record)
                ownIsTrashed = false
            case .metadataUpdate:
                if index == lastUpdate {
                    redo(record, "the last metadata update carries the joined document")
                } else {
                    drop(record, "a later metadata update carries the joined document")
                }
            case .derivativeAdd, .derivativeReplace:
                if feedReplaces && !hasReplaced {
                    drop(record, "the feed replaced the original that the derivative was made of")
                } else {
                    redo(record, "derivatives are redone")
                }
            case .replace:
                hasReplaced = true
                redo(record, "replacements are redone")
            case .create: break  // a chain's only create is its first record, which is no news
            }
        }
    }

    // MARK: Deletes

    private mutating func deleteFirst(_ record: AssetRecord) throws(LifecycleError) {
        stretch = Stretch(begin: steps.count, before: now)
        guard !now.isTrashed else {
            drop(record, "the feed deleted the asset, and its window stays")
            return
        }
        guard let end = record.window else {
            now = Trash(isTrashed: true, window: nil)
            redo(record, as: .delete(until: nil), "the delete is redone, without a window as before")
            return
        }
        let draft = try RecordDraft.delete(until: max(end, clocks.later.advanced(by: Clocks.shortestWindow)))
        now = Trash(isTrashed: true, window: draft.retentionUntil.flatMap { Moment($0) })
        redo(record, as: draft, "the delete is redone, with a window of at least 30 days from now")
    }

    private mutating func deleteAgain(_ record: AssetRecord) {
        guard now.isTrashed else {
            drop(record, "the delete whose window it changed was undone")
            return
        }
        guard let end = record.window else {
            drop(record, "it has no readable window")
            return
        }
        if let inForce = now.window, inForce <= end {
            drop(record, "the window in force is not later")
            return
        }
        now.window = end
        redo(record, as: .delete(until: record.retentionUntil), "its window ends before the one in force")
    }

    // MARK: Restores

    private mutating func restore(_ record: AssetRecord) {
        guard ownIsTrashed else {
            drop(record, "there was nothing to restore")
            return
        }
        guard let stretch else {
            restoreEarlier(record)
            return
        }
        dropDeletes(from: stretch.begin, "it was undone before it reached the server")
        drop(record, "what it undid is not redone")
        now = stretch.before
        self.stretch = nil
    }

    /// A restore of a delete that both chains have.
    private mutating func restoreEarlier(_ record: AssetRecord) {
        guard !feedRestores else {
            drop(record, "the feed restored the asset")
            return
        }
        if let feedWindow, feedWindow <= clocks.trusted {
            drop(record, "the window of the feed's delete is over")
            return
        }
        dropDeletes(from: 0, "the restore undoes it")
        redo(record, "the window of the feed's delete is open")
        now = Trash(isTrashed: false, window: nil)
    }

    private mutating func dropDeletes(from begin: Int, _ reason: String) {
        for index in steps.indices[begin...] where steps[index].redone?.action == .delete {
            steps[index] = Rebase.Step(digest: steps[index].digest, redone: nil, reason: reason)
        }
    }

    // MARK: Steps

    private mutating func redo(_ record: AssetRecord, as draft: RecordDraft? = nil, _ reason: String) {
        steps.append(
            Rebase.Step(digest: record.digest, redone: draft ?? RecordDraft(record.action), reason: reason))
    }

    private mutating func drop(_ record: AssetRecord, _ reason: String) {
        steps.append(Rebase.Step(digest: record.digest, redone: nil, reason: reason))
    }
}
