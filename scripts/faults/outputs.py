# SPDX-License-Identifier: Apache-2.0
"""Outputs over inputs, keys and each other; what a replaced file keeps."""
import os
import pathlib
import subprocess

from . import harness
from .harness import DEVICE, ID, album, case, content, expect, good, keys, refused, run, skip

SEAL = ["seal", "--kind", "album", "--public-key", "public", "--key", "key", "--key-version", "1", "signed"]
OPEN = ["open", "--kind", "album", "--id", ID, "--public-key", "public", "--key", "key", "record"]
REKEY = ["rekey", "--kind", "album", "--id", ID, "--public-key", "public", "--key", "key", "record",
         "--new-key", "key2", "--new-key-version", "2"]
EDIT = ["edit", "d", "--device", DEVICE, "add-label", "x"]


@case()
def outputs_over_inputs(folder):
    """No output is an input of another role, another output or a secret, however it is spelled: nothing changes."""
    keys(folder)
    (folder / "facts.json").write_text("{}")
    (folder / "s").mkdir()
    spellings = {
        name: [name, f"./{name}", f"s/../{name}", str(folder / name)] for name in map(os.fsdecode, content(folder))}
    for name in ("d", "seed", "key", "key2", "public", "signed", "record", "facts.json"):
        (folder / f"{name}.link").symlink_to(name)
        os.link(folder / name, folder / f"{name}.hard")
        spellings[name] += [f"{name}.link", f"{name}.hard"]
    conflicts = [
        (EDIT + ["--delta"], ["d"]), (["sign", "--kind", "album", "--seed", "seed", "d", "-o"], ["seed", "d"]),
        (SEAL + ["-o"], ["key", "public", "signed"]), (OPEN + ["-o"], ["key", "public", "record"]),
        (REKEY + ["-o"], ["key", "key2", "public"]),
        (["verify", "--kind", "album", "--public-key", "public", "signed", "-o"], ["public", "signed"]),
        (["export", "d", "-o"], ["d"]), (["keygen", "public", "--seed", "seed", "-o"], ["seed", "public"]),
        (["keygen", "sealing", "-o"], ["seed", "key", "public", "d"]),
        (["keygen", "signing", "--public-key", "fresh", "-o"], ["seed", "key", "public", "d"]),
        (["keygen", "signing", "-o", "fresh", "--public-key"], ["seed", "key", "public", "d"]),
        (["new", "album", "-o"], ["d", "seed"]), (["merge", "d", "-o"], ["seed", "key"]),
        (["bulk", "d", "-o"], ["seed", "key"]), (["bulk", "d", "-o", "fresh", "--set-aside"], ["d", "seed", "key"]),
        (["edit", "d", "--device", DEVICE, "--delta", "facts.json", "set-facts"], ["facts.json"]),
        (["before", "d", "--horizon", "2026-01-01T00:00:00Z", "-o"], ["seed"]),
        (["canonicalize", "d", "-o"], ["key"]),
    ]
    before = content(folder)
    for command, names in conflicts:
        for name in names:
            for spelling in spellings[name][1::2] if harness.QUICK else spellings[name]:
                result = run(*command, spelling, cwd=folder)
                what = f"{' '.join(command)} {spelling}"
                expect(result.returncode in (1, 2), f"{what}: exit code {result.returncode}")
                expect(result.stderr.startswith(b"capsule-merge: "), f"{what}: {result.stderr!r}")
                if not expect(content(folder) == before, f"{what}: a file changed"):
                    return
    for output, other in (("o", "./o"), ("s/o", "s/../s/o"), ("-", "/dev/stdout"), ("/dev/stdout", "/dev/fd/1")):
        result = run(*EDIT, "-o", output, "--delta", other, cwd=folder)
        expect(result.returncode == 2 and result.stdout == b"", f"-o {output} --delta {other}: {result}")
    for command in (REKEY + ["-o", "record"], ["merge", "d", "d", "-o", "d.link"], EDIT + ["-o", "./d"]):
        good(*command, cwd=folder)


