# SPDX-License-Identifier: Apache-2.0
"""Area history: the caption, which keeps what it displaced (section 5)."""

from build import A, B, C, T0, T1, T2, T3, T4, asset, cbor, check, edit, read, stamp
from laws import orders
from suite import Topic


def ts(number):
    """A stamp time of a minute's seconds."""
    return "2026-05-31T10:%02d:%02d.000Z" % divmod(number, 60)


def caption(*entries):
    """An asset with a caption of these entries, the first current; an entry is (value, stamp time) or a stamped map."""
    stamped = [each if isinstance(each, dict) else stamp(each[0], ts=each[1]) for each in entries]
    history = {"current": stamped[0]}
    if stamped[1:]:
        history["superseded"] = stamped[1:]
    return asset(caption=history)


def numbered(high, low):
    """Captions `c<n>` written at second n, from high down to low."""
    return [("c%d" % number, ts(number)) for number in range(high, low - 1, -1)]


form = Topic("history", "form")
alone = form.accepts(
    "current-only", "history-form", "one write, no log", check("asset", caption(("a", T1))), {"complete": False}
)
logged = form.accepts(
    "one-superseded", "history-form", "two writes", check("asset", caption(("b", T2), ("a", T1))), {"complete": False}
)
form.accepts(
    "empty-text", "asset-caption", "an empty caption is a value", check("asset", caption(("", T1))), {"complete": False}
)
at_limit = form.accepts(
    "4096-bytes", "asset-caption", "4 096 bytes", check("asset", caption(("a" * 4096, T1))), {"complete": False}
)
form.accepts(
    "4096-two-byte",
    "asset-caption",
    "2 048 scalars of two bytes",
    check("asset", caption(("\u00e9" * 2048, T1))),
    {"complete": False},
)
form.rejects(
    "4097-bytes", "asset-caption", "4 097 bytes", check("asset", caption(("a" * 4097, T1))), "invalid", at_limit
)
form.rejects(
    "4098-two-byte",
    "asset-caption",
    "2 049 scalars, 4 098 bytes",
    check("asset", caption(("\u00e9" * 2049, T1))),
    "invalid",
    at_limit,
)
form.rejects(
    "4097-superseded",
    "asset-caption",
    "4 097 bytes in the log",
    check("asset", caption(("b", T2), ("a" * 4097, T1))),
    "invalid",
    at_limit,
)
for slug, value, note, near in (
    ("bare-stamped", stamp("a"), "a plain register", alone),
    ("empty-map", {}, "no key", alone),
    ("no-current", {"superseded": [stamp("a")]}, "a log alone", logged),
    ("empty-log", {"current": stamp("a"), "superseded": []}, "an empty log is absent", alone),
    ("null-log", {"current": stamp("a"), "superseded": None}, "a null log is absent", alone),
    ("map-log", {"current": stamp("b", ts=T2), "superseded": {0: stamp("a")}}, "a log that is a map", logged),
    ("array", [stamp("b", ts=T2), stamp("a")], "an array of entries", logged),
):
    form.rejects(slug, "history-form", note, check("asset", asset(caption=value)), "invalid", near)
form.rejects(
    "unknown-key",
    "history-form",
    "a history has no other keys",
    check("asset", asset(caption={"current": stamp("a"), "zz": 1})),
    "invalid",
    alone,
)
form.accepts(
    "known-keys",
    "no-unknown",
    "current and superseded alone",
    check("asset", caption(("b", T2), ("a", T1))),
    {"complete": False},
)
form.rejects(
    "unknown-short-key",
    "no-unknown",
    "not even one that sorts first",
    check("asset", asset(caption={"a": 0, "current": stamp("a")})),
    "invalid",
    alone,
)
form.accepts(
    "entry-unknown-key",
    "stamped-unknown",
    "an entry may have unknown keys",
    check("asset", asset(caption={"current": stamp("a", note=1)})),
    {"complete": False},
)
for slug, value in (("null", None), ("number", 1), ("bytes", b"a")):
    form.rejects(
        "value-" + slug, "asset-caption", "a caption is text", check("asset", caption((value, T1))), "invalid", alone
    )
form.rejects(
    "entry-without-by",
    "stamped-form",
    "an entry of the log is a stamped value",
    check("asset", asset(caption={"current": stamp("b", ts=T2), "superseded": [{"ts": T1, "value": "a"}]})),
    "invalid",
    logged,
)

