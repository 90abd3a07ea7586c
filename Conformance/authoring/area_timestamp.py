# SPDX-License-Identifier: Apache-2.0
"""Area timestamp: RFC 3339 within the bounds of section 2, and the order of instants."""

from build import FACTS, asset, check, compare, merge, read, stamp
from suite import Topic

PLAIN = "2026-05-31T10:00:00Z"

form = Topic("timestamp", "form")
plain = form.accepts("plain", "timestamp-form", "the plain form", compare(PLAIN, PLAIN), {"order": 0})


def bad(topic, rule, rows, near=plain):
    """Each (slug, text, note) is refused, alternately as the first and the second of the two."""
    for at, (slug, text, note) in enumerate(rows):
        topic.rejects(slug, rule, note, compare(text, PLAIN) if at % 2 == 0 else compare(PLAIN, text), "invalid", near)


def orders(topic, rule, rows):
    """Each (slug, a, b, order, note) compares so, and the other way round the other way."""
    for slug, a, b, order, note in rows:
        topic.accepts(slug, rule, note, compare(a, b), {"order": order})
        if order:
            topic.accepts(slug + "-swapped", rule, note + ", the other way round", compare(b, a), {"order": -order})


bad(
    form,
    "timestamp-form",
    [
        ("empty", "", "no text"),
        ("space-for-t", "2026-05-31 10:00:00Z", "a space instead of T"),
        ("no-zone", "2026-05-31T10:00:00", "no offset"),
        ("date-only", "2026-05-31", "a date"),
        ("no-seconds", "2026-05-31T10:00Z", "no seconds"),
        ("basic-form", "20260531T100000Z", "the basic form of ISO 8601"),
        ("week-date", "2026-W22-7T10:00:00Z", "a week date"),
        ("ordinal-date", "2026-151T10:00:00Z", "an ordinal date"),
        ("space-before", " 2026-05-31T10:00:00Z", "a space before"),
        ("space-after", "2026-05-31T10:00:00Z ", "a space after"),
        ("newline-after", "2026-05-31T10:00:00Z\n", "a line end after: a pattern's $ admits it"),
        ("nul-after", "2026-05-31T10:00:00Z\u0000", "a NUL after"),
        ("one-digit-month", "2026-5-31T10:00:00Z", "one digit of month"),
        ("two-digit-year", "26-05-31T10:00:00Z", "two digits of year"),
        ("five-digit-year", "12026-05-31T10:00:00Z", "five digits of year"),
        ("signed-year", "+2026-05-31T10:00:00Z", "a year with a sign"),
        ("negative-year", "-001-05-31T10:00:00Z", "a negative year"),
        ("arabic-digits", "\u0662\u0660\u0662\u0666-05-31T10:00:00Z", "digits of another script"),
        ("fullwidth-digits", "2026-05-31T1\uff10:00:00Z", "a fullwidth digit"),
        ("slashes", "2026/05/31T10:00:00Z", "slashes"),
        ("comma-fraction", "2026-05-31T10:00:00,5Z", "a comma before the fraction"),
        ("zone-name", "2026-05-31T10:00:00 UTC", "a zone's name"),
        ("zone-in-brackets", "2026-05-31T10:00:00Z[UTC]", "RFC 9557's suffix"),
        ("two-zones", "2026-05-31T10:00:00Z+00:00", "two offsets"),
        ("double-t", "2026-05-31TT10:00:00Z", "two Ts"),
    ],
)
case = Topic("timestamp", "case")
orders(
    case,
    "timestamp-case",
    [
        ("lower-t", "2026-05-31t10:00:00Z", PLAIN, 0, "lower-case t"),
        ("lower-z", "2026-05-31T10:00:00z", PLAIN, 0, "lower-case z"),
        ("both-lower", "2026-05-31t10:00:00z", PLAIN, 0, "both in lower case"),
    ],
)
bad(
    case,
    "timestamp-case",
    [
        ("underscore", "2026-05-31_10:00:00Z", "another letter for T"),
        ("lower-utc", "2026-05-31T10:00:00u", "another letter for Z"),
    ],
)

dates = Topic("timestamp", "dates")
valid_dates = {}
for slug, date, note in (
    ("first-year", "0000-01-01", "year 0 exists"),
    ("year-0-leap", "0000-02-29", "year 0 is a leap year"),
    ("last-year", "9999-12-31", "the last day"),
    ("leap-4", "2024-02-29", "a leap year"),
    ("leap-400", "2000-02-29", "a year of 400 is a leap year"),
    ("june-30", "2026-06-30", "the last of June"),
    ("december-31", "2026-12-31", "the last of December"),
    ("before-1582", "1500-02-28", "before the calendar's reform"),
    ("reform-gap", "1582-10-10", "a day that the reform skipped is real in the proleptic calendar"),
):
    valid_dates[slug] = dates.accepts(
        slug, "timestamp-date", note, compare(date + "T00:00:00Z", PLAIN), {"order": -1 if date < "2026-05-31" else 1}
    )
