# SPDX-License-Identifier: Apache-2.0
"""Area alerts: alerts, their timers and snoozes, their delivery, and wakes (section 23)."""

from chains import LAST_TIME, LONG_AGO, NOW, refusals, with_members
from suite import Topic

BEFORE = "2026-05-31T09:59:59.999999999Z"
AFTER = "2026-05-31T10:00:00.000000001Z"
TOMORROW, NEXT_WEEK = "2026-06-01T10:00:00Z", "2026-06-07T10:00:00Z"
TOMORROW_MADE, NEXT_WEEK_MADE = "2026-06-01T10:00:00.000Z", "2026-06-07T10:00:00.000Z"
LARGEST = 2**53 - 1
PENDING = ("quarantine_pending", "drop_pending")


def decide(alert_class="recovery_check_due", facts=None, now=NOW, **members):
    """alert.decide; granted, enabled, never snoozed, shown or armed, unless said otherwise."""
    return {
        "op": "alert.decide", "class": alert_class, "facts": {"due": NOW} if facts is None else facts, "now": now,
        "enabled": True, "permission": "granted", "snoozes": 0, "most_snoozes": 3, "snoozed_until": None,
        "shown_at": None, "armed": None, **members,
    }  # fmt: skip


def says(due=True, show="alert", timer="none", at=None, snoozes=0, snoozed_until=None):
    """What alert.decide answers."""
    return {"due": due, "show": show, "timer": timer, "at": at, "snoozes": snoozes, "snoozed_until": snoozed_until}


def arms(at):
    """Not due yet, and a timer for it."""
    return says(False, "nothing", "arm", at)


NOT_DUE = says(False, "nothing")

# Deadlines and what is due.

