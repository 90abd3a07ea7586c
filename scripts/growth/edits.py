# SPDX-License-Identifier: Apache-2.0
"""Every edit, of documents in which others wrote much; and its delta."""
from bulk import album, asset, data, document, head, ident, labels, stamped, text

from .case import CASES, Case
from .shapes import STAMP, carried, many_labels, regions, settings

REGION, ALBUM = ident(0).hex(), ident(9).hex()
FACTS = b"""{"hash": "%s", "import_timestamp": "2026-01-01T00:00:00Z", "content_type": "image/jpeg",
"device_id": "%s", "session_id": "%s"}""" % (b"07" * 32, b"01" * 16, b"02" * 16)
LQIP = b"""{"chromahash": "00ff", "dominant_color": [1, 2, 3], "format_version": 1}"""


def tags(n):
    adds = b"".join(
        head(0, i) + head(5, 3) + text("tag") + text(f"t{i:05}") + text("model_id") + text("m")
        + text("model_version") + text("1") for i in range(n))
    body = head(5, 1) + data(ident(1)) + head(4, 2) + head(4, 2) + head(0, 0) + head(0, n - 1) + head(5, n) + adds
    return asset(1, tags_ai=body)


def keys(n):
    return document("uuid", 1, **{f"k{i:06}": b"\x00" for i in range(n)})


EDITS = {
    "add-label x": (many_labels, 600), "remove-label 'label 000000'": (many_labels, 600), "set-name x": (carried, 400),
    "set-caption x": (keys, 400), "set-rating 3": (keys, 400), "set-cull pick": (keys, 400),
    "set-hidden yes": (keys, 400), "set-capture-time 2026-05-01T14:30:00+02:00": (keys, 400),
    "set-orientation 3": (regions, 100), "set-location 1 2": (keys, 400), "set-facts facts.json": (keys, 400),
    "set-lqip lqip.json": (keys, 400),
    f"set-stack {ALBUM} burst member 3": (keys, 400), "add-ai-tag x m 1": (tags, 200),
    "remove-ai-tag t00000 m 1": (tags, 200), "promote-ai-tag t00000 m 1": (tags, 200),
    f"put-region {REGION} rect 0 0 0.5 0.5": (regions, 100), f"delete-region {REGION}": (regions, 100),
    f"add-region-label {REGION} y": (regions, 100), f"remove-region-label {REGION} x": (regions, 100),
    f"set-smart-album {ALBUM} definition": (settings, 100), f"set-scope-override {'07' * 32} {ALBUM}": (settings, 100),
    f"set-source-default folder {ALBUM}": (settings, 100), f"set-cover {ALBUM} {ALBUM}": (settings, 100),
}


def add(edit, shape, n):
    import shlex
    definition = document("smart_album_id", 9).replace(b"\x00\x01", b"", 1)
    files = {"facts.json": FACTS, "lqip.json": LQIP, "definition": bytes([definition[0] - 1]) + definition[1:]}
    words = shlex.split(edit)
    CASES.append(Case(
        f"edit {words[0]}", n,
        lambda n: ["edit", f"e{n}", "--device", "01" * 16, "--now", STAMP, "-o", f"out{n}", "--delta", f"delta{n}",
                   *words],
        lambda n: {f"e{n}": shape(n), **files}, quick=words[0] in ("add-label", "put-region")))


for edit, (shape, n) in EDITS.items():
    add(edit, shape, n)
