# SPDX-License-Identifier: Apache-2.0
"""Area languages: what the strings, numbers and libraries of a language do unasked, each caught by vectors.

The faults are those of reference/python/foreign.py.
"""

import unicodedata2
from build import (
    AI_TAG,
    CIRCLE,
    FACTS,
    GPS,
    ID,
    MAX_COUNTER,
    MEMBERSHIP,
    REGION,
    SIZED_FACTS,
    STACK,
    T2,
    Raw,
    W,
    X,
    adds,
    album,
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
    normalize,
    read,
    stack,
    stamp,
    term,
)
from suite import Topic

from foreign import ALL_SPACES, NEW_IN, scripts  # noqa: E402  (suite knows where the reference lies)

LOW, HIGH = bytes([0x7F] * 16), bytes([0x80] * 16)
BEFORE, AFTER = "\uff61a", "\U00010000"  # four bytes each; UTF-16 orders them the other way round
COMPOSED, DECOMPOSED = "\u00e9", "e\u0301"


def stays(topic, slug, rule, note, kind, doc):
    """A merge with itself gives a document back, byte for byte."""
    topic.accepts(slug, rule, note, merge(kind, doc, doc), {"bytes": cbor(doc).hex(), "conflicts": []})


def wins(topic, slug, rule, note, kind, winner, loser):
    """Both orders of a merge give the winner."""
    for order, inputs in (("ab", (winner, loser)), ("ba", (loser, winner))):
        topic.accepts("%s-%s" % (slug, order), rule, note, merge(kind, *inputs), lambda ok: ok["bytes"] == h(winner))


# Order.

order = Topic("languages", "order")
stays(
    order,
    "utf16-keys",
    "map-key-order",
    "keys in the order of UTF-8, which UTF-16 reverses",
    "album",
    album(**{BEFORE: 1, AFTER: 2}),
)
stays(order, "utf16-keys-inside", "map-key-order", "the same inside a value", "album", album(zz={BEFORE: 1, AFTER: 2}))
order.rejects(
    "utf16-keys-reversed",
    "map-key-order",
    "keys in the order of UTF-16",
    check_cbor(Raw("a2" + cbor(AFTER).hex() + "00" + cbor(BEFORE).hex() + "00")),
    "non-canonical",
    order.accepts(
        "utf16-keys-checked", "map-key-order", "keys in the order of UTF-8", check_cbor({BEFORE: 0, AFTER: 0}), {}
    ),
)
order.accepts(
    "utf16-unknown",
    "read-unknown",
    "unknown names in the order of UTF-8",
    read("album", album(**{"\uff61": 1, AFTER: 2})),
    {"unknown": ["\uff61", AFTER]},
)
order.accepts(
    "utf16-conflicts",
    "carried-conflicts",
    "conflicts in the order of UTF-8",
    merge("album", album(**{"\uff61": 1, AFTER: 2}), album(**{"\uff61": 2, AFTER: 1})),
    lambda ok: ok["conflicts"] == ["\uff61", AFTER],
)
order.accepts(
    "utf16-labels",
    "orset-value",
    "labels in the order of UTF-8",
    read("stack", stack(labels=adds(W, AFTER, BEFORE))),
    {"labels": [BEFORE, AFTER]},
)
order.accepts(
    "high-bytes-labels",
    "orset-value",
    "labels in the order of unsigned bytes",
    read("stack", stack(labels=adds(W, COMPOSED, "zz"))),
    {"labels": ["zz", COMPOSED]},
)
stays(
    order,
    "high-bytes-keys",
    "map-key-order",
    "keys in the order of unsigned bytes",
    "album",
    album(**{"zz": 1, COMPOSED: 2}),
)
stays(
    order,
    "high-bytes-writers",
    "orset-form",
    "writers in the order of unsigned bytes",
    "stack",
    stack(labels={**adds(LOW, "a"), **adds(HIGH, "b")}),
)
stays(
    order,
    "high-bytes-regions",
    "asset-regions",
    "regions in the order of unsigned bytes",
    "asset",
    asset(regions={LOW: {"shape": stamp(CIRCLE)}, HIGH: {"shape": stamp(CIRCLE)}}),
)
wins(
    order,
    "high-bytes-device",
    "order-by",
    "the device 80... beats 7f...",
    "asset",
    asset(rating=stamp(1, by=HIGH)),
    asset(rating=stamp(5, by=LOW)),
)
wins(
    order,
    "high-bytes-value",
    "order-bytes",
    "a value with a byte above 7f beats one without",
    "album",
    album(name=stamp(COMPOSED)),
    album(name=stamp("zz")),
)
wins(
    order,
    "high-bytes-carried",
    "carried-bytes",
    "a carried value with a byte above 7f beats one without",
    "album",
    album(zz=COMPOSED),
    album(zz="zz"),
)
wins(
    order,
    "high-bytes-twins",
    "orset-twins",
    "an element with a byte above 7f beats one without",
    "stack",
    stack(labels=adds(W, COMPOSED)),
    stack(labels=adds(W, "zz")),
)
regions = {HIGH: {"shape": stamp(CIRCLE)}, LOW: {"shape": stamp(CIRCLE)}}
order.accepts(
    "high-bytes-live-regions",
    "read-view",
    "live regions ascending",
    read("asset", asset(regions=regions)),
    lambda ok: [each["id"] for each in ok["regions"]] == [LOW.hex(), HIGH.hex()],
)
gone = {HIGH: {"shape": stamp(None)}, LOW: {"shape": stamp(None)}}
order.accepts(
    "high-bytes-deleted-regions",
    "read-view",
    "deleted regions ascending",
    read("asset", asset(regions=gone)),
    lambda ok: ok["deleted_regions"] == [LOW.hex(), HIGH.hex()],
)
BOTH = [LOW.hex(), HIGH.hex()]


