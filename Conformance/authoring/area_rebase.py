# SPDX-License-Identifier: Apache-2.0
"""Area lifecycle: rebasing chains that went apart (section 19)."""

from area_lifecycle import delete_until
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
    record,
    refusals,
    trashed,
    with_members,
)
from suite import Topic

IN_30_DAYS = "2026-06-30T10:00:00.000Z"  # from NOW
LATER_END = "2026-07-31T10:00:00Z"
LATER_END_MADE = "2026-07-31T10:00:00.000Z"
FEED_FROM = 100  # the first digest of the feed's own records


def news(common, *actions):
    """The feed's chain: the common beginning and what the feed has after it."""
    return after(common, *actions, start=FEED_FROM)


def rebase(own, feed, clock=NOW, **members):
    """lifecycle.rebase."""
    known = {"server_purged": False, "server_now": None, **members}
    return {"op": "lifecycle.rebase", "own": own, "feed": feed, "clock": clock, **known}


def redoes(*redo, ancestor=1, dropped=()):
    """What lifecycle.rebase answers."""
    drafts = [{"action": each} if isinstance(each, str) else each for each in redo]
    return {"ancestor": digest(ancestor), "redo": drafts, "dropped": [digest(number) for number in dropped]}


def until(text):
    """A redone delete."""
    return delete_until(text)


