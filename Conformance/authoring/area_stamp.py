# SPDX-License-Identifier: Apache-2.0
"""Area stamp: stamp times, stamped values, their successors (sections 2 and 3)."""

from build import A, B, C, LAST, T1, T2, T3, album, asset, cbor, check, edit, merge, stamp, without
from laws import orders
from suite import Topic

NOW = "2026-05-31T10:00:00.000Z"


def successor(current, now):
    """stamp.successor."""
    return {"op": "stamp.successor", "current": current, "now": now}


# The form of stamp times, as a request's member and in a document.

form = Topic("stamp", "form")
plain = form.accepts("plain", "stamp-time-form", "never written: the clock", successor(None, NOW), {"ts": NOW})
for slug, text, note in (
    ("no-fraction", "2026-05-31T10:00:00Z", "without milliseconds"),
    ("one-digit", "2026-05-31T10:00:00.0Z", "one fraction digit"),
    ("microseconds", "2026-05-31T10:00:00.000000Z", "six fraction digits"),
    ("nine-digits", "2026-05-31T10:00:00.000000000Z", "nine fraction digits"),
    ("plus-zero", "2026-05-31T10:00:00.000+00:00", "an offset instead of Z"),
    ("offset-24-characters", "2026-05-31T10:00:00+00:0", "24 characters of something else"),
    ("lower-t", "2026-05-31t10:00:00.000Z", "lower-case t"),
    ("lower-z", "2026-05-31T10:00:00.000z", "lower-case z"),
    ("space", "2026-05-31 10:00:00.000Z", "a space for T"),
    ("comma", "2026-05-31T10:00:00,000Z", "a comma"),
    ("five-digit-year", "12026-05-31T10:00:00.00Z", "five digits of year"),
    ("newline", "2026-05-31T10:00:00.000Z\n", "a line end after"),
    ("arabic-digit", "2026-05-31T10:00:00.00\u0660Z", "a digit that is not ASCII"),
    ("fullwidth", "\uff12026-05-31T10:00:00.000Z", "a fullwidth digit"),
    ("empty", "", "no text"),
    ("signed", "+026-05-31T10:00:00.000Z", "a sign"),
    ("space-in-number", "2026-05-31T10:00: 0.000Z", "a space for a digit"),
):
    form.rejects(slug, "stamp-time-form", note, successor(None, text), "invalid", plain)
form.rejects(
    "as-current",
    "stamp-time-form",
    "the form is asked of the current stamp too",
    successor("2026-05-31T10:00:00Z", NOW),
    "invalid",
    plain,
)
for slug, value in (("number", 0), ("null-now", None)):
    form.rejects(slug, "request-members", "now is no text", successor(NOW, value), "invalid", plain)
form.rejects(
    "no-current",
    "request-members",
    "current is there, null or not",
    {"op": "stamp.successor", "now": NOW},
    "invalid",
    plain,
)
dates = Topic("stamp", "dates")
for slug, text, note in (
    ("leap-day", "2024-02-29T00:00:00.000Z", "29 February of a leap year"),
    ("leap-2000", "2000-02-29T00:00:00.000Z", "29 February 2000"),
    ("year-0", "0000-01-01T00:00:00.000Z", "the first stamp time"),
    ("last", LAST, "the last stamp time"),
):
    at = dates.accepts(slug, "stamp-time-date", note, successor(None, text), {"ts": text})
for slug, text, note in (
    ("not-leap", "2026-02-29T00:00:00.000Z", "29 February of no leap year"),
    ("not-leap-1900", "1900-02-29T00:00:00.000Z", "29 February 1900"),
    ("month-13", "2026-13-01T00:00:00.000Z", "month 13"),
    ("month-0", "2026-00-01T00:00:00.000Z", "month 0"),
    ("day-0", "2026-01-00T00:00:00.000Z", "day 0"),
    ("june-31", "2026-06-31T00:00:00.000Z", "31 June"),
):
    dates.rejects(slug, "stamp-time-date", note, successor(None, text), "invalid", at)
ends = dates.accepts(
    "end-of-day",
    "stamp-time-clock",
    "the last millisecond of a day",
    successor(None, "2026-05-31T23:59:59.999Z"),
    {"ts": "2026-05-31T23:59:59.999Z"},
)
for slug, text, note in (
    ("hour-24", "2026-05-31T24:00:00.000Z", "hour 24"),
    ("minute-60", "2026-05-31T10:60:00.000Z", "minute 60"),
    ("second-60", "2026-12-31T23:59:60.000Z", "a leap second, which a stamp time never has"),
):
    dates.rejects(slug, "stamp-time-clock", note, successor(None, text), "invalid", ends)

# Successors.

