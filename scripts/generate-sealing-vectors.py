#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the known answers under Tests/CapsuleSealingTests/Vectors.

    pip install -r Conformance/reference/python/requirements.txt
    scripts/generate-sealing-vectors.py            write them
    scripts/generate-sealing-vectors.py --check    compare with what is committed; exit 1 on a difference

No value comes from this package: the primitives are those of `cryptography` (OpenSSL's HKDF-SHA512, AES-256-GCM,
Ed25519) and `dilithium-py` (ML-DSA-65), the layouts those of the reference testee beside the specification. RFC 5869
has test cases for SHA-256 and SHA-1 only; its inputs are taken here with SHA-512, so the outputs are OpenSSL's word.
Signatures that a strict verifier refuses are made with the curve arithmetic below. The vectors are CC0-1.0.
"""
import argparse
import hashlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Conformance/reference/python"))

from cryptography.hazmat.primitives import hashes  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402
from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: E402
from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: E402
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: E402
from dilithium_py.ml_dsa import ML_DSA_65  # noqa: E402

import cbor  # noqa: E402
import sealing  # noqa: E402

VECTORS = ROOT / "Tests/CapsuleSealingTests/Vectors"


def stream(label, size):
    """Bytes that look random and are the same everywhere."""
    return hashlib.shake_128(("capsule sealing " + label).encode()).digest(size)


# Curve arithmetic of RFC 8032, for the signatures that must be refused.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE_Y = 4 * pow(5, -1, P) % P


def add(a, b):
    """The sum of two points in affine coordinates."""
    product = D * a[0] * b[0] * a[1] * b[1] % P
    return ((a[0] * b[1] + a[1] * b[0]) * pow(1 + product, -1, P) % P,
            (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P) % P)


def times(n, point):
    """A multiple of a point."""
    result = (0, 1)
    while n:
        if n & 1:
            result = add(result, point)
        point = add(point, point)
        n >>= 1
    return result


def with_y(y, odd):
    """The point with this y, or None when there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P:
        return None
    return (P - x if x and x % 2 != odd else x), y


def encode(point):
    """The canonical encoding of a point."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


BASE = with_y(BASE_Y, 0)


def challenge(r, a, message):
    """k of RFC 8032."""
    return int.from_bytes(hashlib.sha512(r + a + message).digest(), "little") % L


def lax_verifies(public_key, point, message, signature, r_point):
    """The bare equation [S]B = R + [k]A, which holds for every vector made here: only strictness refuses them."""
    s = int.from_bytes(signature[32:], "little")
    k = challenge(signature[:32], public_key, message)
    return times(s, BASE) == add(r_point, times(k, point))


def torsion():
    """The eight points of small order."""
    y = 2
    while True:
        point = with_y(y, 0)
        if point and len({times(i, times(L, point)) for i in range(8)}) == 8:
            return [times(i, times(L, point)) for i in range(8)]
        y += 1


def refused_signatures():
    """(name, public key, message, signature) that the bare equation accepts and a strict verifier does not."""
    key = Ed25519PrivateKey.from_private_bytes(stream("refused", 32))
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    message = b"capsule"
    good = key.sign(message)
    s = int.from_bytes(good[32:], "little")
    yield "S plus the group order", public, message, good[:32] + (s + L).to_bytes(32, "little")

    secret = 1 + int.from_bytes(stream("scalar", 32), "little") % (L - 1)
    r_point = times(secret, BASE)
    r = encode(r_point)
    keys = [("a public key of small order, %d times a generator" % i, encode(point), point)
            for i, point in enumerate(torsion())]
    keys.append(("the neutral element as public key, encoded as y = p + 1", (P + 1).to_bytes(32, "little"), (0, 1)))
    keys.append(("the neutral element as public key, with the sign of x", (1 | 1 << 255).to_bytes(32, "little"), (0, 1)))
    for name, encoded, point in keys:
        # k must take the point to the neutral element: one message in eight does.
        number = 0
        while challenge(r, encoded, b"%d" % number) % 8:
            number += 1
        signature = r + secret.to_bytes(32, "little")
        assert lax_verifies(encoded, point, b"%d" % number, signature, r_point), name
        yield name, encoded, b"%d" % number, signature

    # R the neutral element, so S = k a, for a key whose scalar is known.
    scalar_point = times(secret, BASE)
    r = encode((0, 1))
    s = challenge(r, encode(scalar_point), message) * secret % L
    signature = r + s.to_bytes(32, "little")
    assert lax_verifies(encode(scalar_point), scalar_point, message, signature, (0, 1))
    yield "R of small order", encode(scalar_point), message, signature

    # A key with a component of small order, which k takes to the neutral element, or which the one of R undoes.
    small = torsion()
    for i in range(1, 8):
        point = add(scalar_point, small[i])
        number = 0
        while challenge(encode(r_point), encode(point), b"%d" % number) % 8:
            number += 1
        s = (secret + challenge(encode(r_point), encode(point), b"%d" % number) * secret) % L
        signature = encode(r_point) + s.to_bytes(32, "little")
        assert lax_verifies(encode(point), point, b"%d" % number, signature, r_point)
        yield "a public key of mixed order, %d times a generator" % i, encode(point), b"%d" % number, signature
    for i in range(1, 8):
        mixed, point, number = add(r_point, small[i]), add(scalar_point, small[1]), 0
        while add(times(challenge(encode(mixed), encode(point), b"%d" % number), small[1]), small[i]) != (0, 1):
            number += 1
        s = (secret + challenge(encode(mixed), encode(point), b"%d" % number) * secret) % L
        signature = encode(mixed) + s.to_bytes(32, "little")
        assert lax_verifies(encode(point), point, b"%d" % number, signature, mixed)
        yield "R and a public key of mixed order, %d times a generator" % i, encode(point), b"%d" % number, signature


# The primitives.

RFC5869 = [
    ("RFC 5869 case 1", bytes([0x0B] * 22), bytes(range(13)), bytes(range(0xF0, 0xFA))),
    ("RFC 5869 case 2", bytes(range(0x50)), bytes(range(0x60, 0xB0)), bytes(range(0xB0, 0x100))),
    ("RFC 5869 case 3", bytes([0x0B] * 22), b"", b""),
]
INFOS = sorted(sealing.INFOS.values())


def derived(secret, salt, info):
    """HKDF-SHA512, 32 bytes."""
    return HKDF(algorithm=hashes.SHA512(), length=32, salt=salt, info=info).derive(secret)


def derivations():
    """Only infos that the suite has reach its HKDF, so the RFC's infos are replaced by them."""
    for index, info in enumerate(INFOS):
        secret, salt = stream("ikm%d" % index, 32), stream("salt%d" % index, 28)
        yield "%s, as a record has it" % info.decode(), secret, salt, info, derived(secret, salt, info)
        for name, secret, salt, _ in RFC5869:
            yield "%s with %s" % (name, info.decode()), secret, salt, info, derived(secret, salt, info)


