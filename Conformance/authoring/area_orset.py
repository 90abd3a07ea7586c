# SPDX-License-Identifier: Apache-2.0
"""Area orset: add-ids, observed-remove sets, their joins and their writing rules (sections 6 and 7)."""

from build import (
    AI_TAG,
    MAX_COUNTER,
    REGION,
    RECTANGLE,
    W,
    X,
    Y,
    Pairs,
    Raw,
    adds,
    album,
    asset,
    cbor,
    check,
    edit,
    line,
    merge,
    read,
    stack,
    stamp,
)
from laws import orders
from suite import Topic


def labels(lines):
    """A stack with this OR-set of labels."""
    return stack(labels=lines)


def gives(state, delta=None):
    """The state after an edit, and where named the delta."""
    return lambda ok: ok["bytes"] == cbor(state).hex() and (delta is None or ok["delta"] == cbor(delta).hex())


# Form.

form = Topic("orset", "form")
one = form.accepts(
    "one-live",
    "orset-form",
    "one writer, one add",
    check("stack", labels({W: line([0, 0], {0: "a"})})),
    {"complete": True},
)
two = form.accepts(
    "two-writers",
    "orset-form",
    "two writers",
    check("stack", labels({W: line([0, 0], {0: "a"}), X: line([3, 9], {4: "b"})})),
    {"complete": True},
)
none_live = form.accepts(
    "none-live", "orset-adds-observed", "all removed", check("stack", labels({W: line([0, 9])})), {"complete": True}
)
all_live = form.accepts(
    "all-live",
    "orset-adds-observed",
    "all live",
    check("stack", labels({W: line([0, 2], {0: "a", 1: "b", 2: "c"})})),
    {"complete": True},
)
form.accepts(
    "one-element-twice",
    "orset-form",
    "one element under two add-ids",
    check("stack", labels({W: line([0, 1], {0: "a", 1: "a"})})),
    {"complete": True},
)
last = form.accepts(
    "last-counter",
    "counter",
    "the greatest counter",
    check("stack", labels({W: line([MAX_COUNTER, MAX_COUNTER], {MAX_COUNTER: "a"})})),
    {"complete": True},
)
everything = form.accepts(
    "all-counters",
    "orset-ranges",
    "all counters observed",
    check("stack", labels({W: line([0, MAX_COUNTER])})),
    {"complete": True},
)
apart = form.accepts(
    "two-ranges",
    "orset-ranges",
    "two ranges with one counter between",
    check("stack", labels({W: line([0, 0, 2, 5], {0: "a", 5: "b"})})),
    {"complete": True},
)
form.accepts(
    "absent", "orset-empty", "a set that observed nothing is absent", check("stack", stack()), {"complete": True}
)
for slug, lines, note, near in (
    ("array", [], "an array", one),
    ("null", None, "null", one),
    ("bare-array", {W: ["a"]}, "no pair", one),
    ("one-of-pair", {W: [[0, 0]]}, "ranges alone", none_live),
    ("three", {W: [[0, 0], {}, {}]}, "three parts", none_live),
    ("swapped", {W: [{}, [0, 0]]}, "adds before ranges", none_live),
    ("adds-array", {W: [[0, 0], ["a"]]}, "adds as an array", one),
    ("ranges-map", {W: [{0: 0}, {}]}, "ranges as a map", none_live),
    ("nested-ranges", {W: [[[0, 0]], {}]}, "ranges as pairs", none_live),
    ("writer-text", {"w" * 16: line([0, 0])}, "a writer as text", none_live),
    ("line-map", {W: {"adds": {}, "observed": [0, 0]}}, "a map for the pair", none_live),
):
    form.rejects(slug, "orset-form", note, check("stack", labels(lines)), "invalid", near)
for slug, writer, note in (
    ("writer-15", bytes(15), "a writer of 15 bytes"),
    ("writer-17", bytes(17), "a writer of 17 bytes"),
    ("writer-empty", b"", "an empty writer"),
):
    form.rejects(slug, "identifier", note, check("stack", labels({writer: line([0, 0])})), "invalid", none_live)
