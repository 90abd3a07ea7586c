# SPDX-License-Identifier: Apache-2.0
"""Tests of smart albums, views, export and sealing: SPEC sections 11 to 14."""

import functools
import unittest

import cbor
import sealing
from building import (
    ID,
    OTHER,
    NOW,
    LAST,
    MEMBERSHIP,
    plain,
    h,
    by_text,
    stamp,
    asset,
    stack,
    ask,
    definition,
)


class SmartAlbums(unittest.TestCase):
    """SPEC section 12."""

    def check(self, predicate, **keys):
        answer = ask("album.check", definition=h(definition(predicate, **keys)))
        return answer if isinstance(answer, str) else "ok"

    @staticmethod
    def term(field, op, operand, **keys):
        return {"term": {"field": field, "op": op, "operand": operand, **keys}}

    def members(self, predicate, *documents, view="default", **others):
        answer = ask(
            "album.evaluate",
            definition=h(definition(predicate)),
            view=view,
            assets=[each if "sidecar" in each else {"sidecar": h(each)} for each in documents],
            **others
        )
        return answer if isinstance(answer, str) else len(answer["members"])

    def test_limits_of_predicates(self):
        rated = self.term("rating", "gte", 0)
        deep = functools.reduce(lambda inner, _: {"not": inner}, range(7), rated)
        self.assertEqual(self.check(deep), "ok")
        self.assertEqual(self.check({"not": deep}), "invalid")
        self.assertEqual(self.check({"any": [rated] * 64}), "ok")
        self.assertEqual(self.check({"any": [rated] * 65}), "invalid")
        self.assertEqual(self.check({"any": [{"all": []}] * 255}), "ok")
        self.assertEqual(self.check({"any": [{"all": []}] * 256}), "invalid")

    def test_terms(self):
        slot = {"model_id": "m", "model_version": "1"}
        for term, wanted in [
            (self.term("rating", "in_range", [3, 3]), "ok"),
            (self.term("rating", "in_range", [3, 2]), "invalid"),
            (
                self.term(
                    "capture_timestamp", "in_range", ["2026-05-31T10:00:00Z", "2026-05-31T12:00:00+02:00"]
                ),
                "invalid",
            ),
            (self.term("tags_user", "contains_any", ["x"] * 64), "ok"),
            (self.term("tags_user", "contains_any", ["x"] * 65), "invalid"),
            (self.term("tags_user", "contains", ""), "invalid"),
            (self.term("tags_ai", "contains", "x"), "invalid"),
            (self.term("tags_ai", "contains", "x", **slot), "ok"),
            (self.term("tags_user", "contains", "x", **slot), "invalid"),
            (self.term("gps.datum", "eq", "wgs84"), "ok"),
            (self.term("hidden", "is", "true"), "invalid"),
            (self.term("rating", "eq", 2.0), "invalid"),
            (self.term("rating", "eq", 2**32), "invalid"),
            (self.term("cull", "eq", "pick"), "invalid"),
            ({"all": [], "any": []}, "invalid"),
            ({}, "invalid"),
        ]:
            with self.subTest(term=term):
                self.assertEqual(self.check(term), wanted)

    def test_a_newer_predicate_schema_comes_before_everything_else(self):
        self.assertEqual(ask("album.check", definition=h({"predicate_schema": 2, 5: 5})), "newer-schema")
        self.assertEqual(ask("album.check", definition=h({"predicate_schema": 65536})), "invalid")
        self.assertEqual(self.check({"all": []}, later=[1]), "ok")
        self.assertEqual(
            self.check({"all": []}, sort={"key": "rating", "direction": "asc", "x": 1}), "invalid"
        )

    def test_a_stale_term_is_unknown_under_not_too(self):
        stale = self.term("tags_ai", "contains_all", [], model_id="m", model_version="1")
        for predicate, wanted in [
            (stale, 0),
            ({"not": stale}, 0),
            ({"any": [stale, {"all": []}]}, 1),
            ({"all": [stale, {"any": []}]}, 0),
            ({"not": {"all": [stale, {"any": []}]}}, 1),
        ]:
            self.assertEqual(self.members(predicate, asset()), wanted)
        self.assertEqual(self.members(stale, asset(), slots=[["m", "1"]]), 1)

    def test_absent_values_make_every_term_false_but_exists_false(self):
        for term, wanted in [
            (self.term("gps", "exists", False), 1),
            (self.term("gps.datum", "eq", "wgs84"), 0),
            (self.term("dimensions.width", "gte", 0), 0),
            (self.term("rating", "eq", 0), 1),
            (self.term("capture_timestamp", "after", "0000-01-01T00:00:00Z"), 0),
            (self.term("cull", "is", "neutral"), 1),
            (self.term("album_id", "contains_all", []), 1),
            ({"not": self.term("tags_user", "contains", "x")}, 1),
        ]:
            self.assertEqual(self.members(term, asset()), wanted)

    def test_labels_of_the_stack_count_in_its_album_only(self):
        wanted = self.term("tags_user", "contains", "e\u0301")
        member = h(asset(stack_membership=stamp(MEMBERSHIP)))
        given = h(stack(labels={bytes(16): [[0, 0], {0: "\u00e9"}]}))
        for stack_album, asset_album, members in [(ID, ID, 1), (ID, OTHER, 0), (None, ID, 0), (ID, None, 0)]:
            one = {"sidecar": member, "album_id": asset_album}
            stacks = [{"bytes": given, "album_id": stack_album}]
            self.assertEqual(self.members(wanted, one, stacks=stacks), members)
        newer = h({**stack(), 0: 2})
        self.assertEqual(self.members({"all": []}, one, stacks=[{"bytes": newer, "album_id": ID}]), 1)

    def test_newer_assets_are_left_out_and_ids_are_distinct(self):
        self.assertEqual(self.members({"all": []}, asset(), {**asset(), 0: 2}, {0: 3}), 1)
        self.assertEqual(self.members({"all": []}, asset(), asset()), "invalid")

    def test_those_without_the_sort_key_come_last_both_ways_and_ties_ascend(self):
        def one(number, time=None):
            keys = {"capture_time": stamp(time)} if time else {}
            return {"sidecar": h({0: 1, "uuid": bytes(15) + bytes([number]), **keys})}

        assets = [
            one(4),
            one(2, "2026-01-01T00:00:00Z"),
            one(1, "2026-01-01T02:00:00+02:00"),
            one(3, "2025-01-01T00:00:00Z"),
        ]
        for direction, wanted in (("desc", [1, 2, 3, 4]), ("asc", [3, 1, 2, 4])):
            sorted_so = definition({"all": []}, sort={"key": "capture_timestamp", "direction": direction})
            answer = ask("album.evaluate", definition=h(sorted_so), assets=assets, view="default")
            self.assertEqual([int(each, 16) for each in answer["ordered"]], wanted)


