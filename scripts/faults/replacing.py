# SPDX-License-Identifier: Apache-2.0
"""Files whose content nobody has taken in: nothing that lies where an output goes is lost unsaid."""
import os
import subprocess

from . import harness
from .harness import DEVICE, ID, album, case, content, expect, good, head, refused, run, text
from .together import labels

EDIT = ["edit", "d", "--device", DEVICE]


@case()
def documents_in_the_way(folder):
    """A document that is no input is not replaced by one that lacks its writes, nor by another document."""
    good("new", "album", "--id", ID, "-o", folder / "d")
    good("keygen", "signing", "-o", "seed", "--public-key", "public", cwd=folder)
    good("keygen", "sealing", "-o", "key", cwd=folder)
    sealing = ["--kind", "album", "--public-key", "public", "--key", "key"]
    good("sign", "--kind", "album", "--seed", "seed", "-o", "signed", "d", cwd=folder)
    good("seal", *sealing, "--key-version", "1", "-o", "record", "signed", cwd=folder)
    received = ["open", *sealing, "--id", ID, "record", "-o", "mine"]
    good(*received, cwd=folder)
    good(*received, cwd=folder)
    good("edit", "mine", "--device", DEVICE, "-q", "add-label", "local", cwd=folder)
    (folder / "other").write_bytes(album(["other"]))
    commands = [
        received, ["verify", "--kind", "album", "--public-key", "public", "signed", "-o", "mine"],
        ["merge", "d", "-o", "mine"], ["before", "d", "--horizon", "2026-01-01T00:00:00Z", "-o", "mine"],
        [*EDIT, "-o", "mine", "add-label", "x"], ["merge", "other", "-o", "mine"]]
    before = content(folder)
    for command in commands:
        refused(run(*command, cwd=folder), f"in the way, {command[0]}", "mine", "--force")
        expect(content(folder) == before, f"in the way, {command[0]}: a file changed")
    good("merge", "d", "mine", "-q", "-o", "mine", cwd=folder)
    expect(labels(folder / "mine") == {"local"}, "in the way: what is an input is not replaced")
    good("merge", "d", "-q", "-o", "mine", "--force", cwd=folder)
    expect(labels(folder / "mine") == set(), "in the way: --force does not replace it")


@case()
def inputs_without_documents(folder):
    """A library is not emptied by inputs that hold nothing, as when a disk is not there."""
    library = album(["kept"])
    (folder / "empty").mkdir()
    (folder / "nothing").write_bytes(b"")
    (folder / "broken").write_bytes(b"\xff")
    (folder / "lib").write_bytes(library)
    (folder / "bad").mkdir()
    (folder / "bad/x").write_bytes(b"\xff")
    for name, more in (("empty", []), ("nothing", []), ("bad", ["--set-aside", "aside"])):
        result = run("bulk", name, "-q", "-o", "lib", *more, cwd=folder)
        expect(result.returncode == 1 and b"lib" in result.stderr, f"no documents, {name}: {result}")
        expect((folder / "lib").read_bytes() == library, f"no documents, {name}: the library is emptied")
    good("bulk", "empty", "-q", "-o", "fresh", cwd=folder)
    good("bulk", "empty", "-q", "-o", "lib", "--force", cwd=folder)
    expect((folder / "lib").read_bytes() == b"", "no documents: --force does not empty it")


@case()
def refused_and_nowhere(folder):
    """--allow-refused is about what was set aside: what lies in no output makes the exit code 1."""
    (folder / "in").mkdir()
    (folder / "in/x").write_bytes(album(["kept"]))
    (folder / "in/link").symlink_to("/")
    result = run("bulk", "in", "-o", "out", "--set-aside", "aside", "--allow-refused", cwd=folder)
    expect(result.returncode == 1 and b"not followed" in result.stderr, f"nowhere: {result}")


@case()
def deltas(folder):
    """A delta that cannot be written leaves the document as it was; one that was not sent yet stays in its file."""
    good("new", "album", "--id", ID, "-o", folder / "d")
    before = content(folder)
    for delta in ("missing/x", ".", "/dev/full"):
        result = run(*EDIT, "--delta", delta, "set-name", "Lisbon", cwd=folder)
        if delta != "/dev/full":
            expect(result.returncode == 1, f"delta {delta}: {result}")
            expect(content(folder) == before, f"delta {delta}: a file changed")
    (folder / "d").write_bytes(before[b"d"])
    for n in range(3):
        good(*EDIT, "-q", "--delta", "unsent", "add-label", f"l{n}", cwd=folder)
    expect(labels(folder / "unsent") == {"l0", "l1", "l2"}, "deltas: one that was not sent is lost")
    for bystander in (album(["other"]), b"a letter"):
        (folder / "other").write_bytes(bystander)
        before = content(folder)
        refused(run(*EDIT, "--delta", "other", "add-label", "x", cwd=folder), "delta over something else", "other")
        expect(content(folder) == before, "delta over something else: a file changed")


@case()
def files_without_names(folder):
    """An open file that was removed or replaced is no output, and nothing called 'd (deleted)' is made or changed."""
    path = folder / "d"
    good("new", "album", "--id", ID, "-o", path)
    for bystander in (None, b"precious"):
        descriptor = os.open(path, os.O_RDWR)
        good("edit", path, "--device", DEVICE, "-q", "add-label", "a" if bystander else "b")
        if bystander:
            (folder / "d (deleted)").write_bytes(bystander)
        before = content(folder)
        refused(run("edit", f"/dev/fd/{descriptor}", "--device", DEVICE, "add-label", "x", pass_fds=(descriptor,)),
                "files without names")
        expect(content(folder) == before, "files without names: a file changed")
        os.close(descriptor)


