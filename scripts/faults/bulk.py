#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives bulk, merge and album evaluate over folders and sequences where one thing or another is wrong, and checks
that nothing which a person wrote is lost, preferred by its name, or left out unsaid.

    scripts/faults/bulk.py [--quick] [TOOL]      default: .build/release/capsule-merge

Each case says what it holds the tool to; exits 1 when one fails. Needs the standard library and cc, which compiles
the shim that makes system calls fail; --quick leaves out the cases with many files. Nothing here judges time.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
ARGUMENTS = [argument for argument in sys.argv[1:] if argument != "--quick"]
QUICK = "--quick" in sys.argv[1:]
TOOL = pathlib.Path(ARGUMENTS[0] if ARGUMENTS else HERE / ".build/release/capsule-merge").resolve()
failures = []

EARLY, LATE = "2026-01-01T00:00:00.000Z", "2026-07-04T00:00:00.000Z"
FUTURE = "9999-01-01T00:00:00.000Z"


def head(major, value):
    if value < 24:
        return bytes([major << 5 | value])
    for information, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if value < 1 << 8 * size:
            return bytes([major << 5 | information]) + value.to_bytes(size, "big")
    raise ValueError(value)


def text(value):
    data = value.encode()
    return head(3, len(data)) + data


def data(value):
    return head(2, len(value)) + value


def ident(number):
    return number.to_bytes(16, "big")


def stamped(value, ts=EARLY, by=1):
    return head(5, 3) + text("by") + data(ident(by)) + text("ts") + text(ts) + text("value") + value


def labels(*names, writer=1, first=0):
    adds = b"".join(head(0, first + n) + text(name) for n, name in enumerate(names))
    ranges = head(4, 2) + head(0, first) + head(0, first + len(names) - 1)
    return head(5, 1) + data(ident(writer)) + head(4, 2) + ranges + head(5, len(names)) + adds


def document(key, number, version=1, **fields):
    entries = [(text(name), value) for name, value in fields.items()] + [(text(key), data(ident(number)))]
    body = b"".join(name + value for name, value in sorted(entries))
    return head(5, len(entries) + 1) + b"\x00" + head(0, version) + body


def album(number, *names, writer=1, version=1, **fields):
    if names:
        fields["labels"] = labels(*names, writer=writer)
    return document("album_id", number, version, **fields)


def asset(number, version=1, **fields):
    return document("uuid", number, version, **fields)


def run(folder, *arguments, env=None, timeout=600, **options):
    words = [os.fsencode(word) if isinstance(word, (str, pathlib.Path)) else word for word in arguments]
    return subprocess.run(
        [os.fsencode(TOOL), *words], cwd=folder, capture_output=True, timeout=timeout,
        env=None if env is None else os.environ | env, **options)


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"    FAILED: {what}", file=sys.stderr)


def check(result, code, what, *words):
    message = result.stderr.decode(errors="replace") + result.stdout.decode(errors="replace")
    expect(result.returncode == code, f"{what}: exit code {result.returncode}, not {code}: {message[:500]}")
    for word in words:
        expect(word in message, f"{what}: {word!r} is not in {message[:500]!r}")
    return message


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def read(path):
    return path.read_bytes() if path.exists() else None


def only_what_is_refused(folder):
    """One refused state of a document is set aside alone; the others of it are joined and stay."""
    write(folder / "v1/x.cbor", album(1, "kept"))
    broken = {"newer": album(1, "n", version=2), "invalid": album(1, name=b"\x01"), "future": album(
        1, name=stamped(text("n"), FUTURE))}
    for name, other in broken.items():
        write(folder / "v2/x.cbor", other)
        for order in (("v1", "v2"), ("v2", "v1")):
            for path in ("out", "aside"):
                (folder / path).unlink(missing_ok=True)
            result = run(folder, "bulk", *order, "-o", "out", "--set-aside", "aside")
            check(result, 1, f"{name}", "v2/x.cbor", "refused 1")
            expect(read(folder / "out") == album(1, "kept"), f"{name}: the valid state is not in the output")
            expect(read(folder / "aside") == other, f"{name}: the refused state is not set aside")
    (folder / "aside").unlink()
    result = run(folder, "bulk", "v1", "v2", "-o", "out", "--set-aside", "aside", "--allow-refused")
    check(result, 0, "--allow-refused")
    old = b"\x01old"
    (folder / "out").write_bytes(old)
    check(run(folder, "bulk", "v1", "v2", "-o", "out"), 1, "nowhere to set aside", "v2/x.cbor")
    expect(read(folder / "out") == old, "nowhere to set aside: the output was replaced")


