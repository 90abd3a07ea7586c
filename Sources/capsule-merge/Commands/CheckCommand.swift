// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let check = Command(
        description: CommandDescription(
            "check", summary: "Says whether files are valid documents, and where they are not.",
            details: """
                Each file gets one line. A refused one is named on standard error with its
                class, the byte and the key at which it shows, and what is wrong; the others are
                still looked at.
                """,
            operands: [
                OperandDescription(
                    "FILE", count: OperandDescription.atLeast(1), file: .reads(.document),
                    help: "A document.")
            ],
            options: [Inputs.kindOption, Inputs.hex])
    ) { arguments throws(ToolError) in
        var inputs = try Inputs(arguments)
        var isRefused = false
        for path in arguments.operands {
            do throws(ToolError) {
                let state = try inputs.state(path)
                let what = state.isComplete ? "" : ", without facts (a delta, or not complete)"
                try Screen.show(
                    "\(Inputs.name(path)): valid, \(state.kind) \(state.id), \(state.bytes.count) bytes\(what)\n"
                )
            } catch {
                switch error {
                case .input, .refused: Screen.report("capsule-merge: \(error)\n")
                default: throw error
                }
                isRefused = true
            }
        }
        if isRefused { throw .reported }
    }
}