topic = Topic("lifecycle", "rebase")
DELETED, UNREADABLE = chain(trashed()), chain(trashed("soon"))
near = topic.accepts(
    "replace",
    "rebase-replace",
    "a replace on the feed's news",
    rebase(chain("replace"), news(CREATED, "metadata-update")),
    redoes("replace"),
)
CASES = (
    # Ancestors.
    ("equal", "rebase-ancestor", CREATED, CREATED, {}, redoes()),
    ("own-ahead", "rebase-ancestor", chain("replace", "replace"), chain("replace"), {}, redoes("replace", ancestor=2)),
    ("feed-ahead", "rebase-ancestor", chain("replace"), chain("replace", "replace"), {}, redoes(ancestor=2)),
    ("longest", "rebase-ancestor", chain("replace", "replace", "replace"), news(chain("replace", "replace"), "replace"), {}, redoes("replace", ancestor=3)),
    ("by-digest", "rebase-ancestor", chain("replace", "replace"), news([*CREATED, record(2, 1, "metadata-update")], "replace"), {}, redoes("replace", ancestor=2)),
    ("by-digest-own-says", "rebase-ancestor", after(DELETED, "trash-restore"), news([*CREATED, record(2, 1, "metadata-update")], "replace"), {}, redoes("trash-restore", ancestor=2)),
    ("by-digest-feed-says", "rebase-ancestor", after(chain("metadata-update"), trashed(LATER_END)), news(DELETED, "replace"), {}, redoes(ancestor=2, dropped=(3,))),
    ("server-purged", "rebase-server-purged", chain("replace", trashed(), "metadata-update"), news(CREATED, trashed()), {"server_purged": True}, redoes(dropped=(2, 3, 4))),
    ("server-purged-past-9999", "rebase-server-purged", chain(trashed()), news(CREATED, trashed()), {"server_purged": True, "clock": LAST_TIME}, redoes(dropped=(2,))),
    # First deletes.
    ("first-shorter", "rebase-first-delete", chain(trashed(EARLIER_END)), news(CREATED, "replace"), {}, redoes(until(IN_30_DAYS))),
    ("first-longer", "rebase-first-delete", chain(trashed(LATER_END)), news(CREATED, "replace"), {}, redoes(until(LATER_END_MADE))),
    ("first-longer-offset", "rebase-first-delete", chain(trashed("2026-07-31T12:00:00+02:00")), CREATED, {}, redoes(until(LATER_END_MADE))),
    ("first-longer-rounded", "rebase-first-delete", chain(trashed("2026-07-31T09:59:59.9990001Z")), CREATED, {}, redoes(until(LATER_END_MADE))),
    ("first-by-server", "rebase-first-delete", chain(trashed(EARLIER_END)), CREATED, {"server_now": "2026-06-01T10:00:00Z"}, redoes(until("2026-07-01T10:00:00.000Z"))),
    ("first-by-clock", "rebase-first-delete", chain(trashed(EARLIER_END)), CREATED, {"server_now": LONG_AGO}, redoes(until(IN_30_DAYS))),
    ("first-now-rounded", "rebase-first-delete", chain(trashed(EARLIER_END)), CREATED, {"clock": "2026-05-31T10:00:00.000000001Z"}, redoes(until("2026-06-30T10:00:00.001Z"))),
    ("first-no-window", "rebase-first-delete", chain(trashed(None)), CREATED, {}, redoes(until(None))),
    ("first-unreadable", "rebase-first-delete", chain(trashed("soon")), CREATED, {}, redoes(until(None))),
    ("first-no-window-past-9999", "rebase-first-delete", chain(trashed(None)), CREATED, {"clock": LAST_TIME}, redoes(until(None))),
    ("first-feed-trashed", "rebase-first-delete", chain(trashed(EARLIER_END)), news(CREATED, trashed()), {}, redoes(dropped=(2,))),
    ("first-feed-trashed-past-9999", "rebase-first-delete", chain(trashed()), news(CREATED, trashed()), {"clock": LAST_TIME}, redoes(dropped=(2,))),
    ("first-feed-restored", "rebase-first-delete", chain(trashed(LATER_END)), news(CREATED, trashed(), "trash-restore"), {}, redoes(until(LATER_END_MADE))),
    ("first-after-restore", "rebase-first-delete", chain(trashed(), "trash-restore", trashed(LATER_END)), CREATED, {}, redoes(until(LATER_END_MADE), dropped=(2, 3))),
    # Re-issues.
    ("again-shorter", "rebase-reissue", after(DELETED, trashed(EARLIER_END)), news(DELETED, "replace"), {}, redoes(until(EARLIER_END), ancestor=2)),
    ("again-verbatim", "rebase-reissue", after(DELETED, trashed("2026-06-29T12:00:00.0+02:00")), DELETED, {}, redoes(until("2026-06-29T12:00:00.0+02:00"), ancestor=2)),
    ("again-equal", "rebase-reissue", after(DELETED, trashed("2026-06-30T12:00:00+02:00")), news(DELETED, "replace"), {}, redoes(ancestor=2, dropped=(3,))),
    ("again-a-nanosecond-shorter", "rebase-reissue", after(DELETED, trashed(BEFORE_END)), DELETED, {}, redoes(until(BEFORE_END), ancestor=2)),
    ("again-longer", "rebase-reissue", after(DELETED, trashed(AFTER_END)), DELETED, {}, redoes(ancestor=2, dropped=(3,))),
    ("again-over-already", "rebase-reissue", after(DELETED, trashed(LONG_AGO)), DELETED, {}, redoes(until(LONG_AGO), ancestor=2)),
    ("again-no-window", "rebase-reissue", after(DELETED, trashed(None)), DELETED, {}, redoes(ancestor=2, dropped=(3,))),
    ("again-unreadable", "rebase-reissue", after(DELETED, trashed("soon")), DELETED, {}, redoes(ancestor=2, dropped=(3,))),
    ("again-none-in-force", "rebase-reissue", after(UNREADABLE, trashed(LATER_END)), UNREADABLE, {}, redoes(until(LATER_END), ancestor=2)),
    ("again-feed-shorter", "rebase-reissue", after(DELETED, trashed(EARLIER_END)), news(DELETED, trashed("2026-06-28T10:00:00Z")), {}, redoes(ancestor=2, dropped=(3,))),
    ("again-feed-longer", "rebase-reissue", after(DELETED, trashed(END)), news(DELETED, trashed(LATER_END)), {}, redoes(until(END), ancestor=2)),
    ("again-feed-restored", "rebase-reissue", after(DELETED, trashed(EARLIER_END)), news(DELETED, "trash-restore"), {}, redoes(ancestor=2, dropped=(3,))),
    ("again-twice", "rebase-reissue", after(DELETED, trashed(EARLIER_END), trashed(END)), DELETED, {}, redoes(until(EARLIER_END), ancestor=2, dropped=(4,))),
    ("again-shorter-twice", "rebase-reissue", after(DELETED, trashed(BEFORE_END), trashed(EARLIER_END)), DELETED, {}, redoes(until(BEFORE_END), until(EARLIER_END), ancestor=2)),
    ("again-after-first", "rebase-reissue", chain(trashed(LATER_END), trashed(END)), CREATED, {}, redoes(until(LATER_END_MADE), until(END))),
    ("again-after-first-lengthened", "rebase-reissue", chain(trashed("2026-06-28T10:00:00Z"), trashed(EARLIER_END)), CREATED, {}, redoes(until(IN_30_DAYS), until(EARLIER_END))),
    ("again-after-first-made", "rebase-reissue", chain(trashed("2026-07-31T09:59:59.9990001Z"), trashed("2026-07-31T09:59:59.9995Z")), CREATED, {}, redoes(until(LATER_END_MADE), until("2026-07-31T09:59:59.9995Z"))),
    ("again-after-dropped-first", "rebase-reissue", chain(trashed(LATER_END), trashed(EARLIER_END)), news(CREATED, trashed(END)), {}, redoes(until(EARLIER_END), dropped=(2,))),
    # Stretches that were undone.
    ("undone", "rebase-undone", chain(trashed(), "trash-restore"), news(CREATED, "replace"), {}, redoes(dropped=(2, 3))),
    ("undone-late", "rebase-undone", chain(trashed(), "trash-restore"), CREATED, {"clock": AFTER_END}, redoes(dropped=(2, 3))),
    ("undone-twice", "rebase-undone", chain(trashed(), "trash-restore", trashed(), "trash-restore"), CREATED, {}, redoes(dropped=(2, 3, 4, 5))),
    ("undone-reissues", "rebase-undone", chain(trashed(LATER_END), trashed(END), "trash-restore"), CREATED, {}, redoes(dropped=(2, 3, 4))),
    ("undone-others-stay", "rebase-undone", chain(trashed(), "replace", "trash-restore", "metadata-update"), CREATED, {}, redoes("replace", "metadata-update", dropped=(2, 4))),
    ("undone-feed-trashed", "rebase-undone", chain(trashed(EARLIER_END), "trash-restore"), news(CREATED, trashed()), {}, redoes(dropped=(2, 3))),
    ("undone-feed-trashed-reissue", "rebase-undone", chain(trashed(LATER_END), trashed(EARLIER_END), "trash-restore"), news(CREATED, trashed()), {}, redoes(dropped=(2, 3, 4))),
    ("undone-now-as-before", "rebase-undone", chain(trashed(LATER_END), trashed(EARLIER_END), "trash-restore", trashed(LATER_END), trashed(EARLIER_END)), news(CREATED, trashed()), {}, redoes(until(EARLIER_END), dropped=(2, 3, 4, 5))),
    ("undone-not-earlier-ones", "rebase-undone", after(DELETED, trashed(EARLIER_END), "trash-restore", trashed(), "trash-restore"), news(DELETED, trashed(END)), {"clock": END}, redoes(until(EARLIER_END), ancestor=2, dropped=(4, 5, 6))),
    # Restores of a delete that both have.
    ("restore", "rebase-restore", after(DELETED, "trash-restore"), news(DELETED, "replace"), {"clock": BEFORE_END}, redoes("trash-restore", ancestor=2)),
    ("restore-at", "rebase-restore", after(DELETED, "trash-restore"), news(DELETED, "replace"), {"clock": END}, redoes(ancestor=2, dropped=(3,))),
    ("restore-by-server", "rebase-restore", after(DELETED, "trash-restore"), DELETED, {"clock": AFTER_END, "server_now": BEFORE_END}, redoes("trash-restore", ancestor=2)),
    ("restore-late-by-server", "rebase-restore", after(DELETED, "trash-restore"), DELETED, {"server_now": END}, redoes(ancestor=2, dropped=(3,))),
    ("restore-no-window", "rebase-restore", after(UNREADABLE, "trash-restore"), UNREADABLE, {"clock": LAST_TIME}, redoes("trash-restore", ancestor=2)),
    ("restore-feed-window", "rebase-restore", after(DELETED, "trash-restore"), news(DELETED, trashed(EARLIER_END)), {"clock": EARLIER_END}, redoes(ancestor=2, dropped=(3,))),
    ("restore-feed-longer", "rebase-restore", after(DELETED, "trash-restore"), news(DELETED, trashed(LATER_END)), {"clock": END}, redoes("trash-restore", ancestor=2)),
    ("restore-feed-restored", "rebase-restore", after(DELETED, "trash-restore"), news(DELETED, "trash-restore"), {}, redoes(ancestor=2, dropped=(3,))),
    ("restore-feed-restored-deleted", "rebase-restore", after(DELETED, "trash-restore"), news(DELETED, "trash-restore", trashed(LATER_END)), {}, redoes(ancestor=2, dropped=(3,))),
    ("restore-drops-reissues", "rebase-restore", after(DELETED, trashed(EARLIER_END), "replace", "trash-restore"), DELETED, {}, redoes("replace", "trash-restore", ancestor=2, dropped=(3,))),
    ("restore-own-window-over", "rebase-restore", after(DELETED, trashed(LONG_AGO), "trash-restore"), DELETED, {}, redoes("trash-restore", ancestor=2, dropped=(3,))),
    ("restore-late-keeps-reissues", "rebase-restore", after(DELETED, trashed(EARLIER_END), "trash-restore"), DELETED, {"clock": END}, redoes(until(EARLIER_END), ancestor=2, dropped=(4,))),
    ("restore-then-delete", "rebase-restore", after(DELETED, "trash-restore", trashed(LATER_END)), DELETED, {}, redoes("trash-restore", until(LATER_END_MADE), ancestor=2)),
    ("restore-late-then-delete", "rebase-restore", after(DELETED, "trash-restore", trashed(LATER_END)), DELETED, {"clock": END}, redoes(ancestor=2, dropped=(3, 4))),
    ("restore-then-undone", "rebase-restore", after(DELETED, "trash-restore", trashed(LATER_END), "trash-restore"), DELETED, {}, redoes("trash-restore", ancestor=2, dropped=(4, 5))),
    ("restore-idle", "rebase-idle-restore", chain("trash-restore"), news(CREATED, "replace"), {}, redoes(dropped=(2,))),
    ("restore-idle-feed-trashed", "rebase-idle-restore", chain("trash-restore"), news(CREATED, trashed()), {}, redoes(dropped=(2,))),
    ("restore-twice", "rebase-idle-restore", after(DELETED, "trash-restore", "trash-restore"), DELETED, {}, redoes("trash-restore", ancestor=2, dropped=(4,))),
    # The others.
    ("metadata-last", "rebase-metadata", chain("metadata-update", "replace", "metadata-update", "replace"), CREATED, {}, redoes("replace", "metadata-update", "replace", dropped=(2,))),
    ("metadata-feed-has-one", "rebase-metadata", chain("metadata-update"), news(CREATED, "metadata-update"), {}, redoes("metadata-update")),
    ("metadata-twice", "rebase-metadata", chain("metadata-update", "metadata-update"), CREATED, {}, redoes("metadata-update", dropped=(2,))),
    ("metadata-in-undone", "rebase-metadata", chain(trashed(), "metadata-update", "trash-restore"), CREATED, {}, redoes("metadata-update", dropped=(2, 4))),
    ("derivatives", "rebase-derivatives", chain("derivative-add", "derivative-replace"), news(CREATED, "metadata-update"), {}, redoes("derivative-add", "derivative-replace")),
    ("derivatives-feed-replaced", "rebase-derivatives", chain("derivative-add", "derivative-replace"), news(CREATED, "replace"), {}, redoes(dropped=(2, 3))),
    ("derivatives-after-own-replace", "rebase-derivatives", chain("derivative-add", "replace", "derivative-add", "derivative-replace"), news(CREATED, "replace"), {}, redoes("replace", "derivative-add", "derivative-replace", dropped=(2,))),
    ("derivatives-replaced-before", "rebase-derivatives", after(chain("replace"), "derivative-add"), news(chain("replace"), "metadata-update"), {}, redoes("derivative-add", ancestor=2)),
    ("derivatives-own-replace-before", "rebase-derivatives", after(chain("replace"), "derivative-add"), news(chain("replace"), "replace"), {}, redoes(ancestor=2, dropped=(3,))),
    ("replace-both", "rebase-replace", chain("replace", "replace"), news(CREATED, "replace"), {}, redoes("replace", "replace")),
    ("everything", "rebase-replace", chain("derivative-add", trashed(LATER_END), "replace", trashed(END), "derivative-replace", "metadata-update"), news(CREATED, "replace", "metadata-update"), {},
     redoes(until(LATER_END_MADE), "replace", until(END), "derivative-replace", "metadata-update", dropped=(2,))),
)  # fmt: skip
for slug, rule, own, feed, members, answer in CASES:
    topic.accepts(slug, rule, "own's records on the feed's chain", with_members(rebase(own, feed), **members), answer)
