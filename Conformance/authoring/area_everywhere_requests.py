# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: the members of every request, and of every object in one: missing, null, mistyped, and too many.

Each operation and each edit has a request in the table, with the type of each member by its path. Section 15 says what
each fault is: `invalid`, but for an optional member that is missing or null, and for a member that no request has,
which is ignored; an edit has no place for one.
"""

import json

from build import (
    AI_TAG,
    ALBUM,
    CIRCLE,
    GPS,
    ID,
    MEMBERSHIP,
    REGION,
    SIZED_FACTS,
    STACK,
    T1,
    A,
    W,
    adds,
    album,
    asset,
    definition,
    h,
    settings,
    stack,
    stamp,
)
from chains import CREATED, NOW, chain, digest, trashed
from suite import Topic, reference_answer

ANY_HEX, ID16, DIGEST, TEXT, TIME, STAMP, WHOLE, BOOL = "hex", "id", "digest", "text", "time", "stamp", "whole", "bool"
ARRAY, OBJECT, NUMBER, FREE = "array", "object", "number", "free"
CLOSED = "closed"  # a text of a closed set

# What a member of a type is not. Texts are only what no text can be: whether a hex, a time, is checked beside it.
NO_TEXT = {"number": 1, "bool": True, "array": [], "object": {}}
HALF = {"half-pair": "\ud800"}
NO_HEX = {**NO_TEXT, "upper": "AB", "odd": "abc", "spaced": "a b ", "prefixed": "0x00", "other": "zz"}
FAULTS = {
    ANY_HEX: NO_HEX,
    ID16: {**NO_HEX, "short": "11" * 15, "long": "11" * 17, "empty": "", "upper-id": "AB" * 16},
    DIGEST: {**NO_HEX, "short": "11" * 31, "long": "11" * 33, "empty": ""},
    TEXT: {**NO_TEXT, **HALF},
    CLOSED: {**NO_TEXT, **HALF, "empty": "", "unknown": "x"},
    TIME: {**NO_TEXT, "empty": "", "date": "2026-05-31", "no-zone": "2026-05-31T10:00:00", "month": "2026-13-01T00:00:00Z"},
    STAMP: {**NO_TEXT, "empty": "", "no-fraction": "2026-05-31T10:00:00Z", "offset": "2026-05-31T10:00:00.000+00"},
    WHOLE: {"text": "1", "bool": True, "array": [1], "object": {}, "fraction": 1.0, "half": 0.5, "negative": -1, "large": 1e300},
    NUMBER: {"text": "1", "bool": True, "array": [1], "object": {}, "large": 1e300},
    BOOL: {"number": 1, "zero": 0, "text": "true", "array": [], "object": {}},
    ARRAY: {"number": 1, "text": "", "bool": False, "object": {}},
    OBJECT: {"number": 1, "text": "", "bool": False, "array": []},
}  # fmt: skip


class Member:
    """A member of a request: where it is, its type, and whether it may be missing or null."""

    def __init__(self, path, of_type, missing=False, null=False):
        self.path, self.of_type, self.missing, self.null = path, of_type, missing, null


def needed(**types):
    """Members that have to be there, at the top of a request."""
    return [Member((name,), of_type) for name, of_type in types.items()]


def optional(**types):
    """Members that may be missing or null."""
    return [Member((name,), of_type, True, True) for name, of_type in types.items()]


def within(*path):
    """Puts members below a path."""
    return lambda members: [Member((*path, *each.path), each.of_type, each.missing, each.null) for each in members]


def elements(name, of_type):
    """An array, and the type of its first element."""
    return [Member((name,), ARRAY), Member((name, 0), of_type)]


DOC = h(asset(tags_user=adds(W, "a")))
ROW = {"sidecar": DOC, "album_id": ALBUM.hex(), "trashed": False, "people": [["m", "1", ["91" * 16]]]}
ROW_MEMBERS = [
    *needed(sidecar=ANY_HEX),
    *optional(album_id=ID16, trashed=BOOL, people=ARRAY),
    Member(("people", 0), ARRAY),
    Member(("people", 0, 0), TEXT),
    Member(("people", 0, 1), TEXT),
    Member(("people", 0, 2), ARRAY),
    Member(("people", 0, 2, 0), ID16),
]
ROWS = [Member(("assets",), ARRAY), Member(("assets", 0), OBJECT), *within("assets", 0)(ROW_MEMBERS)]
KIND = needed(kind=CLOSED)
RECORD_MEMBERS = [
    *needed(digest=DIGEST, action=CLOSED),
    Member(("prior",), DIGEST, False, True),
]
HELD = chain(trashed())


def chained(name):
    """The members of a chain of a create and a delete."""
    return [
        Member((name,), ARRAY),
        Member((name, 0), OBJECT),
        *within(name, 0)([*needed(digest=DIGEST, action=CLOSED), Member(("prior",), DIGEST, True, True)]),
        *within(name, 1)(
            [*needed(digest=DIGEST, action=CLOSED, prior=DIGEST), Member(("retention_until",), TEXT, True, True)]
        ),
    ]


DISK = needed(sidecar=BOOL, original=BOOL)
TWO_CLOCKS = [*needed(clock=TIME), *optional(server_now=TIME)]
FILE = {"id": ID.hex(), "path": "a.jpg", "content_type": "image/jpeg", "capture_timestamp": NOW}
ALERT = {
    "class": "drop_pending", "facts": {"count": 1}, "now": NOW, "enabled": True, "permission": "granted", "snoozes": 0,
    "most_snoozes": 3, "longest_snooze": 2592000, "snoozed_until": NOW, "shown_at": NOW, "repeat": 86400, "armed": NOW,
}  # fmt: skip
ALERT_MEMBERS = [
    *needed(**{"class": CLOSED}, facts=OBJECT, now=TIME, enabled=BOOL, permission=CLOSED, snoozes=WHOLE, most_snoozes=WHOLE),
    *optional(longest_snooze=WHOLE, snoozed_until=TIME, shown_at=TIME, repeat=WHOLE, armed=TIME),
]  # fmt: skip


def alert(alert_class, facts, members):
    """alert.decide by its class's own facts."""
    return {**ALERT, "class": alert_class, "facts": facts}, within("facts")(members)


