#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of every command that takes a document, and of what a member can send at n and 4n, and
fails where four times as much costs more than five times the work: what a hostile member sends must cost its reader
n log n at most.

    scripts/check-growth.py [--quick] [--only=WORDS] [TOOL]     default: .build/release/capsule-merge

Counts with valgrind (callgrind), which does not depend on the machine, and takes off what the tool costs with next to
nothing to do. --quick takes the commands in which something was quadratic once, and the likely ones; --only those
whose names hold the words.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
ARGUMENTS = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
QUICK = "--quick" in sys.argv[1:]
ONLY = next((argument[7:] for argument in sys.argv[1:] if argument.startswith("--only=")), "")
TOOL = pathlib.Path(ARGUMENTS[0] if ARGUMENTS else HERE / ".build/release/capsule-merge").resolve()
sys.path.insert(0, str(HERE / "scripts/faults"))
sys.argv[1:] = []
from bulk import EARLY, LATE, album, asset, data, document, head, ident, labels, stamped, text  # noqa: E402

BOUND = 5.0
STAMP = "2026-07-05T00:00:00.000Z"


def mapping(entries):
    return head(5, len(entries)) + b"".join(key + value for key, value in sorted(entries))


# Shapes that a member can send: each gives a document of about n parts.

def carried(n, value=0, version=1):
    return document("album_id", 1, version, **{f"k{i:06}": head(0, value) for i in range(n)})


def stamped_keys(n, ts=EARLY):
    return document("album_id", 1, **{f"k{i:06}": stamped(head(0, 1), ts) for i in range(n)})


def many_labels(n, writer=1):
    return album(1, *(f"label {i:06}" for i in range(n)), writer=writer)


def writers(n, name=""):
    sets = [(data(ident(i + 1)), head(4, 2) + b"\x82\x00\x00" + b"\xa1\x00" + text(f"{name}{i % 7 if name else i}"))
            for i in range(n)]
    return document("album_id", 1, labels=mapping(sets))


def ranges(n):
    observed = b"".join(head(0, 2 * i) * 2 for i in range(n))
    adds = b"".join(head(0, 2 * i) + text(f"{i:05}") for i in range(n))
    body = head(5, 1) + data(ident(1)) + head(4, 2) + head(4, 2 * n) + observed + head(5, n) + adds
    return document("album_id", 1, labels=body)


def removed(n):
    body = head(5, 1) + data(ident(1)) + head(4, 2) + head(4, 2) + head(0, 0) + head(0, 4 * n) + b"\xa0"
    return document("album_id", 1, labels=body)


SHAPE = head(5, 4) + text("h") + b"\x05" + text("w") + b"\x05" + text("x") + b"\x05" + text("y") + b"\x05"


def region_keys(n, value=0):
    keys = [(text(f"k{i:06}"), head(0, value)) for i in range(n)] + [(text("shape"), stamped(SHAPE))]
    return asset(1, regions=mapping([(data(ident(7)), mapping(keys))]))


def regions(n, by=1):
    return asset(1, regions=mapping(
        [(data(ident(i)), mapping([(text("shape"), stamped(SHAPE, by=by)), (text("labels"), labels("x"))]))
         for i in range(n)]))


def settings(n, by=1):
    return document("settings_doc_id", 1, aggregated_album_covers=mapping(
        [(data(ident(i)), stamped(data(ident(3)), by=by)) for i in range(n)]))


def nested(n):
    return document("album_id", 1, extra=head(4, n) + b"\x81\x00" * n)


def facts_keys(n):
    """One value with many unknown keys: a region of one, below the limit of a value."""
    value = mapping([(text(f"k{i:04}"), b"\x00") for i in range(n)])
    return document("album_id", 1, extra=stamped(value))


def count(words, folder, stdin=b""):
    """The instructions of one run of the tool."""
    out = folder / "callgrind.out"
    out.unlink(missing_ok=True)
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", TOOL, *words], cwd=folder, input=stdin,
        capture_output=True)
    if result.returncode not in (0, 1):
        sys.exit(f"growth: {words[:4]} ended with {result.returncode}: {result.stderr.decode()[-800:]}")
    total = re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.M)
    return int(total.group(1))


class Case:
    def __init__(self, name, n, words, files, stdin=None, quick=False):
        self.name, self.n, self.words, self.files, self.stdin, self.quick = name, n, words, files, stdin, quick

    def cost(self, n, folder):
        for name, content in self.files(n).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        words = self.words(n) if callable(self.words) else self.words
        return count(words, folder, self.stdin(n) if self.stdin else b"")


def states(n, make):
    return {f"p{i}.cbor": make(i) for i in range(n)}


def names(n):
    return [f"p{i}.cbor" for i in range(n)]


def testee(*requests):
    return b"".join(json.dumps({"id": i, **request}).encode() + b"\n" for i, request in enumerate(requests))


