# SPDX-License-Identifier: Apache-2.0
"""Mutation finds what it is there to find, and its names and lists hold."""

import ast
import pathlib
import re
import sys
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOOLS))

import complete  # noqa: E402
import mutants  # noqa: E402
import mutate  # noqa: E402
import suitefiles  # noqa: E402

SOURCE = '''
LIMITS = {"a": 1, "b": 2}


def within(low, value, high=9):
    """What is documented is not mutated."""
    require(low <= value < high and value != 3, "a text for people %d" % 7)
    found = sorted(value, key=len)
    if not found:
        return None
    return [each for each in found if each][1:]
'''


def found(source):
    """The mutants of a source."""
    tree = ast.parse(source)
    return tree, mutants.of_module("m", tree, mutants.neighbours([tree]))


class Mutants(unittest.TestCase):
    """What is made of a module."""

    def test_every_kind_of_change_is_made(self):
        _, made = found(SOURCE)
        operators = {each.operator for each in made}
        for operator in (
            "comparison",
            "comparison-dropped",
            "boolean",
            "operand-dropped",
            "unary-dropped",
            "branch",
            "constant",
            "member-dropped",
            "statement-dropped",
            "parameter",
            "filter-dropped",
            "slice",
            "sort-dropped",
            "keyword-dropped",
        ):
            self.assertIn(operator, operators)

    def test_each_is_another_program_and_leaves_the_tree_as_it_was(self):
        tree, made = found(SOURCE)
        before = ast.dump(tree)
        for each in made:
            parent, field, index, _ = each.place
            old = each.apply()
            ast.fix_missing_locations(tree)
            compile(tree, "m", "exec")
            self.assertNotEqual(ast.dump(tree), before, each.key())
            mutants.exchange(parent, field, index, old)
            self.assertEqual(ast.dump(tree), before)

    def test_names_are_distinct_and_outlive_a_shift_of_lines(self):
        _, made = found(SOURCE)
        _, shifted = found("\n\n# a remark\n" + SOURCE)
        names = [each.key() for each in made]
        self.assertEqual(len(set(names)), len(names))
        self.assertEqual(names, [each.key() for each in shifted])

    def test_texts_for_people_and_documentation_are_left_alone(self):
        _, made = found(SOURCE)
        self.assertFalse([each for each in made if "documented" in each.before or "peoplex" in each.after])

    def test_a_fingerprint_changes_with_the_code_alone(self):
        plain = mutants.fingerprint(ast.parse(SOURCE))
        self.assertEqual(
            plain, mutants.fingerprint(ast.parse("# x\n" + SOURCE.replace("What is documented", "Other words")))
        )
        self.assertNotEqual(plain, mutants.fingerprint(ast.parse(SOURCE.replace("!= 3", "!= 4"))))


class Record(unittest.TestCase):
    """The committed list of survivors."""

    def test_each_has_a_verdict_and_a_reason(self):
        record, listed = mutate.load_record()
        self.assertEqual(len(listed), len(record["survivors"]))
        for module in record["modules"].values():
            self.assertLessEqual(module["killed"], module["made"])

    def test_the_report_is_of_the_record(self):
        record, _ = mutate.load_record()
        for name, module in record["modules"].items():
            self.assertIn("| %s | %d | %d |" % (name, module["made"], module["killed"]), mutate.REPORT.read_text())


class Complete(unittest.TestCase):
    """The table of what stands at every field."""

    def test_the_suite_is_complete_and_a_missing_vector_is_named(self):
        vectors = suitefiles.vectors()
        self.assertEqual(list(complete.faults(vectors)), [])
        fewer = [each for each in vectors if "asset-rating-device" not in each["id"]]
        self.assertTrue(any("asset-rating-device-ab" in each for each in complete.faults(fewer)))

    def test_a_new_field_is_asked_for(self):
        documents, edits, export, smartalbum = complete.reference()
        documents.KEYS["album"]["mood"] = documents.Register(documents.closed(documents.CULLS))
        try:
            missing = list(complete.faults(suitefiles.vectors(), (documents, edits, export, smartalbum)))
        finally:
            del documents.KEYS["album"]["mood"]
        self.assertTrue(any("album-mood-time-ab" in each for each in missing))

    def test_what_is_left_out_is_named(self):
        vectors = suitefiles.vectors()
        for gone, named in (
            ("/tie-steps/", "carried-region-device-more-keys-ab"),
            ("/second-60-decisions/", "no vector of alert.decide has a second 60 in snoozed_until"),
            ("/requests-wake-receive/", "no vectors of the requests of wake.receive"),
            ("unknown-keys/[0-9]*-dimensions", "a map of height, width: no vector has an unknown key that is kept"),
            ("set-facts-set-value-dimensions", "height, width: no vector has one without width"),
        ):
            with self.subTest(gone):
                fewer = [each for each in vectors if not re.search(gone, each["id"])]
                if "dimensions" in gone:
                    fewer = [each for each in fewer if "everywhere/" in each["id"]]
                self.assertTrue(any(named in each for each in complete.faults(fewer)), gone)


if __name__ == "__main__":
    unittest.main()
