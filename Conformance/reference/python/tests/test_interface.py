# SPDX-License-Identifier: Apache-2.0
"""Tests of the test interface, SPEC section 15, and of the laws that everything rests on."""

import itertools
import json
import os
import random
import unittest

import testee
from building import DEVICE, WRITER, NOW, CIRCLE, h, asset, ask, edit

SEED = int(os.environ.get("CAPSULE_SEED") or random.SystemRandom().randrange(2**32))


class Interface(unittest.TestCase):
    """SPEC section 15."""

    def test_lines_that_are_no_request(self):
        for line in [
            b"",
            b"{",
            b"[]",
            b"5",
            b"{}",
            b'{"id":null}',
            b'{"id":true}',
            b'{"id":"1"}',
            b'{"id":1.0}',
            b'{"id":1,"x":NaN}',
            b'\xff{"id":1}',
            b'{"id":1}{',
            b"[" * 100000,
            b'\xef\xbb\xbf{"id":1}',
        ]:
            with self.subTest(line=line[:20]):
                answer = testee.answer(line)
                self.assertEqual((answer["id"], answer["error"]), (None, "malformed"))

    def test_requests_that_do_not_fit(self):
        self.assertEqual(testee.answer(b'{"id":-3,"op":"what"}')["error"], "unsupported")
        self.assertEqual(testee.answer(b'{"id":-3}')["error"], "invalid")
        self.assertEqual(testee.answer(b'{"id":-3,"op":null}')["error"], "invalid")
        huge = 10**400
        self.assertEqual(testee.answer(b'{"id":%d,"op":"what"}' % huge)["id"], huge)
        for request in [{"bytes": "A0"}, {"bytes": "a"}, {"bytes": None}, {"bytes": 5}, {}]:
            self.assertEqual(ask("cbor.check", **request), "invalid")
        for field, value in [
            ("rating", True),
            ("rating", 3.0),
            ("rating", -1),
            ("rating", 10**30),
            ("hidden", 1),
            ("caption", "\ud800"),
            ("caption", None),
            ("lqip", None),
            ("cull", []),
            ("location", {"lat": True, "lon": 1, "source": "exif"}),
            ("location", {"lat": 10**400, "lon": 1, "source": "exif"}),
            ("location", {"lat": 1, "lon": 1, "source": "exif", "datum": None}),
            ("stack_membership", {"role": "member", "stack_id": "AA" * 16, "stack_type": "burst"}),
        ]:
            with self.subTest(field=field, value=str(value)[:40]):
                self.assertEqual(edit(asset(), {"set": {"field": field, "value": value}}), "invalid")
        self.assertEqual(edit(asset(), {"set": {"field": "rating"}}), "invalid")
        self.assertEqual(edit(asset(), {"add_label": "a", "remove_label": "a"}), "invalid")
        self.assertEqual(
            edit(
                asset(),
                {"promote_ai_tag": {"tag": "a", "model_id": "m", "model_version": "1", "remove": False}},
            ),
            "invalid",
        )

    def test_minus_zero_becomes_a_float_with_its_sign(self):
        request = {"set": {"field": "location", "value": {"lat": "LAT", "lon": 0, "source": "exif"}}}
        line = json.dumps(
            {
                "id": 1,
                "op": "document.edit",
                "kind": "asset",
                "bytes": h(asset()),
                "device": DEVICE,
                "writer": WRITER,
                "now": NOW,
                "edit": request,
            }
        ).replace('"LAT"', "-0")
        self.assertIn(
            h({"lat": -0.0, "lon": 0.0, "source": "exif"}), testee.answer(line.encode())["ok"]["delta"]
        )


class Laws(unittest.TestCase):
    """The one idea behind every rule: a document is a join-semilattice, and its canonical bytes are its identity."""

    def random_edit(self, source):
        label = source.choice(["a", "b", "e\u0301", "\u00e9"])
        region = "%032x" % source.randrange(3)
        tag = {"tag": label, "model_id": "m", "model_version": "1"}
        return source.choice(
            [
                {"add_label": label},
                {"add_label": label},
                {"remove_label": label},
                {"add_ai_tag": tag},
                {"remove_ai_tag": tag},
                {"promote_ai_tag": {**tag, "remove": True}},
                {"set": {"field": "rating", "value": source.randrange(6)}},
                {"set": {"field": "caption", "value": "c%d" % source.randrange(25)}},
                {"set": {"field": "location", "value": None}},
                {"put_region": {"id": region, "shape": CIRCLE}},
                {"delete_region": region},
                {"add_region_label": {"id": region, "label": label}},
                {"remove_region_label": {"id": region, "label": label}},
            ]
        )

    def test_joins_commute_associate_repeat_and_equal_the_joins_of_deltas(self):
        print("CAPSULE_SEED=%d" % SEED)
        source = random.Random(SEED)
        merge = lambda *inputs: ask("document.merge", kind="asset", inputs=list(inputs))["bytes"]
        for _ in range(12):
            states = [h(asset())] * 3
            deltas = [h(asset())]
            for _ in range(60):
                at = source.randrange(3)
                answer = edit(
                    states[at],
                    self.random_edit(source),
                    device="%032x" % at,
                    writer="%032x" % (at + 10),
                    now="2026-05-31T10:00:00.00%dZ" % source.randrange(3),
                )
                if isinstance(answer, str):
                    self.assertEqual(answer, "invalid")
                    continue
                self.assertEqual(merge(states[at], answer["delta"]), answer["bytes"])
                states[at] = answer["bytes"]
                deltas.append(answer["delta"])
                if source.random() < 0.1:
                    states[at] = merge(states[at], states[source.randrange(3)])
            whole = merge(*states)
            for order in itertools.permutations(states):
                self.assertEqual(merge(*order), whole)
                self.assertEqual(merge(order[0], merge(order[1], order[2])), whole)
            self.assertEqual(merge(whole, whole, states[0]), whole)
            source.shuffle(deltas)
            self.assertEqual(merge(*deltas), whole)
