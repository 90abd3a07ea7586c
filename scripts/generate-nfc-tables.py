#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the pinned Unicode 17.0 tables behind the label normal form, and the facts its tests hold it to.

    pip install -r scripts/nfc-requirements.txt
    python3 scripts/generate-nfc-tables.py            # write both files
    python3 scripts/generate-nfc-tables.py --check    # exit 1 when a committed file differs

Source of the facts: the Python package unicodedata2, pinned in nfc-requirements.txt. It is CPython's own
unicodedata module, built from a newer Unicode Character Database; Apache License 2.0; kept up by the fonttools
project, which releases it once for each Unicode version. The data itself is Unicode's (Unicode License v3).

Why pinned: the bytes of a normal form are a label's identity (SPEC section 2), so every device must use the same
version of Unicode for ever, whatever its operating system or Python knows. Raising it is a format change.

The two files come from different parts of the package, so that the tests do not just repeat the tables:
  Sources/.../NFCTables.swift    decomposition() and combining(), put together here (normalize() only says which
                                 compositions are excluded)
  Tests/.../NFCFixtures.swift    the answers of normalize()
"""

import argparse
import pathlib
import sys
from importlib.metadata import version

import unicodedata2 as ucd

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ROOT / "Sources/CapsuleCRDT/Labels/Normalization/NFCTables.swift"
FIXTURES = ROOT / "Tests/CapsuleCRDTTests/Normalization/NFCFixtures.swift"

HANGUL = range(0xAC00, 0xD7A4)
SCALARS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
WHITE_SPACE = frozenset(
    [*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
)

# The trie: a scalar's upper bits pick a group, the next GROUP bits a block in it, the low BLOCK bits a value.
BLOCK, GROUP = 4, 5

# One value (16 bits):  1 q ll oooooooooooo  decomposes to l + 1 scalars at offset o of `decompositions`
#                       0 q ------ cccccccc  does not; canonical combining class c
# q is set where the quick check may not say yes: the scalar is not its own NFC, or may join with one before it.
DECOMPOSES, QUESTIONED = 0x8000, 0x4000


def nfc(text):
    return ucd.normalize("NFC", text)


def nfd(text):
    return ucd.normalize("NFD", text)


def mapping(scalar):
    """The canonical decomposition as the database lists it (one step), or nothing."""
    fields = ucd.decomposition(chr(scalar)).split()
    return [] if not fields or fields[0].startswith("<") else [int(field, 16) for field in fields]


def expand(scalar):
    """The full canonical decomposition: mapping() applied until nothing changes."""
    step = mapping(scalar)
    return [scalar] if not step else [final for part in step for final in expand(part)]


def combining(scalar):
    return ucd.combining(chr(scalar))


def collect():
    """The facts: {scalar: full decomposition}, sorted [(first, second, composite)], and the questioned scalars."""
    full = {c: expand(c) for c in SCALARS if c not in HANGUL and mapping(c)}
    pairs = sorted((*mapping(c), c) for c in full if len(mapping(c)) == 2 and nfc(chr(c)) == chr(c))
    joining = {second for _, second, _ in pairs} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    questioned = {c for c in SCALARS if nfc(chr(c)) != chr(c) or full.get(c, [c])[0] in joining}

    # What the Swift code takes for granted.
    for c, parts in full.items():
        assert "".join(map(chr, parts)) == nfd(chr(c)) and len(parts) <= 4, hex(c)
        assert c in questioned or combining(c) == combining(parts[0]) == 0, hex(c)
    for first, second, composite in pairs:
        assert nfc(chr(first) + chr(second)) == chr(composite)
        assert combining(first) == combining(composite) == 0 and second not in full
    for c in WHITE_SPACE:  # so that trimming before NFC is trimming after it
        assert combining(c) == 0 and c not in joining and c not in {first for first, _, _ in pairs}
    for c in SCALARS:
        assert (c in WHITE_SPACE) == any(part in WHITE_SPACE for part in full.get(c, [c]))
    assert min(questioned) >= 0x300 and min(c for c in SCALARS if combining(c)) == 0x300
    return full, pairs, questioned


def pool(sequences):
    """One list that holds every sequence, and where each starts; longer ones first, so that shorter ones reuse."""
    flat, offsets = [], {}
    for sequence in sorted(set(map(tuple, sequences)), key=lambda s: (-len(s), s)):
        if sequence in offsets:
            continue
        for start in range(len(sequence)):
            for end in range(start + 1, len(sequence) + 1):
                offsets.setdefault(sequence[start:end], len(flat) + start)
        flat.extend(sequence)
    assert len(flat) <= 0x1000
    return flat, offsets


def split(values, bits):
    """Cuts values into blocks of 2**bits and shares equal ones: the blocks' numbers, and the blocks end to end."""
    size, seen, numbers = 1 << bits, {}, []
    values = values + [0] * (-len(values) % size)
    for start in range(0, len(values), size):
        numbers.append(seen.setdefault(tuple(values[start : start + size]), len(seen)))
    return numbers, [value for block in seen for value in block]


