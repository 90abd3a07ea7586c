# SPDX-License-Identifier: Apache-2.0
"""Area register: the LWW register under every key that is one (section 4)."""

from build import (
    A,
    B,
    FACTS,
    GPS,
    LQIP,
    MEMBERSHIP,
    SIZED_FACTS,
    T1,
    T2,
    T3,
    Simple,
    album,
    asset,
    cbor,
    check,
    edit,
    merge,
    read,
    settings,
    stamp,
)
from laws import orders
from suite import Topic

# (kind, key, an earlier value, a later one, whether null is a value; None: area_edition_1_1.py asks that)
REGISTERS = (
    ("album", "name", "z", "a", False),
    ("asset", "facts", SIZED_FACTS, FACTS, False),
    ("asset", "capture_time", "2026-05-31T12:00:00Z", "2020-01-01T00:00:00Z", None),
    ("asset", "location", {**GPS, "lat": 80.0}, GPS, True),
    ("asset", "lqip", {**LQIP, "format_version": 9}, LQIP, True),
    ("asset", "rating", 5, 0, False),
    ("asset", "stack_membership", {**MEMBERSHIP, "stack_type": "custom"}, MEMBERSHIP, True),
    ("asset", "cull", "reject", "pick", False),
    ("asset", "hidden", True, False, False),
)
MAKE = {"album": album, "asset": asset, "settings": settings}

form = Topic("register", "form")
absent = form.accepts(
    "absent", "register", "a register that was never written is absent", check("asset", asset()), {"complete": False}
)
for kind, key, old, new, nullable in REGISTERS:
    make, slug = MAKE[kind], key.replace("_", "-")
    written = form.accepts(
        slug + "-written", "register", key + " as one stamped value", check(kind, make(**{key: stamp(new)}))
    )
    form.rejects(
        slug + "-bare", "register", key + " without its stamp", check(kind, make(**{key: new})), "invalid", written
    )
    form.rejects(
        slug + "-array",
        "register",
        key + " as an array of a stamped value",
        check(kind, make(**{key: [stamp(new)]})),
        "invalid",
        written,
    )
    if nullable:
        form.accepts(slug + "-null", "register-null", key + " cleared", check(kind, make(**{key: stamp(None)})))
    elif nullable is not None:
        form.rejects(
            slug + "-null",
            "register-null",
            key + " has no null",
            check(kind, make(**{key: stamp(None)})),
            "invalid",
            written,
        )
    form.rejects(
        slug + "-bare-null",
        "register-null",
        "a bare null is no cleared register",
        check(kind, make(**{key: None})),
        "invalid",
        written,
    )
    form.rejects(
        slug + "-undefined",
        "register-null",
        "undefined is not null",
        check(kind, make(**{key: stamp(Simple(23))})),
        "invalid",
        written,
    )

join = Topic("register", "join")
for kind, key, old, new, nullable in REGISTERS:
    make, slug = MAKE[kind], key.replace("_", "-")
    orders(
        join,
        slug,
        "register-join",
        "the later write of %s wins whole, though its bytes are the lesser" % key,
        kind,
        [make(**{key: stamp(new, ts=T2)}), make(**{key: stamp(old, ts=T1, by=B)})],
        make(**{key: stamp(new, ts=T2)}),
    )
    if nullable:
        join.accepts(
            slug + "-cleared",
            "register-null",
            "a later null wins and stays",
            merge(kind, make(**{key: stamp(new)}), make(**{key: stamp(None, ts=T2)})),
            {"bytes": cbor(make(**{key: stamp(None, ts=T2)})).hex(), "conflicts": []},
        )
        join.accepts(
            slug + "-not-cleared",
            "register-null",
            "an earlier null loses",
            merge(kind, make(**{key: stamp(new, ts=T2)}), make(**{key: stamp(None)})),
            {"bytes": cbor(make(**{key: stamp(new, ts=T2)})).hex(), "conflicts": []},
        )
half_a = {**FACTS, "camera_id": {"model": "A", "serial": "1"}, "own": "a"}
half_b = {**FACTS, "dimensions": {"height": 1, "width": 2}, "other": "b"}
orders(
    join,
    "facts-whole",
    "register-join",
    "facts join as one value, not key by key",
    "asset",
    [asset(facts=stamp(half_b, ts=T2)), asset(facts=stamp(half_a, ts=T1))],
    asset(facts=stamp(half_b, ts=T2)),
)
orders(
    join,
    "membership-whole",
    "register-join",
    "a membership joins as one value",
    "asset",
    [
        asset(stack_membership=stamp(MEMBERSHIP, ts=T2)),
        asset(stack_membership=stamp({**MEMBERSHIP, "member_index": 4}, ts=T1)),
    ],
    asset(stack_membership=stamp(MEMBERSHIP, ts=T2)),
)
orders(
    join,
    "apart",
    "register-join",
    "writes of different registers do not touch each other",
    "asset",
    [asset(rating=stamp(3, ts=T1)), asset(cull=stamp("pick", ts=T2)), asset(hidden=stamp(True, ts=T3))],
    asset(rating=stamp(3, ts=T1), cull=stamp("pick", ts=T2), hidden=stamp(True, ts=T3)),
)
orders(
    join,
    "four-writers",
    "register-join",
    "four writes, seeded orders",
    "asset",
    [asset(rating=stamp(rating, ts=ts, by=by)) for rating, ts, by in ((1, T3, B), (5, T3, A), (4, T2, B), (3, T1, A))],
    asset(rating=stamp(1, ts=T3, by=B)),
)
orders(
    join,
    "hidden-false-again",
    "register-join",
    "shown again after it was hidden",
    "asset",
    [asset(hidden=stamp(False, ts=T3)), asset(hidden=stamp(True, ts=T2)), asset(hidden=stamp(False, ts=T1))],
    asset(hidden=stamp(False, ts=T3)),
)
views = Topic("register", "views")
views.accepts(
    "null-reads-as-none",
    "register-null",
    "a cleared location is no place",
    read("asset", asset(location=stamp(None))),
    lambda ok: "gps" not in ok,
)
views.accepts(
    "null-membership",
    "register-null",
    "a cleared membership is none",
    read("asset", asset(stack_membership=stamp(None))),
    lambda ok: "stack" not in ok,
)
views.accepts(
    "clearing-again",
    "edit-set-writes",
    "clearing what is cleared is a write",
    edit("asset", asset(location=stamp(None)), {"set": {"field": "location", "value": None}}),
    lambda ok: ok["bytes"] == cbor(asset(location=stamp(None, ts="2026-05-31T10:00:01.001Z"))).hex(),
)
