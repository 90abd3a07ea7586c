# SPDX-License-Identifier: Apache-2.0
"""Signals, and temporary files that a kill left."""
import os
import random
import signal
import subprocess
import time

from . import harness
from .harness import album, case, expect, good, run

ENDING = [
    signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGABRT, signal.SIGALRM, signal.SIGTERM, signal.SIGUSR1,
    signal.SIGUSR2, signal.SIGXCPU, signal.SIGVTALRM, signal.SIGPROF, signal.SIGTRAP, signal.SIGSEGV, signal.SIGBUS,
    signal.SIGFPE, signal.SIGILL, signal.SIGSYS, *(
        getattr(signal, name) for name in ("SIGIO", "SIGPWR", "SIGSTKFLT", "SIGRTMIN", "SIGRTMAX")
        if hasattr(signal, name))]


def no_core():
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@case()
def signals(folder):
    """Every signal ends it, while it waits, reads or writes: its own status, the old output, nothing beside it."""
    generator = random.Random(harness.SEED)
    big = folder / "big"
    big.write_bytes(album([f"label {n}" for n in range(60_000)]))
    output = folder / "out"
    output.write_bytes(b"old")
    started = time.monotonic()
    good("merge", big, "-q", "-o", folder / "new")
    span = time.monotonic() - started
    new = (folder / "new").read_bytes()
    for asked in ENDING:
        # Waiting for input while a temporary file is there.
        process = subprocess.Popen(
            [harness.TOOL, "bulk", "-", "-q", "-o", output], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=no_core)
        while process.poll() is None and not any(path.suffix == ".tmp" for path in folder.iterdir()):
            time.sleep(0.005)
        process.send_signal(asked)
        try:
            code = process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            code = None
        message = process.communicate()[1]
        expect(code == -asked, f"signals: {asked!r} gives {code}")
        expect(message == b"", f"signals: {asked!r}: message {message!r}")
        expect(output.read_bytes() == b"old", f"signals: {asked!r}: the output changed")
        left = sorted(path.name for path in folder.iterdir())
        if not expect(left == ["big", "new", "out"], f"signals: {asked!r} leaves {left}"):
            return
        for _ in range(1 if harness.QUICK else 10):
            output.write_bytes(b"old")
            process = subprocess.Popen(
                [harness.TOOL, "merge", big, "-q", "-o", output], stderr=subprocess.PIPE, preexec_fn=no_core)
            time.sleep(generator.uniform(0.2, 1.2) * span)
            process.send_signal(asked)
            message = process.communicate(timeout=60)[1]
            whole = output.read_bytes()
            expect(process.returncode in (0, -asked), f"signals: {asked!r} gives {process.returncode}")
            expect(whole in (b"old", new), f"signals: {asked!r}: the output is neither old nor new")
            expect(process.returncode != 0 or whole == new, f"signals: {asked!r}: exit code 0 and no output")
            output.write_bytes(b"old")
        left = sorted(path.name for path in folder.iterdir())
        expect(left == ["big", "new", "out"], f"signals: {asked!r} leaves {left}")


