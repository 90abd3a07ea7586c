# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: the rules that stand at every field of a document, tried at every one (sections 3, 4, 5, 7-10).

The fields come from the tables of samples.py; tools/complete.py holds what is made here complete.
"""

from build import (
    A,
    B,
    ID,
    LAST,
    MAX_COUNTER,
    REGION,
    T1,
    T2,
    T3,
    W,
    X,
    Raw,
    adds,
    apply,
    asset,
    before,
    cbor,
    check,
    edit,
    h,
    line,
    merge,
    stamp,
)
from samples import CAPTION, CLOSED, CLOSED_MAPS, MAKE, OPEN_MAPS, SETS, SHAPE, STAMPED
from suite import Topic
import documents

AFTER_T1 = "2026-05-31T10:00:01.001Z"


def is_document(value):
    """An answer with this document and without conflicts."""
    return {"bytes": cbor(value).hex(), "conflicts": []}


# Ties.

ties = Topic("everywhere", "ties")


def decided(register, how, note, winner, loser):
    """Both orders of two writes of one register, by document.merge and by document.apply."""
    a, b = register.holding(winner), register.holding(loser)
    outcome = a
    if register is CAPTION and winner["value"] != loser["value"]:
        outcome = asset(caption={"current": winner, "superseded": [loser]})
    rule = {"time": "order-ts", "device": "order-by"}.get(how, "order-bytes")
    for slug, inputs in (("ab", (a, b)), ("ba", (b, a))):
        ties.accepts(
            "%s-%s-%s" % (register.name, how, slug),
            rule,
            "%s: %s" % (register.name, note),
            merge(register.kind, *inputs),
            is_document(outcome),
        )
    ties.accepts(
        "%s-%s-apply" % (register.name, how),
        rule,
        "%s, applied: %s" % (register.name, note),
        apply(register.kind, b, a),
        {"bytes": cbor(outcome).hex(), "unobserved": False},
    )


for register in STAMPED:
    low, high = register.low, register.high
    decided(
        register,
        "time",
        "the later time wins over a greater device and greater bytes",
        stamp(low, ts=T2, by=A),
        stamp(high, ts=T1, by=B),
    )
    decided(
        register,
        "device",
        "one time: the greater device wins over greater bytes",
        stamp(low, by=bytes([0x80] * 16)),
        stamp(high, by=bytes([0x7F] * 16)),
    )
    decided(register, "bytes", "one time, one device: the greater bytes win", stamp(high), stamp(low))
    decided(register, "size", "one time, one device: the map with more keys is greater", stamp(low, a=0), stamp(high))
    decided(
        register,
        "key",
        "one time, one device, as many keys: the bytes decide, an unknown key's first",
        stamp(low, a=1),
        stamp(high, a=0),
    )
    if register.null:
        decided(register, "null", "a later null wins", stamp(None, ts=T2, by=A), stamp(high, ts=T1, by=B))
        decided(register, "not-null", "an earlier null loses", stamp(low, ts=T2, by=A), stamp(None, ts=T1, by=B))

# Unknown keys.

unknown = Topic("everywhere", "unknown-keys")
bare = unknown.accepts(
    "none", "unknown-in-values", "an asset without any", check("asset", asset()), {"complete": False}
)
for name, (kind, make) in OPEN_MAPS.items():
    for slug, more in (
        ("one", {"zz": 1}),
        ("first", {"a": Raw("f7")}),
        ("several", {"a": [None], "zz": {"b": Raw("c100")}}),
    ):
        unknown.accepts(
            "%s-%s" % (name, slug),
            "unknown-in-values",
            "unknown keys of a %s are kept" % name,
            merge(kind, MAKE[kind](), make(**more)),
            is_document(make(**more)),
        )
for register in STAMPED:
    unknown.accepts(
        "stamped-" + register.name,
        "stamped-unknown",
        "unknown keys in the stamped map of %s are kept" % register.name,
        merge(register.kind, MAKE[register.kind](), register.holding(stamp(register.low, a=1, zz=[2]))),
        is_document(register.holding(stamp(register.low, a=1, zz=[2]))),
    )
    unknown.rejects(
        "stamped-integer-" + register.name,
        "stamped-unknown",
        "a key of the stamped map of %s that is not text" % register.name,
        check(register.kind, register.holding({**stamp(register.low), 1: 1})),
        "invalid",
        bare,
    )
for name, make in CLOSED_MAPS.items():
    unknown.rejects(
        "closed-" + name,
        "no-unknown",
        "a %s has no unknown keys" % name,
        check("asset", make(zz=1)),
        "invalid",
        bare,
    )

# Stamps from the future.

horizon = Topic("everywhere", "before")


def of_before(register):
    """The rule of section 3 for a type of field."""
    if register in (CAPTION, SHAPE):
        return "before-history" if register is CAPTION else "before-region"
    return "before-map" if register.kind == "settings" else "before-register"


for register in STAMPED:
    at = register.holding(stamp(register.high, ts=T2))
    horizon.accepts(
        register.name + "-at",
        of_before(register),
        "%s stamped at the horizon stays" % register.name,
        before(register.kind, at, T2),
        {"bytes": cbor(at).hex()},
    )
    horizon.accepts(
        register.name + "-past",
        of_before(register),
        "%s stamped one millisecond past the horizon goes" % register.name,
        before(register.kind, at, "2026-05-31T10:00:01.999Z"),
        {"bytes": cbor(MAKE[register.kind]()).hex()},
    )
for each in SETS:
    doc = each.holding(adds(W, each.element(0)))
    horizon.accepts(
        each.name + "-stays",
        "before-map",
        "%s has no stamps and stays" % each.name,
        before(each.kind, doc, T2),
        {"bytes": cbor(doc).hex()},
    )
deleted = asset(regions={REGION: {"shape": stamp(None, ts=T3)}})
horizon.accepts(
    "deleted-region-stays",
    "before-deleted-stays",
    "a deleted region stays",
    before("asset", deleted, T1),
    {"bytes": cbor(deleted).hex()},
)

# Closed sets.

closed = Topic("everywhere", "closed-sets")
SETS_OF = {
    "content_type": documents.CONTENT_TYPES,
    "gps_source": documents.GPS_SOURCES,
    "stack_type": documents.STACK_TYPES,
    "role": documents.ROLES,
    "cull": documents.CULLS,
    "source_kind": documents.SOURCE_KINDS,
}


def slugged(member):
    """A member as a part of a slug."""
    return "".join(each if each.isalnum() else "-" for each in member)


for name, make in CLOSED.items():
    tried = set(SETS_OF[name])
    for member in SETS_OF[name]:
        doc = make(member)
        kind = "settings" if name == "source_kind" else "asset"
        known = closed.accepts(
            "%s-%s" % (slugged(name), slugged(member)),
            "set-" + slugged(name),
            "%s has %s" % (name, member),
            merge(kind, doc),
            is_document(doc),
        )
        if name == "cull":
            continue
        for how, other in (("longer", member + "x"), ("shorter", member[:-1]), ("upper", member.upper())):
            if other in tried:
                continue
            tried.add(other)
            closed.rejects(
                "%s-%s-%s" % (slugged(name), slugged(member), how),
                "set-" + slugged(name),
                "%s has no %s" % (name, other),
                check(kind, make(other)),
                "invalid",
                known,
            )

# Edits of registers.

written = Topic("everywhere", "edits")
for register in STAMPED:
    field = register.name.split("-", 1)[1].replace("-", "_")
    for number, value in enumerate(register.settable or ()):
        change = {"set": {"field": field, "value": value}}
        for slug, held, ts, note in (
            ("first", None, T1, "is stamped with the clock"),
            (
                "later",
                stamp(register.high, ts="2026-05-31T10:00:00.000Z"),
                T1,
                "is stamped with the clock after an older one",
            ),
            ("same", stamp(register.high, ts=T1), AFTER_T1, "at the clock's own time is stamped one millisecond later"),
            (
                "ahead",
                stamp(register.high, ts=T3, by=B),
                "2026-05-31T10:00:03.001Z",
                "ahead of the clock is stamped after it",
            ),
        ):
            doc = MAKE[register.kind]() if held is None else register.holding(held)
            written.accepts(
                "%s-%d-%s" % (register.name, number, slug),
                "edit-set-writes",
                "a write of %s %s" % (register.name, note),
                edit(register.kind, doc, change),
                lambda ok, ts=ts: cbor({"by": A, "ts": ts}).hex()[2:] in ok["delta"],
            )
        written.rejects(
            "%s-%d-last" % (register.name, number),
            "successor-limit",
            "no later stamp is left for %s" % register.name,
            edit(register.kind, register.holding(stamp(register.high, ts=LAST)), change),
            "limit",
            written.id_of("%s-%d-ahead" % (register.name, number)),
        )

# Sets: their counters, and the bound of live add-ids.

sets = Topic("everywhere", "sets")


def counted(each, count, start=0):
    """The adds of a writer, `count` of them, from a number on."""
    return {number: each.element(number) for number in range(start, start + count)}


for each in SETS:
    field = {"asset-regions-labels": "regions/" + REGION.hex()}.get(
        each.name, each.name.split("-", 1)[1].replace("-", "_")
    )
    for slug, lines, counter in (
        ("empty", {}, 0),
        ("other", adds(X, each.element(0)), 0),
        ("removed", {W: line([0, 6])}, 7),
        ("gap", {W: line([0, 1, 8, 9], {0: each.element(0)})}, 10),
        ("last-but-one", {W: line([MAX_COUNTER - 1, MAX_COUNTER - 1])}, MAX_COUNTER),
    ):
        doc = each.holding(lines) if lines or each.more or "regions" in each.name else MAKE[each.kind]()
        sets.accepts(
            "%s-next-%s" % (each.name, slug),
            "addid-next",
            "the next counter of %s" % each.name,
            {"op": "addid.next", "kind": each.kind, "bytes": h(doc), "field": field, "writer": W.hex()},
            {"counter": counter},
        )
    for slug, live, error in (("none", {}, None), ("live", {MAX_COUNTER: each.element(0)}, None)):
        doc = each.holding({W: line([MAX_COUNTER, MAX_COUNTER], live)})
        sets.rejects(
            "%s-exhausted-%s" % (each.name, slug),
            "counter-exhausted",
            "the last counter of %s is used" % each.name,
            edit(each.kind, doc, each.add(7)),
            "counter-exhausted",
            written.id_of("asset-rating-0-first"),
        )
        sets.accepts(
            "%s-exhausted-other-%s" % (each.name, slug),
            "counter-exhausted",
            "another writer goes on",
            edit(each.kind, doc, each.add(7), writer=X),
            lambda ok: X.hex() in ok["delta"],
        )
    low, high = sorted((each.element(1), each.element(2)), key=cbor)
    for slug, pair in (("ab", (low, high)), ("ba", (high, low))):
        sets.accepts(
            "%s-one-add-id-%s" % (each.name, slug),
            "orset-twins",
            "two elements under one add-id of %s: the greater bytes stay" % each.name,
            merge(each.kind, *(each.holding({W: line([0, 0], {0: element})}) for element in pair)),
            is_document(each.holding({W: line([0, 0], {0: high})})),
        )
    own_999, own_1000 = counted(each, 999), counted(each, 1000)
    bound = sets.accepts(
        each.name + "-thousandth",
        "live-adds-limit",
        "the thousandth live add-id of one's own in %s" % each.name,
        edit(each.kind, each.holding({W: line([0, 998], own_999)}), each.add(1000)),
        lambda ok: True,
    )
    sets.rejects(
        each.name + "-past-thousand",
        "live-adds-limit",
        "one more than a thousand of one's own in %s" % each.name,
        edit(each.kind, each.holding({W: line([0, 999], own_1000)}), each.add(1000)),
        "limit",
        bound,
    )
    for slug, lines, number in (
        ("others", {X: line([0, 999], own_1000)}, 1000),
        ("replaced", {W: line([0, 999], own_1000)}, 5),
        ("removed-one", {W: line([0, 1000], {key: own_1000[key] for key in own_1000 if key != 3})}, 1001),
    ):
        sets.accepts(
            "%s-thousand-%s" % (each.name, slug),
            "live-adds-limit",
            "what does not count in %s: %s" % (each.name, slug),
            edit(each.kind, each.holding(lines), each.add(number)),
            lambda ok: True,
        )

# Conflicts and mismatches of every kind.

kinds = Topic("everywhere", "kinds")
for kind, make in MAKE.items():
    same = kinds.accepts(
        kind + "-conflict",
        "carried-conflicts",
        "carried values of a %s that differ" % kind,
        merge(kind, make(zz=1, b=2), make(zz=2, b=2), make(aa=1)),
        lambda ok: ok["conflicts"] == ["zz"],
    )
    kinds.rejects(
        kind + "-mismatch",
        "merge-same-id",
        "two documents of a %s with different ids" % kind,
        merge(kind, make(), make(id=bytes([0x11] * 15 + [0x12]))),
        "mismatch",
        same,
    )
    for other in MAKE:
        if other != kind:
            kinds.rejects(
                "%s-as-%s" % (kind, other),
                "id-other-kind",
                "a %s given as %s" % (kind, other),
                check(other, make()),
                "invalid",
                same,
            )
    kinds.rejects(
        kind + "-empty-key-type", "key-types", "a key that is bytes", check(kind, {**make(), b"x": 1}), "invalid", same
    )
    kinds.rejects(kind + "-without-id", "id", "no id", check(kind, {0: 1, "zz": 1}), "invalid", same)
    kinds.accepts(
        kind + "-newer-read",
        "newer-shown",
        "a newer %s is read as far as it is understood" % kind,
        {"op": "document.read", "kind": kind, "bytes": h(make(schema=2, id=ID, zz=1))},
        lambda ok: ok["newer_schema"] == 2 and ok["unknown"] == ["zz"],
    )