form.rejects("empty-map", "orset-empty", "an empty map", check("stack", labels({})), "invalid", one)
for slug, ranges, note, near in (
    ("no-range", [], "no range", none_live),
    ("odd", [0], "one bound", none_live),
    ("odd-three", [0, 1, 5], "three bounds", apart),
    ("backwards", [1, 0], "a range that ends before it starts", none_live),
    ("descending", [5, 6, 0, 1], "descending ranges", apart),
    ("overlapping", [0, 5, 3, 9], "overlapping ranges", apart),
    ("adjacent", [0, 1, 2, 3], "adjacent ranges are one", apart),
    ("touching", [0, 1, 1, 3], "ranges that share a counter", apart),
    ("same-twice", [0, 0, 0, 0], "one range twice", apart),
    ("inside", [0, 9, 3, 4], "one inside another", apart),
):
    form.rejects("ranges-" + slug, "orset-ranges", note, check("stack", labels({W: line(ranges)})), "invalid", near)
for slug, bound, note in (
    ("negative", -1, "a negative counter"),
    ("2-53", 2**53, "2^53"),
    ("2-64", 2**64 - 1, "2^64 - 1: no trap"),
    ("float", 1.0, "a float"),
    ("text", "1", "a text"),
    ("null", None, "null"),
    ("bignum", Raw("c24101"), "a bignum"),
):
    form.rejects("bound-" + slug, "counter", note, check("stack", labels({W: line([0, bound])})), "invalid", last)
for slug, key, note in (
    ("2-53", 2**53, "2^53"),
    ("negative", -1, "a negative counter"),
    ("text", "0", "a text"),
    ("2-64", 2**64 - 1, "2^64 - 1"),
):
    form.rejects(
        "add-" + slug, "counter", note, check("stack", labels({W: line([0, MAX_COUNTER], {key: "a"})})), "invalid", last
    )
for slug, lines, note in (
    ("above", line([0, 0], {1: "a"}), "an add above the ranges"),
    ("below", line([5, 6], {4: "a"}), "an add below"),
    ("between", line([0, 0, 2, 2], {1: "a"}), "an add between two ranges"),
    ("second", line([0, 1], {0: "a", 2: "b"}), "only the second is outside"),
    ("last", line([0, MAX_COUNTER - 1], {MAX_COUNTER: "a"}), "the greatest counter, one past"),
):
    form.rejects("add-" + slug, "orset-adds-observed", note, check("stack", labels({W: lines})), "invalid", all_live)
form.rejects(
    "unknown-key",
    "no-unknown",
    "an OR-set has no unknown keys",
    check("stack", labels({W: line([0, 0]), "x": 1})),
    "invalid",
    none_live,
)
form.rejects(
    "unknown-in-adds",
    "no-unknown",
    "nor have its adds",
    check("stack", labels({W: line([0, 0], {"x": "a"})})),
    "invalid",
    none_live,
)
form.rejects(
    "element-type",
    "label-size",
    "an element of another type",
    check("stack", labels({W: line([0, 0], {0: 1})})),
    "invalid",
    one,
)
form.rejects(
    "keys-out-of-order",
    "map-key-order",
    "writers out of order",
    check("stack", labels(Pairs((X, line([0, 0])), (W, line([0, 0]))))),
    "non-canonical",
    two,
)
form.rejects(
    "adds-out-of-order",
    "map-key-order",
    "counters out of order",
    check("stack", labels({W: [[0, 1], Pairs((1, "b"), (0, "a"))]})),
    "non-canonical",
    all_live,
)
form.rejects(
    "writer-twice",
    "map-key-duplicate",
    "a writer twice",
    check("stack", labels(Pairs((W, line([0, 0])), (W, line([1, 1]))))),
    "non-canonical",
    two,
)
form.accepts(
    "counter-widths",
    "orset-form",
    "counters of all widths",
    check("stack", labels({W: line([0, 2**33], {23: "a", 24: "b", 256: "c", 65536: "d", 2**32: "e"})})),
    {"complete": True},
)

# Join.

join = Topic("orset", "join")


def joins(slug, rule, note, *lines, to):
    """These sets join to `to`, in every order."""
    orders(join, slug, rule, note, "stack", [labels(each) if each else stack() for each in lines], labels(to))