NOW = ["--accepted-at", LATE]
# Every state differs from the others: its own writer, its own key.
CASES = []


def one_file(name, shape, n, quick=()):
    """The commands that take one document, over one shape."""
    commands = {
        "check": ["check", "a"], "inspect": ["inspect", "a"], "inspect --json": ["inspect", "a", "--json"],
        "inspect --diag": ["inspect", "a", "--diag"], "canonicalize": ["canonicalize", "a", "-o", "out"],
        "before": ["before", "a", "--horizon", LATE, "-o", "out"],
        "before early": ["before", "a", "--horizon", "2020-01-01T00:00:00.000Z", "-o", "out"],
        "skew": ["skew", "a", "--now", "2020-01-01T00:00:00.000Z"],
        "bulk": ["bulk", "a", "-j", "1", "-o", "out", *NOW],
    }
    for command, words in commands.items():
        CASES.append(Case(f"{command}, {name}", n, words, lambda n: {"a": shape(n)}, quick=command in quick))


def two_files(name, left, right, n, quick=False):
    for command, words in {
            "merge": ["merge", "a", "b", "-o", "out", *NOW], "explain": ["explain", "a", "b"],
            "merge --json": ["merge", "a", "b", "-o", "out", "--json", *NOW]}.items():
        CASES.append(Case(f"{command}, {name}", n, words, lambda n: {"a": left(n), "b": right(n)},
                          quick=quick and command != "merge --json"))


one_file("carried keys", carried, 500, quick=("check", "inspect", "inspect --json"))
one_file("newer, carried keys", lambda n: carried(n, version=2), 500, quick=("inspect",))
one_file("stamped carried keys", stamped_keys, 300, quick=("skew",))
one_file("labels", many_labels, 500, quick=("inspect",))
one_file("writers", writers, 300, quick=("inspect",))
one_file("ranges", ranges, 300, quick=("inspect",))
one_file("keys of a region", region_keys, 300, quick=("inspect",))
one_file("regions", regions, 150, quick=("inspect", "before early"))
one_file("settings", settings, 150, quick=("inspect",))
one_file("arrays", nested, 500, quick=("inspect",))
one_file("keys of a value", facts_keys, 300)
two_files("carried keys", carried, lambda n: carried(n, 1), 300, quick=True)
two_files("keys of a region", region_keys, lambda n: region_keys(n, 1), 300, quick=True)
two_files("labels", many_labels, lambda n: many_labels(n, 2), 300)
two_files("labels removed", many_labels, removed, 300)
two_files("doubled add-ids", many_labels, lambda n: album(1, *(f"other {i:06}" for i in range(n))), 300)
two_files("ranges", ranges, removed, 300, quick=True)
two_files("writers", writers, lambda n: writers(n, "x"), 200)
two_files("regions", regions, lambda n: regions(n, 2), 100)
two_files("settings", settings, lambda n: settings(n, 2), 150)
two_files("deleted regions", regions, lambda n: asset(1, regions=mapping(
    [(data(ident(i)), mapping([(text("shape"), stamped(b"\xf6"))])) for i in range(n)])), 100)
# A caption's log has 16 entries of 4 096 bytes at most, so nothing in it grows.
for kind, make in {
        "own labels": lambda i: album(1, f"label {i:06}", writer=i + 1),
        "own keys": lambda i: document("album_id", 1, **{f"k{i:06}": b"\x00"}),
        "one key": lambda i: document("album_id", 1, k=head(0, i)),
        "one register": lambda i: document("album_id", 1, name=stamped(text("n"), by=i)),
        "one label": lambda i: album(1, "same", writer=i + 1),
        "removals": lambda i: removed(i + 10) if i else many_labels(200)}.items():
    # One more than n: the least that can be explained is two.
    files = (lambda make: lambda n: states(n + 1, make))(make)
    for command in ("merge", "explain"):
        CASES.append(Case(
            f"{command} of many files, {kind}", 60,
            lambda n, command=command: [command, *names(n + 1)] + (["-o", "out", *NOW] if command == "merge" else []),
            files, quick=command == "merge"))
    sequence = (lambda make: lambda n: {"a": b"".join(make(i) for i in range(n))})(make)
    CASES.append(Case(f"bulk of one id, {kind}", 150, ["bulk", "a", "-j", "1", "-o", "out", *NOW], sequence,
                      quick=kind in ("own labels", "own keys")))
    CASES.append(Case(
        f"bulk --lines of one id, {kind}", 150, ["bulk", "--lines", "-", *NOW], lambda n: {},
        (lambda make: lambda n: b"".join(
            f"{ident(1).hex()}\t{make(i).hex()}\n".encode() for i in range(n)))(make), quick=kind == "own labels"))
