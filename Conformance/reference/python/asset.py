# SPDX-License-Identifier: Apache-2.0
"""SPEC sections 12 and 13: what views, smart albums and export ask of an asset sidecar, with its defaults."""

import orset
import region
import scalars
import stamped
from documents import DEFAULT_DATUM

MEDIA_KINDS = ("image", "video")


def register_value(document, key):
    """SPEC section 4: the current value's item of a register, or None when never written or cleared."""
    state = document[key]
    return None if state is None or state.is_null() else state.value


def register_fields(document, key):
    """SPEC section 10: the members of a register's map by key, or an empty dict when there is none."""
    value = register_value(document, key)
    return {} if value is None else stamped.text_fields(value)


def field_value(fields, key):
    """SPEC section 10: the plain value of a member, or None when it is absent."""
    return fields[key].value if key in fields else None


def facts(document):
    """SPEC section 10: the members of the facts."""
    return register_fields(document, "facts")


def capture_timestamp(document):
    """SPEC section 10: the effective capture time: `capture_time` where it was written, also as null, else the facts'.

    A `capture_time` of a newer document that is not understood is no time.
    """
    if "capture_time" in document.not_understood:
        return None
    if document["capture_time"] is None:
        return field_value(facts(document), "capture_timestamp")
    return None if document["capture_time"].is_null() else document["capture_time"].value.value


def capture_instant(document):
    """SPEC section 2: the instant of the effective capture time, or None."""
    text = capture_timestamp(document)
    return None if text is None else scalars.instant(text)


def import_instant(document):
    """SPEC section 2: the instant of the facts' import timestamp, or None."""
    text = field_value(facts(document), "import_timestamp")
    return None if text is None else scalars.instant(text)


def with_default(document, key, default):
    """SPEC section 12: a register never written reads as its default; one not understood has no value."""
    if key in document.not_understood:
        return None
    value = register_value(document, key)
    return default if value is None else value.value


def rating(document):
    """SPEC section 12: 0 when never written."""
    return with_default(document, "rating", 0)


def cull(document):
    """SPEC section 12: neutral when never written."""
    return with_default(document, "cull", "neutral")


def is_hidden(document):
    """SPEC section 12: false when never written; section 10: one not understood counts as hidden."""
    return with_default(document, "hidden", False) is not False


def orientation(document):
    """SPEC section 10: what a person set after import, or None."""
    return with_default(document, "orientation", None)


def caption(document):
    """SPEC section 5: the current caption, or None when never written."""
    return document["caption"][0].value.value if document["caption"] else None


def gps(document):
    """SPEC section 12: the location's members lat, lon, source and datum, which is wgs84 when not named; or None."""
    fields = register_fields(document, "location")
    if not fields:
        return None
    place = {key: fields[key].value for key in ("lat", "lon", "source")}
    place["datum"] = field_value(fields, "datum") or DEFAULT_DATUM
    return place


def membership(document):
    """SPEC section 10: the current membership's known members, or an empty dict."""
    fields = register_fields(document, "stack_membership")
    return {key: fields[key].value for key in ("stack_id", "stack_type", "role", "member_index") if key in fields}


def media_kind(content_type):
    """SPEC section 12: media_kind is what stands before the slash, where that is image or video."""
    kind = content_type and content_type.split("/")[0]
    return kind if kind in MEDIA_KINDS else None


def live_regions(document):
    """SPEC section 8: the live regions by ascending id, as (id, region)."""
    return [(identifier, each) for identifier, each in sorted((document["regions"] or {}).items())
            if region.is_live(each)]


def deleted_regions(document):
    """SPEC section 8: the ids of the deleted regions, ascending."""
    return sorted(identifier for identifier, each in (document["regions"] or {}).items() if region.is_deleted(each))


def shape(each):
    """SPEC section 8: the members of a live region's shape."""
    return {key: value.value for key, value in stamped.text_fields(each.shape.value).items()}


def ai_tags(document):
    """SPEC section 7: the AI tags in the set's order, as (tag, model_id, model_version)."""
    return [orset.ai_tag_of(element) for element in orset.value(document.labels_in("tags_ai"))]