joins(
    "two-adds",
    "orset-union",
    "two writers' adds",
    {W: line([0, 0], {0: "a"})},
    {X: line([0, 0], {0: "b"})},
    to={W: line([0, 0], {0: "a"}), X: line([0, 0], {0: "b"})},
)
joins(
    "same-writer",
    "orset-union",
    "two adds of one writer, apart",
    {W: line([0, 0], {0: "a"})},
    {W: line([2, 2], {2: "b"})},
    to={W: line([0, 0, 2, 2], {0: "a", 2: "b"})},
)
joins(
    "ranges-meet",
    "orset-union",
    "ranges that touch become one",
    {W: line([0, 0], {0: "a"})},
    {W: line([1, 1], {1: "b"})},
    {W: line([3, 3], {3: "c"})},
    to={W: line([0, 1, 3, 3], {0: "a", 1: "b", 3: "c"})},
)
joins(
    "ranges-filled",
    "orset-union",
    "a gap is filled",
    {W: line([0, 0, 2, 2, 4, 4])},
    {W: line([1, 1, 3, 3])},
    to={W: line([0, 4])},
)
joins(
    "ranges-overlap",
    "orset-union",
    "overlapping ranges",
    {W: line([0, 5])},
    {W: line([3, 9])},
    {W: line([7, 7, 20, 30])},
    to={W: line([0, 9, 20, 30])},
)
joins(
    "ranges-inside",
    "orset-union",
    "a range inside another",
    {W: line([0, 100])},
    {W: line([5, 6, 50, 99])},
    to={W: line([0, 100])},
)
joins(
    "ranges-last",
    "orset-union",
    "ranges up to the greatest counter",
    {W: line([MAX_COUNTER, MAX_COUNTER])},
    {W: line([0, MAX_COUNTER - 1])},
    to={W: line([0, MAX_COUNTER])},
)
joins(
    "ranges-huge",
    "orset-union",
    "2^53 counters are one range",
    {W: line([0, MAX_COUNTER])},
    {W: line([7, 7], {7: "a"})},
    to={W: line([0, MAX_COUNTER])},
)
joins(
    "empty-side",
    "orset-survives",
    "one side has no set",
    {W: line([0, 1], {1: "a"})},
    None,
    to={W: line([0, 1], {1: "a"})},
)
joins(
    "unseen-survives",
    "orset-survives",
    "an add that the other side never observed",
    {W: line([0, 1], {0: "a", 1: "b"})},
    {W: line([0, 0], {0: "a"})},
    to={W: line([0, 1], {0: "a", 1: "b"})},
)
joins(
    "both-live",
    "orset-survives",
    "live on both sides",
    {W: line([0, 0], {0: "a"})},
    {W: line([0, 0], {0: "a"})},
    to={W: line([0, 0], {0: "a"})},
)
joins(
    "removed-once",
    "orset-removed",
    "removed on one side",
    {W: line([0, 0], {0: "a"})},
    {W: line([0, 0])},
    to={W: line([0, 0])},
)
joins(
    "removed-and-added",
    "orset-removed",
    "removed on one device, added again on another under a new id",
    {W: line([0, 0], {0: "a"})},
    {W: line([0, 0])},
    {X: line([0, 0], {0: "a"})},
    to={W: line([0, 0]), X: line([0, 0], {0: "a"})},
)
joins(
    "readded",
    "orset-removed",
    "removed and added again by one writer",
    {W: line([0, 0], {0: "a"})},
    {W: line([0, 1], {1: "a"})},
    to={W: line([0, 1], {1: "a"})},
)
joins(
    "removed-range",
    "orset-removed",
    "a removal of a range",
    {W: line([0, 4], {0: "a", 1: "b", 2: "c", 3: "d", 4: "e"})},
    {W: line([1, 3])},
    to={W: line([0, 4], {0: "a", 4: "e"})},
)
joins(
    "removed-by-third",
    "orset-removed",
    "two add-ids of one label, each removed on another replica, merged through a third",
    {W: line([0, 0], {0: "a"}), X: line([0, 0], {0: "a"})},
    {W: line([0, 0])},
    {X: line([0, 0])},
    to={W: line([0, 0]), X: line([0, 0])},
)
joins(
    "removal-first",
    "delta-removal-first",
    "the removal is there before the add",
    {W: line([0, 0])},
    {W: line([0, 0], {0: "a"})},
    to={W: line([0, 0])},
)
joins(
    "concurrent-add",
    "orset-survives",
    "a concurrent add of the label survives the removal of the old one",
    {W: line([0, 0], {0: "a"})},
    {W: line([0, 0])},
    {X: line([5, 5], {5: "a"})},
    to={W: line([0, 0]), X: line([5, 5], {5: "a"})},
)
joins(
    "twins",
    "orset-twins",
    "two elements under one add-id: the greater bytes stay",
    {W: line([0, 0], {0: "b"})},
    {W: line([0, 0], {0: "a"})},
    to={W: line([0, 0], {0: "b"})},
)
joins(
    "twins-length",
    "orset-twins",
    "encoded bytes: the longer text is greater",
    {W: line([0, 0], {0: "aa"})},
    {W: line([0, 0], {0: "z"})},
    to={W: line([0, 0], {0: "aa"})},
)
AI_TAG_LONG, AI_TAG_SHORT = {**AI_TAG, "tag": "a", "model_id": "a longer name"}, {**AI_TAG, "tag": "b"}
orders(
    join,
    "twins-ai-tags",
    "orset-twins",
    "two AI tags under one add-id: the first byte that differs decides, not the length",
    "asset",
    [asset(tags_ai=adds(W, AI_TAG_LONG)), asset(tags_ai=adds(W, AI_TAG_SHORT))],
    asset(tags_ai=adds(W, AI_TAG_SHORT)),
)
joins(
    "twins-removed",
    "orset-twins",
    "two elements under one add-id, removed elsewhere",
    {W: line([0, 0], {0: "b"})},
    {W: line([0, 0], {0: "a"})},
    {W: line([0, 0])},
    to={W: line([0, 0])},
)
joins(
    "twins-three",
    "orset-twins",
    "three elements under one add-id",
    {W: line([0, 0], {0: "c"})},
    {W: line([0, 0], {0: "b"})},
    {W: line([0, 0], {0: "a"})},
    to={W: line([0, 0], {0: "c"})},
)
joins(
    "twins-normal-form",
    "orset-twins",
    "bytes, not normal forms, decide",
    {W: line([0, 0], {0: "\u00e9"})},
    {W: line([0, 0], {0: "e\u0301"})},
    to={W: line([0, 0], {0: "e\u0301"})},
)
joins(
    "five",
    "merge-laws",
    "five deltas of two writers, seeded orders",
    {W: line([0, 0], {0: "a"})},
    {W: line([1, 1], {1: "b"})},
    {X: line([0, 0], {0: "c"})},
    {W: line([0, 0])},
    {X: line([0, 1], {1: "c"})},
    to={W: line([0, 1], {1: "b"}), X: line([0, 1], {1: "c"})},
)
orders(
    join,
    "ai-tags",
    "ai-tags-distinct",
    "AI tags that differ in unknown keys are two elements",
    "asset",
    [asset(tags_ai={W: line([0, 0], {0: AI_TAG})}), asset(tags_ai={X: line([0, 0], {0: {**AI_TAG, "score": 7}})})],
    asset(tags_ai={W: line([0, 0], {0: AI_TAG}), X: line([0, 0], {0: {**AI_TAG, "score": 7}})}),
)
orders(
    join,
    "two-sets",
    "merge-laws",
    "the two sets of an asset are apart",
    "asset",
    [asset(tags_user=adds(W, "a")), asset(tags_ai=adds(W, AI_TAG)), asset(tags_user={W: line([0, 0])})],
    asset(tags_user={W: line([0, 0])}, tags_ai=adds(W, AI_TAG)),
)
join.accepts(
    "million-removed",
    "orset-union",
    "a million adds, all removed: the document stays small",
    merge("stack", labels({W: line([0, 999_999])}), labels({W: line([999_999, 1_000_000], {1_000_000: "a"})})),
    {"bytes": cbor(labels({W: line([0, 1_000_000], {1_000_000: "a"})})).hex(), "conflicts": []},
)