def set_aside_file(folder):
    """The file of what is refused is never emptied, and is neither the output nor an input, by identity."""
    write(folder / "in.cborseq", album(1, "a") + album(2, "b", version=2))
    write(folder / "kept", b"yesterday's")
    check(run(folder, "bulk", "in.cborseq", "-o", "out", "--set-aside", "kept"), 1, "exists", "kept", "there already")
    expect(read(folder / "kept") == b"yesterday's" and read(folder / "out") is None, "exists: something was written")
    os.symlink("nowhere", folder / "dangling")
    check(run(folder, "bulk", "in.cborseq", "-o", "out", "--set-aside", "dangling"), 1, "dangling link")
    os.symlink(".", folder / "here")
    for other in ("out", "./out", "here/out", folder / "out"):
        result = run(folder, "bulk", "in.cborseq", "-o", "out", "--set-aside", other)
        check(result, 2, f"set aside in the output, {other}")
        expect(read(folder / "out") is None, f"set aside in the output, {other}: something was written")
    for other in ("./in.cborseq", "here/in.cborseq"):
        result = run(folder, "bulk", "in.cborseq", "-o", "out", "--set-aside", other)
        expect(result.returncode in (1, 2), f"set aside in an input, {other}: {result.returncode}")
    expect(read(folder / "in.cborseq") == album(1, "a") + album(2, "b", version=2), "an input is gone")
    check(run(folder, "bulk", "in.cborseq", "-o", "out", "--set-aside", "aside"), 1, "set aside")
    expect(read(folder / "aside") == album(2, "b", version=2), "set aside: not the refused document")
    write(folder / "good.cborseq", album(1, "a"))
    check(run(folder, "bulk", "good.cborseq", "-o", "out", "--set-aside", "none"), 0, "nothing refused")
    expect(not (folder / "none").exists(), "nothing refused: an empty file was made")
    check(run(folder, "bulk", "aside", "-o", "out2", "--set-aside", "aside2"), 1, "read again")
    expect(read(folder / "aside2") == read(folder / "aside"), "read again: not the same")


SHIM = r"""
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int armed(const char *call) { const char *name = getenv("SHIM"); return name && !strcmp(name, call); }
static int hit(const char *path) { return path && strstr(path, "hit.cbor") != 0; }
static int target = -1;
struct dirent *readdir(DIR *d) {
    static int count;
    if (armed("readdir") && count++ >= 500) { errno = EIO; return 0; }
    return ((struct dirent *(*)(DIR *))dlsym(RTLD_NEXT, "readdir"))(d);
}
struct dirent64 *readdir64(DIR *d) {
    static int count;
    if (armed("readdir") && count++ >= 500) { errno = EIO; return 0; }
    return ((struct dirent64 *(*)(DIR *))dlsym(RTLD_NEXT, "readdir64"))(d);
}
int closedir(DIR *d) {
    int result = ((int (*)(DIR *))dlsym(RTLD_NEXT, "closedir"))(d);
    if (armed("closedir")) { errno = EIO; return -1; }
    return result;
}
DIR *opendir(const char *path) {
    if (armed("opendir")) { errno = EIO; return 0; }
    return ((DIR *(*)(const char *))dlsym(RTLD_NEXT, "opendir"))(path);
}
int open(const char *path, int flags, ...) {
    va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
    if (armed("open") && hit(path)) { errno = EIO; return -1; }
    int result = ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
    if (hit(path)) target = result;
    return result;
}
int open64(const char *path, int flags, ...) {
    va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
    return open(path, flags, mode);
}
ssize_t read(int f, void *m, size_t n) {
    if (armed("read") && f == target && f >= 0) { errno = EIO; return -1; }
    return ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(f, m, n);
}
int close(int f) {
    int was = f == target && f >= 0;
    int result = ((int (*)(int))dlsym(RTLD_NEXT, "close"))(f);
    if (was) { target = -1; if (armed("close")) { errno = EIO; return -1; } }
    return result;
}
int lstat(const char *path, struct stat *s) {
    if (armed("lstat") && hit(path)) { errno = EIO; return -1; }
    return ((int (*)(const char *, struct stat *))dlsym(RTLD_NEXT, "lstat"))(path, s);
}
"""


