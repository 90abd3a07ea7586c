#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that SECURITY.md says of each claim which test holds it: scripts/check-security-claims.py.

Every item of a list between "## Signing and sealing" and "## What does not count" ends with `Test:` and names, or
with `No test:` and a reason. A name is `Suite.function` of a test in Tests/, `area/topic` of the conformance vectors,
or a script. Exit 1 when an item has neither, or a name is not there.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEST = re.compile(r"\s*@Test\b")


def tests():
    """Every test in Tests/, as Suite.function."""
    found = set()
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        suite, is_test = None, False
        for line in path.read_text().splitlines():
            if match := re.match(r"\s*(?:private |final )*(?:struct|class|enum|extension) (\w+Tests)\b", line):
                suite = match[1]
            is_test = is_test or TEST.match(line) is not None
            if match := re.match(r"\s*(?:private )?func (\w+)", line):
                if is_test and suite:
                    found.add("%s.%s" % (suite, match[1]))
                is_test = False
    return found


def items(text):
    """The items of the lists, each as one line with its number."""
    number, item, start = 0, None, 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("- "):
            if item:
                yield start, item
            item, start = line[2:], number
        elif item and line.startswith("  "):
            item += " " + line.strip()
        elif item:
            yield start, item
            item = None
    if item:
        yield start, item


def main():
    """Print what is wrong."""
    text = (ROOT / "SECURITY.md").read_text()
    begin, end = text.index("## Signing and sealing"), text.index("## What does not count")
    before, known, faults, count = text[:begin].count("\n"), tests(), [], 0
    for line, item in items(text[begin:end]):
        count += 1
        claim = re.search(r" (Test|No test): (.+)$", item)
        if not claim:
            faults.append("SECURITY.md:%d: says neither which test holds it nor that none does" % (before + line))
            continue
        if claim[1] == "No test":
            continue
        names = re.findall(r"`([^`]+)`", claim[2])
        if not names:
            faults.append("SECURITY.md:%d: names no test" % (before + line))
        for name in names:
            is_there = (
                name in known
                or (ROOT / "Conformance/vectors" / (name + ".json")).is_file()
                or (name.startswith("scripts/") and (ROOT / name).is_file())
            )
            if not is_there:
                faults.append("SECURITY.md:%d: there is no test `%s`" % (before + line, name))
    if not count:
        faults.append("SECURITY.md: no claim was found")
    if faults:
        sys.exit("\n".join(faults))
    print("SECURITY.md: %d claims, each with its test or with the word that it has none" % count)


if __name__ == "__main__":
    main()
