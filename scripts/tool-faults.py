#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tool where things go wrong: killed or interrupted at any moment, on a full disk, in a read-only
folder, into a closed pipe, with 10 000 documents, with 16 MiB.

    scripts/tool-faults.py [TOOL]          default: .build/release/capsule-merge
    CAPSULE_SEED=7 scripts/tool-faults.py  other random moments

Each case says what it holds the tool to; exits 1 when one fails. Needs the standard library alone. The full disk
is a small tmpfs, for which one must be root; else that case is skipped, and said so. Nothing here judges time.
"""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent.parent
TOOL = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE / ".build/release/capsule-merge").resolve()
SEED = int(os.environ.get("CAPSULE_SEED", "1"))
failures = []


def head(major, value):
    if value < 24:
        return bytes([major << 5 | value])
    for information, size in ((24, 1), (25, 2), (26, 4)):
        if value < 1 << 8 * size:
            return bytes([major << 5 | information]) + value.to_bytes(size, "big")
    raise ValueError(value)


def text(value):
    data = value.encode()
    return head(3, len(data)) + data


def album(labels, writer=0, name=None, ident=0x1D):
    """An album whose labels were added by one writer."""
    ident = head(2, 16) + ident.to_bytes(16, "big")
    writer_id = head(2, 16) + bytes([writer]) * 16
    adds = b"".join(head(0, n) + text(label) for n, label in enumerate(labels))
    ranges = head(4, 2) + head(0, 0) + head(0, len(labels) - 1)
    sets = head(5, 1) + writer_id + head(4, 2) + ranges + head(5, len(labels)) + adds
    entries = [(text("labels"), sets), (text("album_id"), ident)]
    if name is not None:
        stamp = [("by", writer_id), ("ts", text("2023-11-14T22:13:20.000Z")), ("value", text(name))]
        entries.append((text("name"), head(5, 3) + b"".join(text(key) + value for key, value in stamp)))
    body = b"".join(key + value for key, value in sorted(entries))
    return head(5, len(entries) + 1) + b"\x00\x01" + body


def run(*arguments, **options):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, timeout=600, **options)


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"    FAILED: {what}", file=sys.stderr)


def refused(result, what, *words):
    """A refusal: exit code 1, one clear message that names the file, nothing of Swift's own words."""
    message = result.stderr.decode(errors="replace")
    expect(result.returncode == 1, f"{what}: exit code {result.returncode}, not 1")
    expect(message.startswith("capsule-merge: ") and message.count("\n") == 1, f"{what}: message {message!r}")
    for word in words:
        expect(word in message, f"{what}: {word!r} is not in {message!r}")


def killed(folder):
    """merge -o, killed at 200 random moments, leaves the old output or the new one, whole, and the inputs."""
    generator = random.Random(SEED)
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
    for _ in range(200):
        output.write_bytes(old)
        process = subprocess.Popen([TOOL, "merge", *inputs, "-q", "-o", output], stderr=subprocess.DEVNULL)
        time.sleep(generator.uniform(0, 1.2 * span))
        process.send_signal(signal.SIGKILL)
        process.wait()
        content = output.read_bytes() if output.exists() else None
        expect(content in (old, new), "killed: the output is neither the old one nor the new one")
        seen["new" if content == new else "old"] += 1
        expect([path.read_bytes() for path in inputs] == parts, "killed: an input changed")
    print(f"    the output was the old one {seen['old']} times, the new one {seen['new']} times")
    expect(seen["old"] > 0 and seen["new"] > 0, "killed: no kill came before, or none after, the replacement")
    left = [path.name for path in folder.iterdir() if path not in (*inputs, output, folder / "whole.cbor")]
    print(f"    temporary files left by the kills: {len(left)}")


def full_disk(folder):
    """A full disk: refused in words, the old output and the inputs stay, nothing is left behind."""
    if os.geteuid() != 0:
        print("    skipped: mounting a tmpfs needs root")
        return
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True)
    if mounted.returncode != 0:
        print(f"    skipped: {mounted.stderr.decode().strip()}")
        return
    try:
        big = folder / "big.cbor"
        big.write_bytes(album([f"label {n}" for n in range(20_000)]))
        output = disk / "out.cbor"
        old = album(["a"])
        output.write_bytes(old)
        refused(run("merge", big, "-q", "-o", output), "full disk", "out.cbor", "space")
        expect(output.read_bytes() == old, "full disk: the old output is gone")
        expect([path.name for path in disk.iterdir()] == ["out.cbor"], "full disk: something is left behind")
        with open(disk / "sink", "wb") as sink:
            # The disk is the standard output as well.
            result = subprocess.run(
                [TOOL, "merge", big, "-q", "-o", "-"], stdout=sink, stderr=subprocess.PIPE)
        refused(result, "full disk, standard output", "standard output")
    finally:
        subprocess.run(["umount", disk], check=True)


