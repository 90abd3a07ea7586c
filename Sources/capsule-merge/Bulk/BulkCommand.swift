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
    /// What `merge` takes as well, for its form with --bulk.
    static let bulkOptions: [OptionDescription] = [
        .value(
            "jobs", letter: "j", valueName: "N", help: "In bulk: how many cores to use; all by default."),
        .value(
            "set-aside", valueName: "FILE", file: .writes(.setAside),
            help: "In bulk: write refused documents to this new file, a sequence, and merge the rest."),
        .flag(
            "allow-refused", help: "In bulk: exit with 0 if everything that was refused was set aside."),
    ]

    static let bulk = Command(
        description: CommandDescription(
            "bulk", summary: "Merges whole libraries of documents, on all cores, in bounded memory.",
            details: """
                Each INPUT is a CBOR sequence of documents sorted by id (RFC 8742), a folder
                with one document in each file, or '-'; where kinds share an id, album comes
                before asset, settings and stack. OUT is a sorted sequence that contains each
                document once; it does not depend on the order of the inputs or the number of
                cores.

                \(Folder.help)

                Each document is handled independently. If one is refused (broken, newer,
                stamped later than the horizon), it is named and nothing is written, unless
                --set-aside names a new file for it: then all others are merged, including
                other states of the same document, and the exit code is 1, or 0 with
                --allow-refused. That file contains the documents as they arrived; anything
                that is not a single CBOR item is wrapped in a byte string. If a file or folder
                cannot be read, the run ends and nothing is written.

                With --lines the inputs and the output are text lines 'ID TAB HEX', sorted or
                not, and adjacent lines with the same id are joined: a combiner for sort,
                map-reduce and the like.
                """,
            operands: [
                OperandDescription(
                    "INPUT", count: OperandDescription.atLeast(1), file: .reads(.document),
                    help: "What to merge.")
            ],
            options: Outputs.options(.document) + bulkOptions + Horizon.options + [
                .flag("lines", help: "Text lines in and out; one core."),
                .flag("to-lines", help: "Write documents as text lines, nothing merged."),
                .flag("quiet", letter: "q", help: "Report only what is refused or lost."),
            ])
    ) { arguments throws(ToolError) in try mergeInBulk(arguments) }

    /// Merges what the operands name into one sorted sequence; also `merge --bulk`.
    static func mergeInBulk(_ arguments: Arguments) throws(ToolError) {
        try refuseUnusedOptions(arguments)
        if arguments.has("lines") {
            guard arguments.operands == ["-"] else {
                throw arguments.usage("--lines reads standard input: name it '-'")
            }
            return try BulkLines.merge(try Horizon(arguments))
        }
        if arguments.has("to-lines") { return try BulkLines.write(try BulkInputs(arguments)) }
        let files = try BulkFiles(arguments)
        let rules = BulkRules(setsAside: files.setAside != nil, horizon: try Horizon(arguments))
        let jobs = try jobs(arguments)
        let inputs = try BulkInputs(arguments)
        try files.check(against: inputs, arguments)
        var merge = BulkMerge(inputs.sources, jobs: jobs, rules, refused: inputs.refused)
        do throws(ToolError) {
            try files.write { output throws(ToolError) in
                try merge.run(output: output)
                try files.refuseEmptying(merge.joined, arguments)
            }
        } catch {
            merge.refused.report()
            if merge.refused.count > 1 {
                Screen.report("capsule-merge: \(merge.refused.count) refused, nothing is written\n")
            }
            throw error
        }
        try report(merge, inputs, rules, arguments, to: files.reportStream)
        // What is refused and lies in no output is not what --allow-refused means.
        let isAllowed = arguments.has("allow-refused") && inputs.refused.count == 0
        if merge.refused.count > 0, !isAllowed { throw .reported }
    }

    private static func report(
        _ merge: BulkMerge, _ inputs: BulkInputs, _ rules: BulkRules, _ arguments: Arguments,
        to stream: StandardStream
    ) throws(ToolError) {
        for notes in [merge.refused, merge.leftOut, merge.losses.doubled, merge.losses.dropped] {
            notes.report()
        }
        guard !arguments.has("quiet") else { return }
        var report = "merged \(merge.documents) documents into \(merge.joined)"
        if merge.refused.count > 0 { report += ", refused \(merge.refused.count)" }
        if merge.leftOut.count > 0, let last = rules.horizon.last {
            report += ", left out \(merge.leftOut.count) writes stamped later than \(last)"
        }
        if merge.losses.doubled.count > 0 {
            report += ", lost \(merge.losses.doubled.count) elements of doubled add-ids"
        }
        if merge.losses.dropped.count > 0 {
            report += ", dropped values at \(merge.losses.dropped.count) places"
        }
        if inputs.passedOver > 0 {
            report += ", passed over \(inputs.passedOver) names that begin with a dot"
        }
        try Screen.show(report + "\n", on: stream)
    }

    /// Refuses options that would be passed over in silence.
    private static func refuseUnusedOptions(_ arguments: Arguments) throws(ToolError) {
        let horizon = Horizon.options.map(\.name)
        let bulk = bulkOptions.map(\.name)
        let (mode, unused) =
            if arguments.has("lines") {
                ("lines", ["to-lines", "output", "quiet", "force", "no-wait"] + bulk)
            } else if arguments.has("to-lines") {
                ("to-lines", ["output", "quiet", "force", "no-wait"] + bulk + horizon)
            } else {
                ("bulk", ["kind", "hex", "json"])
            }
        if let option = unused.first(where: arguments.has) {
            throw arguments.usage("--\(option) does not go with --\(mode)")
        }
        guard arguments.has("set-aside") || !arguments.has("allow-refused") else {
            throw arguments.usage("--allow-refused goes with --set-aside alone")
        }
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
