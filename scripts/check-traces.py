#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds ARCHITECTURE.md's lists of what a change touches.

    scripts/check-traces.py            each file that is named is there, and each list is that of its trace
    scripts/check-traces.py --build    also adds one of each sort to a copy in exactly these files, builds and tests it
    scripts/check-traces.py --build --sort operator    one sort alone

A trace is a module of scripts/traces: the edits that add a small operator, operation and so on. Generated files (the
vectors, their numbers and their lock) are written by their generator and are not counted. Prints each fault on a line
of its own, and exits with 1 when there is one.
"""

import argparse
import importlib
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / ".build-traces" / "copy"
PAGE = ROOT / "ARCHITECTURE.md"
# The most files that adding one may touch.
TARGETS = {"operator": 6, "operation": 4, "c_function": 4, "field": 6, "kind": 12}
GENERATED = ("Conformance/vectors/", "Conformance/authoring/numbers/")


def lists():
    """The numbered lists of ARCHITECTURE.md that are marked with the name of a trace: {sort: [path]}."""
    found = {}
    for sort, body in re.findall(r"<!-- trace: (\w+) -->\n(.*?)(?=\n#|\n<!-- trace: |\Z)", PAGE.read_text(), re.DOTALL):
        found[sort] = re.findall(r"^\d+\. `([^`]+)`", body, re.MULTILINE)
    return found


def named_files():
    """Every path in backquotes on the page that looks like one of the repository."""
    return sorted({path for path in re.findall(r"`((?:Sources|Tests|Conformance|Fuzz|scripts|Examples|Benchmarks)/[^`\s]*)`",
                                               PAGE.read_text())})


def edited(text, edits, path):
    """A text with the edits made; `{}` in a replacement is the text that it replaces."""
    for old, new in edits:
        if old not in text:
            raise SystemExit("scripts/traces: %s has no longer %r" % (path, old))
        text = text.replace(old, new.replace("{}", old, 1) if "{}" in new else new)
    return text


def check(traces):
    """The faults of the lists."""
    faults = ["ARCHITECTURE.md: there is no %s" % path for path in named_files() if not list(ROOT.glob(path))]
    written = lists()
    for sort in sorted(set(written) | set(traces)):
        if sort not in written or sort not in traces:
            faults.append("%s: %s" % (sort, "ARCHITECTURE.md has no list" if sort in traces else "there is no trace"))
            continue
        paths = written[sort]
        if len(set(paths)) != len(paths):
            faults.append("%s: a file is named twice" % sort)
        if set(paths) != set(traces[sort].EDITS):
            faults.append("%s: the list has %s, its trace edits %s" % (sort, sorted(paths), sorted(traces[sort].EDITS)))
        if len(paths) > TARGETS[sort]:
            faults.append("%s: %d files, at most %d" % (sort, len(paths), TARGETS[sort]))
        for path, edits in traces[sort].EDITS.items():
            edited((ROOT / path).read_text(), edits, path)
    return faults


def run(*command, **more):
    """Runs a command in the copy, whose output is shown."""
    print("+", " ".join(map(str, command)), flush=True)
    subprocess.run(command, **{"cwd": COPY, "check": True, **more})


def copy():
    """Makes the copy as the working tree is, and keeps what was built in it before."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, check=True).stdout.decode().split("\0")
    wanted = {name for name in listed if name and os.path.lexists(ROOT / name)}
    COPY.mkdir(parents=True, exist_ok=True)
    if not (COPY / ".git").exists():
        run("git", "init", "-q")
    for path in COPY.rglob("*"):
        inside = path.relative_to(COPY)
        if inside.parts[0] not in (".git", ".build") and not path.is_dir() and str(inside) not in wanted:
            path.unlink()
    for name in wanted:
        source, target = ROOT / name, COPY / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            if not target.is_symlink():
                target.symlink_to(os.readlink(source))
        elif not target.exists() or target.read_bytes() != source.read_bytes():
            # Written only when it differs, so that what is built stays built.
            target.write_bytes(source.read_bytes())
            target.chmod(source.stat().st_mode)
    run("git", "add", "-A")
    run("git", "-c", "user.name=trace", "-c", "user.email=trace@localhost", "commit", "-q", "--allow-empty", "-m", "before")


def build(traces):
    """Adds one of each sort to the copy, and proves that these files are enough."""
    copy()
    for sort, trace in traces.items():
        for path, edits in trace.EDITS.items():
            target = COPY / path
            target.write_text(edited(target.read_text(), edits, path))
        print("%s: %d files" % (sort, len(trace.EDITS)))
    python = ROOT / ".build/conformance-venv/bin/python"
    subprocess.run([ROOT / "scripts/conformance-venv.sh"], check=True)
    areas = sorted({trace.AREA for trace in traces.values() if hasattr(trace, "AREA")})
    if areas:
        run(python, "authoring/generate.py", cwd=COPY / "Conformance", stdout=subprocess.DEVNULL)
        run(python, "tools/lint.py", "--update-lock", cwd=COPY / "Conformance")
        run(python, "tools/check.py", "--no-skips", "--", python, "reference/python/testee.py", cwd=COPY / "Conformance")
    changed = subprocess.run(["git", "status", "--porcelain", "-z", "--untracked-files=all"], cwd=COPY, capture_output=True,
                             check=True).stdout.decode().split("\0")
    touched = {line[3:] for line in changed if line and not line[3:].startswith(GENERATED)}
    wanted = {path for trace in traces.values() for path in trace.EDITS}
    if touched != wanted:
        raise SystemExit("the copy differs in %s, not in %s" % (sorted(touched), sorted(wanted)))
    run("swift", "build", "--build-tests")
    for sort, trace in traces.items():
        run("scripts/test.sh", "--skip-build", "--filter", trace.TESTS)
    for area in areas:
        run(".build/debug/capsule-merge", "conformance", "run", "--no-skips", "--filter", area)
    if "c_function" in traces:
        run("scripts/check-c-interface.sh")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--sort", choices=sorted(TARGETS))
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT / "scripts"))
    sys.dont_write_bytecode = True
    names = sorted(path.stem for path in (ROOT / "scripts/traces").glob("*.py") if path.stem != "__init__")
    traces = {name: importlib.import_module("traces." + name) for name in names}
    faults = check(traces)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    if arguments.build:
        build({name: trace for name, trace in traces.items() if arguments.sort in (None, name)})
    print("traces: " + ", ".join("%s %d files" % (name, len(traces[name].EDITS)) for name in names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
