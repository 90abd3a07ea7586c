// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// The part of the page that shows each failure.
enum HTMLFailures {
    /// How many are shown with all they hold; of the rest a line each, so that a page stays readable and
    /// small when everything fails.
    private static let detailLimit = 250
    private static let contextLines = 3
    private static let lineLimit = 400

    static func section(_ report: RunReport, _ verdict: Verdict) -> String {
        let failures = report.results.filter { $0.verdict == verdict }
        guard !failures.isEmpty else { return "" }
        let title = HTMLReport.name(of: verdict)
        var html =
            "<section aria-labelledby=\"\(verdict.rawValue)\">\n<h2 id=\"\(verdict.rawValue)\">\(title)</h2>\n"
        if failures.count > detailLimit {
            html += "<p>The first \(detailLimit) are shown in full; the command "
            html += "<code>capsule-merge conformance explain ID</code> shows any of the others.</p>\n"
        }
        var area = ""
        for (index, result) in failures.enumerated() {
            if result.vector.area != area {
                area = result.vector.area
                html += "<h3 id=\"\(HTMLReport.anchor(verdict, area))\">\(HTMLReport.escaped(area))</h3>\n"
            }
            html += failure(result, report, isFull: index < detailLimit)
        }
        return html + "</section>"
    }

    private static func failure(_ result: ReportedResult, _ report: RunReport, isFull: Bool) -> String {
        guard let failure = result.outcome.failure else { return "" }
        let vector = result.vector
        let tag = "<span class=\"class\">\(failure.failureClass.rawValue)</span>"
        let head = "<code>\(HTMLReport.escaped(vector.id))</code> \(tag)"
        let message = HTMLReport.escaped(failure.message)
        guard isFull else { return "<p class=\"short\">\(head) \(message)</p>\n" }
        var facts = [
            (
                "Rule",
                "Section \(HTMLReport.escaped(vector.section)): \(HTMLReport.escaped(report.suite.ruleText(of: vector)))"
            ),
            ("Catches", HTMLReport.escaped(vector.note)), ("Level", vector.level.rawValue),
        ]
        if let known = result.known {
            facts.append(("Known", HTMLReport.escaped(known.reason)))
            if !known.link.isEmpty { facts.append(("Link", link(known.link))) }
        }
        if let neighbour = vector.neighbour {
            facts.append(("Nearest valid vector", "<code>\(HTMLReport.escaped(neighbour))</code>"))
        }
        let repetition = HTMLReport.escaped(Repetition.command(for: vector, in: report))
        facts.append(("Repeat", "<code class=\"command\">\(repetition)</code>"))
        let list = facts.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }.joined()
        return """
            <details>
            <summary>\(head)<span class="message">\(message)</span></summary>
            <dl class="facts">\(list)</dl>
            \(complaints(failure))\(bytes(failure, vector.id))\(answers(failure, vector))\(request(vector))</details>

            """
    }

    /// Only what a browser should open is made a link.
    private static func link(_ link: String) -> String {
        let text = HTMLReport.escaped(link)
        guard link.hasPrefix("https://") || link.hasPrefix("http://") else { return text }
        return "<a href=\"\(text)\">\(text)</a>"
    }

    private static func complaints(_ failure: Failure) -> String {
        guard !failure.complaints.isEmpty else { return "" }
        return "<h4>Last lines of standard error</h4>\n<pre>"
            + HTMLReport.escaped(failure.complaints.joined(separator: "\n")) + "</pre>\n"
    }

    private static func bytes(_ failure: Failure, _ id: String) -> String {
        guard let difference = failure.difference, let hex = difference.hex(width: 8) else { return "" }
        let rows = hex.lines.map { line -> String in
            let place = String(line.offset, radix: 16)
            let offset = String(repeating: "0", count: max(0, 4 - place.count)) + place
            return "<tr><th scope=\"rowgroup\" rowspan=\"2\">\(offset)</th>"
                + "<th scope=\"row\">expected</th>\(cells(line.expected))</tr>\n"
                + "<tr class=\"given\"><th scope=\"row\">answer</th>\(cells(line.given))</tr>"
        }
        return """
            <h4>First bytes that differ, in <code>\(HTMLReport.escaped(difference.path))</code></h4>
            <div class="scroll" role="region" aria-label="Bytes of \(HTMLReport.escaped(id))" tabindex="0">
            <table class="hex"><thead><tr><th scope="col">Offset</th><th scope="col">Side</th>
            <th scope="colgroup" colspan="8">Bytes</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n</tbody>\n<tbody>\n"))
            </tbody></table></div>

            """
    }

    private static func cells(_ cells: [HexDifference.Cell]) -> String {
        cells.map { cell in
            let digits = cell.digits.isEmpty ? "&#xb7;&#xb7;" : cell.digits
            return cell.differs ? "<td><mark>\(digits)</mark></td>" : "<td>\(digits)</td>"
        }.joined()
    }

    private static func answers(_ failure: Failure, _ vector: Vector) -> String {
        let expected = DecodedValue.lines(vector.expectation.json)
        guard let answer = failure.answer else {
            let lines = HTMLReport.escaped(expected.prefix(lineLimit).joined(separator: "\n"))
            return "<h4>Expected answer</h4>\n<pre>\(lines)</pre>\n"
        }
        let rows = SideBySide(expected, DecodedValue.lines(answer.json)).rows
        return """
            <h4>Expected and answered</h4>
            <div class="scroll" role="region" aria-label="Answers to \(HTMLReport.escaped(vector.id))" tabindex="0">
            <table class="diff"><thead><tr><th scope="col">Side</th><th scope="col">Line</th></tr></thead>
            <tbody>
            \(diff(rows))
            </tbody></table></div>

            """
    }

    /// The lines that differ, each side's together, with a few equal ones around them.
    private static func diff(_ rows: [SideBySide.Row]) -> String {
        var isShown = [Bool](repeating: false, count: rows.count)
        for (index, row) in rows.enumerated() where !row.isEqual {
            for near in max(0, index - contextLines)...min(rows.count - 1, index + contextLines) {
                isShown[near] = true
            }
        }
        // What all shown lines have before them says nothing, and a phone has no room for it.
        let shown = zip(rows, isShown).filter(\.1).flatMap { [$0.0.left, $0.0.right].compactMap { $0 } }
        let margin = shown.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        func line(_ style: String, _ side: String, _ text: String) -> String {
            let text = HTMLReport.escaped(String(text.dropFirst(margin)))
            return "<tr class=\"\(style)\"><th scope=\"row\">\(side)</th><td>\(text)</td></tr>"
        }
        var html: [String] = []
        var pending: [String] = []
        var isGap = false
        for (row, isShown) in zip(rows, isShown).prefix(lineLimit) {
            if row.isEqual {
                html += pending
                pending = []
            }
            guard isShown else {
                if !isGap { html.append("<tr class=\"gap\"><th scope=\"row\">both</th><td>...</td></tr>") }
                isGap = true
                continue
            }
            isGap = false
            if row.isEqual {
                html.append(line("same", "both", row.left ?? ""))
            } else {
                if let left = row.left { html.append(line("expected", "expected", left)) }
                if let right = row.right { pending.append(line("given", "answer", right)) }
            }
        }
        return (html + pending).joined(separator: "\n")
    }

    private static func request(_ vector: Vector) -> String {
        let lines = DecodedValue.lines(.object(vector.request))
        let text = HTMLReport.escaped(lines.prefix(lineLimit).joined(separator: "\n"))
        let rest = lines.count > lineLimit ? "\n..." : ""
        return
            "<details class=\"request\"><summary>Request, decoded</summary><pre>\(text)\(rest)</pre></details>\n"
    }
}
