// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let check = Command(
        description: CommandDescription(
            "check", summary: "Says whether files are valid documents, and where they are not.",
            details: """
                Prints one line for each file. A refused file is reported on standard error with
                its error class, byte offset and key, and what is wrong; the remaining files are
                still checked.
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