def encryptions():
    """AES-256-GCM around its block sizes."""
    for size in (0, 1, 15, 16, 17, 31, 32, 33, 127, 128, 129, 255, 256, 1000):
        for extra in (0, 6):
            label = "%d/%d" % (size, extra)
            key, nonce = stream("gcm key " + label, 32), stream("gcm nonce " + label, 12)
            plaintext, data = stream("gcm text " + label, size), stream("gcm data " + label, extra)
            yield "%d bytes, %d associated" % (size, extra), key, nonce, data, plaintext, AESGCM(key).encrypt(
                nonce, plaintext, data)


def hashed():
    """SHA-256 around its block size."""
    for size in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        message = stream("sha %d" % size, size)
        yield "%d bytes" % size, message, hashlib.sha256(message).digest()


def ed_signatures():
    """Ed25519 by RFC 8032."""
    for size in (0, 1, 64, 127, 128, 1000):
        seed, message = stream("ed seed %d" % size, 32), stream("ed message %d" % size, size)
        key = Ed25519PrivateKey.from_private_bytes(seed)
        yield ("%d bytes" % size, seed, message, key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw),
               key.sign(message))


# Whole documents.

def stamped(value):
    """A stamped map around an encoded value."""
    return cbor.text_map({"by": cbor.byte_string(stream("device", 16)), "ts": cbor.text("2026-01-02T03:04:05.678Z"),
                          "value": value})


def document(version, fields):
    """A document: key 0, then its text keys in order."""
    keyed = sorted((cbor.text(name), value) for name, value in fields.items())
    return bytes([0xA0 | len(keyed) + 1, 0]) + cbor.uint(version) + b"".join(key + value for key, value in keyed)


def documents():
    """(name, kind, document, prior)."""
    labels = bytes.fromhex("a150") + stream("writer", 16) + bytes.fromhex("82820001a100") + cbor.text("sea")
    ids = {kind: cbor.byte_string(stream("id " + kind, 16)) for kind in sealing.CONTEXTS}
    unknown = {"zz_later": cbor.text("kept")}
    yield "a stack", "stack", document(1, {"stack_id": ids["stack"], "labels": labels, **unknown}), None
    yield "an album", "album", document(1, {"album_id": ids["album"], "name": stamped(cbor.text("Coast"))}), None
    yield "an asset", "asset", document(1, {"uuid": ids["asset"], "rating": stamped(cbor.uint(4))}), None
    yield "an asset after another record", "asset", document(
        1, {"uuid": ids["asset"], "hidden": stamped(b"\xf5")}), stream("prior", 32)
    yield "the library settings", "settings", document(1, {"settings_doc_id": ids["settings"]}), None
    yield "a newer stack", "stack", document(2, {"stack_id": ids["stack"], "labels": cbor.uint(7)}), None
    yield "a newer stack without an id", "stack", document(3, {"stack_id": cbor.uint(7)}), None


