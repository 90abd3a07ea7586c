# SPDX-License-Identifier: Apache-2.0
"""Area lifecycle: records and chains, states, verbs, expiry, delivery, receiving, upload (section 19)."""

from chains import (
    AFTER_END,
    BEFORE_END,
    CREATED,
    EARLIER_END,
    END,
    LAST_TIME,
    LONG_AGO,
    NOW,
    after,
    chain,
    digest,
    on_disk,
    record,
    refusals,
    trashed,
    with_members,
)
from suite import Topic

DELETED = chain(trashed())
UNREADABLE = ("soon", "", "2026-02-30T00:00:00Z", "2026-06-30", "2026-06-30T10:00:60Z", None)
OTHERS = ("replace", "metadata-update", "derivative-add", "derivative-replace")


def state_of(records, sidecar=True, original=True):
    """lifecycle.state."""
    return on_disk({"op": "lifecycle.state", "chain": records}, sidecar, original)


def is_state(state, records, until=None):
    """What lifecycle.state answers."""
    answer = {"state": state, "head": records[-1]["digest"]}
    return answer if until is None else {**answer, "retention_until": until}


# Records and chains.

form = Topic("lifecycle", "chain")
near = form.accepts("create-alone", "chain-form", "the least chain", state_of(CREATED), is_state("live", CREATED))
long = chain(*OTHERS, trashed(), "trash-restore", trashed(None), "metadata-update")
form.accepts("every-action", "record-form", "a record of every action", state_of(long), is_state("trashed", long))
absent = [{key: value for key, value in each.items() if value is not None} for each in long]
form.accepts(
    "nulls-absent", "decision-null-members", "what is null is absent", state_of(absent), is_state("trashed", long)
)
written = [{"retention_until": None, **each} for each in long]
form.accepts(
    "nulls-written", "decision-null-members", "retention_until is null everywhere", state_of(written),
    is_state("trashed", long),
)  # fmt: skip
form.accepts(
    "other-members", "record-form", "a member of a record that this document does not name is ignored",
    state_of([{**CREATED[0], "signature": 1}]), is_state("live", CREATED),
)  # fmt: skip
for slug, rule, note, records in (
    ("empty", "chain-form", "no record", []),
    ("no-list", "chain-form", "a chain that is no list", {}),
    ("null", "chain-form", "a chain that is null", None),
    ("no-create", "chain-form", "the first record is no create", [record(1, None, "replace")]),
    ("create-with-prior", "chain-form", "a create with a prior", [record(1, 9, "create")]),
    ("two-creates", "chain-form", "a second create", after(CREATED, "create")),
    ("second-beginning", "chain-form", "a second record without a prior", [*CREATED, record(2, None, "replace")]),
    ("gap", "chain-form", "a record that names an unknown one", [*CREATED, record(2, 9, "replace")]),
    ("skip", "chain-form", "a record that names the one before the one before it",
     [*CREATED, record(2, 1, "replace"), record(3, 1, "replace")]),
    ("backwards", "chain-form", "newest first", list(reversed(chain("replace")))),
    ("digest-twice", "chain-form", "a digest comes twice", [*CREATED, record(2, 1, "replace"), record(1, 2, "replace")]),
    ("own-prior", "chain-form", "a record that names itself", [*CREATED, record(2, 2, "replace")]),
    ("record-no-object", "record-form", "a record that is no object", ["01"]),
    ("record-null", "record-form", "a record that is null", [None]),
    ("action-unknown", "record-form", "an unknown action", after(CREATED, "move")),
    ("action-case", "record-form", "an action in other letters", after(CREATED, "Replace")),
    ("action-null", "record-form", "an action that is null", [{**CREATED[0], "action": None}]),
    ("action-number", "record-form", "an action that is a number", [{**CREATED[0], "action": 3}]),
    ("action-missing", "record-form", "no action", [with_members(CREATED[0], action=...)]),
    ("digest-short", "record-form", "a digest of 31 bytes", [{**CREATED[0], "digest": "01" * 31}]),
    ("digest-upper", "record-form", "a digest in upper-case hex", [{**CREATED[0], "digest": "AA" * 32}]),
    ("digest-null", "record-form", "a digest that is null", [{**CREATED[0], "digest": None}]),
    ("digest-missing", "record-form", "no digest", [with_members(CREATED[0], digest=...)]),
    ("prior-short", "record-form", "a prior of 16 bytes", [*CREATED, {**record(2, 1, "replace"), "prior": "01" * 16}]),
    ("prior-number", "record-form", "a prior that is a number", [*CREATED, {**record(2, 1, "replace"), "prior": 1}]),
    ("until-of-create", "record-form", "a create with a retention_until", [{**CREATED[0], "retention_until": END}]),
    ("until-of-restore", "record-form", "a trash-restore with a retention_until",
     [*DELETED, {**record(3, 2, "trash-restore"), "retention_until": ""}]),
    ("until-number", "record-form", "a retention_until that is a number",
     [*CREATED, {**record(2, 1, "delete"), "retention_until": 1}]),
):  # fmt: skip
    form.rejects(slug, rule, note, state_of(records), "invalid", near)
