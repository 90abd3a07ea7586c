// SPDX-License-Identifier: Apache-2.0

import CapsuleDocuments
import CapsuleTestee
import CapsuleToolSupport

extension Tool {
    static let alerts = Command(
        description: CommandDescription(
            "alerts", summary: "Decides which alerts are shown and which timers are set, and says why.",
            details: """
                FACTS is a file with one JSON object, or with an array of them, one for each
                class of alerts. The members of each are those of the operation alert.decide in
                Conformance/SPEC.md, section 23, such as

                {"class": "quota_soft", "facts": {"used": 95, "quota": 100, "percent": 90},
                 "now": "2026-05-31T10:00:00Z", "enabled": true, "permission": "granted",
                 "snoozes": 0, "most_snoozes": 3}
                """,
            operands: [OperandDescription("FACTS", help: "A file of JSON, or - for standard input.")],
            options: [.flag("json", help: "Print JSON: an object, or for an array one.")])
    ) { arguments throws(ToolError) in
        let path = arguments.operands[0]
        let given = try DecisionInputs.json(path, arguments)
        var decisions: [(name: String, decision: PlainDecision)] = []
        for (index, value) in (given.array ?? [given]).enumerated() {
            let place = given.array == nil ? path : "\(Inputs.name(path)), alert \(index + 1)"
            let facts = try DecisionInputs.object(value, place)
            let decision = try refusing(place) { () throws(DocumentError) in try PlainDecision.alert(facts) }
            decisions.append((facts["class"]?.text ?? "", decision))
        }
        guard !arguments.has("json") else {
            let shown = decisions.map { DecisionInputs.json($0.decision) }
            return try Screen.show(given.array == nil ? shown[0] : .array(shown))
        }
        try Screen.show(
            decisions.map { "\($0.name)\n\(DecisionInputs.text($0.decision))" }.joined(separator: "\n"))
    }
}