def given(identifier, **keys):
    """An asset of the stack's album."""
    return {"sidecar": h(asset(id=identifier, **keys)), "album_id": ID.hex()}


for slug, keys in (("members", {}), ("ordered", {"rating": stamp(3)})):
    order.accepts(
        "high-bytes-" + slug,
        "result-members",
        "members ascending by unsigned bytes",
        {
            "op": "album.evaluate",
            "definition": h(definition({"all": []})),
            "assets": [given(HIGH, **keys), given(LOW, **keys)],
            "view": "default",
        },
        {"members": BOTH, "ordered": BOTH},
    )
for role in ("member", "primary"):
    keys = {"stack_membership": stamp({**MEMBERSHIP, "role": role})}
    order.accepts(
        "high-bytes-stack-" + role,
        "stack-order",
        "a stack's ties by unsigned bytes",
        {
            "op": "view.stack",
            "stack_id": STACK.hex(),
            "album_id": ID.hex(),
            "assets": [given(HIGH, **keys), given(LOW, **keys)],
            "view": "default",
        },
        {"members": BOTH, "primary": BOTH[0], "shown": True},
    )
order.accepts(
    "high-bytes-albums",
    "album-ties",
    "albums' ties by unsigned bytes",
    {
        "op": "view.album_order",
        "albums": [{"album_id": each, "created": "2026-05-31T12:00:00Z"} for each in reversed(BOTH)],
        "assets": [],
    },
    {"order": BOTH},
)

# Numbers.

numbers = Topic("languages", "numbers")
FAR = 2**32
stays(
    numbers,
    "counter-apart",
    "counter",
    "counters that 32 bits take for one",
    "stack",
    stack(labels={W: line([5, 5, FAR + 5, FAR + 5], {5: "a", FAR + 5: "b"})}),
)
stays(
    numbers,
    "counter-alone",
    "counter",
    "a live counter past 32 bits",
    "stack",
    stack(labels={W: line([FAR + 5, FAR + 5], {FAR + 5: "b"})}),
)
wins(
    numbers,
    "counter-removed",
    "orset-removed",
    "the removal of a counter that 32 bits take for another",
    "stack",
    stack(labels={W: line([5, 5, FAR + 5, FAR + 5], {5: "a"})}),
    stack(labels={W: line([5, 5, FAR + 5, FAR + 5], {5: "a", FAR + 5: "b"})}),
)
for slug, greatest in (
    ("8", 255),
    ("16", 2**16 - 1),
    ("24", 2**24),
    ("31", 2**31 - 1),
    ("32", FAR - 1),
    ("past-32", FAR + 5),
    ("double", 2**52 + 1),
):
    numbers.accepts(
        "next-" + slug,
        "counter-next",
        "the counter after %d" % greatest,
        {
            "op": "addid.next",
            "kind": "stack",
            "bytes": h(stack(labels={W: line([greatest, greatest])})),
            "field": "labels",
            "writer": W.hex(),
        },
        {"counter": greatest + 1},
    )
