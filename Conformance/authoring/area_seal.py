# SPDX-License-Identifier: Apache-2.0
"""Area seal: sealed records and metadata blobs (section 11), with the key, the AAD and the nonce of each."""

import hashlib
import hmac

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from build import ID, ID_KEYS, OTHER_ID, cbor, document
from suite import Topic

KEY, OTHER_KEY, NONCE = bytes(range(32)), bytes(range(1, 33)), bytes(range(0x40, 0x4C))
INFOS = {
    "stack": "stack-doc/v1",
    "album": "album-doc/v1",
    "asset": "metadata-blob/v1",
    "settings": "library-settings/v1",
}


def hkdf(key, salt, info):
    """HKDF-SHA512 (RFC 5869) of 32 bytes, which one block holds."""
    extracted = hmac.new(salt, key, hashlib.sha512).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha512).digest()[:32]


def sealed(kind, plaintext, record_id=ID, key=KEY, nonce=NONCE, key_version=1, suite=1, aad=None, info=None):
    """A sealed record by the section's formulas; `aad` and `info` stand in for a sealer that is wrong."""
    header = suite.to_bytes(2, "big") + (b"" if kind == "asset" else key_version.to_bytes(4, "big"))
    derived = hkdf(key, record_id + nonce, (INFOS[kind] if info is None else info).encode())
    aad = (b"" if kind == "asset" else header) if aad is None else aad
    return header + nonce + AESGCM(derived).encrypt(nonce, plaintext, aad or None)


def intermediates(kind, record_id=ID, key=KEY, nonce=NONCE, key_version=1):
    """What an implementer compares first."""
    header = b"\x00\x01" + (b"" if kind == "asset" else key_version.to_bytes(4, "big"))
    return {
        "salt": (record_id + nonce).hex(),
        "info": INFOS[kind],
        "derived_key": hkdf(key, record_id + nonce, INFOS[kind].encode()).hex(),
        "aad": "" if kind == "asset" else header.hex(),
        "nonce": nonce.hex(),
    }


def seal(kind, plaintext, record_id=ID, key=KEY, nonce=NONCE, key_version=1):
    """record.seal."""
    request = {
        "op": "record.seal",
        "kind": kind,
        "record_id": record_id.hex(),
        "key": key.hex(),
        "nonce": nonce.hex(),
        "plaintext": plaintext.hex(),
    }
    return request if kind == "asset" else {**request, "key_version": key_version}


def open_record(kind, record, record_id=ID, key=KEY):
    """record.open."""
    return {"op": "record.open", "kind": kind, "record_id": record_id.hex(), "key": key.hex(), "bytes": record.hex()}


sealing, opening, refusals = Topic("seal", "seal"), Topic("seal", "open"), Topic("seal", "refused")
TEXTS = {kind: cbor(document(kind, zz="plaintext")) for kind in ID_KEYS}
for kind in ID_KEYS:
    layout = "blob-layout" if kind == "asset" else "record-layout"
    for slug, plaintext, changes, rule, note in (
        ("plain", TEXTS[kind], {}, layout, "a document"),
        ("empty", b"", {}, layout, "an empty plaintext"),
        ("one-byte", b"\x00", {}, layout, "one byte"),
        ("block", bytes(16), {}, layout, "one block"),
        ("past-block", bytes(17), {}, layout, "one byte more than a block"),
        ("suite-1", b"\x01\x02", {}, "open-suite", "the suite implemented"),
        ("tag", b"\xff" * 31, {}, "open-tag", "a tag that verifies"),
        ("shortest", b"", {}, "open-length", "header, nonce and tag, and nothing between"),
        ("other-id", TEXTS[kind], {"record_id": OTHER_ID}, "record-key", "another id salts the key"),
        ("other-nonce", TEXTS[kind], {"nonce": bytes(12)}, "record-key", "another nonce salts the key too"),
        ("other-key", TEXTS[kind], {"key": OTHER_KEY}, "record-key", "another key"),
        ("zeros", bytes(4), {"key": bytes(32), "nonce": bytes(12), "record_id": bytes(16)}, "record-key", "all zero"),
    ):
        record = sealed(kind, plaintext, **changes)
        sealing.accepts(
            "%s-%s" % (kind, slug),
            rule,
            "a %s: %s" % (kind, note),
            seal(kind, plaintext, **changes),
            {"bytes": record.hex()},
            intermediates=intermediates(kind, **changes),
        )
        answer = {"plaintext": plaintext.hex(), **({} if kind == "asset" else {"key_version": 1})}
        opened = {name: value for name, value in changes.items() if name != "nonce"}
        opening.accepts(
            "%s-%s" % (kind, slug),
            rule,
            "a %s opened: %s" % (kind, note),
            open_record(kind, record, **opened),
            answer,
            intermediates=intermediates(kind, **changes),
        )
