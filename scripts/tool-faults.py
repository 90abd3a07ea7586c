#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tool where things go wrong: killed, signalled, on a full disk, many at once, with outputs over inputs,
with hostile names, clocks and closed streams.

    scripts/tool-faults.py [--quick] [--tool TOOL] [NAME ...]    default: .build/release/capsule-merge, all cases
    CAPSULE_SEED=7 scripts/tool-faults.py                        other random moments

The cases are the functions that the modules in scripts/faults mark. Each says what it holds the tool to; exits 1
when one fails. Needs the standard library alone; what needs root, a C compiler or a tool that is missing is skipped,
and said so. Nothing here judges time.
"""
import argparse
import importlib
import os
import pathlib
import pkgutil
import shutil
import signal
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import faults  # noqa: E402
from faults import harness  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the cases that take seconds, with fewer rounds")
    parser.add_argument("--tool", default=HERE.parent / ".build/release/capsule-merge")
    parser.add_argument("names", nargs="*", metavar="NAME", help="run these cases alone")
    arguments = parser.parse_args()
    harness.TOOL = pathlib.Path(arguments.tool).resolve()
    harness.QUICK = arguments.quick
    if not harness.TOOL.exists():
        sys.exit(f"there is no tool at {harness.TOOL}: swift build -c release --product capsule-merge")
    for module in sorted(module.name for module in pkgutil.iter_modules(faults.__path__)):
        importlib.import_module(f"faults.{module}")
    unknown = set(arguments.names) - {function.__name__ for function, _ in harness.cases}
    if unknown:
        sys.exit(f"there is no case {', '.join(sorted(unknown))}")
    # Under nohup the tool would inherit that it is ignored, and rightly not end by it.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    print(f"CAPSULE_SEED={harness.SEED}")
    count = 0
    for function, quick in harness.cases:
        if arguments.names and function.__name__ not in arguments.names:
            continue
        if not arguments.names and arguments.quick and not quick:
            continue
        count += 1
        print(f"{function.__name__}: {function.__doc__.splitlines()[0]}", flush=True)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="capsule-merge-faults-"))
        # What the tool keeps between runs: beside the folder, whose content the cases compare, and not in the home.
        state = pathlib.Path(tempfile.mkdtemp(prefix="capsule-merge-faults-state-"))
        os.environ["XDG_STATE_HOME"] = str(state)
        started = time.monotonic()
        try:
            function(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(state, ignore_errors=True)
        print(f"    {time.monotonic() - started:.1f} s", flush=True)
    if harness.failures:
        sys.exit(f"{len(harness.failures)} failures")
    print(f"all {count} hold" + (f", {len(harness.skipped)} parts skipped" if harness.skipped else ""))


main()
