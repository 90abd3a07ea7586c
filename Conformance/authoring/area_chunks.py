# SPDX-License-Identifier: Apache-2.0
"""Area cbor: texts of indefinite length, each chunk of which is a text of its own (RFC 8949 section 3.2.3).

A character that two chunks share is no character of either, so such an item is not well-formed, though its bytes in a
row are UTF-8. A text whose chunks are whole is well-formed, and so only not canonical.
"""

from build import check, check_cbor, Raw, cbor
from suite import Topic

chunks = Topic("cbor", "chunks")
CHARACTERS = {
    "two": "\u00e9", "two-first": "\u0080", "two-last": "\u07ff", "three": "\u20ac", "three-first": "\u0800",
    "three-last": "\uffff", "four": "\U0001f346", "four-first": "\U00010000", "four-last": "\U0010ffff",
}  # fmt: skip


def chunk(data):
    """A text of some bytes, valid or not."""
    return bytes([0x60 | len(data)]) + data


def text(*parts):
    """A text of indefinite length."""
    return b"\x7f" + b"".join(map(chunk, parts)) + b"\xff"


# Where an item stands.
PLACES = {
    "alone": lambda item: item,
    "value": lambda item: b"\xa1\x01" + item,
    "key": lambda item: b"\xa1" + item + b"\x01",
    "second-key": lambda item: b"\xa2\x01\x01" + item + b"\x01",
    "in-array": lambda item: b"\x82\x01" + item,
    "tagged": lambda item: b"\xc0" + item,
    "in-indefinite-array": lambda item: b"\x9f" + item + b"\xff",
    "in-indefinite-map-key": lambda item: b"\xbf" + item + b"\x01\xff",
    "in-indefinite-map-value": lambda item: b"\xbf\x01" + item + b"\xff",
}
good = chunks.accepts("definite", "utf8-valid", "a character in one piece", check_cbor(Raw(b"\x62\xc3\xa9")), {})
for name, character in CHARACTERS.items():
    data = character.encode()
    for at in range(1, len(data)):
        for place, put in PLACES.items():
            if place not in ("alone", "key", "value") and name not in ("two", "three", "four"):
                continue
            chunks.rejects(
                "%s-split-%d-%s" % (name, at, place),
                "utf8-valid",
                "a character of %s bytes in two chunks, %d and %d" % (name.split("-")[0], at, len(data) - at),
                check_cbor(Raw(put(text(data[:at], data[at:])))),
                "malformed",
                good,
            )
        for how, parts in (
            ("empty-between", (data[:at], b"", data[at:])),
            ("text-before", (b"a" + data[:at], data[at:])),
            ("text-behind", (data[:at], data[at:] + b"a")),
            ("chunk-before", (b"a", data[:at], data[at:])),
            ("cut", (data[:at],)),
            ("rest-alone", (data[at:],)),
        ):
            if how in ("cut", "rest-alone") and name not in ("two", "three", "four"):
                continue
            chunks.rejects(
                "%s-split-%d-%s" % (name, at, how),
                "utf8-valid",
                "a character in two chunks, with more around it",
                check_cbor(Raw(text(*parts))),
                "malformed",
                good,
            )
    for place, put in PLACES.items():
        chunks.rejects(
            "%s-whole-%s" % (name, place),
            "definite-lengths",
            "two chunks, each of which is a text",
            check_cbor(Raw(put(text(b"a", data)))),
            "non-canonical",
            good,
        )
    if len(data) > 2:
        chunks.rejects(
            "%s-bytewise" % name,
            "utf8-valid",
            "a character in chunks of one byte each",
            check_cbor(Raw(text(*(bytes([each]) for each in data)))),
            "malformed",
            good,
        )
for slug, item in (
    ("bytes", b"\x5f\x41\xc3\x41\xa9\xff"),
    ("bytes-empty", b"\x5f\xff"),
    ("text-empty", b"\x7f\xff"),
    ("text-empty-chunk", b"\x7f\x60\xff"),
):
    chunks.rejects(
        slug, "definite-lengths", "chunks that are well-formed", check_cbor(Raw(item)), "non-canonical", good
    )
for slug, item in (
    ("bytes-in-text", b"\x7f\x41\x61\xff"),
    ("text-in-bytes", b"\x5f\x61\x61\xff"),
    ("indefinite-in-text", b"\x7f\x7f\x61\x61\xff\xff"),
    ("indefinite-in-bytes", b"\x5f\x5f\x41\x61\xff\xff"),
    ("number-in-text", b"\x7f\x01\xff"),
    ("no-break", b"\x7f\x61\x61"),
    ("surrogates-split", b"\x7f\x63\xed\xa0\xbc\x63\xed\xbd\x86\xff"),
):
    chunks.rejects(slug, "well-formed", "chunks of another type, or none", check_cbor(Raw(item)), "malformed", good)

# The same in documents: of every kind, as a key and as a value of what is unknown.

ENDS = {"stack": "stack_id", "album": "album_id", "asset": "uuid", "settings": "settings_doc_id"}
split, whole = text(b"\xc3", b"\xa9"), text(b"z", b"\xc3\xa9")
for kind, id_key in ENDS.items():
    head = b"\x00\x01" + cbor(id_key) + cbor(bytes([0x11] * 16))
    for slug, item, error in (("split", split, "malformed"), ("whole", whole, "non-canonical")):
        for place, pair in (("key", item + b"\x01"), ("value", cbor("zzzzzzzzzzzzzzzzz") + item)):
            chunks.rejects(
                "%s-%s-%s" % (kind, slug, place),
                "utf8-valid" if slug == "split" else "definite-lengths",
                "chunks in a document",
                check(kind, Raw(b"\xa3" + head + pair)),
                error,
                good,
            )
