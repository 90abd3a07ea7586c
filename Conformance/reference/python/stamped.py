# SPDX-License-Identifier: Apache-2.0
"""SPEC sections 3 and 4: stamped values, their order, and the last-writer-wins register, which is one of them."""

import cbor
import scalars
from refusal import LIMIT, require

VALUE_LIMIT = 65536  # encoded bytes of a stamped map, an OR-set element, a carried value (section 1)


class Stamped:
    """SPEC section 3: a stamped value, with the bytes of its whole map."""

    __slots__ = ("ts", "by", "raw", "value")

    def __init__(self, ts, by, raw, value):
        self.ts, self.by, self.raw, self.value = ts, by, raw, value

    def is_null(self):
        """SPEC section 4: a cleared register."""
        return self.value.kind == cbor.NULL


def text_fields(item):
    """SPEC section 10: the members of a map whose keys are all texts, by key."""
    require(item.kind == cbor.MAP, "not a map")
    require(all(key.kind == cbor.TEXT for key, _ in item.value), "a key that is not text")
    return {key.value: value for key, value in item.value}


def parse_map(item, required, optional=None, unknown_allowed=False):
    """SPEC sections 9, 10: check a map by the tables of its keys; give the checked values by key.

    `required` and `optional` give the check of each key's item.
    """
    fields, values = text_fields(item), {}
    for key, check in required.items():
        require(key in fields, "the key %s is missing" % key)
        values[key] = check(fields[key])
    for key, check in (optional or {}).items():
        if key in fields:
            values[key] = check(fields[key])
    require(unknown_allowed or len(values) == len(fields), "an unknown key")
    return values


def within_value_limit(item):
    """SPEC section 1: at most 65 536 encoded bytes, else `limit`."""
    require(item.size <= VALUE_LIMIT, "a value of more than 65536 bytes", LIMIT)


def parse(item, check_value):
    """SPEC section 3: `{"by", "ts", "value"}`, plus unknown text keys; `check_value` checks the value's item."""
    within_value_limit(item)
    values = parse_map(item, {"by": scalars.identifier, "ts": scalars.stamp_time, "value": lambda value: value},
                       unknown_allowed=True)
    check_value(values["value"])
    return Stamped(values["ts"], values["by"], item.raw, values["value"])


def order(stamped):
    """SPEC section 3: by `ts`, then the bytes of `by`, then the encoded bytes of the whole stamped map."""
    return stamped.ts, stamped.by, stamped.raw


def join(a, b):
    """SPEC section 4: the greater stamped value."""
    return a if order(a) >= order(b) else b


def successor(current, now):
    """SPEC section 3, writing rule: the later of the clock and one millisecond after the current stamp.

    `current` is a stamp time, or None when the register was never written.
    """
    return now if current is None else max(now, scalars.next_stamp_time(current))


def deletion_stamp(current, now):
    """SPEC section 3: a deletion takes the last stamp time when no later one is left."""
    return scalars.LAST_STAMP_TIME if current == scalars.LAST_STAMP_TIME else successor(current, now)


def encode(by, ts, encoded_value):
    """SPEC section 3: the bytes of a new stamped value."""
    return cbor.text_map({"by": cbor.byte_string(by), "ts": cbor.text(ts), "value": encoded_value})


def before(stamped, horizon):
    """SPEC section 3: the stamped value, or None when it is later than the horizon."""
    return stamped if stamped.ts <= horizon else None