@case()
def streams(folder):
    """A report and a document never share a stream, and no stream is a file that is read."""
    (folder / "d").write_bytes(album(["a"]))
    document = (folder / "d").read_bytes()
    for output in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        result = good("merge", "d", "-o", output, cwd=folder)
        expect(result.stdout == document and b"merged" in result.stderr, f"-o {output}: {result}")
        with open(folder / "o", "wb") as file:
            good_code = subprocess.run(
                [harness.TOOL, "merge", "d", "-o", output], cwd=folder, stdout=file, stderr=subprocess.PIPE)
        expect(good_code.returncode == 0 and (folder / "o").read_bytes() == document, f"-o {output} > o: {good_code}")
    with open(folder / "o", "wb") as file:
        result = subprocess.run(
            [harness.TOOL, "merge", "d", "-o", "o"], cwd=folder, stdout=file, stderr=subprocess.PIPE)
    expect((folder / "o").read_bytes() == document, "-o o > o: the report is in the document")
    with open(folder / "both", "wb") as file:
        result = subprocess.run(
            [harness.TOOL, "merge", "d", "-o", "-"], cwd=folder, stdout=file, stderr=file)
    expect(result.returncode == 2, f"-o - 2>&1: {result}")
    with open(folder / "d", "ab") as file:
        result = subprocess.run([harness.TOOL, "check", "d"], cwd=folder, stdout=file, stderr=subprocess.PIPE)
    expect(result.returncode == 2 and (folder / "d").read_bytes() == document, f"check d >> d: {result}")
    for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
        command = f'exec "$0" "$@" {closed}'
        result = subprocess.run(
            ["bash", "-c", command, harness.TOOL, "edit", "d", "--device", DEVICE, "add-label", closed],
            cwd=folder, capture_output=True)
        expect(result.returncode in (0, 1), f"closed {closed}: exit code {result.returncode}")
        good("check", folder / "d")
    result = subprocess.run(
        ["bash", "-c", 'exec "$0" merge - -o x <&-', harness.TOOL], cwd=folder, capture_output=True)
    refused(result, "closed standard input", "standard input")
    result = subprocess.run(
        ["bash", "-c", 'exec "$0" merge d -q -o - >&-', harness.TOOL], cwd=folder, capture_output=True)
    refused(result, "closed standard output", "standard output")


@case()
def links(folder):
    """A symbolic link is written through, also one to nothing; a hard link that splits is told."""
    (folder / "d").write_bytes(album(["a"]))
    (folder / "sub").mkdir()
    (folder / "link").symlink_to("sub/target")
    (folder / "chain").symlink_to("link")
    good("merge", "d", "-q", "-o", "chain", cwd=folder)
    expect((folder / "sub/target").is_file() and (folder / "link").is_symlink(), "links: the link is replaced")
    good("edit", "chain", "--device", DEVICE, "-q", "add-label", "b", cwd=folder)
    expect((folder / "chain").is_symlink() and (folder / "link").is_symlink(), "links: a link is replaced")
    os.link(folder / "d", folder / "hard")
    result = good("edit", "d", "--device", DEVICE, "-q", "add-label", "c", cwd=folder)
    expect(b"hard links" in result.stderr, f"links: {result.stderr!r}")
    for command in (["new", "album", "-o"], ["keygen", "sealing", "-o"]):
        (folder / "dangling").symlink_to("nothing")
        refused(run(*command, "dangling", cwd=folder), f"{command[0]} over a link", "already")
        expect(not (folder / "nothing").exists(), "links: a new file is made through a link")
        (folder / "dangling").unlink()
    os.mkfifo(folder / "pipe")
    try:
        refused(run("new", "album", "-o", "pipe", cwd=folder, timeout=60), "new over a pipe", "nobody reads")
    except subprocess.TimeoutExpired:
        expect(False, "links: new waits for a reader")