for slug, date, note, near in (
    ("month-0", "2026-00-10", "month 0", "june-30"),
    ("month-13", "2026-13-01", "month 13", "december-31"),
    ("day-0", "2026-01-00", "day 0", "june-30"),
    ("january-32", "2026-01-32", "day 32", "december-31"),
    ("june-31", "2026-06-31", "June has 30 days", "june-30"),
    ("april-31", "2026-04-31", "April has 30 days", "june-30"),
    ("february-30", "2024-02-30", "February never has 30", "leap-4"),
    ("not-leap", "2026-02-29", "not a leap year", "leap-4"),
    ("not-leap-100", "1900-02-29", "a century is no leap year", "leap-400"),
    ("not-leap-1500", "1500-02-29", "a leap year of the Julian calendar only", "before-1582"),
):
    dates.rejects(slug, "timestamp-date", note, compare(date + "T00:00:00Z", PLAIN), "invalid", valid_dates[near])

clock = Topic("timestamp", "clock")
first = clock.accepts(
    "midnight", "timestamp-clock", "the first second of a day", compare("2026-05-31T00:00:00Z", PLAIN), {"order": -1}
)
final = clock.accepts(
    "last-second", "timestamp-clock", "the last second of a day", compare("2026-05-31T23:59:59Z", PLAIN), {"order": 1}
)
bad(
    clock,
    "timestamp-clock",
    [
        ("hour-24", "2026-05-31T24:00:00Z", "hour 24, which ISO 8601 allows"),
        ("hour-25", "2026-05-31T25:00:00Z", "hour 25"),
        ("minute-60", "2026-05-31T10:60:00Z", "minute 60"),
        ("second-61", "2026-05-31T23:59:61Z", "second 61"),
        ("second-99", "2026-05-31T10:00:99Z", "second 99"),
        ("negative-hour", "2026-05-31T-1:00:00Z", "a negative hour"),
    ],
    final,
)

offset = Topic("timestamp", "offsets")
orders(
    offset,
    "timestamp-offset",
    [
        ("plus-zero", "2026-05-31T10:00:00+00:00", PLAIN, 0, "+00:00 is Z"),
        ("minus-zero", "2026-05-31T10:00:00-00:00", PLAIN, 0, "-00:00 is allowed, and the same instant"),
        ("east", "2026-05-31T12:00:00+02:00", PLAIN, 0, "two hours east"),
        ("west", "2026-05-31T05:00:00-05:00", PLAIN, 0, "five hours west"),
        ("half-hour", "2026-05-31T15:30:00+05:30", PLAIN, 0, "an offset of a half hour"),
        ("quarter-hour", "2026-05-31T15:45:00+05:45", PLAIN, 0, "an offset of a quarter hour"),
        ("widest", "2026-06-01T09:59:00+23:59", PLAIN, 0, "the widest offset east"),
        ("widest-west", "2026-05-30T10:01:00-23:59", PLAIN, 0, "the widest offset west"),
        ("across-midnight", "2026-06-01T01:00:00+02:00", "2026-05-31T23:00:00Z", 0, "the offset changes the day"),
        ("across-year", "2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z", 0, "the offset changes the year"),
        ("across-leap-day", "2024-03-01T00:00:00+01:00", "2024-02-29T23:00:00Z", 0, "the offset reaches 29 February"),
        ("across-century", "1900-03-01T00:00:00+01:00", "1900-02-28T23:00:00Z", 0, "no 29 February in 1900"),
        (
            "later-text-earlier-instant",
            "2026-05-31T19:01:00+02:00",
            "2026-05-31T19:00:00-04:00",
            -1,
            "the later text is the earlier instant",
        ),
    ],
)
bad(
    offset,
    "timestamp-offset",
    [
        ("hour-24", "2026-05-31T10:00:00+24:00", "an offset of 24 hours"),
        ("minute-60", "2026-05-31T10:00:00+01:60", "60 minutes of offset"),
        ("no-colon", "2026-05-31T10:00:00+0200", "an offset without colon"),
        ("hours-only", "2026-05-31T10:00:00+02", "an offset of hours only"),
        ("one-digit", "2026-05-31T10:00:00+2:00", "one digit of hour"),
        ("with-seconds", "2026-05-31T10:00:00+02:00:00", "an offset with seconds"),
        ("no-sign", "2026-05-31T10:00:00 02:00", "an offset without sign"),
        ("unicode-minus", "2026-05-31T10:00:00\u221202:00", "a minus sign that is not ASCII"),
        ("negative-minute", "2026-05-31T10:00:00+02:-1", "a negative minute"),
    ],
)

