# SPDX-License-Identifier: Apache-2.0
"""SPEC section 5: the history register, a list of stamped values whose first is current."""

import cbor
import stamped
from refusal import require

SUPERSEDED_LIMIT = 16


def parse(item, check_value):
    """SPEC section 5: `{"current", "superseded"}`; the log is at most 16 long, descending, without repetition."""
    def entry(value):
        return stamped.parse(value, check_value)

    def log(value):
        require(value.kind == cbor.ARRAY and value.value, "superseded is absent when empty")
        require(len(value.value) <= SUPERSEDED_LIMIT, "a log of more than 16")
        return [entry(each) for each in value.value]

    values = stamped.parse_map(item, {"current": entry}, {"superseded": log})
    entries = [values["current"], *values.get("superseded", [])]
    require(strictly_descending(entries), "a log that is not descending")
    require(len({each.value.raw for each in entries}) == len(entries), "a log that repeats a value")
    return entries


def strictly_descending(entries):
    """SPEC section 5: the order of the current value and the log."""
    return all(stamped.order(a) > stamped.order(b) for a, b in zip(entries, entries[1:]))


def greatest_of_each_value(entries):
    """SPEC section 5: for each distinct value, by its encoded bytes, only its greatest stamped value."""
    greatest = {}
    for each in entries:
        key = each.value.raw
        greatest[key] = stamped.join(greatest[key], each) if key in greatest else each
    return list(greatest.values())


def join(a, b):
    """SPEC section 5: of all writes seen the greatest of each value, and only then the bound."""
    return bounded(greatest_of_each_value(a + b))


def bounded(entries):
    """SPEC section 5: in descending order, the current value and the next 16; the rest are dropped."""
    return sorted(entries, key=stamped.order, reverse=True)[:1 + SUPERSEDED_LIMIT]


def encode(entries):
    """SPEC section 5: `superseded` is absent when empty."""
    fields = {"current": entries[0].raw}
    if len(entries) > 1:
        fields["superseded"] = cbor.array(each.raw for each in entries[1:])
    return cbor.text_map(fields)


def before(entries, horizon):
    """SPEC section 3: without the entries later than the horizon; what remains moves up."""
    return [each for each in entries if stamped.before(each, horizon)] or None
