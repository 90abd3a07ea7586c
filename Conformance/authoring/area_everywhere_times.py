# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: a second 60 wherever a time stands.

A decision counts it as second 0 of the next minute (section 18); everywhere else it is an instant of its own, after
second 59 and before the next minute (section 2). Each member that holds a time is tried at the point where it turns
the answer.
"""

from area_alerts import decide, snooze
from area_everywhere_albums import evaluate, evaluated, id_of
from area_gates import gate
from area_lifecycle import deliver, expire, purge_due, receive, verb
from area_places import file
from area_rebase import rebase
from build import ALBUM, MEMBERSHIP, SIZED_FACTS, STACK, stamp, term
from chains import CREATED, after, chain, digest, trashed
from suite import Topic, reference_answer

BEFORE, MIDNIGHT, PAST = "2026-12-31T23:59:59.999999999Z", "2027-01-01T00:00:00Z", "2027-01-01T00:00:00.000000001Z"
# What counts as midnight, and as a nanosecond past it.
SIXTY = {"utc": "2026-12-31T23:59:60Z", "offset": "2027-01-01T01:59:60+02:00"}
SIXTY_PAST = {"utc": "2026-12-31T23:59:60.000000001Z", "offset": "2026-12-31T18:29:60.000000001-05:30"}
DAY_LATER, MONTH_LATER = "2027-01-02T00:00:00Z", "2027-01-31T00:00:00Z"
JPEG, RAW = "image/jpeg", "image/x-canon-cr3"


def restored(until):
    """A chain whose delete was undone, and what is still to be sent of it."""
    return chain(trashed(until), "trash-restore")


def apart(raw, developed):
    """stack.detect of a raw and its JPEG."""
    return {"op": "stack.detect", "files": [file(1, "a.cr3", RAW, raw), file(2, "a.jpg", JPEG, developed)]}


def wake(now, last):
    """wake.receive with a floor of a day."""
    return {"op": "wake.receive", "now": now, "last_poll": last, "floor": 86400, "payload": ""}


def stale(**facts):
    """The facts of sync_stale with a day until it is due."""
    return {"last_sync": None, "signed_in": None, "after": 86400, **facts}


DELETED = chain(trashed(MIDNIGHT))
NEXT = after(DELETED, "trash-restore", start=50)[-1]
INDEXED = {"indexed": digest(2)}
# Where a time of a decision stands: the request that has a time there, of which the answer turns at midnight.
DECISIONS = {
    "verb-restore-clock": lambda t: verb("restore", DELETED, clock=t),
    "verb-restore-server-now": lambda t: verb("restore", DELETED, clock=BEFORE, server_now=t, **INDEXED),
    "verb-restore-window": lambda t: verb("restore", chain(trashed(t)), clock=MIDNIGHT),
    "verb-purge-clock": lambda t: verb("purge", DELETED, clock=t, **INDEXED),
    "verb-purge-server-now": lambda t: verb("purge", DELETED, clock=BEFORE, server_now=t, **INDEXED),
    "verb-purge-window": lambda t: verb("purge", chain(trashed(t)), clock=MIDNIGHT, **INDEXED),
    "verb-delete-clock": lambda t: verb("delete", CREATED, clock=t),
    "verb-delete-server-now": lambda t: verb("delete", CREATED, clock=BEFORE, server_now=t),
    "expire-server-now": lambda t: expire(DELETED, server_now=t, **INDEXED),
    "expire-window": lambda t: expire(chain(trashed(t)), server_now=MIDNIGHT, **INDEXED),
    "purge-due-now": lambda t: purge_due(DELETED, t),
    "purge-due-window": lambda t: purge_due(chain(trashed(t)), MIDNIGHT),
    "deliver-clock": lambda t: deliver(restored(MIDNIGHT), clock=t),
    "deliver-server-now": lambda t: deliver(restored(MIDNIGHT), clock=BEFORE, server_now=t),
    "deliver-window": lambda t: deliver(restored(t), clock=MIDNIGHT),
    "rebase-clock": lambda t: rebase(after(DELETED, "trash-restore"), DELETED, clock=t),
    "rebase-server-now": lambda t: rebase(after(DELETED, "trash-restore"), DELETED, clock=BEFORE, server_now=t),
    "rebase-window": lambda t: rebase(after(chain(trashed(t)), "trash-restore"), chain(trashed(t)), clock=MIDNIGHT),
    "rebase-again-window": lambda t: rebase(after(DELETED, trashed(t)), DELETED, clock=BEFORE),
    "rebase-window-in-force": lambda t: rebase(
        after(chain(trashed(t)), trashed(MIDNIGHT)), chain(trashed(t)), clock=BEFORE
    ),
    "rebase-first-window": lambda t: rebase(chain(trashed(t)), CREATED, clock="2026-12-02T00:00:00Z"),
    "rebase-first-clock": lambda t: rebase(chain(trashed(MONTH_LATER)), CREATED, clock=t),
    "receive-now": lambda t: receive(DELETED, NEXT, now=t),
    "receive-window": lambda t: receive(
        chain(trashed(t)), after(chain(trashed(t)), "trash-restore", start=50)[-1], now=MIDNIGHT
    ),
    "detect-raw": lambda t: apart(t, "2026-12-31T23:59:58Z"),
    "detect-developed": lambda t: apart("2027-01-01T00:00:02Z", t),
    "gate-trash": lambda t: gate("trash", t, now="2027-01-01T00:05:00Z"),
    "gate-hidden": lambda t: gate("hidden", t, now=MIDNIGHT),
    "gate-now": lambda t: gate("hidden", MIDNIGHT, now=t),
    "gate-now-grace": lambda t: gate("hidden", "2026-12-31T23:55:00Z", now=t),
    "decide-now": lambda t: decide(facts={"due": MIDNIGHT}, now=t),
    "decide-due": lambda t: decide(facts={"due": t}, now=MIDNIGHT),
    "decide-last-sync": lambda t: decide("sync_stale", stale(last_sync=t), now=DAY_LATER),
    "decide-last-sync-believed": lambda t: decide("sync_stale", stale(last_sync=t), now=MIDNIGHT),
    "decide-signed-in": lambda t: decide("sync_stale", stale(signed_in=t), now=DAY_LATER),
    "decide-grace-until": lambda t: decide("quota_grace_expiring", {"grace_until": t, "lead": 0}, now=MIDNIGHT),
    "decide-grace-now": lambda t: decide("quota_grace_expiring", {"grace_until": MIDNIGHT, "lead": 0}, now=t),
    "decide-snoozed-until": lambda t: decide(facts={"due": BEFORE}, now=MIDNIGHT, snoozes=1, snoozed_until=t),
    "decide-shown-at": lambda t: decide(facts={"due": BEFORE}, now=MIDNIGHT, shown_at=t),
    "decide-shown-at-repeat": lambda t: decide(facts={"due": BEFORE}, now=DAY_LATER, shown_at=t),
    "decide-armed": lambda t: decide(facts={"due": MIDNIGHT}, now=BEFORE, armed=t),
    "snooze-now": lambda t: snooze(0, 1, 0, now=t),
    "wake-now": lambda t: wake(t, MIDNIGHT),
    "wake-now-floor": lambda t: wake(t, "2026-12-31T00:00:00Z"),
    "wake-last-poll": lambda t: wake(MIDNIGHT, t),
    "wake-last-poll-floor": lambda t: wake(DAY_LATER, t),
}


def decision(asked):
    """What is answered to a request, but for a text of the request that the answer repeats."""
    answer, given = reference_answer(asked), asked.values()
    return answer.get("error"), {
        name: value for name, value in answer.get("ok", {}).items() if not (isinstance(value, str) and value in given)
    }


decisions = Topic("everywhere", "second-60-decisions")
near = decisions.accepts(
    "at", "decision-times", "a server purges at the window's end", purge_due(DELETED, MIDNIGHT), {"purge": True}
)


def decides(name, note, asked):
    """A vector of a decision, which may be a refusal."""
    error = reference_answer(asked).get("error")
    if error:
        decisions.rejects(name, "decision-times", note, asked, error, near)
    else:
        decisions.accepts(name, "decision-times", note, asked)


for place, request in DECISIONS.items():
    if decision(request(BEFORE)) == decision(request(MIDNIGHT)) == decision(request(PAST)):
        raise ValueError("%s: nothing turns at midnight" % place)
    for slug, times, same in (("at", SIXTY, MIDNIGHT), ("past", SIXTY_PAST, PAST)):
        for spelling, text in times.items():
            name = "%s-%s-%s" % (place, slug, spelling)
            if decision(request(text)) != decision(request(same)):
                raise ValueError("%s: a second 60 is not the next minute" % name)
            decides(name, "%s at a second 60, which is second 0 of the next minute" % place, request(text))
    for slug, text in (("before", BEFORE), ("after", PAST)):
        decides("%s-%s" % (place, slug), "%s a nanosecond %s midnight" % (place, slug), request(text))

# Instants: three of them, ascending, each of which differs from its neighbours only if second 60 is its own.

LAST_59, LEAP, LEAP_PAST = "2026-12-31T23:59:59.999999999Z", "2026-12-31T23:59:60Z", "2027-01-01T00:59:60.999999999+01:00"
ASCENDING = (LAST_59, LEAP, LEAP_PAST, MIDNIGHT)
instants = Topic("everywhere", "second-60-instants")


def captured(number, text, **more):
    """An asset for evaluation with a capture time."""
    return evaluated(number, {"capture_time": stamp(text)}, **more)


def imported(number, text):
    """An asset for evaluation with an import timestamp and the capture time of the facts."""
    return evaluated(number, {"facts": stamp({**SIZED_FACTS, "import_timestamp": text})})


def from_facts(number, text):
    """An asset for evaluation whose capture time is that of its facts."""
    return evaluated(number, {"facts": stamp({**SIZED_FACTS, "capture_timestamp": text})})


def ids(*numbers):
    """Ids as answers list them."""
    return [id_of(number).hex() for number in numbers]


for field, makers in (
    ("capture_timestamp", {"person": captured, "facts": from_facts}),
    ("import_timestamp", {"facts": imported}),
):
    for who, make in makers.items():
        rows = [make(number, text) for number, text in enumerate(ASCENDING, 1)]
        name = "%s-%s" % (field.replace("_", "-"), who)
        for op, operand, expected in (
            ("before", LEAP, (1,)),
            ("before", MIDNIGHT, (1, 2, 3)),
            ("after", LEAP, (3, 4)),
            ("after", LAST_59, (2, 3, 4)),
            ("in_range", [LEAP, MIDNIGHT], (2, 3)),
            ("in_range", [LAST_59, LEAP], (1,)),
            ("in_range", [LEAP_PAST, MIDNIGHT], (3,)),
        ):
            instants.accepts(
                "%s-%s-%s" % (name, op.replace("_", "-"), "".join(map(str, expected))),
                "temporal-value",
                "a term over %s around a second 60, which is an instant of its own" % field,
                evaluate(term(field, op, operand), rows),
                lambda ok, expected=expected: ok["members"] == ids(*expected),
            )
        for direction in ("asc", "desc"):
            backwards = [make(number, text) for number, text in zip((4, 3, 2, 1), ASCENDING)]
            instants.accepts(
                "%s-sort-%s" % (name, direction),
                "result-ordered",
                "sorted by %s around a second 60" % field,
                evaluate({"all": []}, backwards, sort={"direction": direction, "key": field}),
                lambda ok, direction=direction: (
                    ok["ordered"] == (ids(4, 3, 2, 1) if direction == "asc" else ids(1, 2, 3, 4))
                ),
            )
in_stack = [
    evaluated(number, {"capture_time": stamp(text), "stack_membership": stamp(MEMBERSHIP)}, album_id=ALBUM.hex())
    for number, text in zip((4, 3, 2, 1), ASCENDING)
]
instants.accepts(
    "stack-order",
    "stack-order",
    "members of a stack around a second 60",
    {"op": "view.stack", "stack_id": STACK.hex(), "album_id": ALBUM.hex(), "assets": in_stack, "view": "default"},
    lambda ok: ok["members"] == ids(4, 3, 2, 1),
)
for slug, times in (("created", ASCENDING), ("captured", ASCENDING)):
    albums, assets = [], []
    for number, text in zip((4, 3, 2, 1), times):
        album_id = id_of(0x60 + number).hex()
        albums.append({"album_id": album_id, "created": text if slug == "created" else "2020-01-01T00:00:00Z"})
        if slug == "captured":
            assets.append(captured(number, text, album_id=album_id))
    instants.accepts(
        "album-order-" + slug,
        "album-recency",
        "albums around a second 60",
        {"op": "view.album_order", "albums": albums, "assets": assets},
        lambda ok: ok["order"] == ids(0x61, 0x62, 0x63, 0x64),
    )
for slug, latest in (("59", LAST_59), ("60", LEAP)):
    instants.accepts(
        "album-latest-" + slug,
        "album-recency",
        "the latest of an album's instants around a second 60",
        {
            "op": "view.album_order",
            "albums": [
                {"album_id": id_of(0x61).hex(), "created": "2020-01-01T00:00:00Z"},
                {"album_id": id_of(0x62).hex(), "created": LEAP},
            ],
            "assets": [
                captured(1, latest, album_id=id_of(0x61).hex()),
                captured(2, LAST_59, album_id=id_of(0x61).hex()),
            ],
        },
        {"order": ids(0x62, 0x61) if slug == "59" else ids(0x61, 0x62)},
    )
