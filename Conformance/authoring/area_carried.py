# SPDX-License-Identifier: Apache-2.0
"""Area carried: keys that a version does not know (section 9)."""

from build import (
    A,
    B,
    FACTS,
    GPS,
    ID,
    LQIP,
    MEMBERSHIP,
    AI_TAG,
    Tag,
    T1,
    T2,
    T3,
    W,
    adds,
    album,
    asset,
    cbor,
    check,
    edit,
    merge,
    read,
    settings,
    stack,
    stamp,
)
from laws import orders
from suite import Topic

MAKE = {"stack": stack, "album": album, "asset": asset, "settings": settings}

kept = Topic("carried", "kept")
for kind, make in MAKE.items():
    doc = make(a=1, zz={"deep": [{"deeper": Tag(9, None)}]}, **{"\u00e9": "e\u0301"})
    kept.accepts(
        kind,
        "carried-kept",
        "unknown keys of a %s, also nested, are kept byte for byte" % kind,
        merge(kind, doc, make()),
        {"bytes": cbor(doc).hex(), "conflicts": []},
    )
for slug, doc, note in (
    ("facts", asset(facts=stamp({**FACTS, "x": 1})), "in facts"),
    ("dimensions", asset(facts=stamp({**FACTS, "dimensions": {"height": 1, "width": 1, "x": 1}})), "in dimensions"),
    ("camera", asset(facts=stamp({**FACTS, "camera_id": {"model": "", "serial": "", "lens": "l"}})), "in camera_id"),
    ("lqip", asset(lqip=stamp({**LQIP, "x": 1})), "in an lqip"),
    ("gps", asset(location=stamp({**GPS, "altitude": 5.5})), "in a gps"),
    ("membership", asset(stack_membership=stamp({**MEMBERSHIP, "x": 1})), "in a membership"),
    ("ai-tag", asset(tags_ai=adds(W, {**AI_TAG, "score": 0.5})), "in an AI tag"),
    ("stamped", asset(rating=stamp(1, x=1)), "in a stamped map"),
    ("definition", settings(smart_albums={ID: stamp({"x": 1})}), "in a definition"),
    ("region", asset(regions={ID: {"x": {"y": 1}}}), "in a region"),
    ("caption-entry", asset(caption={"current": stamp("c", x=1)}), "in an entry of a history"),
):
    kind = "settings" if slug == "definition" else "asset"
    make = MAKE[kind]
    kept.accepts(
        "in-" + slug,
        "unknown-in-values",
        "unknown keys are part of the value's bytes: " + note,
        merge(kind, doc, make()),
        {"bytes": cbor(doc).hex(), "conflicts": []},
    )
for slug, doc, note, ok in (
    ("facts", asset(facts=stamp({**FACTS, 1: 1})), "facts", asset(facts=stamp(FACTS))),
    ("gps", asset(location=stamp({**GPS, b"x": 1})), "a gps", asset(location=stamp(GPS))),
    ("ai-tag", asset(tags_ai=adds(W, {**AI_TAG, 0: 1})), "an AI tag", asset(tags_ai=adds(W, AI_TAG))),
    (
        "membership",
        asset(stack_membership=stamp({**MEMBERSHIP, 0: 1})),
        "a membership",
        asset(stack_membership=stamp(MEMBERSHIP)),
    ),
    ("lqip", asset(lqip=stamp({**LQIP, None: 1})), "an lqip", asset(lqip=stamp(LQIP))),
):
    near = kept.accepts("texts-in-" + slug, "key-types", "the keys of %s are texts" % note, check("asset", ok))
    kept.rejects(
        "not-text-in-" + slug, "key-types", "a key that is not text in " + note, check("asset", doc), "invalid", near
    )
for slug, key in (
    ("empty", ""),
    ("256-bytes", "k" * 256),
    ("128-two-byte", "\u00e9" * 128),
    ("nul", "\x00"),
    ("looks-known", "Rating"),
    ("space", "rating "),
    ("not-normal", "e\u0301"),
):
    near = kept.accepts(
        "key-" + slug,
        "carried-key",
        "the key is a text of up to 256 bytes",
        check("asset", asset(**{key: 1})),
        {"complete": False},
    )
