# SPDX-License-Identifier: Apache-2.0
"""Two values, or more, of every field that documents have: what the rules that stand at every field are tried on.

tools/complete.py holds these tables complete against the reference's schema, so that no field comes without.
"""

from build import (
    AI_TAG,
    CIRCLE,
    FACTS,
    GPS,
    ID,
    LQIP,
    MEMBERSHIP,
    OTHER_ID,
    RECTANGLE,
    REGION,
    SIZED_FACTS,
    T1,
    W,
    adds,
    album,
    asset,
    cbor,
    definition,
    settings,
    stack,
    stamp,
)

MAKE = {"stack": stack, "album": album, "asset": asset, "settings": settings}
SCOPE = bytes([0x61] * 32)


class Register:
    """A place where a stamped value stands: where it is put, and two values in the order of their bytes."""

    def __init__(self, kind, name, values, put, null=False, settable=None):
        self.kind, self.name, self.put, self.null, self.settable = kind, name, put, null, settable
        self.low, self.high = sorted(values, key=cbor)

    def holding(self, stamped):
        """The document that holds a stamped value there and nothing else."""
        return MAKE[self.kind](**self.put(stamped))


def plain(kind, key, *values, null=False, settable=None):
    """A register that is a key of a document."""
    name = "%s-%s" % (kind, key.replace("_", "-"))
    return Register(kind, name, values, lambda stamped: {key: stamped}, null, settable)


def entry(key, at, *values):
    """A register that is an entry of a map of the settings."""
    return Register(
        "settings", "settings-" + key.replace("_", "-"), values, lambda stamped: {key: {at: stamped}}, null=True
    )


REGISTERS = (
    plain("album", "name", "one", "two", settable=("n", "m")),
    plain(
        "asset",
        "facts",
        FACTS,
        SIZED_FACTS,
        settable=(
            {
                **FACTS,
                "hash": bytes(32).hex(),
                "device_id": FACTS["device_id"].hex(),
                "session_id": FACTS["session_id"].hex(),
            },
        ),
    ),
    plain(
        "asset",
        "capture_time",
        "2026-05-31T12:00:00Z",
        "2026-05-31T12:00:00+02:00",
        null=True,
        settable=("2026-05-31T12:00:00Z", None),
    ),
    plain("asset", "orientation", 3, 8, settable=(1, 8)),
    plain("asset", "location", GPS, {**GPS, "datum": "gcj02"}, null=True, settable=(GPS, None)),
    plain("asset", "lqip", LQIP, {**LQIP, "format_version": 2}, null=True),
    plain("asset", "rating", 2, 4, settable=(2, 0)),
    plain(
        "asset",
        "stack_membership",
        MEMBERSHIP,
        {**MEMBERSHIP, "member_index": 0},
        null=True,
        settable=({**MEMBERSHIP, "stack_id": MEMBERSHIP["stack_id"].hex()}, None),
    ),
    plain("asset", "cull", "pick", "reject", settable=("pick",)),
    plain("asset", "hidden", False, True, settable=(True,)),
    entry("smart_albums", ID, definition({"all": []}), definition({"any": []})),
    entry("scope_overrides", SCOPE, ID, OTHER_ID),
    entry("source_kind_defaults", "folder", ID, OTHER_ID),
    entry("aggregated_album_covers", ID, ID, OTHER_ID),
)
CAPTION = Register(
    "asset", "asset-caption", ("one", "two"), lambda stamped: {"caption": {"current": stamped}}, settable=("c",)
)
SHAPE = Register(
    "asset", "asset-regions", (CIRCLE, RECTANGLE), lambda stamped: {"regions": {REGION: {"shape": stamped}}}
)
STAMPED = (*REGISTERS, CAPTION, SHAPE)


class Set:
    """An OR-set: where it is put, its elements, and the edits that add and remove."""

    def __init__(self, kind, name, put, element, add, remove, more=None):
        self.kind, self.name, self.put, self.element, self.add, self.remove = kind, name, put, element, add, remove
        self.more = more or {}

    def holding(self, lines, **more):
        """The document that holds these lines there."""
        return MAKE[self.kind](**{**self.more, **self.put(lines), **more})


def label_edit(verb):
    """Adding or removing a label of a document, by its number."""
    return lambda number: {verb: "l%d" % number}


def tag_edit(verb):
    """Adding or removing an AI tag, by its number."""
    return lambda number: {verb: {**AI_TAG, "tag": "l%d" % number}}


