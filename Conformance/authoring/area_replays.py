# SPDX-License-Identifier: Apache-2.0
"""Area lifecycle: records that come again, and every short history of deletes and restores rebased (section 19)."""

import itertools

from area_lifecycle import CREATED, receive
from area_rebase import rebase
from chains import BEFORE_END, EARLIER_END, END, LAST_TIME, after, chain, digest, record, trashed
from suite import Topic, reference_answer

# A replay is told by its digest alone, before anything else of the record is asked.

replays = Topic("lifecycle", "replays")
LATER_END = "2026-07-31T10:00:00Z"
HELD = {
    "created": CREATED,
    "replaced": chain("replace"),
    "trashed": chain(trashed()),
    "restored": chain(trashed(), "trash-restore"),
    "again": chain(trashed(), trashed(EARLIER_END)),
}
DISK = {"there": (True, True), "no-sidecar": (False, True), "nothing": (False, False)}
replayed = replays.accepts(
    "create",
    "receive-order",
    "the create once more, whose prior is null",
    receive(CREATED, CREATED[0]),
    {"appended": False, "head": digest(1)},
)
for name, held in HELD.items():
    head = {"appended": False, "head": held[-1]["digest"]}
    for source in ("feed", "peer", "backup", "client"):
        for place, disk in DISK.items():
            for at in sorted({0, len(held) - 1}):
                if source == "peer" and place == "there" and name == "created":
                    continue
                replays.accepts(
                    "%s-%s-%s-%d" % (name, source, place, at),
                    "receive-order",
                    "a record that the chain holds, long after the window",
                    receive(held, held[at], source, disk, LAST_TIME),
                    head,
                )
        for slug, arrived in (
            ("prior-null", {**record(len(held), None, "replace")}),
            ("prior-unknown", {**record(len(held), 99, "metadata-update")}),
            ("prior-itself", record(len(held), len(held), "replace")),
            ("another-create", record(len(held), None, "create")),
            ("delete", record(len(held), None, "delete", END)),
            ("restore", record(len(held), None, "trash-restore")),
        ):
            if arrived == held[-1]:
                continue
            replays.accepts(
                "%s-%s-%s" % (name, source, slug),
                "receive-order",
                "a digest that the chain holds, whatever else the record says",
                receive(held, arrived, source),
                head,
            )
        for slug, arrived in (
            ("new-create", record(50, None, "create")),
            ("new-create-with-prior", record(50, len(held), "create")),
            ("new-prior-null", record(50, None, "replace")),
            ("new-restore-prior-null", record(50, None, "trash-restore")),
            ("new-delete-prior-null", record(50, None, "delete", END)),
        ):
            replays.rejects(
                "%s-%s-%s" % (name, source, slug),
                "receive-order",
                "a second beginning, from wherever it comes",
                receive(held, arrived, source, now=BEFORE_END),
                "invalid",
                replayed,
            )
        for at in range(len(held) - 1):
            replays.rejects(
                "%s-%s-follows-%d" % (name, source, at),
                "receive-order",
                "a new record whose prior is no longer the head",
                receive(held, {**record(50, None, "replace"), "prior": held[at]["digest"]}, source, now=BEFORE_END),
                "stale-revival",
                replayed,
            )

# Every history of up to three deletes and restores of one's own, on every beginning and every news of the feed. A
# record of own is redone or dropped, and never both; what is dropped is named, restores as well.

walks = Topic("lifecycle", "rebase-walks")
STEPS = {"d": trashed(END), "e": trashed(EARLIER_END), "l": trashed(LATER_END), "n": trashed(None), "r": "trash-restore"}
COMMON = {"live": CREATED, "trashed": chain(trashed()), "open": chain(trashed(None))}
NEWS = {
    "live": {
        "none": (), "changed": ("metadata-update",), "trashed": (STEPS["e"],), "both": (STEPS["e"], "trash-restore"),
        "trashed-open": (STEPS["n"],),
    },
    "trashed": {"none": (), "restored": ("trash-restore",), "again": (STEPS["e"],), "anew": ("trash-restore", STEPS["l"])},
    "open": {"none": (), "restored": ("trash-restore",), "again": (STEPS["d"],)},
}  # fmt: skip


def stated(own, common, ok):
    """What holds of every rebase: each record after the ancestor is redone or dropped, in order."""
    pending = own[len(common) :]
    dropped = [each["digest"] for each in pending if each["digest"] in ok["dropped"]]
    kept = [each["action"] for each in pending if each["digest"] not in ok["dropped"]]
    return (
        ok["ancestor"] == common[-1]["digest"]
        and ok["dropped"] == dropped
        and [each["action"] for each in ok["redo"]] == kept
    )


for beginning, common in COMMON.items():
    for news, actions in NEWS[beginning].items():
        feed = after(common, *actions, start=100)
        for length in (1, 2, 3):
            for steps in itertools.product("dern" if length < 3 else "der", repeat=length):
                own = after(common, *(STEPS[each] for each in steps), start=50)
                name = "%s-%s-%s" % (beginning, news, "".join(steps))
                note = "own: %s; the feed: %s" % (" ".join(steps), news)
                rule = "rebase-restore" if "r" in steps else "rebase-reissue"
                request = rebase(own, feed, clock=BEFORE_END if length < 3 else "2026-05-31T10:00:00Z")
                walks.accepts(name, rule, note, request, lambda ok, own=own, common=common: stated(own, common, ok))
                if length == 3 or "r" not in steps:
                    continue
                late = rebase(own, feed, clock=BEFORE_END, server_now=END)
                if reference_answer(late) != reference_answer(request):
                    walks.accepts(
                        name + "-late", rule, note + ", late", late, lambda ok, own=own, common=common: stated(own, common, ok)
                    )