due = Topic("alerts", "due")
near = due.accepts("check-at", "alert-due", "at the deadline", decide(), says())
for slug, rule, request, answer in (
    ("check-after", "alert-due", decide(now=AFTER), says()),
    ("check-before", "alert-due", decide(now=BEFORE), arms("2026-05-31T10:00:00.000Z")),
    ("check-none", "alert-deadline", decide(facts={"due": None}), NOT_DUE),
    ("check-offset", "alert-due", decide(facts={"due": "2026-05-31T12:00:00+02:00"}), says()),
    ("check-second-60", "decision-times", decide(facts={"due": "2027-01-01T00:00:00Z"}, now="2026-12-31T23:59:60Z"), says()),
    ("check-second-60-turned", "decision-times", decide(facts={"due": "2026-12-31T23:59:60Z"}, now="2027-01-01T00:00:00Z"), says()),
    ("stale-at", "alert-deadline", decide("sync_stale", {"last_sync": "2026-05-17T10:00:00Z", "signed_in": None}), says()),
    ("stale-before", "alert-deadline", decide("sync_stale", {"last_sync": "2026-05-17T10:00:00.000000001Z", "signed_in": None}), arms("2026-05-31T10:00:00.001Z")),
    ("stale-after-given", "alert-deadline", decide("sync_stale", {"last_sync": NOW, "signed_in": None, "after": 60}, "2026-05-31T10:01:00Z"), says()),
    ("stale-after-given-before", "alert-deadline", decide("sync_stale", {"last_sync": NOW, "signed_in": None, "after": 60}, "2026-05-31T10:00:59.999999999Z"), arms("2026-05-31T10:01:00.000Z")),
    ("stale-after-null", "alert-deadline", decide("sync_stale", {"last_sync": NOW, "signed_in": None, "after": None}), arms("2026-06-14T10:00:00.000Z")),
    ("stale-after-zero", "alert-deadline", decide("sync_stale", {"last_sync": NOW, "signed_in": None, "after": 0}), says()),
    ("stale-signed-in", "alert-deadline", decide("sync_stale", {"last_sync": None, "signed_in": "2026-05-17T10:00:00Z"}), says()),
    ("stale-sync-before-signing-in", "alert-deadline", decide("sync_stale", {"last_sync": LONG_AGO, "signed_in": NOW}), says()),
    ("stale-signed-in-long-ago", "alert-deadline", decide("sync_stale", {"last_sync": NOW, "signed_in": LONG_AGO}), arms("2026-06-14T10:00:00.000Z")),
    ("stale-never", "alert-deadline", decide("sync_stale", {"last_sync": None, "signed_in": None}), NOT_DUE),
    ("stale-never-absent", "decision-null-members", decide("sync_stale", {}), NOT_DUE),
    ("stale-future", "alert-deadline", decide("sync_stale", {"last_sync": AFTER, "signed_in": None}), says()),
    ("stale-future-signed-in", "alert-deadline", decide("sync_stale", {"last_sync": None, "signed_in": LAST_TIME}), says()),
    ("stale-future-not-used", "alert-deadline", decide("sync_stale", {"last_sync": NOW, "signed_in": LAST_TIME}), arms("2026-06-14T10:00:00.000Z")),
    ("stale-future-after-greatest", "alert-deadline", decide("sync_stale", {"last_sync": AFTER, "after": LARGEST}), says()),
    ("grace-at", "alert-due", decide("quota_grace_expiring", {"grace_until": TOMORROW, "lead": 86400}), says()),
    ("grace-before", "alert-due", decide("quota_grace_expiring", {"grace_until": TOMORROW, "lead": 86400}, BEFORE), NOT_DUE),
    ("grace-over", "alert-due", decide("quota_grace_expiring", {"grace_until": LONG_AGO, "lead": 0}), says()),
    ("grace-no-lead", "alert-due", decide("quota_grace_expiring", {"grace_until": AFTER, "lead": 0}), NOT_DUE),
    ("grace-none", "alert-due", decide("quota_grace_expiring", {"grace_until": None, "lead": LARGEST}), NOT_DUE),
    ("grace-before-year-0", "decision-times", decide("quota_grace_expiring", {"grace_until": LAST_TIME, "lead": LARGEST}, "0000-01-01T00:00:00Z"), says()),
    ("quota-at", "alert-quota", decide("quota_soft", {"used": 9, "quota": 10, "percent": 90}), says()),
    ("quota-below", "alert-quota", decide("quota_soft", {"used": 899, "quota": 1000, "percent": 90}), NOT_DUE),
    ("quota-none", "alert-quota", decide("quota_soft", {"used": 5, "quota": 0, "percent": 1}), NOT_DUE),
    ("quota-none-used-none", "alert-quota", decide("quota_soft", {"used": 0, "quota": 0, "percent": 100}), NOT_DUE),
    ("quota-over", "alert-quota", decide("quota_soft", {"used": 11, "quota": 10, "percent": 100}), says()),
    ("quota-used-none", "alert-quota", decide("quota_soft", {"used": 0, "quota": 10, "percent": 1}), NOT_DUE),
    ("quota-greatest-equal", "alert-quota", decide("quota_soft", {"used": LARGEST, "quota": LARGEST, "percent": 100}), says()),
    ("quota-greatest-one-less", "alert-quota", decide("quota_soft", {"used": LARGEST - 1, "quota": LARGEST, "percent": 100}), NOT_DUE),
    ("quota-greatest-99", "alert-quota", decide("quota_soft", {"used": 8917127262193581, "quota": LARGEST, "percent": 99}), NOT_DUE),
    ("quota-greatest-99-more", "alert-quota", decide("quota_soft", {"used": 8917127262193582, "quota": LARGEST, "percent": 99}), says()),
):  # fmt: skip
    due.accepts(slug, rule, "when a class is due", request, answer)
for each in PENDING:
    for count, answer in ((0, NOT_DUE), (1, says()), (LARGEST, says())):
        due.accepts(
            "%s-%d" % (each.replace("_", "-"), count),
            "alert-due",
            "something is pending",
            decide(each, {"count": count}),
            answer,
        )

# Snoozing and timers.

