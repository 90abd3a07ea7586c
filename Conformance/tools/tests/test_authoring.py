# SPDX-License-Identifier: Apache-2.0
"""Vectors keep their ids: they can be added, moved and retired, and nothing else changes.

Needs the packages of reference/python, since authoring asks the reference.
"""

import json
import pathlib
import sys
import unittest

AUTHORING = pathlib.Path(__file__).resolve().parent.parent.parent / "authoring"
sys.path.insert(0, str(AUTHORING))

import suite  # noqa: E402

NUMBERS = {"one": 1, "long": 2, "two": 3, "longer": 4}


def check(data):
    """A request."""
    return {"op": "cbor.check", "bytes": data}


class Ids(unittest.TestCase):
    """A topic of two acceptances, each with a refusal that names it."""

    def setUp(self):
        self.topics = list(suite.TOPICS)
        self.addCleanup(suite.TOPICS.__setitem__, slice(None), self.topics)

    def topic(self, retired=(), order=("one", "long", "two", "longer"), numbers=NUMBERS):
        """The topic, authored in an order, with the vectors given as retired."""
        topic = suite.Topic("test", "heads", numbers, dict.fromkeys(retired, "a reason"))
        near = {"long": topic.id_of("one"), "longer": topic.id_of("two")}
        requests = {"one": "01", "long": "1801", "two": "02", "longer": "190002", "three": "03"}
        for slug in order:
            if slug in near:
                topic.rejects(slug, "heads-shortest", "long", check(requests[slug]), "non-canonical", near[slug])
            else:
                topic.accepts(slug, "heads-shortest", "short", check(requests[slug]), {})
        suite.paired([topic])
        return topic

    def ids(self, topic):
        """The ids in the file of a topic."""
        return [vector["id"] for vector in json.loads(suite.text_of(topic))["vectors"]]

    def test_a_new_vector_takes_the_next_number_wherever_it_is_authored(self):
        topic = self.topic(order=("three", "one", "long", "two", "longer"))
        self.assertEqual(self.ids(topic)[-1], "test/heads/005-three")
        self.assertEqual(self.ids(topic)[:4], self.ids(self.topic()))

    def test_the_order_of_authoring_says_nothing(self):
        self.assertEqual(
            suite.text_of(self.topic(order=("two", "longer", "one", "long"))), suite.text_of(self.topic())
        )

    def test_a_retired_vector_goes_and_every_other_id_stays(self):
        for slug, number in NUMBERS.items():
            retired = "test/heads/%03d-%s" % (number, slug)
            with self.subTest(retired):
                self.assertEqual(
                    self.ids(self.topic(retired=[retired])), [each for each in self.ids(self.topic()) if each != retired]
                )

    def test_the_number_of_a_retired_vector_is_not_given_again(self):
        topic = self.topic(retired=["test/heads/004-longer"], order=("one", "long", "two", "longer", "three"))
        self.assertEqual(self.ids(topic)[-1], "test/heads/005-three")
        gone = self.topic(retired=["test/heads/004-longer"], order=("one", "long", "two", "three"))
        self.assertEqual(self.ids(gone)[-1], "test/heads/005-three")

    def test_a_retired_neighbour_is_replaced_by_the_nearest_one(self):
        topic = self.topic(retired=["test/heads/003-two"])
        found = {vector["id"]: vector["neighbour"] for vector in topic.vectors}
        self.assertEqual(found["test/heads/004-longer"], "test/heads/001-one")

    def test_a_retired_vector_is_not_asked(self):
        topic = suite.Topic("test", "heads", NUMBERS, {"test/heads/001-one": "a reason"})
        topic.accepts("one", "heads-shortest", "states what no longer holds", check("1801"), {})
        with self.assertRaises(suite.Disagreement):
            topic.accepts("two", "heads-shortest", "states what does not hold", check("1801"), {})

    def test_the_numbers_of_the_suite_are_those_of_the_lock(self):
        lock = json.loads((suite.ROOT / "vectors" / "lock.json").read_text())
        written = {
            "%s/%s/%03d-%s" % (path.stem, topic, number, slug)
            for path in suite.NUMBERS.glob("*.json")
            for topic, slugs in json.loads(path.read_text()).items()
            for slug, number in slugs.items()
        }
        self.assertEqual(written, set(lock))


if __name__ == "__main__":
    unittest.main()
