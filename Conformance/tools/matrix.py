# SPDX-License-Identifier: Apache-2.0
"""Run every implementation at hand over every area: matrix.py [--more FILE] [--html FILE] [--write] [--only NAME].

The implementations are those of implementations.json, and of FILE in the same form: a list of {"name", "command"},
where a relative path is meant from this folder's parent. One whose program is not there is shown as such and never
as a pass. --html writes a page whose cells lead to the failing vectors, --write the table in README.md. Exit 1 when
an implementation that is there fails a vector, or when none is there.
"""

import argparse
import html
import json
import pathlib
import shutil
import sys

import check
import suitefiles

ROOT = suitefiles.ROOT
BEGIN, END = "<!-- matrix: written by tools/matrix.py -->", "<!-- end of the matrix -->"
STYLE = (
    "body{font:15px sans-serif;margin:2em}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3em .6em;"
    "text-align:right}th:first-child{text-align:left}.failed{background:#f6c9c9}.passed{background:#d4eed4}"
    ".skipped{background:#eee}li{margin:.4em 0}code{background:#f3f3f3}"
)


def implementations(more):
    """(name, command) of every implementation."""
    listed = suitefiles.load(ROOT / "implementations.json") + (suitefiles.load(more) if more else [])
    for each in listed:
        command = [
            str(ROOT.parent / part) if (ROOT.parent / part).exists() and "/" in part else part
            for part in each["command"]
        ]
        yield each["name"], command


def is_there(command):
    """Whether its program, and the file that an interpreter runs, exist."""
    return shutil.which(command[0]) is not None and all(
        pathlib.Path(part).exists() for part in command[1:2] if part.endswith((".py", ".js"))
    )


def run(command, vectors, timeout):
    """By area: (passed, failed ids, skipped)."""
    testee, areas = check.Testee(command, timeout), {}
    for vector in vectors:
        passed, failed, skipped = areas.get(vector["id"].split("/")[0], (0, [], 0))
        answer = testee.ask(vector["request"])
        if suitefiles.as_expected(vector["expect"], answer):
            passed += 1
        elif isinstance(answer, dict) and answer.get("error") == "unsupported":
            skipped += 1
        else:
            failed = failed + [vector["id"]]
        areas[vector["id"].split("/")[0]] = passed, failed, skipped
    testee.stop()
    return areas


def cell(result):
    """A cell as text: what passed of what was asked."""
    passed, failed, skipped = result
    total = passed + len(failed) + skipped
    if skipped == total:
        return "-"
    return "%d of %d%s" % (passed, total, ", %d failed" % len(failed) if failed else "")


def table(results, areas):
    """The table in Markdown."""
    lines = ["| area | %s |" % " | ".join(results), "|---|%s" % ("---:|" * len(results))]
    for area in areas:
        row = [cell(found[area]) if found else "not there" for found in results.values()]
        lines.append("| %s | %s |" % (area, " | ".join(row)))
    return "\n".join(lines)


def page(results, areas, vectors):
    """The page in HTML."""
    notes = {vector["id"]: vector["note"] for vector in vectors}
    rows, failures = [], []
    for area in areas:
        cells = []
        for name, found in results.items():
            if not found:
                cells.append('<td class="skipped">not there</td>')
                continue
            passed, failed, skipped = found[area]
            anchor = "%s-%s" % (area, "".join(each if each.isalnum() else "-" for each in name))
            text = html.escape(cell(found[area]))
            if failed:
                text = '<a href="#%s">%s</a>' % (anchor, text)
                items = "".join(
                    '<li><a href="vectors/%s.json"><code>%s</code></a> %s</li>'
                    % (each.rsplit("/", 1)[0], each, html.escape(notes[each]))
                    for each in failed
                )
                failures.append('<h2 id="%s">%s, %s</h2><ul>%s</ul>' % (anchor, html.escape(name), area, items))
            shown = "failed" if failed else "passed" if passed else "skipped"
            cells.append('<td class="%s" title="%d skipped">%s</td>' % (shown, skipped, text))
        rows.append("<tr><th>%s</th>%s</tr>" % (area, "".join(cells)))
    names = "".join("<th>%s</th>" % html.escape(name) for name in results)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Implementations</title><style>%s</style>'
        "<h1>Implementations and vectors</h1><p>Suite %s, %d vectors. What is skipped never passes.</p>"
        "<table><tr><th>area</th>%s</tr>%s</table>%s</html>\n"
        % (STYLE, (ROOT / "VERSION").read_text().strip(), len(vectors), names, "".join(rows), "".join(failures))
    )


def main():
    """Run, write, exit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--more")
    parser.add_argument("--html")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--timeout", type=float, default=20)
    options = parser.parse_args()
    vectors = suitefiles.vectors()
    areas = list(dict.fromkeys(vector["id"].split("/")[0] for vector in vectors))
    results = {}
    for name, command in implementations(options.more):
        if options.only in (None, name):
            results[name] = run(command, vectors, options.timeout) if is_there(command) else None
            print(
                "matrix: %s %s" % (name, "ran" if results[name] else "is not there: %s" % command[0]), file=sys.stderr
            )
    text = table(results, areas)
    print(text)
    if options.html:
        pathlib.Path(options.html).write_text(page(results, areas, vectors), encoding="utf-8")
    if options.write:
        readme = ROOT / "README.md"
        before, rest = readme.read_text(encoding="utf-8").split(BEGIN)
        readme.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1], encoding="utf-8")
    there = [found for found in results.values() if found]
    sys.exit(0 if there and not any(failed for found in there for _, failed, _ in found.values()) else 1)


if __name__ == "__main__":
    main()
