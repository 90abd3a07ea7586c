# SPDX-License-Identifier: Apache-2.0
"""The commands that take documents, and the calls behind the test interface."""
import json

from bulk import LATE, album, asset, data, document, head, ident, labels, stamped, text

from .case import CASES, Case
from .shapes import (
    STAMP, carried, facts_keys, many_labels, mapping, nested, ranges, region_keys, regions, removed, settings,
    stamped_keys, writers)

NOW = ["--accepted-at", LATE]


def states(n, make):
    return {f"p{i}.cbor": make(i) for i in range(n)}


def names(n):
    return [f"p{i}.cbor" for i in range(n)]


def testee(*requests):
    return b"".join(json.dumps({"id": i, **request}).encode() + b"\n" for i, request in enumerate(requests))


def one_file(name, shape, n, quick=(), refusing=()):
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
        CASES.append(Case(f"{command}, {name}", n, words, lambda n: {"a": shape(n)}, quick=command in quick,
                          code=int(command in refusing)))


def two_files(name, left, right, n, quick=False):
    for command, words in {
            "merge": ["merge", "a", "b", "-o", "out", *NOW], "explain": ["explain", "a", "b"],
            "merge --json": ["merge", "a", "b", "-o", "out", "--json", *NOW]}.items():
        CASES.append(Case(f"{command}, {name}", n, words, lambda n: {"a": left(n), "b": right(n)},
                          quick=quick and command != "merge --json"))


one_file("carried keys", carried, 500, quick=("check", "inspect", "inspect --json"))
one_file("newer, carried keys", lambda n: carried(n, version=2), 500, quick=("inspect",),
         refusing=("check", "before", "before early", "bulk"))
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


def definition_text(n):
    return "all(" + ", ".join(f'not tags_user contains "l{i:05}"' for i in range(n)) + ")"


def definition(n):
    """A definition with many keys of later versions, since its terms are limited."""
    keys = {f"k{i:06}": b"\x00" for i in range(n)} | {
        "predicate": mapping([(text("all"), head(4, 0))]), "display_name": stamped(text("name")),
        "smart_album_id": data(ident(1)), "predicate_schema": head(0, 1)}
    return mapping([(text(name), value) for name, value in keys.items()])


CASES += [
    Case("bulk of a folder", 60, ["bulk", "f", "-j", "1", "-o", "out", *NOW],
         lambda n: {f"f/{i % 5}/{i}": album(i, "x") for i in range(n)}, quick=True),
    Case("bulk of a deep folder", 20, ["bulk", "g", "-j", "1", "-o", "out", *NOW],
         lambda n: {"g/" + "d/" * i + "x": album(i, "x") for i in range(n)}),
    Case("bulk --set-aside of bad files", 60,
         lambda n: ["bulk", "h", "-j", "1", "-o", "out", "--set-aside", f"aside{n}", *NOW],
         lambda n: {f"h/{i}": b"\xff" * 10 for i in range(n)}, quick=True, code=1),
    Case("bulk --to-lines", 200, ["bulk", "--to-lines", "a"],
         lambda n: {"a": b"".join(album(i, "x") for i in range(n))}),
    Case("album evaluate", 60, ["album", "evaluate", "--text", "rating >= 3", "--assets", "s"],
         lambda n: {f"s/{i}": asset(i, rating=stamped(b"\x05")) for i in range(n)}),
    Case("album evaluate of one id", 60, ["album", "evaluate", "--text", "rating >= 3", "--assets", "t"],
         lambda n: {f"t/{i}": asset(1, tags_user=labels(f"l{i:05}", writer=i + 1)) for i in range(n)}, quick=True),
    Case("album check", 60, ["album", "check", "def"], lambda n: {"def": definition(n)}),
    Case("album check --text", 16, lambda n: ["album", "check", "--text", definition_text(n)], lambda n: {}),
    Case("album explain", 16, lambda n: ["album", "explain", "--text", definition_text(n), "a", "--json"],
         lambda n: {"a": asset(1, tags_user=labels(*(f"l{i:05}" for i in range(n))))}),
    Case("check --hex", 40_000, ["check", "a", "--hex"],
         lambda n: {"a": document("album_id", 1, **{f"k{i}": data(bytes(50_000)) for i in range(n // 10_000)}
                                  ).hex().encode()}, quick=True),
    Case("export", 300, ["export", "a", "--json"],
         lambda n: {"a": asset(1, tags_user=labels(*(f"l{i:05}" for i in range(n))))}, quick=True),
    Case("export, regions", 100, ["export", "a", "--json", "--keep", "regions"], lambda n: {"a": regions(n)}),
]


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
