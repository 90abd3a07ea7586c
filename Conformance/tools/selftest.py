# SPDX-License-Identifier: Apache-2.0
"""Prove that the vectors catch faults: selftest.py [--write] [--only NAME] [--all] [--jobs N].

Runs the vectors against every testee that knows nothing (nulls.py), which may earn at most 2 % of an area, and
against the reference with one fault at a time (reference/python/faults.py), each of which a vector must catch.
No testee is started for it, since it is thousands of answers for each fault. --write makes KILLS.md; --all asks
the slow vectors also when others have caught a fault.
"""

import argparse
import collections
import concurrent.futures
import functools
import json
import os
import sys
import time

import nulls
import suitefiles

sys.path.insert(0, str(suitefiles.ROOT / "reference" / "python"))
import faults  # noqa: E402

TOLERANCE = 0.02
SIGNING = ("document.sign", "document.verify")
SLOW_SIZE = 50_000


def earned(vectors, answers):
    """The ids that a testee with these answers is credited with."""
    right = {
        vector["id"] for vector, answer in zip(vectors, answers) if suitefiles.as_expected(vector["expect"], answer)
    }
    return suitefiles.credited(vectors, right)


def null_rows(vectors):
    """For each null testee the greatest part of an area that it earns: (name, area, earned, of)."""
    musts = [vector for vector in vectors if vector["level"] == "must"]
    totals = collections.Counter(vector["id"].split("/")[0] for vector in musts)
    for name, maker in nulls.NULLS.items():
        answerer = maker()
        got = collections.Counter(
            each.split("/")[0] for each in earned(musts, [answerer(vector["request"]) for vector in musts])
        )
        area = max(totals, key=lambda each: got[each] / totals[each])
        yield name, area, got[area], totals[area]


def answer_of(testee, vector):
    """A faulted testee's answer; one that it dies of is a text."""
    try:
        return testee.answer(vector["line"])
    except Exception as error:  # a crash is a wrong answer here, whatever it is
        return "crash: %s" % type(error).__name__


def is_slow(vector):
    """Whether an answer takes long: signatures, and documents of a thousand regions."""
    return vector["request"].get("op") in SIGNING or len(vector["line"]) > SLOW_SIZE


@functools.cache
def prepared():
    """All vectors, with the line of each request."""
    vectors = suitefiles.vectors()
    for vector in vectors:
        vector["line"] = json.dumps({"id": 1, **vector["request"]}).encode()
    return vectors


def killers(name, everything):
    """The ids of the vectors that catch a fault. The slow ones are asked when no other does."""
    testee, vectors, caught = faults.testee_with(name), prepared(), []
    for slow in (False, True):
        if everything or not caught:
            caught += [
                vector["id"]
                for vector in vectors
                if is_slow(vector) == slow and not suitefiles.as_expected(vector["expect"], answer_of(testee, vector))
            ]
    return caught


def main():
    """Run, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    vectors, started, failed = prepared(), time.monotonic(), []
    lines = [
        "# What the vectors catch",
        "",
        "Made by `Conformance/tools/selftest.py --write` from suite %s, %d vectors."
        % ((suitefiles.ROOT / "VERSION").read_text().strip(), len(vectors)),
        "",
        "## Testees that know nothing",
        "",
        "A refusal counts only when the nearest valid vector is answered right too, and a bare yes only when the",
        "nearest refusal is. At most 2 % of the `must` vectors of any area may be earned.",
        "",
        "| testee | its best area | earned | of |",
        "|---|---|---:|---:|",
    ]
    if not options.only:
        for name, area, got, total in null_rows(vectors):
            lines.append("| %s | %s | %d | %d |" % (name, area if got else "none", got, total))
            if got > TOLERANCE * total:
                failed.append("%s earns %d of %d in %s" % (name, got, total, area))
    lines += [
        "",
        "## The reference with one fault at a time",
        "",
        "Slow vectors (signatures, documents of a thousand regions) are asked when no other catches a fault.",
        "",
        "| fault | what it does | in | caught by | among them |",
        "|---|---|---|---:|---|",
    ]
    chosen = [fault for fault in faults.FAULTS if options.only in (None, fault.name)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(killers, [fault.name for fault in chosen], [options.all] * len(chosen)))
    for fault, ids in zip(chosen, found):
        if not ids:
            failed.append("no vector catches %s" % fault.name)
        shown = (
            ids
            if options.only
            else ids[:1] + [each for each in ids[1:] if each.split("/")[0] != ids[0].split("/")[0]][:1]
        )
        lines.append("| %s | %s | %s | %d | %s |" % (fault.name, fault.what, fault.module, len(ids), ", ".join(shown)))
        print("%5d  %s" % (len(ids), fault.name))
    if options.write:
        (suitefiles.ROOT / "KILLS.md").write_text("\n".join(lines) + "\n")
    elif options.only:
        print(lines[-1])
    for each in failed:
        print("FAILED: " + each)
    print(
        "selftest: %d faults, %d null testees, %d failures in %d s"
        % (len(chosen), len(nulls.NULLS), len(failed), time.monotonic() - started)
    )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
