# SPDX-License-Identifier: Apache-2.0
"""Area mutants: vectors for the mutants of the reference (tools/mutate.py) that the other areas let live."""

import random

from build import (
    ALBUM,
    CIRCLE,
    FACTS,
    ID,
    LQIP,
    RECTANGLE,
    REGION,
    REGION_2,
    SIZED_FACTS,
    T0,
    T1,
    T2,
    T3,
    A,
    Raw,
    W,
    X,
    adds,
    apply,
    asset,
    cbor,
    check,
    check_cbor,
    compare,
    definition,
    edit,
    h,
    line,
    merge,
    settings,
    stack,
    stamp,
)
from samples import STAMPED
from suite import Topic

# CBOR.

heads = Topic("mutants", "cbor")
plain = heads.accepts("plain", "well-formed", "an integer", check_cbor(Raw("00")), {})
for slug, data in (
    ("28-with-16-bytes", "1c" + "00" * 16),
    ("28-of-simple", "fc" + "00" * 16),
    ("bytes-28", "5cff"),
    ("bytes-29", "5dff"),
    ("text-30", "7eff"),
    ("array-28", "9cff"),
    ("map-30", "beff"),
):
    heads.rejects(
        "reserved-" + slug,
        "well-formed",
        "additional information 28 to 30 is reserved, whatever follows",
        check_cbor(Raw(data)),
        "malformed",
        plain,
    )
deep = heads.accepts("key-at-32", "depth-limit", "a key at depth 32", check_cbor(Raw("81" * 30 + "a18000")), {})
heads.rejects(
    "key-at-33",
    "depth-limit",
    "what is in a key is as deep as what is in a value",
    check_cbor(Raw("81" * 30 + "a1810000")),
    "limit",
    deep,
)
heads.rejects(
    "tag-in-key-at-33",
    "depth-limit",
    "a tag in a key opens a level, too",
    check_cbor(Raw("81" * 30 + "a1c10000")),
    "limit",
    deep,
)

# OR-sets.

sets = Topic("mutants", "orset")
good = sets.accepts("good", "orset-form", "two ranges", check("stack", stack(labels={W: line([0, 1, 5, 6])})))
for slug, ranges, note in (
    ("second-backwards", [0, 1, 5, 3], "the second range ends before it starts"),
    ("first-backwards", [3, 1, 5, 6], "the first range ends before it starts"),
    ("text", "ab", "a text of two bytes"),
    ("bytes", b"\x00\x05", "a byte string of two bytes"),
    ("map", {0: 1, 5: 6}, "a map of two pairs"),
):
    sets.rejects(
        "ranges-" + slug, "orset-ranges", note, check("stack", stack(labels={W: line(ranges)})), "invalid", good
    )


def ranges_of(counters):
    """The ranges of some counters, as bounds."""
    bounds = []
    for each in sorted(counters):
        if bounds and bounds[-1] == each - 1:
            bounds[-1] = each
        else:
            bounds += [each, each]
    return bounds


def holding(observed, live):
    """A stack in which a writer observed counters, of which some are live."""
    return stack(labels={W: line(ranges_of(observed), {each: "l%d" % each for each in live})}) if observed else stack()


chance = random.Random(13)
for number in range(1, 41):
    width = chance.choice((4, 8, 14))
    known, told = ({each for each in range(width) if chance.random() < 0.5} for _ in range(2))
    known_live, told_live = ({each for each in some if chance.random() < 0.4} for some in (known, told))
    unseen = told - known
    united = known | told
    live = {
        each for each in united if (each in known_live or each not in known) and (each in told_live or each not in told)
    }
    state, delta = holding(known, known_live), holding(told, told_live)
    outcome = {"bytes": h(holding(united, live)), "unobserved": bool(unseen - told_live)}
    sets.accepts(
        "apply-%02d" % number,
        "unobserved",
        "observed %s, told %s: counted out" % (sorted(known), sorted(told)),
        apply("stack", state, delta),
        outcome,
    )