def whole_documents():
    """Sealed documents with everything on the way."""
    for name, kind, plain, prior in documents():
        seeds = stream("seeds " + name, 64)
        public = Ed25519PrivateKey.from_private_bytes(seeds[:32]).public_key().public_bytes(
            Encoding.Raw, PublicFormat.Raw) + ML_DSA_65.key_derive(seeds[32:])[0]
        message = sealing.signed_bytes(kind, plain, prior)
        ed = Ed25519PrivateKey.from_private_bytes(seeds[:32]).sign(message)
        ml = ML_DSA_65.sign(ML_DSA_65.key_derive(seeds[32:])[1], message, ctx=b"", deterministic=True)
        envelope = cbor.array([cbor.uint(1), cbor.uint(1), cbor.byte_string(plain), sealing.prior_bytes(prior),
                               cbor.text_map({"ed": cbor.byte_string(ed), "ml": cbor.byte_string(ml)})])
        if not name.startswith("a newer"):
            assert envelope == sealing.sign(kind, plain, prior, seeds)
        record_id, key, nonce = stream("id " + kind, 16), stream("key " + name, 32), stream("nonce " + name, 12)
        version = int.from_bytes(stream("version " + name, 4), "big")
        record = sealing.seal(kind, record_id, key, version, nonce, envelope)
        yield {
            "name": name, "kind": "." + kind, "document": plain, "prior": prior or b"", "seed": seeds,
            "publicKey": public, "signingBytes": message, "ed25519": ed, "mlDSA65": hashlib.sha256(ml).digest(),
            "envelope": hashlib.sha256(envelope).digest(), "id": record_id, "key": key,
            "keyVersion": "nil" if kind == "asset" else "%d" % version, "nonce": nonce,
            "recordKey": sealing.record_key(kind, key, record_id, nonce),
            "associatedData": sealing.associated_data(kind, record) or b"", "record": record,
            "contentHash": hashlib.sha256(record).digest()}


# As Swift.

HEADER = """// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Vectors: CC0-1.0. Written by scripts/generate-sealing-vectors.py.

"""


def literal(value):
    """A Swift expression: a text, a case, a number or nil as it is, bytes as hexadecimal digits in lines."""
    if isinstance(value, str):
        return value
    digits = value.hex()
    if len(digits) <= 72:
        return '"%s"' % digits
    lines = [digits[i:i + 96] for i in range(0, len(digits), 96)]
    return '"""\n' + "".join("        %s\n" % line for line in lines) + '        """'


def table(name, type_name, fields, rows):
    """A Swift array of one initialiser call for each row."""
    calls = []
    for row in rows:
        values = ['"%s"' % row[0]] + [literal(value) for value in row[1:]]
        calls.append("    %s(\n%s),\n" % (type_name, ",\n".join(
            "        %s: %s" % pair for pair in zip(fields, values))))
    return "let %s: [%s] = [\n%s]\n" % (name, type_name, "".join(calls))


def files():
    """The text of each file."""
    yield "PrimitiveVectors.swift", HEADER + "\n".join([
        table("derivationVectors", "DerivationVector", ["name", "secret", "salt", "info", "key"], derivations()),
        table("encryptionVectors", "EncryptionVector",
              ["name", "key", "nonce", "associatedData", "plaintext", "sealed"], encryptions()),
        table("hashVectors", "HashVector", ["name", "message", "digest"], hashed()),
        table("ed25519Vectors", "Ed25519Vector", ["name", "seed", "message", "publicKey", "signature"],
              ed_signatures()),
        table("refusedSignatures", "RefusedSignature", ["name", "publicKey", "message", "signature"],
              refused_signatures())])
    rows = list(whole_documents())
    yield "WholeDocumentVectors.swift", HEADER + "import CapsuleDocuments\n\n" + table(
        "wholeDocumentVectors", "WholeDocumentVector", list(rows[0]), [list(row.values()) for row in rows])


def main():
    """Writes the files, or compares them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with what is committed")
    check = parser.parse_args().check
    wrong = False
    for name, text in files():
        path = VECTORS / name
        if not check:
            path.write_text(text)
        elif path.read_text() != text:
            print("%s differs from what this script writes" % name, file=sys.stderr)
            wrong = True
    print("differs" if wrong else "checked" if check else "written")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
