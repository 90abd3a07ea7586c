# SPDX-License-Identifier: Apache-2.0
"""SPEC section 15: the plain view of a document, and section 10: reading a newer one as far as it is understood."""

import asset
import carried
import cbor
import orset
import scalars
import smartalbum
from documents import ID_KEYS, KEYS, SCHEMA_VERSION, Document, Register, parse, schema_of
from refusal import Refused, require

# Registers of an asset that have a default or a form of their own in the plain view, or are not in it.
SHOWN_OTHERWISE = {"facts", "capture_time", "location", "lqip", "rating", "stack_membership", "cull", "hidden"}


def read(kind, data):
    """SPEC section 15: the plain view of document.read."""
    item = cbor.decode(data)
    newer = schema_of(item) > SCHEMA_VERSION
    document = understood(kind, item) if newer else parse(kind, data)
    view = {"newer_schema": document.schema} if newer else {}
    view["unknown"] = carried.sorted_keys(document.carried)
    view.update({"asset": asset_view, "settings": settings_view}.get(kind, labelled_view)(document))
    return {key: value for key, value in view.items() if value is not None and value != [] and value != {}}


def understood(kind, item):
    """SPEC section 10, newer schemas: each key of this version whose value is valid under this version.

    The id must be readable. Of the other keys the texts are listed, whatever their values.
    """
    fields = {key.value: value for key, value in item.value if key.kind == cbor.TEXT}
    require(ID_KEYS[kind] in fields, "a newer document without an id")
    identifier = scalars.identifier(fields.pop(ID_KEYS[kind]))
    states, not_understood = {}, []
    for key, key_type in KEYS[kind].items():
        if key in fields:
            try:
                states[key] = key_type.parse(fields[key])
            except Refused:
                not_understood.append(key)
    unknown = {key: value for key, value in fields.items() if key not in KEYS[kind]}
    return Document(kind, identifier, states, unknown, item.value[0][1].value, not_understood)


def labelled_view(document):
    """SPEC section 15: a stack or an album."""
    name = asset.register_value(document, "name")
    return {"labels": orset.labels(document.labels_in("labels")), "name": name and name.value}


def asset_view(document):
    """SPEC section 15: an asset. What is None or empty is left out by the caller."""
    member = asset.membership(document)
    return {
        "labels": orset.labels(document.labels_in("tags_user")),
        "ai_tags": [list(tag) for tag in asset.ai_tags(document)],
        "caption": asset.caption(document),
        "superseded": [superseded(each) for each in (document["caption"] or [])[1:]],
        "rating": asset.rating(document),
        "cull": asset.cull(document),
        "hidden": asset.is_hidden(document),
        "capture_timestamp": asset.capture_timestamp(document),
        **written(document),
        "gps": asset.gps(document),
        "stack": {**member, "stack_id": member["stack_id"].hex()} if member else None,
        "regions": [{"id": identifier.hex(), "shape": asset.shape(each), "labels": orset.labels(each.labels)}
                    for identifier, each in asset.live_regions(document)],
        "deleted_regions": [identifier.hex() for identifier in asset.deleted_regions(document)],
    }


def written(document):
    """SPEC section 15: the registers of an asset that are shown as they are, when written."""
    return {key: asset.with_default(document, key, None) for key, key_type in KEYS["asset"].items()
            if isinstance(key_type, Register) and key not in SHOWN_OTHERWISE}


def superseded(entry):
    """SPEC section 15: an entry of the superseded log."""
    return {"by": entry.by.hex(), "ts": entry.ts, "value": entry.value.value}


def settings_view(document):
    """SPEC section 15: library settings; deleted entries are left out."""
    view = {"smart_albums": {key.hex(): display_name(each.value)
                             for key, each in (document["smart_albums"] or {}).items() if not each.is_null()}}
    for key in ("scope_overrides", "source_kind_defaults", "aggregated_album_covers"):
        view[key] = {entry if isinstance(entry, str) else entry.hex(): each.value.value.hex()
                     for entry, each in (document[key] or {}).items() if not each.is_null()}
    return view


def display_name(definition):
    """SPEC section 15: the definition's display name, or None when the definition is newer or broken."""
    try:
        return smartalbum.parse(definition).display_name
    except Refused:
        return None