refusals(
    form,
    "decision-members",
    state_of(CREATED),
    near,
    chain=(...,),
    sidecar=(..., None, 1, "true"),
    original=(..., None, 0),
)

# States.

states = Topic("lifecycle", "state")
for slug, records, state, until in (
    ("deleted", DELETED, "trashed", END),
    ("restored", chain(trashed(), "trash-restore"), "live", None),
    ("restored-while-live", chain("trash-restore"), "live", None),
    ("deleted-again", chain(trashed(), trashed(EARLIER_END)), "trashed", EARLIER_END),
    ("deleted-again-unreadable", chain(trashed(), trashed("soon")), "trashed", None),
    ("deleted-again-readable", chain(trashed("soon"), trashed(EARLIER_END)), "trashed", EARLIER_END),
    ("deleted-later", chain(trashed(EARLIER_END), trashed()), "trashed", END),
    ("deleted-restored-deleted", chain(trashed(EARLIER_END), "trash-restore", trashed()), "trashed", END),
    ("deleted-then-others", chain(trashed(), *OTHERS), "trashed", END),
    ("restored-then-others", chain(trashed(), "trash-restore", *OTHERS), "live", None),
):
    states.accepts(
        slug, "state-by-chain", "the last delete or restore decides", state_of(records), is_state(state, records, until)
    )
for at, text in enumerate(UNREADABLE):
    records = chain(trashed(text))
    states.accepts(
        "unreadable-%d" % at,
        "chain-window",
        "a window that cannot be read is no fault",
        state_of(records),
        is_state("trashed", records),
    )
for at, text in enumerate(("2026-06-30t12:00:00.5+02:00", "2026-12-31T23:59:60Z", "0000-01-01T00:00:00Z")):
    records = chain(trashed(text))
    states.accepts(
        "verbatim-%d" % at,
        "chain-window",
        "the text is given as it was written",
        state_of(records),
        is_state("trashed", records, text),
    )
LATER_RECORD = chain(trashed(), "metadata-update")
for slug, records, sidecar, original, state, until in (
    ("nothing-live", CREATED, False, False, "damaged", None),
    ("original-alone-live", CREATED, False, True, "damaged", None),
    ("sidecar-alone-live", CREATED, True, False, "live", None),
    ("nothing-deleted", DELETED, False, False, "purged", None),
    ("original-alone-deleted", DELETED, False, True, "damaged", None),
    ("sidecar-alone-deleted", DELETED, True, False, "trashed", END),
    ("nothing-head-no-delete", LATER_RECORD, False, False, "damaged", None),
    ("nothing-restored", chain(trashed(), "trash-restore"), False, False, "damaged", None),
    ("nothing-deleted-unreadable", chain(trashed(None)), False, False, "purged", None),
):
    states.accepts(
        slug,
        "state-on-disk",
        "what lies on disk",
        state_of(records, sidecar, original),
        is_state(state, records, until),
    )

# Verbs.


def verb(name, records, clock=NOW, disk=(True, True), **members):
    """lifecycle.verb; the feed has everything, and its time is null, unless said otherwise."""
    known = {"server_now": None, "indexed": records[-1]["digest"], "window": None, "album_window": None, **members}
    return on_disk({"op": "lifecycle.verb", "chain": records, "verb": name, "clock": clock, **known}, *disk)


def appends(*drafts, remove=False):
    """What lifecycle.verb answers."""
    return {"append": list(drafts), "remove": remove}


def delete_until(text):
    """A delete to be made."""
    return {"action": "delete", "retention_until": text}


RESTORED = {"action": "trash-restore"}
NOTHING = appends()

verbs = Topic("lifecycle", "verb")
near = verbs.accepts(
    "delete-live",
    "verb-delete",
    "30 days from the clock",
    verb("delete", CREATED),
    appends(delete_until("2026-06-30T10:00:00.000Z")),
)
for slug, rule, clock, members, until in (
    ("server-later", "verb-delete", NOW, {"server_now": "2026-06-01T10:00:00Z"}, "2026-07-01T10:00:00.000Z"),
    ("server-earlier", "verb-delete", NOW, {"server_now": LONG_AGO}, "2026-06-30T10:00:00.000Z"),
    ("window-shorter", "window-length", NOW, {"window": 2591999}, "2026-06-30T10:00:00.000Z"),
    ("window-longer", "window-length", NOW, {"window": 2592001}, "2026-06-30T10:00:01.000Z"),
    ("window-of-album", "window-length", NOW, {"album_window": 2592002}, "2026-06-30T10:00:02.000Z"),
    ("window-greatest-asked", "window-length", NOW, {"window": 2592003, "album_window": 2592002}, "2026-06-30T10:00:03.000Z"),
    ("window-greatest-album", "window-length", NOW, {"window": 2592001, "album_window": 2592002}, "2026-06-30T10:00:02.000Z"),
    ("window-zero", "window-length", NOW, {"window": 0, "album_window": 0}, "2026-06-30T10:00:00.000Z"),
    ("rounded-up", "decision-made-times", "2026-05-31T10:00:00.000000001Z", {}, "2026-06-30T10:00:00.001Z"),
    ("not-rounded", "decision-made-times", "2026-05-31T10:00:00.001Z", {}, "2026-06-30T10:00:00.001Z"),
    ("rounded-over-a-day", "decision-made-times", "2026-05-31T23:59:59.9999Z", {}, "2026-07-01T00:00:00.000Z"),
    ("offset", "decision-times", "2026-05-31T12:00:00+02:00", {}, "2026-06-30T10:00:00.000Z"),
    ("second-60", "decision-times", "2026-12-31T23:59:60.5Z", {}, "2027-01-31T00:00:00.500Z"),
    ("last", "decision-made-times", "9999-12-01T23:59:59.999Z", {}, LAST_TIME),
    ("first-year", "decision-times", "0000-01-31T00:00:00Z", {}, "0000-03-01T00:00:00.000Z"),
):  # fmt: skip
    verbs.accepts(
        "delete-" + slug,
        rule,
        "the window of a delete",
        verb("delete", CREATED, clock, **members),
        appends(delete_until(until)),
    )
