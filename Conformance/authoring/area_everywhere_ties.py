# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: each step of the order of stamped values (section 3) where only that step can decide.

`by` is the first of the three keys in a stamped map, so that a greater device has greater bytes as well: the device
decides alone only where the map of the lesser one is greater for another reason. That is a map with more keys, or one
with a key before `by`. Tried at every register, at carried values of every level, and within a history.
"""

from area_everywhere_albums import evaluated
from build import ALBUM, MEMBERSHIP, REGION, STACK, A, B, T1, T2, apply, asset, cbor, check, merge, read, stamp
from samples import CAPTION, STAMPED, Register
from suite import Topic

LOW, HIGH = bytes([0x7F] + [0xFF] * 15), bytes([0x80] + [0] * 15)  # unsigned bytes, the first decides
NEAR_LOW, NEAR_HIGH = bytes([0xA0] * 15 + [0x7F]), bytes([0xA0] * 15 + [0x80])  # the last decides


def pairs(low, high):
    """(step, note, winner, loser) for each step, with the other steps against it or equal."""
    return (
        ("time-more-keys", "the time, against device, keys and bytes", stamp(low, T2, A), stamp(high, T1, B, a=0, zz=0)),
        ("time-earlier-key", "the time, against a key before `by`", stamp(low, T2, A, a=0), stamp(high, T1, B, a=1)),
        ("time-last-digit", "a millisecond", stamp(low, "2026-05-31T10:00:01.001Z", A), stamp(high, T1, B, a=0)),
        ("device-more-keys", "the device, against a map with more keys", stamp(low, T1, HIGH), stamp(high, T1, LOW, a=0)),
        ("device-earlier-key", "the device, against a key before `by`", stamp(low, T1, HIGH, a=0), stamp(high, T1, LOW, a=1)),
        ("device-last-byte", "the device's last byte", stamp(low, T1, NEAR_HIGH), stamp(high, T1, NEAR_LOW, a=0)),
        ("bytes-value", "the value", stamp(high, T1, A), stamp(low, T1, A)),
        ("bytes-more-keys", "a map with more keys, against the value", stamp(low, T1, A, zz=0), stamp(high, T1, A)),
        ("bytes-earlier-key", "a key before `by`, against the value", stamp(low, T1, A, a=1), stamp(high, T1, A, a=0)),
        ("bytes-later-key", "a key behind the value", stamp(high, T1, A, zz=1), stamp(high, T1, A, zz=0)),
    )  # fmt: skip


steps = Topic("everywhere", "tie-steps")


def rule_of(step):
    """The rule that a step holds."""
    return {"time": "order-ts", "device": "order-by", "bytes": "order-bytes"}[step.split("-")[0]]


def decided(name, kind, rule, note, winner, loser, outcome):
    """Both orders of two documents of which the first wins, joined and applied."""
    for slug, inputs in (("ab", (winner, loser)), ("ba", (loser, winner))):
        steps.accepts(
            "%s-%s" % (name, slug),
            rule,
            note,
            merge(kind, *inputs),
            lambda ok: ok["bytes"] == cbor(outcome).hex(),
        )
        steps.accepts(
            "%s-%s-applied" % (name, slug),
            rule,
            note + ", applied",
            apply(kind, *inputs),
            lambda ok: ok["bytes"] == cbor(outcome).hex(),
        )


for register in STAMPED:
    for step, note, winner, loser in pairs(register.low, register.high):
        outcome = register.holding(winner)
        if register is CAPTION and winner["value"] != loser["value"]:
            outcome = asset(caption={"current": winner, "superseded": [loser]})
        decided(
            "%s-%s" % (register.name, step),
            register.kind,
            rule_of(step),
            "%s: decided by %s" % (register.name, note),
            register.holding(winner),
            register.holding(loser),
            outcome,
        )
CARRIED = [
    Register(kind, "carried-" + kind, (1, "b"), lambda stamped: {"zz": stamped}) for kind in ("stack", "album", "asset", "settings")
] + [
    Register("asset", "carried-region", (1, "b"), lambda stamped: {"regions": {REGION: {"zz": stamped}}}),
]  # fmt: skip
for place in CARRIED:
    for step, note, winner, loser in pairs(place.low, place.high):
        decided(
            "%s-%s" % (place.name, step),
            place.kind,
            "carried-stamped",
            "%s: decided by %s" % (place.name, note),
            place.holding(winner),
            place.holding(loser),
            place.holding(winner),
        )
    for step, note, winner, loser in (
        ("stamped", "a stamped map beats what is none", stamp(0), {"by": A, "ts": T2, "valuf": 9, "z": 1}),
        ("stamped-null", "a stamped null beats what is none", stamp(None), "zz" * 200),
        ("bytes", "of two that are none the bytes", {"a": 1}, [1, 2, 3]),
        ("bytes-unsigned", "bytes are unsigned", b"\x80", b"\x7f"),
    ):
        decided(
            "%s-none-%s" % (place.name, step),
            place.kind,
            "carried-stamped" if step.startswith("stamped") else "carried-bytes",
            "%s: %s" % (place.name, note),
            place.holding(winner),
            place.holding(loser),
            place.holding(winner),
        )

# Within a history: which of two entries is the current one, the order of the log, and which of two writes of one
# value stays.

history = Topic("everywhere", "tie-history")
TOP, BOTTOM = stamp("top", "2026-05-31T10:00:09.000Z", A), stamp("bottom", "2026-05-31T09:00:00.000Z", A)


def caption(*entries):
    """An asset with these entries, the current one first."""
    rest = {"superseded": list(entries[1:])} if len(entries) > 1 else {}
    return asset(caption={"current": entries[0], **rest})


for step, note, winner, loser in pairs("one", "two"):
    rule = rule_of(step)
    places = (("current", (), ()), ("end", (TOP,), ()), ("log", (TOP,), (BOTTOM,)))
    for place, before, behind in places if winner["value"] != loser["value"] else ():
        right, wrong = caption(*before, winner, loser, *behind), caption(*before, loser, winner, *behind)
        name = "%s-%s" % (place, step)
        kept = history.accepts(
            name + "-read",
            "history-descending",
            "a log in order by %s" % note,
            merge("asset", right),
            lambda ok, right=right: ok["bytes"] == cbor(right).hex(),
        )
        history.rejects(
            name + "-read-wrong",
            "history-descending",
            "a log out of order by %s" % note,
            check("asset", wrong),
            "invalid",
            kept,
        )
        for slug, first, second in (("ab", winner, loser), ("ba", loser, winner)):
            inputs = [caption(*before, first, *behind), caption(*before, second, *behind)]
            history.accepts(
                "%s-%s" % (name, slug),
                "history-order" if place != "current" else rule,
                "two captions of one time: decided by %s" % note,
                merge("asset", *inputs),
                lambda ok, right=right: ok["bytes"] == cbor(right).hex(),
            )
            history.accepts(
                "%s-%s-applied" % (name, slug),
                "history-order" if place != "current" else rule,
                "two captions of one time, applied: decided by %s" % note,
                apply("asset", *inputs),
                lambda ok, right=right: ok["bytes"] == cbor(right).hex(),
            )
        history.accepts(
            name + "-shown",
            "history-order",
            "the plain view of a log in order by %s" % note,
            read("asset", right),
            lambda ok, texts=[each["value"] for each in (*before, winner, loser, *behind)]: (
                [ok["caption"], *(each["value"] for each in ok["superseded"])] == texts
            ),
        )
    same_winner, same_loser = {**winner, "value": "same"}, {**loser, "value": "same"}
    if same_winner == same_loser:
        continue
    for place, before, behind in (("current", (), ()), ("log", (TOP,), (BOTTOM,))):
        outcome = caption(*before, same_winner, *behind)
        for slug, first, second in (("ab", same_winner, same_loser), ("ba", same_loser, same_winner)):
            history.accepts(
                "same-%s-%s-%s" % (place, step, slug),
                "history-distinct",
                "two writes of one value: decided by %s" % note,
                merge("asset", caption(*before, first, *behind), caption(*before, second, *behind)),
                lambda ok, outcome=outcome: ok["bytes"] == cbor(outcome).hex(),
            )
for step, note, winner, loser in pairs("one", "two"):
    lines = [stamp("v%02d" % number, "2026-05-31T10:00:02.%03dZ" % (100 - number), A) for number in range(16)]
    for slug, first, second in (("ab", winner, loser), ("ba", loser, winner)):
        if winner["value"] == loser["value"]:
            continue
        history.accepts(
            "bound-%s-%s" % (step, slug),
            "history-bound",
            "the seventeenth place: decided by %s" % note,
            merge("asset", caption(*lines, first), caption(*lines, second)),
            lambda ok, lines=tuple(lines), winner=winner: ok["bytes"] == cbor(caption(*lines, winner)).hex(),
        )

# The primary of a stack is the greatest stamped membership.

primaries = Topic("everywhere", "tie-primary")
for step, note, winner, loser in pairs(1, 2):
    for slug, numbers in (("low-id", (1, 2)), ("high-id", (2, 1))):
        assets = [
            evaluated(
                number,
                {"stack_membership": {**each, "value": {**MEMBERSHIP, "role": "primary", "member_index": each["value"]}}},
                album_id=ALBUM.hex(),
            )
            for number, each in zip(numbers, (winner, loser))
        ]
        primaries.accepts(
            "%s-%s" % (step, slug),
            "stack-primary",
            "two primaries: decided by %s" % note,
            {"op": "view.stack", "stack_id": STACK.hex(), "album_id": ALBUM.hex(), "assets": assets, "view": "default"},
            lambda ok, first=numbers[0]: ok["primary"][:2] == "%02x" % first,
        )
