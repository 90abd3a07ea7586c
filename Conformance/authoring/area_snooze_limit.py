# SPDX-License-Identifier: Apache-2.0
"""Area alerts: the bounds of snoozing, from both sides: how often, how long, and to which year (section 23)."""

from area_alerts import decide, says, snooze
from chains import LAST_TIME, NOW
from suite import Topic

LARGEST = 2**53 - 1
limits = Topic("alerts", "snooze-limit")
UNTIL = {  # the longest snooze, and the time that it ends from NOW on
    0: "2026-05-31T10:00:00",
    1: "2026-05-31T10:00:01",
    60: "2026-05-31T10:01:00",
    86400: "2026-06-01T10:00:00",
    2592000: "2026-06-30T10:00:00",
    31536000: "2027-05-31T10:00:00",
}


def before(text):
    """A nanosecond before a full second, which is not the first of its minute's day."""
    date, time = text.split("T")
    hour, minute, second = map(int, time.split(":"))
    total = hour * 3600 + minute * 60 + second - 1
    return "%sT%02d:%02d:%02d.999999999Z" % (date, total // 3600, total // 60 % 60, total % 60)


def snoozed(until, seconds, **members):
    """alert.decide of what is due and snoozed."""
    return decide(snoozes=1, snoozed_until=until, longest_snooze=seconds, **members)


for seconds, end in UNTIL.items():
    made = end + ".000Z"
    waits = seconds > 0
    shown = "nothing" if waits else "alert"
    for slug, until, kept in (
        ("before", before(end), True),
        ("at", end + "Z", True),
        ("at-offset", end[:11] + "12" + end[13:] + "+02:00", True),
        ("past", end + ".000000001Z", False),
        ("past-a-millisecond", end + ".001Z", False),
        ("past-by-years", LAST_TIME, False),
    ):
        says_at = made if waits else None
        if slug == "before" and not waits:
            says_at = None
        limits.accepts(
            "longest-%d-%s" % (seconds, slug),
            "alert-snoozing",
            "a snooze of at most %d s, %s" % (seconds, slug),
            snoozed(until, seconds),
            says(True, shown, "arm" if waits else "none", says_at, 1, until if kept else made),
        )
    limits.accepts(
        "longest-%d-not-due" % seconds,
        "alert-snoozing",
        "not due: the snooze is over, and nothing is cut",
        snoozed(LAST_TIME, seconds, facts={"due": None}),
        says(False, "nothing"),
    )
for seconds in (None, 2592000):
    for slug, until, kept in (("at", "2026-06-30T10:00:00Z", True), ("past", "2026-06-30T10:00:00.000000001Z", False)):
        for name, alert_class, facts in (
            ("stale", "sync_stale", {"last_sync": None, "signed_in": "2020-01-01T00:00:00Z"}),
            ("grace", "quota_grace_expiring", {"grace_until": NOW, "lead": 0}),
            ("quota", "quota_soft", {"used": 1, "quota": 1, "percent": 100}),
            ("quarantine", "quarantine_pending", {"count": 1}),
            ("drop", "drop_pending", {"count": 1}),
        ):
            armed = "2026-06-30T10:00:00.000Z" if name == "stale" else None
            limits.accepts(
                "%s-%s-%s" % (name, "default" if seconds is None else "given", slug),
                "alert-snoozing",
                "the longest snooze holds for every class",
                decide(alert_class, facts, snoozes=1, snoozed_until=until, longest_snooze=seconds),
                says(
                    True,
                    "nothing",
                    "arm" if armed else "none",
                    armed,
                    1,
                    until if kept else "2026-06-30T10:00:00.000Z",
                ),
            )

# How often.

for most in (0, 1, 2, 3, LARGEST):
    for count in sorted({0, most - 1, most, most + 1, LARGEST}):
        if not 0 <= count <= LARGEST:
            continue
        spent = count >= most
        limits.accepts(
            "most-%d-after-%d" % (most, count),
            "alert-show",
            "%d snoozes of at most %d" % (count, most),
            decide(snoozes=count, most_snoozes=most),
            says(show="badge" if spent else "alert", snoozes=count),
        )
        later = "2026-06-07T10:00:00"
        limits.accepts(
            "most-%d-after-%d-snoozed" % (most, count),
            "alert-show",
            "%d snoozes of at most %d, while the last one lasts" % (count, most),
            decide(snoozes=count, most_snoozes=most, snoozed_until=later + "Z"),
            says(
                True,
                "badge" if spent else "nothing",
                "none" if spent else "arm",
                None if spent else later + ".000Z",
                count,
                later + "Z",
            ),
        )
        if spent:
            limits.rejects(
                "snooze-most-%d-after-%d" % (most, count),
                "alert-snooze",
                "no snooze is left",
                snooze(count, most, 60),
                "limit",
                limits.id_of("longest-0-at"),
            )
        else:
            limits.accepts(
                "snooze-most-%d-after-%d" % (most, count),
                "alert-snooze",
                "one more snooze",
                snooze(count, most, 60),
                {"snoozes": count + 1, "snoozed_until": "2026-05-31T10:01:00.000Z"},
            )

limits.accepts(
    "count-is-no-time",
    "alert-timer",
    "in the first days of all, a count of snoozes above the count of nanoseconds",
    decide(
        facts={"due": "0000-01-01T00:00:00Z"},
        now="0000-01-02T00:00:00Z",
        snoozes=10**15,
        most_snoozes=10**15 + 1,
        snoozed_until="0000-01-01T12:00:00Z",
    ),
    says(snoozes=10**15, snoozed_until="0000-01-01T12:00:00Z"),
)

# To which time.

END_OF_DAY = "9999-12-31T23:59:00Z"
for slug, seconds, now, until in (
    ("last-second", 59, END_OF_DAY, "9999-12-31T23:59:59.000Z"),
    ("past-last-second", 60, END_OF_DAY, None),
    ("last-millisecond", 59, "9999-12-31T23:59:00.999Z", LAST_TIME),
    ("last-millisecond-rounded", 59, "9999-12-31T23:59:00.998000001Z", LAST_TIME),
    ("past-last-millisecond", 59, "9999-12-31T23:59:00.999000001Z", None),
    ("first-year", 0, "0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
    ("all-years", 315569519999, "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.000Z"),
    ("past-all-years", 315569520000, "0000-01-01T00:00:00Z", None),
    ("leap-day", 86400, "2028-02-28T10:00:00Z", "2028-02-29T10:00:00.000Z"),
    ("no-leap-day", 86400, "2100-02-28T10:00:00Z", "2100-03-01T10:00:00.000Z"),
):
    if until is None:
        limits.rejects(
            "to-" + slug, "alert-snooze", "past year 9999", snooze(0, 1, seconds, now), "limit", limits.id_of("longest-0-at")
        )
    else:
        limits.accepts(
            "to-" + slug,
            "alert-snooze",
            "the last time that a snooze can end, and others",
            snooze(0, 1, seconds, now),
            {"snoozes": 1, "snoozed_until": until},
        )