for slug, clock, members in (
    ("by-a-nanosecond", "9999-12-01T23:59:59.999000001Z", {}),
    ("by-a-day", "9999-12-03T00:00:00Z", {}),
    ("server", NOW, {"server_now": "9999-12-31T23:59:60Z"}),
    ("window", NOW, {"window": 2**53 - 1}),
    ("window-of-years", NOW, {"album_window": 252000000000}),
):
    verbs.rejects(
        "delete-past-9999-" + slug,
        "decision-made-times",
        "a window that would end past year 9999",
        verb("delete", CREATED, clock, **members),
        "limit",
        near,
    )
verbs.accepts(
    "delete-damaged",
    "verb-delete",
    "a damaged asset is deleted like any other",
    verb("delete", CREATED, disk=(False, False)),
    appends(delete_until("2026-06-30T10:00:00.000Z")),
)
verbs.accepts("delete-trashed", "verb-delete", "the window stays", verb("delete", DELETED, window=9000000), NOTHING)
verbs.accepts(
    "delete-trashed-over",
    "verb-delete",
    "the window stays, also one that is over",
    verb("delete", DELETED, AFTER_END),
    NOTHING,
)
verbs.accepts("delete-trashed-past-9999", "verb-delete", "no time is made", verb("delete", DELETED, LAST_TIME), NOTHING)

for slug, records, clock, members, held in (
    ("before", DELETED, BEFORE_END, {}, None),
    ("server-before", DELETED, AFTER_END, {"server_now": BEFORE_END}, None),
    ("no-window", chain(trashed(None)), LAST_TIME, {}, None),
    ("unreadable", chain(trashed("soon")), LAST_TIME, {}, None),
    ("held-unindexed", DELETED, BEFORE_END, {"server_now": AFTER_END, "indexed": None}, None),
    ("held-unknown", DELETED, BEFORE_END, {"server_now": AFTER_END, "indexed": digest(99)}, None),
    ("held-before-delete", DELETED, BEFORE_END, {"server_now": AFTER_END, "indexed": digest(1)}, None),
    ("held-second", chain(trashed(EARLIER_END), trashed()), BEFORE_END, {"server_now": AFTER_END, "indexed": digest(2)}, None),
    ("of-second-window", chain(trashed(EARLIER_END), trashed()), BEFORE_END, {}, None),
):  # fmt: skip
    verbs.accepts(
        "restore-" + slug,
        "held-delete" if "held" in slug else "verb-restore",
        "a restore in time",
        verb("restore", records, clock, **members),
        appends(RESTORED),
    )
for slug, records, clock, members in (
    ("at", DELETED, END, {}),
    ("after", DELETED, AFTER_END, {}),
    ("server-at", DELETED, LONG_AGO, {"server_now": END}),
    ("held-at", DELETED, END, {"server_now": LONG_AGO, "indexed": None}),
    ("held-unknown-at", DELETED, END, {"server_now": LONG_AGO, "indexed": digest(99)}),
    ("held-before-delete-at", DELETED, END, {"server_now": LONG_AGO, "indexed": digest(1)}),
    ("known-later-record", LATER_RECORD, LONG_AGO, {"server_now": END, "indexed": digest(3)}),
    ("known-delete-itself", LATER_RECORD, LONG_AGO, {"server_now": END, "indexed": digest(2)}),
    ("second-60", chain(trashed("2026-12-31T23:59:60Z")), "2027-01-01T00:00:00Z", {}),
    ("second-60-turned", chain(trashed("2027-01-01T00:00:00Z")), "2026-12-31T23:59:60Z", {}),
):
    rule = (
        "decision-times" if "second" in slug else "held-delete" if "held" in slug or "known" in slug else "verb-restore"
    )
    verbs.rejects(
        "restore-" + slug,
        rule,
        "a restore at or after the end",
        verb("restore", records, clock, **members),
        "retention-elapsed",
        near,
    )