@case()
def ignored_signal(folder):
    """A signal that the caller ignores, as nohup does, ends nothing."""
    process = subprocess.Popen(
        [harness.TOOL, "bulk", "-", "-q", "-o", folder / "out"], stdin=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    while process.poll() is None and not any(path.suffix == ".tmp" for path in folder.iterdir()):
        time.sleep(0.005)
    process.send_signal(signal.SIGHUP)
    process.stdin.write(album(["a"]))
    process.stdin.close()
    expect(process.wait(timeout=60) == 0, f"ignored signal: exit code {process.returncode}")
    expect((folder / "out").read_bytes() == album(["a"]), "ignored signal: the output is another")


@case()
def pipes_without_readers(folder):
    """An output that is a pipe without a reader, or one that reads nothing: INT and TERM end the wait."""
    many = b"".join(album([f"label {n}"], ident=n) for n in range(20_000))
    (folder / "in").write_bytes(many)
    os.mkfifo(folder / "pipe")
    waits = [
        ["bulk", "in", "-q", "-o", "out", "--set-aside", "pipe"], ["bulk", "in", "-q", "-o", "pipe"],
        ["merge", "one", "-q", "-o", "pipe"]]
    (folder / "one").write_bytes(album(["a"]))
    for command in waits:
        for asked in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([harness.TOOL, *command], cwd=folder, stderr=subprocess.PIPE)
            time.sleep(0.3)
            expect(process.poll() is None, f"pipes: {command} does not wait: {process.returncode}")
            process.send_signal(asked)
            try:
                expect(process.wait(timeout=20) == -asked, f"pipes: {command}: exit code {process.returncode}")
            except subprocess.TimeoutExpired:
                expect(False, f"pipes: {asked.name} does not end {command}")
                process.kill()
            process.communicate()
    # A reader that has opened it and reads nothing.
    reader = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    for command, stdout in ((waits[1], None), (["bulk", "in", "-q", "-o", "-", "--set-aside", "aside"], "pipe")):
        out = os.open(folder / "pipe", os.O_WRONLY) if stdout else subprocess.DEVNULL
        process = subprocess.Popen([harness.TOOL, *command], cwd=folder, stdout=out, stderr=subprocess.PIPE)
        time.sleep(0.5)
        expect(process.poll() is None, f"pipes: {command} does not wait for the reader")
        process.send_signal(signal.SIGTERM)
        try:
            expect(process.wait(timeout=20) == -signal.SIGTERM, f"pipes: {command}: {process.returncode}")
        except subprocess.TimeoutExpired:
            expect(False, f"pipes: SIGTERM does not end {command}")
            process.kill()
        process.communicate()
        if stdout:
            os.close(out)
    os.close(reader)
    left = sorted(path.name for path in folder.iterdir())
    expect(left == ["in", "one", "pipe"], f"pipes: {left} left")


@case()
def keygen_interrupted(folder):
    """keygen signing, asked to end at random moments: both files or none."""
    generator = random.Random(harness.SEED)
    started = time.monotonic()
    good("keygen", "signing", "-o", folder / "s", "--public-key", folder / "p")
    span = time.monotonic() - started
    seen = {0: 0, 2: 0}
    for number in range(20 if harness.QUICK else 300):
        for path in folder.iterdir():
            path.unlink()
        process = subprocess.Popen([harness.TOOL, "keygen", "signing", "-o", folder / "s", "--public-key", folder / "p"])
        time.sleep(generator.uniform(0.3, 1.1) * span)
        process.send_signal((signal.SIGTERM, signal.SIGINT, signal.SIGUSR1)[number % 3])
        process.wait()
        names = sorted(path.name for path in folder.iterdir())
        if not expect(names in ([], ["p", "s"]), f"keygen: {names}"):
            return
        seen[len(names)] += 1
    print(f"    neither {seen[0]} times, both {seen[2]} times")


@case()
def abandoned_files(folder):
    """A temporary file left by SIGKILL goes with the next run of the same output; one in use stays."""
    output, other = folder / "out", folder / "other"
    waiting = []
    for target in (output, output, other):
        process = subprocess.Popen([harness.TOOL, "bulk", "-", "-q", "-o", target],
                                   stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        before = len(waiting) + 1
        while process.poll() is None and sum(path.suffix == ".tmp" for path in folder.iterdir()) < before:
            time.sleep(0.005)
        waiting.append(process)
    for process in (waiting[0], waiting[2]):
        process.kill()
        process.wait()
    expect(len(list(folder.iterdir())) == 3, "abandoned: the kills leave no temporary files")
    (folder / "in").write_bytes(album(["a"]))
    good("merge", folder / "in", "-q", "-o", output)
    left = sorted(path.suffix for path in folder.iterdir())
    expect(left == ["", "", ".tmp", ".tmp"], f"abandoned: {left}")
    waiting[1].stdin.write(album(["b"]))
    error = waiting[1].communicate()[1]
    # It can still finish, and sees that its output is another file than when it began.
    expect(waiting[1].returncode == 1 and b"changed it meanwhile" in error, f"abandoned: a file in use is gone: {error}")
    expect((folder / "out").read_bytes() == album(["a"]), "abandoned: the output of the run in between is gone")
    good("merge", folder / "in", "-q", "-o", other)
    left = sorted(path.name for path in folder.iterdir())
    expect(left == ["in", "other", "out"], f"abandoned: {left} left")


@case()
def keygen_on_a_full_disk(folder):
    """keygen signing on a disk that has room for the seed alone makes neither file."""
    from .harness import skip
    if os.geteuid() != 0:
        return skip("mounting a tmpfs needs root")
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", disk], capture_output=True)
    if mounted.returncode != 0:
        return skip(mounted.stderr.decode().strip())
    try:
        for room in (0, 1, 4096, 4097):
            (disk / "fill").write_bytes(b"x" * (16384 - room if room else 16384))
            result = run("keygen", "signing", "-o", disk / "s", "--public-key", disk / "p")
            names = sorted(path.name for path in disk.iterdir())
            expect(result.returncode in (0, 1), f"full disk: {result}")
            expect(names == (["fill", "p", "s"] if result.returncode == 0 else ["fill"]), f"full disk: {names}")
            for path in disk.iterdir():
                path.unlink()
    finally:
        subprocess.run(["umount", disk], check=True)
