# SPDX-License-Identifier: Apache-2.0
"""SPEC section 18: points in time as exact counts of nanoseconds, and the stamp times made of them."""

import scalars
from members import integer, text
from refusal import LIMIT, require

MILLISECOND = 10**6
SECOND = 10**9
END = scalars.MINUTES_OF_ALL_YEARS * 60 * SECOND  # the first count past year 9999


def count(instant):
    """SPEC section 18: nanoseconds from 0000-01-01T00:00:00Z; a second 60 is second 0 of the next minute."""
    return (instant.minute * 60 + instant.second) * SECOND + instant.nanosecond


def of_text(value):
    """SPEC section 18: the count of a Timestamp."""
    return count(scalars.instant(text(value)))


def has_stamp_time(moment):
    """SPEC section 18: whether a count, rounded up to the millisecond, lies within year 9999."""
    return moment <= END - MILLISECOND


def stamp_time(moment):
    """SPEC section 18: a time that is made is a stamp time, rounded up; past year 9999 it is `limit`."""
    require(has_stamp_time(moment), "a time past year 9999", LIMIT)
    seconds, milliseconds = divmod(-(-moment // MILLISECOND), 1000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    return "%s%02d:%02d:%02d.%03dZ" % (date(days), hour, minute, second, milliseconds)


def date(days):
    """SPEC section 2: `YYYY-MM-DDT` of a day counted from 0000-01-01."""
    year = days // 366  # never later than the year that is sought
    while scalars.day_number(year + 1, 1, 1) <= days:
        year += 1
    days -= scalars.day_number(year, 1, 1)
    month = 1
    while days >= scalars.days_in(year, month):
        days -= scalars.days_in(year, month)
        month += 1
    return "%04d-%02d-%02dT" % (year, month, days + 1)


duration = integer(0, 2**53 - 1)  # SPEC section 18: whole seconds


def seconds(number):
    """SPEC section 18: a duration as nanoseconds."""
    return number * SECOND
