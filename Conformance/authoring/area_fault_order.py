# SPDX-License-Identifier: Apache-2.0
"""Area fault-order: inputs with more than one fault, and which classes they may be reported under (section 16)."""

from build import (
    ALBUM,
    LAST,
    MAX_COUNTER,
    MEMBERSHIP,
    OTHER_ID,
    STACK,
    T1,
    A,
    W,
    X,
    adds,
    album,
    asset,
    check,
    check_cbor,
    definition,
    edit,
    h,
    line,
    merge,
    settings,
    stack,
    stamp,
    term,
)
from suite import Topic

LEVEL = "81"  # an array of one
BIG = bytes(70_000)

depth = Topic("fault-order", "depth")
deepest = depth.accepts("deepest", "depth-limit", "an item at depth 32", check_cbor(LEVEL * 31 + "00"), {})
for slug, data, classes, note in (
    ("map-cut", "c1" * 32, ["limit", "malformed"], "32 tags, cut off before their content"),
    ("item", LEVEL * 32 + "00", "limit", "an item at depth 33"),
    ("head-cut", LEVEL * 32 + "18", ["limit", "malformed"], "a head at depth 33 that is cut off"),
    ("tag-head-cut", "c1" * 32 + "1c", ["limit", "malformed"], "a reserved head at depth 33"),
    ("break", LEVEL * 32 + "ff", ["limit", "malformed"], "a break at depth 33"),
    ("long-head", LEVEL * 32 + "1800", ["limit", "non-canonical"], "a head at depth 33 that is not the shortest"),
    (
        "after-long-head",
        "821800" + LEVEL * 32 + "00",
        ["limit", "non-canonical"],
        "a head that is not the shortest, then depth 34",
    ),
    ("indefinite", "9f" * 32 + "00", ["limit", "non-canonical"], "32 arrays of indefinite length, then an item"),
    ("after-key-order", "82a202000100" + LEVEL * 32 + "00", ["limit", "non-canonical"], "keys out of order, then depth 34"),
    ("after-key-twice", "82a201000100" + LEVEL * 32 + "00", ["limit", "non-canonical"], "a key twice, then depth 34"),
    ("after-float", "82fa3f800000" + LEVEL * 32 + "00", ["limit", "non-canonical"], "a long float, then depth 34"),
    ("after-nan", "82f97e01" + LEVEL * 32 + "00", ["limit", "non-canonical"], "another NaN, then depth 34"),
    ("after-chunks", "827f6161ff" + LEVEL * 32 + "00", ["limit", "non-canonical"], "a text in chunks, then depth 34"),
    ("in-key-order", "a20200" + "01" + LEVEL * 32 + "00", ["limit", "non-canonical"], "depth 34 under a key out of order"),
    ("after-malformed", "8261ff" + LEVEL * 32 + "00", "malformed", "a text that is not UTF-8, then depth 34"),
    ("after-reserved", "821c" + LEVEL * 32 + "00", "malformed", "a reserved head, then depth 34"),
    ("string-cut", LEVEL * 32 + "6201", "limit", "a text at depth 33 that is cut off after its head"),
    ("text-not-utf8", LEVEL * 32 + "61ff", "limit", "a text at depth 33 that is not UTF-8"),
    ("trailing", LEVEL * 32 + "0000", "limit", "an item at depth 33, and one after the end"),
):
    depth.rejects(slug, "order-depth", note, check_cbor(data), classes, deepest)
depth.rejects(
    "cut-at-32",
    "order-depth",
    "cut off at depth 32, so nothing is at depth 33",
    check_cbor(LEVEL * 31),
    "malformed",
    deepest,
)
for slug, chunks, note in (
    ("text", "7f6161ff", "a text in a chunk"),
    ("bytes", "5f4161ff", "a byte string in a chunk"),
    ("texts", "7f61616161ff", "a text in two chunks"),
    ("empty", "7fff", "a text of no chunk"),
):
    depth.rejects(
        "chunk-" + slug,
        "depth-chunks",
        note + ", at depth 32: its chunks are no deeper, so it is only not canonical",
        check_cbor(LEVEL * 31 + chunks),
        "non-canonical",
        deepest,
    )

