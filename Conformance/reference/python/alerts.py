# SPDX-License-Identifier: Apache-2.0
"""SPEC section 23: alerts, their timers and snoozes, their delivery, and wakes. Times are counts of moment.py."""

from typing import NamedTuple, Optional

import moment
from refusal import LIMIT, require

PRE_ARMABLE = ("sync_stale", "recovery_check_due")
DEFAULT_AFTER = 1209600
DEFAULT_LONGEST_SNOOZE = 2592000
DEFAULT_REPEAT = 86400

NOTHING, ASK, BADGE, ALERT = "nothing", "ask", "badge", "alert"
GRANTED, DENIED, UNDECIDED = "granted", "denied", "undecided"


class Until(NamedTuple):
    """SPEC section 23: when a snooze ends, and how an answer says it."""

    moment: int
    text: str


class Facts(NamedTuple):
    """SPEC section 23: what alert.decide is given, but for the class's own facts."""

    now: int
    enabled: bool
    permission: str
    snoozes: int
    most_snoozes: int
    longest_snooze: int
    snoozed_until: Optional[Until]
    shown_at: Optional[int]
    repeat: int
    armed: Optional[int]


# The classes' own facts: each gives (whether it is due, its deadline or None).

def deadline_passed(deadline, now):
    """SPEC section 23: due with a deadline: now at or after it."""
    return deadline is not None and deadline <= now, deadline


def sync_stale(now, last_sync, signed_in, after):
    """SPEC section 23: a time later than now is not believed: the deadline is now."""
    since = signed_in if last_sync is None else last_sync
    if since is None:
        return False, None
    return deadline_passed(now if since > now else since + moment.seconds(after), now)


def quota_soft(used, quota, percent):
    """SPEC section 23: exact products."""
    return quota > 0 and 100 * used >= percent * quota, None


def quota_grace_expiring(now, grace_until, lead):
    """SPEC section 23: now at or after the end of the grace less lead."""
    return grace_until is not None and now >= grace_until - moment.seconds(lead), None


def pending(count):
    """SPEC section 23: due with something pending."""
    return count > 0, None


# The decision.

def decide(alert_class, due, deadline, facts):
    """SPEC section 23: alert.decide."""
    snoozes, until = snoozing(due, facts)
    at = timer_time(alert_class, deadline, snoozes, until, facts)
    return {"due": due, "show": shown(due, snoozes, until, at, facts), "snoozes": snoozes,
            "snoozed_until": until and until.text, "timer": timer(at, facts.armed), "at": at}


def snoozing(due, facts):
    """SPEC section 23: (snoozes, snoozed_until) from now on."""
    if not due:
        return 0, None
    latest = facts.now + moment.seconds(facts.longest_snooze)
    if facts.snoozed_until and facts.snoozed_until.moment > latest:
        return facts.snoozes, Until(latest, moment.stamp_time(latest))
    return facts.snoozes, facts.snoozed_until


def timer_time(alert_class, deadline, snoozes, until, facts):
    """SPEC section 23: the stamp time of the timer that is wanted, or None."""
    if (alert_class not in PRE_ARMABLE or not facts.enabled or facts.permission == DENIED
            or snoozes >= facts.most_snoozes or deadline is None):
        return None
    at = max(deadline, until.moment) if until else deadline
    return moment.stamp_time(at) if at > facts.now and moment.has_stamp_time(at) else None


def timer(at, armed):
    """SPEC section 23: what to do with the one timer of the class."""
    if at is None:
        return "none" if armed is None else "cancel"
    if armed is None:
        return "arm"
    return "keep" if armed == moment.of_text(at) else "rearm"


def shown(due, snoozes, until, at, facts):
    """SPEC section 23: the first that holds decides."""
    lately = facts.shown_at is not None and 0 <= facts.now - facts.shown_at < moment.seconds(facts.repeat)
    if not facts.enabled:
        return NOTHING
    if not due:
        return ASK if facts.permission == UNDECIDED and at is not None and not lately else NOTHING
    if facts.permission == DENIED or snoozes >= facts.most_snoozes:
        return BADGE
    if until and until.moment > facts.now or lately:
        return NOTHING
    return ASK if facts.permission == UNDECIDED else ALERT


def snooze(snoozes, most_snoozes, now, seconds):
    """SPEC section 23: (snoozes, snoozed_until) after one more."""
    require(snoozes < most_snoozes, "no snooze is left", LIMIT)
    return snoozes + 1, moment.stamp_time(now + moment.seconds(seconds))


# Delivery and wakes.

DELIVERIES = {"ios": "os_timer", "android": "os_timer", "desktop": "while_running", "web": "best_effort",
              "cli": "none"}
ANDROID_ASKS_FROM = 33


def delivery(platform, api):
    """SPEC section 23: (how alerts arrive, whether permission must be asked for)."""
    asks = platform in ("ios", "web") or platform == "android" and (api is None or api >= ANDROID_ASKS_FROM)
    return DELIVERIES[platform], asks


POLLED = ("sync", "quota", "drops")


def polls(now, last_poll, floor):
    """SPEC section 23: whether a wake polls; its payload has no say."""
    return last_poll is None or last_poll > now or now - last_poll >= moment.seconds(floor)


ADMITTED = {"web_push": ("web", "desktop"), "unified_push": ("android", "desktop"),
            "none": ("ios", "android", "desktop", "web"), "apns": (), "fcm": ()}


def is_admitted(platform, transport):
    """SPEC section 23: a transport whose credential an operator cannot make is admitted nowhere."""
    return platform in ADMITTED[transport]