next_up = Topic("stamp", "successor")
for slug, current, now, ts, note in (
    (
        "clock-later",
        "2026-05-31T10:00:00.000Z",
        "2026-05-31T10:00:05.000Z",
        "2026-05-31T10:00:05.000Z",
        "the clock is later",
    ),
    ("clock-equal", NOW, NOW, "2026-05-31T10:00:00.001Z", "the clock is equal: one millisecond after"),
    (
        "clock-behind",
        "2026-05-31T10:00:05.000Z",
        NOW,
        "2026-05-31T10:00:05.001Z",
        "the clock is behind: one after what was read",
    ),
    (
        "clock-one-ahead",
        NOW,
        "2026-05-31T10:00:00.001Z",
        "2026-05-31T10:00:00.001Z",
        "the clock is one ahead: both are equal",
    ),
    ("years-ahead", "2031-01-01T00:00:00.000Z", NOW, "2031-01-01T00:00:00.001Z", "what was read is years ahead"),
    ("second-carry", "2026-05-31T10:00:00.999Z", NOW, "2026-05-31T10:00:01.000Z", "into the next second"),
    ("minute-carry", "2026-05-31T10:00:59.999Z", NOW, "2026-05-31T10:01:00.000Z", "into the next minute"),
    ("hour-carry", "2026-05-31T10:59:59.999Z", NOW, "2026-05-31T11:00:00.000Z", "into the next hour"),
    (
        "day-carry",
        "2026-05-30T23:59:59.999Z",
        "2026-05-01T00:00:00.000Z",
        "2026-05-31T00:00:00.000Z",
        "into the next day",
    ),
    ("month-carry", "2026-06-30T23:59:59.999Z", NOW, "2026-07-01T00:00:00.000Z", "into the next month"),
    ("leap-day", "2028-02-28T23:59:59.999Z", NOW, "2028-02-29T00:00:00.000Z", "into a leap day"),
    ("after-leap-day", "2028-02-29T23:59:59.999Z", NOW, "2028-03-01T00:00:00.000Z", "out of a leap day"),
    ("no-leap-2100", "2100-02-28T23:59:59.999Z", NOW, "2100-03-01T00:00:00.000Z", "2100 has no leap day"),
    ("year-carry", "2026-12-31T23:59:59.999Z", NOW, "2027-01-01T00:00:00.000Z", "into the next year"),
    (
        "year-0-carry",
        "0000-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00.000Z",
        "0001-01-01T00:00:00.000Z",
        "out of year 0",
    ),
    ("before-last", "9999-12-31T23:59:59.998Z", NOW, LAST, "the last stamp time itself can be reached"),
):
    at = next_up.accepts(slug, "successor", note, successor(current, now), {"ts": ts})
last_null = next_up.accepts(
    "never-written-last",
    "successor",
    "a register never written takes the clock, also the last",
    successor(None, LAST),
    {"ts": LAST},
)
next_up.rejects(
    "past-last", "successor-limit", "nothing comes after the last stamp time", successor(LAST, NOW), "limit", at
)
next_up.rejects(
    "past-last-clock", "successor", "also when the clock itself stands at the last", successor(LAST, LAST), "limit", at
)
for field, value, doc in (
    ("rating", 3, asset(rating=stamp(1, ts=LAST))),
    ("name", "n", album(name=stamp("o", ts=LAST))),
):
    kind = "asset" if field == "rating" else "album"
    next_up.rejects(
        "edit-%s-past-last" % field,
        "successor-limit",
        "an edit of a register stamped with the last time",
        edit(kind, doc, {"set": {"field": field, "value": value}}),
        "limit",
        at,
    )
next_up.rejects(
    "caption-past-last",
    "successor-limit",
    "a caption stamped with the last time",
    edit("asset", asset(caption={"current": stamp("c", ts=LAST)}), {"set": {"field": "caption", "value": "d"}}),
    "limit",
    at,
)
next_up.rejects(
    "location-past-last",
    "successor-limit",
    "clearing a location is a write like any other, not a deletion",
    edit("asset", asset(location=stamp(None, ts=LAST)), {"set": {"field": "location", "value": None}}),
    "limit",
    at,
)
next_up.accepts(
    "edit-years-ahead",
    "successor",
    "an edit made having read a value years ahead beats it",
    edit(
        "asset",
        asset(rating=stamp(1, ts="2199-01-01T00:00:00.000Z", by=C)),
        {"set": {"field": "rating", "value": 3}},
        now=NOW,
    ),
    lambda ok: ok["bytes"] == cbor(asset(rating=stamp(3, ts="2199-01-01T00:00:00.001Z"))).hex(),
)
next_up.accepts(
    "edit-own-clock-behind",
    "successor",
    "two writes in one millisecond of one's own",
    edit("asset", asset(rating=stamp(1, ts=NOW)), {"set": {"field": "rating", "value": 3}}, now=NOW),
    lambda ok: ok["bytes"] == cbor(asset(rating=stamp(3, ts="2026-05-31T10:00:00.001Z"))).hex(),
)