for slug, high in (("16", 2**16 - 1), ("32", FAR - 1), ("all", MAX_COUNTER)):
    numbers.accepts(
        "unobserved-" + slug,
        "unobserved",
        "%d counters are removed unseen" % (high + 1),
        apply("stack", stack(), stack(labels={W: line([0, high])})),
        lambda ok: ok["unobserved"] is True,
    )
wins(
    numbers,
    "ranges-32",
    "orset-union",
    "ranges that meet at 2^32",
    "stack",
    stack(labels={W: line([0, FAR + 1])}),
    stack(labels={W: line([FAR, FAR + 1])}),
)
numbers.accepts(
    "ranges-meet",
    "orset-union",
    "ranges that meet at 2^32",
    merge("stack", stack(labels={W: line([0, FAR - 1])}), stack(labels={W: line([FAR, FAR + 1])})),
    lambda ok: ok["bytes"] == h(stack(labels={W: line([0, FAR + 1])})),
)
plain = numbers.accepts("empty", "declared-length", "an empty array", check_cbor(Raw("80")), {})
for slug, data, note in (
    ("bytes", "5b000000010000000100", "a byte string of 2^32 + 1 bytes, of which one is there"),
    ("text", "7b000000010000000161", "a text of 2^32 + 1 bytes, of which one is there"),
    ("array", "9b0000000100000000", "an array of 2^32 items"),
    ("map", "bb0000000100000000", "a map of 2^32 pairs"),
    ("array-signed", "9bffffffffffffffff", "an array of 2^64 - 1 items"),
    ("map-signed", "bb8000000000000000", "a map of 2^63 pairs"),
    ("bytes-signed", "5bffffffffffffffff", "a byte string of 2^64 - 1 bytes"),
):
    numbers.rejects("declared-" + slug, "declared-length", note, check_cbor(Raw(data)), "malformed", plain)
rated = numbers.accepts("rating", "asset-rating", "a rating of 5", check("asset", asset(rating=stamp(5))))
for slug, value, note in (
    ("8-bits", 256 + 5, "that 8 bits take for 5"),
    ("32-bits", FAR + 5, "that 32 bits take for 5"),
    ("64-bits", 2**64 - 1, "of all 64 bits"),
    ("float", 5.0, "as a whole float"),
    ("zero-float", 0.0, "as the float 0"),
    ("double-float", Raw("fb4014000000000000"), "as a float of 64 bits"),
):
    error = "non-canonical" if slug == "double-float" else "invalid"
    numbers.rejects(
        "rating-" + slug, "asset-rating", "a rating " + note, check("asset", asset(rating=stamp(value))), error, rated
    )
whole = numbers.accepts(
    "gps-whole",
    "gps",
    "whole degrees are floats",
    check("asset", asset(location=stamp({**GPS, "lat": 47.0, "lon": 0.0}))),
)
numbers.rejects(
    "gps-integer",
    "gps",
    "degrees as integers",
    check("asset", asset(location=stamp({**GPS, "lat": 47}))),
    "invalid",
    whole,
)
numbers.accepts(
    "gps-read-whole",
    "read-view",
    "whole degrees are read",
    read("asset", asset(location=stamp({**GPS, "lat": 47.0, "lon": 8.0}))),
    lambda ok: ok["gps"]["lat"] == 47,
)
for slug, field, value in (
    ("rating", "rating", 3.0),
    ("member-index", "stack_membership", {**MEMBERSHIP, "stack_id": STACK.hex(), "member_index": 3.0}),
    (
        "dimensions",
        "facts",
        {
            **FACTS,
            "hash": bytes(32).hex(),
            "device_id": ID.hex(),
            "session_id": ID.hex(),
            "dimensions": {"width": 3.0, "height": 4},
        },
    ),
):
    numbers.rejects(
        "json-float-" + slug,
        "edit-set",
        "3.0 is no integer in a request",
        edit("asset", asset(), {"set": {"field": field, "value": value}}),
        "invalid",
        rated,
    )