KEY = "22" * 32
SIGNED, SEALED = "00" * 40, "00" * 40
# Operation, or operation and what is different: the request without its op, and its members.
REQUESTS = {
    "cbor.check": ({"bytes": "00"}, needed(bytes=ANY_HEX)),
    "timestamp.compare": ({"a": NOW, "b": NOW}, needed(a=TIME, b=TIME)),
    "stamp.successor": ({"current": T1, "now": T1}, [Member(("current",), STAMP, False, True), *needed(now=STAMP)]),
    "label.normalize": ({"text": "a"}, needed(text=TEXT)),
    "document.check": ({"kind": "asset", "bytes": DOC}, [*KIND, *needed(bytes=ANY_HEX)]),
    "document.merge": ({"kind": "asset", "inputs": [DOC]}, [*KIND, *elements("inputs", ANY_HEX)]),
    "document.apply": ({"kind": "asset", "state": DOC, "delta": DOC}, [*KIND, *needed(state=ANY_HEX, delta=ANY_HEX)]),
    "document.before": ({"kind": "asset", "bytes": DOC, "horizon": T1}, [*KIND, *needed(bytes=ANY_HEX, horizon=STAMP)]),
    "document.read": ({"kind": "asset", "bytes": DOC}, [*KIND, *needed(bytes=ANY_HEX)]),
    "addid.next": (
        {"kind": "asset", "bytes": DOC, "field": "tags_user", "writer": W.hex()},
        [*KIND, *needed(bytes=ANY_HEX, field=CLOSED, writer=ID16)],
    ),
    "region.orient": (
        {"shape": CIRCLE, "from": 1, "to": 6},
        [
            *needed(shape=OBJECT, **{"from": WHOLE}, to=WHOLE),
            *within("shape")(needed(cx=WHOLE, cy=WHOLE, r=WHOLE)),
        ],
    ),
    "album.check": ({"definition": h(definition({"all": []}))}, needed(definition=ANY_HEX)),
    "album.evaluate": (
        {
            "definition": h(definition({"all": []})), "assets": [ROW], "view": "default", "slots": [["m", "1"]],
            "stacks": [{"bytes": h(stack()), "album_id": ALBUM.hex()}], "albums": [h(album())],
        },
        [
            *needed(definition=ANY_HEX, view=CLOSED), *ROWS, *optional(slots=ARRAY, stacks=ARRAY, albums=ARRAY),
            Member(("slots", 0), ARRAY), Member(("slots", 0, 0), TEXT), Member(("slots", 0, 1), TEXT),
            Member(("stacks", 0), OBJECT), *within("stacks", 0)([*needed(bytes=ANY_HEX), *optional(album_id=ID16)]),
            Member(("albums", 0), ANY_HEX),
        ],
    ),
    "view.group_cull": ({"flags": ["pick"]}, elements("flags", CLOSED)),
    "view.stack": (
        {"stack_id": STACK.hex(), "album_id": ALBUM.hex(), "assets": [ROW], "view": "default"},
        [*needed(stack_id=ID16, album_id=ID16, view=CLOSED), *ROWS],
    ),
    "view.album_order": (
        {"albums": [{"album_id": ALBUM.hex(), "created": NOW, "members": [ID.hex()]}], "assets": [ROW]},
        [
            Member(("albums",), ARRAY), Member(("albums", 0), OBJECT), *ROWS,
            *within("albums", 0)([*needed(album_id=ID16, created=TIME), *optional(members=ARRAY), Member(("members", 0), ID16)]),
        ],
    ),
    "view.system": ({"view": "all", "assets": [ROW]}, [*needed(view=CLOSED), *ROWS]),
    "scope.id": (
        {"platform": "ios", "source_kind": "folder", "locator": "d"}, needed(platform=CLOSED, source_kind=CLOSED, locator=TEXT)
    ),
    "asset.export": (
        {"bytes": h(asset(stack_membership=stamp(MEMBERSHIP))), "stack": h(stack(id=STACK)), "album": h(album()), "keep": ["regions"]},
        [*needed(bytes=ANY_HEX), *optional(stack=ANY_HEX, album=ANY_HEX), *elements("keep", CLOSED)],
    ),
    "document.sign": (
        {"kind": "asset", "bytes": DOC, "prior": "33" * 32, "seed": "44" * 64},
        [*KIND, *needed(bytes=ANY_HEX), Member(("prior",), DIGEST, False, True), *needed(seed=DIGEST)],
    ),
    "document.verify": (
        {"kind": "asset", "bytes": SIGNED, "public_key": "55" * 1984}, [*KIND, *needed(bytes=ANY_HEX, public_key=DIGEST)]
    ),
    "record.seal": (
        {"kind": "stack", "record_id": ID.hex(), "key": KEY, "key_version": 1, "nonce": "66" * 12, "plaintext": "00"},
        [*KIND, *needed(record_id=ID16, key=DIGEST, key_version=WHOLE, nonce=DIGEST, plaintext=ANY_HEX)],
    ),
    "record.open": (
        {"kind": "stack", "record_id": ID.hex(), "key": KEY, "bytes": SEALED},
        [*KIND, *needed(record_id=ID16, key=DIGEST, bytes=ANY_HEX)],
    ),
    "lifecycle.state": ({"chain": HELD, "sidecar": True, "original": True}, [*chained("chain"), *DISK]),
    "lifecycle.verb": (
        {
            "chain": HELD, "sidecar": True, "original": True, "verb": "delete", "clock": NOW, "server_now": NOW,
            "indexed": digest(2), "window": 1, "album_window": 1,
        },
        [
            *chained("chain"), *DISK, *needed(verb=CLOSED), *TWO_CLOCKS,
            *optional(indexed=DIGEST, window=WHOLE, album_window=WHOLE),
        ],
    ),
    "lifecycle.expire": (
        {
            "chain": HELD, "sidecar": True, "original": True, "drained": True, "server_purged": False, "server_now": NOW,
            "indexed": digest(2),
        },
        [*chained("chain"), *DISK, *needed(drained=BOOL, server_purged=BOOL), *optional(server_now=TIME, indexed=DIGEST)],
    ),
    "lifecycle.purge_due": ({"chain": HELD, "now": NOW}, [*chained("chain"), *needed(now=TIME)]),
    "lifecycle.deliver": (
        {"chain": HELD, "indexed": digest(1), "server_purged": False, "clock": NOW, "server_now": NOW},
        [*chained("chain"), *needed(server_purged=BOOL), *TWO_CLOCKS, *optional(indexed=DIGEST)],
    ),
    "lifecycle.rebase": (
        {"own": HELD, "feed": HELD, "server_purged": False, "clock": NOW, "server_now": NOW},
        [*chained("own"), *chained("feed"), *needed(server_purged=BOOL), *TWO_CLOCKS],
    ),
    "lifecycle.receive": (
        {"chain": CREATED, "sidecar": True, "original": True, "record": CREATED[0], "source": "feed", "now": NOW},
        [
            Member(("chain",), ARRAY, False, None), *DISK, Member(("record",), OBJECT), *needed(source=CLOSED),
            *optional(now=TIME), *within("record")([*needed(digest=DIGEST, action=CLOSED), Member(("prior",), DIGEST, True, True)]),
        ],
    ),
    "lifecycle.upload": (
        {"chain": HELD, "sidecar": True, "original": True, "custody_confirmed": True},
        [*chained("chain"), *DISK, *needed(custody_confirmed=BOOL)],
    ),
    "import.destination": (
        {
            "picked": ID.hex(), "scope_id": "77" * 32, "source_kind": "folder", "settings": h(settings()),
            "default_album_id": ID.hex(), "derived_album_id": ID.hex(), "writable": [ID.hex()],
        },
        [
            *needed(scope_id=DIGEST, source_kind=CLOSED, derived_album_id=ID16),
            *optional(picked=ID16, settings=ANY_HEX, default_album_id=ID16, writable=ARRAY), Member(("writable", 0), ID16),
        ],
    ),
    "album.deletable": (
        {"album_id": ID.hex(), "default_album_id": ID.hex(), "derived_album_id": ID.hex()},
        [*needed(album_id=ID16, derived_album_id=ID16), *optional(default_album_id=ID16)],
    ),
    "album.moves": ({"album_id": ID.hex(), "moves": [ID.hex()]}, [*needed(album_id=ID16), *elements("moves", ID16)]),
    "stack.detect": (
        {"files": [FILE]},
        [
            Member(("files",), ARRAY), Member(("files", 0), OBJECT),
            *within("files", 0)([*needed(id=ID16, path=TEXT, content_type=CLOSED), *optional(capture_timestamp=TIME)]),
        ],
    ),
    "gate.open": (
        {
            "view": "trash", "grants": {"trash": NOW, "hidden": NOW}, "now": NOW, "grace": 300, "credentials": ["device"],
            "failed": ["device"],
        },
        [
            *needed(view=CLOSED, grants=OBJECT, now=TIME), *optional(grace=WHOLE, credentials=ARRAY, failed=ARRAY),
            *within("grants")(optional(trash=TIME, hidden=TIME)), Member(("credentials", 0), CLOSED), Member(("failed", 0), CLOSED),
        ],
    ),
    "representation.show": (
        {"local": ["lqip"], "wanted": "original", "remote": "offline"}, [*elements("local", CLOSED), *needed(wanted=CLOSED, remote=CLOSED)]
    ),
    "alert.decide": ({**ALERT, "snoozes": 1}, ALERT_MEMBERS),
    "alert.decide sync_stale": alert(
        "sync_stale", {"last_sync": NOW, "signed_in": NOW, "after": 1}, optional(last_sync=TIME, signed_in=TIME, after=WHOLE)
    ),
    "alert.decide recovery_check_due": alert("recovery_check_due", {"due": NOW}, optional(due=TIME)),
    "alert.decide quota_soft": alert(
        "quota_soft", {"used": 1, "quota": 2, "percent": 50}, needed(used=WHOLE, quota=WHOLE, percent=WHOLE)
    ),
    "alert.decide quota_grace_expiring": alert(
        "quota_grace_expiring", {"grace_until": NOW, "lead": 1}, [*optional(grace_until=TIME), *needed(lead=WHOLE)]
    ),
    "alert.decide quarantine_pending": alert("quarantine_pending", {"count": 1}, needed(count=WHOLE)),
    "alert.decide drop_pending": alert("drop_pending", {"count": 1}, needed(count=WHOLE)),
    "alert.snooze": (
        {"snoozes": 0, "most_snoozes": 1, "now": NOW, "for": 1}, needed(snoozes=WHOLE, most_snoozes=WHOLE, now=TIME, **{"for": WHOLE})
    ),
    "alert.delivery": ({"platform": "ios", "api": 33}, [*needed(platform=CLOSED), *optional(api=WHOLE)]),
    "wake.receive": (
        {"now": NOW, "last_poll": NOW, "floor": 1, "payload": "00"},
        [*needed(now=TIME, floor=WHOLE, payload=ANY_HEX), *optional(last_poll=TIME)],
    ),
    "wake.transport": ({"platform": "ios", "transport": "none"}, needed(platform=CLOSED, transport=CLOSED)),
}  # fmt: skip