timers = Topic("alerts", "timer")
near_timer = timers.accepts("arm", "alert-timer", "none is armed", decide(facts={"due": TOMORROW}), arms(TOMORROW_MADE))
SOON = {"due": TOMORROW}
SNOOZED = says(True, "nothing", "arm", NEXT_WEEK_MADE, 1, NEXT_WEEK)
for slug, rule, request, answer in (
    ("keep", "alert-timer", decide(facts=SOON, armed="2026-06-01T12:00:00+02:00"), says(False, "nothing", "keep", TOMORROW_MADE)),
    ("keep-rounded", "alert-timer", decide(facts={"due": "2026-06-01T09:59:59.9999Z"}, armed=TOMORROW), says(False, "nothing", "keep", TOMORROW_MADE)),
    ("rearm", "alert-timer", decide(facts=SOON, armed="2026-06-01T10:00:00.000000001Z"), says(False, "nothing", "rearm", TOMORROW_MADE)),
    ("rearm-unrounded", "alert-timer", decide(facts={"due": "2026-06-01T09:59:59.9999Z"}, armed="2026-06-01T09:59:59.9999Z"), says(False, "nothing", "rearm", TOMORROW_MADE)),
    ("cancel-due", "alert-timer", decide(armed=NOW), says(timer="cancel")),
    ("cancel-none", "alert-timer", decide(facts={"due": None}, armed=TOMORROW), says(False, "nothing", "cancel")),
    ("cancel-disabled", "alert-timer", decide(facts=SOON, enabled=False, armed=TOMORROW), says(False, "nothing", "cancel")),
    ("cancel-denied", "alert-timer", decide(facts=SOON, permission="denied", armed=TOMORROW), says(False, "nothing", "cancel")),
    ("disabled", "alert-timer", decide(facts=SOON, enabled=False), NOT_DUE),
    ("denied", "alert-timer", decide(facts=SOON, permission="denied"), NOT_DUE),
    ("undecided", "alert-timer", decide(facts=SOON, permission="undecided"), says(False, "ask", "arm", TOMORROW_MADE)),
    ("no-snoozes-allowed", "alert-timer", decide(facts=SOON, most_snoozes=0), NOT_DUE),
    ("snoozes-reset", "alert-timer", decide(facts=SOON, snoozes=3), arms(TOMORROW_MADE)),
    ("rounded-up", "decision-made-times", decide(facts={"due": "2026-06-01T10:00:00.000000001Z"}), arms("2026-06-01T10:00:00.001Z")),
    ("last", "alert-timer", decide(facts={"due": LAST_TIME}), arms(LAST_TIME)),
    ("past-9999-rounded", "alert-timer", decide(facts={"due": "9999-12-31T23:59:59.999000001Z"}), NOT_DUE),
    ("past-9999-second-60", "alert-timer", decide(facts={"due": "9999-12-31T23:59:60Z"}, armed=NOW), says(False, "nothing", "cancel")),
    ("past-9999-sum", "alert-timer", decide("sync_stale", {"last_sync": NOW, "after": LARGEST}), NOT_DUE),
    ("stale", "alert-timer", decide("sync_stale", {"last_sync": NOW, "after": 86400}), arms(TOMORROW_MADE)),
    ("snoozed", "alert-timer", decide(snoozes=1, snoozed_until=NEXT_WEEK), SNOOZED),
    ("snoozed-stale-future", "alert-timer", decide("sync_stale", {"last_sync": TOMORROW}, snoozes=1, snoozed_until=NEXT_WEEK), SNOOZED),
    ("snoozed-kept", "alert-timer", decide(snoozes=2, snoozed_until=NEXT_WEEK, armed=NEXT_WEEK), {**SNOOZED, "timer": "keep", "snoozes": 2}),
    ("snoozed-spent", "alert-timer", decide(snoozes=3, snoozed_until=NEXT_WEEK, armed=NEXT_WEEK), says(True, "badge", "cancel", None, 3, NEXT_WEEK)),
    ("snoozed-over", "alert-snoozing", decide(snoozes=1, snoozed_until=BEFORE), says(snoozes=1, snoozed_until=BEFORE)),
    ("snoozed-till-now", "alert-snoozing", decide(snoozes=1, snoozed_until=NOW), says(snoozes=1, snoozed_until=NOW)),
    ("snoozed-a-nanosecond", "alert-snoozing", decide(snoozes=1, snoozed_until=AFTER), says(True, "nothing", "arm", "2026-05-31T10:00:00.001Z", 1, AFTER)),
    ("snoozed-verbatim", "alert-snoozing", decide(snoozes=1, snoozed_until="2026-06-07T12:00:00.0+02:00"), {**SNOOZED, "snoozed_until": "2026-06-07T12:00:00.0+02:00"}),
    ("snoozed-not-due", "alert-snoozing", decide(facts={"due": NEXT_WEEK}, snoozes=2, snoozed_until=LAST_TIME), arms(NEXT_WEEK_MADE)),
    ("snoozed-longest", "alert-snoozing", decide(snoozes=1, snoozed_until="2026-06-30T10:00:00Z"), says(True, "nothing", "arm", "2026-06-30T10:00:00.000Z", 1, "2026-06-30T10:00:00Z")),
    ("snoozed-too-long", "alert-snoozing", decide(snoozes=1, snoozed_until="2026-06-30T10:00:00.000000001Z"), says(True, "nothing", "arm", "2026-06-30T10:00:00.000Z", 1, "2026-06-30T10:00:00.000Z")),
    ("snoozed-too-long-by-default", "alert-snoozing", decide(snoozes=1, snoozed_until=LAST_TIME, longest_snooze=None), says(True, "nothing", "arm", "2026-06-30T10:00:00.000Z", 1, "2026-06-30T10:00:00.000Z")),
    ("snoozed-too-long-given", "alert-snoozing", decide(snoozes=1, snoozed_until=NEXT_WEEK, longest_snooze=86400), says(True, "nothing", "arm", TOMORROW_MADE, 1, TOMORROW_MADE)),
    ("snoozed-cut-rounded", "alert-snoozing", decide(now=AFTER, snoozes=1, snoozed_until=NEXT_WEEK, longest_snooze=86400), says(True, "nothing", "arm", "2026-06-01T10:00:00.001Z", 1, "2026-06-01T10:00:00.001Z")),
    ("snoozed-none-allowed", "alert-snoozing", decide(now=AFTER, snoozes=1, snoozed_until=NEXT_WEEK, longest_snooze=0), says(snoozes=1, snoozed_until="2026-05-31T10:00:00.001Z")),
    ("snoozed-greatest", "alert-snoozing", decide(snoozes=1, snoozed_until=LAST_TIME, longest_snooze=LARGEST), says(True, "nothing", "arm", LAST_TIME, 1, LAST_TIME)),
    ("snoozed-other-class", "alert-snoozing", decide("drop_pending", {"count": 1}, snoozes=1, snoozed_until=NEXT_WEEK), says(True, "nothing", "none", None, 1, NEXT_WEEK)),
    ("snoozed-disabled", "alert-snoozing", decide(enabled=False, snoozes=1, snoozed_until=LAST_TIME), says(True, "nothing", "none", None, 1, "2026-06-30T10:00:00.000Z")),
):  # fmt: skip
    timers.accepts(slug, rule, "the one timer of a class", request, answer)