numbers.rejects(
    "json-float-shape",
    "edit-region",
    "500000000.0 is no integer in a request",
    edit("asset", asset(), {"put_region": {"id": REGION.hex(), "shape": {**CIRCLE, "r": 100_000_000.0}}}),
    "invalid",
    rated,
)
WIDE = {**SIZED_FACTS, "dimensions": {"width": 65_536, "height": 65_536}}
for slug, width, height, shape, inside in (
    ("32-bits", 65_536, 65_536, {"cx": 500_000_000, "cy": 500_000_000, "r": 500_000_000}, True),
    ("great", 2**32 - 1, 2**32 - 1, {"cx": 400_000_000, "cy": 500_000_000, "r": 400_000_000}, True),
    ("great-out", 2**32 - 1, 2**32 - 1, {"cx": 400_000_000, "cy": 500_000_000, "r": 400_000_001}, False),
    ("wide", 2**32 - 1, 1, {"cx": 1, "cy": 500_000_000, "r": 500_000_000}, True),
    ("double-tie", 500_000_001, 500_000_000, {"cx": 499_999_999, "cy": 500_000_000, "r": 500_000_000}, False),
    ("double", 2**32 - 1, 2**32 - 2, {"cx": 499_999_999, "cy": 500_000_000, "r": 500_000_000}, False),
    ("double-in", 2**32 - 2, 2**32 - 1, {"cx": 500_000_000, "cy": 499_999_999, "r": 499_999_999}, True),
):
    doc = asset(facts=stamp({**WIDE, "dimensions": {"width": width, "height": height}}))
    request = edit("asset", doc, {"put_region": {"id": REGION.hex(), "shape": shape}})
    if inside:
        fits = numbers.accepts(
            "circle-" + slug, "circle-inside", "products of more than 32 bits: inside", request, lambda ok: True
        )
    else:
        numbers.rejects(
            "circle-" + slug, "circle-inside", "products of more than 32 bits: outside", request, "invalid", fits
        )
for slug, lat in (
    ("half-of-text", 1.005),
    ("half-of-text-down", 2.675),
    ("text-up", 1.115),
    ("exact-half", 0.125),
    ("exact-below", 8.345),
    ("exact-above", 0.285),
    ("products", 4.35),
    ("products-up", 10.075),
    ("products-down", 64.015),
):
    numbers.accepts(
        "rounding-" + slug,
        "export-gps",
        "x*100 in doubles decides, not the decimal that is printed",
        {
            "op": "asset.export",
            "bytes": h(asset(location=stamp({**GPS, "lat": lat, "lon": -lat}))),
            "keep": ["coarse_gps"],
        },
        lambda ok: True,
    )

# Canonical equivalence.

equal = Topic("languages", "equivalence")
TWO = {COMPOSED: 1, DECOMPOSED: 2}
stays(equal, "carried-keys", "carried-kept", "two carried keys that are canonically equal", "album", album(**TWO))
stays(
    equal,
    "stamped-keys",
    "stamped-unknown",
    "two unknown keys of a stamped map",
    "album",
    album(name=stamp("n", **TWO)),
)
stays(
    equal,
    "facts-keys",
    "unknown-in-values",
    "two unknown keys of the facts",
    "asset",
    asset(facts=stamp({**FACTS, **TWO})),
)
stays(
    equal,
    "region-keys",
    "carried-kept",
    "two unknown keys of a region",
    "asset",
    asset(regions={REGION: {"shape": stamp(CIRCLE), **TWO}}),
)
equal.accepts(
    "checked", "map-key-duplicate", "two keys that are canonically equal are no duplicates", check_cbor(TWO), {}
)
equal.rejects(
    "duplicate",
    "map-key-duplicate",
    "one key twice is one",
    check_cbor(Raw("a262c3a90062c3a900")),
    "non-canonical",
    equal.id_of("checked"),
)
equal.accepts(
    "edit-keeps-keys",
    "edit-keeps-unknown",
    "an edit keeps both",
    edit("asset", asset(location=stamp({**GPS, **TWO})), {"set": {"field": "location", "value": GPS}}),
    lambda ok: cbor(COMPOSED).hex() in ok["delta"] and cbor(DECOMPOSED).hex() in ok["delta"],
)
equal.accepts(
    "unknown-names", "read-unknown", "both are listed", read("album", album(**TWO)), {"unknown": [DECOMPOSED, COMPOSED]}
)
equal.accepts(
    "labels-listed",
    "orset-value",
    "two labels that are canonically equal are listed both",
    read("stack", stack(labels=adds(W, COMPOSED, DECOMPOSED))),
    {"labels": [COMPOSED, DECOMPOSED]},
)
equal.accepts(
    "captions",
    "history-distinct",
    "two captions that are canonically equal are two values",
    merge("asset", asset(caption={"current": stamp(COMPOSED)}), asset(caption={"current": stamp(DECOMPOSED, ts=T2)})),
    lambda ok: ok["bytes"] == h(asset(caption={"current": stamp(DECOMPOSED, ts=T2), "superseded": [stamp(COMPOSED)]})),
)
stays(
    equal,
    "captions-log",
    "history-repeats",
    "a log of both repeats nothing",
    "asset",
    asset(caption={"current": stamp(DECOMPOSED, ts=T2), "superseded": [stamp(COMPOSED)]}),
)
for slug, one, two in (("ab", COMPOSED, DECOMPOSED), ("ba", DECOMPOSED, COMPOSED)):
    equal.accepts(
        "conflict-" + slug,
        "carried-conflicts",
        "carried values that are canonically equal differ",
        merge("album", album(zz=one), album(zz=two)),
        {"bytes": h(album(zz=DECOMPOSED)), "conflicts": ["zz"]},
    )