class ViewsAndExport(unittest.TestCase):
    """SPEC sections 13 and 14."""

    def test_a_primary_is_derived(self):
        def one(number, role, ts=NOW, **others):
            membership = stamp({**MEMBERSHIP, "role": role}, ts)
            return {
                "sidecar": h({0: 1, "uuid": bytes(15) + bytes([number]), "stack_membership": membership}),
                "album_id": ID,
                **others,
            }

        ask_stack = functools.partial(ask, "view.stack", stack_id=ID, album_id=ID, view="default")
        primary = lambda *assets: int(ask_stack(assets=list(assets))["primary"], 16)
        self.assertEqual(primary(one(1, "primary"), one(2, "primary", LAST), one(3, "member")), 2)
        self.assertEqual(primary(one(1, "proxy"), one(2, "primary", trashed=True), one(3, "member")), 3)
        self.assertEqual(primary(one(2, "proxy"), one(1, "proxy")), 1)
        self.assertEqual(ask_stack(assets=[]), {"members": [], "primary": None, "shown": False})

    def test_places_are_rounded_half_away_from_zero_and_zero_is_positive(self):
        def exported(lat, keep):
            place = stamp({"lat": lat, "lon": 0.0, "source": "exif", "later": 1})
            return ask("asset.export", bytes=h(asset(location=place)), keep=keep)["bytes"]

        for lat, wanted in [
            (0.125, 0.13),
            (-0.125, -0.13),
            (-0.001, 0.0),
            (-0.0, 0.0),
            (2.675, 2.68),
            (1.005, 1.0),
            (90.0, 90.0),
        ]:
            self.assertEqual(
                exported(lat, ["coarse_gps"]),
                h({"uuid": by_text(ID), "gps": {"lat": wanted, "lon": 0.0, "source": "exif"}}),
            )
        self.assertEqual(
            exported(-0.0, ["coarse_gps", "precise_gps"]),
            h({"uuid": by_text(ID), "gps": {"lat": -0.0, "lon": 0.0, "source": "exif"}}),
        )

    def test_no_place_leaves_unless_it_is_asked_for(self):
        place = stamp({"lat": 1.0, "lon": 0.0, "source": "exif"})
        for keep in ([], ["regions", "device_id"]):
            exported = ask("asset.export", bytes=h(asset(location=place)), keep=keep)["bytes"]
            self.assertEqual(exported, h({"uuid": by_text(ID)}))

    def test_regions_turn_with_the_picture_and_back(self):
        shape = {"x": 100, "y": 20, "w": 3, "h": 4}
        turned = ask("region.orient", **{"shape": shape, "from": 1, "to": 6})["shape"]
        self.assertEqual(turned, {"x": 10**9 - 24, "y": 100, "w": 4, "h": 3})
        self.assertEqual(ask("region.orient", **{"shape": turned, "from": 6, "to": 1})["shape"], shape)

    def test_a_stack_that_is_not_the_current_one_is_a_mismatch(self):
        member = h(asset(stack_membership=stamp(MEMBERSHIP)))
        other = h({0: 1, "stack_id": bytes(16)})
        for sidecar, given, wanted in [
            (member, other, "mismatch"),
            (h(asset()), h(stack()), "mismatch"),
            (member, h(stack()), dict),
            (member, None, dict),
        ]:
            answer = ask("asset.export", bytes=sidecar, keep=[], stack=given)
            self.assertEqual(answer if isinstance(answer, str) else dict, wanted)


