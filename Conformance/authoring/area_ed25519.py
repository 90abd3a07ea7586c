# SPDX-License-Identifier: Apache-2.0
"""Area sign, topics ed25519 and ed25519-refused: signatures on which verifiers of Ed25519 disagree (section 11).

The arithmetic is that of RFC 8032 in affine coordinates, on its own, so that it does not share the reference's
faults. The ML-DSA-65 half of every vector verifies: the Ed25519 half alone decides.
"""

import hashlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from dilithium_py.ml_dsa import ML_DSA_65

from area_sign import ML_KEYS, SEED, message, verify
from build import cbor, document
from suite import Topic

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
NEUTRAL = (0, 1)
SIGN = 1 << 255


def add(a, b):
    """The sum of two points."""
    product = D * a[0] * b[0] * a[1] * b[1] % P
    return (
        (a[0] * b[1] + a[1] * b[0]) * pow(1 + product, -1, P) % P,
        (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P) % P,
    )


def times(n, point):
    """A multiple of a point."""
    result = NEUTRAL
    while n:
        if n & 1:
            result = add(result, point)
        point, n = add(point, point), n >> 1
    return result


def negative(point):
    """The other point with the same y."""
    return -point[0] % P, point[1]


def with_y(y):
    """The point with this y and an even x, or None."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    return (x if x % 2 == 0 else P - x, y) if x * x % P == square else None


def encode(point):
    """The canonical encoding of a point."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


BASE = with_y(4 * pow(5, -1, P) % P)


def torsion():
    """The eight points of small order, the multiples of one of order 8."""
    y = 2
    while True:
        point = with_y(y)
        if point:
            small = times(L, point)
            if times(4, small) != NEUTRAL:
                return [times(i, small) for i in range(8)]
        y += 1


SMALL = torsion()
ORDERS = (1, 8, 4, 8, 2, 8, 4, 8)  # of the multiples 0 to 7


def draw(label):
    """A scalar that looks random and is the same everywhere."""
    return 1 + int.from_bytes(hashlib.sha512(("capsule " + label).encode()).digest(), "little") % (L - 1)


def challenge(r, a, signed):
    """k of RFC 8032."""
    return int.from_bytes(hashlib.sha512(r + a + signed).digest(), "little") % L


def holds(point, a, r_point, r, s, signed, cofactor=1):
    """The bare equation, [c][S]B = [c]R + [c][k]A."""
    k = challenge(r, a, signed)
    return times(cofactor * s, BASE) == add(times(cofactor, r_point), times(cofactor, times(k, point)))


def numbered(number):
    """A document of which there are as many as are looked for."""
    return cbor(document("stack", zz=number))


def search(fits, r, a):
    """The first document whose challenge fits."""
    number = 0
    while not fits(challenge(r, a, message("stack", numbered(number)))):
        number += 1
    return numbered(number)


accepted, refusals = Topic("sign", "ed25519"), Topic("sign", "ed25519-refused")


def request(data, a, r, s):
    """document.verify of a document with a signature put together here."""
    halves = {"ed": r + s.to_bytes(32, "little"), "ml": ML_DSA_65.sign(
        ML_KEYS[SEED][1], message("stack", data), ctx=b"", deterministic=True)}
    return verify("stack", cbor([1, 1, data, None, halves]), a + ML_KEYS[SEED][0])


def accepts(slug, rule, note, data, a, r, s):
    """A signature that verifies."""
    return accepted.accepts(
        slug, rule, note, request(data, a, r, s), {"document": data.hex(), "prior": None},
        intermediates={"signed_bytes": message("stack", data).hex()})


def refuse(slug, rule, note, data, a, r, s, near):
    """A signature that does not."""
    refusals.rejects(slug, rule, note, request(data, a, r, s), "signature-invalid", near)


# What verifies, though it looks odd.

SECRET, NUMBER = draw("secret"), draw("number")
KEY, R = times(SECRET, BASE), times(NUMBER, BASE)
DATA = numbered(0)


def answer(secret, number, a, r, data):
    """S of RFC 8032."""
    return (number + challenge(r, a, message("stack", data)) * secret) % L