wins(
    equal,
    "twins",
    "orset-twins",
    "twins that are canonically equal: the greater bytes stay",
    "stack",
    stack(labels=adds(W, DECOMPOSED)),
    stack(labels=adds(W, COMPOSED)),
)
wins(
    equal,
    "names",
    "order-bytes",
    "names that are canonically equal: the greater bytes win",
    "album",
    album(name=stamp(DECOMPOSED)),
    album(name=stamp(COMPOSED)),
)
TAGS = [{**AI_TAG, "tag": each} for each in (COMPOSED, DECOMPOSED)]
for slug, key in (("tag", "tag"), ("model", "model_id"), ("version", "model_version")):
    one, two = {**AI_TAG, key: COMPOSED}, {**AI_TAG, key: DECOMPOSED}
    equal.accepts(
        "ai-%s-add" % slug,
        "ai-tag-same",
        "AI tags that are canonically equal are two",
        edit("asset", asset(tags_ai=adds(W, one)), {"add_ai_tag": two}),
        lambda ok, one=one, two=two: ok["bytes"] == h(asset(tags_ai=adds(W, one, two))),
    )
    equal.accepts(
        "ai-%s-remove" % slug,
        "ai-tag-same",
        "a removal takes the one it names",
        edit("asset", asset(tags_ai=adds(W, one, two)), {"remove_ai_tag": one}),
        lambda ok, two=two: ok["bytes"] == h(asset(tags_ai={W: line([0, 1], {1: two})})),
    )
for slug, key in (("model", 0), ("version", 1)):
    slot = ["m", "1"]
    slot[key] = DECOMPOSED
    named = dict(zip(("model_id", "model_version"), [COMPOSED if at == key else each for at, each in enumerate(slot)]))
    equal.accepts(
        "slot-" + slug,
        "slot-values",
        "a slot that is canonically equal is another",
        {
            "op": "album.evaluate",
            "definition": h(definition({"not": term("tags_ai", "contains", "x", **named)})),
            "assets": [given(ID)],
            "view": "default",
            "slots": [slot],
        },
        {"members": [], "ordered": []},
    )
equal.accepts(
    "terms",
    "texts-normal-form",
    "terms over labels do match by normal form",
    {
        "op": "album.evaluate",
        "definition": h(definition(term("tags_user", "contains", COMPOSED))),
        "assets": [given(ID, tags_user=adds(W, DECOMPOSED))],
        "view": "default",
    },
    {"members": [ID.hex()], "ordered": [ID.hex()]},
)

# Texts.

