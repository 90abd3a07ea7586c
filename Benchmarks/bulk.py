#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Merges two devices' libraries in bulk, on one processor and on all of them, in turn.

The inputs are two sorted sequences of sidecars of the same assets, each edited apart, in memory like the output
where there is a file system in memory: what is measured is the merge, not a disk. Times are medians. Where other
work keeps the machine busy, the clock says little; the processors' time stands beside it.
"""
import argparse
import filecmp
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

MEMORY = "/dev/shm"
# Some of the documents that are made are stamped in the last year that there is.
ACCEPTED = ["--accepted-at", "9999-12-31T23:59:59.999Z"]


def run(tool, folder, processors):
    """The clock's and the processors' time of one merge, in milliseconds, and its peak of memory in KiB."""
    output = folder / f"out-{len(processors)}.cborseq"
    command = [tool, "bulk", folder / "left.cborseq", folder / "right.cborseq", "-q", "-o", output, *ACCEPTED]
    output.unlink(missing_ok=True)
    os.sched_setaffinity(0, processors)
    started = time.perf_counter_ns()
    pid = os.posix_spawn(tool, command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    elapsed = time.perf_counter_ns() - started
    if status != 0:
        sys.exit(f"bulk: the tool ended with status {status}")
    return elapsed / 1e6, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss, output


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the benchmark program, built for release")
    parser.add_argument("tool", help="the tool, built for release")
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--count", type=int, default=50_000, help="the documents of each sequence")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    everywhere = os.sched_getaffinity(0)
    if len(everywhere) < 2:
        print("bulk: skipped, there is one processor only")
        return 0
    with tempfile.TemporaryDirectory(dir=MEMORY if os.path.isdir(MEMORY) else None) as name:
        folder = pathlib.Path(name)
        subprocess.run([options.program, "library", str(options.count), name], check=True)
        size = sum(path.stat().st_size for path in folder.iterdir())
        places = {"one": {min(everywhere)}, "all": everywhere}
        samples = {place: [] for place in places}
        for _ in range(options.rounds):
            for place, processors in places.items():
                samples[place].append(run(options.tool, folder, processors))
        outputs = [rounds[0][3] for rounds in samples.values()]
        if not filecmp.cmp(*outputs, shallow=False):
            sys.exit("bulk: the output depends on the number of processors")
    figures = {"documents": 2 * options.count, "bytes": size, "processors": len(everywhere)}
    print("bulk: two sequences of %d documents, %.1f MB; ms, medians" % (options.count, size / 1e6))
    print("  processors     clock  processors' time   MiB of memory")
    for place, rounds in samples.items():
        clock, work, memory = (statistics.median(sample[index] for sample in rounds) for index in range(3))
        figures[place] = {"clock_ms": clock, "cpu_ms": work, "memory_kib": memory}
        print("  %10d%10.1f%18.1f%16.1f" % (len(places[place]), clock, work, memory / 1024))
    figures["ratio"] = figures["one"]["clock_ms"] / figures["all"]["clock_ms"]
    print("  ratio of the clock's times %.2f" % figures["ratio"])
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
