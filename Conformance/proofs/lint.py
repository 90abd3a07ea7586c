# SPDX-License-Identifier: Apache-2.0
"""Check the proofs' text: nothing admitted, no axiom of our own, and each theorem in README.md and the other way round.

With --assumptions, ask Coq what each theorem rests on, too: it must be nothing.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
SOURCES = sorted((HERE / "theories").glob("*.v"))
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothesis|Hypotheses|Variables?|bypass_check|Abort"
    r"|Unset\s+(?:Guard|Positivity|Universe)\s+Checking)\b")
THEOREM = re.compile(r"^\s*(?:Theorem|Corollary)\s+(\w+)", re.MULTILINE)
ROW = re.compile(r"^\| `(\w+)` \| \[?(\w+\.v)", re.MULTILINE)


def without_comments(text):
    """Coq's comments nest."""
    kept, depth, at = [], 0, 0
    while at < len(text):
        if text.startswith("(*", at):
            depth, at = depth + 1, at + 2
        elif depth and text.startswith("*)", at):
            depth, at = depth - 1, at + 2
        else:
            if not depth:
                kept.append(text[at])
            at += 1
    return "".join(kept)


def faults():
    """Each fault as one line."""
    theorems = {}
    for source in SOURCES:
        code = without_comments(source.read_text())
        for match in FORBIDDEN.finditer(code):
            yield "%s: %s" % (source.name, match.group(0))
        for name in THEOREM.findall(code):
            if name in theorems:
                yield "two theorems are called %s" % name
            theorems[name] = source.name
    rows = ROW.findall((HERE / "README.md").read_text())
    for name, file in rows:
        if theorems.get(name) != file:
            yield "README.md: %s is no theorem of %s" % (name, file)
    listed = [name for name, _ in rows]
    for name in theorems:
        if listed.count(name) != 1:
            yield "README.md: %s of %s is listed %d times" % (name, theorems[name], listed.count(name))
    if not theorems:
        yield "no theorem found"


def assumption_faults():
    """What Coq says of each theorem, and of the program that is extracted."""
    names = [(source.stem, name) for source in SOURCES for name in THEOREM.findall(without_comments(source.read_text()))]
    build = HERE / "build"
    build.mkdir(exist_ok=True)
    query = build / "assumptions.v"
    query.write_text("".join("From Capsule Require %s.\n" % stem for stem in sorted({stem for stem, _ in names}))
                     + "".join("Print Assumptions %s.%s.\n" % name for name in names))
    run = subprocess.run(["coqc", "-q", "-Q", "theories", "Capsule", str(query.relative_to(HERE))], cwd=HERE,
                         capture_output=True, text=True)
    if run.returncode:
        yield "coqc: %s" % run.stderr
    answers = run.stdout.count("Closed under the global context")
    if answers != len(names) or "Axioms:" in run.stdout:
        yield "%d of %d theorems rest on nothing:\n%s" % (answers, len(names), run.stdout)
    else:
        print("proofs: %d theorems, none rests on an axiom" % len(names))


if __name__ == "__main__":
    found = list(assumption_faults() if sys.argv[1:] == ["--assumptions"] else faults())
    print("\n".join(found), file=sys.stderr)
    sys.exit(1 if found else 0)
