# SPDX-License-Identifier: Apache-2.0
"""Commands that run at once on one file."""
import fcntl
import subprocess
import threading

from . import harness
from .harness import DEVICE, ID, case, expect, good, refused, run


def at_once(commands, width):
    """Runs the commands, so many at a time; gives the results that are not good."""
    queue, bad, lock = list(commands)[::-1], [], threading.Lock()

    def work():
        while True:
            with lock:
                if not queue:
                    return
                command = queue.pop()
            result = run(*command)
            if result.returncode != 0:
                with lock:
                    bad.append(result.stderr)
    threads = [threading.Thread(target=work) for _ in range(width)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return bad


def labels(path):
    shown = good("inspect", "--json", path).stdout
    import json
    return set(json.loads(shown).get("labels", []))


@case()
def parallel_edits(folder):
    """Edits of one file at once, with the writer that is kept and with one that is given: every label is kept."""
    path = folder / "d"
    count = 60 if harness.QUICK else 1_000
    for shared in ([], ["--writer", DEVICE]):
        good("new", "album", "--id", ID, "-o", path)
        commands = [["edit", path, "--device", DEVICE, "-q", *shared, "add-label", f"l{n}"] for n in range(count)]
        bad = at_once(commands, 24)
        expect(bad == [], f"parallel edits: {len(bad)} fail: {bad[:1]}")
        kept = labels(path)
        expect(kept == {f"l{n}" for n in range(count)}, f"parallel edits {shared}: {len(kept)} of {count} labels kept")
        expect([p.name for p in folder.iterdir()] == ["d"], "parallel edits: something lies beside the file")
        path.unlink()


@case()
def parallel_copies(folder):
    """Edits of three copies at once, with one state for all: no add-id is used twice, and every label is kept."""
    good("new", "album", "--id", ID, "-o", folder / "c0")
    good("edit", folder / "c0", "--device", DEVICE, "-q", "add-label", "first")
    for n in (1, 2):
        (folder / f"c{n}").write_bytes((folder / "c0").read_bytes())
    count = 60 if harness.QUICK else 600
    commands = [["edit", folder / f"c{n % 3}", "--device", DEVICE, "-q", "add-label", f"l{n}"] for n in range(count)]
    bad = at_once(commands, 24)
    expect(bad == [], f"parallel copies: {len(bad)} fail: {bad[:1]}")
    good("merge", *(folder / f"c{n}" for n in range(3)), "-q", "-o", folder / "m")
    kept = labels(folder / "m")
    expect(kept == {"first", *(f"l{n}" for n in range(count))}, f"parallel copies: {len(kept)} of {count + 1} kept")


@case()
def kept_writers(folder):
    """Killed at any moment, the tool leaves a state that it reads again, and no label is lost to a doubled add-id."""
    import random
    import subprocess
    import time
    moments = random.Random(harness.SEED)
    path, backup, wanted = folder / "d", folder / "b", set()
    good("new", "album", "--id", ID, "-o", path)
    for n in range(20 if harness.QUICK else 300):
        backup.write_bytes(path.read_bytes())
        process = subprocess.Popen(
            [harness.TOOL, "edit", path, "--device", DEVICE, "--delta", folder / f"s{n}", "-q", "add-label", f"l{n}"])
        time.sleep(moments.random() * 0.03)
        process.kill()
        process.wait()
        before, after = labels(backup), labels(path)
        expect(after in (before, before | {f"l{n}"}), f"kept writers: {after ^ before} changed")
        # What has left as a delta is known elsewhere, whatever becomes of the document.
        if (folder / f"s{n}").exists():
            wanted.add(f"l{n}")
            if n % 3 == 0:
                path.write_bytes(backup.read_bytes())
        result = good("edit", path, "--device", DEVICE, "add-label", f"m{n}")
        wanted.add(f"m{n}")
        expect(b"damaged" not in result.stderr, f"kept writers: {result.stderr!r}")
    good("merge", path, *folder.glob("s*"), "-q", "-o", path)
    expect(wanted <= labels(path), f"kept writers: {wanted - labels(path)} lost")


@case()
def parallel_merges(folder):
    """Merges into one accumulator at once: every part is kept. So it is under a symbolic link, and with edits."""
    count = 24 if harness.QUICK else 200
    good("new", "album", "--id", ID, "-o", folder / "acc")
    (folder / "link").symlink_to("acc")
    for n in range(count):
        good("edit", folder / "acc", "--device", DEVICE, "-q", "-o", folder / f"p{n}", "add-label", f"m{n}")
    commands = []
    for n in range(count):
        name = "acc" if n % 2 else "link"
        commands.append(["merge", folder / name, folder / f"p{n}", "-q", "-o", folder / name])
        commands.append(["edit", folder / name, "--device", DEVICE, "-q", "add-label", f"e{n}"])
    bad = at_once(commands, 16)
    expect(bad == [], f"parallel merges: {len(bad)} fail: {bad[:1]}")
    wanted = {f"{kind}{n}" for n in range(count) for kind in "me"}
    kept = labels(folder / "acc")
    expect(kept == wanted, f"parallel merges: {len(kept)} of {len(wanted)} kept")


@case()
def no_wait(folder):
    """A file that is locked is waited for with a message; with --no-wait the command fails at once."""
    path = folder / "d"
    good("new", "album", "--id", ID, "-o", path)
    edit = ["edit", path, "--device", DEVICE, "-q", "add-label", "x"]
    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        before = path.read_bytes()
        result = run(*edit[:2], "--no-wait", *edit[2:])
        expect(result.returncode == 1 and b"another command" in result.stderr, f"no wait: {result}")
        expect(path.read_bytes() == before, "no wait: the file changed")
        process = subprocess.Popen([harness.TOOL, *edit], stderr=subprocess.PIPE)
        message = process.stderr.readline()
        expect(b"waiting for another command" in message, f"no wait: message {message!r}")
        expect(process.poll() is None, "no wait: it does not wait")
        fcntl.flock(file, fcntl.LOCK_UN)
        expect(process.wait(timeout=60) == 0, "no wait: it does not go on")
        fcntl.flock(file, fcntl.LOCK_EX)
    expect(labels(path) == {"x"}, "no wait: the label is lost")


@case()
def kept_writer_that_is_held(folder):
    """The file of a writer that another command holds for a moment is waited for: no new writer for each collision."""
    path, state = folder / "d", folder / "state"
    good("new", "album", "--id", ID, "-o", path)
    edit = ["edit", path, "--device", DEVICE, "--state", state, "add-label"]
    good(*edit, "x")
    kept = [file for file in state.rglob("*") if file.is_file()]
    if not expect(len(kept) == 1, f"held writer: {kept}"):
        return
    with open(kept[0], "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        process = subprocess.Popen([harness.TOOL, *edit, "y"], stderr=subprocess.PIPE)
        try:
            process.wait(timeout=0.3)
            expect(False, "held writer: it does not wait")
        except subprocess.TimeoutExpired:
            pass
        fcntl.flock(file, fcntl.LOCK_UN)
        error = process.communicate(timeout=60)[1]
    expect(process.returncode == 0 and b"writer" not in error, f"held writer: {error}")
    expect(labels(path) == {"x", "y"}, "held writer: a label is lost")


@case()
def opened_inputs(folder):
    """A file that was opened before another command replaced it is no input for its replacement: nothing is lost."""
    path, part = folder / "d", folder / "p"
    good("new", "album", "--id", ID, "-o", path)
    good("edit", path, "--device", DEVICE, "-q", "-o", part, "add-label", "part")
    good("edit", path, "--device", DEVICE, "-q", "add-label", "first")
    commands = [
        ["merge", "-", part, "-q", "-o", path], ["canonicalize", "-", "-o", path], ["bulk", "-", part, "-o", path],
        ["before", "-", "--horizon", "9999-12-31T23:59:59.999Z", "-o", path],
        ["edit", "-", "--device", DEVICE, "-q", "-o", path, "add-label", "x"]]
    for command in commands:
        for name in ("-", "/dev/stdin", "/dev/fd/0"):
            command = [name if word == "-" else word for word in command]
            what = f"opened inputs, {command[0]} {name}"
            # Replaced before the command starts.
            with open(path, "rb") as stale:
                good("edit", path, "--device", DEVICE, "-q", "add-label", f"{command[0]} {name}")
                before = path.read_bytes()
                refused(run(*command, stdin=stale), what, "name the file")
                expect(path.read_bytes() == before, f"{what}: the file changed")
            if name != "-":
                continue
            # Replaced while the command waits.
            with open(path, "rb") as stale:
                fcntl.flock(stale, fcntl.LOCK_EX)
                process = subprocess.Popen(
                    [harness.TOOL, *command], stdin=stale, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
                expect(b"waiting for" in process.stderr.readline(), f"{what}: it does not wait")
                part.with_name("next").write_bytes(before)
                part.with_name("next").replace(path)
                fcntl.flock(stale, fcntl.LOCK_UN)
                message = process.communicate(timeout=60)[1]
                expect(process.returncode == 1 and b"name the file" in message, f"{what}: {message!r}")
                expect(path.read_bytes() == before, f"{what}: the file changed")
    with open(path, "rb") as current:
        good("merge", "-", part, "-q", "-o", path, stdin=current)
    expect({"part", "first"} <= labels(path), "opened inputs: the file that is still there is not merged into")


@case()
def news_at_once(folder):
    """new and keygen, many at once for one name: one succeeds, and what it wrote is whole."""
    for command, name in (
            (["new", "album", "-o", folder / "n"], "n"), (["keygen", "sealing", "-o", folder / "k"], "k")):
        processes = [
            subprocess.Popen([harness.TOOL, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for _ in range(12)]
        outputs = [process.communicate()[0] for process in processes]
        done = [output for output, process in zip(outputs, processes) if process.returncode == 0]
        expect(len(done) == 1, f"at once, {command[0]}: {len(done)} succeed")
        if name == "n":
            shown = good("check", folder / "n").stdout.decode()
            expect(done[0].decode().split()[1] in shown, "at once: the file is not that of the one that succeeded")
    expect(sorted(p.name for p in folder.iterdir()) == ["k", "n"], "at once: something lies beside the files")
