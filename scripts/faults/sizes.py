# SPDX-License-Identifier: Apache-2.0
"""Many documents and large ones."""
import subprocess

from . import harness
from .harness import album, case, expect, refused, run


@case(quick=False)
def many(folder):
    """10 000 documents in one run: merged, the same in another order, and no more files open than allowed."""
    paths = []
    for number in range(10_000):
        path = folder / f"{number}.cbor"
        path.write_bytes(album([f"label {number % 500}"], number % 251, name=f"n{number % 7}"))
        paths.append(path.name)
    limit = "ulimit -n 64; exec \"$0\" \"$@\""
    outputs = []
    for order in (paths, paths[::-1]):
        output = folder / "out.cbor"
        result = subprocess.run(
            ["bash", "-c", limit, harness.TOOL, "merge", *order, "-q", "-o", output], cwd=folder, capture_output=True)
        expect(result.returncode == 0, f"many: exit code {result.returncode}: {result.stderr.decode()}")
        outputs.append(output.read_bytes() if output.exists() else b"")
    expect(outputs[0] == outputs[1] != b"", "many: the order of the files shows in the bytes")
    checked = subprocess.run([harness.TOOL, "check", *paths], cwd=folder, capture_output=True)
    expect(checked.returncode == 0, f"many: check gives {checked.returncode}: {checked.stderr.decode()[:200]}")


@case(quick=False)
def large(folder):
    """A document of just under 16 MiB is merged; one above, and a join that would be, is refused in words."""
    limit = 16 * 1024 * 1024
    labels = [f"{n:08}" + "x" * 240 for n in range(66_000)]
    below = album(labels[:66_000], 0)
    expect(limit * 0.9 < len(below) <= limit, f"large: the sample has {len(below)} bytes")
    (folder / "a.cbor").write_bytes(below)
    (folder / "b.cbor").write_bytes(album(labels[:2_000], 1))
    output = folder / "out.cbor"
    result = run("merge", folder / "a.cbor", folder / "a.cbor", "-q", "-o", output)
    expect(result.returncode == 0, f"large: exit code {result.returncode}: {result.stderr.decode()}")
    expect(output.read_bytes() == below, "large: a document merged with itself is itself")
    output.write_bytes(b"old")
    refused(run("merge", folder / "a.cbor", folder / "b.cbor", "-q", "-o", output), "large join", "limit")
    expect(output.read_bytes() == b"old", "large join: the output changed")
    (folder / "c.cbor").write_bytes(album([f"{n:08}" + "x" * 240 for n in range(68_000)], 0))
    refused(run("merge", folder / "c.cbor", "-q", "-o", output), "large input", "c.cbor", "bytes")
    expect(output.read_bytes() == b"old", "large input: the output changed")
