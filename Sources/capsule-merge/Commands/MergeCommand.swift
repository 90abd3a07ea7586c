// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let merge = Command(
        description: CommandDescription(
            "merge", summary: "Merges what several devices hold of one document.",
            details: """
                The result does not depend on the order of the files. What differed and which
                write won is printed on standard output, or on standard error if the document
                goes there (-o -). If any file is refused, nothing is written and OUT is left
                unchanged. OUT may be one of the files.

                A file with a stamp later than the horizon is refused, because that write would
                win forever. The horizon is a day after --accepted-at (default: now).
                """,
            operands: [
                OperandDescription(
                    "FILE", count: OperandDescription.atLeast(1), file: .reads(.document),
                    help: "A document; '-' once.")
            ],
            options: [
                Inputs.kindOption, Inputs.hex,
                .flag("json", help: "Report as one JSON object."),
                .flag("quiet", letter: "q", help: "Report only what is lost."),
                .flag("bulk", help: "Merge whole libraries instead, as the command bulk does."),
            ] + bulkOptions + Outputs.options(.document) + Horizon.options)
    ) { arguments throws(ToolError) in
        if arguments.has("bulk") { return try mergeInBulk(arguments) }
        if let option = bulkOptions.map(\.name).first(where: arguments.has) {
            throw arguments.usage("--\(option) goes with --bulk alone")
        }
        guard !(arguments.has("json") && arguments.has("quiet")) else {
            throw arguments.usage("--json and --quiet exclude each other")
        }
        var inputs = try Inputs(arguments)
        let output = try Outputs.required(arguments)
        let horizon = try Horizon(arguments)
        var states: [DocumentState] = []
        var refusals: [Horizon.Refusal] = []
        for path in arguments.operands {
            states.append(horizon.held(try inputs.state(path), name: Inputs.name(path), refusals: &refusals))
        }
        try horizon.check(refusals)
        try checkJoinable(states, arguments.operands)
        let what = arguments.operands.count == 1 ? arguments.operands[0] : "the files together"
        guard
            let (joined, report) = try refusing(
                what,
                { () throws(DocumentError) in
                    try DocumentState.joined(states)
                })
        else { return }
        try Outputs.refuseLoss(joined.bytes, replacing: output, madeOf: arguments.operands, arguments)
        try Outputs.write(joined.bytes, to: output, arguments)
        var losses = Losses()
        losses.add(report, of: BulkKey(id: joined.id, kind: joined.kind))
        // Two elements under one add-id are the one loss that no merge could avoid: it is never among others.
        losses.doubled.report()
        guard !arguments.has("quiet") else { return losses.dropped.report() }
        let explanation = try refusing(arguments.operands[0]) { () throws(DocumentError) in
            try JoinExplanation(of: states)
        }
        let stream = Outputs.reportStream(besides: output)
        let merged = MergedInputs(
            names: Inputs.names(arguments.operands), states: states, joined: joined,
            explanation: explanation)
        if arguments.has("json") {
            try Screen.show(merged.json(conflicts: report.conflicts), on: stream)
        } else {
            try Screen.show(merged.text(output: output), on: stream)
        }
    }

    static let explain = Command(
        description: CommandDescription(
            "explain", summary: "Says field by field which write a merge keeps and why; writes nothing.",
            operands: [
                OperandDescription(
                    "FILE", count: OperandDescription.atLeast(2), file: .reads(.document),
                    help: "A document; '-' once.")
            ],
            options: [
                Inputs.kindOption, Inputs.hex, .flag("json", help: "Print one JSON object instead of words."),
            ])
    ) { arguments throws(ToolError) in
        var inputs = try Inputs(arguments)
        var states: [DocumentState] = []
        for path in arguments.operands { states.append(try inputs.state(path)) }
        try checkJoinable(states, arguments.operands)
        let explanation = try refusing(arguments.operands[0]) { () throws(DocumentError) in
            try JoinExplanation(of: states)
        }
        let names = Inputs.names(arguments.operands)
        if arguments.has("json") {
            try Screen.show(["inputs": .array(names.map(JSONValue.text)), "fields": explanation.json])
        } else if explanation.differences.isEmpty {
            try Screen.show("the files hold the same document, byte for byte\n")
        } else {
            try Screen.show(ExplanationText(explanation, names: names).text)
        }
    }
}

/// Checks that all states are of one document; each is held against the first, and named.
private func checkJoinable(_ states: [DocumentState], _ paths: [String]) throws(ToolError) {
    for (path, state) in zip(paths, states) {
        try refusing(path) { () throws(DocumentError) in try states[0].checkJoinable(with: state) }
    }
}

/// What a merge has to report.
private struct MergedInputs {
    let names: [String]
    let states: [DocumentState]
    let joined: DocumentState
    let explanation: JoinExplanation

    func text(output: String) -> String {
        let count = names.count == 1 ? "1 file" : "\(names.count) files"
        var text = "merged \(count) into \(output == "-" ? "standard output" : Inputs.name(output)): "
        text += "\(joined.kind) \(joined.id), \(joined.bytes.count) bytes\n"
        guard !explanation.differences.isEmpty else {
            return text + (names.count == 1 ? "" : "the files hold the same document, byte for byte\n")
        }
        text += ExplanationText(explanation, names: names).text
        let complete = zip(names, states).filter { $0.1 == joined }.map(\.0)
        if !complete.isEmpty { text += "held everything already: \(ExplanationText.list(complete))\n" }
        return text
    }

    func json(conflicts: [String]) -> JSONValue {
        [
            "kind": .text(joined.kind.rawValue), "id": .text(joined.id.description),
            "size": .integer(joined.bytes.count), "inputs": .array(names.map(JSONValue.text)),
            "fields": explanation.json, "conflicts": .array(conflicts.map(JSONValue.text)),
        ]
    }
}