topic.rejects(
    "two-creates", "rebase-ancestor", "two creates", rebase(CREATED, [record(9, None, "create")]), "mismatch", near
)
topic.rejects(
    "two-creates-purged",
    "rebase-ancestor",
    "two creates, and purged",
    rebase(CREATED, [record(9, None, "create")], server_purged=True),
    "mismatch",
    near,
)
for slug, own, clock, members in (
    ("first", DELETED, "9999-12-01T23:59:59.999000001Z", {}),
    ("first-by-server", DELETED, NOW, {"server_now": LAST_TIME}),
    ("first-own-window", chain(trashed("9999-12-31T23:59:60Z")), NOW, {}),
    ("undone", chain(trashed(), "trash-restore"), LAST_TIME, {}),
):
    topic.rejects(
        "past-9999-" + slug,
        "decision-made-times",
        "a window that would end past year 9999",
        rebase(own, CREATED, clock, **members),
        "limit",
        near,
    )
topic.accepts(
    "to-9999",
    "decision-made-times",
    "the last window there is",
    rebase(DELETED, CREATED, "9999-12-01T23:59:59.999Z"),
    redoes(until(LAST_TIME)),
)
refusals(topic, "decision-members", rebase(DELETED, CREATED), near, own=(..., None, [], 5), feed=(..., None, []), server_purged=(..., None, 1),
         clock=(..., None, "x"), server_now=("x", 5))  # fmt: skip
