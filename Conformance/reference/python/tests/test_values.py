# SPDX-License-Identifier: Apache-2.0
"""Tests of canonical CBOR, scalars, registers and sets: SPEC sections 1 to 7 and 9."""

import functools
import unittest

from building import (
    WRITER,
    OTHER,
    NOW,
    LAST,
    CIRCLE,
    plain,
    h,
    by_text,
    stamp,
    asset,
    stack,
    ask,
    check,
    edit,
    read,
)


class CanonicalCBOR(unittest.TestCase):
    """SPEC section 1."""

    def test_every_input_has_its_class(self):
        table = {
            "malformed": [
                "a29b80" + "00" * 13,
                "9b0203366bfffbde1856bfffff",
                "bb8000000000000000",
                "9b37388519251ae9ca",
                "f814",
                "f818",
                "0001",
                "bf6161ff",
                "9b00ffffffffffffff",
                "62c0ae",
                "ff",
                "81ff",
                "a16161ff",
                "c0ff",
                "1f",
                "3f",
                "5f",
                "5f6161ff",
                "7f5f60ffff",
                "7f61c3ff",
                "",
                "1c",
                "fc",
                "63eda080",
                "64f4908080",
                "c1",
                "1800ff",
            ],
            "non-canonical": [
                "f97e01",
                "f9fe00",
                "fa7fc00000",
                "9f01ff",
                "a2616101616102",
                "1b000000000000000b",
                "1817",
                "a262616101617802",
                "fb3ff0000000000000",
                "fa00000000",
                "5f4100ff",
                "7f6161ff",
                "bfff",
                "d80000",
                "fa7f800000",
                "a24000181800",
            ],
            "limit": ["81" * 32 + "00", "c1" * 32 + "00", "a100" * 32 + "00", "81" * 10000, "ca" * 10000],
        }
        for error, inputs in table.items():
            for data in inputs:
                with self.subTest(data=data[:40]):
                    self.assertEqual(ask("cbor.check", bytes=data), error)
        for data in [
            "f97e00",
            "f98000",
            "f90001",
            "f97c00",
            "fa7f7fffff",
            "fb3ff199999999999a",
            "3bffffffffffffffff",
            "a21818004000",
            "f820",
            "e0",
            "f7",
            "81" * 31 + "80",
            "c1" * 31 + "00",
            "d9ffffa0",
        ]:
            with self.subTest(data=data[:40]):
                self.assertEqual(ask("cbor.check", bytes=data), {})

    def test_what_is_malformed_further_on_is_not_reported_as_non_canonical(self):
        self.assertEqual(ask("cbor.check", bytes="82181762c0ae"), "malformed")

    def test_size_limits_hold_to_the_byte(self):
        self.assertEqual(check(asset(x=bytes(65533))), "ok")
        self.assertEqual(check(asset(x=bytes(65534))), "limit")
        self.assertEqual(check(asset(**{"k" * 256: 0})), "ok")
        self.assertEqual(check(asset(**{"k" * 257: 0})), "limit")
        room = 65536 - len(plain(stamp(1, pad=b""))) - 2
        self.assertEqual(check(asset(rating=stamp(1, pad=bytes(room)))), "ok")
        self.assertEqual(check(asset(rating=stamp(1, pad=bytes(room + 1)))), "limit")
        tag = {"tag": "a", "model_id": "m", "model_version": "1"}
        room = 65536 - len(plain({**tag, "pad": b""})) - 2
        for extra, wanted in ((0, "ok"), (1, "limit")):
            tags = {by_text(WRITER): [[0, 0], {0: {**tag, "pad": bytes(room + extra)}}]}
            self.assertEqual(check(asset(tags_ai=tags)), wanted)

    def test_a_document_has_at_most_16_mib_and_neither_has_a_join(self):
        def padded(total, names):
            document = stack(**{"%s%03d" % (names, n): bytes(65000) for n in range((total - 1000) // 65008)})
            document[names] = bytes(total - len(plain(document)) - len(plain(names)) - 3)
            return plain(document)

        full = padded(16 * 2**20, "p")
        self.assertEqual(len(full), 16 * 2**20)
        self.assertEqual(ask("document.check", kind="stack", bytes=full.hex()), {"complete": True})
        self.assertEqual(
            ask("document.check", kind="stack", bytes=padded(16 * 2**20 + 1, "p").hex()), "limit"
        )
        other = padded(10**6, "q")
        self.assertEqual(ask("document.merge", kind="stack", inputs=[full.hex(), other.hex()]), "limit")


class Scalars(unittest.TestCase):
    """SPEC section 2."""

    def order(self, a, b="2020-01-01T00:00:00Z"):
        answer = ask("timestamp.compare", a=a, b=b)
        return answer if isinstance(answer, str) else answer["order"]

    def test_timestamps_at_the_edges(self):
        for good in [
            "0000-02-29t00:00:00z",
            "9999-12-31T23:59:60.999999999Z",
            "2016-12-31T18:59:60-05:00",
            "2017-01-01T05:29:60+05:30",
            "2026-05-31T10:00:00-00:00",
            "0000-01-01T00:00:00-00:01",
            "2026-05-31T10:00:00+23:59",
        ]:
            with self.subTest(good):
                self.assertIsInstance(self.order(good), int)
        for bad in [
            "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
            "2016-12-31T23:59:60+01:00",
            "2016-12-31T23:58:60Z",
            "2026-05-31 10:00:00Z",
            "2026-05-31T10:00:00.Z",
            "2026-05-31T10:00:00",
            "2026-05-31T10:00:00.0000000000Z",
            "2026-05-31T10:00:00+24:00",
            "2026-05-31T10:00:00+01:60",
            "1900-02-29T00:00:00Z",
            "2026-05-31T24:00:00Z",
            "2026-05-31T10:00:00Z\n",
            "2026-00-10T10:00:00Z",
            "2026-05-31T10:00:00+0100",
            "2026-05-31T10:00Z",
            "10000-01-01T00:00:00Z",
            "\u0662026-05-31T10:00:00Z",
        ]:
            with self.subTest(bad):
                self.assertEqual(self.order(bad), "invalid")

    def test_instants_compare_across_offsets_and_leap_seconds(self):
        self.assertEqual(self.order("2026-05-31T19:00:00-04:00", "2026-05-31T19:01:00+02:00"), 1)
        self.assertEqual(self.order("2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00Z"), -1)
        self.assertEqual(self.order("2026-05-31T10:00:00.1Z", "2026-05-31T12:00:00.100000000+02:00"), 0)

    def test_successors_carry_and_end(self):
        for current, now, wanted in [
            ("0000-02-28T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "0000-02-29T00:00:00.000Z"),
            ("1900-02-28T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "1900-03-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.998Z", NOW, LAST),
            (None, NOW, NOW),
        ]:
            self.assertEqual(ask("stamp.successor", current=current, now=now), {"ts": wanted})
        self.assertEqual(ask("stamp.successor", current=LAST, now=LAST), "limit")

    def test_labels_are_trimmed_of_white_space_scalars_after_composition(self):
        for given, wanted in [
            ("Ca\u0303o", "C\u00e3o"),
            ("\u2000x\u0085", "x"),
            ("\u200bx", "\u200bx"),
            (" \u0301", "\u0301"),
            ("\u1e9b\u0323", "\u1e9b\u0323"),
            ("\U000e0fff", "\U000e0fff"),
            ("\u0f73", "\u0f71\u0f72"),
            ("\u212b", "\u00c5"),
            ("\ufeffx", "\ufeffx"),
            ("\x1fx", "\x1fx"),
        ]:
            self.assertEqual(ask("label.normalize", text=given), {"text": wanted})
        for bad in ["", " \u3000", "x" * 257, "\u0958" * 60, "\ud800", 5, None]:
            self.assertEqual(ask("label.normalize", text=bad), "invalid")


class Registers(unittest.TestCase):
    """SPEC sections 3 to 5 and 9."""

    def merge(self, *documents):
        return ask("document.merge", kind="asset", inputs=[h(each) for each in documents])

    def test_the_order_of_stamps_is_ts_then_by_then_bytes(self):
        a, b = asset(rating=stamp(1, by=OTHER)), asset(rating=stamp(5))
        self.assertEqual(self.merge(a, b)["bytes"], h(a))
        low, high = asset(rating=stamp(1)), asset(rating=stamp(1, zz=0))
        self.assertEqual(self.merge(low, high)["bytes"], h(high))

    def test_a_history_keeps_the_greatest_of_each_value_before_it_is_bounded(self):
        def log(*pairs):
            entries = [stamp(value, "2026-05-31T10:00:%02d.000Z" % second) for second, value in pairs]
            rest = {"superseded": entries[1:]} if entries[1:] else {}
            return asset(caption={"current": entries[0], **rest})

        full = [(second, "c%d" % second) for second in range(40, 23, -1)]
        again = log((50, "c30"), (22, "old"))
        wanted = log((50, "c30"), *[pair for pair in full if pair[1] != "c30"])
        self.assertEqual(
            self.merge(log(*full), again)["bytes"], h(log(*[(50, "c30")] + [p for p in full if p[0] != 30]))
        )
        self.assertEqual(h(wanted), self.merge(again, log(*full))["bytes"])
        self.assertEqual(check(log(*full)), "ok")
        self.assertEqual(check(log(*full, (23, "x"))), "invalid")
        self.assertEqual(check(log((3, "a"), (2, "a"))), "invalid")
        self.assertEqual(check(log((2, "a"), (3, "b"))), "invalid")
        self.assertEqual(check(asset(caption={"current": stamp("a"), "superseded": []})), "invalid")
        self.assertEqual(check(asset(caption={"current": stamp("a"), "x": 1})), "invalid")

    def test_a_write_beats_what_it_has_seen(self):
        future = asset(rating=stamp(1, "2999-01-01T00:00:00.000Z", OTHER))
        self.assertEqual(read(edit(future, {"set": {"field": "rating", "value": 2}})["bytes"])["rating"], 2)
        last = asset(rating=stamp(1, LAST))
        self.assertEqual(edit(last, {"set": {"field": "rating", "value": 2}}), "limit")
        caption = asset(caption={"current": stamp("a", LAST)})
        self.assertEqual(edit(caption, {"set": {"field": "caption", "value": "b"}}), "limit")

    def test_carried_keys_join_as_registers_of_a_later_version(self):
        later, earlier = stamp("a", "2026-05-31T10:00:01.000Z"), stamp("z" * 99)
        self.assertEqual(
            self.merge(asset(x=later), asset(x=earlier)), {"bytes": h(asset(x=later)), "conflicts": ["x"]}
        )
        not_stamped = {**stamp("z" * 99, "2026-05-31T10:00:99.000Z"), "zz": "z" * 99}
        self.assertEqual(self.merge(asset(x=later), asset(x=not_stamped))["bytes"], h(asset(x=later)))
        self.assertEqual(self.merge(asset(x=1), asset(x="a"))["bytes"], h(asset(x="a")))
        self.assertEqual(self.merge(asset(x=1), asset(), asset(x=1))["conflicts"], [])

    def test_before_leaves_out_what_comes_from_the_future_and_keeps_deletions_and_carried_keys(self):
        late = "2030-01-01T00:00:00.000Z"
        document = asset(
            x=stamp(1, late),
            location=stamp(None, late),
            rating=stamp(3, NOW),
            hidden=stamp(True, late),
            caption={"current": stamp("b", late), "superseded": [stamp("a", NOW)]},
            regions={
                bytes(16): {"shape": stamp(CIRCLE, late)},
                bytes(15) + b"1": {"shape": stamp(None, late)},
                bytes(15) + b"2": {"shape": stamp(CIRCLE, late), "x": 1},
            },
        )
        wanted = asset(
            x=stamp(1, late),
            rating=stamp(3, NOW),
            caption={"current": stamp("a", NOW)},
            regions={bytes(15) + b"1": {"shape": stamp(None, late)}, bytes(15) + b"2": {"x": 1}},
        )
        self.assertEqual(
            ask("document.before", kind="asset", bytes=h(document), horizon=NOW), {"bytes": h(wanted)}
        )
        only = asset(
            regions={bytes(16): {"shape": stamp(CIRCLE, late)}}, caption={"current": stamp("b", late)}
        )
        self.assertEqual(
            ask("document.before", kind="asset", bytes=h(only), horizon=NOW), {"bytes": h(asset())}
        )


class Sets(unittest.TestCase):
    """SPEC sections 6 and 7."""

    def lines(self, ranges, adds=None, writer=WRITER):
        return {by_text(writer): [ranges, adds or {}]}

    def test_a_set_has_one_encoding(self):
        for ranges, adds, wanted in [
            ([0, 0], {}, "ok"),
            ([0, 2**53 - 1], {5: "a"}, "ok"),
            ([0, 0, 2, 2], {}, "ok"),
            ([0, 0, 1, 1], {}, "invalid"),
            ([1, 0], {}, "invalid"),
            ([0], {}, "invalid"),
            ([], {}, "invalid"),
            ([0, 2**53], {}, "invalid"),
            ([0, 0], {1: "a"}, "invalid"),
            ([5, 5, 0, 0], {}, "invalid"),
            ([0, 0], {0: ""}, "invalid"),
            ([0, 0], {0: "a" * 257}, "invalid"),
        ]:
            with self.subTest(ranges=ranges, adds=adds):
                self.assertEqual(check(stack(labels=self.lines(ranges, adds)), "stack"), wanted)
        self.assertEqual(check(stack(labels={}), "stack"), "invalid")

    def test_a_removal_before_its_add_takes_effect_and_is_reported(self):
        def apply(state, delta):
            return ask("document.apply", kind="stack", state=h(state), delta=h(delta))

        add, removal = stack(labels=self.lines([0, 0], {0: "a"})), stack(labels=self.lines([0, 0]))
        self.assertEqual(apply(stack(), removal), {"bytes": h(removal), "unobserved": True})
        self.assertEqual(apply(removal, add), {"bytes": h(removal), "unobserved": False})
        self.assertEqual(apply(add, removal), {"bytes": h(removal), "unobserved": False})
        wide = stack(labels=self.lines([0, 2**53 - 1], {3: "a"}))
        self.assertTrue(apply(stack(labels=self.lines([0, 2, 4, 2**53 - 2])), wide)["unobserved"])
        self.assertFalse(apply(stack(labels=self.lines([0, 2, 4, 2**53 - 1])), wide)["unobserved"])

    def test_labels_of_a_region_held_as_deleted_do_not_count_as_unobserved(self):
        region = {bytes(16): {"labels": self.lines([0, 0])}}
        gone = {bytes(16): {"shape": stamp(None)}}
        for state, wanted in ((asset(regions=gone), False), (asset(), True)):
            answer = ask("document.apply", kind="asset", state=h(state), delta=h(asset(regions=region)))
            self.assertEqual(answer["unobserved"], wanted)

    def test_adding_replaces_equal_normal_forms_and_counts_only_live_add_ids_of_its_own(self):
        document = stack(labels=self.lines([0, 5], {0: "e\u0301", 3: "b"}))
        answer = edit(document, {"add_label": " \u00e9"}, "stack", writer=OTHER)
        self.assertEqual(read(answer["bytes"], "stack")["labels"], ["b", "\u00e9"])
        full = stack(labels=self.lines([0, 999], {n: "l%03d" % n for n in range(1000)}))
        self.assertEqual(edit(full, {"add_label": "new"}, "stack"), "limit")
        self.assertIsInstance(edit(full, {"add_label": "l001"}, "stack"), dict)
        self.assertIsInstance(edit(full, {"add_label": "new"}, "stack", writer=OTHER), dict)

    def test_a_removal_takes_a_text_that_could_not_be_added(self):
        document = stack(labels=self.lines([0, 0], {0: " "}))
        self.assertEqual(edit(document, {"add_label": " "}, "stack"), "invalid")
        self.assertEqual(
            edit(document, {"remove_label": "\u3000"}, "stack")["bytes"], h(stack(labels=self.lines([0, 0])))
        )
        for bad in ("", "x" * 257):
            self.assertEqual(edit(document, {"remove_label": bad}, "stack"), "invalid")
        nothing = edit(document, {"remove_label": "x"}, "stack")
        self.assertEqual(nothing, {"bytes": h(document), "delta": h(stack())})

    def test_the_last_counter_ends_a_writer(self):
        used = stack(labels=self.lines([2**53 - 1, 2**53 - 1]))
        self.assertEqual(edit(used, {"add_label": "a"}, "stack"), "counter-exhausted")
        ask_next = functools.partial(ask, "addid.next", kind="stack", bytes=h(used), field="labels")
        self.assertEqual(ask_next(writer=WRITER), "counter-exhausted")
        self.assertEqual(ask_next(writer=OTHER), {"counter": 0})

    def test_two_elements_under_one_add_id_keep_the_greater_bytes(self):
        a, b = (stack(labels=self.lines([0, 0], {0: text})) for text in ("b", "aa"))
        self.assertEqual(ask("document.merge", kind="stack", inputs=[h(a), h(b)])["bytes"], h(b))
