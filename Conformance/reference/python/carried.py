# SPDX-License-Identifier: Apache-2.0
"""SPEC section 9: carried keys, a dict of unknown text key to the item of its value."""

import scalars
import stamped
from refusal import LIMIT, Refused, require

KEY_LIMIT = 256


def parse(fields):
    """SPEC sections 1, 9: an unknown key has at most 256 bytes and its value at most 65 536, else `limit`."""
    for key, value in fields.items():
        require(scalars.utf8_length(key) <= KEY_LIMIT, "an unknown key of more than 256 bytes", LIMIT)
        stamped.within_value_limit(value)
    return fields


def as_stamped(item):
    """SPEC section 9: the value as a valid stamped map (section 3, whatever its value), else None."""
    try:
        return stamped.parse(item, lambda value: None)
    except Refused:
        return None


def greater(a, b):
    """SPEC section 9: a stamped map beats what is none; of two the greater by section 3; else the greater bytes."""
    stamped_a, stamped_b = as_stamped(a), as_stamped(b)
    if stamped_a and stamped_b:
        return a if stamped.order(stamped_a) >= stamped.order(stamped_b) else b
    if stamped_a or stamped_b:
        return a if stamped_a else b
    return a if a.raw >= b.raw else b


def join(a, b):
    """SPEC section 9: key by key; present beats absent."""
    return {key: greater(a[key], b[key]) if key in a and key in b else a.get(key) or b[key]
            for key in a.keys() | b.keys()}


def encode(fields):
    """SPEC section 9: kept byte for byte; a dict of key to encoded value."""
    return {key: value.raw for key, value in fields.items()}


def conflicts(several):
    """SPEC section 9: the keys whose values differ between any two that have them, ascending by UTF-8 bytes."""
    seen = {}
    for fields in several:
        for key, value in fields.items():
            seen.setdefault(key, set()).add(value.raw)
    return sorted_keys(key for key, values in seen.items() if len(values) > 1)


def sorted_keys(keys):
    """SPEC section 15: names ascend by their UTF-8 bytes."""
    return sorted(keys, key=lambda key: key.encode("utf-8"))
