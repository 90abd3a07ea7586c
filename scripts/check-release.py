#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds what the files say about versions to each other.

    scripts/check-release.py                      the form of CHANGELOG.md, and the version constants
    scripts/check-release.py VERSION [--last TAG] also that they say VERSION, which is to be released

Prints each fault on a line of its own, and exits with 1 when there is one.
"""

import argparse
import datetime
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADINGS = ["Wire format", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
VERSION = r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)"


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def only(pattern, text, what, faults):
    """The one match of a pattern in a text, or None and a fault."""
    found = re.findall(pattern, text, re.MULTILINE)
    if len(found) != 1:
        faults.append("%s: %d of them, not one" % (what, len(found)))
        return None
    return found[0]


def changelog(faults):
    """The sections of CHANGELOG.md: (name, date or None, {heading: lines}), the newest first."""
    sections = []
    for number, line in enumerate(read("CHANGELOG.md").splitlines(), 1):
        place = "CHANGELOG.md:%d" % number
        if line.startswith("## "):
            match = re.fullmatch(r"## \[(Unreleased|%s)\](?: - (\d{4}-\d\d-\d\d))?" % VERSION, line)
            if not match or (match[1] == "Unreleased") != (match[2] is None):
                faults.append("%s: a section is '## [Unreleased]' or '## [1.2.3] - 2026-01-31'" % place)
                continue
            sections.append((match[1], match[2], {}))
        elif line.startswith("### "):
            heading = line[4:]
            if not sections:
                faults.append("%s: a heading before any section" % place)
            elif heading not in HEADINGS:
                faults.append("%s: '%s' is none of %s" % (place, heading, ", ".join(HEADINGS)))
            elif heading in sections[-1][2]:
                faults.append("%s: a second heading '%s' in this section" % (place, heading))
            else:
                known = list(sections[-1][2])
                if known and HEADINGS.index(known[-1]) > HEADINGS.index(heading):
                    faults.append("%s: '%s' comes before '%s'" % (place, heading, known[-1]))
                sections[-1][2][heading] = []
        elif line.strip() and sections:
            if not sections[-1][2]:
                faults.append("%s: text under no heading" % place)
            else:
                list(sections[-1][2].values())[-1].append(line)
    names = [name for name, _, _ in sections]
    if not names or names[0] != "Unreleased" or names.count("Unreleased") != 1:
        faults.append("CHANGELOG.md: the first section, and no other, is [Unreleased]")
    versions = [tuple(map(int, name.split("."))) for name in names if name != "Unreleased"]
    if versions != sorted(set(versions), reverse=True):
        faults.append("CHANGELOG.md: versions go down from the newest, each once")
    for name, _, headings in sections:
        for heading, lines in headings.items():
            if not lines:
                faults.append("CHANGELOG.md: nothing under '%s' of %s" % (heading, name))
    return sections


def constants(faults):
    """The versions of library, contract and suite that the tool prints, held to where they come from."""
    source = "Sources/capsule-merge/Versions.swift"
    library, contract, suite = (
        only(r'static let %s = "([^"]*)"' % name, read(source), "%s: %s" % (source, name), faults)
        for name in ("library", "contract", "suite")
    )
    changes = read("Conformance/SPEC.md").split("\n## 17 Changes of this edition\n")[-1].split("\n## ")[0]
    editions = re.findall(r"^- (\d+\.\d+)[:.]", changes, re.MULTILINE)
    if not editions or editions[-1] != contract:
        faults.append("%s: contract is %s, the last edition in Conformance/SPEC.md is %s"
                      % (source, contract, editions[-1] if editions else "missing"))
    packed = read("Conformance/VERSION").strip()
    if packed != suite:
        faults.append("%s: suite is %s, Conformance/VERSION says %s" % (source, suite, packed))
    wanted = only(r'\.package\(url: "[^"]*", from: "([^"]*)"\)', read("README.md"), "README.md: .package(url:from:)", faults)
    if wanted is not None and wanted != library:
        faults.append("README.md: from: \"%s\", but the library is %s" % (wanted, library))
    return library


def retired_since(tag):
    """Whether vectors were retired since a tag: then bytes changed."""
    before = subprocess.run(["git", "show", "%s:Conformance/vectors/retired.json" % tag], cwd=ROOT, capture_output=True,
                            text=True, check=False).stdout
    return before.strip() != read("Conformance/vectors/retired.json").strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("version", nargs="?")
    parser.add_argument("--last")
    arguments = parser.parse_args()
    faults = []
    sections = changelog(faults)
    library = constants(faults)
    if arguments.version:
        if library != arguments.version:
            faults.append("Sources/capsule-merge/Versions.swift: library is %s, not %s" % (library, arguments.version))
        released = [section for section in sections if section[0] != "Unreleased"]
        if not released or released[0][0] != arguments.version:
            faults.append("CHANGELOG.md: the newest section after [Unreleased] is %s, not [%s]"
                          % ("[%s]" % released[0][0] if released else "missing", arguments.version))
        else:
            _, date, headings = released[0]
            if not headings:
                faults.append("CHANGELOG.md: [%s] says nothing" % arguments.version)
            try:
                datetime.date.fromisoformat(date)
            except ValueError:
                faults.append("CHANGELOG.md: %s is no date" % date)
            if arguments.last and retired_since(arguments.last) and "Wire format" not in headings:
                faults.append("CHANGELOG.md: vectors were retired since %s, but [%s] has no 'Wire format'"
                              % (arguments.last, arguments.version))
        if sections and sections[0][0] == "Unreleased" and sections[0][2]:
            faults.append("CHANGELOG.md: [Unreleased] is not empty: does it belong to [%s]?" % arguments.version)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
