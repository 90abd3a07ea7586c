# SPDX-License-Identifier: Apache-2.0
"""Write Conformance/vectors from the modules of this folder: generate.py [--check].

--check writes nothing and fails when a file is not what the modules make of it. A new vector gets the next number
of its topic, written down in numbers/AREA.json, and goes through tools/lint.py, whose lock knows what each id means.
To retire a vector, give its id and the reason in vectors/retired.json, and generate.
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
    if "--check" in sys.argv[1:]:
        stale = [path for path, text in suite.files(suite.TOPICS) if not path.is_file() or path.read_text() != text]
        for path in stale:
            print("not as authored: %s" % path.relative_to(suite.ROOT))
        sys.exit(1 if stale else 0)
    suite.write()
    counts = collections.Counter()
    for topic in suite.TOPICS:
        counts[topic.area] += len(topic.vectors)
    for area, count in sorted(counts.items()):
        print("%5d %s" % (count, area))
    print("%5d vectors" % sum(counts.values()))


if __name__ == "__main__":
    main()