def failing_calls(folder):
    """A call that lists, opens, reads or closes and fails ends the run: no output of a part of the library."""
    (folder / "shim.c").write_text(SHIM)
    compiled = subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-w", "-o", folder / "shim.so", folder / "shim.c", "-ldl"],
        capture_output=True)
    if compiled.returncode != 0:
        return expect(False, f"the shim does not compile: {compiled.stderr.decode()}")
    for number in range(600):
        write(folder / f"photos/{number}.cbor", album(number, "a"))
    write(folder / "photos/hit.cbor", album(1000, "a"))
    for call in ("readdir", "closedir", "opendir", "lstat", "open", "read", "close"):
        result = run(
            folder, "bulk", "photos", "-o", "out", "--set-aside", "aside",
            env={"LD_PRELOAD": str(folder / "shim.so"), "SHIM": call})
        named = "photos" if call in ("readdir", "closedir", "opendir") else "photos/hit.cbor"
        check(result, 1, call, named)
        expect(read(folder / "out") is None, f"{call}: there is an output")
    result = run(folder, "bulk", "photos", "-o", "out", env={"LD_PRELOAD": str(folder / "shim.so")})
    check(result, 0, "the shim that does nothing", "merged 601 documents into 601")


def bad_files(folder):
    """In a folder each bad file stands alone: named, counted, set aside as it is; the good ones are merged."""
    good = {number: album(number, f"label {number}") for number in range(1, 4)}
    for number, content in good.items():
        write(folder / f"photos/2026/0{number}/x.cbor", content)
    bad = {
        "empty": b"", "truncated": good[1][:-1], "trailing": good[1] + b"\x00", "no-id": b"\xa1\x00\x01",
        "text": b"hello", "array": b"\x80", "indefinite": b"\xbf\x00\x01\xff",
        "newer-no-id": b"\xa1\x00\x02",
    }
    for name, content in bad.items():
        write(folder / "photos" / name, content)
    strange = os.fsencode(folder / "photos") + b"/\xff\xfe\n.cbor"
    with open(strange, "wb") as file:
        file.write(album(4, "strange name"))
    write(folder / "photos/.hidden.cbor", album(5, "hidden"))
    write(folder / "photos/.stfolder/x", b"")
    write(folder / "photos/y.sync-conflict.cbor", album(1, "conflicted copy", writer=9))
    result = run(folder, "bulk", "photos", "-o", "out", "--set-aside", "aside")
    message = check(
        result, 1, "bad files", f"refused {len(bad)}", "passed over 2 names", *(f"photos/{name}: " for name in bad))
    expect(message.count("capsule-merge: ") == len(bad), f"bad files: not one line for each: {message}")
    out = read(folder / "out") or b""
    for label in [f"label {number}" for number in good] + ["strange name", "conflicted copy"]:
        expect(text(label) in out, f"bad files: {label!r} is not in the output")
    aside = read(folder / "aside") or b""
    wrapped = [content if name in ("no-id", "array", "newer-no-id") else data(content) for name, content in bad.items()]
    expect(sorted(aside) == sorted(b"".join(wrapped)), "bad files: not all set aside")
    for content in wrapped:
        expect(content in aside, f"bad files: {content!r} is not set aside")
    again = run(folder, "bulk", "aside", "-o", "out2", "--set-aside", "aside2")
    check(again, 1, "bad files, set aside again", f"refused {len(bad)}")
    (folder / "out").unlink()
    result = run(folder, "bulk", "photos", "-o", "out")
    check(result, 1, "bad files without a place", f"{len(bad)} refused, nothing is written")
    expect(read(folder / "out") is None, "bad files without a place: there is an output")
    for command in ("check", "inspect"):
        result = run(folder, command, strange)
        message = check(result, 0, f"{command} of a strange name")
    expect("\\xff\\xfe\\u{a}.cbor" in check(run(folder, "check", strange), 0, "check"), "check: the name is not escaped")