# Values.

value = Topic("orset", "value")
for slug, lines, shown, note in (
    ("order", adds(W, "b", "a", "c"), ["a", "b", "c"], "ascending"),
    ("shorter-first", adds(W, "aa", "z", "b"), ["b", "z", "aa"], "a shorter text comes before a longer one"),
    ("utf8-length", adds(W, "\u00e9", "zz", "z"), ["z", "zz", "\u00e9"], "lengths in bytes"),
    ("case", adds(W, "a", "B"), ["B", "a"], "by bytes, not by alphabet"),
    ("emoji", adds(W, "\U0001f346", "\uffff", "zzz"), ["zzz", "\uffff", "\U0001f346"], "UTF-8 order, not UTF-16 order"),
    (
        "distinct",
        {W: line([0, 1], {0: "a", 1: "b"}), X: line([0, 0], {0: "a"})},
        ["a", "b"],
        "an element under two add-ids is one",
    ),
    (
        "not-normalized",
        adds(W, "\u00e9", "e\u0301"),
        ["\u00e9", "e\u0301"],
        "two stored texts of one normal form are shown as two",
    ),
    ("removed-gone", {W: line([0, 2], {1: "b"})}, ["b"], "removed elements are gone"),
):
    value.accepts(
        slug, "orset-value", note, read("stack", labels(lines)), lambda ok, shown=shown: ok["labels"] == shown
    )