@case()
def state_that_is_a_link(folder):
    """The file of a writer that is a link to something else is not written through."""
    import pathlib
    path = folder / "d"
    good("new", "album", "--id", ID, "-o", path)
    good("edit", path, "--device", DEVICE, "-q", "add-label", "a")
    kept = next(file for file in pathlib.Path(os.environ["XDG_STATE_HOME"]).rglob("album-*"))
    kept.unlink()
    (folder / "bystander").write_bytes(album(["x"]))
    kept.symlink_to(folder / "bystander")
    result = good("edit", path, "--device", DEVICE, "add-label", "b")
    expect(b"new writer" in result.stdout + result.stderr, f"state that is a link: {result}")
    expect((folder / "bystander").read_bytes() == album(["x"]), "state that is a link: it was written through")
    expect(labels(path) == {"a", "b"}, "state that is a link: a label is lost")


@case()
def changed_by_others(folder):
    """A file that a program without locks replaces while a command works on it is left as it is."""
    for name in ("a", "b"):
        (folder / name).write_bytes(album([name], writer=ord(name)))
    os.mkfifo(folder / "slow")
    for command in (["bulk", "a", "slow", "-q", "-o", "a"], ["merge", "a", "slow", "-q", "-o", "a"]):
        process = subprocess.Popen([harness.TOOL, *command], cwd=folder, stderr=subprocess.PIPE)
        with open(folder / "slow", "wb") as pipe:
            pipe.write(album(["slow"], writer=9))
            (folder / "sync").write_bytes((folder / "b").read_bytes())
            (folder / "sync").replace(folder / "a")
        message = process.communicate(timeout=60)[1]
        expect(process.returncode == 1 and b"another program" in message, f"changed, {command[0]}: {message!r}")
        expect((folder / "a").read_bytes() == (folder / "b").read_bytes(), f"changed, {command[0]}: it is lost")


@case()
def losses_of_joins(folder):
    """What a join cannot keep is said also when nothing else is: doubled add-ids, carried keys, deleted regions."""
    for name, label in (("a", "Rome"), ("b", "Oslo")):
        (folder / name).write_bytes(album([label], writer=7))
    for command in ("merge", "bulk"):
        result = good(command, "a", "b", "-q", "-o", f"{command}.out", cwd=folder)
        expect(b"used twice" in result.stderr, f"losses, {command} -q: {result.stderr!r}")
    # A key of a later version, after the id in the order of keys.
    ident = head(2, 16) + (0x1D).to_bytes(16, "big")
    for name, value in (("a", "abc"), ("b", "abd")):
        (folder / name).write_bytes(
            head(5, 3) + b"\x00\x01" + text("album_id") + ident + text("later_key") + text(value))
    for command in ("merge", "bulk"):
        result = good(command, "a", "b", "-q", "-o", f"{command}.key", cwd=folder)
        expect(b"later_key" in result.stderr, f"carried keys, {command} -q: {result.stderr!r}")


@case()
def arguments_that_are_no_text(folder):
    """An argument that is text and not UTF-8 is refused, and shown escaped."""
    (folder / "d").write_bytes(album(["x"]))
    commands = [
        ["album", "check", "--text", b'tags_user contains "\xff"'], [*EDIT, "add-label", b"\xff"],
        ["album", "evaluate", "--text", "rating >= 3", "--assets", ".", "--slots", b"m\xff:1"],
        ["edit", "d", "--device", b"\xff", "add-label", "x"], ["new", b"\xff", "-o", "n"],
        ["inspect", "d", "--kind", b"\xff"], ["before", "d", "--horizon", b"\xff", "-o", "n"],
        ["bulk", "d", "-o", "n", "-j", b"\xff"], ["album", b"\xff", "d"], ["lifecycle", b"\xff", "d"],
        ["export", "d", "--keep", b"\xff"], ["conformance", "list", "--level", b"\xff"], [b"\xff"], ["merge", b"--\xff"]]
    before = content(folder)
    for command in commands:
        result = run(*command, cwd=folder)
        expect(result.returncode in (1, 2) and result.stderr.startswith(b"capsule-merge: ")
               and b"\xff" not in result.stderr, f"no text, {command}: {result}")
        expect(content(folder) == before, f"no text, {command}: a file changed")


@case()
def suites_by_bytes(folder):
    """A suite is read whatever its folder is called; a folder that cannot be listed to its end is an error."""
    name = os.fsencode(folder) + b"/v\xff"
    os.makedirs(name + b"/area\xfe")
    with open(name + b"/area\xfe/a\xfd.json", "wb") as file:
        file.write(b'{"format": 1, "area": "cbor", "vectors": [{"id": "cbor/1", "spec": {"section": "1", "rule": "x"}, '
                   b'"level": "must", "request": {"op": "cbor.check", "bytes": "00"}, "expect": {"ok": {}}}]}')
    result = good("conformance", "list", "--vectors", name)
    expect(b"cbor/1" in result.stdout, f"suites by bytes: {result}")