FACTS = {
    **SIZED_FACTS, "hash": SIZED_FACTS["hash"].hex(), "device_id": SIZED_FACTS["device_id"].hex(),
    "session_id": SIZED_FACTS["session_id"].hex(),
}  # fmt: skip
TAG = needed(tag=TEXT, model_id=TEXT, model_version=TEXT)


def given(**types):
    """Members of an edit that may be missing; null is a value there, and no value of theirs."""
    return [Member((name,), of_type, True, False) for name, of_type in types.items()]


def written(field, value, members, null=False, of_type=OBJECT):
    """A set of a field."""
    edit = {"set": {"field": field, "value": value}}
    return edit, [
        *within("set")([*needed(field=CLOSED), Member(("value",), of_type, False, null)]),
        *within("set", "value")(members),
    ]


EDITED = asset(
    tags_ai=adds(W, AI_TAG), tags_user=adds(W, "l"), regions={REGION: {"shape": stamp(CIRCLE), "labels": adds(W, "l")}}
)
# Edits of an asset by what they are.
EDITS = {
    "add_label": ({"add_label": "a"}, needed(add_label=TEXT)),
    "remove_label": ({"remove_label": "l"}, needed(remove_label=TEXT)),
    "add_ai_tag": ({"add_ai_tag": AI_TAG}, [*needed(add_ai_tag=OBJECT), *within("add_ai_tag")(TAG)]),
    "remove_ai_tag": ({"remove_ai_tag": AI_TAG}, [*needed(remove_ai_tag=OBJECT), *within("remove_ai_tag")(TAG)]),
    "promote_ai_tag": (
        {"promote_ai_tag": {**AI_TAG, "remove": False}},
        [*needed(promote_ai_tag=OBJECT), *within("promote_ai_tag")([*TAG, *needed(remove=BOOL)])],
    ),
    "put_region": (
        {"put_region": {"id": REGION.hex(), "shape": CIRCLE}},
        [
            *needed(put_region=OBJECT), *within("put_region")(needed(id=ID16, shape=OBJECT)),
            *within("put_region", "shape")(needed(cx=WHOLE, cy=WHOLE, r=WHOLE)),
        ],
    ),
    "put_region rectangle": (
        {"put_region": {"id": REGION.hex(), "shape": {"x": 1, "y": 1, "w": 1, "h": 1}}},
        within("put_region", "shape")(needed(x=WHOLE, y=WHOLE, w=WHOLE, h=WHOLE)),
    ),
    "delete_region": ({"delete_region": REGION.hex()}, needed(delete_region=ID16)),
    "add_region_label": (
        {"add_region_label": {"id": REGION.hex(), "label": "a"}},
        [*needed(add_region_label=OBJECT), *within("add_region_label")(needed(id=ID16, label=TEXT))],
    ),
    "remove_region_label": (
        {"remove_region_label": {"id": REGION.hex(), "label": "l"}},
        [*needed(remove_region_label=OBJECT), *within("remove_region_label")(needed(id=ID16, label=TEXT))],
    ),
    "set facts": written(
        "facts", FACTS,
        [
            *needed(hash=DIGEST, import_timestamp=TIME, content_type=CLOSED, device_id=ID16, session_id=ID16),
            *given(capture_timestamp=TIME, dimensions=OBJECT, camera_id=OBJECT),
            *within("dimensions")(needed(width=WHOLE, height=WHOLE)), *within("camera_id")(needed(model=TEXT, serial=TEXT)),
        ],
    ),
    "set location": written(
        "location", {**GPS, "datum": "gcj02"},
        [*needed(lat=NUMBER, lon=NUMBER, source=CLOSED), *given(datum=CLOSED)], null=True,
    ),
    "set stack_membership": written(
        "stack_membership", {**MEMBERSHIP, "stack_id": STACK.hex(), "member_index": 1},
        [*needed(role=CLOSED, stack_id=ID16, stack_type=CLOSED), *given(member_index=WHOLE)], null=True,
    ),
    "set capture_time": written("capture_time", NOW, [], null=True, of_type=TIME),
    "set caption": written("caption", "c", [], of_type=TEXT),
    "set rating": written("rating", 1, [], of_type=WHOLE),
    "set orientation": written("orientation", 2, [], of_type=WHOLE),
    "set cull": written("cull", "pick", [], of_type=CLOSED),
    "set hidden": written("hidden", True, [], of_type=BOOL),
}  # fmt: skip


