# SPDX-License-Identifier: Apache-2.0
"""Run the vectors that the testee made from the proofs answers; print the counts, area by area.

Every vector with an operation that it offers must pass. One may be skipped: an edit whose labels need the tables of
Unicode, which the testee does not have. Any other skip is a failure.
"""

import collections
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

import check  # noqa: E402  the suite's own checker
import suitefiles  # noqa: E402


def main():
    testee = check.Testee([str(HERE / "build" / "testee")], 60)
    offered = set(testee.ask({"op": "info"})["ok"]["ops"])
    counts, wrong = collections.defaultdict(collections.Counter), []
    for vector in suitefiles.vectors():
        operation, area = vector["request"].get("op"), vector["id"].split("/")[0]
        if not isinstance(operation, str) or operation not in offered:
            counts[area]["not offered"] += 1
            continue
        answer = testee.ask(vector["request"])
        if suitefiles.as_expected(vector["expect"], answer):
            counts[area]["passed"] += 1
        elif operation == "document.edit" and isinstance(answer, dict) and answer.get("error") == "unsupported":
            counts[area]["beyond its labels"] += 1
        else:
            wrong.append("%s: expected %s, answered %s" % (
                vector["id"], check.shortened(vector["expect"]), check.shortened(answer)))
    testee.stop()
    for area, each in sorted(counts.items()):
        if each["passed"]:
            print("proofs: %-12s %s" % (area, ", ".join("%d %s" % (n, what) for what, n in sorted(each.items()))))
    passed = sum(each["passed"] for each in counts.values())
    print("proofs: %d vectors pass, %d fail" % (passed, len(wrong)))
    print("\n".join(wrong), file=sys.stderr)
    sys.exit(1 if wrong or not passed else 0)


if __name__ == "__main__":
    main()
