# SPDX-License-Identifier: Apache-2.0
"""SPEC section 2: identifiers, counters, times, labels, and the checks of single values."""

import functools
import re
from typing import NamedTuple

import unicodedata2

import cbor
from refusal import LIMIT, require

UINT16, UINT32 = 2**16 - 1, 2**32 - 1
COUNTER_LIMIT = 2**53 - 1
FRACTION_ONE = 10**9
LABEL_LIMIT = 256
CAPTION_LIMIT = 4096


# Checks of decoded items. Each gives the value, or refuses as `invalid`.

def identifier(item):
    """SPEC section 2: a byte string of 16; no version bits are checked."""
    require(item.kind == cbor.BYTES and len(item.value) == 16, "not an identifier")
    return item.value


def digest(item):
    """SPEC section 2: a byte string of 32."""
    require(item.kind == cbor.BYTES and len(item.value) == 32, "not a digest")
    return item.value


def uint(item, low, high):
    """SPEC section 2: an unsigned integer within its bounds."""
    require(item.kind == cbor.UINT and low <= item.value <= high, "not an integer from %d to %d" % (low, high))
    return item.value


def counter(item):
    """SPEC section 2: 0 ... 2^53 - 1."""
    return uint(item, 0, COUNTER_LIMIT)


def fraction(item):
    """SPEC section 2: billionths, 0 ... 1 000 000 000."""
    return uint(item, 0, FRACTION_ONE)


def orientation(item):
    """SPEC section 2: an EXIF orientation, 1 ... 8."""
    return uint(item, 1, 8)


def boolean(item):
    """SPEC section 10: true or false."""
    require(item.kind == cbor.BOOL, "not a bool")
    return item.value


def any_text(item):
    """SPEC section 10: a text of whatever length."""
    require(item.kind == cbor.TEXT, "not a text")
    return item.value


def sized_text(item, low, high):
    """SPEC section 2: a text with its length in bytes bounded."""
    require(low <= utf8_length(any_text(item)) <= high, "not a text of %d to %d bytes" % (low, high))
    return item.value


def short_text(item):
    """SPEC sections 10, 12: a text of 1 to 256 bytes."""
    return sized_text(item, 1, LABEL_LIMIT)


def caption(item):
    """SPEC section 10: a text of up to 4096 bytes."""
    return sized_text(item, 0, CAPTION_LIMIT)


def member_of(closed_set, item):
    """SPEC section 10: a value of a closed set; an unknown one is invalid."""
    require(any_text(item) in closed_set, "an unknown value of a closed set")
    return item.value


def stamp_time(item):
    """SPEC section 2: a stamp time."""
    return check_stamp_time(any_text(item))


def timestamp(item):
    """SPEC section 2: a timestamp; the text is kept verbatim."""
    instant(any_text(item))
    return item.value


def label(item):
    """SPEC section 2: what a reader checks of a label: 1 to 256 bytes."""
    return short_text(item)


def utf8_length(text):
    """SPEC section 2: the length of a text in bytes."""
    return len(text.encode("utf-8"))


# Times. Years 0000 to 9999 of the proleptic Gregorian calendar, which Python's datetime does not reach.

STAMP_TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z")
TIMESTAMP = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))")
TIMESTAMP_LIMIT = 40
LAST_STAMP_TIME = "9999-12-31T23:59:59.999Z"


def days_in(year, month):
    """SPEC section 2: the days of a month of the real calendar."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def real_date(year, month, day):
    """SPEC section 2: whether the calendar has this date."""
    return 1 <= month <= 12 and 1 <= day <= days_in(year, month)


def day_number(year, month, day):
    """SPEC section 2: days since 0000-01-01."""
    leap_days = (year + 3) // 4 - (year + 99) // 100 + (year + 399) // 400
    return 365 * year + leap_days + sum(days_in(year, earlier) for earlier in range(1, month)) + day - 1


MINUTES_OF_A_DAY = 24 * 60
MINUTES_OF_ALL_YEARS = day_number(10000, 1, 1) * MINUTES_OF_A_DAY


class Instant(NamedTuple):
    """SPEC section 2: what a timestamp names; compares by UTC minute, then second (60 too), then nanosecond."""

    minute: int
    second: int
    nanosecond: int


def check_stamp_time(text):
    """SPEC section 2: `YYYY-MM-DDTHH:MM:SS.mmmZ`, with one spelling; its order as text is its order in time."""
    match = STAMP_TIME.fullmatch(text)
    require(match, "not a stamp time")
    year, month, day, hour, minute, second, _ = map(int, match.groups())
    require(real_date(year, month, day), "no real date")
    require(hour <= 23 and minute <= 59 and second <= 59, "no time of day")
    return text


def instant(text):
    """SPEC section 2: the instant of a timestamp (RFC 3339 `date-time` within the section's bounds)."""
    require(len(text) <= TIMESTAMP_LIMIT, "a timestamp of more than 40 bytes")
    match = TIMESTAMP.fullmatch(text)
    require(match, "not a timestamp")
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    decimals, sign, offset_hour, offset_minute = match.groups()[6:]
    require(real_date(year, month, day), "no real date")
    require(hour <= 23 and minute <= 59 and second <= 60, "no time of day")
    utc = (day_number(year, month, day) * 24 + hour) * 60 + minute
    if sign:
        require(int(offset_hour) <= 23 and int(offset_minute) <= 59, "no offset")
        offset = int(offset_hour) * 60 + int(offset_minute)
        utc += offset if sign == "-" else -offset
    require(0 <= utc < MINUTES_OF_ALL_YEARS, "outside the years 0000 to 9999 in UTC")
    require(second < 60 or utc % MINUTES_OF_A_DAY == MINUTES_OF_A_DAY - 1, "second 60 not at 23:59 UTC")
    return Instant(utc, second, int((decimals or "").ljust(9, "0")))


def next_stamp_time(text):
    """SPEC section 3: one millisecond later; `limit` when no later stamp time is left."""
    require(text < LAST_STAMP_TIME, "past the last stamp time", LIMIT)
    year, month, day, hour, minute, second, milli = map(int, STAMP_TIME.fullmatch(text).groups())
    milli += 1
    if milli == 1000:
        second, milli = second + 1, 0
    if second == 60:
        minute, second = minute + 1, 0
    if minute == 60:
        hour, minute = hour + 1, 0
    if hour == 24:
        day, hour = day + 1, 0
    if day > days_in(year, month):
        month, day = month + 1, 1
    if month == 13:
        year, month = year + 1, 1
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % (year, month, day, hour, minute, second, milli)


# Labels.

WHITE_SPACE = "".join(map(chr, [
    *range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]))


if unicodedata2.unidata_version != "17.0.0":  # other tables would answer, and differently
    raise ImportError("unicodedata2 is of Unicode %s, not 17.0" % unicodedata2.unidata_version)


@functools.lru_cache(maxsize=4096)
def normal_form(text):
    """SPEC section 2: NFC of Unicode 17.0, then White_Space scalars removed from both ends."""
    return unicodedata2.normalize("NFC", text).strip(WHITE_SPACE)


def written_label(text):
    """SPEC section 2, writing rule: the normal form, of 1 to 256 bytes."""
    normal = normal_form(text)
    require(1 <= utf8_length(normal) <= LABEL_LIMIT, "a label whose normal form is empty or too long")
    return normal


def same_label(text, other):
    """SPEC section 2: wherever labels are compared with a given text, normal forms are."""
    return normal_form(text) == normal_form(other)