verbs.accepts(
    "restore-second-60-before",
    "decision-times",
    "half a second before the end",
    verb("restore", chain(trashed("2027-01-01T00:00:00.5Z")), "2026-12-31T23:59:60.4Z"),
    appends(RESTORED),
)
verbs.accepts("restore-live", "verb-restore", "nothing to restore", verb("restore", CREATED), NOTHING)
verbs.accepts(
    "restore-restored",
    "verb-restore",
    "nothing to restore",
    verb("restore", chain(trashed(), "trash-restore"), AFTER_END),
    NOTHING,
)
verbs.accepts(
    "restore-damaged",
    "verb-restore",
    "a damaged asset is restored like any other",
    verb("restore", LATER_RECORD, disk=(False, False)),
    appends(RESTORED),
)
verbs.rejects(
    "restore-damaged-late",
    "verb-restore",
    "a damaged asset, too late",
    verb("restore", LATER_RECORD, END, disk=(False, False)),
    "retention-elapsed",
    near,
)

for slug, records, clock, members, drafts in (
    ("over", DELETED, END, {}, []),
    ("long-over", DELETED, AFTER_END, {}, []),
    ("open", DELETED, BEFORE_END, {}, [delete_until("2026-06-30T10:00:00.000Z")]),
    ("open-long", DELETED, NOW, {}, [delete_until("2026-05-31T10:00:00.000Z")]),
    ("open-by-server", DELETED, AFTER_END, {"server_now": NOW}, [delete_until("2026-05-31T10:00:00.000Z")]),
    ("over-by-server", DELETED, NOW, {"server_now": END}, []),
    ("held", DELETED, NOW, {"indexed": None}, [delete_until("2026-05-31T10:00:00.000Z")]),
    ("no-window", chain(trashed(None)), NOW, {}, [delete_until("2026-05-31T10:00:00.000Z")]),
    ("unreadable", chain(trashed("soon")), NOW, {}, [delete_until("2026-05-31T10:00:00.000Z")]),
    ("head-no-delete", LATER_RECORD, AFTER_END, {}, [delete_until("2026-06-30T10:00:00.000Z")]),
    ("head-no-delete-open", LATER_RECORD, NOW, {}, [delete_until("2026-05-31T10:00:00.000Z")]),
    ("offset-of-window", chain(trashed("2026-06-30T12:00:00+02:00"), "replace"), AFTER_END, {}, [delete_until("2026-06-30T10:00:00.000Z")]),
    ("window-rounded", chain(trashed(BEFORE_END), "replace"), AFTER_END, {}, [delete_until("2026-06-30T10:00:00.000Z")]),
    ("now-rounded", chain(trashed()), "2026-05-31T10:00:00.000000001Z", {}, [delete_until("2026-05-31T10:00:00.001Z")]),
):  # fmt: skip
    verbs.accepts(
        "purge-" + slug,
        "verb-purge",
        "a purge of what is trashed",
        verb("purge", records, clock, **members),
        appends(*drafts, remove=True),
    )
verbs.accepts(
    "purge-damaged",
    "verb-purge",
    "a damaged asset is purged like any other",
    verb("purge", LATER_RECORD, END, disk=(False, False)),
    appends(delete_until("2026-06-30T10:00:00.000Z"), remove=True),
)
near_purge = verbs.accepts(
    "purge-original-alone",
    "verb-purge",
    "what is left is removed",
    verb("purge", DELETED, END, disk=(False, True)),
    appends(remove=True),
)
verbs.rejects(
    "purge-past-9999",
    "decision-made-times",
    "no stamp time is left",
    verb("purge", chain(trashed(None)), "9999-12-31T23:59:59.999000001Z"),
    "limit",
    near_purge,
)
for slug, records, disk in (
    ("live", CREATED, (True, True)),
    ("restored", chain(trashed(), "trash-restore"), (True, True)),
    ("live-damaged", CREATED, (False, False)),
):
    verbs.rejects(
        "purge-" + slug,
        "verb-purge",
        "what is not trashed is not purged",
        verb("purge", records, disk=disk),
        "not-trashed",
        near_purge,
    )
for name in ("delete", "purge"):
    verbs.accepts(
        name + "-purged", "verb-purged", "nothing is left to be done", verb(name, DELETED, disk=(False, False)), NOTHING
    )
verbs.rejects(
    "restore-purged",
    "verb-purged",
    "in time by the window, but nothing is left",
    verb("restore", DELETED, disk=(False, False)),
    "retention-elapsed",
    near,
)
verbs.rejects(
    "restore-purged-no-window",
    "verb-purged",
    "no window, but nothing is left",
    verb("restore", chain(trashed(None)), disk=(False, False)),
    "retention-elapsed",
    near,
)
request = verb("delete", CREATED)
verbs.accepts(
    "nulls-absent",
    "decision-null-members",
    "what may be null may be absent",
    with_members(request, server_now=..., indexed=..., window=..., album_window=...),
    appends(delete_until("2026-06-30T10:00:00.000Z")),
)
refusals(verbs, "decision-members", request, near, verb=(..., None, "empty", "Delete"), clock=(..., None, 5, "", "2026-05-31"),
         server_now=(5, "soon"), indexed=(1, "01" * 31, "AA" * 32), chain=(...,), sidecar=(None,), original=(...,))  # fmt: skip