size = Topic("fault-order", "size")
good = size.accepts(
    "carried", "value-limit-carried", "a carried value of an allowed size", check("album", album(zz=bytes(60_000)))
)
EITHER = ["limit", "invalid"]
for slug, request, note in (
    (
        "carried-then-name",
        check("album", {**album(name=5), "aa": BIG}),
        "a carried value that is too large, then an invalid name",
    ),
    (
        "name-then-carried",
        check("album", {**album(name=5), "zz": BIG}),
        "an invalid name, then a carried value that is too large",
    ),
    ("no-id", check("album", {0: 1, "aa": BIG}), "no id, and a carried value that is too large"),
    (
        "stamp-ts",
        check("album", album(name={"by": A, "ts": "x", "value": "v", "zz": BIG})),
        "a stamped map that is too large and has no stamp time",
    ),
    (
        "stamp-value",
        check("asset", asset(rating={"by": A, "ts": T1, "value": 9, "zz": BIG})),
        "a stamped map that is too large and has an invalid value",
    ),
    (
        "element",
        check("stack", stack(labels={W: line([0, 0], {0: "x" * 70_000})})),
        "a label that is too large for an element and for a label",
    ),
    (
        "element-unobserved",
        check("stack", stack(labels={W: line([1, 1], {0: "x" * 70_000})})),
        "an element that is too large and not observed",
    ),
    (
        "two-registers",
        check("asset", asset(caption=5, rating={"by": A, "ts": T1, "value": 1, "zz": BIG})),
        "one register invalid, another too large",
    ),
    (
        "edit-value-last",
        edit("asset", asset(rating=stamp(1, ts=LAST)), {"set": {"field": "rating", "value": 9}}),
        "an invalid value, and no later stamp",
    ),
):
    size.rejects(slug, "order-size", note, request, EITHER, good)

requests = Topic("fault-order", "requests")
fine = requests.accepts("fine", "known-keys-optional", "a good request", check("asset", asset()))
NEWER = h(asset(schema=2))
EDIT = {"device": A.hex(), "writer": W.hex(), "now": T1}
for slug, request, classes, note in (
    (
        "kind",
        {"op": "document.check", "kind": "x", "bytes": "ff"},
        ["invalid", "malformed"],
        "an unknown kind and malformed bytes",
    ),
    (
        "horizon",
        {"op": "document.before", "kind": "asset", "bytes": "ff", "horizon": "x"},
        ["invalid", "malformed"],
        "a horizon that is none and malformed bytes",
    ),
    (
        "no-horizon",
        {"op": "document.before", "kind": "asset", "bytes": "1800"},
        ["invalid", "non-canonical"],
        "no horizon and bytes that are not canonical",
    ),
    (
        "edit-now",
        {"op": "document.edit", "kind": "asset", "bytes": "ff", **EDIT, "now": "x", "edit": {"add_label": "a"}},
        ["invalid", "malformed"],
        "a clock that is none and malformed bytes",
    ),
    (
        "edit-unknown",
        {"op": "document.edit", "kind": "asset", "bytes": "ff", **EDIT, "edit": {"bad": "a"}},
        ["invalid", "malformed"],
        "an unknown edit and malformed bytes",
    ),
    (
        "edit-newer",
        {"op": "document.edit", "kind": "asset", "bytes": NEWER, **EDIT, "edit": {"bad": "a"}},
        ["invalid", "newer-schema"],
        "an unknown edit of a newer document",
    ),
    (
        "view",
        {"op": "album.evaluate", "definition": "ff", "assets": [], "view": "x"},
        ["invalid", "malformed"],
        "an unknown view and a malformed definition",
    ),
    (
        "field",
        {"op": "addid.next", "kind": "asset", "bytes": "ff", "field": "x", "writer": W.hex()},
        ["invalid", "malformed"],
        "an unknown field and malformed bytes",
    ),
    (
        "prior",
        {"op": "document.sign", "kind": "album", "bytes": "ff", "prior": "00" * 32, "seed": "00" * 64},
        ["invalid", "malformed"],
        "a prior that an album does not have and malformed bytes",
    ),
    (
        "record-id",
        {"op": "record.open", "kind": "album", "record_id": "00", "key": "00" * 32, "bytes": ""},
        ["invalid", "malformed"],
        "an id that is too short and a record that is",
    ),
):
    requests.rejects(slug, "order-request", note, request, classes, fine)