texts = Topic("languages", "texts")
for slug, text, note in (
    ("bom", "\ufeffa", "a byte order mark"),
    ("bom-end", "a\ufeff", "a byte order mark at the end"),
    ("bom-alone", "\ufeff", "nothing but a byte order mark"),
    ("nul", "a\0b", "U+0000 inside"),
    ("nul-end", "a\0", "U+0000 at the end"),
    ("crlf", "a\r\nb", "a line end inside"),
    ("selector", "\u2764\ufe0f", "a variation selector"),
    ("joiner", "\U0001f469\u200d\U0001f52c", "a joiner"),
    ("soft-hyphen", "a\u00adb", "a soft hyphen"),
    ("sharp-s", "stra\u00dfe", "a letter that case folding changes"),
    ("dotless", "\u0131I\u0130i", "the letters i of Turkish"),
    ("sigma", "\u03c3\u03c2", "a final sigma"),
    ("ligature", "\ufb01", "a ligature that only NFKC changes"),
    ("full-width", "\uff21\uff11", "full-width letters and digits"),
    ("quote", 'a"\\/b', "what JSON escapes"),
    ("separators", "a\u2028b\u2029c", "separators of lines and paragraphs inside"),
):
    texts.accepts("normal-" + slug, "label-nfc", note + " stays", normalize(text), {"text": text})
    texts.accepts(
        "name-" + slug, "album", note + " is read as it is", read("album", album(name=stamp(text))), {"name": text}
    )
    texts.accepts(
        "caption-" + slug,
        "asset-caption",
        note + " is written verbatim",
        edit("asset", asset(), {"set": {"field": "caption", "value": text}}),
        lambda ok, text=text: ok["bytes"] == h(asset(caption={"current": stamp(text)})),
    )
    texts.accepts(
        "added-" + slug,
        "edit-label",
        note + " is kept in a label",
        edit("stack", stack(), {"add_label": text}),
        lambda ok, text=text: ok["bytes"] == h(stack(labels=adds(W, text))),
    )
for slug, held, given_text in (
    ("sharp-s", "stra\u00dfe", "strasse"),
    ("dotted", "\u0130", "i"),
    ("dotless", "\u0131", "I"),
    ("sigma", "\u03c3", "\u03c2"),
    ("kelvin-case", "k", "\u212a"),
    ("bom", "a", "\ufeffa"),
    ("selector", "\u2764", "\u2764\ufe0f"),
    ("full-width", "A", "\uff21"),
):
    texts.accepts(
        "not-removed-" + slug,
        "label-compared",
        "another label is not removed",
        edit("stack", stack(labels=adds(W, held)), {"remove_label": given_text}),
        lambda ok, held=held: ok["bytes"] == h(stack(labels=adds(W, held))),
    )
    texts.accepts(
        "not-contained-" + slug,
        "texts-normal-form",
        "another label does not match",
        {
            "op": "album.evaluate",
            "definition": h(definition(term("tags_user", "contains", given_text))),
            "assets": [given(ID, tags_user=adds(W, held))],
            "view": "default",
        },
        {"members": [], "ordered": []},
    )
for slug, text, fits in (
    ("emoji-64", "\U0001f600" * 64, True),
    ("emoji-65", "\U0001f600" * 65, False),
    ("marks", "a" + "\u0301" * 127, True),
    ("marks-more", "b" + "\u0301" * 128, False),
    ("two-byte-129", "\u00e9" * 129, False),
    ("three-byte-86", "\u3042" * 86, False),
    ("three-byte-85", "\u3042" * 85, True),
):
    request = check("stack", stack(labels=adds(W, text)))
    if fits:
        sized = texts.accepts(
            "size-" + slug,
            "label-size",
            "at most 256 bytes",
            request,
            near=None if slug != "emoji-64" else texts.id_of("size-emoji-65"),
        )
    else:
        texts.rejects(
            "size-" + slug, "label-size", "more than 256 bytes, however few characters", request, "invalid", sized
        )

# Dates and patterns.

