// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let edit = Command(
        description: CommandDescription(
            "edit", summary: "Makes one edit as a device would, and writes the document and the delta.",
            details: """
                For example: capsule-merge edit album.cbor --device HEX add-label "Paris"

                The document is replaced in place unless -o names another file. The stamp is
                --now or one millisecond after the current value's, whichever is later. Commands
                that replace the same file wait for each other. An argument that begins with a
                dash and is not a number must follow '--'.

                A writer numbers the elements it adds. One is kept for each device and document,
                together with what it issued, and is reused if FILE contains all of that.
                Otherwise, as for an older copy, and with -o and '-', a new one is generated and
                printed. Each writer stays in the document permanently. Give --new-writer after
                restoring FILE and the kept state together, which no run can detect. Reuse a
                --writer only where nothing else uses it, such as on a copy of FILE, and never
                with -o.

                A value stamped more than a day after --now is not overwritten: the edit's stamp
                would be later still, and everyone else would drop it.

                A value that does not change is not written, unless --restamp gives it a new
                stamp, which overrides concurrent edits by others.

                Edits:
                \(editHelp)
                """,
            operands: [
                OperandDescription("FILE", file: .reads(.document), help: "A document."),
                OperandDescription("EDIT", help: "What to do, see above."),
                OperandDescription("ARGUMENT", count: 0...Int.max, help: "What the edit takes."),
            ],
            options: [
                .value("device", valueName: "HEX", help: "Who stamps the edit, 32 hexadecimal digits.")
            ] + WriterChoice.options + [
                .value(
                    "now", valueName: "TS",
                    help: "The time, RFC 3339, rounded down to a millisecond; else the clock is read."),
                .value(
                    "output", letter: "o", valueName: "OUT", file: .writes(.document),
                    help: "Write the document here instead."),
                .value(
                    "delta", valueName: "FILE", file: .writes(.delta),
                    help:
                        "Write the delta, which holds only the change; what FILE holds of the document stays in it."
                ),
                .flag("clear", help: "Take the value away instead of setting one."),
                .flag("remove", help: "With promote-ai-tag: dismiss the AI tag too."),
                .flag("restamp", help: "Write the value also when it stays as it is."),
                .flag("quiet", letter: "q", help: "Print nothing."),
                Inputs.kindOption, Inputs.hex, Outputs.force, Outputs.noWait, Horizon.leaveOutFuture,
                Horizon.noHorizon,
            ]),
        files: editedFiles
    ) { arguments throws(ToolError) in
        var inputs = try Inputs(arguments)
        let path = arguments.operands[0]
        let output = arguments.value("output") ?? path
        let edit = try named(arguments)
        guard !arguments.has("remove") || edit.name == "promote-ai-tag" else {
            throw arguments.usage("--remove belongs to promote-ai-tag")
        }
        guard !arguments.has("new-writer") || arguments.value("writer") == nil else {
            throw arguments.usage("--writer and --new-writer are two writers for one edit")
        }
        guard arguments.value("state") != "" else { throw arguments.usage("--state names a directory") }
        let author = try author(arguments)
        let horizon = try Horizon(arguments, now: author.now)
        let state = try horizon.edited(inputs.state(path), name: Inputs.name(path))
        let reader = inputs
        var texts = Array(arguments.operands.dropFirst(2))
        let newRegion = edit.name == "put-region" && texts.first == "new" ? WriterChoice.drawn() : nil
        if let newRegion { texts[0] = newRegion.description }
        let editArguments = try EditArguments(edit, texts, arguments) {
            (path, isHex) throws(ToolError) in
            // A copy knows whether standard input is taken; an edit reads one file at most.
            var inputs = reader
            return try inputs.bytes(path, isHex: isHex)
        }
        let unsent = try arguments.value("delta").flatMap { path throws(ToolError) in
            try UnsentDelta(path, of: state, arguments)
        }
        var edited = try EditedDocument(state, edit, editArguments, author, name: path)
        try horizon.check(edited.delta, name: Inputs.name(path))
        // The file that was read would not know what the writer issued, and its next edit would issue it again.
        let isInPlace = path != "-" && FileIdentity(path: output) == FileIdentity(path: path)
        guard isInPlace || !edited.usesWriter || !arguments.has("writer") else {
            throw arguments.usage(
                "a --writer that adds edits FILE where it is, without -o: two files that go on from one state "
                    + "would use its add-ids twice, and one label of two would be lost; without --writer one is drawn"
            )
        }
        // What is written to and not replaced shows nobody later what the writer issued.
        let isReplaced =
            isInPlace && FileIdentity(path: output)?.kind == .file && StandardStream(named: output) == nil
        let choice = try WriterChoice(edited, of: state, by: author, isInPlace: isReplaced, arguments) {
            (author) throws(ToolError) in
            try EditedDocument(state, edit, editArguments, author, name: path)
        }
        edited = choice.edited
        try Outputs.refuseLoss(edited.document.bytes, replacing: output, madeOf: [path], arguments)
        // The document has its name first: a delta alone would leave a writer's add-ids used and not remembered.
        if let delta = arguments.value("delta") {
            let bytes = try unsent?.joined(with: edited.delta) ?? edited.delta.bytes
            try Outputs.write(edited.document.bytes, to: output, with: bytes, to: delta, arguments)
        } else {
            try Outputs.write(edited.document.bytes, to: output, arguments)
        }
        guard !arguments.has("quiet") else { return }
        let fields = edited.changedFields.joined(separator: ", ")
        var report = fields.isEmpty ? "nothing to change" : "changed \(fields)"
        report = "\(Inputs.name(path)): \(report)\n"
        if let newRegion { report += "new region \(newRegion)\n" }
        if let writer = choice.report { report += "\(writer)\n" }
        try Screen.show(
            report,
            on: Outputs.reportStream(besides: output, arguments.value("delta"), preferring: .error))
    }

    /// The document is replaced where it is, unless the output is elsewhere; and an edit may read a file.
    private static func editedFiles(_ arguments: Arguments) -> [NamedFile] {
        var files: [NamedFile] = []
        if !arguments.has("output") { files.append(NamedFile(arguments.operands[0], .writes(.document))) }
        let texts = arguments.operands.dropFirst(2)
        if let edit = Edit.all.first(where: { $0.name == arguments.operands[1] }),
            let index = edit.fileArgument,
            let path = texts.dropFirst(index).first
        {
            files.append(NamedFile(path, .reads(.data)))
        }
        return files
    }

    private static func named(_ arguments: Arguments) throws(ToolError) -> Edit {
        let name = arguments.operands[1]
        if let edit = Edit.all.first(where: { $0.name == name }) { return edit }
        let names = Edit.all.map(\.name)
        let suggestion = nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        throw arguments.usage("there is no edit '\(name)'; \(suggestion ?? "see --help")")
    }

    private static func author(_ arguments: Arguments) throws(ToolError) -> Author {
        let device = try arguments.identifier(
            try arguments.required("device", "--device HEX, the device that edits (32 hexadecimal digits)"),
            "--device")
        let writer: Identifier
        if let text = arguments.value("writer") {
            writer = try arguments.identifier(text, "--writer")
        } else {
            writer = WriterChoice.drawn()
        }
        let now =
            if let text = arguments.value("now") { try arguments.stampTime(text, "--now") } else {
                try WallClock.now()
            }
        return Author(device: device, writer: writer, now: now)
    }

    private static var editHelp: String {
        Edit.all.map { edit in
            let forms = edit.usages.map { "  \(edit.name) \($0)\n" }.joined()
            return forms + "      " + edit.summary.wrapped(width: 72, indentation: "      ") + "\n"
        }.joined().trimmedAtEnd
    }
}

extension String {
    fileprivate func wrapped(width: Int, indentation: String) -> String {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return (lines + [line]).joined(separator: "\n" + indentation)
    }

    fileprivate var trimmedAtEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
