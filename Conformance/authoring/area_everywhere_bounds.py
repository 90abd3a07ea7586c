# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: the size of every text that an edit is given, from both sides of its bound, in bytes."""

from build import AI_TAG, CIRCLE, REGION, W, adds, album, asset, edit, stack, stamp
from suite import Topic

LIVE = asset(tags_ai=adds(W, AI_TAG), regions={REGION: {"shape": stamp(CIRCLE)}})


def of_region(verb):
    """An edit of a region's label."""
    return lambda text: {verb: {"id": REGION.hex(), "label": text}}


def of_tag(verb, part, **more):
    """An edit of an AI tag, one of whose parts is given."""
    return lambda text: {verb: {**AI_TAG, part: text, **more}}


# Labels that are written: the bound is that of the normal form. (kind, document, edit)
WRITTEN = {
    "stack-label": ("stack", stack(), lambda text: {"add_label": text}),
    "album-label": ("album", album(), lambda text: {"add_label": text}),
    "asset-label": ("asset", asset(), lambda text: {"add_label": text}),
    "region-label": ("asset", LIVE, of_region("add_region_label")),
    "album-name": ("album", album(), lambda text: {"set": {"field": "name", "value": text}}),
}
# Texts that count as they are given.
GIVEN = {
    "remove-stack-label": ("stack", stack(), lambda text: {"remove_label": text}),
    "remove-album-label": ("album", album(), lambda text: {"remove_label": text}),
    "remove-asset-label": ("asset", asset(), lambda text: {"remove_label": text}),
    "remove-region-label": ("asset", LIVE, of_region("remove_region_label")),
    **{
        "%s-%s" % (verb.replace("_", "-"), part.replace("_", "-")): ("asset", asset(), of_tag(verb, part))
        for verb in ("add_ai_tag", "remove_ai_tag")
        for part in AI_TAG
    },
}
PIECES = {"one-byte": "a", "two-bytes": "\u00e9", "three-bytes": "\u20ac", "four-bytes": "\U0001f346"}
topic = Topic("everywhere", "edit-bounds")


def sized(piece, size):
    """A text of just so many bytes: as much of a piece as fits, and one-byte letters."""
    count, rest = divmod(size, len(piece.encode()))
    return piece * count + "z" * rest


for name, (kind, doc, change) in {**WRITTEN, **GIVEN}.items():
    for slug, piece in PIECES.items():
        if slug not in ("one-byte", "two-bytes") and name not in WRITTEN:
            continue
        fits = topic.accepts(
            "%s-%s-256" % (name, slug), "label-written" if name in WRITTEN else "edit-label",
            "a text of 256 bytes: %s" % name, edit(kind, doc, change(sized(piece, 256))),
            (lambda ok, text=sized(piece, 256): text.encode().hex() in ok["delta"]) if name in WRITTEN else None,
        )  # fmt: skip
        topic.rejects(
            "%s-%s-257" % (name, slug), "label-written" if name in WRITTEN else "edit-label",
            "a text of 257 bytes: %s" % name, edit(kind, doc, change(sized(piece, 257))), "invalid", fits,
        )  # fmt: skip
    topic.accepts(
        name + "-1", "label-written" if name in WRITTEN else "edit-label", "a text of 1 byte: %s" % name,
        edit(kind, doc, change("a")),
    )  # fmt: skip
    topic.rejects(
        name + "-0", "label-written" if name in WRITTEN else "edit-label", "an empty text: %s" % name,
        edit(kind, doc, change("")), "invalid", fits,
    )  # fmt: skip
for name, (kind, doc, change) in WRITTEN.items():
    long = "e\u0301" * 86  # 258 bytes, and 172 in its normal form
    topic.accepts(
        name + "-shorter-when-normal", "label-written", "too long as given, and not in its normal form: %s" % name,
        edit(kind, doc, change(long)), lambda ok: ("\u00e9" * 86).encode().hex() in ok["delta"],
    )  # fmt: skip
    topic.accepts(
        name + "-shorter-when-trimmed", "label-written", "too long as given, with white space around it: %s" % name,
        edit(kind, doc, change(" " * 100 + "a" * 256 + "\u3000" * 50)), lambda ok: ("61" * 256) in ok["delta"],
    )  # fmt: skip
    for slug, text in (
        ("longer-when-normal", "\u0958" * 43),  # 129 bytes, and 258 in its normal form
        ("white-space", "\u2003" * 3),
        ("white-space-long", " " * 300),
    ):
        topic.rejects(
            "%s-%s" % (name, slug), "label-written", "empty or too long in its normal form: %s" % name,
            edit(kind, doc, change(text)), "invalid", topic.id_of(name + "-shorter-when-normal"),
        )  # fmt: skip
for name, tag in (("256", "t" * 256), ("longer", "\u0958" * 43), ("nothing-left", " ")):
    held = asset(tags_ai=adds(W, {**AI_TAG, "tag": tag}))
    request = edit("asset", held, {"promote_ai_tag": {**AI_TAG, "tag": tag, "remove": False}})
    if name == "256":
        fits = topic.accepts("promote-" + name, "edit-promote", "a tag of 256 bytes becomes a label", request)
    else:
        topic.rejects("promote-" + name, "edit-promote", "a tag whose normal form is no label", request, "invalid", fits)
for name, field, good, bad in (
    ("caption", "caption", ("", "c" * 4096, "\u00e9" * 2048), ("c" * 4097, "\u00e9" * 2048 + "c", "\U0001f346" * 1025)),
    ("rating", "rating", (0, 5), (6, 255, 2**32)),
    ("orientation", "orientation", (1, 8), (0, 9, 256)),
):
    for at, value in enumerate(good):
        fits = topic.accepts(
            "%s-good-%d" % (name, at), "edit-set", "a value at its bound: %s" % name,
            edit("asset", asset(), {"set": {"field": field, "value": value}}),
        )  # fmt: skip
    for at, value in enumerate(bad):
        topic.rejects(
            "%s-bad-%d" % (name, at), "edit-set", "a value past its bound: %s" % name,
            edit("asset", asset(), {"set": {"field": field, "value": value}}), "invalid", fits,
        )  # fmt: skip