refusals(verbs, "decision-durations", request, near, window=(-1, 2**53, 1.5, "1", True), album_window=(-1, 2**53, "1"))
verbs.rejects(
    "looked-at-first",
    "decision-members",
    "a mistyped member that the verb does not need",
    verb("restore", CREATED, window="x"),
    "invalid",
    near,
)

# Expiry.


def expire(records, disk=(True, True), **members):
    """lifecycle.expire; drained and known, at the end of the window, unless said otherwise."""
    known = {"drained": True, "server_purged": False, "server_now": END, "indexed": records[-1]["digest"], **members}
    return on_disk({"op": "lifecycle.expire", "chain": records, **known}, *disk)


def keeps(reason):
    """What lifecycle.expire answers for what is kept."""
    return {"purge": False, "keep": reason, "append": []}


def purges(*drafts):
    """What lifecycle.expire answers for what is purged."""
    return {"purge": True, "keep": None, "append": list(drafts)}


expiry = Topic("lifecycle", "expire")
near = expiry.accepts("at", "expiry-order", "at the end of the window", expire(DELETED), purges())
for slug, records, members, answer in (
    ("after", DELETED, {"server_now": AFTER_END}, purges()),
    ("before", DELETED, {"server_now": BEFORE_END}, keeps("window-open")),
    ("live", CREATED, {}, keeps("not-trashed")),
    ("restored", chain(trashed(), "trash-restore"), {"server_purged": True}, keeps("not-trashed")),
    ("held-unindexed", DELETED, {"indexed": None, "server_purged": True}, keeps("delete-held")),
    ("held-unknown", DELETED, {"indexed": digest(99), "server_purged": True}, keeps("delete-held")),
    ("held-before-delete", DELETED, {"indexed": digest(1)}, keeps("delete-held")),
    ("held-second", chain(trashed(EARLIER_END), trashed()), {"indexed": digest(2), "server_now": LAST_TIME}, keeps("delete-held")),
    ("known-second", chain(trashed(EARLIER_END), trashed()), {"server_now": BEFORE_END}, keeps("window-open")),
    ("server-purged", DELETED, {"server_purged": True, "drained": False, "server_now": None}, purges()),
    ("server-purged-open", DELETED, {"server_purged": True, "server_now": NOW}, purges()),
    ("server-purged-no-window", chain(trashed(None)), {"server_purged": True}, purges()),
    ("not-drained", DELETED, {"drained": False}, keeps("feed-not-drained")),
    ("never-signed-in", DELETED, {"server_now": None}, keeps("feed-not-drained")),
    ("not-drained-no-window", chain(trashed(None)), {"drained": False}, keeps("feed-not-drained")),
    ("no-window", chain(trashed(None)), {"server_now": LAST_TIME}, keeps("no-window")),
    ("unreadable", chain(trashed("soon")), {"server_now": LAST_TIME}, keeps("no-window")),
    ("known-delete-itself", LATER_RECORD, {"indexed": digest(2), "server_now": BEFORE_END}, keeps("window-open")),
):  # fmt: skip
    expiry.accepts(
        slug,
        "held-delete" if "held" in slug or "known" in slug else "expiry-order",
        "whether a device purges of its own accord",
        expire(records, **members),
        answer,
    )
expiry.accepts(
    "purged",
    "expiry-order",
    "nothing is left",
    expire(DELETED, (False, False), server_purged=True),
    keeps("not-trashed"),
)
expiry.accepts(
    "damaged",
    "expiry-order",
    "the head is no delete, so bytes are missing",
    expire(LATER_RECORD, (False, False)),
    purges(delete_until(END)),
)
expiry.accepts(
    "original-alone", "expiry-order", "an original without its sidecar", expire(DELETED, (False, True)), purges()
)
for slug, text in (("verbatim", "2026-06-30T12:00:00+02:00"), ("unreadable", "soon"), ("null", None)):
    expiry.accepts(
        "append-" + slug,
        "expiry-append",
        "a delete with the same text becomes the head",
        expire(chain(trashed(text), "replace"), server_purged=True),
        purges(delete_until(text)),
    )
expiry.accepts(
    "append-latest",
    "expiry-append",
    "the text of the latest delete",
    expire(chain(trashed(EARLIER_END), trashed(), "replace")),
    purges(delete_until(END)),
)
refusals(expiry, "decision-members", expire(DELETED), near, drained=(..., None, 1), server_purged=(..., None, "false"),
         server_now=("soon", 5), indexed=("02",), chain=(..., None), sidecar=(...,), original=(None,))  # fmt: skip


def purge_due(records, now):
    """lifecycle.purge_due."""
    return {"op": "lifecycle.purge_due", "chain": records, "now": now}


