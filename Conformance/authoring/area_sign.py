# SPDX-License-Identifier: Apache-2.0
"""Area sign: signed documents (section 11), with the signed bytes of each."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from dilithium_py.ml_dsa import ML_DSA_65

from build import ID_KEYS, OTHER_ID, Pairs, W, adds, asset, cbor, document, stack, stamp
from suite import Topic

SEED, OTHER_SEED, PRIOR = bytes(range(64)), bytes(range(1, 65)), bytes([0x77] * 32)
CONTEXTS = {
    "stack": "capsule/stack-doc/v1",
    "album": "capsule/album-doc/v1",
    "asset": "capsule/sidecar/v1",
    "settings": "capsule/library-settings/v1",
}
ED_ORDER = 2**252 + 27742317777372353535851937790883648493
ML_KEYS = {seed: ML_DSA_65.key_derive(seed[32:]) for seed in (SEED, OTHER_SEED)}


def public_key(seed=SEED):
    """Ed25519 key || ML-DSA-65 key."""
    return Ed25519PrivateKey.from_private_bytes(seed[:32]).public_key().public_bytes_raw() + ML_KEYS[seed][0]


def message(kind, data, prior=None, suite=1, context=None):
    """The signed bytes."""
    return cbor([CONTEXTS[kind] if context is None else context, suite, data, prior])


def halves(signed, seed=SEED, ml_seed=None, ml_context=b""):
    """Both halves over some bytes."""
    return {
        "ed": Ed25519PrivateKey.from_private_bytes(seed[:32]).sign(signed),
        "ml": ML_DSA_65.sign(ML_KEYS[ml_seed or seed][1], signed, ctx=ml_context, deterministic=True),
    }


def envelope(data, signature, prior=None, version=1, suite=1):
    """A signed document."""
    return cbor([version, suite, data, prior, signature])


def signed(kind, data, prior=None, seed=SEED):
    """A document signed as the section says."""
    return envelope(data, halves(message(kind, data, prior), seed), prior)


def sign(kind, data, prior=None, seed=SEED):
    """document.sign."""
    return {
        "op": "document.sign",
        "kind": kind,
        "bytes": data.hex(),
        "prior": prior and prior.hex(),
        "seed": seed.hex(),
    }


def verify(kind, data, key=None):
    """document.verify."""
    return {"op": "document.verify", "kind": kind, "bytes": data.hex(), "public_key": (key or public_key()).hex()}


signing, verifying = Topic("sign", "sign"), Topic("sign", "verify")
DOCS = {kind: cbor(document(kind, zz=[1, {"y": None}])) for kind in ID_KEYS}
near = {}
for kind, data in DOCS.items():
    between = {"signed_bytes": message(kind, data).hex()}
    signing.accepts(
        kind,
        "signed-bytes",
        "both halves over [context, suite, document, prior]",
        sign(kind, data),
        {"bytes": signed(kind, data).hex()},
        intermediates=between,
    )
    near[kind] = verifying.accepts(
        kind,
        "signed-context",
        "a signed %s" % kind,
        verify(kind, signed(kind, data)),
        {"document": data.hex(), "prior": None},
        intermediates=between,
    )
signing.accepts(
    "other-seed",
    "keys",
    "the secret key is two seeds, Ed25519 first",
    sign("stack", DOCS["stack"], seed=OTHER_SEED),
    {"bytes": signed("stack", DOCS["stack"], seed=OTHER_SEED).hex()},
    intermediates={"public_key": public_key(OTHER_SEED).hex()},
)
signing.accepts(
    "again",
    "sign-deterministic",
    "the same document again: the same bytes, deterministic in both halves",
    {**sign("stack", DOCS["stack"]), "again": True},
    {"bytes": signed("stack", DOCS["stack"]).hex()},
)
with_prior = signing.accepts(
    "prior",
    "prior",
    "an asset with the digest of the record before",
    sign("asset", DOCS["asset"], PRIOR),
    {"bytes": signed("asset", DOCS["asset"], PRIOR).hex()},
    intermediates={"signed_bytes": message("asset", DOCS["asset"], PRIOR).hex()},
)
near["prior"] = verifying.accepts(
    "prior",
    "prior",
    "an asset with the digest of the record before",
    verify("asset", signed("asset", DOCS["asset"], PRIOR)),
    {"document": DOCS["asset"].hex(), "prior": PRIOR.hex()},
)
for kind in ("stack", "album", "settings"):
    signing.rejects(
        "prior-of-" + kind,
        "prior",
        "a prior on a document that is no asset",
        sign(kind, DOCS[kind], PRIOR),
        "invalid",
        with_prior,
    )
base = signing.vectors[0]["id"]
for slug, changes, note in (
    ("prior-31", {"kind": "asset", "bytes": DOCS["asset"].hex(), "prior": "00" * 31}, "a prior of 31 bytes"),
    ("prior-missing", {"prior": ...}, "prior is there, null or not"),
    ("prior-text", {"kind": "asset", "bytes": DOCS["asset"].hex(), "prior": "x"}, "a prior that is no hex"),
):
    signing.rejects(
        slug,
        "prior",
        note,
        {name: value for name, value in {**sign("stack", DOCS["stack"]), **changes}.items() if value is not ...},
        "invalid",
        base,
    )
for slug, seed in (
    ("seed-32", SEED[:32].hex()),
    ("seed-63", SEED[:63].hex()),
    ("seed-65", SEED.hex() + "00"),
    ("seed-null", None),
):
    signing.rejects(
        slug, "keys", "a secret key of another size", {**sign("stack", DOCS["stack"]), "seed": seed}, "invalid", base
    )
signing.rejects(
    "newer",
    "newer-refused",
    "a newer document is not signed",
    sign("stack", cbor(stack(schema=2))),
    "newer-schema",
    base,
)
signing.rejects("invalid", "class-invalid", "nor what is no document", sign("stack", cbor({0: 1})), "invalid", base)
signing.rejects(
    "non-canonical",
    "class-non-canonical",
    "nor what is not canonical",
    sign("stack", b"\xbf" + DOCS["stack"][1:] + b"\xff"),
    "non-canonical",
    base,
)

# Verification.

verifying.accepts(
    "other-key",
    "keys",
    "another key pair",
    verify("stack", signed("stack", DOCS["stack"], seed=OTHER_SEED), public_key(OTHER_SEED)),
    {"document": DOCS["stack"].hex(), "prior": None},
)
newer = cbor(stack(schema=2, later=[1]))
handed = verifying.accepts(
    "newer",
    "verify-newer",
    "a newer document whose signature verifies is handed on as newer",
    verify("stack", signed("stack", newer)),
    {"document": newer.hex(), "prior": None, "newer_schema": 2},
)
verifying.accepts(
    "newer-unreadable",
    "verify-newer",
    "whatever else its body holds",
    verify("stack", signed("stack", cbor({0: 9, 1: 2}))),
    {"document": cbor({0: 9, 1: 2}).hex(), "prior": None, "newer_schema": 9},
)

refusals = Topic("sign", "refused")


def refused(slug, rule, note, data, error="signature-invalid", kind="stack", key=None, beside=None):
    """A signed document that does not verify."""
    refusals.rejects(slug, rule, note, verify(kind, data, key), error, beside or near[kind])


data = DOCS["stack"]
good = halves(message("stack", data))


def turned(half, at=0, mask=1):
    """The signature with a bit of one half turned."""
    old = good[half]
    return {**good, half: old[:at] + bytes([old[at] ^ mask]) + old[at + 1 :]}


for half, last in (("ed", 63), ("ml", 3308)):
    refused(half + "-first-bit", "both-halves", "a bit of the %s half" % half, envelope(data, turned(half)))
    refused(half + "-last-byte", "both-halves", "a bit of its last byte", envelope(data, turned(half, last)))
    refused(half + "-zeros", "both-halves", "a half of zeros", envelope(data, {**good, half: bytes(len(good[half]))}))
    refused(
        half + "-other-key",
        "both-halves",
        "one half by another key",
        envelope(data, {**good, half: halves(message("stack", data), OTHER_SEED)[half]}),
    )
    refused(
        half + "-other-document",
        "both-halves",
        "one half over another document",
        envelope(data, {**good, half: halves(message("stack", cbor(stack())))[half]}),
    )
refused("ml-middle-bit", "both-halves", "a bit in the middle of the ml half", envelope(data, turned("ml", 1700)))
refused("ml-hint-bit", "both-halves", "a bit in the hints of the ml half", envelope(data, turned("ml", 3260)))
refused(
    "ml-context",
    "both-halves",
    "the ml half with a context of its own",
    envelope(data, {**good, "ml": halves(message("stack", data), ml_context=b"capsule")["ml"]}),
)
refused(
    "ed-plus-order",
    "both-halves",
    "an S that is not below the order (RFC 8032 section 5.1.7)",
    envelope(
        data,
        {**good, "ed": good["ed"][:32] + (int.from_bytes(good["ed"][32:], "little") + ED_ORDER).to_bytes(32, "little")},
    ),
)
refused("other-public-key", "both-halves", "another public key", signed("stack", data), key=public_key(OTHER_SEED))
refused(
    "mixed-public-key",
    "both-halves",
    "a public key of two signers",
    signed("stack", data),
    key=public_key()[:32] + public_key(OTHER_SEED)[32:],
)
refused("class", "class-signature-invalid", "both halves by another key", signed("stack", data, seed=OTHER_SEED))
refused("document-bit", "every-byte", "a bit of the document", envelope(data[:-1] + bytes([data[-1] ^ 1]), good))
refused("document-stripped", "every-byte", "an unknown key stripped", envelope(cbor(stack()), good))
refused(
    "document-added",
    "every-byte",
    "a label added",
    envelope(cbor(stack(zz=[1, {"y": None}], labels=adds(W, "a"))), good),
)
refused(
    "id-changed", "every-byte", "another id", envelope(cbor(document("stack", id=OTHER_ID, zz=[1, {"y": None}])), good)
)
verifying.accepts(
    "both",
    "both-halves",
    "both halves verify",
    verify("album", signed("album", DOCS["album"], seed=OTHER_SEED), public_key(OTHER_SEED)),
    {"document": DOCS["album"].hex(), "prior": None},
)
verifying.accepts(
    "unknown-keys",
    "every-byte",
    "a document with unknown keys, all of them covered",
    verify("asset", signed("asset", cbor(asset(zz=1, rating=stamp(3, x=1))))),
    {"document": cbor(asset(zz=1, rating=stamp(3, x=1))).hex(), "prior": None},
)
prior_good = halves(message("asset", DOCS["asset"], PRIOR))
refused(
    "prior-stripped",
    "prior",
    "the prior made null",
    envelope(DOCS["asset"], prior_good),
    kind="asset",
    beside=near["prior"],
)
refused(
    "prior-changed",
    "prior",
    "another prior",
    envelope(DOCS["asset"], prior_good, bytes(32)),
    kind="asset",
    beside=near["prior"],
)
refused(
    "prior-added",
    "prior",
    "a prior added",
    envelope(DOCS["asset"], halves(message("asset", DOCS["asset"])), PRIOR),
    kind="asset",
    beside=near["prior"],
)
refused(
    "prior-31",
    "prior",
    "a prior of 31 bytes",
    envelope(DOCS["asset"], prior_good, PRIOR[:31]),
    "invalid",
    kind="asset",
    beside=near["prior"],
)
refused(
    "prior-text",
    "prior",
    "a prior that is a text",
    envelope(DOCS["asset"], prior_good, "x" * 32),
    "invalid",
    kind="asset",
    beside=near["prior"],
)
refused(
    "prior-of-stack",
    "prior",
    "a prior on a stack, though both halves verify",
    envelope(data, halves(message("stack", data, PRIOR)), PRIOR),
    "invalid",
)
for other in ("album", "asset", "settings"):
    refused(
        "stack-as-" + other,
        "signed-context",
        "a signed stack taken for a signed %s" % other,
        signed("stack", data),
        kind=other,
    )
refused(
    "context-of-album",
    "signed-context",
    "a stack signed under the album's context",
    envelope(data, halves(message("album", data))),
)
refused(
    "context-empty",
    "signed-context",
    "signed without a context",
    envelope(data, halves(message("stack", data, context=""))),
)
refused("document-alone", "signed-context", "the halves over the document alone", envelope(data, halves(data)))
refused(
    "suite-signed-2",
    "signed-suite",
    "signed for another suite",
    envelope(data, halves(message("stack", data, suite=2))),
)
for slug, value in (
    ("2", [2]),
    ("2-whole", [2, 1, data, None, good]),
    ("2-other-suite", [2, 9]),
    ("2-text", [2, "x"]),
    ("greatest", [2**64 - 1, 1]),
    ("256", [256, 1, data, None, good, "more"]),
):
    refused(
        "envelope-newer-" + slug,
        "envelope-newer",
        "a newer envelope, before anything else of the array",
        cbor(value),
        "newer-schema",
    )
verifying.accepts(
    "envelope-1",
    "envelope-newer",
    "the envelope implemented",
    verify("album", signed("album", cbor(document("album")))),
    {"document": cbor(document("album")).hex(), "prior": None},
)
for slug, value in (
    ("2", [1, 2, data, None, good]),
    ("0", [1, 0, data, None, good]),
    ("65535", [1, 65535]),
    ("2-short", [1, 2]),
    ("2-other-form", [1, 2, 3]),
):
    refused(
        "suite-" + slug,
        "signed-suite",
        "another suite, before anything else of the array",
        cbor(value),
        "unknown-suite",
    )
refused(
    "suite-class",
    "class-unknown-suite",
    "another suite with its own form of signature",
    cbor([1, 7, data, None, b"x"]),
    "unknown-suite",
)
verifying.accepts(
    "suite-1",
    "signed-suite",
    "the suite implemented",
    verify("settings", signed("settings", cbor(document("settings")))),
    {"document": cbor(document("settings")).hex(), "prior": None},
)
for slug, value in (
    ("map", {}),
    ("empty", []),
    ("text", "x"),
    ("four", [1, 1, data, None]),
    ("six", [1, 1, data, None, good, None]),
    ("version-0", [0, 1, data, None, good]),
    ("version-text", ["1", 1, data, None, good]),
    ("version-negative", [-1, 1, data, None, good]),
    ("suite-text", [1, "1", data, None, good]),
    ("suite-missing", [1]),
    ("document-text", [1, 1, "x", None, good]),
    ("document-map", [1, 1, stack(), None, good]),
    ("document-null", [1, 1, None, None, good]),
    ("signature-null", [1, 1, data, None, None]),
    ("signature-array", [1, 1, data, None, [good["ed"], good["ml"]]]),
    ("signature-empty", [1, 1, data, None, {}]),
    ("no-ed", [1, 1, data, None, {"ml": good["ml"]}]),
    ("no-ml", [1, 1, data, None, {"ed": good["ed"]}]),
    ("unknown-key", [1, 1, data, None, {**good, "x": 1}]),
    ("ed-63", [1, 1, data, None, {**good, "ed": good["ed"][:63]}]),
    ("ed-65", [1, 1, data, None, {**good, "ed": good["ed"] + b"\0"}]),
    ("ml-3308", [1, 1, data, None, {**good, "ml": good["ml"][:3308]}]),
    ("ml-3310", [1, 1, data, None, {**good, "ml": good["ml"] + b"\0"}]),
    ("ed-text", [1, 1, data, None, {**good, "ed": "x" * 64}]),
    ("prior-false", [1, 1, data, False, good]),
):
    refused("form-" + slug, "signed-form", "an envelope of another form", cbor(value), "invalid")
verifying.accepts(
    "form",
    "signed-form",
    "an array of five with a signature of two",
    verify("asset", signed("asset", cbor(asset()))),
    {"document": cbor(asset()).hex(), "prior": None},
)
refused(
    "suite-65536",
    "signed-suite",
    "a suite that is no uint16",
    cbor([1, 65536, data, None, good]),
    ["invalid", "unknown-suite"],
)
whole = signed("stack", data)
refused("trailing", "verify-order", "trailing bytes", whole + b"\x00", "malformed")
refused("truncated", "verify-order", "truncated", whole[:-1], "malformed")
refused("nothing", "verify-order", "no bytes", b"", "malformed")
refused("indefinite", "signed-form", "an array of indefinite length", b"\x9f" + whole[1:] + b"\xff", "non-canonical")
refused(
    "halves-swapped",
    "signed-form",
    "a signature's keys out of order",
    cbor([1, 1, data, None, Pairs(("ml", good["ml"]), ("ed", good["ed"]))]),
    "non-canonical",
)
refused(
    "form-and-signature",
    "verify-order",
    "the envelope comes before the signature",
    cbor([1, 1, data, None, {**turned("ed"), "x": 1}]),
    "invalid",
)
refused(
    "signature-and-document", "verify-order", "the signature comes before the document", envelope(cbor({0: 1}), good)
)
refused(
    "signature-and-newer",
    "verify-order",
    "nothing of a newer document before its signature",
    envelope(newer, good),
    beside=handed,
)
for slug, content, error in (
    ("invalid", cbor({0: 1}), "invalid"),
    ("malformed", data[:-1], "malformed"),
    ("non-canonical", b"\xbf" + data[1:] + b"\xff", "non-canonical"),
    ("other-kind", cbor(document("album")), "invalid"),
    ("empty", b"", "malformed"),
    ("rating", cbor(asset(rating=stamp(6))), "invalid"),
):
    kind = "asset" if slug == "rating" else "stack"
    refused(
        "document-" + slug,
        "verify-order",
        "both halves verify, and the document is none",
        signed(kind, content),
        error,
        kind=kind,
    )
verifying.accepts(
    "order",
    "verify-order",
    "envelope, signature and document are good",
    verify("stack", signed("stack", cbor(stack(labels=adds(W, "a"))))),
    {"document": cbor(stack(labels=adds(W, "a"))).hex(), "prior": None},
)
refused_key = (("1983", public_key()[:-1]), ("1985", public_key() + b"\0"), ("32", public_key()[:32]), ("empty", b""))
for slug, key in refused_key:
    refusals.rejects(
        "public-key-" + slug,
        "keys",
        "a public key of another size",
        {**verify("stack", whole), "public_key": key.hex()},
        "invalid",
        near["stack"],
    )
refusals.rejects(
    "kind-unknown",
    "request-members",
    "an unknown kind",
    {**verify("stack", whole), "kind": "photo"},
    "invalid",
    near["stack"],
)