for slug, known, told, unobserved in (
    ("starts-before", [0, 6], [5, 10], True),
    ("starts-there", [5, 6], [5, 10], True),
    ("one-before", [1, 1], [0, 1], True),
    ("ends-after", [0, 9], [0, 5, 20, 21], True),
    ("two-inside", [2, 2, 4, 4], [0, 9], True),
    ("all-inside", [0, 9], [2, 2, 4, 4], False),
    ("between", [0, 1, 8, 9], [4, 5], True),
    ("three-before", [0, 0, 2, 2, 4, 4], [6, 6], True),
):
    sets.accepts(
        "unobserved-" + slug,
        "unobserved",
        "known %s, told %s" % (known, told),
        apply("stack", stack(labels={W: line(known)}), stack(labels={W: line(told)})),
        lambda ok, unobserved=unobserved: ok["unobserved"] is unobserved,
    )
sets.accepts(
    "unobserved-gap-is-live",
    "unobserved",
    "two known ranges in one that is told, and what lies between them is added",
    apply("stack", stack(labels={W: line([0, 2, 4, 4])}), stack(labels={W: line([0, 4], {3: "a"})})),
    lambda ok: ok["unobserved"] is False,
)
sets.accepts(
    "unobserved-beside-known-add",
    "unobserved",
    "an add that is known already makes up for no removal",
    apply("stack", stack(labels={W: line([0, 0], {0: "a"})}), stack(labels={W: line([0, 1], {0: "a"})})),
    lambda ok: ok["unobserved"] is True,
)
THOUSAND = {each: "l%d" % each for each in range(1000)}
own = sets.accepts(
    "own-replaced",
    "live-adds-limit",
    "one of a thousand of one's own is replaced",
    edit("stack", stack(labels={W: line([0, 999], THOUSAND)}), {"add_label": "l5"}),
    lambda ok: True,
)
sets.rejects(
    "others-replaced",
    "live-adds-limit",
    "what another writer's add-id frees does not count for one's own",
    edit("stack", stack(labels={W: line([0, 999], THOUSAND), X: line([0, 0], {0: "other"})}), {"add_label": "other"}),
    "limit",
    own,
)
sets.rejects(
    "past-thousand-replaced",
    "live-adds-limit",
    "a thousand and one of one's own, of which one is replaced",
    edit("stack", stack(labels={W: line([0, 1000], {**THOUSAND, 1000: "more"})}), {"add_label": "more"}),
    "limit",
    own,
)

# Ties.

ties = Topic("mutants", "ties")
for register in STAMPED:
    if register.name == "asset-caption":
        continue
    winner, loser = register.holding(stamp(register.low, by=bytes([0x80] * 16))), register.holding(
        stamp(register.high, by=bytes([0x7F] * 16), a=0)
    )
    for slug, inputs in (("ab", (winner, loser)), ("ba", (loser, winner))):
        ties.accepts(
            "%s-device-%s" % (register.name, slug),
            "order-by",
            "one time: the greater device wins over a map with more keys",
            merge(register.kind, *inputs),
            {"bytes": h(winner), "conflicts": []},
        )

# Regions.

regions = Topic("mutants", "regions")
circle = regions.accepts(
    "circle", "circle", "a circle", check("asset", asset(regions={REGION: {"shape": stamp(CIRCLE)}}))
)
for slug, cx, cy, r in (
    ("wide", 600_000_000, 50_000_000, 500_000_000),
    ("high", 50_000_000, 600_000_000, 500_000_000),
    ("low", 50_000_000, 400_000_000, 500_000_000),
):
    regions.rejects(
        "reach-" + slug,
        "circle",
        "a circle that no pair of sides reaches",
        check("asset", asset(regions={REGION: {"shape": stamp({"cx": cx, "cy": cy, "r": r})}})),
        "invalid",
        circle,
    )
regions.accepts(
    "rectangle-in-dimensions",
    "circle-inside",
    "a rectangle where the dimensions are known",
    edit("asset", asset(facts=stamp(SIZED_FACTS)), {"put_region": {"id": REGION.hex(), "shape": RECTANGLE}}),
    lambda ok: True,
)
for key in RECTANGLE:
    regions.rejects(
        "negative-" + key,
        "edit-region",
        "a negative fraction in an edit",
        edit("asset", asset(), {"put_region": {"id": REGION.hex(), "shape": {**RECTANGLE, key: -1}}}),
        "invalid",
        circle,
    )
for key in CIRCLE:
    regions.rejects(
        "negative-" + key,
        "edit-region",
        "a negative fraction in an edit",
        edit("asset", asset(), {"put_region": {"id": REGION.hex(), "shape": {**CIRCLE, key: -1}}}),
        "invalid",
        circle,
    )