due = Topic("lifecycle", "purge-due")
near = due.accepts("at", "purge-due", "at the window", purge_due(DELETED, END), {"purge": True})
for slug, records, now, purge in (
    ("before", DELETED, BEFORE_END, False),
    ("after", DELETED, AFTER_END, True),
    ("live", CREATED, LAST_TIME, False),
    ("restored", chain(trashed(), "trash-restore"), LAST_TIME, False),
    ("no-window", chain(trashed(None)), LAST_TIME, False),
    ("unreadable", chain(trashed("soon")), LAST_TIME, False),
    ("second-window", chain(trashed(EARLIER_END), trashed()), BEFORE_END, False),
    ("head-no-delete", LATER_RECORD, END, True),
    ("offset", chain(trashed("2026-06-30T12:00:00+02:00")), END, True),
):
    due.accepts(slug, "purge-due", "whether a server purges", purge_due(records, now), {"purge": purge})
refusals(due, "decision-members", purge_due(DELETED, END), near, chain=(..., None, []), now=(..., None, "soon", 5))

# Delivery.


def deliver(records, indexed=1, clock=NOW, **members):
    """lifecycle.deliver; the feed has the create, unless said otherwise."""
    known = {"server_purged": False, "server_now": None, "indexed": indexed and digest(indexed), **members}
    return {"op": "lifecycle.deliver", "chain": records, "clock": clock, **known}


def sends(*numbers, why=None):
    """What lifecycle.deliver answers."""
    return {"send": [digest(number) for number in numbers], "why": why}


LATE = "restore-too-late"
delivery = Topic("lifecycle", "deliver")
near = delivery.accepts(
    "all",
    "delivery-order",
    "everything after the feed's head",
    deliver(chain("replace", trashed(), "metadata-update")),
    sends(2, 3, 4),
)
for slug, rule, records, members, answer in (
    ("none", "delivery-order", CREATED, {}, sends()),
    ("not-indexed", "delivery-order", chain("replace"), {"indexed": None}, sends(why="not-indexed")),
    ("purged", "delivery-order", chain("replace"), {"server_purged": True}, sends(why="purged")),
    ("purged-not-indexed", "delivery-order", chain("replace"), {"server_purged": True, "indexed": None}, sends(why="purged")),
    ("purged-unknown", "delivery-order", chain("replace"), {"server_purged": True, "indexed": digest(99)}, sends(why="purged")),
    ("after-head", "delivery-order", chain("replace", "metadata-update"), {"indexed": digest(2)}, sends(3)),
    ("stretch-in-time", "delivery-stretch", chain(trashed(), "trash-restore"), {"clock": BEFORE_END}, sends(2, 3)),
    ("stretch-at", "delivery-stretch", chain(trashed(), "trash-restore"), {"clock": END}, sends(why=LATE)),
    ("stretch-by-server", "delivery-stretch", chain(trashed(), "trash-restore"), {"server_now": END}, sends(why=LATE)),
    ("stretch-by-clock", "delivery-stretch", chain(trashed(), "trash-restore"), {"clock": END, "server_now": NOW}, sends(why=LATE)),
    ("stretch-open", "delivery-stretch", chain(trashed(), "replace"), {"clock": AFTER_END}, sends(2, 3)),
    ("stretch-no-window", "delivery-stretch", chain(trashed("soon"), "trash-restore"), {"clock": AFTER_END}, sends(2, 3)),
    ("stretch-and-before", "delivery-stretch", chain("replace", trashed(), "replace", "trash-restore", "replace"), {"clock": END}, sends(2, why=LATE)),
    ("stretch-first-window-over", "delivery-stretch", chain(trashed(EARLIER_END), trashed(), "trash-restore"), {"clock": EARLIER_END}, sends(why=LATE)),
    ("stretch-later-window-over", "delivery-stretch", chain(trashed(), trashed(EARLIER_END), "trash-restore"), {"clock": EARLIER_END}, sends(why=LATE)),
    ("stretch-second-late", "delivery-stretch", chain(trashed(), "trash-restore", trashed(EARLIER_END), "trash-restore"), {"clock": EARLIER_END}, sends(2, 3, why=LATE)),
    ("stretch-first-late", "delivery-stretch", chain(trashed(EARLIER_END), "trash-restore", trashed(), "trash-restore"), {"clock": EARLIER_END}, sends(why=LATE)),
    ("stretch-both-late", "delivery-stretch", chain("replace", trashed(), "trash-restore", trashed(), "trash-restore"), {"clock": END}, sends(2, why=LATE)),
    ("stretch-ended-then-late-delete", "delivery-stretch", chain(trashed(), "trash-restore", trashed(EARLIER_END)), {"clock": EARLIER_END}, sends(2, 3, 4)),
    ("delete-in-feed", "delivery-stretch", chain(trashed(), "trash-restore"), {"indexed": digest(2), "clock": AFTER_END}, sends(3)),
    ("reissue-in-time", "delivery-stretch", chain(trashed(EARLIER_END), trashed(), "trash-restore"), {"indexed": digest(2), "clock": EARLIER_END}, sends(3, 4)),
    ("reissue-late", "delivery-stretch", chain(trashed(), trashed(EARLIER_END), "trash-restore"), {"indexed": digest(2), "clock": EARLIER_END}, sends(why=LATE)),
    ("restore-twice", "delivery-stretch", chain(trashed(), "trash-restore", "trash-restore"), {"clock": BEFORE_END}, sends(2, 3, 4)),
):  # fmt: skip
    members = {"clock": NOW, **members}
    delivery.accepts(slug, rule, "which records are sent", with_members(deliver(records), **members), answer)