for slug, key in (("257-bytes", "k" * 257), ("129-two-byte", "\u00e9" * 129)):
    kept.rejects(
        "key-" + slug, "carried-key", "a key of more than 256 bytes", check("asset", asset(**{key: 1})), "limit", near
    )
kept.accepts(
    "sixty-four",
    "carried-kept",
    "sixty-four keys at one level",
    merge("stack", stack(**{"k%02d" % at: at for at in range(64)}), stack()),
    {"bytes": cbor(stack(**{"k%02d" % at: at for at in range(64)})).hex(), "conflicts": []},
)
kept.accepts(
    "edited",
    "carried-kept",
    "an edit keeps them, and its delta does not hold them",
    edit("stack", stack(zz=[1]), {"add_label": "a"}),
    lambda ok: ok["bytes"] == cbor(stack(zz=[1], labels=adds(W, "a"))).hex()
    and ok["delta"] == cbor(stack(labels=adds(W, "a"))).hex(),
)
kept.accepts(
    "of-another-kind",
    "carried-kept",
    "a known key of another kind is carried",
    merge("stack", stack(rating=stamp(9)), stack()),
    {"bytes": cbor(stack(rating=stamp(9))).hex(), "conflicts": []},
)
kept.accepts(
    "name-of-asset",
    "carried-kept",
    "an album's key on an asset, whatever its value",
    merge("asset", asset(name=5), asset()),
    {"bytes": cbor(asset(name=5)).hex(), "conflicts": []},
)

join = Topic("carried", "join")


def joins(slug, rule, note, *values, to):
    """These values of one carried key join to `to`, in every order; None is absence."""
    orders(
        join,
        slug,
        rule,
        note,
        "stack",
        [stack() if value is None else stack(zz=value) for value in values],
        stack(zz=to),
    )


joins("present", "carried-present", "present beats absent", [1], None, to=[1])
joins("null-present", "carried-present", "a null is present", Tag(1, 0), None, to=Tag(1, 0))
joins("equal", "carried-present", "equal stays", {"x": 1}, {"x": 1}, to={"x": 1})
joins("bytes", "carried-bytes", "the greater bytes", "b", "a", to="b")
joins("bytes-length", "carried-bytes", "encoded bytes: the longer text", "aa", "z", to="aa")
joins("bytes-types", "carried-bytes", "of two types the greater major", 1, "a", [1], to=[1])
joins("bytes-negative", "carried-bytes", "-1 is greater than any unsigned integer", -1, 1000, to=-1)
joins("whole-maps", "carried-bytes", "maps join whole, not key by key", {"b": 1}, {"a": 1}, to={"b": 1})
joins("false-true", "carried-bytes", "true over false", True, False, to=True)
joins("stamped-beats-greater", "carried-stamped", "a stamped map beats a greater value", stamp(0), [9], to=stamp(0))
joins(
    "stamped-later",
    "carried-stamped",
    "of two stamped maps the later, though its bytes are the lesser",
    stamp(0, ts=T2),
    stamp("zzzz", ts=T1),
    to=stamp(0, ts=T2),
)
joins(
    "stamped-device",
    "carried-stamped",
    "then the greater device",
    stamp(0, by=B),
    stamp("zzzz", by=A),
    to=stamp(0, by=B),
)
joins("stamped-bytes", "carried-stamped", "then the greater bytes", stamp("b"), stamp("a"), to=stamp("b"))
joins(
    "stamped-unknown-keys",
    "carried-stamped",
    "a stamped map with unknown keys is one",
    stamp(0, x=1),
    stamp(0),
    [1],
    to=stamp(0, x=1),
)
joins(
    "stamped-null",
    "carried-stamped",
    "a stamped null is one: a cleared register of a later version",
    stamp(None, ts=T3),
    stamp(5, ts=T2),
    {"y": 1},
    to=stamp(None, ts=T3),
)
joins(
    "three",
    "carried-stamped",
    "two stamped maps and one that is none, in all groupings",
    stamp(1, ts=T2),
    stamp(2, ts=T1),
    {"by": A, "ts": T3},
    to=stamp(1, ts=T2),
)
joins(
    "almost-stamped-ts",
    "carried-stamped",
    "a map whose ts is no stamp time is none",
    stamp(0),
    {"by": A, "ts": "2027-01-01T00:00:00Z", "value": 1},
    to=stamp(0),
)
joins(
    "almost-stamped-by",
    "carried-stamped",
    "a map whose by is no identifier is none",
    stamp(0),
    {"by": bytes(17), "ts": T3, "value": 1},
    to=stamp(0),
)
joins(
    "almost-stamped-key",
    "carried-stamped",
    "a map with a key that is not text is none",
    stamp(0),
    {**stamp(9, ts=T3), 0: 0},
    to=stamp(0),
)
joins(
    "almost-both",
    "carried-bytes",
    "two that are almost stamped go by their bytes",
    {"by": A, "ts": T1, "valuf": 0},
    {"by": A, "ts": T2, "value2": 0},
    to={"by": A, "ts": T2, "value2": 0},
)
orders(
    join,
    "apart",
    "carried-present",
    "different keys are apart",
    "asset",
    [asset(a=1), asset(b=2), asset(c=3)],
    asset(a=1, b=2, c=3),
)
orders(
    join,
    "follow-winner",
    "carried-bytes",
    "unknown keys do not follow the winner of a register",
    "asset",
    [asset(rating=stamp(1, ts=T2), zz=1), asset(rating=stamp(2, ts=T1), zz=2)],
    asset(rating=stamp(1, ts=T2), zz=2),
)
orders(
    join,
    "four",
    "merge-laws",
    "four values of one key, seeded orders",
    "album",
    [album(k=each) for each in (stamp(1, ts=T1), "zz", stamp(2, ts=T3), 7)],
    album(k=stamp(2, ts=T3)),
)

