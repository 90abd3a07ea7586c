# SPDX-License-Identifier: Apache-2.0
"""Where nothing can be written: full disks, read-only folders, limits, closed pipes."""
import os
import signal
import subprocess

from . import harness
from .harness import album, case, expect, refused, run, skip


@case()
def full_disk(folder):
    """A full disk: refused in words, the old output and the inputs stay, nothing is left behind."""
    if os.geteuid() != 0:
        skip("mounting a tmpfs needs root")
        return
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True)
    if mounted.returncode != 0:
        skip(mounted.stderr.decode().strip())
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
                [harness.TOOL, "merge", big, "-q", "-o", "-"], stdout=sink, stderr=subprocess.PIPE)
        refused(result, "full disk, standard output", "standard output")
    finally:
        subprocess.run(["umount", disk], check=True)


@case()
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
            skip(mounted.stderr.decode().strip())
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


@case()
def closed_pipe(folder):
    """A reader that goes away: no message; the signal that filters end by, exit code 1 where it is ignored."""
    big = folder / "big.cbor"
    big.write_bytes(album([f"label {n}" for n in range(100_000)]))
    for ignored, wanted in ((False, -signal.SIGPIPE), (True, 1)):
        # Python ignores the signal itself and, unless told not to, gives it back to what it starts.
        process = subprocess.Popen(
            [harness.TOOL, "merge", big, "-q", "-o", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            restore_signals=not ignored)
        process.stdout.read(10)
        process.stdout.close()
        message = process.stderr.read()
        code = process.wait()
        expect(code == wanted, f"closed pipe: exit code {code}, not {wanted}")
        expect(message == b"", f"closed pipe: message {message!r}")
        process = subprocess.Popen(
            [harness.TOOL, "bulk", big, "-q", "-o", "-", "--set-aside", folder / "aside"],
            stdout=subprocess.PIPE, restore_signals=not ignored)
        process.stdout.read(10)
        process.stdout.close()
        code = process.wait()
        expect(code == wanted, f"closed pipe, set aside: exit code {code}, not {wanted}")
        left = [path.name for path in folder.iterdir() if path != big]
        expect(left == [], f"closed pipe, set aside: {left} left behind")


@case()
def file_limit(folder):
    """A limit on the size of files (ulimit -f): the old output stays, nothing is left behind."""
    (folder / "in.cbor").write_bytes(album([f"label {n}" for n in range(20_000)]))
    old = album(["a"])
    (folder / "out.cbor").write_bytes(old)
    for command in ("merge", "bulk"):
        limited = ["bash", "-c", "ulimit -f 16; exec \"$0\" \"$@\"", harness.TOOL, command, "in.cbor", "-o", "out.cbor"]
        result = subprocess.run(limited, cwd=folder, capture_output=True, timeout=600)
        expect(result.returncode == -signal.SIGXFSZ, f"file limit, {command}: exit code {result.returncode}")
        expect((folder / "out.cbor").read_bytes() == old, f"file limit, {command}: the old output is gone")
        left = sorted(path.name for path in folder.iterdir())
        expect(left == ["in.cbor", "out.cbor"], f"file limit, {command}: {left} left behind")


@case()
def pipe_in_folder(folder):
    """A named pipe in a folder of documents is refused; opening it would wait for ever."""
    (folder / "photos").mkdir()
    os.mkfifo(folder / "photos/pipe")
    try:
        result = subprocess.run(
            [harness.TOOL, "bulk", "photos", "-o", "out"], cwd=folder, capture_output=True, timeout=60)
        refused(result, "pipe in a folder", "photos/pipe")
    except subprocess.TimeoutExpired:
        expect(False, "pipe in a folder: it is opened, and waited for")