log = Topic("history", "log")
full = log.accepts(
    "16", "history-log-length", "a log of 16", check("asset", caption(*numbered(17, 1))), {"complete": False}
)
log.rejects("17", "history-log-length", "a log of 17", check("asset", caption(*numbered(18, 1))), "invalid", full)
descending = log.accepts(
    "descending",
    "history-descending",
    "three writes, descending",
    check("asset", caption(("c", T3), ("b", T2), ("a", T1))),
    {"complete": False},
)
log.rejects(
    "current-is-older",
    "history-descending",
    "the log's first is later than the current",
    check("asset", caption(("a", T1), ("b", T2))),
    "invalid",
    descending,
)
log.rejects(
    "ascending-log",
    "history-descending",
    "an ascending log",
    check("asset", caption(("c", T3), ("a", T1), ("b", T2))),
    "invalid",
    descending,
)
by_device = log.accepts(
    "same-instant-devices",
    "history-descending",
    "one instant: devices descend",
    check("asset", asset(caption={"current": stamp("a", by=B), "superseded": [stamp("b", by=A)]})),
    {"complete": False},
)
log.rejects(
    "same-instant-devices-ascend",
    "history-descending",
    "one instant: devices ascend",
    check("asset", asset(caption={"current": stamp("b", by=A), "superseded": [stamp("a", by=B)]})),
    "invalid",
    by_device,
)
by_bytes = log.accepts(
    "same-device-instant",
    "history-descending",
    "one device, one instant: bytes descend",
    check("asset", caption(("b", T1), ("a", T1))),
    {"complete": False},
)
log.rejects(
    "same-device-instant-ascend",
    "history-descending",
    "one device, one instant: bytes ascend",
    check("asset", caption(("a", T1), ("b", T1))),
    "invalid",
    by_bytes,
)
distinct = log.accepts(
    "distinct", "history-repeats", "distinct values", check("asset", caption(("b", T2), ("a", T1))), {"complete": False}
)
log.rejects(
    "repeats-current",
    "history-repeats",
    "the log repeats the current value",
    check("asset", caption(("a", T2), ("a", T1))),
    "invalid",
    distinct,
)
log.rejects(
    "repeats-itself",
    "history-repeats",
    "the log repeats a value",
    check("asset", caption(("b", T3), ("a", T2), ("a", T1))),
    "invalid",
    distinct,
)
log.rejects(
    "repeats-apart",
    "history-repeats",
    "with another between",
    check("asset", caption(("a", T3), ("b", T2), ("a", T1))),
    "invalid",
    distinct,
)
log.rejects(
    "same-entry-twice",
    "history-repeats",
    "one entry twice",
    check("asset", caption(("a", T1), ("a", T1))),
    "invalid",
    distinct,
)
log.accepts(
    "not-normalized",
    "history-repeats",
    "two texts with one normal form are two values",
    check("asset", caption(("\u00e9", T2), ("e\u0301", T1))),
    {"complete": False},
)

join = Topic("history", "join")
orders(
    join,
    "two",
    "history-order",
    "two writes: the later is current",
    "asset",
    [caption(("a", T2)), caption(("b", T1))],
    caption(("a", T2), ("b", T1)),
)
orders(
    join,
    "three",
    "history-order",
    "three writes on three devices",
    "asset",
    [caption(("a", T3)), caption(("b", T2)), caption(("c", T1))],
    caption(("a", T3), ("b", T2), ("c", T1)),
)
orders(
    join,
    "instant-tie",
    "history-order",
    "one instant: the device decides",
    "asset",
    [
        asset(caption={"current": stamp("a", by=C)}),
        asset(caption={"current": stamp("b", by=B)}),
        asset(caption={"current": stamp("c", by=A)}),
    ],
    asset(caption={"current": stamp("a", by=C), "superseded": [stamp("b", by=B), stamp("c", by=A)]}),
)
orders(
    join,
    "device-tie",
    "history-order",
    "one device and instant: the bytes decide",
    "asset",
    [caption(("b", T1)), caption(("a", T1))],
    caption(("b", T1), ("a", T1)),
)
orders(
    join,
    "same-value",
    "history-distinct",
    "one value written twice keeps the greater stamp",
    "asset",
    [caption(("a", T2)), caption(("a", T1))],
    caption(("a", T2)),
)
orders(
    join,
    "value-again",
    "history-distinct",
    "a value that comes back leaves its place in the log",
    "asset",
    [caption(("a", T3)), caption(("b", T2)), caption(("a", T1))],
    caption(("a", T3), ("b", T2)),
)
orders(
    join,
    "same-value-devices",
    "history-distinct",
    "one value from two devices at one instant",
    "asset",
    [asset(caption={"current": stamp("a", by=B)}), asset(caption={"current": stamp("a", by=A)})],
    asset(caption={"current": stamp("a", by=B)}),
)
orders(
    join,
    "unknown-keys",
    "history-distinct",
    "distinct by value alone: unknown keys of the stamped map do not make two",
    "asset",
    [asset(caption={"current": stamp("a", ts=T2)}), asset(caption={"current": stamp("a", ts=T1, note=1)})],
    asset(caption={"current": stamp("a", ts=T2)}),
)
orders(
    join,
    "logs",
    "history-order",
    "two logs interleave",
    "asset",
    [caption(("e", T4), ("c", T2), ("a", T0)), caption(("d", T3), ("b", T1))],
    caption(("e", T4), ("d", T3), ("c", T2), ("b", T1), ("a", T0)),
)
orders(
    join,
    "current-displaced",
    "history-order",
    "a later write displaces; an earlier one falls into the log",
    "asset",
    [caption(("new", T4)), caption(("c", T3), ("a", T1)), caption(("b", T2))],
    caption(("new", T4), ("c", T3), ("b", T2), ("a", T1)),
)
bound = Topic("history", "bound")
orders(
    bound,
    "dropped",
    "history-bound",
    "two full logs: the greatest 17 stay",
    "asset",
    [caption(*numbered(34, 18)), caption(*numbered(17, 1))],
    caption(*numbered(34, 18)),
)
orders(
    bound,
    "interleaved",
    "history-bound",
    "odd and even writes",
    "asset",
    [caption(*numbered(34, 1)[::2]), caption(*numbered(34, 1)[1::2])],
    caption(*numbered(34, 18)),
)
repeating = [("c%d" % (number % 20), ts(number)) for number in range(40, 0, -1)]
orders(
    bound,
    "cap-before-dedupe",
    "history-bound",
    "repeated values first leave, then the bound counts",
    "asset",
    [caption(*repeating[:17]), caption(*repeating[17:34]), caption(*repeating[34:40])],
    caption(*repeating[:17]),
)
orders(
    bound,
    "room-again",
    "history-bound",
    "a value of a full log written again makes room for none: the log stays as it was but for it",
    "asset",
    [caption(("c1", ts(40))), caption(*numbered(17, 1))],
    caption(("c1", ts(40)), *numbered(17, 2)),
)
orders(
    bound,
    "older-than-all",
    "history-bound",
    "a write older than a full log is dropped",
    "asset",
    [caption(*numbered(18, 2)), caption(("c1", ts(1)))],
    caption(*numbered(18, 2)),
)
orders(
    bound,
    "by-instant-alone",
    "history-bound",
    "at the bound one instant is decided by device and bytes",
    "asset",
    [caption(*numbered(18, 3), ("z", ts(2))), caption(("y", ts(2)))],
    caption(*numbered(18, 3), ("z", ts(2))),
)
orders(
    bound,
    "four-parts",
    "history-bound",
    "forty writes in four parts",
    "asset",
    [caption(*numbered(40, 1)[at::4]) for at in range(4)],
    caption(*numbered(40, 24)),
)