@case()
def attributes(folder):
    """Owner, group, mode, extended attributes and ACLs are kept; a read-only file is replaced with --force only."""
    path = folder / "d"
    edit = ["edit", path, "--device", DEVICE, "-q", "add-label"]
    path.write_bytes(album(["a"]))
    for mode in (0o600, 0o640, 0o664, 0o4750):
        path.chmod(mode)
        good(*edit, oct(mode))
        expect(path.stat().st_mode & 0o7777 == mode, f"attributes: mode {oct(path.stat().st_mode)}")
    path.chmod(0o444)
    before = path.read_bytes()
    refused(run(*edit, "x"), "read-only", "--force")
    expect(path.read_bytes() == before, "attributes: a read-only file is replaced")
    good(*edit[:2], "--force", *edit[2:], "x")
    expect(path.stat().st_mode & 0o777 == 0o444, "attributes: --force changes the mode")
    path.chmod(0o644)
    try:
        os.setxattr(path, "user.note", b"precious")
        good(*edit, "y")
        expect(os.getxattr(path, "user.note") == b"precious", "attributes: an extended attribute is lost")
    except OSError as error:
        skip(f"extended attributes: {error}")
    acl = subprocess.run(["setfacl", "-m", "u:65533:rw", path], capture_output=True) if which("setfacl") else None
    if acl and acl.returncode == 0:
        before = subprocess.run(["getfacl", "-cp", path], capture_output=True).stdout
        good(*edit, "z")
        expect(subprocess.run(["getfacl", "-cp", path], capture_output=True).stdout == before, "attributes: ACL")
        subprocess.run(["setfacl", "-d", "-m", "u:65532:rwx", folder], check=True)
        (folder / "plain").write_bytes(album(["a"]))
        subprocess.run(["setfacl", "-b", folder / "plain"], check=True)
        good("edit", folder / "plain", "--device", DEVICE, "-q", "add-label", "q")
        shown = subprocess.run(["getfacl", "-cp", folder / "plain"], capture_output=True).stdout
        expect(b"65532" not in shown, "attributes: the folder's ACL opens a file that was closed to it")
    else:
        skip("there is no setfacl, or no ACLs here")
    if os.geteuid() != 0:
        return skip("owners need root")
    os.chown(path, 65533, 65534)
    good(*edit, "w")
    expect((path.stat().st_uid, path.stat().st_gid) == (65533, 65534), "attributes: the owner is another")
    # As another user, in a folder that everybody may write: the owner must not be locked out.
    folder.chmod(0o777)
    path.chmod(0o606)
    as_other = dict(user=65531, group=65531, extra_groups=[])
    tool = pathlib.Path("/tmp") / f"capsule-merge-{os.getpid()}"
    tool.write_bytes(harness.TOOL.read_bytes())
    tool.chmod(0o755)
    try:
        def other(*arguments):
            return subprocess.run([tool, *arguments], capture_output=True, **as_other)
        result = other(*edit, "by other")
        expect(result.returncode == 0, f"attributes: others may write it: {result}")
        os.chown(path, 65533, 65534)
        path.chmod(0o600)
        subprocess.run(["setfacl", "-b", path]) if which("setfacl") else None
        before = path.read_bytes()
        result = other("merge", folder / "mine", "-q", "-o", path)
        expect(result.returncode == 1, f"attributes: {result}")
        (folder / "mine").write_bytes(album(["b"]))
        (folder / "mine").chmod(0o644)
        path.chmod(0o602)
        result = other("merge", folder / "mine", "-q", "-o", path)
        expect(result.returncode == 1 and b"owner" in result.stderr, f"attributes: {result}")
        expect(path.read_bytes() == before and path.stat().st_uid == 65533, "attributes: the owner is locked out")
    finally:
        tool.unlink()


@case()
def secrets(folder):
    """A plaintext that is opened is its owner's only; a secret that others may read is a warning."""
    keys(folder)
    for name in ("seed", "key"):
        expect((folder / name).stat().st_mode & 0o777 == 0o600, f"secrets: mode of {name}")
    opened = good(*OPEN, "-o", "opened", cwd=folder)
    expect((folder / "opened").stat().st_mode & 0o777 == 0o600, "secrets: what is opened is readable for others")
    expect(b"warning" not in opened.stderr, f"secrets: {opened.stderr!r}")
    (folder / "key").chmod(0o644)
    expect(b"warning" in good(*OPEN, "-o", "again", cwd=folder).stderr, "secrets: no warning")
    (folder / "public").unlink()
    good("keygen", "public", "--seed", "seed", "-o", "public", cwd=folder)
    good(*OPEN, "-o", "third", cwd=folder)


def which(name):
    import shutil
    return shutil.which(name)