good = {}
for slug, rule, note, secret, number in (
    ("plain", "ed25519-scalar", "an S below the order", SECRET, NUMBER),
    ("key-base", "ed25519-key-order", "the base point as key, whose secret scalar is 1", 1, NUMBER),
    ("key-base-negative", "ed25519-key-order", "the base point with the sign of x, whose secret scalar is -1", L - 1, NUMBER),
    ("r-base", "ed25519-r-order", "the base point as R", SECRET, 1),
    ("r-is-key", "ed25519-r-order", "R is the key", SECRET, SECRET),
    ("r-negative-key", "ed25519-canonical", "R is the key with the other sign of x", SECRET, L - SECRET),
    ("key-double", "ed25519-key-order", "twice the base point as key", 2, NUMBER),
    ("key-half", "ed25519-key-order", "half the base point as key", pow(2, -1, L), NUMBER),
    ("key-eighth", "ed25519-key-order", "the eighth of the base point as key", pow(8, -1, L), NUMBER),
):
    a, r = encode(times(secret, BASE)), encode(times(number, BASE))
    s = answer(secret, number, a, r, DATA)
    assert holds(times(secret, BASE), a, times(number, BASE), r, s, message("stack", DATA))
    good[slug] = accepts(slug, rule, note, DATA, a, r, s)
for sign_of_key in (0, 1):
    for sign_of_r in (0, 1):
        secret, number = (
            next(each for each in range(1000, 2000) if times(each, BASE)[0] % 2 == sign)
            for sign in (sign_of_key, sign_of_r)
        )
        a, r = encode(times(secret, BASE)), encode(times(number, BASE))
        slug = "signs-%d-%d" % (sign_of_key, sign_of_r)
        good[slug] = accepts(
            slug, "ed25519-canonical", "a key and an R with the signs %d and %d" % (sign_of_key, sign_of_r), DATA, a, r,
            answer(secret, number, a, r, DATA))

# S.

a, r = encode(KEY), encode(R)
s = answer(SECRET, NUMBER, a, r, DATA)
for factor in range(1, 16):
    if s + factor * L < 1 << 256:
        refuse(
            "s-plus-%d" % factor, "ed25519-scalar", "S plus %d times the order" % factor, DATA, a, r, s + factor * L,
            good["plain"])
for slug, value in (
    ("0", 0), ("1", 1), ("order-less-1", L - 1), ("order", L), ("order-and-1", L + 1), ("2-252", 1 << 252),
    ("2-253-less-1", (1 << 253) - 1), ("2-253", 1 << 253), ("2-255", 1 << 255), ("2-256-less-1", (1 << 256) - 1),
    ("negative", L - s), ("sign-bit", s | 1 << 255), ("bit-253", s | 1 << 253), ("bit-254", s | 1 << 254),
):
    refuse("s-" + slug, "ed25519-scalar", "an S of another value, " + slug, DATA, a, r, value, good["plain"])

# A of small order, and of mixed order.

for index, small in enumerate(SMALL):
    for slug, secret, kind in (("small", 0, "order"), ("mixed", SECRET, "mixed order, with a component of order")):
        if slug == "mixed" and not index:
            continue
        point = add(times(secret, BASE), small)
        a, r = encode(point), encode(R)
        data = search(lambda k: k % 8 == 0, r, a)
        s = answer(secret, NUMBER, a, r, data)
        assert holds(point, a, R, r, s, message("stack", data))
        refuse(
            "key-%s-%d" % (slug, index), "ed25519-key-order",
            "a key of %s %d: the bare equation holds for this document" % (kind, ORDERS[index]), data, a, r, s,
            good["plain"])
        if not index:
            continue
        data = search(lambda k: times(k, small) != NEUTRAL, r, a)
        s = answer(secret, NUMBER, a, r, data)
        assert holds(point, a, R, r, s, message("stack", data), 8)
        assert not holds(point, a, R, r, s, message("stack", data))
        refuse(
            "key-%s-%d-cofactor" % (slug, index), "ed25519-key-order",
            "a key of %s %d: the equation with the cofactor alone holds" % (kind, ORDERS[index]), data, a, r, s,
            good["plain"])

# R of small order, and of mixed order, by a good key and by one of mixed order.

for index, small in enumerate(SMALL):
    for slug, number, kind in (("small", 0, "order"), ("mixed", NUMBER, "mixed order, with a component of order")):
        if slug == "mixed" and not index:
            continue
        point = add(times(number, BASE), small)
        a, r = encode(KEY), encode(point)
        s = answer(SECRET, number, a, r, DATA)
        assert holds(KEY, a, point, r, s, message("stack", DATA), 8)
        refuse(
            "r-%s-%d" % (slug, index), "ed25519-r-order",
            "an R of %s %d by a good key" % (kind, ORDERS[index]), DATA, a, r, s, good["plain"])
        if not index:
            continue
        key = add(KEY, SMALL[1])
        a = encode(key)
        data = search(lambda k: add(times(k, SMALL[1]), small) == NEUTRAL, r, a)
        s = answer(SECRET, number, a, r, data)
        assert holds(key, a, point, r, s, message("stack", data))
        refuse(
            "r-%s-%d-mixed-key" % (slug, index), "ed25519-r-order",
            "an R of %s %d by a key of mixed order: the bare equation holds" % (kind, ORDERS[index]), data, a, r, s,
            good["plain"])

