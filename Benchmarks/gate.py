#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds counts that do not depend on the machine to their thresholds.

Allocations, allocated bytes and output bytes come from the benchmark program; instructions from valgrind's
callgrind, as the difference between two numbers of repetitions, so that starting up does not count. Times are
never judged here.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent
THRESHOLDS = FOLDER / "thresholds.json"
# Another processor copies memory by other routines, and another build lays code out a little differently.
SLACK = 1.10
# A dictionary's hashes, and with them how often it grows, are otherwise drawn anew in each run.
ENVIRONMENT = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")


def counts(program):
    lines = subprocess.run(
        [program, "counts"], check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout.splitlines()
    return {
        name: {"allocations": int(a), "allocated_bytes": int(b), "result_bytes": int(c)}
        for name, a, b, c in (line.split() for line in lines)
    }


def instructions(program, name, times):
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "work", name, str(times)],
        capture_output=True, text=True, env=ENVIRONMENT)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"gate: valgrind gave no count for {name}:\n{run.stderr[-2000:]}")
    return int(found.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the benchmark program, built for release")
    parser.add_argument("--update", action="store_true", help="write what was counted as the new thresholds")
    options = parser.parse_args()
    measured = counts(options.program)
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind 3.19 gives up on the debug information that this compiler writes.
        stripped = os.path.join(folder, "capsule-bench")
        subprocess.run(["strip", "-o", stripped, options.program], check=True)
        for name, figures in measured.items():
            few, many = instructions(stripped, name, 10), instructions(stripped, name, 60)
            figures["instructions"] = (many - few) // 50
    if options.update:
        THRESHOLDS.write_text(json.dumps(measured, indent=2, sort_keys=True) + "\n")
        print(f"gate: wrote {THRESHOLDS.name}")
        return 0
    thresholds = json.loads(THRESHOLDS.read_text())
    failures = 0
    if set(thresholds) != set(measured):
        print("gate: the pieces of work are not those of thresholds.json: run it with --update", file=sys.stderr)
        failures += 1
    print("%-20s %-16s %12s %12s" % ("work", "count", "threshold", "measured"))
    for name in sorted(set(thresholds) & set(measured)):
        for count, allowed in sorted(thresholds[name].items()):
            value = measured[name][count]
            wrong = value > allowed * (SLACK if count == "instructions" else 1)
            failures += wrong
            print("%-20s %-16s %12d %12d%s" % (name, count, allowed, value, "  TOO MANY" if wrong else ""))
    if failures:
        print(f"gate: {failures} above their thresholds", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