timers.rejects(
    "snoozed-past-9999",
    "alert-snoozing",
    "the cut has no stamp time",
    decide(now="9999-12-31T23:59:59.9990001Z", snoozes=1, snoozed_until="9999-12-31T23:59:60Z", longest_snooze=0),
    "limit",
    near_timer,
)
for alert_class, facts in (
    ("quota_soft", {"used": 1, "quota": 1, "percent": 1}),
    ("quota_grace_expiring", {"grace_until": TOMORROW, "lead": 0}),
    ("quarantine_pending", {"count": 0}),
    ("drop_pending", {"count": 1}),
):
    due_now = alert_class in ("quota_soft", "drop_pending")
    for armed, timer in ((None, "none"), (TOMORROW, "cancel")):
        timers.accepts(
            "%s-%s" % (alert_class.replace("_", "-"), timer),
            "alert-timer",
            "a class that is not pre-armable",
            decide(alert_class, facts, armed=armed),
            says(due_now, "alert" if due_now else "nothing", timer),
        )

# What is shown.

shows = Topic("alerts", "show")
DAY_AGO, LESS = "2026-05-30T10:00:00Z", "2026-05-30T10:00:00.000000001Z"
DUE = {"alert_class": "drop_pending", "facts": {"count": 1}}
for slug, members, show in (
    ("due", {}, "alert"),
    ("disabled", {"enabled": False}, "nothing"),
    ("disabled-denied", {"enabled": False, "permission": "denied"}, "nothing"),
    ("disabled-spent", {"enabled": False, "snoozes": 3}, "nothing"),
    ("denied", {"permission": "denied"}, "badge"),
    ("denied-snoozed", {"permission": "denied", "snoozes": 1, "snoozed_until": NEXT_WEEK}, "badge"),
    ("denied-shown", {"permission": "denied", "shown_at": NOW}, "badge"),
    ("spent", {"snoozes": 3}, "badge"),
    ("spent-more", {"snoozes": 4}, "badge"),
    ("spent-snoozed", {"snoozes": 3, "snoozed_until": NEXT_WEEK}, "badge"),
    ("spent-shown", {"snoozes": 3, "shown_at": NOW}, "badge"),
    ("spent-undecided", {"snoozes": 3, "permission": "undecided"}, "badge"),
    ("none-allowed", {"most_snoozes": 0}, "badge"),
    ("not-spent", {"snoozes": 2}, "alert"),
    ("snoozed", {"snoozes": 1, "snoozed_until": AFTER}, "nothing"),
    ("snoozed-over", {"snoozes": 1, "snoozed_until": NOW}, "alert"),
    ("snoozed-undecided", {"snoozes": 1, "snoozed_until": AFTER, "permission": "undecided"}, "nothing"),
    ("shown-now", {"shown_at": NOW}, "nothing"),
    ("shown-less-than-a-day-ago", {"shown_at": LESS}, "nothing"),
    ("shown-a-day-ago", {"shown_at": DAY_AGO}, "alert"),
    ("shown-in-future", {"shown_at": AFTER}, "alert"),
    ("shown-repeat-null", {"shown_at": LESS, "repeat": None}, "nothing"),
    ("shown-repeat-shorter", {"shown_at": "2026-05-31T09:59:59Z", "repeat": 1}, "alert"),
    ("shown-repeat-shorter-in-time", {"shown_at": "2026-05-31T09:59:59.000000001Z", "repeat": 1}, "nothing"),
    ("shown-repeat-zero", {"shown_at": NOW, "repeat": 0}, "alert"),
    ("shown-repeat-greatest", {"shown_at": "0000-01-01T00:00:00Z", "repeat": LARGEST}, "nothing"),
    ("shown-undecided", {"shown_at": NOW, "permission": "undecided"}, "nothing"),
    ("undecided", {"permission": "undecided"}, "ask"),
):
    request = decide(**DUE, **members)
    shows.accepts(
        "due-" + slug,
        "alert-show",
        "what is shown of what is due",
        request,
        says(True, show, "none", None, members.get("snoozes", 0), members.get("snoozed_until")),
    )