value.accepts(
    "ai-order",
    "orset-value",
    "AI tags in the order of their encoding",
    read("asset", asset(tags_ai=adds(W, {**AI_TAG, "model_id": "mm"}, AI_TAG, {**AI_TAG, "tag": "a"}))),
    lambda ok: ok["ai_tags"] == [["a", "m", "1"], ["beach", "m", "1"], ["beach", "mm", "1"]],
)
value.accepts(
    "all-removed",
    "orset-value",
    "a set with nothing live shows no labels",
    read("stack", stack(zz=1, labels={W: line([0, 9])})),
    {"unknown": ["zz"]},
)

# Counters.

counters = Topic("orset", "counters")


def next_counter(kind, doc, field, writer=W):
    """addid.next."""
    return {"op": "addid.next", "kind": kind, "bytes": cbor(doc).hex(), "field": field, "writer": writer.hex()}


for slug, lines, expected, note in (
    ("first", None, 0, "a writer that wrote nothing starts at 0"),
    ("one-used", {W: line([0, 0], {0: "a"})}, 1, "after its first"),
    ("removed-counts", {W: line([0, 0])}, 1, "a removed add-id was used"),
    ("gap", {W: line([0, 0, 5, 6], {0: "a"})}, 7, "past the greatest, not into a gap"),
    ("not-from-0", {W: line([5, 9])}, 10, "though the first were not seen"),
    ("others", {X: line([0, 9])}, 0, "another writer's do not count"),
    ("foreign-50", {W: line([0, 2, 50, 50], {0: "a"})}, 51, "a peer observed (mine, 50) when I am at 3"),
    ("before-last", {W: line([0, MAX_COUNTER - 1])}, MAX_COUNTER, "the last one is left"),
):
    nearest = counters.accepts(
        slug,
        "counter-next",
        note,
        next_counter("stack", labels(lines) if lines else stack(), "labels"),
        {"counter": expected},
    )
