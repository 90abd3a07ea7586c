# SPDX-License-Identifier: Apache-2.0
"""Killed and interrupted while it writes."""
import random
import signal
import subprocess
import time

from . import harness
from .harness import album, case, expect, run


@case()
def killed(folder):
    """merge -o, killed at many random moments, leaves the old output or the new one, whole, and the inputs."""
    generator = random.Random(harness.SEED)
    parts = [album([f"label {n} of {writer}" for n in range(20_000)], writer) for writer in range(3)]
    inputs = [folder / f"{writer}.cbor" for writer in range(3)]
    for path, part in zip(inputs, parts):
        path.write_bytes(part)
    output = folder / "out.cbor"
    old = parts[0]
    whole = run("merge", *inputs, "-q", "-o", folder / "whole.cbor")
    expect(whole.returncode == 0, "killed: an undisturbed merge fails")
    new = (folder / "whole.cbor").read_bytes()
    started = time.monotonic()
    for _ in range(5):
        run("merge", *inputs, "-q", "-o", folder / "whole.cbor")
    span = (time.monotonic() - started) / 5
    seen = {"old": 0, "new": 0}
    for _ in range(20 if harness.QUICK else 200):
        output.write_bytes(old)
        process = subprocess.Popen([harness.TOOL, "merge", *inputs, "-q", "-o", output], stderr=subprocess.DEVNULL)
        time.sleep(generator.uniform(0, 1.2 * span))
        process.send_signal(signal.SIGKILL)
        process.wait()
        content = output.read_bytes() if output.exists() else None
        expect(content in (old, new), "killed: the output is neither the old one nor the new one")
        seen["new" if content == new else "old"] += 1
        expect([path.read_bytes() for path in inputs] == parts, "killed: an input changed")
    print(f"    the output was the old one {seen['old']} times, the new one {seen['new']} times")
    expect(harness.QUICK or seen["old"] > 0 and seen["new"] > 0, "killed: no kill came before, or none after, the replacement")
    left = [path.name for path in folder.iterdir() if path not in (*inputs, output, folder / "whole.cbor")]
    print(f"    temporary files left by the kills: {len(left)}")
    run("merge", *inputs, "-q", "-o", output)
    left = [path.name for path in folder.iterdir() if path not in (*inputs, output, folder / "whole.cbor")]
    expect(left == [], f"killed: the next run leaves {left}")


@case()
def interrupted(folder):
    """bulk, asked to end at random moments or while an input keeps it waiting: old or new, nothing beside it."""
    generator = random.Random(harness.SEED)
    parts = [b"".join(album([f"label {writer}"], writer, ident=n) for n in range(20_000)) for writer in range(2)]
    inputs = [folder / f"{writer}.cborseq" for writer in range(2)]
    for path, part in zip(inputs, parts):
        path.write_bytes(part)
    output = folder / "out.cborseq"
    started = time.monotonic()
    whole = run("bulk", *inputs, "-q", "-o", output)
    span = time.monotonic() - started
    expect(whole.returncode == 0, "interrupted: an undisturbed merge fails")
    new = output.read_bytes()
    old = parts[0]
    seen = {"old": 0, "new": 0}
    for number in range(15 if harness.QUICK else 100):
        asked = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[number % 3]
        output.write_bytes(old)
        process = subprocess.Popen(
            [harness.TOOL, "bulk", *inputs, "-q", "-j", str(number % 4 + 1), "-o", output], stderr=subprocess.PIPE)
        time.sleep(generator.uniform(0, 1.2 * span))
        process.send_signal(asked)
        message = process.communicate(timeout=600)[1]
        content = output.read_bytes()
        expect(content in (old, new), "interrupted: the output is neither the old one nor the new one")
        expect(process.returncode in (0, -asked), f"interrupted: exit code {process.returncode}")
        expect(message == b"", f"interrupted: message {message!r}")
        seen["new" if content == new else "old"] += 1
    print(f"    the output was the old one {seen['old']} times, the new one {seen['new']} times")
    output.write_bytes(old)
    for asked in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        process = subprocess.Popen([harness.TOOL, "bulk", "-", "-o", output], stdin=subprocess.PIPE)
        while process.poll() is None and not any(path.suffix == ".tmp" for path in folder.iterdir()):
            time.sleep(0.01)
        process.send_signal(asked)
        try:
            expect(process.wait(timeout=60) == -asked, f"interrupted, waiting: exit code {process.returncode}")
        except subprocess.TimeoutExpired:
            expect(False, f"interrupted, waiting: {asked.name} does not end it")
            process.kill()
        process.communicate()
    expect(output.read_bytes() == old, "interrupted, waiting: the output changed")
    left = [path.name for path in folder.iterdir() if path not in (*inputs, output)]
    expect(left == [], f"interrupted: {left} left behind")