edits = Topic("history", "edits")


def gives(state):
    """The state after an edit is this document."""
    return lambda ok: ok["bytes"] == cbor(state).hex()


def write(doc, text, **author):
    """An edit of the caption."""
    return edit("asset", doc, {"set": {"field": "caption", "value": text}}, **author)


edits.accepts("first", "edit-set", "the first caption", write(asset(), "a"), gives(caption(("a", T1))))
edits.accepts(
    "second",
    "history-order",
    "a second displaces the first",
    write(caption(("a", T1)), "b", now=T2),
    gives(caption(("b", T2), ("a", T1))),
)
edits.accepts(
    "clock-behind",
    "successor",
    "a caption is stamped after the current one",
    write(caption(("a", T2)), "b", now=T1),
    gives(caption(("b", "2026-05-31T10:00:02.001Z"), ("a", T2))),
)
edits.accepts(
    "same-again",
    "history-distinct",
    "the same text again is one value with a later stamp",
    write(caption(("a", T1)), "a", now=T2),
    gives(caption(("a", T2))),
)
edits.accepts(
    "old-again",
    "history-distinct",
    "a text of the log becomes current",
    write(caption(("b", T2), ("a", T1)), "a", now=T3),
    gives(caption(("a", T3), ("b", T2))),
)
edits.accepts(
    "emptied",
    "edit-set",
    "an empty caption displaces",
    write(caption(("a", T1)), "", now=T2),
    gives(caption(("", T2), ("a", T1))),
)
edits.accepts(
    "full",
    "history-bound",
    "the eighteenth value drops the first",
    write(caption(*numbered(17, 1)), "new", now=ts(50)),
    gives(caption(("new", ts(50)), *numbered(17, 2))),
)
verbatim = edits.accepts(
    "verbatim",
    "edit-set",
    "a caption is taken verbatim, untrimmed and not normalized",
    write(asset(), " e\u0301\n"),
    gives(caption((" e\u0301\n", T1))),
)
edits.rejects("too-long", "edit-set", "4 097 bytes", write(asset(), "a" * 4097), "invalid", verbatim)
edits.rejects("null", "edit-set", "a caption is never null", write(asset(), None), "invalid", verbatim)
edits.accepts(
    "delta",
    "edit-delta",
    "the delta holds the new write alone",
    write(caption(("a", T1)), "b", now=T2),
    lambda ok: ok["delta"] == cbor(caption(("b", T2))).hex(),
)
edits.accepts(
    "read-log",
    "read-view",
    "the view shows what was displaced",
    read("asset", caption(("b", T2), ("a", T1))),
    lambda ok: ok["caption"] == "b" and ok["superseded"] == [{"by": A.hex(), "ts": T1, "value": "a"}],
)
edits.accepts(
    "read-empty",
    "read-view",
    "an empty caption is shown as one",
    read("asset", caption(("", T1))),
    lambda ok: ok["caption"] == "" and "superseded" not in ok,
)