def at(request, path):
    """What lies at a path."""
    for step in path:
        request = request[step]
    return request


def changed(request, path, value=None, drop=False):
    """A copy of a request with another value at a path, or without the member. Nothing in it is shared."""
    request = json.loads(json.dumps(request))
    holder = at(request, path[:-1])
    if drop:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return request


def objects(value, path=()):
    """The paths of all objects in a request, its own included."""
    if isinstance(value, dict):
        yield path
        for name, each in value.items():
            yield from objects(each, (*path, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from objects(each, (*path, number))


def slug(*parts):
    """Parts of a path as a part of a slug."""
    text = "-".join(map(str, parts))
    return "".join(each if each.isalnum() else "-" for each in text).lower()


edits = Topic("everywhere", "edit-requests")


def is_alone(request, path):
    """Whether a path names an element of an array or the name of an edit: without it there is another fault."""
    return isinstance(path[-1], int) or (path[0] == "edit" and len(path) == 2)


def tried(topic, name, request, members, root, rule, near):
    """The faults of each member; `root` is the path of the object that they lie in."""
    for member in members:
        path = (*root, *member.path)
        place = slug(name, *member.path)
        for what, value in FAULTS[member.of_type].items():
            if member.of_type == CLOSED and isinstance(value, str) and value == at(request, path):
                continue
            topic.rejects(
                "%s-is-%s" % (place, what), rule, "%s of %s is none" % (slug(*member.path), name),
                changed(request, path, value), "invalid", near,
            )  # fmt: skip
        if member.of_type == CLOSED:
            value = at(request, path)
            for what, other in (("upper", value.upper()), ("spaced", value + " "), ("longer", value + "x")):
                topic.rejects(
                    "%s-is-%s" % (place, what), rule, "%s of %s is compared whole" % (slug(*member.path), name),
                    changed(request, path, other), "invalid", near,
                )  # fmt: skip
        for what, made, fine in (
            ("null", changed(request, path), member.null),
            ("missing", None if is_alone(request, path) else changed(request, path, drop=True), member.missing),
        ):
            if made in (None, request) or fine is None:
                continue
            if fine and "error" not in reference_answer(made):
                topic.accepts(
                    "%s-%s" % (place, what), "optional-null", "%s of %s may be %s" % (slug(*member.path), name, what), made
                )
            elif not fine:
                topic.rejects(
                    "%s-%s" % (place, what), rule, "%s of %s is %s" % (slug(*member.path), name, what), made, "invalid", near
                )


fallback = edits.accepts("check", "hex", "a request", {"op": "cbor.check", "bytes": "00"}, {})
topics = {}
for name, (members_of, types) in REQUESTS.items():
    op, _, variant = name.partition(" ")
    if op not in topics:
        topics[op] = Topic("everywhere", "requests-" + slug(op))
    topic, request, start = topics[op], {"op": op, **members_of}, slug(variant or "plain")
    answer, near = reference_answer(request), fallback
    if "ok" in answer:
        near = topic.accepts(start, "request-members", "a request", request)
        for path in objects(request):
            if path == ("shape",):
                continue  # members as in the documents, where a shape has exactly its keys
            topic.accepts(
                slug(start, "more", *path), "request-members", "a member that no request has is ignored",
                changed(request, (*path, "zz"), 1), answer["ok"],
            )  # fmt: skip
    tried(topic, start, request, types, (), "request-members", near)

for name, (edit, types) in EDITS.items():
    request = {
        "op": "document.edit", "kind": "asset", "bytes": h(EDITED), "device": A.hex(), "writer": W.hex(), "now": T1, "edit": edit,
    }  # fmt: skip
    near = edits.accepts(slug(name), "edit-one", "an edit", request)
    tried(edits, slug(name), request, types, ("edit",), "edit-members", near)
    for path in objects(edit):
        edits.rejects(
            slug(name, "more", *path), "edit-members", "an edit has no place for an unknown member",
            changed(request, ("edit", *path, "zz"), 1), "invalid", near,
        )  # fmt: skip
request = {
    "op": "document.edit", "kind": "asset", "bytes": h(EDITED), "device": A.hex(), "writer": W.hex(), "now": T1,
    "if_changed": False, "edit": {"add_label": "a"},
}  # fmt: skip
near = edits.accepts("request", "request-members", "a request for an edit", request)
tried(
    edits, "request", request,
    [*needed(kind=CLOSED, bytes=ANY_HEX, device=ID16, writer=ID16, now=STAMP, edit=OBJECT), *optional(if_changed=BOOL)],
    (), "request-members", near,
)  # fmt: skip
edits.accepts("request-more", "request-members", "a member that no request has is ignored", {**request, "zz": 1})