conflicts = Topic("carried", "conflicts")
for slug, docs, expected, note in (
    ("none", [stack(a=1), stack(a=1)], [], "equal values are no conflict"),
    ("absent", [stack(a=1), stack()], [], "absence is no conflict"),
    ("one", [stack(a=1), stack(a=2)], ["a"], "two values"),
    (
        "order",
        [
            stack(**{"b": 1, "aa": 1, "\u00e9": 1, "\uffff": 1, "\U0001f346": 1}),
            stack(**{"b": 2, "aa": 2, "\u00e9": 2, "\uffff": 2, "\U0001f346": 2}),
        ],
        ["aa", "b", "\u00e9", "\uffff", "\U0001f346"],
        "ascending by UTF-8 bytes: not by length, not by UTF-16",
    ),
    ("first-and-third", [stack(a=1), stack(), stack(a=2)], ["a"], "between any two that have it"),
    ("not-the-winner", [stack(a=3), stack(a=1), stack(a=3)], ["a"], "also when the join keeps the first"),
    ("stamped", [stack(a=stamp(1)), stack(a=stamp(2, ts=T2))], ["a"], "registers of a later version too"),
    (
        "lower-level",
        [asset(regions={ID: {"x": 1}}), asset(regions={ID: {"x": 2}})],
        [],
        "only the top level is reported",
    ),
    ("known", [asset(rating=stamp(1)), asset(rating=stamp(2))], [], "known keys are not"),
    ("alone", [stack(a=1)], [], "one input"),
):
    kind = "asset" if "uuid" in docs[0] else "stack"
    conflicts.accepts(
        slug, "carried-conflicts", note, merge(kind, *docs), lambda ok, expected=expected: ok["conflicts"] == expected
    )

names = Topic("carried", "read")
for slug, doc, expected, note in (
    (
        "several",
        stack(**{"b": 1, "aa": None, "\uffff": 1, "\U0001f346": 2}),
        ["aa", "b", "\uffff", "\U0001f346"],
        "ascending by UTF-8 bytes",
    ),
    ("region-level", asset(regions={ID: {"x": 1}}), None, "only the top level"),
    ("none", stack(labels=adds(W, "a")), None, "absent when there are none"),
):
    kind = "asset" if "uuid" in doc else "stack"
    names.accepts(
        slug, "read-unknown", note, read(kind, doc), lambda ok, expected=expected: ok.get("unknown") == expected
    )