def array(name, element, values, comment):
    cells = [f"{value:#x}" if value else "0" for value in values]
    lines, line = [], ""
    for cell in cells:
        if len(line) + len(cell) > 100:
            lines.append(line.rstrip())
            line = ""
        line += cell + ", "
    lines.append(line.rstrip())
    body = "\n".join("        " + text for text in lines)
    return f"    /// {comment}\n    static let {name}: [{element}] = [\n{body}\n    ]\n"


def header(what):
    return f"""// SPDX-License-Identifier: Apache-2.0
// Generated by scripts/generate-nfc-tables.py from unicodedata2 17.0 (Unicode Character Database {ucd.unidata_version},
// Unicode License v3). Do not edit: change the script and run it again; its --check compares.
// swift-format-ignore-file

{what}"""


def tables():
    full, pairs, questioned = collect()
    flat, offsets = pool(full.values())
    last = max(c for c in SCALARS if c in full or c in questioned or combining(c))
    values = [0] * (last + 1)
    for c in SCALARS[: SCALARS.index(last) + 1]:
        if c in full:
            values[c] = DECOMPOSES | (len(full[c]) - 1) << 12 | offsets[tuple(full[c])]
        else:
            values[c] = combining(c)
        values[c] |= QUESTIONED if c in questioned else 0

    blocks, value_cells = split(values, BLOCK)
    groups, block_cells = split(blocks, GROUP)
    assert max(groups) < 256 and max(block_cells) < 65536
    return header(
        f"""/// What Unicode {ucd.unidata_version} says that NFC needs. Hangul is missing: it is arithmetic.
enum NFCTables {{
    /// Every scalar from here on is inert: class 0, decomposes to itself, joins with nothing.
    static let limit: UInt32 = {len(values):#x}
    static let blockBits: UInt32 = {BLOCK}
    static let groupBits: UInt32 = {GROUP}

"""
        + "\n".join(
            [
                array("groups", "UInt8", groups, "By scalar >> (blockBits + groupBits): which group of `blocks`."),
                array("blocks", "UInt16", block_cells, "Which block of `values`."),
                array("values", "UInt16", value_cells, "What `NFCProperties` unpacks."),
                array(
                    "decompositions",
                    "UInt32",
                    [combining(c) << 24 | c for c in flat],
                    "Scalars of full canonical decompositions, each below its combining class (the top 8 bits).",
                ),
                array(
                    "composites",
                    "UInt64",
                    [first << 42 | second << 21 | composite for first, second, composite in pairs],
                    "Primary composites, ascending: 21 bits each of first scalar, second scalar, composite.",
                ),
            ]
        )
        + "}\n"
    )


class SplitMix64:
    """The same generator as in the tests, so that both sides draw the same texts."""

    def __init__(self, seed):
        self.state = seed

    def next(self, bound):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % bound


def digest(texts):
    """FNV-1a, 64 bits, over the labels of the texts, each followed by ff."""
    value = 0xCBF29CE484222325
    for text in texts:
        label = nfc(text).strip("".join(map(chr, WHITE_SPACE)))
        for byte in label.encode() + b"\xff":
            value = ((value ^ byte) * 0x100000001B3) & ((1 << 64) - 1)
    return value