for slug, members, show, timer in (
    ("granted", {}, "nothing", True),
    ("undecided", {"permission": "undecided"}, "ask", True),
    ("undecided-shown", {"permission": "undecided", "shown_at": LESS}, "nothing", True),
    ("undecided-shown-a-day-ago", {"permission": "undecided", "shown_at": DAY_AGO}, "ask", True),
    ("undecided-shown-in-future", {"permission": "undecided", "shown_at": AFTER}, "ask", True),
    ("undecided-snoozed", {"permission": "undecided", "snoozes": 3, "snoozed_until": NEXT_WEEK}, "ask", True),
    ("undecided-none-allowed", {"permission": "undecided", "most_snoozes": 0}, "nothing", False),
    ("undecided-disabled", {"permission": "undecided", "enabled": False}, "nothing", False),
    ("denied", {"permission": "denied"}, "nothing", False),
):
    shows.accepts(
        "not-due-" + slug,
        "alert-show",
        "what is shown of what is not due",
        decide(facts=SOON, **members),
        says(False, show, "arm" if timer else "none", TOMORROW_MADE if timer else None),
    )
shows.accepts(
    "not-due-undecided-no-deadline",
    "alert-show",
    "no timer is wanted",
    decide(facts={"due": None}, permission="undecided"),
    NOT_DUE,
)
shows.accepts(
    "not-due-undecided-past-9999",
    "alert-show",
    "no timer can be set",
    decide(facts={"due": "9999-12-31T23:59:60Z"}, permission="undecided"),
    NOT_DUE,
)
shows.accepts(
    "not-due-undecided-other-class",
    "alert-show",
    "a class without timers",
    decide("drop_pending", {"count": 0}, permission="undecided"),
    NOT_DUE,
)
near = shows.accepts(
    "nulls-absent",
    "decision-null-members",
    "what may be null or has a default is absent",
    with_members(decide(), snoozed_until=..., shown_at=..., armed=...),
    says(),
)
refusals(shows, "decision-members", decide(), near, **{"class": (..., None, "sync", "Sync_stale")}, facts=(..., None, [], 5), now=(..., None, "x"), enabled=(..., None, 1),
         permission=(..., None, "default"), snoozes=(..., None, -1, 1.5, 2**53), most_snoozes=(..., None, -1, "3"), snoozed_until=(5, "x"), shown_at=(5, "x"), armed=(5, "x"))  # fmt: skip