counters.rejects(
    "exhausted",
    "counter-exhausted",
    "the last is used: draw a new writer id",
    next_counter("stack", labels({W: line([MAX_COUNTER, MAX_COUNTER])}), "labels"),
    "counter-exhausted",
    nearest,
)
counters.rejects(
    "exhausted-removed",
    "class-counter-exhausted",
    "also when it was removed and all before it are",
    next_counter("stack", labels({W: line([0, MAX_COUNTER])}), "labels"),
    "counter-exhausted",
    nearest,
)
counters.accepts(
    "new-writer",
    "counter-exhausted",
    "a new writer id goes on",
    next_counter("stack", labels({W: line([0, MAX_COUNTER])}), "labels", X),
    {"counter": 0},
)
counters.rejects(
    "edit-exhausted",
    "counter-exhausted",
    "an edit with a writer that is used up",
    edit("stack", labels({W: line([0, MAX_COUNTER])}), {"add_label": "a"}),
    "counter-exhausted",
    nearest,
)
counters.accepts(
    "edit-new-writer",
    "counter-exhausted",
    "the same edit under a new writer",
    edit("stack", labels({W: line([0, MAX_COUNTER])}), {"add_label": "a"}, writer=X),
    gives(labels({W: line([0, MAX_COUNTER]), X: line([0, 0], {0: "a"})})),
)
counters.accepts(
    "remove-exhausted",
    "counter-exhausted",
    "a removal needs no counter",
    edit("stack", labels({W: line([MAX_COUNTER, MAX_COUNTER], {MAX_COUNTER: "a"})}), {"remove_label": "a"}),
    gives(labels({W: line([MAX_COUNTER, MAX_COUNTER])})),
)
full_asset = asset(
    tags_user=adds(W, "a", "b"),
    tags_ai=adds(W, AI_TAG),
    regions={REGION: {"labels": adds(W, "x", "y", "z"), "shape": stamp(RECTANGLE)}},
)
for slug, field, expected in (
    ("tags-user", "tags_user", 2),
    ("tags-ai", "tags_ai", 1),
    ("region", "regions/" + REGION.hex(), 3),
):
    nearest = counters.accepts(
        slug,
        "addid-next",
        "each set counts on its own",
        next_counter("asset", full_asset, field),
        {"counter": expected},
    )
counters.accepts(
    "album",
    "addid-next",
    "an album's labels",
    next_counter("album", album(labels=adds(W, "a")), "labels"),
    {"counter": 1},
)
counters.accepts(
    "region-absent",
    "addid-absent-region",
    "a region that is not there",
    next_counter("asset", full_asset, "regions/" + "00" * 16),
    {"counter": 0},
)
counters.accepts(
    "region-deleted",
    "addid-absent-region",
    "a region that is deleted",
    next_counter("asset", asset(regions={REGION: {"shape": stamp(None)}}), "regions/" + REGION.hex()),
    {"counter": 0},
)
for slug, kind, doc, field, note in (
    ("labels-of-asset", "asset", full_asset, "labels", "an asset has no labels"),
    ("tags-of-stack", "stack", stack(), "tags_user", "a stack has no tags_user"),
    ("no-set", "asset", full_asset, "rating", "no OR-set"),
    ("unknown", "asset", full_asset, "zz", "an unknown field"),
    ("region-short", "asset", full_asset, "regions/00", "a region id cut short"),
    ("region-upper", "asset", full_asset, "regions/" + "AB" * 16, "upper-case hex"),
    ("region-of-stack", "stack", stack(), "regions/" + "00" * 16, "a stack has no regions"),
    ("regions-alone", "asset", full_asset, "regions", "no region named"),
    ("empty", "asset", full_asset, "", "no field"),
):
    counters.rejects("field-" + slug, "addid-next", note, next_counter(kind, doc, field), "invalid", nearest)

# Writing rules.