delivery.rejects(
    "unknown",
    "delivery-order",
    "the feed's head is not in the chain",
    deliver(chain("replace"), 99),
    "stale-revival",
    near,
)
refusals(delivery, "decision-members", deliver(DELETED), near, chain=(..., None), clock=(..., None, "x"), server_purged=(..., None),
         indexed=(5, "01"), server_now=("x",))  # fmt: skip

# Receiving.


def receive(records, arrived, source="peer", disk=(True, True), now=NOW):
    """lifecycle.receive."""
    return on_disk(
        {"op": "lifecycle.receive", "chain": records, "record": arrived, "source": source, "now": now}, *disk
    )


def follows(records, action, until=None):
    """The record that follows a chain."""
    return after(records, (action, until), start=50)[-1]


def takes(arrived):
    """What lifecycle.receive answers for what is appended."""
    return {"appended": True, "head": arrived["digest"]}


SOURCES = ("feed", "peer", "backup", "client")
receiving = Topic("lifecycle", "receive")
arrived = follows(CREATED, "replace")
near = receiving.accepts(
    "next", "receive-order", "a record that follows the head", receive(CREATED, arrived), takes(arrived)
)
for source in SOURCES:
    receiving.accepts(
        "replay-" + source,
        "receive-order",
        "a record that the chain holds",
        receive(DELETED, DELETED[1], source, (False, False), LAST_TIME),
        {"appended": False, "head": digest(2)},
    )
    for action in (*OTHERS, "delete", "trash-restore"):
        arrived = follows(DELETED, action, END if action == "delete" else None)
        receiving.accepts(
            "in-time-%s-%s" % (source, action),
            "receive-order",
            "before the window ends",
            receive(DELETED, arrived, source, now=BEFORE_END),
            takes(arrived),
        )
        for slug, disk, now in (("late", (True, True), END), ("purged", (False, False), BEFORE_END)):
            if source == "feed":
                receiving.accepts(
                    "%s-feed-%s" % (slug, action),
                    "receive-order",
                    "the server accepted it",
                    receive(DELETED, arrived, source, disk, now),
                    takes(arrived),
                )
            elif slug == "purged":
                receiving.rejects(
                    "purged-%s-%s" % (source, action),
                    "receive-order",
                    "nothing is left",
                    receive(DELETED, arrived, source, disk, now),
                    "retention-elapsed" if action == "trash-restore" else "purged",
                    near,
                )
            elif action in ("delete", "trash-restore"):
                receiving.rejects(
                    "late-%s-%s" % (source, action),
                    "receive-order",
                    "the window is over",
                    receive(DELETED, arrived, source, disk, now),
                    "retention-elapsed",
                    near,
                )
            else:
                receiving.accepts(
                    "late-%s-%s" % (source, action),
                    "receive-order",
                    "the window is over, but it neither restores nor deletes",
                    receive(DELETED, arrived, source, disk, now),
                    takes(arrived),
                )
    receiving.rejects(
        "create-" + source,
        "receive-order",
        "a second create",
        receive(CREATED, record(50, 1, "create"), source),
        "invalid",
        near,
    )
    receiving.rejects(
        "no-prior-" + source,
        "receive-order",
        "a second beginning",
        receive(CREATED, record(50, None, "replace"), source),
        "invalid",
        near,
    )
    receiving.rejects(
        "older-prior-" + source,
        "receive-order",
        "it follows an older record",
        receive(DELETED, record(50, 1, "replace"), source),
        "stale-revival",
        near,
    )
    receiving.rejects(
        "unknown-prior-" + source,
        "receive-order",
        "it follows an unknown record",
        receive(DELETED, record(50, 99, "replace"), source),
        "stale-revival",
        near,
    )
