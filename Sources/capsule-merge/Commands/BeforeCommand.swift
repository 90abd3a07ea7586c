// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let before = Command(
        description: CommandDescription(
            "before", summary: "Leaves out every write that is stamped later than a horizon.",
            details: """
                This is what a replica does with each record before it joins it, with the
                horizon one day after the record was accepted. Deleted regions and keys of later
                versions stay.
                """,
            operands: [OperandDescription("FILE", file: .reads(.document), help: "A document.")],
            options: [
                .value(
                    "horizon", valueName: "TS",
                    help: "The last stamp that stays, RFC 3339, rounded down to a millisecond."),
                Inputs.kindOption, Inputs.hex,
                .flag("quiet", letter: "q", help: "Do not list what is left out."),
            ] + Outputs.options(.document))
    ) { arguments throws(ToolError) in
        var inputs = try Inputs(arguments)
        let output = try Outputs.required(arguments)
        let horizon = try arguments.stampTime(
            try arguments.required("horizon", "--horizon TS, the last stamp that stays"), "--horizon")
        let state = try inputs.state(arguments.operands[0])
        let result = state.before(horizon)
        try Outputs.refuseLoss(result.bytes, replacing: output, madeOf: arguments.operands, arguments)
        try Outputs.write(result.bytes, to: output, arguments)
        guard !arguments.has("quiet") else { return }
        let left = SkewReport(state, now: horizon).entries.filter(\.isLeftOut)
        let lines = left.map { "left out: \($0.path), stamped \($0.ts) by \($0.by)\n" }
        try Screen.show(
            left.isEmpty ? "nothing is left out\n" : lines.joined(),
            on: Outputs.reportStream(besides: output))
    }
}