writes = Topic("orset", "edits")
writes.accepts(
    "add-first",
    "add-replaces",
    "the first add",
    edit("stack", stack(), {"add_label": "a"}),
    gives(labels({W: line([0, 0], {0: "a"})}), labels({W: line([0, 0], {0: "a"})})),
)
writes.accepts(
    "add-second",
    "counter-next",
    "the second add; the delta holds it alone",
    edit("stack", labels(adds(W, "a")), {"add_label": "b"}),
    gives(labels({W: line([0, 1], {0: "a", 1: "b"})}), labels({W: line([1, 1], {1: "b"})})),
)
writes.accepts(
    "add-again",
    "add-replaces",
    "adding what is there takes a new add-id and removes the old",
    edit("stack", labels(adds(W, "a")), {"add_label": "a"}),
    gives(labels({W: line([0, 1], {1: "a"})}), labels({W: line([0, 1], {1: "a"})})),
)
writes.accepts(
    "add-others",
    "add-replaces",
    "all live add-ids of the label are removed, other writers' too",
    edit("stack", labels({W: line([0, 2], {1: "a"}), X: line([0, 4], {2: "a", 3: "b"})}), {"add_label": "a"}, writer=Y),
    gives(
        labels({W: line([0, 2]), X: line([0, 4], {3: "b"}), Y: line([0, 0], {0: "a"})}),
        labels({W: line([1, 1]), X: line([2, 2]), Y: line([0, 0], {0: "a"})}),
    ),
)
writes.accepts(
    "add-normal-form",
    "label-compared",
    "also those stored in another form",
    edit("stack", labels({X: line([0, 0], {0: "e\u0301"})}), {"add_label": "\u00e9"}),
    gives(labels({W: line([0, 0], {0: "\u00e9"}), X: line([0, 0])})),
)
writes.accepts(
    "add-removed-again",
    "orset-removed",
    "add, remove, add: a new add-id",
    edit("stack", labels({W: line([0, 0])}), {"add_label": "a"}),
    gives(labels({W: line([0, 1], {1: "a"})})),
)
writes.accepts(
    "remove-one",
    "remove-all",
    "a removal observes and adds nothing",
    edit("stack", labels(adds(W, "a", "b")), {"remove_label": "a"}),
    gives(labels({W: line([0, 1], {1: "b"})}), labels({W: line([0, 0])})),
)
writes.accepts(
    "remove-both",
    "remove-all",
    "all add-ids of the label go",
    edit("stack", labels({W: line([0, 1], {0: "a", 1: "b"}), X: line([7, 7], {7: "a"})}), {"remove_label": "a"}),
    gives(labels({W: line([0, 1], {1: "b"}), X: line([7, 7])}), labels({W: line([0, 0]), X: line([7, 7])})),
)
writes.accepts(
    "remove-apart",
    "remove-all",
    "add-ids apart are ranges apart, neighbours are one",
    edit("stack", labels({W: line([0, 5], {0: "a", 1: "\u2000a", 3: "a", 4: "b"})}), {"remove_label": "a"}),
    gives(labels({W: line([0, 5], {4: "b"})}), labels({W: line([0, 1, 3, 3])})),
)
writes.accepts(
    "remove-none",
    "remove-none",
    "nothing is live for it: nothing changes",
    edit("stack", labels(adds(W, "a")), {"remove_label": "b"}),
    gives(labels(adds(W, "a")), stack()),
)
writes.accepts(
    "remove-removed",
    "remove-none",
    "what was removed before",
    edit("stack", labels({W: line([0, 0])}), {"remove_label": "a"}),
    gives(labels({W: line([0, 0])}), stack()),
)
given = writes.accepts(
    "remove-256",
    "remove-given",
    "a text of 256 bytes",
    edit("stack", stack(), {"remove_label": "a" * 256}),
    gives(stack(), stack()),
)
writes.accepts(
    "remove-grows",
    "remove-given",
    "252 bytes as given, longer once normalized: could not be added, and can be removed",
    edit("stack", labels(adds(W, "\u0958" * 84)), {"remove_label": "\u0958" * 84}),
    gives(labels({W: line([0, 0])})),
)
writes.accepts(
    "remove-spaces",
    "remove-given",
    "white space alone: its normal form is empty, as that of another stored one",
    edit("stack", labels(adds(W, "  ", "a")), {"remove_label": "\t"}),
    gives(labels({W: line([0, 1], {1: "a"})})),
)
for slug, text, note in (
    ("empty", "", "an empty text"),
    ("257", "a" * 257, "257 bytes as given"),
    ("257-spaces", "a" + " " * 256, "257 bytes as given, one normalized"),
):
    writes.rejects(
        "remove-" + slug, "remove-given", note, edit("stack", stack(), {"remove_label": text}), "invalid", given
    )
writes.accepts(
    "add-long-as-given",
    "label-written",
    "an added text is judged by its normal form alone",
    edit("stack", stack(), {"add_label": "a" + " " * 256}),
    gives(labels(adds(W, "a"))),
)
writes.accepts(
    "remove-then-concurrent",
    "orset-survives",
    "a removal and a concurrent re-add under another writer",
    merge("stack", labels({W: line([0, 0])}), labels({W: line([0, 0]), X: line([0, 0], {0: "a"})})),
    {"bytes": cbor(labels({W: line([0, 0]), X: line([0, 0], {0: "a"})})).hex(), "conflicts": []},
)