# The envelope that is valid for every document.

base, one = encode(BASE), (1).to_bytes(32, "little")
refuse(
    "neutral-key-base-r", "ed25519-key-order", "the neutral element as key, the base point as R, S of 1", DATA, one,
    base, 1, good["key-base"])
refuse(
    "neutral-key-neutral-r", "ed25519-key-order", "the neutral element as key and as R, S of 0", DATA, one, one, 0,
    good["key-base"])
refuse(
    "neutral-key-order-s", "ed25519-scalar", "the neutral element as key and as R, S the order", DATA, one, one, L,
    good["key-base"])
for slug, a in (("zero", bytes(32)), ("minus-one", encode(SMALL[4]))):
    refuse(
        "all-zero-r-by-" + slug, "ed25519-r-order", "an R and an S of zeros by the key " + slug, DATA, a, bytes(32), 0,
        good["key-base"])

# Encodings that are not canonical, of points that a verifier may read them as.

ODD = (
    ("neutral-plus-p", P + 1, NEUTRAL, "the neutral element with y plus p"),
    ("neutral-sign", 1 | SIGN, NEUTRAL, "the neutral element with the sign of an x of 0"),
    ("neutral-plus-p-sign", P + 1 | SIGN, NEUTRAL, "the neutral element with both"),
    ("order-2-sign", P - 1 | SIGN, SMALL[4], "the point of order 2 with the sign of an x of 0"),
    ("order-4-plus-p", P, with_y(0), "a point of order 4 with y plus p"),
    ("order-4-plus-p-sign", P | SIGN, negative(with_y(0)), "the other point of order 4 with y plus p"),
)
for slug, value, point, note in ODD:
    odd = value.to_bytes(32, "little")
    r = encode(R)
    data = search(lambda k: k % 8 == 0, r, odd)
    assert holds(point, odd, R, r, NUMBER, message("stack", data))
    refuse(
        "key-" + slug, "ed25519-canonical", note + ", as key: the bare equation holds", data, odd, r, NUMBER,
        good["signs-0-0"])
    a = encode(KEY)
    s = answer(SECRET, 0, a, odd, DATA)
    assert holds(KEY, a, point, odd, s, message("stack", DATA), 8)
    refuse("r-" + slug, "ed25519-canonical", note + ", as R", DATA, a, odd, s, good["signs-0-1"])
HIGH = next(y for y in range(2, 19) if with_y(y))
for slug, value, note in (
    ("plus-p", P + HIGH, "a point with a small y, plus p"),
    ("plus-p-sign", P + HIGH | SIGN, "its negative, plus p"),
    ("no-point", next(y for y in range(2, 99) if not with_y(y)), "a y of no point"),
    ("no-point-sign", next(y for y in range(2, 99) if not with_y(y)) | SIGN, "a y of no point, with a sign"),
    ("all-ones", (1 << 256) - 1, "the greatest 256 bits"),
    ("greatest-y", (1 << 255) - 1, "the greatest 255 bits"),
):
    odd = value.to_bytes(32, "little")
    a, r = encode(KEY), encode(R)
    refuse("key-" + slug, "ed25519-canonical", note + ", as key", DATA, odd, r, NUMBER, good["signs-1-0"])
    refuse(
        "r-" + slug, "ed25519-canonical", note + ", as R", DATA, a, odd, answer(SECRET, 0, a, odd, DATA),
        good["signs-1-1"])

# A key that is none is judged with the signature: what is wrong with the envelope comes first.

whole = request(DATA, one, base, 1)
for slug, data, error in (
    ("malformed", bytes.fromhex(whole["bytes"])[:-1], "malformed"),
    ("form", cbor([1, 1, DATA, None, {}]), "invalid"),
    ("newer", cbor([2]), "newer-schema"),
    ("suite", cbor([1, 2]), "unknown-suite"),
):
    refusals.rejects(
        "key-neutral-" + slug, "verify-order", "the envelope comes before the key, as before the signature",
        {**whole, "bytes": data.hex()}, error, good["key-base"])
refusals.rejects(
    "key-neutral-document", "verify-order", "the key, as the signature, comes before the document",
    request(cbor({0: 1}), one, base, 1), "signature-invalid", good["key-base"])
# The half that a signer's own software makes is one of these.
own = Ed25519PrivateKey.from_private_bytes(SEED[:32])
signature = own.sign(message("stack", DATA))
accepts(
    "of-a-seed", "ed25519-scalar", "what a seed signs", DATA, own.public_key().public_bytes_raw(), signature[:32],
    int.from_bytes(signature[32:], "little"))