refusals(shows, "decision-durations", decide(), near, repeat=(-1, 2**53, "1", 1.5), longest_snooze=(-1, 2**53, True))
for alert_class, facts, name, values in (
    ("sync_stale", {"last_sync": NOW, "signed_in": NOW}, "last_sync", (5, "x")),
    ("sync_stale", {"last_sync": NOW, "signed_in": NOW}, "signed_in", (5, "x")),
    ("sync_stale", {"last_sync": NOW, "signed_in": NOW}, "after", (-1, 2**53, "1")),
    ("recovery_check_due", {"due": NOW}, "due", (5, "x", True)),
    ("quota_soft", {"used": 1, "quota": 1, "percent": 1}, "used", (..., None, -1, 2**53, 0.5)),
    ("quota_soft", {"used": 1, "quota": 1, "percent": 1}, "quota", (..., None, -1, 2**53)),
    ("quota_soft", {"used": 1, "quota": 1, "percent": 1}, "percent", (..., None, 0, 101, -1, 1.5)),
    ("quota_grace_expiring", {"grace_until": NOW, "lead": 1}, "grace_until", (5, "x")),
    ("quota_grace_expiring", {"grace_until": NOW, "lead": 1}, "lead", (..., None, -1, 2**53)),
    ("quarantine_pending", {"count": 1}, "count", (..., None, -1, 2**53, True)),
    ("drop_pending", {"count": 1}, "count", (..., None, -1, 2**53, "1")),
):
    for at, value in enumerate(values):
        shows.rejects(
            ("facts-%s-%s-%d" % (alert_class, name, at)).replace("_", "-"),
            "alert-facts",
            "facts that do not fit the class",
            decide(alert_class, with_members(facts, **{name: value})),
            "invalid",
            near,
        )

# Snoozes.

snoozes = Topic("alerts", "snooze")


def snooze(count, most, seconds, now=NOW):
    """alert.snooze."""
    return {"op": "alert.snooze", "snoozes": count, "most_snoozes": most, "now": now, "for": seconds}


near = snoozes.accepts(
    "first", "alert-snooze", "the first snooze", snooze(0, 3, 86400), {"snoozes": 1, "snoozed_until": TOMORROW_MADE}
)
for slug, request, count, until in (
    ("last", snooze(2, 3, 86400), 3, TOMORROW_MADE),
    ("zero", snooze(0, 1, 0), 1, "2026-05-31T10:00:00.000Z"),
    ("rounded-up", snooze(0, 1, 0, AFTER), 1, "2026-05-31T10:00:00.001Z"),
    ("second-60", snooze(0, 1, 1, "2026-12-31T23:59:60Z"), 1, "2027-01-01T00:00:01.000Z"),
    ("to-9999", snooze(0, 1, 1, "9999-12-31T23:59:58.999Z"), 1, LAST_TIME),
    ("greatest-count", snooze(LARGEST - 1, LARGEST, 0), LARGEST, "2026-05-31T10:00:00.000Z"),
):
    snoozes.accepts(slug, "alert-snooze", "one snooze more", request, {"snoozes": count, "snoozed_until": until})
for slug, request in (
    ("spent", snooze(3, 3, 86400)), ("spent-more", snooze(4, 3, 86400)), ("none-allowed", snooze(0, 0, 86400)),
    ("past-9999", snooze(0, 1, 1, LAST_TIME)), ("past-9999-rounded", snooze(0, 1, 0, "9999-12-31T23:59:59.999000001Z")), ("past-9999-greatest", snooze(0, 1, LARGEST)),
):  # fmt: skip
    snoozes.rejects(slug, "alert-snooze", "no snooze or no time is left", request, "limit", near)
refusals(
    snoozes,
    "decision-members",
    snooze(0, 3, 1),
    near,
    snoozes=(..., None, -1, 2**53),
    most_snoozes=(..., None, -1),
    now=(..., None, "x"),
)
refusals(snoozes, "decision-durations", snooze(0, 3, 1), near, **{"for": (..., None, -1, 2**53, 0.5)})

# Delivery.

platforms = Topic("alerts", "delivery")