# Stamped values.

values = Topic("stamp", "stamped-values")
fine = values.accepts(
    "plain", "stamped-form", "by, ts and value", check("asset", asset(rating=stamp(5))), {"complete": False}
)
for key in ("by", "ts", "value"):
    values.rejects(
        "no-" + key,
        "stamped-form",
        "without " + key,
        check("asset", asset(rating=without(stamp(5), key))),
        "invalid",
        fine,
    )
for slug, value, note in (
    ("by-15", stamp(5, by=bytes(15)), "by of 15 bytes"),
    ("by-17", stamp(5, by=bytes(17)), "by of 17 bytes"),
    ("by-text", stamp(5, by="a" * 16), "by as text"),
    ("ts-form", stamp(5, ts="2026-05-31T10:00:00Z"), "a ts that is no stamp time"),
    ("ts-offset", stamp(5, ts="2026-05-31T10:00:00.000+00:00"), "a ts with an offset"),
    ("ts-number", stamp(5, ts=1780000000000), "a ts that is a number"),
    ("array", [A, T1, 5], "an array"),
    ("bare", 5, "a bare value"),
):
    values.rejects(slug, "stamped-form", note, check("asset", asset(rating=value)), "invalid", fine)
for slug, unknown, note in (
    ("text", {"x": "y"}, "an unknown text key"),
    ("empty-key", {"": 1}, "the empty key is a key"),
    ("several", {"a": 1, "zz": [1, {"y": None}]}, "several, nested"),
    ("by2", {"by2": A}, "a key that begins like a known one"),
):
    doc = asset(rating=stamp(5, **unknown))
    known = values.accepts(
        "unknown-" + slug,
        "stamped-unknown",
        "kept: " + note,
        merge("asset", doc, asset()),
        {"bytes": cbor(doc).hex(), "conflicts": []},
    )
for slug, key in (("integer", 1), ("bytes", b"x"), ("null", None)):
    values.rejects(
        "unknown-key-" + slug,
        "stamped-unknown",
        "a key that is not text",
        check("asset", asset(rating={**stamp(5), key: 1})),
        "invalid",
        fine,
    )

# Order.

order = Topic("stamp", "order")


def winner(slug, rule, note, *stamps):
    """The first of the stamps wins, in every order, grouping and repetition."""
    docs = [asset(rating=each) for each in stamps]
    orders(order, slug, rule, note, "asset", docs, docs[0])


winner(
    "later",
    "order-ts",
    "the later stamp wins over a greater device and a greater value",
    stamp(0, ts=T2, by=A),
    stamp(5, ts=T1, by=C),
)
winner(
    "millisecond",
    "order-ts",
    "one millisecond decides",
    stamp(0, ts="2026-05-31T10:00:00.001Z"),
    stamp(5, ts="2026-05-31T10:00:00.000Z"),
)
winner(
    "device", "order-by", "one instant: the greater device wins over a greater value", stamp(0, by=B), stamp(5, by=A)
)
winner(
    "device-high-bit",
    "order-by",
    "device bytes compare unsigned",
    stamp(0, by=bytes([0x80]) + bytes(15)),
    stamp(5, by=bytes([0x7F] * 16)),
)
winner(
    "device-last-byte",
    "order-by",
    "the last byte of a device decides",
    stamp(0, by=bytes(15) + b"\x02"),
    stamp(5, by=bytes(15) + b"\x01"),
)
winner(
    "zero-device",
    "order-bytes",
    "an all-zero device, equal instants: the bytes decide",
    stamp(4, by=bytes(16)),
    stamp(3, by=bytes(16)),
)
winner("value", "order-bytes", "one device, one instant, two values: the greater bytes win", stamp(5), stamp(1))
winner(
    "unknown-key", "order-bytes", "the bytes of the whole map decide: more keys, greater head", stamp(0, x=0), stamp(5)
)
winner("three", "order-ts", "three writes of three instants", stamp(1, ts=T3), stamp(2, ts=T2), stamp(3, ts=T1))
winner(
    "mixed",
    "order-by",
    "a later stamp, then a greater device, then the rest",
    stamp(1, ts=T2, by=C),
    stamp(5, ts=T2, by=B),
    stamp(4, ts=T1, by=C),
)
name_order = album(name=stamp("b"))
orders(
    order,
    "name-length",
    "order-bytes",
    "encoded bytes, not text: the longer text is greater",
    "album",
    [album(name=stamp("aa")), album(name=stamp("z"))],
    album(name=stamp("aa")),
)
orders(
    order,
    "unknown-before-value",
    "order-bytes",
    "an unknown key that sorts before value decides before it",
    "asset",
    [asset(rating=stamp(0, a=2)), asset(rating=stamp(5, a=1))],
    asset(rating=stamp(0, a=2)),
)
