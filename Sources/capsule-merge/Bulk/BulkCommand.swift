// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Tool {
    static let jobsOption = OptionDescription.value(
        "jobs", letter: "j", valueName: "N", help: "In bulk: how many cores to use; all when not given.")
    static let setAsideOption = OptionDescription.value(
        "set-aside", valueName: "FILE", file: .writes(.setAside),
        help: "In bulk: write documents that are refused to this sequence, as they are, and go on.")

    static let bulk = Command(
        description: CommandDescription(
            "bulk", summary: "Merges whole libraries of documents, on all cores, in bounded memory.",
            details: """
                Each INPUT is a CBOR sequence of documents sorted by id (RFC 8742), a folder
                with a document in each file, or '-'; where kinds share an id, album comes
                before asset, settings and stack. OUT is a sorted sequence in which each
                document stands once; it is the same whatever the number of cores. With --lines
                the inputs and the output are text lines 'ID TAB HEX', sorted or not, and
                neighbours with one id are joined: a combiner for sort, map-reduce and the
                like.
                """,
            operands: [
                OperandDescription(
                    "INPUT", count: OperandDescription.atLeast(1), file: .reads(.document),
                    help: "What to merge.")
            ],
            options: [
                jobsOption, setAsideOption,
                .flag("lines", help: "Text lines in and out; one core."),
                .flag("to-lines", help: "Write documents as text lines, nothing merged."),
                .flag("quiet", letter: "q", help: "Do not report."),
            ] + Outputs.options(.document))
    ) { arguments throws(ToolError) in try mergeInBulk(arguments) }

    /// Merges what the operands name into one sorted sequence; also `merge --bulk`.
    static func mergeInBulk(_ arguments: Arguments) throws(ToolError) {
        try refuseUnusedOptions(arguments)
        if arguments.has("lines") {
            guard arguments.operands == ["-"] else {
                throw arguments.usage("--lines reads standard input: name it '-'")
            }
            return try BulkLines.merge()
        }
        guard arguments.operands.count(where: { $0 == "-" }) <= 1 else {
            throw arguments.standardInputTwice
        }
        var sources: [any BulkSource] = []
        for path in arguments.operands {
            sources.append(
                path != "-" && Folder.isFolder(path) ? try FolderSource(path) : try SequenceSource(path))
        }
        if arguments.has("to-lines") { return try BulkLines.write(sources) }
        let path = try Outputs.required(arguments)
        guard arguments.value("set-aside") != path else {
            throw arguments.usage("--set-aside and --output name the same file, '\(path)'")
        }
        var merge = BulkMerge(
            sources, jobs: try jobs(arguments), setsAside: arguments.has("set-aside"))
        do {
            try AtomicOutput.stream(to: path, options: Outputs.writing(arguments)) { output in
                guard let aside = arguments.value("set-aside") else {
                    return try merge.run { bytes, _ throws(ToolError) in
                        try writing { () throws(OutputError) in try output.write(bytes) }
                    }
                }
                try AtomicOutput.stream(to: aside, options: Outputs.writing(arguments)) { setAside in
                    try merge.run { bytes, refused throws(ToolError) in
                        try writing { () throws(OutputError) in try output.write(bytes) }
                        try writing { () throws(OutputError) in try setAside.write(refused) }
                    }
                }
            }
        } catch let error as ToolError {
            throw error
        } catch let error as OutputError {
            throw .output(error)
        } catch {
            throw .message("\(error)")
        }
        guard !arguments.has("quiet") else { return }
        var report = "merged \(merge.documents) documents into \(merge.joined)"
        if merge.refused > 0 { report += ", set aside \(merge.refused) groups" }
        try Screen.show(report + "\n", on: Outputs.reportStream(besides: path))
    }

    /// Refuses options that would be passed over in silence.
    private static func refuseUnusedOptions(_ arguments: Arguments) throws(ToolError) {
        let (mode, unused) =
            if arguments.has("lines") {
                ("lines", ["to-lines", "output", "set-aside"])
            } else if arguments.has("to-lines") {
                ("to-lines", ["output", "set-aside"])
            } else {
                ("bulk", ["kind", "hex", "json"])
            }
        if let option = unused.first(where: arguments.has) {
            throw arguments.usage("--\(option) does not go with --\(mode)")
        }
    }

    private static func writing(_ body: () throws(OutputError) -> Void) throws(ToolError) {
        do throws(OutputError) { try body() } catch { throw .output(error) }
    }

    private static func jobs(_ arguments: Arguments) throws(ToolError) -> Int {
        guard let text = arguments.value("jobs") else {
            return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        }
        guard let jobs = Decimal.whole(text), (1...1_024).contains(jobs) else {
            throw arguments.usage("--jobs takes a number from 1 to 1024, '\(text)' is none")
        }
        return jobs
    }
}
