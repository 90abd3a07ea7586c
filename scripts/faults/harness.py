# SPDX-License-Identifier: Apache-2.0
"""What the cases share: the tool, expectations, and documents to work on."""
import inspect
import os
import pathlib
import subprocess
import sys

TOOL = None
SEED = int(os.environ.get("CAPSULE_SEED", "1"))
QUICK = False
failures = []
cases = []
skipped = []

DEVICE = "0a" * 16
ID = "0b" * 16


def case(quick=True):
    """Marks a function of a folder as a case; those that are not quick are left out by --quick."""
    def mark(function):
        cases.append((function, quick))
        return function
    return mark


def expect(condition, what):
    if not condition:
        what = f"{what} ({pathlib.Path(inspect.stack()[1].filename).name}:{inspect.stack()[1].lineno})"
        failures.append(what)
        print(f"    FAILED: {what}", file=sys.stderr)
    return condition


def skip(why):
    skipped.append(why)
    print(f"    skipped: {why}")


def run(*arguments, **options):
    options = {"capture_output": True, "timeout": 600, **options}
    return subprocess.run([TOOL, *[a if isinstance(a, bytes) else str(a) for a in arguments]], **options)


def good(*arguments, **options):
    """A run that must succeed."""
    result = run(*arguments, **options)
    expect(result.returncode == 0, f"{arguments}: exit code {result.returncode}: {result.stderr!r}")
    return result


def refused(result, what, *words):
    """A refusal: exit code 1, one clear message that names the file, nothing of Swift's own words."""
    message = result.stderr.decode(errors="replace")
    expect(result.returncode == 1, f"{what}: exit code {result.returncode}, not 1")
    expect(message.startswith("capsule-merge: ") and message.count("\n") == 1, f"{what}: message {message!r}")
    for word in words:
        expect(word in message, f"{what}: {word!r} is not in {message!r}")


def content(folder):
    """Every file of a folder by its name, so that a change of any shows."""
    files = {}
    for path in sorted(os.listdir(os.fsencode(folder))):
        whole = os.path.join(os.fsencode(folder), path)
        if os.path.isfile(whole):
            with open(whole, "rb") as file:
                files[path] = file.read()
        else:
            files[path] = None
    return files


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


def keys(folder):
    """A document with its signed and sealed forms, and the keys."""
    good("new", "album", "--id", ID, "-o", folder / "d")
    good("keygen", "signing", "-o", folder / "seed", "--public-key", folder / "public")
    good("keygen", "sealing", "-o", folder / "key")
    good("keygen", "sealing", "-o", folder / "key2")
    good("sign", "--kind", "album", "--seed", folder / "seed", "-o", folder / "signed", folder / "d")
    good("seal", "--kind", "album", "--public-key", folder / "public", "--key", folder / "key", "--key-version", 1,
         "-o", folder / "record", folder / "signed")


def compiled(folder, name, source):
    """A shared object to be preloaded; None where there is no compiler."""
    path, made = folder / f"{name}.c", folder / f"{name}.so"
    path.write_text(source)
    for compiler in ("cc", "gcc", "clang"):
        try:
            result = subprocess.run(
                [compiler, "-shared", "-fPIC", "-O1", "-o", made, path, "-ldl"], capture_output=True)
        except FileNotFoundError:
            continue
        if result.returncode == 0:
            return made
    skip("there is no C compiler")
    return None
