# SPDX-License-Identifier: Apache-2.0
"""One case: a command, what it is run on for a size, and how its instructions are counted."""
import os
import re
import subprocess

TOOL = None
CASES = []


class Case:
    """A command over the files of a size.

    `setup` makes further files with the tool itself, uncounted.
    """

    def __init__(self, name, n, words, files, stdin=None, quick=False, setup=None, code=0):
        self.name, self.n, self.words, self.files, self.stdin = name, n, words, files, stdin
        self.quick, self.setup, self.code = quick, setup, code

    def words_of(self, n):
        return self.words(n) if callable(self.words) else self.words

    def cost(self, n, folder):
        for name, content in self.files(n).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for words in self.setup(n) if self.setup else []:
            result = run([TOOL, *words], folder)
            if result.returncode != 0:
                raise RuntimeError(f"{words[:4]} ended with {result.returncode}: {result.stderr.decode()[-800:]}")
        # What a smaller size wrote may hold what the next one lacks.
        (folder / "out").unlink(missing_ok=True)
        return count(self.words_of(n), folder, self.stdin(n) if self.stdin else b"", self.code)


def run(words, folder, stdin=b""):
    # What the tool keeps of one run must not be met by the next.
    environment = os.environ | {"XDG_STATE_HOME": str(folder / "state"), "SWIFT_DETERMINISTIC_HASHING": "1"}
    return subprocess.run(words, cwd=folder, input=stdin, capture_output=True, env=environment)


def count(words, folder, stdin=b"", code=0):
    """The instructions of one run of the tool, which ends with the code."""
    out = folder / "callgrind.out"
    out.unlink(missing_ok=True)
    result = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", TOOL, *words], folder, stdin)
    if result.returncode != code:
        raise RuntimeError(f"{words[:4]} ended with {result.returncode}: {result.stderr.decode()[-800:]}")
    return int(re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.M).group(1))
