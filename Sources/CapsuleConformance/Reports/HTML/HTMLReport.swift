// SPDX-License-Identifier: Apache-2.0

/// A run as one page that needs nothing beside itself: no network, no script.
package enum HTMLReport {
    /// One HTML document.
    package static func bytes(of report: RunReport) -> [UInt8] {
        let title = "Conformance of \(report.info.name) \(report.info.version)"
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <title>\(escaped(title)): \(report.closingLine)</title>
            <style>
            \(HTMLStyle.text)</style>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the results</a>
            <header>
            <h1>\(escaped(title))</h1>
            \(verdict(report))
            \(facts(report))
            </header>
            <main id="main">
            \(areas(report))
            \(listErrors(report))
            \(HTMLFailures.section(report, .failed))
            \(HTMLFailures.section(report, .expectedFailure))
            \(others(report, .notRun, title: "Not run"))
            \(others(report, .skipped, title: "Skipped"))
            </main>
            <footer>
            <p>Suite \(escaped(report.suite.version)), SHA-256 of the vectors
            <code class="hash">\(report.suite.treeHash)</code></p>
            </footer>
            </body>
            </html>

            """
        return Array(page.utf8)
    }

    static func escaped(_ text: String) -> String { Markup.escaped(text) }

    /// The name of a verdict for people.
    static func name(of verdict: Verdict) -> String {
        switch verdict {
        case .passed: "Passed"
        case .failed: "Failed"
        case .expectedFailure: "Expected failures"
        case .skipped: "Skipped"
        case .notRun: "Not run"
        }
    }

    private static func verdict(_ report: RunReport) -> String {
        let text = report.isGreen ? "Nothing failed unexpectedly" : sentence(report)
        var html =
            "<p class=\"verdict \(report.isGreen ? "good" : "bad")\">\(escaped(text))</p>\n<ul class=\"sums\">"
        for verdict in Verdict.allCases {
            let count = report.count(verdict)
            html += "<li class=\"\(count == 0 ? "none" : verdict.rawValue)\"><b>\(count)</b> "
            html += "\(name(of: verdict).lowercased())</li>"
        }
        return html + "</ul>"
    }

    private static func sentence(_ report: RunReport) -> String {
        if report.count(.failed) > 0 {
            let count = report.count(.failed)
            return count == 1 ? "1 vector failed" : "\(count) vectors failed"
        }
        if !report.listErrors.isEmpty { return "The list of known failures is wrong" }
        return report.count(.notRun) > 0 ? "The run is not complete" : "Nothing passed"
    }

    private static func facts(_ report: RunReport) -> String {
        var facts = [
            ("Testee", escaped("\(report.info.name) \(report.info.version)")),
            ("Suite", escaped("\(report.suite.version), \(report.suite.vectors.count) vectors")),
        ]
        if !report.command.isEmpty {
            facts.append(("Command", "<code>\(escaped(report.command.joined(separator: " ")))</code>"))
        }
        if report.seconds > 0 { facts.append(("Time", duration(report.seconds))) }
        if report.restarts > 0 { facts.append(("Started again", "\(report.restarts)")) }
        if let flaw = report.info.flaw { facts.append(("Note", escaped(flaw))) }
        return "<dl class=\"facts\">"
            + facts.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }.joined() + "</dl>"
    }

    private static func areas(_ report: RunReport) -> String {
        let names = Verdict.allCases.map { $0 == .expectedFailure ? "Expected to fail" : name(of: $0) }
        let heads = names.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let rows = report.areas.map { area -> String in
            let cells = Verdict.allCases.map { verdict -> String in
                let count = area.results.count { $0.verdict == verdict }
                guard count > 0 else { return "<td class=\"none\">0</td>" }
                let links = verdict == .failed || verdict == .expectedFailure
                let text = links ? "<a href=\"#\(anchor(verdict, area.name))\">\(count)</a>" : "\(count)"
                return "<td class=\"\(verdict.rawValue)\">\(text)</td>"
            }
            return "<tr><th scope=\"row\">\(escaped(area.name))</th>\(cells.joined())</tr>"
        }
        return """
            <section aria-labelledby="areas">
            <h2 id="areas">Areas</h2>
            <div class="scroll" role="region" aria-labelledby="areas" tabindex="0">
            <table class="areas">
            <thead><tr><th scope="col">Area</th>\(heads)</tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            </section>
            """
    }

    /// The id of the heading of an area among the results of a kind.
    static func anchor(_ verdict: Verdict, _ area: String) -> String {
        "\(verdict.rawValue)-\(escaped(area))"
    }

    private static func listErrors(_ report: RunReport) -> String {
        guard !report.listErrors.isEmpty else { return "" }
        return
            "<section aria-labelledby=\"list\"><h2 id=\"list\">Wrong in the list of known failures</h2><ul>"
            + report.listErrors.map { "<li>\(escaped($0))</li>" }.joined() + "</ul></section>"
    }

    private static func others(_ report: RunReport, _ verdict: Verdict, title: String) -> String {
        let results = report.results.filter { $0.verdict == verdict }
        guard !results.isEmpty else { return "" }
        let groups = Dictionary(grouping: results) { "\($0.vector.operation): \($0.reason ?? "")" }
        let lists = groups.sorted { $0.key < $1.key }.map { reason, results in
            "<details><summary>\(escaped(reason)) <span class=\"count\">\(results.count)</span></summary>"
                + "<ul class=\"ids\">"
                + results.map { "<li><code>\(escaped($0.vector.id))</code></li>" }.joined()
                + "</ul></details>"
        }
        return "<section aria-labelledby=\"\(verdict.rawValue)\"><h2 id=\"\(verdict.rawValue)\">\(title)</h2>"
            + lists.joined(separator: "\n") + "</section>"
    }
}