replayed = {**record(1, 9, "create")}
receiving.accepts(
    "replay-otherwise",
    "receive-order",
    "a digest that the chain holds, whatever comes with it",
    receive(DELETED, replayed),
    {"appended": False, "head": digest(2)},
)
arrived = follows(DELETED, "trash-restore")
receiving.accepts(
    "no-clock",
    "receive-order",
    "without a trusted clock nothing is over",
    receive(DELETED, arrived, now=None),
    takes(arrived),
)
receiving.accepts(
    "no-clock-absent",
    "decision-null-members",
    "now is absent",
    with_members(receive(DELETED, arrived), now=...),
    takes(arrived),
)
receiving.rejects(
    "restore-after",
    "receive-order",
    "after the window",
    receive(DELETED, arrived, now=AFTER_END),
    "retention-elapsed",
    near,
)
no_window = chain(trashed("soon"))
arrived = follows(no_window, "trash-restore")
receiving.accepts(
    "no-window", "receive-order", "no window is ever over", receive(no_window, arrived, now=LAST_TIME), takes(arrived)
)
restored = chain(trashed(), "trash-restore")
arrived = follows(restored, "delete", EARLIER_END)
receiving.accepts(
    "delete-of-live",
    "receive-order",
    "a delete of what is live, whatever its window",
    receive(restored, arrived, now=LAST_TIME),
    takes(arrived),
)
for source in SOURCES:
    arrived = follows(LATER_RECORD, "metadata-update")
    request = receive(LATER_RECORD, arrived, source, (False, False))
    if source == "client":
        receiving.rejects(
            "head-no-delete-client", "receive-order", "the server has nothing left", request, "purged", near
        )
        receiving.rejects(
            "head-no-delete-client-restore",
            "receive-order",
            "the server has nothing left to restore",
            receive(LATER_RECORD, follows(LATER_RECORD, "trash-restore"), source, (False, False)),
            "retention-elapsed",
            near,
        )
    else:
        receiving.accepts("head-no-delete-" + source, "receive-order", "damaged, not purged", request, takes(arrived))
arrived = follows(CREATED, "metadata-update")
receiving.accepts(
    "live-nothing-client",
    "receive-order",
    "live by the chain, so not purged",
    receive(CREATED, arrived, "client", (False, False)),
    takes(arrived),
)
for slug, disk in (("sidecar", (True, False)), ("original", (False, True))):
    arrived = follows(DELETED, "replace")
    receiving.accepts(
        "client-with-" + slug,
        "receive-order",
        "the server has something left",
        receive(DELETED, arrived, "client", disk),
        takes(arrived),
    )
near_first = receiving.accepts(
    "first", "receive-first", "a create where no chain is held", receive(None, CREATED[0]), takes(CREATED[0])
)
for source in SOURCES:
    receiving.accepts(
        "first-gone-" + source,
        "receive-first",
        "what lies on disk has no say",
        receive(None, CREATED[0], source, (False, False), LAST_TIME),
        takes(CREATED[0]),
    )
for action in (*OTHERS, "delete", "trash-restore"):
    receiving.rejects(
        "first-" + action,
        "receive-first",
        "the first record is no create",
        receive(None, record(2, 1, action)),
        "stale-revival",
        near_first,
    )
receiving.rejects(
    "first-no-prior",
    "receive-first",
    "no create, and no prior",
    receive(None, record(2, None, "replace")),
    "stale-revival",
    near_first,
)
receiving.rejects(
    "first-with-prior",
    "receive-first",
    "a create with a prior",
    receive(None, record(2, 1, "create")),
    "invalid",
    near_first,
)
refusals(receiving, "decision-members", receive(CREATED, follows(CREATED, "replace")), near, chain=(..., [], 5), sidecar=(..., None),
         original=(..., 1), record=(..., None, [], {}), source=(..., None, "server", "Feed"), now=("x", 5))  # fmt: skip
receiving.rejects(
    "until-of-record",
    "record-form",
    "a record with a retention_until that is no delete",
    receive(CREATED, {**follows(CREATED, "replace"), "retention_until": END}),
    "invalid",
    near,
)
receiving.rejects(
    "first-sidecar-missing",
    "decision-members",
    "looked at, though it has no say",
    with_members(receive(None, CREATED[0]), sidecar=...),
    "invalid",
    near_first,
)

# Upload.


def upload(records, disk=(True, True), confirmed=False):
    """lifecycle.upload."""
    return on_disk({"op": "lifecycle.upload", "chain": records, "custody_confirmed": confirmed}, *disk)


queue = Topic("lifecycle", "upload")
for slug, records, disk, may in (
    ("live", CREATED, (True, True), True),
    ("live-metadata-only", CREATED, (True, False), True),
    ("damaged", CREATED, (False, True), False),
    ("trashed", DELETED, (True, True), False),
    ("restored", chain(trashed(), "trash-restore"), (True, True), True),
    ("damaged-trashed", LATER_RECORD, (False, False), False),
):
    for confirmed in (False, True):
        near = queue.accepts(
            "%s-%s" % (slug, "confirmed" if confirmed else "open"),
            "upload",
            "what may be sent, what stays pinned",
            upload(records, disk, confirmed),
            {"upload": may, "pinned": not confirmed},
        )
for confirmed in (False, True):
    queue.accepts(
        "purged-%s" % ("confirmed" if confirmed else "open"),
        "upload",
        "a purge unpins",
        upload(DELETED, (False, False), confirmed),
        {"upload": False, "pinned": False},
    )
refusals(
    queue,
    "decision-members",
    upload(CREATED),
    near,
    chain=(..., None),
    custody_confirmed=(..., None, 1),
    sidecar=(...,),
    original=(...,),
)