def bad_items(folder):
    """In a sequence a document stands alone too, as long as it is known where it ends."""
    good = [album(number, "a") for number in (1, 2, 3)]
    for name, bad in {
        "no id": b"\xa1\x00\x01", "array": b"\x80", "long head": b"\xb8\x01\x00\x01", "indefinite": b"\xbf\x00\x01\xff",
        "order": b"\xa2\x00\x01\x00\x01", "newer": album(2, "n", version=2), "bytes": b"\x43abc",
    }.items():
        for path in ("out", "aside"):
            (folder / path).unlink(missing_ok=True)
        write(folder / "in.cborseq", good[0] + bad + good[1] + good[2])
        result = run(folder, "bulk", "in.cborseq", "-o", "out", "--set-aside", "aside")
        check(result, 1, name, f"at byte {len(good[0])}", "refused 1")
        expect(read(folder / "out") == b"".join(good), f"{name}: not the good documents")
    write(folder / "in.cborseq", good[0] + b"\xff" + good[1])
    (folder / "out").unlink()
    result = run(folder, "bulk", "in.cborseq", "-o", "out", "--set-aside", "aside2")
    check(result, 1, "not well-formed", f"at byte {len(good[0])}")
    expect(read(folder / "out") is None, "not well-formed: there is an output")


def no_documents(folder):
    """Pipes, links to folders and loops are refused by name and not waited for; links to files are followed."""
    write(folder / "photos/x.cbor/a.cbor", album(1, "in a folder named x.cbor"))
    write(folder / "elsewhere.cbor", album(2, "linked"))
    os.symlink("../elsewhere.cbor", folder / "photos/link.cbor")
    os.symlink("..", folder / "photos/loop")
    os.mkfifo(folder / "photos/pipe")
    try:
        result = run(folder, "bulk", "photos", "-o", "out", "--set-aside", "aside", timeout=60)
        check(result, 1, "no documents", "photos/loop: is a link to a folder", "photos/pipe: is neither", "refused 2")
    except subprocess.TimeoutExpired:
        expect(False, "no documents: a pipe is waited for")
    expect(read(folder / "out") == album(1, "in a folder named x.cbor") + album(2, "linked"), "no documents: output")
    os.unlink(folder / "photos/pipe")
    os.unlink(folder / "photos/loop")
    os.symlink("nowhere", folder / "photos/dangling")
    check(run(folder, "bulk", "photos", "-o", "out2"), 1, "dangling link", "photos/dangling: no such file")
    os.unlink(folder / "photos/dangling")
    (folder / "photos/closed").mkdir()
    (folder / "photos/closed").chmod(0)
    if os.geteuid() != 0:
        check(run(folder, "bulk", "photos", "-o", "out2", "--set-aside", "a2"), 1, "unreadable folder", "photos/closed")
        expect(read(folder / "out2") is None, "unreadable folder: there is an output")
    os.mkfifo(folder / "twice")
    check(run(folder, "bulk", "twice", "./twice", "-o", "out2"), 2, "one pipe, two readers", "only once")


def outputs_in_inputs(folder):
    """An output is not put into a folder that is read, where it would be a document of the next run."""
    write(folder / "photos/in/a.cbor", album(1, "a"))
    os.symlink("photos/in", folder / "other")
    os.symlink("photos/in/a.cbor", folder / "link")
    for option in ("out", "--set-aside"):
        for path in ("photos/out", "photos/in/out", "other/out", "link", "photos/in/a.cbor"):
            words = ("-o", path) if option == "out" else ("-o", "free", "--set-aside", path)
            result = run(folder, "bulk", "photos", *words)
            expect(result.returncode in (1, 2), f"{option} {path}: exit code {result.returncode}")
    expect(read(folder / "photos/in/a.cbor") == album(1, "a"), "a document was replaced")
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    expect("photos/out" not in names and "photos/in/out" not in names and "free" not in names, f"written: {names}")
    write(folder / "acc", album(1, "b", writer=2))
    check(run(folder, "bulk", "acc", "photos", "-o", "acc"), 0, "a sequence in place")
    expect(text("a") in read(folder / "acc") and text("b") in read(folder / "acc"), "a sequence in place: a label is gone")


def horizon(folder):
    """A stamp from the far future is refused with whose it is, or left out and listed, or taken as it is."""
    future = asset(1, rating=stamped(b"\x05", FUTURE, by=0xBAD), tags_user=labels("kept"))
    write(folder / "a.cborseq", future)
    write(folder / "b.cborseq", asset(1, rating=stamped(b"\x03", LATE)))
    inputs = ("bulk", "a.cborseq", "b.cborseq", "-o", "out")
    check(run(folder, *inputs), 1, "future", "rating", FUTURE, "bad", "--leave-out-future", "--no-horizon")
    expect(read(folder / "out") is None, "future: there is an output")
    check(run(folder, *inputs, "--set-aside", "aside"), 1, "future, set aside", "refused 1")
    expect(read(folder / "aside") == future, "future, set aside: not the document as it came")
    check(run(folder, *inputs, "--leave-out-future"), 0, "left out", "left out: rating", "left out 1 writes")
    expect(read(folder / "out") == asset(1, rating=stamped(b"\x03", LATE), tags_user=labels("kept")), "left out")
    check(run(folder, *inputs, "--no-horizon"), 0, "no horizon")
    expect(FUTURE.encode() in read(folder / "out"), "no horizon: the write is gone")
    check(run(folder, *inputs, "--accepted-at", FUTURE), 0, "accepted then")
    check(run(folder, *inputs, "--accepted-at", EARLY), 1, "accepted early", "b.cborseq")