class Sealing(unittest.TestCase):
    """SPEC section 11."""

    SEED = "07" * 64

    @classmethod
    def setUpClass(cls):
        ed = sealing.Ed25519PrivateKey.from_private_bytes(b"\x07" * 32).public_key().public_bytes_raw()
        cls.public_key = (ed + sealing.ML_DSA_65.key_derive(b"\x07" * 32)[0]).hex()

    def verify(self, data, kind="asset"):
        return ask("document.verify", kind=kind, bytes=data, public_key=self.public_key)

    def test_both_halves_and_the_kind_are_bound(self):
        signed = ask("document.sign", kind="asset", bytes=h(asset()), prior="00" * 32, seed=self.SEED)[
            "bytes"
        ]
        self.assertEqual(self.verify(signed), {"document": h(asset()), "prior": "00" * 32})
        fields = cbor.decode(bytes.fromhex(signed)).value
        halves = {key.value: each.value for key, each in fields[4].value}
        for half in ("ed", "ml"):
            broken = {**halves, half: halves[half][:-1] + bytes([halves[half][-1] ^ 1])}
            data = h([1, 1, fields[2].value, fields[3].value, broken])
            self.assertEqual(self.verify(data), "signature-invalid")
        self.assertEqual(self.verify(signed, "stack"), "invalid")
        for start, error in [
            ([2], "newer-schema"),
            ([65536], "newer-schema"),
            ([1, 2], "unknown-suite"),
            ([1, 1], "invalid"),
            ([], "invalid"),
            ([0, 1], "invalid"),
        ]:
            self.assertEqual(self.verify(h(start)), error)
        self.assertEqual(
            ask("document.sign", kind="stack", bytes=h(stack()), prior="00" * 32, seed=self.SEED), "invalid"
        )

    def test_a_newer_document_that_verifies_is_handed_on(self):
        newer = plain({0: 9})
        message = sealing.signed_bytes("stack", newer, None)
        halves = {
            "ed": sealing.Ed25519PrivateKey.from_private_bytes(b"\x07" * 32).sign(message),
            "ml": sealing.ML_DSA_65.sign(
                sealing.ML_DSA_65.key_derive(b"\x07" * 32)[1], message, deterministic=True
            ),
        }
        self.assertEqual(
            self.verify(h([1, 1, newer, None, halves]), "stack"),
            {"document": newer.hex(), "prior": None, "newer_schema": 9},
        )

    def test_records_are_checked_as_length_suite_tag(self):
        common = {"record_id": ID, "key": "55" * 32}
        for kind, version in (("stack", {"key_version": 7}), ("asset", {})):
            record = ask("record.seal", kind=kind, nonce="66" * 12, plaintext="", **version, **common)[
                "bytes"
            ]
            opened = functools.partial(ask, "record.open", kind=kind, **common)
            self.assertEqual(opened(bytes=record), {"plaintext": "", **version})
            self.assertEqual(opened(bytes=record[:-2]), "malformed")
            self.assertEqual(opened(bytes="0002" + record[4:]), "unknown-suite")
            self.assertEqual(opened(bytes=record[:4] + "ff" + record[6:]), "authentication-failed")