fraction = Topic("timestamp", "fractions")
orders(
    fraction,
    "timestamp-fraction",
    [
        ("one-digit", "2026-05-31T10:00:00.5Z", "2026-05-31T10:00:00.500Z", 0, "one digit"),
        ("nine-digits", "2026-05-31T10:00:00.000000001Z", PLAIN, 1, "one nanosecond later"),
        (
            "nine-nines",
            "2026-05-31T10:00:00.999999999Z",
            "2026-05-31T10:00:01Z",
            -1,
            "the last nanosecond before the next second",
        ),
        ("zeros", "2026-05-31T10:00:00.000000000Z", PLAIN, 0, "nine zeros are no fraction"),
        (
            "nanosecond-apart",
            "2026-05-31T10:00:00.123456788Z",
            "2026-05-31T10:00:00.123456789Z",
            -1,
            "apart by a nanosecond: a 64-bit float of seconds cannot tell",
        ),
        (
            "digits-not-value",
            "2026-05-31T10:00:00.10Z",
            "2026-05-31T10:00:00.9Z",
            -1,
            "fractions compare by value, not as integers",
        ),
        ("short-against-long", "2026-05-31T10:00:00.2Z", "2026-05-31T10:00:00.19Z", 1, "fewer digits, later instant"),
        ("with-offset", "2026-05-31T12:00:00.25+02:00", "2026-05-31T10:00:00.250Z", 0, "a fraction before an offset"),
    ],
)
bad(
    fraction,
    "timestamp-fraction",
    [
        ("no-digits", "2026-05-31T10:00:00.Z", "a point without digits"),
        ("ten-digits", "2026-05-31T10:00:00.0000000001Z", "ten digits"),
        ("ten-zeros", "2026-05-31T10:00:00.0000000000Z", "ten digits, all zero"),
        ("minus", "2026-05-31T10:00:00.-5Z", "a sign in the fraction"),
        ("two-points", "2026-05-31T10:00:00.5.5Z", "two points"),
    ],
)

leap = Topic("timestamp", "leap-seconds")
orders(
    leap,
    "timestamp-leap",
    [
        ("utc", "2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z", 1, "a leap second comes after second 59"),
        (
            "before-next-day",
            "2016-12-31T23:59:60Z",
            "2017-01-01T00:00:00Z",
            -1,
            "and before the next minute: it is not that minute",
        ),
        ("fraction", "2016-12-31T23:59:60.999999999Z", "2017-01-01T00:00:00Z", -1, "also its last nanosecond"),
        ("with-offset", "2017-01-01T00:59:60+01:00", "2016-12-31T23:59:60Z", 0, "in another offset"),
        ("west", "2016-12-31T18:59:60-05:00", "2016-12-31T23:59:60Z", 0, "west of Greenwich"),
        ("half-hour", "2017-01-01T05:29:60+05:30", "2016-12-31T23:59:60Z", 0, "where offsets have half hours"),
        (
            "any-day",
            "2026-05-31T23:59:60Z",
            "2026-06-01T00:00:00Z",
            -1,
            "on any day: no table of leap seconds is asked",
        ),
    ],
)
leap_ok = leap.accepts(
    "last-minute", "timestamp-leap", "the second before", compare("2016-12-31T23:59:59Z", PLAIN), {"order": -1}
)
bad(
    leap,
    "timestamp-leap",
    [
        ("noon", "2016-12-31T12:00:60Z", "second 60 at noon"),
        ("local-midnight", "2016-12-31T23:59:60+01:00", "23:59:60 in local time, 22:59:60 UTC"),
        ("wrong-half-hour", "2017-01-01T05:59:60+05:30", "00:29:60 UTC"),
        ("next-minute", "2017-01-01T00:00:60Z", "00:00:60"),
    ],
    leap_ok,
)

