# SPDX-License-Identifier: Apache-2.0
"""SPEC section 15: the members of a request. Each check gives the plain value, or refuses as `invalid`.

In JSON as Python reads it, true is an int and an int may be of any size; neither passes here for a number
that it is not. A number written with a fraction or an exponent is no integer.
"""

import json
import re

import scalars
from refusal import require

SURROGATE = re.compile("[\ud800-\udfff]")
HEX = re.compile("[0-9a-f]*")


class MinusZero(int):
    """The integer that JSON writes as -0: a zero wherever an integer is wanted, and -0.0 as a float."""


def parse_integer(digits):
    """SPEC section 15: an integer; lat and lon become floats however JSON writes them, -0 too."""
    return MinusZero(0) if digits == "-0" else int(digits)


def not_a_number(name):
    """RFC 8259 section 6: NaN and Infinity are no JSON."""
    raise ValueError(name)


DECODER = json.JSONDecoder(parse_int=parse_integer, parse_constant=not_a_number)


def boolean(value):
    """SPEC section 15: true or false."""
    require(isinstance(value, bool), "not a bool")
    return value


def integer(low, high):
    """SPEC section 15: the check of an integer within bounds."""
    def check(value):
        require(isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
                "not an integer from %d to %d" % (low, high))
        return int(value)
    return check


def text(value):
    """SPEC section 15: a text; JSON can write surrogates that stand alone, which no text in UTF-8 has."""
    require(isinstance(value, str), "not a text")
    require(not SURROGATE.search(value), "a surrogate that stands alone")
    return value


def short_text(value):
    """SPEC sections 10, 12: a text of 1 to 256 bytes."""
    require(1 <= scalars.utf8_length(text(value)) <= scalars.LABEL_LIMIT, "not a text of 1 to 256 bytes")
    return value


def one_of(names):
    """SPEC section 15: the check of a text with one of several values."""
    def check(value):
        require(isinstance(value, str) and value in names, "an unknown value")
        return value
    return check


def hex_bytes(value):
    """SPEC section 15: bytes are lower-case hex."""
    require(isinstance(value, str) and len(value) % 2 == 0 and HEX.fullmatch(value), "not bytes in lower-case hex")
    return bytes.fromhex(value)


def hex_of(length):
    """SPEC section 15: the check of a fixed number of bytes."""
    def check(value):
        data = hex_bytes(value)
        require(len(data) == length, "not %d bytes" % length)
        return data
    return check


identifier = hex_of(16)


def stamp_time(value):
    """SPEC section 2: a stamp time."""
    return scalars.check_stamp_time(text(value))


def timestamp(value):
    """SPEC section 2: a timestamp, as its instant."""
    return scalars.instant(text(value))


def array_of(check):
    """SPEC section 15: the check of an array, each member by one check."""
    def check_array(value):
        require(isinstance(value, list), "not an array")
        return [check(each) for each in value]
    return check_array


def tuple_of(*checks):
    """SPEC section 15: the check of an array of fixed length."""
    def check_tuple(value):
        require(isinstance(value, list) and len(value) == len(checks), "not an array of %d" % len(checks))
        return tuple(check(each) for check, each in zip(checks, value))
    return check_tuple


def obj(value):
    """SPEC section 15: an object."""
    require(isinstance(value, dict), "not an object")
    return value


def required(request, name, check):
    """SPEC section 15: a member that is missing is `invalid`."""
    require(name in request, "the member %s is missing" % name)
    return check(request[name])


def nullable(check):
    """SPEC sections 15, 16: the check of a member that is there, null or not."""
    return lambda value: None if value is None else check(value)


def optional(request, name, check):
    """SPEC section 15: a member that may be absent; null means absent, None here."""
    return None if request.get(name) is None else check(request[name])
