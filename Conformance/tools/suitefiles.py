# SPDX-License-Identifier: Apache-2.0
"""Reading the suite: its vectors, and when an answer is the expected one."""

import hashlib
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOT_VECTORS = ("lock.json", "retired.json", "smoke.json")


def without_duplicates(pairs):
    """A JSON object, refused when it has a key twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice in one object: %s" % [key for key, _ in pairs])
    return found


def load(path):
    """A JSON file, refused when an object in it has a key twice."""
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"), object_pairs_hook=without_duplicates)


def files(root=ROOT):
    """The vector files in the order of their paths."""
    return sorted(path for path in (root / "vectors").glob("*/*.json"))


def vectors(root=ROOT):
    """All vectors, in the order in which they are run: by file, and within it as they stand."""
    return [vector for path in files(root) for vector in load(path)["vectors"]]


def meaning(vector):
    """The hash of what a vector asks and expects."""
    canonical = json.dumps(
        {"request": vector["request"], "expect": vector["expect"]},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=True,
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def same(a, b):
    """Equality of JSON values: numbers by value, and no bool is a number."""
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    return type(a) is type(b) and a == b


def as_expected(expect, answer):
    """Whether an answer (a JSON value, whatever it is) is what a vector expects."""
    if not isinstance(answer, dict) or ("ok" in answer) == ("error" in answer):
        return False
    if "error" in expect:
        classes = expect["error"] if isinstance(expect["error"], list) else [expect["error"]]
        return answer.get("error") in classes
    return "ok" in answer and same(expect["ok"], answer["ok"])


def credited(all_vectors, right):
    """The ids that count: answered as expected, and so is the neighbour on the other side of the rule.

    So a testee earns nothing by refusing everything or by accepting everything.
    """
    return {
        vector["id"]
        for vector in all_vectors
        if vector["id"] in right and vector.get("neighbour", vector["id"]) in right
    }
