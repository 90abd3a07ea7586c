// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

/// The edit of a document where it is, under the writer that is kept for it.
struct WriterChoice {
    /// The edit as it is to be written: what its writer issues is kept already.
    private(set) var edited: EditedDocument
    /// What a person is told of the writer; nil where it is the one of before.
    private(set) var report: String?

    static let options: [OptionDescription] = [
        .value(
            "writer", valueName: "HEX", help: "Whose add-ids are used; else the one that is kept for FILE."),
        .flag("new-writer", help: "Generate a writer and keep it in place of the previous one."),
        .value(
            "state", valueName: "DIR",
            help: "Where writers are kept; else capsule-merge in XDG_STATE_HOME, or in ~/.local/state."),
    ]

    /// Chooses the writer of an edit that is made already, under one that was drawn or given.
    ///
    /// - Parameters:
    ///   - edited: the edit.
    ///   - state: the document before it.
    ///   - author: whose edit it is, by the writer drawn or given.
    ///   - isInPlace: whether the document is replaced where it is; nothing is kept for any other.
    ///   - remake: makes the edit under another writer.
    init(
        _ edited: EditedDocument, of state: DocumentState, by author: Author, isInPlace: Bool,
        _ arguments: Arguments, remake: (Author) throws(ToolError) -> EditedDocument
    ) throws(ToolError) {
        self.edited = edited
        let key = WriterKey(device: author.device, kind: state.kind, document: state.id)
        let isNew = arguments.has("new-writer")
        if arguments.value("writer") != nil {
            if isInPlace, edited.usesWriter { record(author.writer, key, state, arguments) }
            return
        }
        guard isInPlace else {
            // The file that was read would not show what a kept writer issued for another one.
            if edited.usesWriter { report = "new writer \(author.writer)" }
            return
        }
        guard edited.usesWriter || isNew else { return }
        let file: WriterState
        do throws(WriterState.Unusable) {
            file = try Self.file(key, arguments, isMade: true)
        } catch {
            reportNotKept(author.writer, error, arguments)
            return
        }
        let choice = isNew ? (kept: nil, retirement: nil) : file.writer(for: state)
        if var kept = choice.kept {
            let remade = try remake(Author(device: author.device, writer: kept.writer, now: author.now))
            kept.record(remade.document)
            do throws(WriterState.Unusable) {
                try file.keep(kept, options: Outputs.writing(arguments))
                self.edited = remade
            } catch {
                // What is kept stays true: the edit that was made under the writer drawn takes its place.
                reportNotKept(author.writer, error, arguments)
            }
            return
        }
        var drawn = KeptWriter(author.writer)
        drawn.record(edited.document)
        do throws(WriterState.Unusable) {
            try file.keep(drawn, options: Outputs.writing(arguments))
            report = "new writer \(author.writer)" + (choice.retirement.map { ": \($0)" } ?? "")
        } catch {
            reportNotKept(author.writer, error, arguments)
        }
    }

    /// Records what a writer that was given issues, where it is the one that is kept.
    private mutating func record(
        _ writer: Identifier, _ key: WriterKey, _ state: DocumentState, _ arguments: Arguments
    ) {
        do throws(WriterState.Unusable) {
            let file = try Self.file(key, arguments, isMade: false)
            guard var kept = file.keeps(writer) else { return }
            if kept.retirement(in: state) != nil {
                // It is used where it is not safe to: it is not gone on with from here.
                kept = KeptWriter(Self.drawn())
            } else {
                kept.record(edited.document)
            }
            try file.keep(kept, options: Outputs.writing(arguments))
        } catch {
            report = "what writer \(writer) issued is not recorded: \(error.reason)"
        }
    }

    private mutating func reportNotKept(
        _ writer: Identifier, _ error: WriterState.Unusable, _ arguments: Arguments
    ) {
        let text = "new writer \(writer), which is not kept: \(error.reason)"
        report = text
        // Who asked for it has to know that later edits may go on with the one of before.
        if arguments.has("new-writer"), arguments.has("quiet") { Screen.report("capsule-merge: \(text)\n") }
    }

    private static func file(
        _ key: WriterKey, _ arguments: Arguments, isMade: Bool
    ) throws(WriterState.Unusable) -> WriterState {
        guard let directory = arguments.value("state") ?? StateDirectory.path(of: "capsule-merge") else {
            throw WriterState.Unusable(
                reason: "neither XDG_STATE_HOME nor HOME is set; --state DIR names a place")
        }
        let path = WriterState.path(key, in: directory)
        // This process would wait for its own lock.
        if let delta = arguments.value("delta"), delta != "-",
            let identity = FileIdentity(path: delta), identity == FileIdentity(path: path)
        {
            throw WriterState.Unusable(reason: "\(Escaping.line(path)): the delta takes its place")
        }
        return try WriterState(key, in: directory, isMade: isMade, waits: !arguments.has("no-wait"))
    }

    static func drawn() -> Identifier {
        var generator = SystemRandomNumberGenerator()
        return Identifier(using: &generator)
    }
}