def lines(folder):
    """Lines of one id join like everything else; a line whose id is not its document's is refused."""
    one = f"{ident(1).hex()}\t{album(1, 'a').hex()}\n"
    two = f"{ident(1).hex()}\t{album(1, 'b', writer=2).hex()}\n"
    check(run(folder, "bulk", "--lines", "-", input=(one + two).encode()), 0, "lines", text("b").hex())
    for wrong in (one.replace(ident(1).hex(), ident(2).hex(), 1), one.split("\t")[1], "\t" + one):
        result = run(folder, "bulk", "--lines", "-", input=wrong.encode())
        check(result, 1, f"line {wrong[:40]!r}", "standard input, line 1")
        expect(result.stdout == b"", "lines: output")
    late = asset(1, rating=stamped(b"\x05", FUTURE))
    future = f"{ident(1).hex()}\t{late.hex()}\n"
    check(run(folder, "bulk", "--lines", "-", input=future.encode()), 1, "lines, future", FUTURE)
    for words in (("--lines", "-", "-j", "2"), ("--to-lines", "x", "--jobs", "2"), ("--lines", "-", "--allow-refused"),
                  ("--to-lines", "x", "--no-horizon"), ("x", "-o", "out", "--allow-refused")):
        check(run(folder, "bulk", *words), 2, f"unused {words}")
    check(run(folder, "merge", "x", "-o", "out", "-j", "2"), 2, "merge --jobs", "--bulk")


def doubled(folder):
    """An add-id that was used twice is told by bulk as by merge, whatever the order."""
    for number, name in enumerate(("one", "two", "three")):
        write(folder / f"{number}.cborseq", album(1, name))
    messages = set()
    for order in ("012", "210", "120"):
        result = run(folder, "bulk", *(f"{number}.cborseq" for number in order), "-o", "out")
        messages.add(check(result, 0, "doubled", '"one" is gone', '"two" is gone', "lost 2 elements"))
    expect(len(messages) == 1, "doubled: the order shows")


def too_large_together(folder):
    """Documents that are too large together: the small ones are joined, the large one is refused, in any order."""
    big = album(1, *(f"{n:08}" + "x" * 240 for n in range(60_000)), writer=1)
    small = [album(1, *(f"{n:08}" + "y" * 240 for n in range(3_000)), writer=2 + m) for m in range(3)]
    for number, content in enumerate([big] + small):
        write(folder / f"{number}.cborseq", content)
    outputs = set()
    for order in ("0123", "3210", "1032"):
        (folder / "aside").unlink(missing_ok=True)
        result = run(folder, "bulk", *(f"{n}.cborseq" for n in order), "-o", "out", "--set-aside", "aside")
        check(result, 1, "too large together", "limit", "refused 1")
        expect(read(folder / "aside") == big, "too large together: not the large one is set aside")
        outputs.add(read(folder / "out"))
    expect(len(outputs) == 1, "too large together: the order shows")


