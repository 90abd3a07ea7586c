# SPDX-License-Identifier: Apache-2.0
"""Tests of regions and documents: SPEC sections 8 and 10."""

import unittest

from building import (
    WRITER,
    OTHER,
    NOW,
    LAST,
    FACTS,
    MEMBERSHIP,
    CIRCLE,
    h,
    stamp,
    asset,
    ask,
    check,
    edit,
    read,
    definition,
)


class Regions(unittest.TestCase):
    """SPEC section 8."""

    def test_shapes_at_their_bounds(self):
        one = 10**9
        for shape, wanted in [
            ({"x": 0, "y": 0, "w": one, "h": one}, "ok"),
            ({"x": 1, "y": 0, "w": one, "h": 1}, "invalid"),
            ({"x": 0, "y": 0, "w": 0, "h": 1}, "invalid"),
            ({"cx": 1, "cy": one - 1, "r": 1}, "ok"),
            ({"cx": 0, "cy": 5, "r": 1}, "invalid"),
            ({"cx": one // 2, "cy": 1, "r": one // 2}, "ok"),
            ({"cx": 2, "cy": 2, "r": 3}, "invalid"),
            ({"cx": 2, "cy": 2, "r": 0}, "invalid"),
            ({**CIRCLE, "x": 1}, "invalid"),
            ({"x": 0, "y": 0, "w": 1, "h": 1.0}, "invalid"),
        ]:
            with self.subTest(shape=shape):
                self.assertEqual(check(asset(regions={bytes(16): {"shape": stamp(shape)}})), wanted)

    def test_a_deletion_has_nothing_beside_it_and_a_region_has_something(self):
        for region, wanted in [
            ({"shape": stamp(None)}, "ok"),
            ({"shape": stamp(None, zz=1)}, "invalid"),
            ({"shape": stamp(None), "x": 1}, "invalid"),
            ({}, "invalid"),
            ({"x": 1}, "ok"),
            ({"shape": stamp(None), "labels": {bytes(16): [[0, 0], {}]}}, "invalid"),
        ]:
            self.assertEqual(check(asset(regions={bytes(16): region})), wanted)
        self.assertEqual(check(asset(regions={})), "invalid")

    def test_deleted_stays_deleted_and_the_last_stamp_does_not_keep_it(self):
        live = asset(regions={bytes(16): {"shape": stamp(CIRCLE, LAST), "x": 1}})
        gone = edit(live, {"delete_region": "00" * 16})
        self.assertEqual(gone["bytes"], h(asset(regions={bytes(16): {"shape": stamp(None, LAST)}})))
        merged = ask("document.merge", kind="asset", inputs=[gone["bytes"], h(live)])
        self.assertEqual(merged["bytes"], gone["bytes"])
        for request in (
            {"put_region": {"id": "00" * 16, "shape": CIRCLE}},
            {"add_region_label": {"id": "00" * 16, "label": "a"}},
            {"remove_region_label": {"id": "00" * 16, "label": "a"}},
        ):
            self.assertEqual(edit(gone["bytes"], request), "invalid")
        self.assertEqual(edit(gone["bytes"], {"delete_region": "00" * 16})["delta"], h(asset()))
        self.assertEqual(edit(live, {"put_region": {"id": "00" * 16, "shape": CIRCLE}}), "limit")

    def test_a_region_whose_shape_has_not_arrived_can_be_put_and_deleted(self):
        waiting = asset(regions={bytes(16): {"labels": {bytes(16): [[0, 0], {0: "a"}]}}})
        self.assertEqual(edit(waiting, {"add_region_label": {"id": "00" * 16, "label": "a"}}), "invalid")
        put = edit(waiting, {"put_region": {"id": "00" * 16, "shape": CIRCLE}})
        self.assertEqual(read(put["bytes"])["regions"][0]["labels"], ["a"])
        self.assertEqual(
            read(edit(waiting, {"delete_region": "00" * 16})["bytes"])["deleted_regions"], ["00" * 16]
        )

    def test_a_device_puts_at_most_1000_regions_and_moves_live_ones_always(self):
        regions = {n.to_bytes(16, "big"): {"shape": stamp(CIRCLE)} for n in range(1000)}
        document = h(asset(regions=regions))
        put = {"put_region": {"id": "ff" * 16, "shape": CIRCLE}}
        self.assertEqual(edit(document, put), "limit")
        self.assertIsInstance(edit(document, put, device=OTHER), dict)
        self.assertIsInstance(edit(document, {"put_region": {"id": "00" * 16, "shape": CIRCLE}}), dict)
        self.assertIsInstance(edit(edit(document, {"delete_region": "00" * 16})["bytes"], put), dict)

    def test_with_dimensions_known_a_circle_lies_inside(self):
        facts = {**FACTS, "dimensions": {"width": 4000, "height": 3000}}
        put = {
            "put_region": {"id": "00" * 16, "shape": {"cx": 3 * 10**8, "cy": 5 * 10**8, "r": 4 * 10**8 + 1}}
        }
        self.assertEqual(edit(asset(facts=stamp(facts)), put), "invalid")
        self.assertIsInstance(edit(asset(facts=stamp(FACTS)), put), dict)
        put["put_region"]["shape"]["r"] -= 1
        self.assertIsInstance(edit(asset(facts=stamp(facts)), put), dict)


class Documents(unittest.TestCase):
    """SPEC section 10."""

    def test_keys(self):
        for document, wanted in [
            (asset(), "ok"),
            ({0: 1}, "invalid"),
            ({0: 0, "uuid": bytes(16)}, "invalid"),
            ({0: 65535}, "newer-schema"),
            ({0: 65536, "uuid": bytes(16)}, "invalid"),
            (asset(stack_id=bytes(16)), "invalid"),
            ({**asset(), 1: 1}, "invalid"),
            ({**asset(), True: 1}, "invalid"),
            ({0: 2, 1: 2, b"": 3}, "newer-schema"),
            ([], "invalid"),
            (asset(labels=5), "ok"),
            (asset(smart_albums=5), "ok"),
        ]:
            with self.subTest(document=document):
                self.assertEqual(check(document), wanted)

    def test_values(self):
        place = {"lat": 90.0, "lon": -180.0, "source": "exif"}
        for keys, wanted in [
            ({"location": stamp(place)}, "ok"),
            ({"location": stamp({**place, "datum": "gcj02"})}, "ok"),
            ({"location": stamp({**place, "datum": "wgs84"})}, "invalid"),
            ({"location": stamp({**place, "lat": 90})}, "invalid"),
            ({"location": stamp({**place, "lat": 90.0001})}, "invalid"),
            ({"location": stamp({**place, "lat": float("nan")})}, "invalid"),
            ({"location": stamp({**place, "more": None})}, "ok"),
            ({"rating": stamp(None)}, "invalid"),
            ({"rating": stamp(6)}, "invalid"),
            ({"rating": stamp(True)}, "invalid"),
            ({"rating": stamp(3.0)}, "invalid"),
            ({"capture_time": stamp(None)}, "ok"),
            ({"capture_time": None}, "invalid"),
            ({"orientation": stamp(8)}, "ok"),
            ({"orientation": stamp(9)}, "invalid"),
            ({"orientation": stamp(None)}, "invalid"),
            ({"facts": stamp({key: FACTS[key] for key in FACTS if key != "capture_timestamp"})}, "ok"),
            ({"facts": stamp({**FACTS, "capture_timestamp": None})}, "invalid"),
            ({"lqip": stamp(None)}, "ok"),
            (
                {"lqip": stamp({"chromahash": b"", "dominant_color": [0, 255, 256], "format_version": 0})},
                "invalid",
            ),
            ({"facts": stamp({**FACTS, "camera_id": {"model": "a"}})}, "invalid"),
            ({"facts": stamp({**FACTS, "camera_id": {"model": "", "serial": "", "x": 1}, "y": 2})}, "ok"),
            ({"facts": stamp({**FACTS, "dimensions": {"width": 0, "height": 1}})}, "invalid"),
            ({"facts": stamp({**FACTS, 5: 1})}, "invalid"),
            ({"stack_membership": stamp({**MEMBERSHIP, "member_index": 2**32})}, "invalid"),
            ({"caption": {"current": stamp("x" * 4096)}}, "ok"),
            ({"caption": {"current": stamp("x" * 4097)}}, "invalid"),
        ]:
            with self.subTest(keys=keys):
                self.assertEqual(check(asset(**keys)), wanted)

    def test_with_if_changed_a_value_of_the_same_bytes_is_not_written(self):
        place = {"lat": 1.0, "lon": 2.5, "source": "exif"}
        held = asset(rating=stamp(3, ts=LAST), location=stamp({**place, "later": 1}), capture_time=stamp(None))
        for field, value, writes in [
            ("rating", 3, False),
            ("location", place, False),
            ("location", {**place, "lat": 2}, True),
            ("capture_time", None, False),
            ("capture_time", "2020-01-01T00:00:00Z", True),
            ("hidden", False, True),
        ]:
            with self.subTest(field=field, value=value):
                answer = edit(held, {"set": {"field": field, "value": value}}, if_changed=True)
                self.assertEqual(answer["bytes"] != h(held), writes)
                self.assertEqual(answer["delta"] != h(asset()), writes)
        self.assertEqual(edit(held, {"set": {"field": "rating", "value": 4}}, if_changed=True), "limit")

    def test_edits_take_over_the_unknown_keys_of_the_value_alone(self):
        old = {
            **FACTS,
            "later": 1,
            "camera_id": {"model": "m", "serial": "s", "deep": 1},
            "dimensions": {"width": 1, "height": 1},
        }
        value = {
            "hash": "00" * 32,
            "capture_timestamp": FACTS["capture_timestamp"],
            "import_timestamp": FACTS["import_timestamp"],
            "content_type": "image/jpeg",
            "device_id": "00" * 16,
            "session_id": "00" * 16,
            "camera_id": {"model": "m", "serial": "s"},
        }
        after = edit(
            asset(facts=stamp(old, "2020-01-01T00:00:00.000Z", zz=1)),
            {"set": {"field": "facts", "value": value}},
        )
        self.assertEqual(
            after["bytes"],
            h(asset(facts=stamp({**FACTS, "later": 1, "camera_id": {"model": "m", "serial": "s"}}))),
        )
        moved = asset(
            location=stamp({"lat": 1.0, "lon": 1.0, "source": "exif", "later": 1, "datum": "gcj02"})
        )
        cleared = edit(moved, {"set": {"field": "location", "value": None}})["bytes"]
        place = {
            "set": {"field": "location", "value": {"lat": 1, "lon": -0.0, "source": "exif", "datum": "wgs84"}}
        }
        self.assertIn(h({"lat": 1.0, "lon": -0.0, "source": "exif"}), edit(cleared, place)["bytes"])
        self.assertIn(h({"lat": 1.0, "lon": -0.0, "source": "exif", "later": 1}), edit(moved, place)["bytes"])

    def test_a_newer_document_is_shown_as_far_as_it_is_understood(self):
        newer = {
            **asset(
                rating=stamp(9),
                cull=5,
                hidden=stamp(0),
                capture_time=stamp(5),
                facts=stamp(FACTS),
                location=stamp({"lat": 1.0, "lon": 1.0, "source": "guessed"}),
                stack_id=1,
                labels=2,
                caption={"current": stamp("c"), "more": 1},
            ),
            0: 2,
            7: 1,
        }
        self.assertEqual(read(newer), {"newer_schema": 2, "unknown": ["labels", "stack_id"], "hidden": True})
        plain_newer = {**asset(facts=stamp(FACTS)), 0: 2}
        self.assertEqual(
            read(plain_newer),
            {
                "newer_schema": 2,
                "hidden": False,
                "rating": 0,
                "cull": "neutral",
                "capture_timestamp": FACTS["capture_timestamp"],
            },
        )
        self.assertEqual(read({0: 2, "uuid": bytes(15)}), "invalid")
        for op, request in [
            ("document.merge", {"inputs": [h(newer)]}),
            ("document.before", {"horizon": NOW}),
            ("document.sign", {"prior": None, "seed": "00" * 64}),
            ("addid.next", {"writer": WRITER, "field": "tags_user"}),
        ]:
            self.assertEqual(ask(op, kind="asset", bytes=h(newer), **request), "newer-schema")
        self.assertEqual(edit(newer, {"add_label": "a"}), "newer-schema")

    def test_settings_show_names_of_definitions_and_leave_deleted_entries_out(self):
        good = definition({"all": []})
        document = {
            0: 1,
            "settings_doc_id": bytes(16),
            "smart_albums": {
                bytes(16): stamp(good),
                bytes(15) + b"1": stamp({**good, "predicate_schema": 2}),
                bytes(15) + b"2": stamp({}),
                bytes(15) + b"3": stamp(None),
            },
            "scope_overrides": {bytes(32): stamp(None)},
        }
        self.assertEqual(
            read(document, "settings"),
            {"smart_albums": {"00" * 16: "n", "00" * 15 + "31": None, "00" * 15 + "32": None}},
        )
