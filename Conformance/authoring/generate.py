# SPDX-License-Identifier: Apache-2.0
"""Write Conformance/vectors from the modules of this folder: generate.py [--check].

--check writes nothing and fails when a file is not what the modules make of it. A new or changed vector goes
through tools/lint.py, whose lock knows what each id means.
"""

import collections
import importlib
import pathlib
import sys

import suite

FOLDER = pathlib.Path(__file__).resolve().parent


def main():
    """Run the areas' modules, then write or compare."""
    for module in sorted(FOLDER.glob("area_*.py")):
        importlib.import_module(module.stem)
    vectors = suite.ROOT / "vectors"
    if "--check" in sys.argv[1:]:
        suite.paired(suite.TOPICS)
        stale = [
            topic
            for topic in suite.TOPICS
            if not (path := vectors / topic.area / (topic.name + ".json")).is_file()
            or path.read_text() != suite.text_of(topic)
        ]
        for topic in stale:
            print("not as authored: %s/%s" % (topic.area, topic.name))
        sys.exit(1 if stale else 0)
    suite.write(vectors)
    counts = collections.Counter()
    for topic in suite.TOPICS:
        counts[topic.area] += len(topic.vectors)
    for area, count in sorted(counts.items()):
        print("%5d %s" % (count, area))
    print("%5d vectors" % sum(counts.values()))


if __name__ == "__main__":
    main()