many = {bytes([0x60, each >> 8, each & 255] + [0] * 13): {"shape": stamp(CIRCLE)} for each in range(1000)}
regions.rejects(
    "not-arrived-at-thousand",
    "region-count-limit",
    "putting a region whose shape has not arrived is no move",
    edit(
        "asset",
        asset(regions={**many, REGION_2: {"labels": adds(W, "a")}}),
        {"put_region": {"id": REGION_2.hex(), "shape": CIRCLE}},
    ),
    "limit",
    circle,
)

# Times.

times = Topic("mutants", "times")
LAST_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
for month, last in enumerate(LAST_DAYS, 1):
    text = "2024-%02d-%02dT00:00:00" % (month, last)
    known = times.accepts(
        "last-day-%02d" % month,
        "timestamp-date",
        "the last day of a month",
        compare(text + "Z", text + "Z"),
        {"order": 0},
    )
    stamped = times.accepts(
        "stamp-last-day-%02d" % month,
        "stamp-time-date",
        "the last day of a month",
        {"op": "stamp.successor", "current": None, "now": text + ".000Z"},
        {"ts": text + ".000Z"},
    )
    past = "2024-%02d-%02dT00:00:00" % (month, last + 1)
    times.rejects(
        "past-last-day-%02d" % month,
        "timestamp-date",
        "one day more",
        compare(past + "Z", text + "Z"),
        "invalid",
        known,
    )
    times.rejects(
        "stamp-past-last-day-%02d" % month,
        "stamp-time-date",
        "one day more",
        {"op": "stamp.successor", "current": None, "now": past + ".000Z"},
        "invalid",
        stamped,
    )
    first = "%04d-%02d-01T00:00:00.000Z" % (2024 + month // 12, month % 12 + 1)
    times.accepts(
        "turn-of-%02d" % month,
        "successor",
        "one millisecond past a month",
        {"op": "stamp.successor", "current": text[:11] + "23:59:59.999Z", "now": T0},
        {"ts": max(first, T0)},
    )
for year in (
    0,
    1,
    3,
    4,
    5,
    95,
    96,
    99,
    100,
    101,
    196,
    199,
    200,
    201,
    300,
    399,
    400,
    401,
    499,
    500,
    799,
    800,
    801,
    1600,
    1900,
    1999,
    2000,
    2001,
    2024,
    2025,
    2100,
    2400,
    9600,
    9997,
    9998,
):
    times.accepts(
        "new-year-%04d" % year,
        "timestamp-instant",
        "the year turns at two offsets at once",
        compare("%04d-12-31T23:30:00-01:00" % year, "%04d-01-01T00:30:00Z" % (year + 1)),
        {"order": 0},
    )
    times.accepts(
        "march-%04d" % year,
        "timestamp-instant",
        "the first of March, and the last of February elsewhere",
        compare(
            "%04d-02-%02dT23:30:00-01:00" % (year, 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28),
            "%04d-03-01T00:30:00Z" % year,
        ),
        {"order": 0},
    )
for slug, a, b, result in (
    ("digits-1-9", "2", "123456789", 1),
    ("digits-9-1", "123456789", "2", -1),
    ("digits-8-9", "12345679", "123456789", 1),
    ("digits-1-2", "1", "09", 1),
    ("digits-equal", "1", "100000000", 0),
    ("digits-none", "0", "000000001", -1),
):
    times.accepts(
        slug,
        "timestamp-instant",
        "fractions of several lengths",
        compare("2026-05-31T12:00:00.%sZ" % a, "2026-05-31T12:00:00.%sZ" % b),
        {"order": result},
    )
times.accepts(
    "last-day-noon",
    "timestamp-utc-years",
    "noon of the last day",
    compare("9999-12-31T12:00:00Z", "9999-12-31T00:00:00Z"),
    {"order": 1},
)

# Values, edits and requests.

values = Topic("mutants", "values")
kept = values.accepts(
    "lqip-version-0", "lqip", "format version 0", check("asset", asset(lqip=stamp({**LQIP, "format_version": 0})))
)
values.rejects(
    "lqip-version-65536",
    "lqip",
    "format version 65536",
    check("asset", asset(lqip=stamp({**LQIP, "format_version": 65536}))),
    "invalid",
    kept,
)
HEX_FACTS = {
    **FACTS,
    "hash": FACTS["hash"].hex(),
    "device_id": FACTS["device_id"].hex(),
    "session_id": FACTS["session_id"].hex(),
}
values.accepts(
    "facts-without-dimensions",
    "edit-keeps-unknown",
    "what an edit of facts leaves out is gone, what nobody knows is kept",
    edit("asset", asset(facts=stamp({**SIZED_FACTS, "zz": 1}, ts=T0)), {"set": {"field": "facts", "value": HEX_FACTS}}),
    lambda ok: ok["bytes"] == h(asset(facts=stamp({**FACTS, "zz": 1}, ts=T1))),
)
LOGGED = {"current": stamp("c", ts=T3), "superseded": [stamp("b", ts=T0)]}
values.accepts(
    "caption-after-current",
    "successor",
    "a caption is stamped after the current entry, not after the oldest",
    edit("asset", asset(caption=LOGGED), {"set": {"field": "caption", "value": "d"}}),
    lambda ok: cbor("2026-05-31T10:00:03.001Z").hex() in ok["delta"],
)
values.rejects(
    "newer-definition-array-key",
    "predicate-schema",
    "a newer definition, whatever kinds its keys have",
    {
        "op": "album.check",
        "definition": cbor({**definition({"all": []}, predicate_schema=2)}).hex().replace("a4", "a5", 1) + "8000",
    },
    "newer-schema",
    kept,
)
for slug, request, note in (
    ("field-array", edit("asset", asset(), {"set": {"field": [], "value": 1}}), "a field that is an array"),
    ("field-object", edit("asset", asset(), {"set": {"field": {}, "value": 1}}), "a field that is an object"),
    ("kind-array", {"op": "document.check", "kind": [], "bytes": h(asset())}, "a kind that is an array"),
    ("op-array", {"op": ["info"]}, "an operation that is an array"),
    (
        "slot-object",
        {
            "op": "album.evaluate",
            "definition": h(definition({"all": []})),
            "assets": [],
            "view": "default",
            "slots": [{"m": 1, "1": 2}],
        },
        "a slot that is an object",
    ),
    (
        "slot-text",
        {
            "op": "album.evaluate",
            "definition": h(definition({"all": []})),
            "assets": [],
            "view": "default",
            "slots": ["m1"],
        },
        "a slot that is a text",
    ),
    (
        "asset-array",
        {"op": "album.evaluate", "definition": h(definition({"all": []})), "assets": [[]], "view": "default"},
        "an asset that is an array",
    ),
    (
        "asset-text",
        {"op": "view.stack", "stack_id": ID.hex(), "album_id": ID.hex(), "assets": ["sidecar"], "view": "default"},
        "an asset that is a text",
    ),
    ("asset-null", {"op": "view.album_order", "albums": [], "assets": [None]}, "an asset that is null"),
    ("album-array", {"op": "view.album_order", "albums": [[]], "assets": []}, "an album that is an array"),
    ("album-text", {"op": "view.album_order", "albums": ["album_id"], "assets": []}, "an album that is a text"),
    (
        "stack-array",
        {
            "op": "album.evaluate",
            "definition": h(definition({"all": []})),
            "assets": [],
            "view": "default",
            "stacks": [[]],
        },
        "a stack that is an array",
    ),
):
    values.rejects("request-" + slug, "request-members", note, request, "invalid", kept)


def of_album(number, album_id, captured):
    """An asset of an album."""
    return {"sidecar": h(asset(id=bytes([number] * 16), capture_time=stamp(captured))), "album_id": album_id.hex()}


OTHER = bytes([0x53] * 16)
values.accepts(
    "recency-latest",
    "album-recency",
    "the latest of several decides, not the earliest and not the first",
    {
        "op": "view.album_order",
        "albums": [{"album_id": each.hex(), "created": "2026-01-01T00:00:00Z"} for each in (ALBUM, OTHER)],
        "assets": [
            of_album(1, ALBUM, "2020-01-01T00:00:00Z"),
            of_album(2, ALBUM, "2026-03-01T00:00:00Z"),
            of_album(3, ALBUM, "2021-01-01T00:00:00Z"),
            of_album(4, OTHER, "2026-02-01T00:00:00Z"),
        ],
    },
    {"order": [ALBUM.hex(), OTHER.hex()]},
)
values.accepts(
    "settings-kept",
    "settings-maps",
    "each entry of settings joins on its own",
    merge(
        "settings",
        settings(scope_overrides={bytes(32): stamp(ID)}),
        settings(scope_overrides={bytes([1] * 32): stamp(ID, ts=T2, by=A)}),
    ),
    lambda ok: True,
)