dates = Topic("languages", "dates")
TIME = "2026-05-31T12:34:56.789Z"
fine = dates.accepts("plain", "timestamp-form", "a timestamp", compare(TIME, TIME), {"order": 0})
WITH_OFFSET = "2026-05-31T12:34:56.789+01:30"
for name, zero in (("arabic", 0x660), ("devanagari", 0x966), ("full-width", 0xFF10), ("bold", 0x1D7CE)):
    for at, each in enumerate(WITH_OFFSET):
        if each.isdigit() and (name == "arabic" or at in (3, 21, 25)):
            text = WITH_OFFSET[:at] + chr(zero + int(each)) + WITH_OFFSET[at + 1 :]
            dates.rejects(
                "digit-%s-%d" % (name, at),
                "timestamp-form",
                "a digit of another script",
                compare(text, TIME),
                "invalid",
                fine,
            )
    for at in (3, 6, 12, 18, 22):
        text = TIME[:at] + chr(zero + int(TIME[at])) + TIME[at + 1 :]
        dates.rejects(
            "stamp-digit-%s-%d" % (name, at),
            "stamp-time-form",
            "a digit of another script in a stamp",
            {"op": "stamp.successor", "current": None, "now": text},
            "invalid",
            fine,
        )
for slug, text in (
    ("line-end", TIME + "\n"),
    ("space-after", TIME + " "),
    ("space-before", " " + TIME),
    ("space-inside", TIME.replace("T", " ")),
    ("comma", TIME.replace(".", ",")),
    ("minus", TIME.replace("-05", "\u221205")),
    ("year-sign", "+" + TIME),
    ("year-6", "+00" + TIME),
    ("no-colon-offset", TIME[:-1] + "+0100"),
    ("short-offset", TIME[:-1] + "+01"),
    ("hour-24", "2026-05-31T24:00:00Z"),
    ("basic", "20260531T123456Z"),
    ("week", "2026-W22-7T12:34:56Z"),
    ("ordinal", "2026-151T12:34:56Z"),
    ("no-seconds", "2026-05-31T12:34Z"),
    ("zone-name", "2026-05-31T12:34:56Z[UTC]"),
    ("julian-1500", "1500-02-29T00:00:00Z"),
    ("julian-1900", "1900-02-29T00:00:00Z"),
    ("bom", "\ufeff" + TIME),
    ("nul", TIME + "\0"),
):
    dates.rejects(
        "form-" + slug,
        "timestamp-form",
        "what some library accepts: " + slug.replace("-", " "),
        compare(text, TIME),
        "invalid",
        fine,
    )
    if slug in ("line-end", "space-after", "space-before", "bom", "nul", "year-sign"):
        dates.rejects(
            "stamp-form-" + slug,
            "stamp-time-form",
            "what some library accepts: " + slug.replace("-", " "),
            {"op": "stamp.successor", "current": None, "now": text},
            "invalid",
            fine,
        )