def delivery(platform, api=None):
    """alert.delivery."""
    return {"op": "alert.delivery", "platform": platform, "api": api}


for platform, means, asks in (
    ("ios", "os_timer", True),
    ("android", "os_timer", None),
    ("desktop", "while_running", False),
    ("web", "best_effort", True),
    ("cli", "none", False),
):
    for api in (None, 0, 32, 33, 34, LARGEST):
        asked = api is None or api >= 33 if asks is None else asks
        near = platforms.accepts(
            "%s-%s" % (platform, "null" if api is None else api),
            "alert-delivery",
            "how alerts arrive",
            delivery(platform, api),
            {"delivery": means, "asks": asked},
        )
    platforms.accepts(
        platform + "-absent",
        "decision-null-members",
        "no API level",
        with_members(delivery(platform), api=...),
        {"delivery": means, "asks": asks is not False},
    )
refusals(
    platforms,
    "decision-members",
    delivery("android", 33),
    near,
    platform=(..., None, "tv", "iOS", "windows"),
    api=(-1, 2**53, "33", 33.5),
)

# Wakes.

wakes = Topic("alerts", "wake")
POLLS, RESTS = {"poll": True, "requests": ["sync", "quota", "drops"]}, {"poll": False, "requests": []}


def wake(last_poll, floor=300, payload="", now=NOW):
    """wake.receive."""
    return {"op": "wake.receive", "now": now, "last_poll": last_poll, "floor": floor, "payload": payload}


near = wakes.accepts("never", "wake-receive", "never polled", wake(None), POLLS)
for slug, request, answer in (
    ("floor-ago", wake("2026-05-31T09:55:00Z"), POLLS),
    ("less-ago", wake("2026-05-31T09:55:00.000000001Z"), RESTS),
    ("now", wake(NOW), RESTS),
    ("future", wake(AFTER), POLLS),
    ("far-future", wake(LAST_TIME), POLLS),
    ("floor-zero", wake(NOW, 0), POLLS),
    ("floor-greatest", wake("0000-01-01T00:00:00Z", LARGEST), RESTS),
    ("floor-greatest-never", wake(None, LARGEST), POLLS),
    ("second-60", wake("2026-12-31T23:59:60Z", 300, "", "2027-01-01T00:04:59.999999999Z"), RESTS),
    ("second-60-floor", wake("2026-12-31T23:59:60Z", 300, "", "2027-01-01T00:05:00Z"), POLLS),
):
    wakes.accepts(slug, "wake-receive", "whether a wake polls", request, answer)
for at, payload in enumerate(("00", "a0", "ff" * 64, "a16470 6f6c6cf5".replace(" ", ""), "00" * 4096)):
    wakes.accepts("payload-%d-polls" % at, "wake-receive", "the payload has no say", wake(None, 300, payload), POLLS)
    wakes.accepts("payload-%d-rests" % at, "wake-receive", "the payload has no say", wake(NOW, 300, payload), RESTS)
wakes.accepts(
    "never-absent", "decision-null-members", "last_poll is absent", with_members(wake(None), last_poll=...), POLLS
)
refusals(
    wakes,
    "decision-members",
    wake(NOW),
    near,
    now=(..., None, "x"),
    last_poll=(5, "x"),
    payload=(..., None, "0", "AA", "zz", 5),
)
refusals(wakes, "decision-durations", wake(NOW), near, floor=(..., None, -1, 2**53, 0.5))

transports = Topic("alerts", "transport")
ADMITTED = {
    "web_push": ("web", "desktop"),
    "unified_push": ("android", "desktop"),
    "none": ("ios", "android", "desktop", "web"),
    "apns": (),
    "fcm": (),
}


def transport(platform, name):
    """wake.transport."""
    return {"op": "wake.transport", "platform": platform, "transport": name}


for name, admitted in ADMITTED.items():
    for platform in ("ios", "android", "desktop", "web"):
        near = transports.accepts(
            "%s-%s" % (name.replace("_", "-"), platform),
            "wake-transport",
            "where a transport is admitted",
            transport(platform, name),
            {"admitted": platform in admitted},
        )
refusals(
    transports,
    "decision-members",
    transport("web", "web_push"),
    near,
    platform=(..., None, "cli", "Web"),
    transport=(..., None, "email", "APNS"),
)