for kind in ("stack", "album", "settings"):
    for version in (0, 256, 2**32 - 1):
        sealing.accepts(
            "%s-version-%d" % (kind, version),
            "record-aad",
            "the key's version stands in the header, and the header is the AAD",
            seal(kind, b"x", key_version=version),
            {"bytes": sealed(kind, b"x", key_version=version).hex()},
            intermediates=intermediates(kind, key_version=version),
        )
        opening.accepts(
            "%s-version-%d" % (kind, version),
            "record-aad",
            "the key's version is read from the header",
            open_record(kind, sealed(kind, b"x", key_version=version)),
            {"plaintext": "78", "key_version": version},
        )
near = sealing.vectors[0]["id"]
for slug, changes, note in (
    ("key-31", {"key": KEY[:31].hex()}, "a key of 31 bytes"),
    ("key-33", {"key": KEY.hex() + "00"}, "a key of 33 bytes"),
    ("nonce-11", {"nonce": NONCE[:11].hex()}, "a nonce of 11 bytes"),
    ("nonce-16", {"nonce": bytes(16).hex()}, "a nonce of 16 bytes"),
    ("id-15", {"record_id": ID[:15].hex()}, "an id of 15 bytes"),
    ("version-missing", {"key_version": ...}, "no key version"),
    ("version-null", {"key_version": None}, "a null key version"),
    ("version-2-32", {"key_version": 2**32}, "a key version past uint32"),
    ("version-negative", {"key_version": -1}, "a negative key version"),
    ("version-text", {"key_version": "1"}, "a text"),
    ("plaintext-missing", {"plaintext": ...}, "no plaintext"),
    ("kind", {"kind": "photo"}, "an unknown kind"),
    ("plaintext-upper", {"plaintext": "AA"}, "upper-case hex"),
    ("nonce-missing", {"nonce": ...}, "no nonce"),
    ("key-missing", {"key": ...}, "no key"),
):
    request = {**seal("stack", TEXTS["stack"]), **changes}
    sealing.rejects(
        slug,
        (
            "record-layout"
            if slug.startswith(("version", "nonce"))
            else "record-key" if slug.startswith(("key", "id")) else "request-members"
        ),
        note,
        {name: value for name, value in request.items() if value is not ...},
        "invalid",
        near,
    )

by_kind = {
    kind: next(vector["id"] for vector in opening.vectors if vector["id"].endswith("-%s-plain" % kind))
    for kind in ID_KEYS
}


def refused(slug, rule, note, kind, record, error="authentication-failed", **request):
    """A record that does not open."""
    refusals.rejects(slug, rule, note, open_record(kind, record, **request), error, by_kind[kind])


def flipped(record, at, mask=1):
    """A record with a bit turned."""
    return record[:at] + bytes([record[at] ^ mask]) + record[at + 1 :]


