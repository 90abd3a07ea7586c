# SPDX-License-Identifier: Apache-2.0
"""The library's calls that no command makes: capsule-bench makes each for next to nothing, for n and for 4n."""
import os
import pathlib
import re
import subprocess
import tempfile


def measure(program, only):
    """Of each call: its name, n, and the instructions for next to nothing, for n and for 4n."""
    with tempfile.TemporaryDirectory(prefix="capsule-merge-growth-") as folder:
        folder = pathlib.Path(folder)
        # Valgrind 3.19 gives up on the debug information that this compiler writes; the names of functions stay.
        subprocess.run(["objcopy", "--strip-debug", program, folder / "bench"], check=True)
        result = subprocess.run(
            ["valgrind", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no",
             "--dump-after=*growthMeasured*", "--callgrind-out-file=counts", "./bench", "growth", *([only] * bool(only))],
            cwd=folder, capture_output=True, text=True,
            env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"})
        calls = [line.split("\t") for line in result.stdout.splitlines()]
        if result.returncode != 0 or any(len(call) != 2 for call in calls) or len(calls) % 3:
            raise RuntimeError(f"capsule-bench growth: {result.stdout[-500:]}{result.stderr[-1500:]}")
        counts = [measured(folder / f"counts.{number + 1}") for number in range(len(calls))]
    return [(calls[i][0], int(calls[i + 1][1]), *counts[i:i + 3]) for i in range(0, len(calls), 3)]


def measured(path):
    """The instructions within the one call that is measured, of what was counted until it returned."""
    found = re.findall(r"^cfn=\S*growthMeasured\S*\ncalls=\d+ .*\n\S+ (\d+)$", path.read_text(), re.M)
    if len(found) != 1:
        raise RuntimeError(f"{path.name} holds {len(found)} calls that are measured, not one")
    return int(found[0])
