# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: newer documents in every list that an operation is given, several at once: they are left out."""

from area_everywhere_albums import evaluate, id_of
from build import ALBUM, MEMBERSHIP, STACK, W, adds, album, asset, h, stack, stamp, term
from suite import Topic, reference_answer

KNOWN = [
    {
        "sidecar": h(asset(id=id_of(number), capture_time=stamp(time), stack_membership=stamp(MEMBERSHIP))),
        "album_id": ALBUM.hex(),
    }
    for number, time in ((1, "2026-05-31T12:00:00Z"), (2, "2026-06-30T12:00:00Z"))
]


def newer(**keys):
    """A newer asset, in the album and the stack."""
    return {"sidecar": h(asset(schema=2, **{"stack_membership": stamp(MEMBERSHIP), **keys})), "album_id": ALBUM.hex()}


WITHOUT_ID = h({0: 2, "zz": 1})
# Newer assets beside the two that are known; `greatest` is of the last version that key 0 can name.
SEVERAL = {
    "one": [newer(id=id_of(3))],
    "two": [newer(id=id_of(3)), newer(id=id_of(4))],
    "two-of-one-id": [newer(id=id_of(3)), newer(id=id_of(3), rating=stamp(5))],
    "two-the-same": [newer(id=id_of(3)), newer(id=id_of(3))],
    "of-a-known-id": [newer(id=id_of(1)), newer(id=id_of(2))],
    "without-id": [{"sidecar": WITHOUT_ID}, {"sidecar": WITHOUT_ID}],
    "mistyped-keys": [newer(id=id_of(3), hidden=5, capture_time=6, stack_membership=7)],
    "greatest": [{"sidecar": h(asset(schema=65535, id=id_of(3)))}, newer(id=id_of(4))],
}
OPERATIONS = {
    "evaluate": ("newer-left-out", lambda assets: evaluate({"all": []}, assets)),
    "evaluate-not": ("newer-left-out", lambda assets: evaluate({"not": {"any": []}}, assets)),
    "stack": (
        "newer-left-out",
        lambda assets: {
            "op": "view.stack", "stack_id": STACK.hex(), "album_id": ALBUM.hex(), "assets": assets, "view": "everything",
        },
    ),
    "album-order": (
        "newer-left-out",
        lambda assets: {
            "op": "view.album_order", "assets": assets,
            "albums": [
                {"album_id": ALBUM.hex(), "created": "2020-01-01T00:00:00Z"},
                {"album_id": id_of(0x52).hex(), "created": "2026-06-15T12:00:00Z"},
                {"album_id": id_of(0x53).hex(), "created": "2026-05-31T00:00:00Z", "members": [id_of(3).hex(), id_of(1).hex()]},
            ],
        },
    ),
    "system-all": ("system-view", lambda assets: {"op": "view.system", "view": "all", "assets": assets}),
    "system-hidden": ("system-view", lambda assets: {"op": "view.system", "view": "hidden", "assets": assets}),
    "system-trash": (
        "system-view",
        lambda assets: {"op": "view.system", "view": "trash", "assets": [{**each, "trashed": True} for each in assets]},
    ),
}  # fmt: skip

topic = Topic("everywhere", "several-newer")
for name, (rule, request) in OPERATIONS.items():
    alone = reference_answer(request(KNOWN))["ok"]
    for which, found in SEVERAL.items():
        for place, assets in (("first", [*found, *KNOWN]), ("last", [*KNOWN, *found]), ("between", [KNOWN[0], *found, KNOWN[1]])):
            topic.accepts(
                "%s-%s-%s" % (name, which, place), rule, "newer assets are left out: %s" % which, request(assets), alone
            )

LABELLED = term("tags_user", "contains", "l")
STACKS = {
    "one": [stack(id=STACK, schema=2, labels=adds(W, "l"))],
    "two": [stack(id=STACK, schema=2), stack(id=STACK, schema=3)],
    "mistyped": [stack(id=STACK, schema=2, labels=5)],
}
held, ours = {"bytes": h(stack(id=STACK, labels=adds(W, "l"))), "album_id": ALBUM.hex()}, h(album(id=ALBUM, labels=adds(W, "l")))
for which, found in STACKS.items():
    rows = [{"bytes": h(each), "album_id": ALBUM.hex()} for each in found]
    albums = [h({**album(id=ALBUM, labels=adds(W, "l")), 0: each[0]}) for each in found]
    for name, more, members in (
        ("stacks-%s-alone" % which, {"stacks": rows}, []),
        ("stacks-%s-first" % which, {"stacks": [*rows, held]}, [1, 2]),
        ("stacks-%s-last" % which, {"stacks": [held, *rows]}, [1, 2]),
        ("albums-%s-alone" % which, {"albums": albums}, []),
        ("albums-%s-first" % which, {"albums": [*albums, ours]}, [1, 2]),
        ("albums-%s-last" % which, {"albums": [ours, *albums]}, [1, 2]),
    ):
        if which == "mistyped" and name.startswith("albums"):
            continue  # the same albums as `one`
        topic.accepts(
            name, "newer-left-out", "newer stacks and albums have no labels", evaluate(LABELLED, KNOWN, **more),
            lambda ok, members=members: ok["members"] == [id_of(each).hex() for each in members],
        )  # fmt: skip