years = Topic("timestamp", "utc-years")
lowest = years.accepts(
    "lowest",
    "timestamp-utc-years",
    "the first instant, west of Greenwich",
    compare("0000-01-01T00:00:00-01:00", "0000-01-01T01:00:00Z"),
    {"order": 0},
)
highest = years.accepts(
    "highest",
    "timestamp-utc-years",
    "the last minute, east of Greenwich",
    compare("9999-12-31T23:59:59+01:00", "9999-12-31T22:59:59Z"),
    {"order": 0},
)
years.accepts(
    "first-instant",
    "timestamp-utc-years",
    "the first instant there is",
    compare("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000000001Z"),
    {"order": -1},
)
years.accepts(
    "last-instant",
    "timestamp-utc-years",
    "a leap second at the very end",
    compare("9999-12-31T23:59:60Z", "9999-12-31T23:59:59.999999999Z"),
    {"order": 1},
)
bad(
    years,
    "timestamp-utc-years",
    [
        ("below", "0000-01-01T00:00:00+00:01", "a minute before year 0 in UTC"),
        ("far-below", "0000-01-01T22:00:00+23:59", "the day before year 0 in UTC"),
    ],
    lowest,
)
bad(
    years,
    "timestamp-utc-years",
    [
        ("above", "9999-12-31T23:59:59-00:01", "past year 9999 in UTC"),
        ("far-above", "9999-12-31T01:00:00-23:59", "the day after 9999 in UTC"),
        ("leap-above", "9999-12-31T22:59:60-02:00", "past year 9999 and not at 23:59"),
    ],
    highest,
)

length = Topic("timestamp", "length")
longest = length.accepts(
    "longest",
    "timestamp-length",
    "35 bytes, the longest form there is",
    compare("2026-05-31T12:00:00.123456789+02:00", "2026-05-31T10:00:00.123456789Z"),
    {"order": 0},
)
length.rejects(
    "41-bytes",
    "timestamp-length",
    "41 bytes",
    compare("2026-05-31T12:00:00.123456789012345+02:00", PLAIN),
    "invalid",
    longest,
)
length.rejects(
    "thousands",
    "timestamp-length",
    "a fraction of four thousand digits",
    compare("2026-05-31T10:00:00." + "1" * 4000 + "Z", PLAIN),
    "invalid",
    longest,
)

instants = Topic("timestamp", "instants")
orders(
    instants,
    "timestamp-instant",
    [
        ("same-text", PLAIN, PLAIN, 0, "one text"),
        ("year", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", -1, "years first"),
        ("month", "2026-01-31T00:00:00Z", "2026-02-01T00:00:00Z", -1, "then months"),
        ("minute", "2026-05-31T10:00:59Z", "2026-05-31T10:01:00Z", -1, "minutes before seconds"),
        ("far-apart", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", -1, "all the years there are"),
        ("before-1970", "1969-12-31T23:59:59.9Z", "1970-01-01T00:00:00Z", -1, "before 1970, with a fraction"),
        (
            "before-1970-fractions",
            "1960-01-01T00:00:00.1Z",
            "1960-01-01T00:00:00.2Z",
            -1,
            "fractions before 1970 go forward too",
        ),
        ("past-2038", "2038-01-19T03:14:08Z", "2038-01-19T03:14:07Z", 1, "past 32 bits of seconds"),
        ("past-2262", "2262-04-12T00:00:00Z", "2262-04-11T00:00:00Z", 1, "past 64 bits of nanoseconds"),
        ("spelling", "2026-05-31t10:00:00.000-00:00", PLAIN, 0, "spellings of one instant are equal"),
    ],
)

verbatim = Topic("timestamp", "verbatim")
for slug, text in (
    ("lower-case", "2026-05-31t12:00:00z"),
    ("offset", "2026-05-31T12:00:00-00:00"),
    ("digits", "2026-05-31T12:00:00.500000000+02:00"),
    ("leap", "2016-12-31T23:59:60Z"),
):
    doc = asset(capture_time=stamp(text))
    verbatim.accepts(
        "merged-" + slug,
        "timestamp-verbatim",
        "a document keeps the text as it is",
        merge("asset", doc, asset()),
        lambda ok, text=text: text.encode().hex() in ok["bytes"],
    )
    verbatim.accepts(
        "read-" + slug,
        "timestamp-verbatim",
        "and a view shows it as it is",
        read("asset", doc),
        lambda ok, text=text: ok["capture_timestamp"] == text,
    )
stored = verbatim.accepts(
    "stored", "timestamp-form", "in facts", check("asset", asset(facts=stamp(FACTS))), {"complete": True}
)
for key in ("capture_timestamp", "import_timestamp"):
    verbatim.rejects(
        "stored-" + key.split("_")[0],
        "timestamp-form",
        "facts with a %s that is none" % key,
        check("asset", asset(facts=stamp({**FACTS, key: "2026-05-31"}))),
        "invalid",
        stored,
    )