for slug, a, b, result in (
    ("year-99", "0099-12-31T00:00:00Z", "0100-01-01T00:00:00Z", -1),
    ("year-50", "0050-01-01T00:00:00Z", "1949-01-01T00:00:00Z", -1),
    ("year-70", "0070-01-01T00:00:00Z", "1969-01-01T00:00:00Z", -1),
    ("year-0", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", -1),
    ("leap-1600", "1600-02-29T00:00:00Z", "1600-02-28T23:59:59Z", 1),
    ("leap-0", "0000-02-29T23:59:59Z", "0000-03-01T00:00:00Z", -1),
    ("gregorian-1582", "1582-10-10T00:00:00Z", "1582-10-04T00:00:00Z", 1),
    ("epoch", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z", -1),
    ("microseconds", "2026-05-31T12:00:00.000001Z", "2026-05-31T12:00:00.000002Z", -1),
    ("nanoseconds", "2026-05-31T12:00:00.123456788Z", "2026-05-31T12:00:00.123456789Z", -1),
    ("double", "9999-12-31T23:59:59.999999998Z", "9999-12-31T23:59:59.999999999Z", -1),
    ("2038", "2038-01-19T03:14:08Z", "2038-01-19T03:14:07Z", 1),
    ("1901", "1901-12-13T20:45:51Z", "1901-12-13T20:45:52Z", -1),
):
    dates.accepts(
        "order-" + slug,
        "timestamp-instant",
        "instants in order: " + slug.replace("-", " "),
        compare(a, b),
        {"order": result},
    )
for slug, current, after in (
    ("year-0", "0000-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z"),
    ("year-99", "0099-12-31T23:59:59.999Z", "0100-01-01T00:00:00.000Z"),
    ("year-999", "0999-12-31T23:59:59.999Z", "1000-01-01T00:00:00.000Z"),
    ("epoch", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z"),
    ("leap-0", "0000-02-28T23:59:59.999Z", "0000-02-29T00:00:00.000Z"),
    ("1500", "1500-02-28T23:59:59.999Z", "1500-03-01T00:00:00.000Z"),
    ("1582", "1582-10-04T23:59:59.999Z", "1582-10-05T00:00:00.000Z"),
    ("no-fraction", "2026-05-31T12:00:00.999Z", "2026-05-31T12:00:01.000Z"),
):
    dates.accepts(
        "successor-" + slug,
        "successor",
        "one millisecond later: " + slug.replace("-", " "),
        {"op": "stamp.successor", "current": current, "now": "0000-01-01T00:00:00.000Z"},
        {"ts": after},
    )
for slug, text in (
    ("line-end", "00\n"),
    ("line-end-even", "000\n"),
    ("space", "00 "),
    ("arabic", "\u0660\u0660"),
    ("full-width", "\uff10\uff10"),
    ("prefix", "0x00"),
    ("upper", "0A"),
    ("odd", "000"),
    ("underscore", "0_0"),
    ("sign", "+0"),
    ("nul", "00\0\0"),
):
    dates.rejects(
        "hex-" + slug,
        "hex",
        "no lower-case hex: " + slug.replace("-", " "),
        {"op": "cbor.check", "bytes": text},
        "invalid",
        plain,
    )

# White space and NFC, code point by code point.

spaces = Topic("languages", "white-space")
for space in ALL_SPACES:
    each = chr(space)
    spaces.accepts(
        "u%04x" % space,
        "label-white-space",
        "U+%04X at both ends and inside" % space,
        normalize("%sa%sb%s" % (each, each, each)),
        {"text": unicodedata2.normalize("NFC", "a%sb" % each)},
    )
    spaces.rejects(
        "alone-u%04x" % space,
        "label-written",
        "nothing but U+%04X" % space,
        normalize(each),
        "invalid",
        spaces.id_of("u%04x" % space),
    )
for other in (
    0x00,
    0x08,
    0x0E,
    0x1C,
    0x1D,
    0x1E,
    0x1F,
    0x7F,
    0x84,
    0x86,
    0xAD,
    0x180E,
    0x200B,
    0x200C,
    0x200D,
    0x2060,
    0x2061,
    0x2422,
    0x2800,
    0x3164,
    0x115F,
    0xFEFF,
    0xFFA0,
    0x1FFF,
    0x200F,
    0x2010,
    0x2027,
    0x202E,
    0x2030,
    0x205E,
    0x2FFF,
    0x3001,
    0x167F,
    0x1681,
    0x9F,
    0xA1,
    0x1F1E6,
    0xE0020,
):
    text = "%sa%s" % (chr(other), chr(other))
    spaces.accepts(
        "kept-u%04x" % other, "label-white-space", "U+%04X is no white space" % other, normalize(text), {"text": text}
    )

nfc = Topic("languages", "nfc")
for script, code_points in sorted(scripts().items()):
    for number, code_point in enumerate(
        dict.fromkeys((code_points[0], code_points[len(code_points) // 2], code_points[-1])), 1
    ):
        given_text = unicodedata2.normalize("NFD", chr(code_point))
        normal = unicodedata2.normalize("NFC", chr(code_point))
        nfc.accepts(
            "%s-%d-apart" % (script, number),
            "label-nfc",
            "U+%04X taken apart" % code_point,
            normalize("." + given_text + "."),
            {"text": "." + normal + "."},
        )
        nfc.accepts(
            "%s-%d" % (script, number),
            "label-nfc",
            "U+%04X as it is" % code_point,
            normalize(".." + chr(code_point) + "."),
            {"text": ".." + normal + "."},
        )
for release, code_points in NEW_IN.items():
    for code_point in code_points:
        each = chr(code_point)
        if unicodedata2.combining(each):
            class_ = unicodedata2.combining(each)
            text = "a" + each + ("\u0334" if class_ > 1 else "\u0301")
        else:
            text = unicodedata2.normalize("NFD", each)
        nfc.accepts(
            "new-in-%s-u%04x" % (release, code_point),
            "label-nfc",
            "U+%04X, of Unicode %s" % (code_point, release),
            normalize("-" + text + "."),
            {"text": "-" + unicodedata2.normalize("NFC", text) + "."},
        )