thousand = adds(W, *("l%d" % number for number in range(1000)))
room = adds(W, *("l%d" % number for number in range(999)))
at_bound = writes.accepts(
    "thousandth",
    "live-adds-limit",
    "the thousandth live add-id of one writer",
    edit("stack", labels(room), {"add_label": "new"}),
    lambda ok: len(ok["delta"]) < 200,
)
writes.rejects(
    "past-thousand",
    "live-adds-limit",
    "one more than a thousand",
    edit("stack", labels(thousand), {"add_label": "new"}),
    "limit",
    at_bound,
)
writes.accepts(
    "replace-at-thousand",
    "live-adds-limit",
    "a label of one's own can be replaced at the bound",
    edit("stack", labels(thousand), {"add_label": "l7"}),
    lambda ok: len(ok["delta"]) < 200,
)
writes.accepts(
    "other-writer-at-thousand",
    "live-adds-limit",
    "the bound is one writer's",
    edit("stack", labels(thousand), {"add_label": "new"}, writer=X),
    lambda ok: len(ok["delta"]) < 200,
)
writes.accepts(
    "reader-past-thousand",
    "live-adds-limit",
    "a writing rule binds no reader",
    check("stack", labels(adds(W, *("l%d" % number for number in range(1001))))),
    {"complete": True},
)

ai = Topic("orset", "ai-tags")
ai.accepts(
    "add",
    "ai-tag-same",
    "an AI tag",
    edit("asset", asset(), {"add_ai_tag": AI_TAG}),
    gives(asset(tags_ai=adds(W, AI_TAG))),
)
ai.accepts(
    "add-again",
    "ai-tag-same",
    "adding it again replaces it",
    edit("asset", asset(tags_ai=adds(W, AI_TAG)), {"add_ai_tag": AI_TAG}),
    gives(asset(tags_ai={W: line([0, 1], {1: AI_TAG})})),
)
ai.accepts(
    "add-over-unknown",
    "ai-tag-same",
    "unknown keys do not make it another for an edit",
    edit("asset", asset(tags_ai=adds(W, {**AI_TAG, "score": 7})), {"add_ai_tag": AI_TAG}),
    gives(asset(tags_ai={W: line([0, 1], {1: AI_TAG})})),
)
for key, other in (("tag", "Beach"), ("model_id", "n"), ("model_version", "2")):
    ai.accepts(
        "other-" + key.replace("_", "-"),
        "ai-tag-same",
        "another %s is another tag" % key,
        edit("asset", asset(tags_ai=adds(W, AI_TAG)), {"remove_ai_tag": {**AI_TAG, key: other}}),
        gives(asset(tags_ai=adds(W, AI_TAG)), asset()),
    )
ai.accepts(
    "verbatim",
    "edit-ai-tag",
    "an AI tag is taken verbatim",
    edit("asset", asset(), {"add_ai_tag": {**AI_TAG, "tag": " e\u0301 "}}),
    gives(asset(tags_ai=adds(W, {**AI_TAG, "tag": " e\u0301 "}))),
)
ai.accepts(
    "not-by-normal-form",
    "ai-tag-same",
    "AI tags are compared as they are",
    edit("asset", asset(tags_ai=adds(W, {**AI_TAG, "tag": "e\u0301"})), {"remove_ai_tag": {**AI_TAG, "tag": "\u00e9"}}),
    gives(asset(tags_ai=adds(W, {**AI_TAG, "tag": "e\u0301"}))),
)
ai.accepts(
    "remove",
    "remove-all",
    "all add-ids of the tag",
    edit(
        "asset",
        asset(tags_ai={W: line([0, 0], {0: AI_TAG}), X: line([0, 1], {1: {**AI_TAG, "x": 1}})}),
        {"remove_ai_tag": AI_TAG},
    ),
    gives(asset(tags_ai={W: line([0, 0]), X: line([0, 1])})),
)
