# SPDX-License-Identifier: Apache-2.0
"""Write EXAMPLES.md, one document of each kind, a signed and a sealed one, byte by byte: examples.py [--check].

The bytes come from build.py, so from another encoder than the reference's, and each example is asked of the
reference before it is written. --check writes nothing and fails when the file is not what this makes of it.
"""

import hashlib
import sys

from build import (
    A,
    AI_TAG,
    B,
    CIRCLE,
    FACTS,
    GPS,
    ID,
    MEMBERSHIP,
    REGION,
    T2,
    W,
    X,
    adds,
    album,
    asset,
    cbor,
    check,
    definition,
    line,
    settings,
    stack,
    stamp,
)
from suite import ROOT, reference_answer

import cbor as reading  # noqa: E402  (the reference's reader takes the examples apart)

PATH = ROOT / "EXAMPLES.md"
SHOWN = 24  # bytes of a longer string are cut
DOCUMENTS = {
    "stack": (
        "A stack with two labels, one of them removed",
        stack(labels={W: line([0, 1], {0: "Beach"}), X: line([4, 4])}),
    ),
    "album": (
        "An album with a name, and a key that this version does not know",
        album(name=stamp("Mad\u00e8re"), zz=[1, None]),
    ),
    "asset": (
        "An asset sidecar",
        asset(
            facts=stamp(FACTS),
            caption={"current": stamp("two", ts=T2), "superseded": [stamp("one", by=B)]},
            location=stamp(GPS),
            rating=stamp(4),
            regions={REGION: {"labels": adds(W, "Ana"), "shape": stamp(CIRCLE)}},
            stack_membership=stamp(MEMBERSHIP),
            tags_ai=adds(W, AI_TAG),
        ),
    ),
    "settings": (
        "Library settings with a smart album and a deleted override",
        settings(
            smart_albums={ID: stamp(definition({"term": {"field": "rating", "op": "gte", "operand": 4}}))},
            scope_overrides={bytes([0x61] * 32): stamp(None)},
            source_kind_defaults={"folder": stamp(ID)},
        ),
    ),
}
SEED = bytes(range(64)).hex()
KEY, NONCE = bytes([0x4B] * 32).hex(), bytes([0x4E] * 12).hex()


def hexed(data):
    """Bytes, the middle of long ones left out."""
    return data.hex() if len(data) <= SHOWN else "%s..%s" % (data[: SHOWN // 2].hex(), data[-SHOWN // 2 :].hex())


def said(item):
    """What an item is, in a few words."""
    if item.kind == reading.TEXT:
        return '"%s"' % item.value
    if item.kind == reading.BYTES:
        digest = "" if item.size <= SHOWN else ", SHA-256 %s" % hashlib.sha256(item.value).hexdigest()
        return "%d bytes%s" % (len(item.value), digest)
    if item.kind == reading.ARRAY:
        return "array of %d" % len(item.value)
    if item.kind == reading.MAP:
        return "map of %d" % len(item.value)
    return {reading.NULL: "null"}.get(item.kind, str(item.value).lower())


def rows(item, depth, name=""):
    """(depth, bytes, meaning) of an item and of what is in it; every byte is in one row."""
    inner = item.value if item.kind == reading.ARRAY else []
    if item.kind == reading.MAP:
        inner = [each for pair in item.value for each in pair]
    start = inner[0].start if inner else item.end
    head = item.data[item.start : start]
    yield depth, head, name + said(item)
    if item.kind == reading.ARRAY:
        for each in item.value:
            yield from rows(each, depth + 1)
    if item.kind == reading.MAP:
        for key, value in item.value:
            yield depth + 1, key.raw, "key " + said(key)
            yield from rows(value, depth + 2)


def block(found):
    """The rows as text, and all of the bytes."""
    lines = ["  " * depth + hexed(data) for depth, data, _ in found]
    width = max(map(len, lines)) + 2
    return "\n".join("    " + text.ljust(width) + meaning for text, (_, _, meaning) in zip(lines, found))


def asked(request):
    """The reference's answer, which has to be ok."""
    answer = reference_answer(request)
    if "ok" not in answer:
        raise SystemExit("examples: %s is refused as %s" % (request["op"], answer["error"]))
    return answer["ok"]


def written():
    """The text of EXAMPLES.md."""
    parts = [
        "# Worked examples",
        "",
        "One document of each kind, and a signed and a sealed one, byte by byte. Indentation is nesting; a string of more",
        "than %d bytes is cut in the middle, and its length and digest are given. `authoring/examples.py` writes this file,"
        % SHOWN,
        "and a test holds it. Text of this document: CC0.",
    ]
    for kind, (title, doc) in DOCUMENTS.items():
        data = cbor(doc)
        asked(check(kind, doc))
        parts += ["", "## %s (section 10)" % title, "", block(list(rows(reading.decode(data), 0)))]
        parts += [
            "",
            "In one piece:",
            "",
            "    " + "\n    ".join(data.hex()[at : at + 96] for at in range(0, 2 * len(data), 96)),
        ]
    data = cbor(DOCUMENTS["stack"][1])
    signed = bytes.fromhex(
        asked({"op": "document.sign", "kind": "stack", "bytes": data.hex(), "prior": None, "seed": SEED})["bytes"]
    )
    parts += [
        "",
        "## The same stack, signed (section 11)",
        "",
        "The seed is the bytes 00 to 3f: 32 for Ed25519, then 32 for ML-DSA-65.",
        "",
        block(list(rows(reading.decode(signed), 0))),
        "",
        "Signed are these bytes:",
        "",
        block(list(rows(reading.decode(cbor(["capsule/stack-doc/v1", 1, data, None])), 0))),
    ]
    sealing = {"kind": "stack", "record_id": ID.hex(), "key": KEY}
    sealed = asked({"op": "record.seal", **sealing, "key_version": 7, "nonce": NONCE, "plaintext": signed.hex()})[
        "bytes"
    ]
    if asked({"op": "record.open", **sealing, "bytes": sealed}) != {"plaintext": signed.hex(), "key_version": 7}:
        raise SystemExit("examples: the sealed record does not open")
    sealed = bytes.fromhex(sealed)
    found = [
        (0, sealed[:2], "suite 0x0001"),
        (0, sealed[2:6], "version of the key: 7"),
        (0, sealed[6:18], "nonce"),
        (
            0,
            sealed[18:-16],
            "ciphertext of %d bytes, SHA-256 %s" % (len(sealed) - 34, hashlib.sha256(sealed[18:-16]).hexdigest()),
        ),
        (0, sealed[-16:], "tag"),
    ]
    parts += [
        "",
        "## The signed stack, sealed (section 11)",
        "",
        "The album master key is 32 times 4b.",
        "",
        block(found),
    ]
    parts += ["", "Its content hash is %s." % hashlib.sha256(sealed).hexdigest()]
    return "\n".join(parts) + "\n"


def main():
    """Write or compare."""
    text = written()
    if "--check" in sys.argv[1:]:
        sys.exit(
            0
            if PATH.is_file() and PATH.read_text(encoding="utf-8") == text
            else "examples: EXAMPLES.md is not what examples.py writes"
        )
    PATH.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
