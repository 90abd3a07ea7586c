#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares a testee's label.normalize (SPEC section 15) with Python's unicodedata2, live.

    pip install -r scripts/nfc-requirements.txt
    python3 scripts/check-nfc.py [--seed N] [--random N] -- TESTEE [ARGUMENT ...]

The texts: every scalar; every decomposition, alone and with a mark or a letter beside it; every pair of a part of a
decomposition and a mark or letter that some decomposition ends with; random texts that are mostly runs of marks.
The testee may be of any implementation: it reads one JSON object per line and answers with one per line, in order.
"""

import argparse
import json
import random
import subprocess
import sys
import threading

import unicodedata2 as ucd

SCALARS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
WHITE_SPACE = "".join(
    map(
        chr,
        [*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]
        + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000],
    )
)


def texts(seed, count):
    decompositions = {chr(c): ucd.normalize("NFD", chr(c)) for c in SCALARS}
    changing = {scalar: parts for scalar, parts in decompositions.items() if parts != scalar}
    marks = [chr(c) for c in SCALARS if ucd.combining(chr(c))]
    pieces = sorted({piece for parts in changing.values() for piece in parts})
    ends = sorted({parts[-1] for parts in changing.values()})

    yield from map(chr, SCALARS)
    for parts in changing.values():
        yield from (parts, "a" + parts, parts + "\u0301", parts + "\u0327a", parts + parts, " " + parts + "\u3000")
    for piece in pieces:
        yield from (piece + end for end in ends)

    draw = random.Random(seed)
    sources = [list(changing), marks, marks, marks, pieces, pieces, list(decompositions), [*WHITE_SPACE, "a", "\u200b"]]
    for _ in range(count):
        length = draw.randint(1, draw.choice((3, 8, 24)))
        yield "".join(draw.choice(draw.choice(sources)) for _ in range(length))


def expected(text):
    """The text that label.normalize answers, or the class of its error."""
    label = ucd.normalize("NFC", text).strip(WHITE_SPACE)
    return ("ok", label) if 1 <= len(label.encode()) <= 256 else ("error", "invalid")


def answered(line):
    answer = json.loads(line)
    return ("error", answer["error"]) if "error" in answer else ("ok", answer["ok"]["text"])


def main():
    options = argparse.ArgumentParser(description="Compare a testee's label.normalize with unicodedata2.")
    options.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options.add_argument("--random", type=int, default=200_000, help="how many random texts")
    options.add_argument("testee", nargs="+")
    options = options.parse_args()
    if ucd.unidata_version != "17.0.0":
        sys.exit(f"unicodedata2 holds Unicode {ucd.unidata_version}, not 17.0.0")

    cases = [text for text in texts(options.seed, options.random) if len(text.encode()) <= 256]
    testee = subprocess.Popen(options.testee, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask():
        with testee.stdin as requests:
            for number, text in enumerate(cases):
                request = {"id": number, "op": "label.normalize", "text": text}
                requests.write(json.dumps(request) + "\n")

    threading.Thread(target=ask, daemon=True).start()
    wrong = answers = 0
    for text, line in zip(cases, testee.stdout):
        answers += 1
        if answered(line) != expected(text):
            wrong += 1
            if wrong <= 20:
                print(f"{' '.join(f'{ord(c):04x}' for c in text)}: {line.strip()}", file=sys.stderr)
    print(f"{len(cases)} texts, {answers} answers, {wrong} wrong, seed {options.seed}")
    sys.exit(1 if wrong or answers != len(cases) else 0)


if __name__ == "__main__":
    main()