def read_only(folder):
    """A folder that cannot be written: refused in words, the old output stays."""
    closed = folder / "closed"
    closed.mkdir()
    (folder / "in.cbor").write_bytes(album(["b"], 1))
    old = album(["a"])
    (closed / "out.cbor").write_bytes(old)
    if os.geteuid() == 0:
        # Root writes anywhere; a read-only mount holds for root too.
        mounted = subprocess.run(["mount", "--bind", "-o", "ro", closed, closed], capture_output=True)
        if mounted.returncode == 0:
            subprocess.run(["mount", "-o", "remount,ro,bind", closed], capture_output=True)
        else:
            print(f"    skipped: {mounted.stderr.decode().strip()}")
            return
    else:
        closed.chmod(0o500)
    try:
        refused(run("merge", folder / "in.cbor", "-q", "-o", closed / "out.cbor"), "read-only", "out.cbor")
        expect((closed / "out.cbor").read_bytes() == old, "read-only: the old output changed")
    finally:
        if os.geteuid() == 0:
            subprocess.run(["umount", closed], check=True)
        else:
            closed.chmod(0o700)


def closed_pipe(folder):
    """A reader that goes away: no message; the signal that filters end by, exit code 1 where it is ignored."""
    big = folder / "big.cbor"
    big.write_bytes(album([f"label {n}" for n in range(100_000)]))
    for ignored, wanted in ((False, -signal.SIGPIPE), (True, 1)):
        # Python ignores the signal itself and, unless told not to, gives it back to what it starts.
        process = subprocess.Popen(
            [TOOL, "merge", big, "-q", "-o", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            restore_signals=not ignored)
        process.stdout.read(10)
        process.stdout.close()
        message = process.stderr.read()
        code = process.wait()
        expect(code == wanted, f"closed pipe: exit code {code}, not {wanted}")
        expect(message == b"", f"closed pipe: message {message!r}")
        process = subprocess.Popen(
            [TOOL, "bulk", big, "-q", "-o", "-", "--set-aside", folder / "aside"],
            stdout=subprocess.PIPE, restore_signals=not ignored)
        process.stdout.read(10)
        process.stdout.close()
        code = process.wait()
        expect(code == wanted, f"closed pipe, set aside: exit code {code}, not {wanted}")
        left = [path.name for path in folder.iterdir() if path != big]
        expect(left == [], f"closed pipe, set aside: {left} left behind")


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
            ["bash", "-c", limit, TOOL, "merge", *order, "-q", "-o", output], cwd=folder, capture_output=True)
        expect(result.returncode == 0, f"many: exit code {result.returncode}: {result.stderr.decode()}")
        outputs.append(output.read_bytes() if output.exists() else b"")
    expect(outputs[0] == outputs[1] != b"", "many: the order of the files shows in the bytes")
    checked = subprocess.run([TOOL, "check", *paths], cwd=folder, capture_output=True)
    expect(checked.returncode == 0, f"many: check gives {checked.returncode}: {checked.stderr.decode()[:200]}")


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


def interrupted(folder):
    """bulk, asked to end at 100 random moments or while an input keeps it waiting: old or new, nothing beside it."""
    generator = random.Random(SEED)
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
    for number in range(100):
        asked = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[number % 3]
        output.write_bytes(old)
        process = subprocess.Popen(
            [TOOL, "bulk", *inputs, "-q", "-j", str(number % 4 + 1), "-o", output], stderr=subprocess.PIPE)
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
        process = subprocess.Popen([TOOL, "bulk", "-", "-o", output], stdin=subprocess.PIPE)
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


def file_limit(folder):
    """A limit on the size of files (ulimit -f): the old output stays, nothing is left behind."""
    (folder / "in.cbor").write_bytes(album([f"label {n}" for n in range(20_000)]))
    old = album(["a"])
    (folder / "out.cbor").write_bytes(old)
    for command in ("merge", "bulk"):
        limited = ["bash", "-c", "ulimit -f 16; exec \"$0\" \"$@\"", TOOL, command, "in.cbor", "-o", "out.cbor"]
        result = subprocess.run(limited, cwd=folder, capture_output=True, timeout=600)
        expect(result.returncode == -signal.SIGXFSZ, f"file limit, {command}: exit code {result.returncode}")
        expect((folder / "out.cbor").read_bytes() == old, f"file limit, {command}: the old output is gone")
        left = sorted(path.name for path in folder.iterdir())
        expect(left == ["in.cbor", "out.cbor"], f"file limit, {command}: {left} left behind")


def pipe_in_folder(folder):
    """A named pipe in a folder of documents is refused; opening it would wait for ever."""
    (folder / "photos").mkdir()
    os.mkfifo(folder / "photos/pipe")
    try:
        result = subprocess.run(
            [TOOL, "bulk", "photos", "-o", "out"], cwd=folder, capture_output=True, timeout=60)
        refused(result, "pipe in a folder", "photos/pipe")
    except subprocess.TimeoutExpired:
        expect(False, "pipe in a folder: it is opened, and waited for")


def main():
    if not TOOL.exists():
        sys.exit(f"there is no tool at {TOOL}: swift build -c release --product capsule-merge")
    print(f"CAPSULE_SEED={SEED}")
    for case in (
            killed, interrupted, full_disk, file_limit, read_only, closed_pipe, pipe_in_folder, many, large):
        print(f"{case.__name__}: {case.__doc__.splitlines()[0]}")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="capsule-merge-faults-"))
        try:
            case(folder)
        finally:
            shutil.rmtree(folder)
    if failures:
        sys.exit(f"{len(failures)} failures")
    print("all hold")


main()
