// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import CapsuleToolSupport

extension Tool {
    static let skew = Command(
        description: CommandDescription(
            "skew", summary: "Lists the stamps that lie ahead of a time, and by how much.",
            operands: [
                OperandDescription("FILE", file: .reads(.document), help: "A document, also a newer one.")
            ],
            options: [
                .value("now", valueName: "TS", help: "The time, RFC 3339, rounded down to a millisecond."),
                .flag("json", help: "Print one JSON object instead of lines."),
                Inputs.kindOption, Inputs.hex,
            ])
    ) { arguments throws(ToolError) in
        var inputs = try Inputs(arguments)
        let now = try arguments.stampTime(
            try arguments.required("now", "--now TS, the time to hold the stamps against"), "--now")
        let report = SkewReport(try inputs.readableState(arguments.operands[0]), now: now)
        guard !arguments.has("json") else {
            return try Screen.show(json(report, now))
        }
        let lines = report.entries.map { entry in
            "\(entry.path)  \(duration(entry.millisecondsAhead)) ahead\n"
                + "    stamped \(entry.ts) by device \(entry.by)"
                + (entry.isLeftOut ? "\n" : " (stays whatever the horizon)\n")
        }
        try Screen.show(report.entries.isEmpty ? "no stamp lies ahead of \(now)\n" : lines.joined())
    }

    private static func json(_ report: SkewReport, _ now: StampTime) -> JSONValue {
        [
            "now": .text(now.description),
            "ahead": .array(
                report.entries.map { entry in
                    [
                        "path": .text(entry.path), "by": .text(entry.by.description),
                        "ts": .text(entry.ts.description),
                        "milliseconds": .integer(entry.millisecondsAhead),
                        "left_out": .bool(entry.isLeftOut),
                    ]
                }),
        ]
    }

    /// The two greatest units, such as "3 days 4 hours".
    private static func duration(_ milliseconds: Int64) -> String {
        let units: [(name: String, size: Int64)] = [
            ("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1_000),
            ("millisecond", 1),
        ]
        var rest = milliseconds
        var parts: [String] = []
        for unit in units where parts.count < 2 {
            let count = rest / unit.size
            rest %= unit.size
            if count > 0 {
                parts.append("\(count) \(unit.name)\(count == 1 ? "" : "s")")
            } else if !parts.isEmpty {
                break
            }
        }
        return parts.joined(separator: " ")
    }
}
