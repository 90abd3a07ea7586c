# SPDX-License-Identifier: Apache-2.0
"""SPEC section 11: Ed25519 (RFC 8032), verified so that no two verifiers can disagree.

Points are in extended coordinates (X, Y, Z, T) with x = X/Z, y = Y/Z and T = XY/Z (RFC 8032 section 5.1.4). All of
it is public, so nothing here takes care of how long it takes.
"""

import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)
SIGN = 1 << 255


def added(left, right):
    """RFC 8032 section 5.1.4: the sum of two points, the same or not."""
    a = (left[1] - left[0]) * (right[1] - right[0]) % P
    b = (left[1] + left[0]) * (right[1] + right[0]) % P
    c = 2 * left[3] * right[3] * D % P
    d = 2 * left[2] * right[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    """RFC 8032 section 5.1.4: a multiple of a point."""
    result = NEUTRAL
    while number:
        if number & 1:
            result = added(result, point)
        point = added(point, point)
        number >>= 1
    return result


def same(left, right):
    """Whether two points are one, whatever their Z."""
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def decoded(data):
    """RFC 8032 section 5.1.3: the point that 32 bytes encode, or None where they are no canonical encoding of one."""
    number = int.from_bytes(data, "little")
    y, sign = number % SIGN, number // SIGN
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P:
        return None
    if x == 0 and sign:
        return None
    if x % 2 != sign:
        x = P - x
    return x, y, 1, x * y % P


def of_prime_order(data):
    """SPEC section 11: the point of just the group's order that 32 bytes encode canonically, or None."""
    point = decoded(data)
    if point is None or same(point, NEUTRAL) or not same(times(ORDER, point), NEUTRAL):
        return None
    return point


BASE = decoded((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def verifies(public_key, message, signature):
    """SPEC section 11: whether [S]B = R + [k]A, with S below the order and both A and R of that order."""
    key = of_prime_order(public_key)
    commitment = of_prime_order(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ORDER
    return same(times(s, BASE), added(commitment, times(k, key)))