for kind in ID_KEYS:
    record = sealed(kind, TEXTS[kind])
    start = 2 if kind == "asset" else 6
    refused(kind + "-other-key", "record-key", "another key", kind, record, key=OTHER_KEY)
    refused(kind + "-other-id", "record-key", "the record of another id", kind, record, record_id=OTHER_ID)
    refused(kind + "-nonce-bit", "record-key", "a bit of the nonce", kind, flipped(record, start))
    refused(kind + "-nonce-last", "open-tag", "a bit of the nonce's last byte", kind, flipped(record, start + 11, 0x80))
    refused(kind + "-ciphertext-bit", "open-tag", "a bit of the ciphertext", kind, flipped(record, start + 12))
    refused(kind + "-tag-bit", "open-tag", "a bit of the tag", kind, flipped(record, len(record) - 1))
    refused(
        kind + "-tag-first", "open-tag", "a bit of the tag's first byte", kind, flipped(record, len(record) - 16, 0x80)
    )
    refused(kind + "-cut", "open-tag", "the last byte cut", kind, record[:-1])
    refused(kind + "-longer", "open-tag", "a byte more", kind, record + b"\x00")
    refused(
        kind + "-tag-only",
        "class-authentication-failed",
        "a tag of zeros over nothing",
        kind,
        record[: start + 12] + bytes(16),
    )
    refused(
        kind + "-short",
        "open-length",
        "a byte less than header, nonce and tag",
        kind,
        sealed(kind, b"")[:-1],
        "malformed",
    )
    refused(kind + "-empty-record", "open-length", "no byte at all", kind, b"", "malformed")
    refused(kind + "-header-alone", "open-length", "a header alone", kind, record[:start], "malformed")
    refused(
        kind + "-short-unknown-suite",
        "open-length",
        "length comes before the suite",
        kind,
        b"\x00\x02" + bytes(20),
        "malformed",
    )
    for suite in (0, 2, 256, 65535):
        refused(
            "%s-suite-%d" % (kind, suite),
            "open-suite",
            "suite %d" % suite,
            kind,
            sealed(kind, TEXTS[kind], suite=suite),
            "unknown-suite",
        )
    refused(
        kind + "-suite-bad-tag",
        "class-unknown-suite",
        "the suite comes before the tag",
        kind,
        flipped(sealed(kind, TEXTS[kind], suite=2), 40),
        "unknown-suite",
    )
    for other in ID_KEYS:
        if other != kind:
            refused(
                "%s-as-%s" % (other, kind),
                "record-key",
                "the info of another kind",
                kind,
                sealed(kind, TEXTS[kind], info=INFOS[other]),
            )
    for name in ("version-byte", "aad"):
        if kind != "asset":
            refused(
                "%s-%s" % (kind, name),
                "record-aad",
                "the header's version changed" if name == "version-byte" else "a sealer without AAD",
                kind,
                flipped(record, 5) if name == "version-byte" else sealed(kind, TEXTS[kind], aad=b""),
            )
    if kind == "asset":
        refused(
            "asset-with-aad", "blob-layout", "a blob has no AAD", kind, sealed("asset", TEXTS[kind], aad=b"\x00\x01")
        )
        refused(
            "asset-with-version",
            "blob-layout",
            "a blob with a key version in its header",
            kind,
            sealed("stack", TEXTS[kind], info=INFOS["asset"]),
        )
    else:
        refused(
            kind + "-without-version",
            "record-layout",
            "a record without the key's version",
            kind,
            sealed("asset", TEXTS[kind], info=INFOS[kind]),
        )
        refused(
            kind + "-aad-suite-only",
            "record-aad",
            "a sealer whose AAD is the suite alone",
            kind,
            sealed(kind, TEXTS[kind], aad=b"\x00\x01"),
        )
    refused(
        kind + "-salt-swapped",
        "record-key",
        "a salt of nonce and id",
        kind,
        (
            b"\x00\x01"
            + (b"" if kind == "asset" else b"\x00\x00\x00\x01")
            + NONCE
            + AESGCM(hkdf(KEY, NONCE + ID, INFOS[kind].encode())).encrypt(
                NONCE, TEXTS[kind], None if kind == "asset" else b"\x00\x01\x00\x00\x00\x01"
            )
        ),
    )
    refused(
        kind + "-salt-id-only",
        "record-key",
        "a salt without the nonce",
        kind,
        (
            b"\x00\x01"
            + (b"" if kind == "asset" else b"\x00\x00\x00\x01")
            + NONCE
            + AESGCM(hkdf(KEY, ID, INFOS[kind].encode())).encrypt(
                NONCE, TEXTS[kind], None if kind == "asset" else b"\x00\x01\x00\x00\x00\x01"
            )
        ),
    )
for slug, changes in (
    ("key-31", {"key": KEY[:31].hex()}),
    ("id-17", {"record_id": ID.hex() + "00"}),
    ("kind", {"kind": "blob"}),
    ("bytes-missing", {"bytes": ...}),
    ("bytes-upper", {"bytes": "AA" * 40}),
):
    refusals.rejects(
        "request-" + slug,
        "request-members",
        "a request that does not fit",
        {
            name: value
            for name, value in {**open_record("stack", sealed("stack", b"x")), **changes}.items()
            if value is not ...
        },
        "invalid",
        by_kind["stack"],
    )