BATCHES, BATCH = 256, 64


def alphabets(changing, marks):
    """What random texts are drawn from. The tests build the same lists in the same order."""
    return [
        changing,
        marks,
        sorted({ord(part) for c in changing for part in nfd(chr(c))}),
        [*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A7, 0x11C3)],
        [0x20, 0x61, 0xE9, 0x2003, 0x200B, 0x3042, 0xAC00, 0xAC01, 0x1F346, 0x10FFFF],
    ]


def draw(random, lists):
    """A text of 1 to 40 scalars; long runs of marks are likely, since ordering them is what goes wrong."""
    text = []
    for _ in range(1 + random.next((4, 12, 40)[random.next(3)])):
        letters = lists[(0, 1, 1, 1, 2, 2, 3, 4)[random.next(8)]]
        text.append(letters[random.next(len(letters))])
    return "".join(map(chr, text))


def runs(marks):
    """Neighbouring marks of one class as `first-last:class`."""
    found = []
    for c in marks:
        if found and found[-1][1] == c - 1 and found[-1][2] == combining(c):
            found[-1][1] = c
        else:
            found.append([c, c, combining(c)])
    return [f"{first:x}-{last:x}:{group}" for first, last, group in found]


def wrapped(words):
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 98:
            lines.append(line.rstrip())
            line = ""
        line += word + " "
    return "\n".join("        " + text for text in [*lines, line.rstrip()])


def text(name, words, comment):
    return f'    /// {comment}\n    static let {name} = """\n{wrapped(words)}\n        """\n'


def fixtures():
    changing = [c for c in SCALARS if c not in HANGUL and nfd(chr(c)) != chr(c)]
    assert all(nfc(chr(c)) == chr(c) for c in set(SCALARS) - set(changing))
    marks = [c for c in SCALARS if combining(c)]

    def spelled(string):
        return "+".join(f"{ord(c):x}" for c in string)

    random, lists = SplitMix64(0x4341505355_4C45), alphabets(changing, marks)
    batches = [digest(draw(random, lists) for _ in range(BATCH)) for _ in range(BATCHES)]
    syllables = [
        digest(
            chr(lead) + chr(vowel) + (chr(tail) if tail > 0x11A7 else "")
            for vowel in range(0x1161, 0x1176)
            for tail in range(0x11A7, 0x11C3)
        )
        for lead in range(0x1100, 0x1113)
    ]
    return header(
        """/// What unicodedata2's normalize() answers, for the tests to compare with.
enum NFCFixtures {
    static let batchSize = """
        + f"{BATCH}\n\n"
        + "\n".join(
            [
                text(
                    "changing",
                    [f"{c:x}:{spelled(nfc(chr(c)))}:{spelled(nfd(chr(c)))}" for c in changing],
                    "Every scalar that is not its own NFD, without Hangul syllables: scalar, its NFC, its NFD.",
                ),
                text("marks", runs(marks), "Every scalar with a combining class other than 0, and the class."),
                text(
                    "syllables",
                    [f"{value:016x}" for value in syllables],
                    "One digest for each leading consonant, of all its vowels and tails as conjoining jamo.",
                ),
                text("batches", [f"{value:016x}" for value in batches], "One digest for each batch of random texts."),
            ]
        )
        + "}\n"
    )


def main():
    options = argparse.ArgumentParser(description="Generate the Unicode 17.0 tables of the label normal form.")
    options.add_argument("--check", action="store_true", help="write nothing; exit 1 when a committed file differs")
    check = options.parse_args().check
    if ucd.unidata_version != "17.0.0":
        sys.exit(f"unicodedata2 {version('unicodedata2')} holds Unicode {ucd.unidata_version}, not 17.0.0")
    stale = False
    for path, content in ((TABLES, tables()), (FIXTURES, fixtures())):
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            print(f"{path.relative_to(ROOT)} is not what this script writes", file=sys.stderr)
            stale = True
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