CASES += [
    Case("bulk of a folder", 60, ["bulk", "f", "-j", "1", "-o", "out", *NOW],
         lambda n: {f"f/{i % 5}/{i}": album(i, "x") for i in range(n)}, quick=True),
    Case("bulk of a deep folder", 20, ["bulk", "g", "-j", "1", "-o", "out", *NOW],
         lambda n: {"g/" + "d/" * i + "x": album(i, "x") for i in range(n)}),
    Case("bulk --set-aside of bad files", 60,
         lambda n: ["bulk", "h", "-j", "1", "-o", "out", "--set-aside", f"aside{n}", *NOW],
         lambda n: {f"h/{i}": b"\xff" * 10 for i in range(n)}, quick=True),
    Case("bulk --to-lines", 200, ["bulk", "--to-lines", "a"],
         lambda n: {"a": b"".join(album(i, "x") for i in range(n))}),
    Case("album evaluate", 60, ["album", "evaluate", "--text", "rating >= 3", "--assets", "s"],
         lambda n: {f"s/{i}": asset(i, rating=stamped(b"\x05")) for i in range(n)}),
    Case("album evaluate of one id", 60, ["album", "evaluate", "--text", "rating >= 3", "--assets", "t"],
         lambda n: {f"t/{i}": asset(1, tags_user=labels(f"l{i:05}", writer=i + 1)) for i in range(n)}, quick=True),
    Case("check --hex", 40_000, ["check", "a", "--hex"],
         lambda n: {"a": document("album_id", 1, **{f"k{i}": data(bytes(50_000)) for i in range(n // 10_000)}
                                  ).hex().encode()}, quick=True),
    Case("export", 300, ["export", "a", "--json"],
         lambda n: {"a": asset(1, tags_user=labels(*(f"l{i:05}" for i in range(n))))}, quick=True),
    Case("export, regions", 100, ["export", "a", "--json", "--keep", "regions"], lambda n: {"a": regions(n)}),
]
for edit, shape in {
        "add-label x": many_labels, "remove-label x": many_labels, "set-name x": carried}.items():
    CASES.append(Case(
        f"edit {edit}", 400,
        lambda n, edit=edit: ["edit", f"e{n}", "--device", "01" * 16, "--now", STAMP, "-o", "out", *edit.split()],
        lambda n, shape=shape: {f"e{n}": shape(n)}, quick=edit == "add-label x"))


def request(op, n, **members):
    members = {key: value(n).hex() if callable(value) else value for key, value in members.items()}
    return testee({"op": op, **members})


# The calls behind the test interface, which are those of the library.
for name, shape, n in (
        ("carried keys", carried, 400), ("labels", many_labels, 400), ("writers", writers, 250),
        ("ranges", ranges, 250), ("newer, carried keys", lambda n: carried(n, version=2), 400)):
    for op, members in {
            "document.check": {"kind": "album", "bytes": shape}, "document.read": {"kind": "album", "bytes": shape},
            "document.before": {"kind": "album", "bytes": shape, "horizon": LATE},
            "document.apply": {"kind": "album", "state": shape, "delta": many_labels},
            "addid.next": {"kind": "album", "bytes": shape, "field": "labels", "writer": ident(1).hex()}}.items():
        CASES.append(Case(f"{op}, {name}", n, ["testee"], lambda n: {},
                          lambda n, op=op, members=members: request(op, n, **members),
                          quick=op == "document.read" and name == "carried keys"))
CASES.append(Case(
    "view.stack, regions", 100, ["testee"], lambda n: {},
    lambda n: testee({
        "op": "view.stack", "stack_id": ident(1).hex(), "album_id": ident(2).hex(), "view": "everything",
        "assets": [{"sidecar": regions(n).hex(), "album_id": ident(2).hex()}]})))


def main():
    if subprocess.run(["sh", "-c", "command -v valgrind"], capture_output=True).returncode != 0:
        sys.exit("growth: valgrind counts the instructions and is missing; on Debian: apt-get install valgrind")
    if not TOOL.exists():
        sys.exit(f"there is no tool at {TOOL}: swift build -c release --product capsule-merge")
    failed = 0
    for case in CASES:
        if QUICK and not case.quick or ONLY not in case.name:
            continue
        with tempfile.TemporaryDirectory(prefix="capsule-merge-growth-") as folder:
            folder = pathlib.Path(folder)
            least, once, four = (case.cost(n, folder) for n in (1, case.n, 4 * case.n))
            # What does not grow is not counted, so that it hides nothing.
            ratio = (four - least) / max(1, once - least)
            verdict = "" if ratio <= BOUND else f"   MORE THAN {BOUND}"
            failed += ratio > BOUND
            print(f"{case.name:48} n = {case.n:6}  {once:13,}  {four:14,}  x {ratio:5.2f}{verdict}", flush=True)
    if failed:
        sys.exit(f"growth: {failed} cases grow faster than n log n")
    print("all hold")


if __name__ == "__main__":
    main()
