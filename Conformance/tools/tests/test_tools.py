# SPDX-License-Identifier: Apache-2.0
"""The checks of the suite can fail: each is given what it is there to find."""

import copy
import json
import pathlib
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOOLS))

import lint  # noqa: E402
import nulls  # noqa: E402
import schema  # noqa: E402
import suitefiles  # noqa: E402

SHAPE = json.loads((suitefiles.ROOT / "schemas" / "vector-file.schema.json").read_text())
GOOD = {
    "id": "cbor/heads/001-a",
    "spec": {"section": "1", "rule": "heads-shortest"},
    "level": "must",
    "note": "a head",
    "request": {"op": "cbor.check", "bytes": "17"},
    "expect": {"ok": {}},
    "neighbour": "cbor/heads/002-b",
}
BAD = {
    **GOOD,
    "id": "cbor/heads/002-b",
    "expect": {"error": "non-canonical"},
    "request": {"op": "cbor.check", "bytes": "1817"},
    "neighbour": "cbor/heads/001-a",
}
RULES = {"heads-shortest": {"rule": "heads-shortest", "section": "1", "text": "t", "accept": True, "reject": True}}


def file_of(*vectors):
    """A vector file."""
    return {"format": 1, "area": "cbor", "topic": "heads", "vectors": list(vectors)}


def schema_faults(value):
    """What the schema says."""
    return list(schema.faults(SHAPE, value))


class Schemas(unittest.TestCase):
    """The schema of vector files."""

    def test_a_good_file_fits(self):
        self.assertEqual(schema_faults(file_of(GOOD, BAD)), [])

    def test_each_departure_is_found(self):
        for name, change in {
            "an unknown field": {"remark": 1},
            "an unknown class": {"expect": {"error": "wrong"}},
            "one class in a list": {"expect": {"error": ["limit"]}},
            "no answer": {"expect": {}},
            "two answers": {"expect": {"ok": {}, "error": "limit"}},
            "a bad id": {"id": "cbor/heads/1-a"},
            "an id with an underscore": {"id": "cbor/heads/001-a_b"},
            "a bad level": {"level": "may"},
            "an unknown field of spec": {"spec": {"section": "1", "rule": "a", "page": 1}},
            "a request that is none": {"request": []},
            "an odd intermediate": {"intermediates": {"derived_key": "abc"}},
        }.items():
            with self.subTest(name):
                self.assertNotEqual(schema_faults(file_of({**GOOD, **change})), [])

    def test_a_missing_field_and_a_true_format_are_found(self):
        self.assertNotEqual(schema_faults(file_of({key: GOOD[key] for key in GOOD if key != "note"})), [])
        self.assertNotEqual(schema_faults({**file_of(GOOD), "format": True}), [])

    def test_a_key_twice_is_refused(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write('{"a": {"b": 1, "b": 1}}')
            file.flush()
            with self.assertRaises(ValueError):
                suitefiles.load(file.name)


class Coverage(unittest.TestCase):
    """Rules and their sides."""

    def test_both_sides_are_needed(self):
        self.assertEqual(list(lint.coverage_faults([GOOD, BAD], RULES)), [])
        self.assertEqual(len(list(lint.coverage_faults([GOOD], RULES))), 1)
        self.assertEqual(len(list(lint.coverage_faults([], RULES))), 2)


class Lock(unittest.TestCase):
    """What an id means."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root, lint.ROOT = lint.ROOT, pathlib.Path(folder.name)
        self.addCleanup(setattr, lint, "ROOT", root)
        (lint.ROOT / "vectors").mkdir()

    def test_a_new_id_is_asked_for_and_then_kept(self):
        self.assertEqual(len(list(lint.lock_faults([GOOD], {}, False))), 1)
        self.assertEqual(list(lint.lock_faults([GOOD], {}, True)), [])
        self.assertEqual(list(lint.lock_faults([GOOD], {}, False)), [])

    def test_a_changed_meaning_is_found_also_when_the_lock_is_updated(self):
        list(lint.lock_faults([GOOD], {}, True))
        changed = copy.deepcopy(GOOD)
        changed["expect"] = {"error": "limit"}
        for update in (False, True):
            self.assertEqual(len(list(lint.lock_faults([changed], {}, update))), 1)

    def test_a_note_may_change(self):
        list(lint.lock_faults([GOOD], {}, True))
        self.assertEqual(list(lint.lock_faults([{**GOOD, "note": "another"}], {}, False)), [])

    def test_an_id_that_goes_is_retired(self):
        list(lint.lock_faults([GOOD, BAD], {}, True))
        self.assertEqual(len(list(lint.lock_faults([GOOD], {}, False))), 1)
        self.assertEqual(list(lint.lock_faults([GOOD], {BAD["id"]: "reason"}, False)), [])

    def test_the_number_of_a_retired_vector_is_not_given_again(self):
        list(lint.lock_faults([GOOD, BAD], {}, True))
        reused = {**BAD, "id": "cbor/heads/002-c"}
        self.assertEqual(len(list(lint.lock_faults([GOOD, reused], {BAD["id"]: "reason"}, True))), 1)

    def test_only_what_was_in_the_lock_can_be_retired(self):
        list(lint.lock_faults([GOOD], {}, True))
        self.assertEqual(len(list(lint.lock_faults([GOOD], {"cbor/heads/003-c": "reason"}, False))), 1)


class Judging(unittest.TestCase):
    """Answers and credit."""

    def test_answers_are_compared_as_json(self):
        expect = {"ok": {"a": [1, None, "x"], "b": 0.5}}
        self.assertTrue(suitefiles.as_expected(expect, {"id": 1, "ok": {"b": 0.5, "a": [1.0, None, "x"]}}))
        for ok in ({"a": [True, None, "x"], "b": 0.5}, {"a": [1, None], "b": 0.5}, {"a": [1, None, "x"]}, {}):
            self.assertFalse(suitefiles.as_expected(expect, {"id": 1, "ok": ok}))

    def test_an_answer_is_ok_or_error(self):
        self.assertFalse(suitefiles.as_expected({"ok": {}}, {"id": 1, "ok": {}, "error": "limit"}))
        self.assertFalse(suitefiles.as_expected({"ok": {}}, {"id": 1}))
        self.assertFalse(suitefiles.as_expected({"ok": {}}, None))
        self.assertTrue(suitefiles.as_expected({"error": ["a", "b"]}, {"error": "b", "detail": "x"}))

    def test_one_side_alone_earns_nothing(self):
        self.assertEqual(suitefiles.credited([GOOD, BAD], {GOOD["id"]}), set())
        self.assertEqual(suitefiles.credited([GOOD, BAD], {BAD["id"]}), set())
        self.assertEqual(suitefiles.credited([GOOD, BAD], {GOOD["id"], BAD["id"]}), {GOOD["id"], BAD["id"]})

    def test_who_accepts_everything_is_right_on_one_side(self):
        self.assertTrue(suitefiles.as_expected(GOOD["expect"], nulls.accepts(GOOD["request"])))
        self.assertFalse(suitefiles.as_expected(BAD["expect"], nulls.accepts(BAD["request"])))


if __name__ == "__main__":
    unittest.main()
