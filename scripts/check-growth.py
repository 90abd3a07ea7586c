#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of every command that takes a document, and of the library's calls, at n and 4n, and
fails where four times as much costs more than five times the work: what a hostile member sends must cost its reader
n log n at most. Fails, too, when a command, an edit or an action of album has no case.

    scripts/check-growth.py [--quick] [--only=WORDS] [FOLDER]     default: .build/release

Counts with valgrind (callgrind), which does not depend on the machine, and takes off what is counted with next to
nothing to do. --quick takes the commands in which something was quadratic once, and the likely ones; --only those
whose names hold the words. FOLDER has the tool, capsule-merge, and capsule-bench, which makes the library's calls.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ARGUMENTS = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
QUICK = "--quick" in sys.argv[1:]
ONLY = next((argument[7:] for argument in sys.argv[1:] if argument.startswith("--only=")), "")
FOLDER = pathlib.Path(ARGUMENTS[0] if ARGUMENTS else HERE.parent / ".build/release").resolve()
sys.path[:0] = [str(HERE), str(HERE / "faults")]
sys.dont_write_bytecode = True
sys.argv[1:] = []
from growth import case, commands, decisions, edits, library, sealing  # noqa: E402, F401

BOUND = 5.0
# These take no document of anybody's.
WITHOUT_DOCUMENTS = {"new", "keygen", "conformance run", "conformance list", "conformance explain", "conformance fuzz",
                     "conformance selftest", "conformance null"}


def help_of(*words):
    return subprocess.run([case.TOOL, *words, "--help"], check=True, capture_output=True, text=True).stdout


def missing():
    """What the tool offers and no case runs."""
    named = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  +\S", help_of().split("Commands:")[1].split("Options:")[0], re.M)
    wanted = {(*name.split(),) for name in named if name not in WITHOUT_DOCUMENTS}
    text = help_of("edit").split("Edits:")[1].split("Operands:")[0]
    wanted |= {("edit", name) for name in re.findall(r"^  ([a-z-]+)", text, re.M)}
    wanted |= {("album", name) for name in re.findall(r"^album ([a-z]+) ", help_of("album"), re.M)}
    wanted |= {("lifecycle", name) for name in re.findall(r"^lifecycle ([a-z_]+) ", help_of("lifecycle"), re.M)}
    if len(named) < 20 or len(wanted) < 50:
        sys.exit(f"growth: the help lists {len(named)} commands and {len(wanted)} things to count, which is too few")
    have = set()
    for one in case.CASES:
        words = one.words_of(1)
        have |= {(words[0],), *((words[0], word) for word in words[1:])}
    return sorted(" ".join(words) for words in wanted - have)


def measure(one):
    with tempfile.TemporaryDirectory(prefix="capsule-merge-growth-") as folder:
        return [one.cost(n, pathlib.Path(folder)) for n in (1, one.n, 4 * one.n)]


def main():
    if subprocess.run(["sh", "-c", "command -v valgrind"], capture_output=True).returncode != 0:
        sys.exit("growth: valgrind counts the instructions and is missing; on Debian: apt-get install valgrind")
    case.TOOL = FOLDER / "capsule-merge"
    for program in (case.TOOL, FOLDER / "capsule-bench"):
        if not program.exists():
            sys.exit(f"growth: there is no {program}: swift build -c release --product {program.name}")
    failed = []
    if lacking := missing():
        failed += lacking
        print("no case for: " + ", ".join(lacking), file=sys.stderr)

    def judge(name, n, least, once, four):
        # What does not grow is not counted, so that it hides nothing.
        ratio = (four - least) / max(1, once - least)
        verdict = "" if ratio <= BOUND else f"   MORE THAN {BOUND}"
        if verdict:
            failed.append(name)
        print(f"{name:48} n = {n:6}  {once:13,}  {four:14,}  x {ratio:5.2f}{verdict}", flush=True)

    chosen = [one for one in case.CASES if (one.quick or not QUICK) and ONLY in one.name]
    with concurrent.futures.ThreadPoolExecutor(max(1, len(os.sched_getaffinity(0)))) as pool:
        calls = pool.submit(library.measure, FOLDER / "capsule-bench", ONLY)
        for one, costs in zip(chosen, pool.map(measure, chosen)):
            judge(one.name, one.n, *costs)
        for name, n, *costs in calls.result():
            judge(name, n, *costs)
    if failed:
        sys.exit(f"growth: {len(failed)} fail: {', '.join(failed)}")
    print("all hold")


if __name__ == "__main__":
    main()