INVALID = asset(rating=5)
for slug, request, classes, note in (
    (
        "malformed-newer",
        {"op": "document.merge", "kind": "asset", "inputs": ["ff", NEWER]},
        ["malformed", "newer-schema"],
        "one input malformed, one newer",
    ),
    (
        "newer-malformed",
        {"op": "document.merge", "kind": "asset", "inputs": [NEWER, "ff"]},
        ["malformed", "newer-schema"],
        "one input newer, one malformed",
    ),
    (
        "mismatch-invalid",
        merge("asset", asset(), asset(id=OTHER_ID), INVALID),
        ["mismatch", "invalid"],
        "another id, and then an invalid input",
    ),
    (
        "invalid-mismatch",
        merge("asset", INVALID, asset(id=OTHER_ID)),
        ["mismatch", "invalid"],
        "an invalid input, and then another id",
    ),
    (
        "apply",
        {"op": "document.apply", "kind": "asset", "state": "1800", "delta": "ff"},
        ["malformed", "non-canonical"],
        "a state that is not canonical, a delta that is malformed",
    ),
    (
        "apply-newer",
        {"op": "document.apply", "kind": "asset", "state": NEWER, "delta": "ff"},
        ["malformed", "newer-schema"],
        "a newer state, a delta that is malformed",
    ),
    (
        "definition-asset",
        {"op": "album.evaluate", "definition": "1800", "assets": [{"sidecar": "ff"}], "view": "default"},
        ["malformed", "non-canonical"],
        "a definition that is not canonical, an asset that is malformed",
    ),
    (
        "newer-definition-asset",
        {
            "op": "album.evaluate",
            "definition": h(definition({"all": []}, predicate_schema=2)),
            "assets": [{"sidecar": "ff"}],
            "view": "default",
        },
        ["malformed", "newer-schema"],
        "a newer definition, an asset that is malformed",
    ),
    (
        "export",
        {"op": "asset.export", "bytes": h(asset()), "stack": h(stack()), "album": "ff", "keep": []},
        ["mismatch", "malformed"],
        "another stack than the asset's, and a malformed album",
    ),
):
    requests.rejects(slug, "order-inputs", note, request, classes, fine)

used_up = Topic("fault-order", "exhausted")
THOUSAND = {MAX_COUNTER - 999 + at: "l%d" % at for at in range(1000)}
FULL = stack(labels={W: line([MAX_COUNTER - 999, MAX_COUNTER], THOUSAND)})
other = used_up.accepts(
    "other-writer", "order-exhausted", "another writer adds", edit("stack", FULL, {"add_label": "new"}, writer=X)
)
used_up.rejects(
    "both",
    "order-exhausted",
    "the last counter is used, and a thousand add-ids are live",
    edit("stack", FULL, {"add_label": "new"}),
    "counter-exhausted",
    other,
)
used_up.rejects(
    "replaced",
    "order-exhausted",
    "also when the addition replaces one of them",
    edit("stack", FULL, {"add_label": "l3"}),
    "counter-exhausted",
    other,
)

also = Topic("fault-order", "decided")
for kind, make in (("stack", stack), ("album", album), ("settings", settings)):
    also.accepts(
        "complete-" + kind, "complete-kinds", "a %s is complete" % kind, merge(kind, make(), make()), lambda ok: True
    )
    also.accepts(
        "is-complete-" + kind,
        "complete-kinds",
        "a %s of an id alone is complete" % kind,
        check(kind, make()),
        {"complete": True},
        near=depth.id_of("item"),
    )
IN_STACK = {"stack_membership": stamp(MEMBERSHIP)}
for slug, keys, trashed, note in (
    ("trashed", IN_STACK, True, "a trashed asset"),
    ("hidden", {**IN_STACK, "hidden": stamp(True)}, False, "a hidden asset"),
    ("both", {**IN_STACK, "hidden": stamp(True)}, True, "a hidden asset that is trashed"),
):
    also.accepts(
        "stack-labels-" + slug,
        "stack-labels-hidden",
        note + " has its stack's labels",
        {
            "op": "album.evaluate",
            "definition": h(definition(term("tags_user", "contains", "s"))),
            "view": "everything",
            "assets": [{"sidecar": h(asset(**keys)), "album_id": ALBUM.hex(), "trashed": trashed}],
            "stacks": [{"bytes": h(stack(id=STACK, labels=adds(W, "s"))), "album_id": ALBUM.hex()}],
        },
        lambda ok: ok["members"] == [asset()["uuid"].hex()],
    )
