# SPDX-License-Identifier: Apache-2.0
"""SPEC section 8: regions of an image, their shapes, and the map of them in an asset sidecar."""

from typing import NamedTuple, Optional

import carried
import cbor
import orset
import scalars
import stamped
from refusal import LIMIT, require

PUT_LIMIT = 1000  # regions that one device puts into one asset, a writing rule of section 10


class Region(NamedTuple):
    """SPEC section 8: a region register; no labels are an empty set, a shape that has not arrived is None."""

    labels: dict
    shape: Optional[stamped.Stamped]
    carried: dict


def is_deleted(region):
    """SPEC section 8: a stamped null shape is deletion."""
    return region.shape is not None and region.shape.is_null()


def is_live(region):
    """SPEC section 8: a region is live when it has a shape that is not null."""
    return region.shape is not None and not region.shape.is_null()


def parse(item):
    """SPEC section 8: `{"labels", "shape"}`, plus unknown text keys; nothing at all is invalid."""
    fields = stamped.text_fields(item)
    require(fields, "a region with no key")
    known = {"labels": lambda each: orset.parse(each, orset.check_label),
             "shape": lambda each: stamped.parse(each, check_shape_or_null)}
    values = stamped.parse_map(item, {}, known, unknown_allowed=True)
    region = Region(values.get("labels", {}), values.get("shape"),
                    carried.parse({key: value for key, value in fields.items() if key not in known}))
    if is_deleted(region):
        require(len(fields) == 1 and len(fields["shape"].value) == 3, "a deletion with more than by, ts and value")
    return region


def check_shape_or_null(item):
    """SPEC section 8: null is deletion."""
    if item.kind != cbor.NULL:
        check_shape(item)


def check_shape(item):
    """SPEC section 8: exactly the keys of a rectangle or of a circle, all fractions."""
    fields = stamped.text_fields(item)
    if "r" in fields:
        circle = stamped.parse_map(item, {key: scalars.fraction for key in ("cx", "cy", "r")})
        require(circle_in_reach(**circle), "a circle out of bounds")
    else:
        rectangle = stamped.parse_map(item, {key: scalars.fraction for key in ("x", "y", "w", "h")})
        require(rectangle_inside(**rectangle), "a rectangle out of bounds")


def rectangle_inside(x, y, w, h):
    """SPEC section 8: w, h at least 1, x + w and y + h at most 10^9."""
    return w >= 1 and h >= 1 and x + w <= scalars.FRACTION_ONE and y + h <= scalars.FRACTION_ONE


def circle_in_reach(cx, cy, r):
    """SPEC section 8: r at least 1, the centre strictly inside, r within reach of one pair of sides."""
    one = scalars.FRACTION_ONE
    return (r >= 1 and 0 < cx < one and 0 < cy < one
            and (r <= min(cx, one - cx) or r <= min(cy, one - cy)))


def circle_inside(cx, cy, r, width, height):
    """SPEC section 8, writing rule: with the dimensions known, a circle lies inside the image."""
    one, shorter = scalars.FRACTION_ONE, min(width, height)
    return (min(cx, one - cx) * width >= r * shorter) and (min(cy, one - cy) * height >= r * shorter)


# What each orientation does to a stored point, 1 being 10^9.
DISPLAYED = {
    1: lambda x, y: (x, y),
    2: lambda x, y: (scalars.FRACTION_ONE - x, y),
    3: lambda x, y: (scalars.FRACTION_ONE - x, scalars.FRACTION_ONE - y),
    4: lambda x, y: (x, scalars.FRACTION_ONE - y),
    5: lambda x, y: (y, x),
    6: lambda x, y: (scalars.FRACTION_ONE - y, x),
    7: lambda x, y: (scalars.FRACTION_ONE - y, scalars.FRACTION_ONE - x),
    8: lambda x, y: (y, scalars.FRACTION_ONE - x),
}
UNDONE_BY = {6: 8, 8: 6}  # every other orientation undoes itself


def oriented(shape, stored, shown):
    """SPEC section 8, region.orient: a shape as it lies when a picture whose file says `stored` is shown as `shown`."""
    def moved(x, y):
        return DISPLAYED[shown](*DISPLAYED[UNDONE_BY.get(stored, stored)](x, y))

    if "r" in shape:
        cx, cy = moved(shape["cx"], shape["cy"])
        return {"cx": cx, "cy": cy, "r": shape["r"]}
    corners = [moved(shape["x"], shape["y"]), moved(shape["x"] + shape["w"], shape["y"] + shape["h"])]
    (left, right), (top, bottom) = (sorted(axis) for axis in zip(*corners))
    return {"x": left, "y": top, "w": right - left, "h": bottom - top}


def join(a, b):
    """SPEC section 8: deleted if either is, with the greater of the deleted stamps; else part by part."""
    deletions = [region.shape for region in (a, b) if is_deleted(region)]
    if deletions:
        return Region({}, max(deletions, key=stamped.order), {})
    return Region(orset.join(a.labels, b.labels), join_shapes(a.shape, b.shape), carried.join(a.carried, b.carried))


def join_shapes(a, b):
    """SPEC section 8: the greater stamped shape; one that has arrived beats one that has not."""
    return stamped.join(a, b) if a and b else a or b


def encode(region):
    """SPEC section 8: `labels` absent when it observed nothing, `shape` while it has not arrived."""
    fields = carried.encode(region.carried)
    if region.labels:
        fields["labels"] = orset.encode(region.labels)
    if region.shape:
        fields["shape"] = region.shape.raw
    return cbor.text_map(fields)


def before(region, horizon):
    """SPEC section 3: a live shape later than the horizon goes; a deletion, labels and carried keys stay.

    None when nothing is left.
    """
    if is_live(region) and not stamped.before(region.shape, horizon):
        region = region._replace(shape=None)
    return region if region.labels or region.shape or region.carried else None


def put_by(regions, device):
    """SPEC section 10: the live regions whose shape stamp is by a device."""
    return sum(1 for region in regions.values() if is_live(region) and region.shape.by == device)


def may_put(regions, identifier, device):
    """SPEC section 10: a device puts at most 1 000 regions into an asset; moving a live one is always allowed."""
    moves = identifier in regions and is_live(regions[identifier])
    require(moves or put_by(regions, device) < PUT_LIMIT, "more than 1000 regions of one device", LIMIT)
