# SPDX-License-Identifier: Apache-2.0
"""SPEC section 14: the plain map that leaves, an allow-list."""

import math

import asset
import cbor
import orset
import stamped
from documents import DEFAULT_DATUM
from refusal import MISMATCH, require

OPT_INS = ("camera_serial", "device_id", "session_id", "regions", "coarse_gps", "precise_gps")


def export(sidecar, stack, album, keep):
    """SPEC section 14: the canonical bytes of what leaves; stack and album are documents or None."""
    if stack is not None:
        require(asset.membership(sidecar).get("stack_id") == stack.id, "not the current membership's stack", MISMATCH)
    fields = {"uuid": cbor.byte_string(sidecar.id)}
    fields.update(facts_fields(sidecar, keep))
    fields.update(text_field("capture_timestamp", asset.capture_timestamp(sidecar)))
    fields.update(text_field("caption", asset.caption(sidecar) or None))
    fields.update(allowed(asset.register_fields(sidecar, "lqip"),
                          "lqip", ("chromahash", "dominant_color", "format_version")))
    fields.update(labels_field("labels", sidecar.labels_in("tags_user")))
    for name, document in (("stack_labels", stack), ("album_labels", album)):
        if document is not None:
            fields.update(labels_field(name, document.labels_in("labels")))
    if asset.rating(sidecar) > 0:
        fields["rating"] = cbor.uint(asset.rating(sidecar))
    if asset.orientation(sidecar) is not None:
        fields["orientation"] = cbor.uint(asset.orientation(sidecar))
    place = asset.gps(sidecar)
    if place is not None and ("coarse_gps" in keep or "precise_gps" in keep):
        fields["gps"] = gps(place, precise="precise_gps" in keep)
    if "regions" in keep and asset.live_regions(sidecar):
        fields["regions"] = cbor.array(region(each) for _, each in asset.live_regions(sidecar))
    return cbor.text_map(fields)


def text_field(name, value):
    """SPEC section 14: a text, absent when there is no value."""
    return {} if value is None else {name: cbor.text(value)}


def labels(lines):
    """SPEC sections 7, 14: the labels of a set, in its order."""
    return cbor.array(element.raw for element in orset.value(lines))


def labels_field(name, lines):
    """SPEC section 14: labels, absent when there are none."""
    return {name: labels(lines)} if orset.value(lines) else {}


def allowed(members, name, keys):
    """SPEC section 14: a map with its named keys only, absent when there is no map."""
    return {name: cbor.text_map({key: members[key].raw for key in keys})} if members else {}


def facts_fields(sidecar, keep):
    """SPEC section 14: hash, content_type, dimensions and camera model; the rest of the facts on its opt-in."""
    facts = asset.facts(sidecar)
    kept = [key for key in ("hash", "content_type", "device_id", "session_id")
            if key in facts and (key in ("hash", "content_type") or key in keep)]
    fields = {key: facts[key].raw for key in kept}
    if "dimensions" in facts:
        fields.update(allowed(stamped.text_fields(facts["dimensions"]), "dimensions", ("height", "width")))
    if "camera_id" in facts:
        fields.update(allowed(stamped.text_fields(facts["camera_id"]), "camera_id",
                              ("model", "serial") if "camera_serial" in keep else ("model",)))
    return fields


def rounded(degrees):
    """SPEC section 14: x*100 rounded half away from zero, then /100, in 64-bit floats; a zero is positive."""
    hundredfold = abs(degrees * 100)
    whole = math.floor(hundredfold)
    if hundredfold - whole >= 0.5:
        whole += 1
    return math.copysign(whole / 100, degrees) if whole else 0.0


def gps(place, precise):
    """SPEC section 14: lat, lon, source and a datum that is named; rounded, or verbatim on the opt-in that says so."""
    fields = {key: cbor.floating(place[key] if precise else rounded(place[key])) for key in ("lat", "lon")}
    fields["source"] = cbor.text(place["source"])
    if place["datum"] != DEFAULT_DATUM:
        fields["datum"] = cbor.text(place["datum"])
    return cbor.text_map(fields)


def region(each):
    """SPEC section 14: a live region's shape and labels, which are present even when empty."""
    return cbor.text_map({"labels": labels(each.labels), "shape": each.shape.value.raw})