def evaluate(folder):
    """album evaluate joins the states of an asset, whatever their names; newer ones stop nothing."""
    new = asset(1, rating=stamped(b"\x05", LATE))
    old = asset(1)
    query = ("album", "evaluate", "--text", "rating >= 3", "--assets")
    for names in (("a", "b"), ("a", "A"), ("b", "a")):
        shutil.rmtree(folder / "s", ignore_errors=True)
        for name, content in zip(names, (new, old)):
            write(folder / f"s/{name}.cbor", content)
        result = run(folder, *query, "s")
        expect(result.stdout.decode() == ident(1).hex() + "\n", f"evaluate {names}: {result.stdout}{result.stderr}")
    write(folder / "s/newer", bytes.fromhex("a2000266726174696e6705"))
    write(folder / "s/newer2", asset(1, version=2))
    write(folder / "s/.dot", b"")
    result = run(folder, *query, "s")
    check(result, 0, "evaluate with newer ones", "2 newer documents are left out", "passed over 1")
    expect(result.stdout.decode() == ident(1).hex() + "\n", "evaluate with newer ones: the member is gone")
    write(folder / "s/broken", b"\xff")
    result = run(folder, *query, "s")
    check(result, 1, "evaluate with a broken one", "s/broken", "1 files are refused")
    expect(result.stdout.decode() == ident(1).hex() + "\n", "evaluate with a broken one: the member is gone")
    one, two = ident(0xA1).hex(), ident(0xA2).hex()
    write(folder / f"t/{one}/2026/07/x.cbor", new)
    write(folder / f"t/{two}/y.cbor", old)
    result = run(folder, *query, "t")
    check(result, 1, "evaluate, two albums", one, two)
    (folder / f"t/{two}/y.cbor").unlink()
    result = run(folder, "album", "evaluate", "--text", f"album_id contains {one}", "--assets", "t")
    check(result, 0, "evaluate, deep", ident(1).hex())
    for words in (("--assets", "t", "--album", one),):
        check(run(folder, "album", "evaluate", "--text", "rating = 1", *words), 2, "evaluate --album")
    check(run(folder, "album", "check", "--text", "rating = 1", "--view", "default"), 2, "check --view")
    check(run(folder, "album", "explain", "--text", "rating = 1", "x", "--assets", "t"), 2, "explain --assets")


def changing(folder):
    """A folder that changes while it is read gives an error, or everything that was there all the time."""
    for number in range(50 if QUICK else 1_000):
        write(folder / f"photos/{number % 7}/{number}.cbor", album(number, f"label {number}"))
    stop = time.monotonic() + (2 if QUICK else 20)
    seen = {0: 0, 1: 0}
    process = subprocess.Popen(
        [sys.executable, "-c", """
import os, pathlib, sys, itertools
folder = pathlib.Path(sys.argv[1])
other = bytes.fromhex(sys.argv[2])
for turn in itertools.count():
    path = folder / f"{turn % 7}/new{turn % 50}.cbor"
    with open(path, "wb") as file:
        file.write(other[:10]); file.flush(); file.write(other[10:])
    if turn % 3 == 0:
        path.unlink()
""", folder / "photos", album(10**6, "new").hex()])
    try:
        while time.monotonic() < stop:
            (folder / "out").unlink(missing_ok=True)
            result = run(folder, "bulk", "photos", "-o", "out")
            expect(result.returncode in seen, f"changing: exit code {result.returncode}")
            seen[result.returncode] += 1
            if result.returncode == 0:
                out = read(folder / "out")
                expect(all(text(f"label {number}") in out for number in range(50)), "changing: a label is missing")
            else:
                expect(read(folder / "out") is None, "changing: refused, and there is an output")
                expect(b"photos/" in result.stderr, f"changing: {result.stderr}")
    finally:
        process.kill()
        process.wait()
    print(f"    written {seen[0]} times, refused {seen[1]} times")


def waiting(folder):
    """What waits for a pipe that nobody opens ends when it is asked to, and leaves nothing behind."""
    write(folder / "in", album(1, "a", version=2))
    os.mkfifo(folder / "pipe")
    for asked in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen(
            [TOOL, "bulk", "in", "-o", "out", "--set-aside", "pipe"], cwd=folder, stderr=subprocess.PIPE)
        time.sleep(0.3)
        process.send_signal(asked)
        try:
            process.communicate(timeout=30)
            expect(process.returncode == -asked, f"waiting: exit code {process.returncode}")
        except subprocess.TimeoutExpired:
            expect(False, f"waiting: {asked.name} does not end it")
            process.kill()
            process.communicate()
    expect(sorted(path.name for path in folder.iterdir()) == ["in", "pipe"], "waiting: something is left behind")


def main():
    if not TOOL.exists():
        sys.exit(f"there is no tool at {TOOL}: swift build -c release --product capsule-merge")
    cases = [
        only_what_is_refused, set_aside_file, failing_calls, bad_files, bad_items, no_documents, outputs_in_inputs,
        horizon, lines, doubled, evaluate, changing, waiting]
    if not QUICK:
        cases.append(too_large_together)
    for case in cases:
        print(f"{case.__name__}: {case.__doc__.splitlines()[0]}")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="capsule-merge-faults-"))
        try:
            case(folder)
        finally:
            shutil.rmtree(folder)
    if failures:
        sys.exit(f"{len(failures)} failures")
    print("all hold")


if __name__ == "__main__":
    main()
