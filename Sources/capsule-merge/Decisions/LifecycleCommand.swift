// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleTestee
import CapsuleToolSupport

extension Tool {
    static let lifecycle = Command(
        description: CommandDescription(
            "lifecycle", summary: "Decides what becomes of an asset, and says why.",
            details: """
                lifecycle state FACTS       live, trashed, purged or damaged
                lifecycle verb FACTS        what delete, restore or purge does
                lifecycle expire FACTS      whether a device purges of its own accord
                lifecycle purge_due FACTS   whether a server purges
                lifecycle deliver FACTS     which records are sent
                lifecycle rebase FACTS      what is redone on the feed's chain
                lifecycle receive FACTS     whether a record is appended
                lifecycle upload FACTS      whether an upload may go on

                FACTS is a file with one JSON object. Its members are those of the operation
                lifecycle.DECISION in Conformance/SPEC.md, section 15; section 19 says who
                supplies each. For state:

                {"chain": [{"digest": "00...", "prior": null, "action": "create"}],
                 "sidecar": true, "original": true}

                A decision that is a refusal, such as retention-elapsed, ends with exit code 1.
                """,
            operands: [
                OperandDescription("DECISION", help: "What is to be decided."),
                OperandDescription("FACTS", help: "A file of JSON, or - for standard input."),
            ],
            options: [.flag("json", help: "Print one JSON object.")])
    ) { arguments throws(ToolError) in
        let (name, path) = (arguments.operands[0], arguments.operands[1])
        guard PlainDecision.lifecycleNames.contains(name) else {
            let names = PlainDecision.lifecycleNames.joined(separator: ", ")
            throw arguments.usage("there is no decision '\(name)': \(names)")
        }
        let facts = try DecisionInputs.object(try DecisionInputs.json(path, arguments), path)
        let decision = try refusing(path) { () throws(DocumentError) in
            try PlainDecision.lifecycle(name, facts)
        }
        if arguments.has("json") {
            try Screen.show(DecisionInputs.json(decision))
        } else {
            try Screen.show(DecisionInputs.text(decision))
        }
    }
}