def region_edit(verb):
    """Adding or removing a label of a region, by its number."""
    return lambda number: {verb: {"id": REGION.hex(), "label": "l%d" % number}}


def label(number):
    """A label, by its number."""
    return "l%d" % number


SETS = (
    Set(
        "stack",
        "stack-labels",
        lambda lines: {"labels": lines},
        label,
        label_edit("add_label"),
        label_edit("remove_label"),
    ),
    Set(
        "album",
        "album-labels",
        lambda lines: {"labels": lines},
        label,
        label_edit("add_label"),
        label_edit("remove_label"),
    ),
    Set(
        "asset",
        "asset-tags-user",
        lambda lines: {"tags_user": lines},
        label,
        label_edit("add_label"),
        label_edit("remove_label"),
    ),
    Set(
        "asset",
        "asset-tags-ai",
        lambda lines: {"tags_ai": lines},
        lambda number: {**AI_TAG, "tag": "l%d" % number},
        tag_edit("add_ai_tag"),
        tag_edit("remove_ai_tag"),
    ),
    Set(
        "asset",
        "asset-regions-labels",
        lambda lines: {"regions": {REGION: {"shape": stamp(CIRCLE, ts=T1), **({"labels": lines} if lines else {})}}},
        label,
        region_edit("add_region_label"),
        region_edit("remove_region_label"),
    ),
)

# The closed sets: the document that holds a member, and the member as an edit names it.
CLOSED = {
    "content_type": lambda member: asset(facts=stamp({**FACTS, "content_type": member})),
    "gps_source": lambda member: asset(location=stamp({**GPS, "source": member})),
    "stack_type": lambda member: asset(stack_membership=stamp({**MEMBERSHIP, "stack_type": member})),
    "role": lambda member: asset(stack_membership=stamp({**MEMBERSHIP, "role": member})),
    "cull": lambda member: asset(cull=stamp(member)),
    "source_kind": lambda member: settings(source_kind_defaults={member: stamp(ID)}),
}

# Maps whose unknown text keys are kept: the document with one of them, from what is in that map beside the known.
OPEN_MAPS = {
    "stack": ("stack", lambda **more: stack(**more)),
    "album": ("album", lambda **more: album(**more)),
    "asset": ("asset", lambda **more: asset(**more)),
    "settings": ("settings", lambda **more: settings(**more)),
    "facts": ("asset", lambda **more: asset(facts=stamp({**SIZED_FACTS, **more}))),
    "dimensions": (
        "asset",
        lambda **more: asset(facts=stamp({**SIZED_FACTS, "dimensions": {**SIZED_FACTS["dimensions"], **more}})),
    ),
    "camera-id": (
        "asset",
        lambda **more: asset(facts=stamp({**SIZED_FACTS, "camera_id": {**SIZED_FACTS["camera_id"], **more}})),
    ),
    "lqip": ("asset", lambda **more: asset(lqip=stamp({**LQIP, **more}))),
    "gps": ("asset", lambda **more: asset(location=stamp({**GPS, **more}))),
    "membership": ("asset", lambda **more: asset(stack_membership=stamp({**MEMBERSHIP, **more}))),
    "ai-tag": ("asset", lambda **more: asset(tags_ai=adds(W, {**AI_TAG, **more}))),
    "region": ("asset", lambda **more: asset(regions={REGION: {"shape": stamp(CIRCLE), **more}})),
    "region-without-shape": ("asset", lambda **more: asset(regions={REGION: more})),
    "definition": ("settings", lambda **more: settings(smart_albums={ID: stamp(definition({"all": []}, **more))})),
    "superseded": (
        "asset",
        lambda **more: asset(
            caption={"current": stamp("c", ts="2026-05-31T10:00:09.000Z"), "superseded": [stamp("b", **more)]}
        ),
    ),
}
# Maps that have no unknown keys: the document with one too many.
CLOSED_MAPS = {
    "history": lambda **more: asset(caption={"current": stamp("c"), **more}),
    "rectangle": lambda **more: asset(regions={REGION: {"shape": stamp({**RECTANGLE, **more})}}),
    "circle": lambda **more: asset(regions={REGION: {"shape": stamp({**CIRCLE, **more})}}),
    "deletion": lambda **more: asset(regions={REGION: {"shape": stamp(None, **more)}}),
    "deleted-region": lambda **more: asset(regions={REGION: {"shape": stamp(None), **more}}),
}
