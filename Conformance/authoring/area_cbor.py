# SPDX-License-Identifier: Apache-2.0
"""Area cbor: canonical CBOR (section 1), on its own and inside documents."""

from build import Raw, Simple, Tag, adds, asset, cbor, check, check_cbor, head, merge, stack, stamp, wide_head, W
from suite import Topic

MALFORMED, NON_CANONICAL, LIMIT = "malformed", "non-canonical", "limit"


def checks(topic, rule, rows, error=None, near=None):
    """A cbor.check for each (slug, hex, note); accepted, or refused as the class."""
    ids = {}
    for slug, data, note in rows:
        if error is None:
            ids[slug] = topic.accepts(slug, rule, note, check_cbor(data), {})
        else:
            ids[slug] = topic.rejects(slug, rule, note, check_cbor(data), error, near)
    return ids


# Heads: each width at both of its ends, for each major type.

heads = Topic("cbor", "heads")
at_ends = []
for value in (
    0,
    1,
    10,
    23,
    24,
    25,
    100,
    255,
    256,
    65535,
    65536,
    2**32 - 1,
    2**32,
    2**53 - 1,
    2**53,
    2**63 - 1,
    2**63,
    2**64 - 1,
):
    at_ends.append(("uint-%d" % value, head(0, value).hex(), "an unsigned integer at the end of a width"))
for value in (0, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1):
    at_ends.append(("negative-%d" % value, head(1, value).hex(), "a negative integer at the end of a width"))
good = checks(heads, "heads-shortest", at_ends)
for value, width in ((0, 1), (23, 1), (11, 8), (0, 2), (255, 2), (0, 4), (65535, 4), (0, 8), (2**32 - 1, 8)):
    for major, name in ((0, "uint"), (1, "negative")):
        near = good["%s-%d" % (name, value if "%s-%d" % (name, value) in good else 23)]
        heads.rejects(
            "%s-%d-in-%d-bytes" % (name, value, width),
            "heads-shortest",
            "a head wider than its argument needs",
            check_cbor(wide_head(major, value, width).hex()),
            NON_CANONICAL,
            near,
        )
lengths = checks(
    heads,
    "heads-shortest",
    [
        ("bytes-23", (head(2, 23) + bytes(23)).hex(), "a byte string whose length fits the first byte"),
        ("bytes-24", (head(2, 24) + bytes(24)).hex(), "a byte string whose length takes one more byte"),
        ("bytes-256", (head(2, 256) + bytes(256)).hex(), "a byte string whose length takes two more bytes"),
        ("text-23", (head(3, 23) + b"a" * 23).hex(), "a text whose length fits the first byte"),
        ("text-24", (head(3, 24) + b"a" * 24).hex(), "a text whose length takes one more byte"),
        ("array-23", (head(4, 23) + bytes(23)).hex(), "an array whose count fits the first byte"),
        ("array-24", (head(4, 24) + bytes(24)).hex(), "an array whose count takes one more byte"),
        ("map-0", "a0", "an empty map"),
        ("map-24", cbor({key: 0 for key in range(24)}).hex(), "a map whose count takes one more byte"),
        ("tag-23", "d700", "a tag in one byte"),
        ("tag-24", "d81800", "a tag in two bytes"),
        ("tag-last", "dbffffffffffffffff00", "the greatest tag"),
    ],
)
for slug, data, note, near in (
    ("bytes-1-in-2", "580100", "a byte string's length in two bytes though it fits one", "bytes-23"),
    ("text-1-in-2", "780161", "a text's length in two bytes though it fits one", "text-23"),
    ("text-0-in-3", "790000", "an empty text with a length of three bytes", "text-23"),
    ("array-1-in-2", "980100", "an array's count in two bytes though it fits one", "array-23"),
    ("array-0-in-9", "9b0000000000000000", "an empty array with a count of nine bytes", "map-0"),
    ("map-1-in-2", "b8010000", "a map's count in two bytes though it fits one", "map-24"),
    ("tag-1-in-2", "d80100", "a tag in two bytes though it fits one", "tag-24"),
    ("key-in-2", "a2616101616b1817", "a value inside a map with a head too wide", "map-24"),
    ("map-key-in-2", "a1180100", "a map key with a head too wide", "map-24"),
):
    heads.rejects(slug, "heads-shortest", note, check_cbor(data), NON_CANONICAL, lengths[near])

# Definite lengths.

definite = Topic("cbor", "definite-lengths")
ids = checks(
    definite,
    "definite-lengths",
    [
        ("array", "8101", "an array of one"),
        ("map", "a1616101", "a map of one"),
        ("bytes", "420102", "a byte string of two"),
        ("text", "626162", "a text of two"),
        ("empty-array", "80", "an empty array"),
    ],
)
for slug, data, note, near in (
    ("array", "9f01ff", "an array of indefinite length", "array"),
    ("empty-array", "9fff", "an empty array of indefinite length", "empty-array"),
    ("map", "bf616101ff", "a map of indefinite length", "map"),
    ("empty-map", "bfff", "an empty map of indefinite length", "empty-array"),
    ("bytes", "5f41014102ff", "a byte string in chunks", "bytes"),
    ("bytes-none", "5fff", "a byte string of no chunks", "bytes"),
    ("text", "7f61616162ff", "a text in chunks", "text"),
    ("nested", "819f01ff", "an indefinite length inside", "array"),
    ("as-value", "a161619f01ff", "an indefinite length as a map's value", "map"),
):
    definite.rejects("indefinite-" + slug, "definite-lengths", note, check_cbor(data), NON_CANONICAL, ids[near])

# Map keys.

keys = Topic("cbor", "map-keys")
ids = checks(
    keys,
    "map-key-order",
    [
        ("two-texts", "a2616101616202", "two keys of one length in order"),
        ("shorter-first", "a261620162616102", "the shorter text comes first, by its head"),
        ("uint-before-text", "a20001616101", "integer keys come before text keys"),
        ("bytes-before-text", "a34100016100028003", "byte strings before texts before arrays"),
        ("tag-width-keys", "a21818014000", "key 1818 (24) before key 40 (an empty byte string)"),
        ("uint-before-negative", "a21864002001", "100 before -1: order is by encoded bytes, not by length or value"),
        ("false-before-null", "a2f400f601", "simple values by their bytes"),
        ("nested-map-keys", "a1a1616101a2616100616200", "maps as keys"),
        (
            "long-text-after-short",
            cbor({"z": 0, "aa": 1, "b" * 24: 2}).hex(),
            "text keys by length first, as their heads say",
        ),
        ("equal-prefix", "a261610062616101", "a key that begins another"),
    ],
)
for slug, data, note, near in (
    ("two-texts-swapped", "a2616202616101", "two keys of one length out of order", "two-texts"),
    ("longer-first", "a262616101616202", "order by text, not by encoded key", "shorter-first"),
    ("text-before-uint", "a26161010001", "a text key before an integer key", "uint-before-text"),
    ("length-first", "a22001186400", "length-first order: -1 in one byte before 100 in two", "uint-before-negative"),
    ("bytes-before-wide-uint", "a24000181801", "key 40 before key 1818", "tag-width-keys"),
    ("inside-array", "81a2616202616101", "out of order inside an array", "two-texts"),
    ("inside-value", "a16161a2616202616101", "out of order inside a value", "two-texts"),
    ("third-out-of-order", "a3616100616300616200", "only the last key is out of order", "two-texts"),
):
    keys.rejects(slug, "map-key-order", note, check_cbor(data), NON_CANONICAL, ids[near])
single = keys.accepts("distinct", "map-key-duplicate", "two distinct keys", check_cbor("a200000101"), {})
for slug, data, note in (
    ("duplicate-text", "a2616101616102", "a text key twice"),
    ("duplicate-uint", "a200000001", "an integer key twice"),
    ("duplicate-equal-values", "a2616101616101", "a key twice with one value"),
    ("duplicate-apart", "a3616100616200616100", "a key twice with another between"),
    ("duplicate-nested", "a16161a2616101616102", "a key twice in an inner map"),
):
    keys.rejects(slug, "map-key-duplicate", note, check_cbor(data), NON_CANONICAL, single)

# Floats.

floats = Topic("cbor", "floats")
shortest = checks(
    floats,
    "float-shortest",
    [
        ("zero", "f90000", "0.0 in 16 bits"),
        ("negative-zero", "f98000", "-0.0 keeps its sign in 16 bits"),
        ("one", "f93c00", "1.0"),
        ("one-and-a-half", "f93e00", "1.5"),
        ("infinity", "f97c00", "infinity in 16 bits"),
        ("negative-infinity", "f9fc00", "negative infinity in 16 bits"),
        ("half-subnormal", "f90001", "the least subnormal of 16 bits"),
        ("half-max", "f97bff", "65504, the greatest of 16 bits"),
        ("single", "fa47c35000", "100000.0 takes 32 bits"),
        ("single-subnormal", "fa00000001", "the least of 32 bits"),
        ("single-max", "fa7f7fffff", "the greatest of 32 bits"),
        ("below-half-subnormal", "fa33000000", "2^-25 is too small for 16 bits"),
        ("half-subnormal-cut", "fa33c00000", "1.5 * 2^-24 has a bit too many for 16 bits"),
        ("double", "fb3ff199999999999a", "1.1 takes 64 bits"),
        ("double-subnormal", "fb0000000000000001", "the least of 64 bits"),
        ("double-max", "fb7fefffffffffffff", "the greatest of 64 bits"),
        ("past-single", "fb47f0000000000000", "2^128 takes 64 bits"),
    ],
)
for slug, data, note, near in (
    ("zero-in-32", "fa00000000", "0.0 in 32 bits", "zero"),
    ("zero-in-64", "fb0000000000000000", "0.0 in 64 bits", "zero"),
    ("negative-zero-in-32", "fa80000000", "-0.0 in 32 bits", "negative-zero"),
    ("negative-zero-in-64", "fb8000000000000000", "-0.0 in 64 bits", "negative-zero"),
    ("one-in-32", "fa3f800000", "1.0 in 32 bits", "one"),
    ("one-in-64", "fb3ff0000000000000", "1.0 in 64 bits", "one"),
    ("infinity-in-32", "fa7f800000", "infinity in 32 bits", "infinity"),
    ("infinity-in-64", "fb7ff0000000000000", "infinity in 64 bits", "infinity"),
    ("negative-infinity-in-64", "fbfff0000000000000", "negative infinity in 64 bits", "negative-infinity"),
    (
        "half-subnormal-in-32",
        "fa33800000",
        "2^-24 in 32 bits, though a subnormal of 16 bits keeps it",
        "half-subnormal",
    ),
    ("half-max-in-32", "fa477fe000", "65504 in 32 bits", "half-max"),
    ("single-in-64", "fb40f86a0000000000", "100000.0 in 64 bits", "single"),
    (
        "single-subnormal-in-64",
        "fb36a0000000000000",
        "2^-149 in 64 bits, though a subnormal of 32 bits keeps it",
        "single-subnormal",
    ),
    ("inside-a-map", "a16161fa3f800000", "1.0 in 32 bits inside a map", "one"),
):
    floats.rejects(slug, "float-shortest", note, check_cbor(data), NON_CANONICAL, shortest[near])
nan = floats.accepts("nan", "nan-one", "the one NaN", check_cbor("f97e00"), {})
for slug, data, note in (
    ("nan-payload-16", "f97e01", "a NaN with a payload"),
    ("nan-negative-16", "f9fe00", "a negative NaN"),
    ("nan-signalling-16", "f97d00", "a signalling NaN"),
    ("nan-in-32", "fa7fc00000", "the NaN in 32 bits"),
    ("nan-in-64", "fb7ff8000000000000", "the NaN in 64 bits"),
    ("nan-payload-64", "fb7ff8000000000001", "a NaN with a payload that only 64 bits hold"),
):
    floats.rejects(slug, "nan-one", note, check_cbor(data), NON_CANONICAL, nan)

# Text.

utf8 = Topic("cbor", "utf8")
valid = checks(
    utf8,
    "utf8-valid",
    [
        ("empty", "60", "an empty text"),
        ("ascii", "6161", "one byte"),
        ("nul", "6100", "U+0000 is a text like any other"),
        ("two-bytes", "62c280", "U+0080, the first of two bytes"),
        ("two-bytes-last", "62dfbf", "U+07FF, the last of two bytes"),
        ("three-bytes", "63e0a080", "U+0800, the first of three bytes"),
        ("before-surrogates", "63ed9fbf", "U+D7FF, before the surrogates"),
        ("after-surrogates", "63ee8080", "U+E000, after the surrogates"),
        ("noncharacter", "63efbfbf", "U+FFFF is a noncharacter, and valid"),
        ("four-bytes", "64f0908080", "U+10000, the first of four bytes"),
        ("last", "64f48fbfbf", "U+10FFFF, the last"),
        ("mixed", "6a61c3a9e282acf09f8d86", "one to four bytes in one text"),
        ("not-normalized", "6361cc83", "text need not be in NFC"),
    ],
)
for slug, data, note, near in (
    ("overlong-two", "62c0ae", "an overlong full stop", "two-bytes"),
    ("overlong-nul", "62c080", "an overlong NUL", "nul"),
    ("overlong-c1", "62c1bf", "an overlong DEL", "two-bytes"),
    ("overlong-three", "63e09fbf", "an overlong form of three bytes", "three-bytes"),
    ("overlong-four", "64f08fbfbf", "an overlong form of four bytes", "four-bytes"),
    ("surrogate-first", "63eda080", "U+D800", "before-surrogates"),
    ("surrogate-last", "63edbfbf", "U+DFFF", "after-surrogates"),
    ("surrogate-pair", "66eda080edb080", "a pair of surrogates as two forms of three bytes", "four-bytes"),
    ("above-last", "64f4908080", "U+110000", "last"),
    ("f5", "64f5808080", "a first byte that no text has", "last"),
    ("five-bytes", "65f888808080", "a form of five bytes", "last"),
    ("fe", "61fe", "the byte FE", "ascii"),
    ("ff", "61ff", "the byte FF", "ascii"),
    ("lone-continuation", "6180", "a continuation byte alone", "ascii"),
    ("cut-two", "61c3", "a form of two bytes cut short", "two-bytes"),
    ("cut-three", "62e282", "a form of three bytes cut short", "three-bytes"),
    ("cut-four", "63f09f8d", "a form of four bytes cut short", "four-bytes"),
    ("split-by-ascii", "63e26161", "a form broken off by ASCII", "three-bytes"),
    ("bad-key", "a162c0ae00", "an invalid text as a map key", "ascii"),
    ("bad-after-good", "6461c3a9c3", "valid at first, cut at the end", "mixed"),
):
    utf8.rejects(slug, "utf8-valid", note, check_cbor(data), MALFORMED, valid[near])

# Well-formed, one item, declared lengths.

form = Topic("cbor", "well-formed")
ids = checks(
    form,
    "well-formed",
    [
        ("uint", "00", "an integer"),
        ("simple-16", "f0", "a simple value in one byte"),
        ("simple-32", "f820", "the first simple value in two bytes"),
        ("simple-255", "f8ff", "the last simple value"),
        ("undefined", "f7", "undefined"),
        ("tagged", "c000", "a tag with its content"),
        ("map", "a1616100", "a map of a pair"),
        ("array", "8100", "an array of one"),
        ("simple-19", "f3", "the last unassigned simple value of one byte"),
    ],
)
for slug, data, note, near in (
    ("simple-0-in-2", "f800", "simple value 0 in two bytes", "simple-16"),
    ("simple-20-in-2", "f814", "false in two bytes", "simple-32"),
    ("simple-24-in-2", "f818", "simple value 24 in two bytes", "simple-32"),
    ("simple-31-in-2", "f81f", "simple value 31 in two bytes", "simple-32"),
    ("reserved-28", "1c", "additional information 28", "uint"),
    ("reserved-29", "3d", "additional information 29", "uint"),
    ("reserved-30", "5e", "additional information 30", "uint"),
    ("reserved-simple", "fc", "major type 7 with 28", "simple-16"),
    ("reserved-tag", "dc00", "a tag with 28", "tagged"),
    ("reserved-array", "9c", "an array with 28", "array"),
    ("indefinite-uint", "1f", "an integer of indefinite length", "uint"),
    ("indefinite-negative", "3f", "a negative integer of indefinite length", "uint"),
    ("indefinite-tag", "df00", "a tag of indefinite length", "tagged"),
    ("break-alone", "ff", "a break alone", "uint"),
    ("break-in-array", "81ff", "a break as an item", "array"),
    ("break-in-map", "a16161ff", "a break as a value", "map"),
    ("break-as-key", "a1ff00", "a break as a key", "map"),
    ("break-in-tag", "c0ff", "a break as a tag's content", "tagged"),
    ("odd-map", "bf6161ff", "an indefinite map that ends after a key", "map"),
    ("chunk-of-other-type", "5f6161ff", "a text chunk in a byte string", "uint"),
    ("chunk-indefinite", "5f5f4101ffff", "a chunk of indefinite length", "uint"),
    ("unended-array", "9f00", "an indefinite array without its break", "array"),
):
    # Inside an indefinite length there are two faults; only section 16 says which is named.
    level = "should" if data[0] in "59b" and data[1] == "f" else "must"
    form.rejects(slug, "well-formed", note, check_cbor(data), MALFORMED, ids[near], level)
one = Topic("cbor", "one-item")
item = one.accepts("one", "one-item", "one item and nothing else", check_cbor("8100"), {})
for slug, data, note in (
    ("empty", "", "no item at all"),
    ("two", "0001", "two items"),
    ("trailing-break", "00ff", "a break after the item"),
    ("trailing-zero", "810000", "a zero byte after the item"),
    ("trailing-copy", "a0a0", "the item twice"),
    ("trailing-garbage", "00fe", "a byte after the item that begins nothing"),
):
    one.rejects(slug, "one-item", note, check_cbor(data), MALFORMED, item)

declared = Topic("cbor", "declared-lengths")
ids = checks(
    declared,
    "declared-length",
    [
        ("bytes", "4101", "as many bytes as declared"),
        ("text", "6161", "as much text as declared"),
        ("array", "820102", "as many items as declared"),
        ("map", "a201020304", "as many pairs as declared"),
        ("negative", "3b37388519251ae9ca", "the negative integer that differs in one head from a false array"),
    ],
)
for slug, data, note, near in (
    ("bytes-cut", "4201", "a byte string cut short", "bytes"),
    ("text-cut", "6261", "a text cut short", "text"),
    ("array-cut", "830102", "an array of three with two", "array"),
    ("map-cut", "a2010203", "a map that ends after a key", "map"),
    ("head-cut", "19ff", "an integer cut short", "array"),
    ("float-cut", "fb3ff1", "a float cut short", "array"),
    ("tag-alone", "c0", "a tag without content", "array"),
    ("bytes-2-32", "5affffffff", "four billion bytes declared", "bytes"),
    ("bytes-2-63", "5b7fffffffffffffff", "2^63 - 1 bytes declared", "bytes"),
    ("bytes-2-64", "5bffffffffffffffff", "2^64 - 1 bytes declared: adding the position overflows", "bytes"),
    ("text-2-64", "7bffffffffffffffff", "a text of 2^64 - 1 bytes declared", "text"),
    ("array-2-56", "9b00ffffffffffffff", "2^56 - 1 items declared", "array"),
    ("array-2-64", "9bffffffffffffffff", "2^64 - 1 items declared", "array"),
    ("array-in-map", "a29b80" + "00" * 13, "2^63 items declared inside a map", "map"),
    ("array-huge-short", "9b0203366bfffbde1856bfffff", "a count of 2^57 before a few bytes", "array"),
    ("map-doubled", "bb8000000000000000", "a count of 2^63 pairs: twice that overflows to nothing", "map"),
    ("negative-as-array", "9b37388519251ae9ca", "a huge count and nothing after it", "negative"),
    ("array-and-bytes", "9b000042fa42fa42fa42", "a count whose bytes look like items", "array"),
    ("array-2-28", "9a0fffffff", "2^28 - 1 items declared", "array"),
    ("map-2-32", "baffffffff", "2^32 - 1 pairs declared", "map"),
    ("array-one-short", "98ff" + "00" * 254, "255 items declared, 254 there", "array"),
):
    declared.rejects(slug, "declared-length", note, check_cbor(data), MALFORMED, ids[near])

# Depth.

depth = Topic("cbor", "depth")
ids = {}
for slug, opening in (("arrays", "81"), ("tags", "ca"), ("maps", "a100"), ("mixed", None)):

    def nested(levels, opening=opening):
        """A value at the depth given."""
        unit = [opening] if opening else ["81", "c1", "a100"]
        return "".join(unit[at % len(unit)] for at in range(levels - 1)) + "00"

    ids[slug] = depth.accepts(slug + "-32", "depth-limit", "the deepest that is allowed", check_cbor(nested(32)), {})
    depth.rejects(slug + "-33", "depth-limit", "one level too deep", check_cbor(nested(33)), LIMIT, ids[slug])
ids["empty"] = depth.accepts(
    "empty-array-at-32",
    "depth-limit",
    "an empty array at depth 32 opens no level that is used",
    check_cbor("81" * 31 + "80"),
    {},
)
depth.rejects(
    "empty-array-at-33", "depth-limit", "an empty array at depth 33", check_cbor("81" * 32 + "80"), LIMIT, ids["empty"]
)
depth.rejects(
    "key-too-deep",
    "depth-limit",
    "a map key lies one level deeper than its map",
    check_cbor("81" * 31 + "a1" + "0000"),
    LIMIT,
    depth.accepts("key-at-32", "depth-limit", "a map key at depth 32", check_cbor("81" * 30 + "a1" + "0000"), {}),
)
for slug, data, note in (
    ("arrays-10000", "81" * 10000 + "00", "ten thousand arrays: refused, without exhausting the stack"),
    ("tags-10000", "ca" * 10000 + "00", "ten thousand tags count as levels"),
    ("maps-10000", "a100" * 10000 + "00", "ten thousand maps"),
):
    depth.rejects(slug, "depth-limit", note, check_cbor(data), LIMIT, ids["arrays"])
depth.rejects(
    "arrays-10000-cut",
    "depth-limit",
    "ten thousand arrays and nothing in the last: too deep and truncated",
    check_cbor("81" * 10000),
    [LIMIT, MALFORMED],
    ids["arrays"],
)
carried_31 = asset(x=Raw("81" * 30 + "00"))
ids["carried"] = depth.accepts(
    "carried-31-levels",
    "depth-limit",
    "a carried value that reaches depth 32 in its document",
    check("asset", carried_31),
    {"complete": False},
)
depth.rejects(
    "carried-32-levels",
    "depth-limit",
    "a carried value that reaches depth 33 in its document",
    check("asset", asset(x=Raw("81" * 31 + "00"))),
    LIMIT,
    ids["carried"],
)
depth.rejects(
    "carried-tags",
    "depth-limit",
    "tags inside a carried value count as levels",
    check("asset", asset(x=Raw("c1" * 31 + "00"))),
    LIMIT,
    ids["carried"],
)

# Unknown items are kept.

kept = Topic("cbor", "kept-items")
for slug, value, note in (
    ("tag", Tag(0, "2026-01-01T00:00:00Z"), "a tagged text"),
    ("bignum", Tag(2, bytes(9)), "a bignum stays a tag"),
    ("undefined", Simple(23), "undefined is not null"),
    ("simple-0", Simple(0), "an unassigned simple value"),
    ("simple-255", Simple(255), "a simple value of two bytes"),
    ("nan", float("nan"), "NaN"),
    ("negative-zero", -0.0, "negative zero keeps its sign"),
    ("infinity", float("-inf"), "negative infinity"),
    ("uint-64", 2**64 - 1, "an integer that fits no double"),
    ("negative-64", -(2**64), "3bffffffffffffffff"),
    ("double", 1.1, "a float of 64 bits"),
    ("mixed-keys", {0: 1, -1: 2, b"": 3, "t": 4}, "a map with keys of all kinds"),
    ("nested", [{"a": [Tag(1, 5), None, True]}], "nested values"),
    ("nul-text", "a\x00b", "a text with a NUL"),
    ("decomposed", "e\u0301", "a text that is not in NFC stays so"),
    ("empty", {}, "an empty map"),
):
    kept.accepts(
        slug,
        "unknown-items-kept",
        "kept byte for byte as a carried value: " + note,
        merge("stack", stack(zz=value), stack()),
        {"bytes": cbor(stack(zz=value)).hex(), "conflicts": []},
    )

# Sizes of values.

sizes = Topic("cbor", "value-sizes")


def filled(size, around):
    """A value whose encoded size is exact: `around` makes it from a byte string."""
    for length in range(size - 256, size):
        if len(cbor(around(bytes(length)))) == size:
            return around(bytes(length))
    raise ValueError(size)


for rule, slug, place, around in (
    (
        "value-limit-stamped",
        "stamped",
        lambda value: asset(lqip=value),
        lambda data: stamp({"chromahash": data, "dominant_color": [0, 0, 0], "format_version": 1}),
    ),
    (
        "value-limit-element",
        "element",
        lambda value: asset(tags_ai=adds(W, value)),
        lambda data: {"model_id": "m", "model_version": "1", "tag": "t", "x": data},
    ),
    ("value-limit-carried", "carried", lambda value: asset(zz=value), lambda data: [data]),
):
    at_limit = sizes.accepts(
        slug + "-65536",
        rule,
        "exactly 65 536 encoded bytes",
        check("asset", place(filled(65536, around))),
        {"complete": False},
    )
    sizes.rejects(
        slug + "-65537",
        rule,
        "one byte more than 65 536",
        check("asset", place(filled(65537, around))),
        LIMIT,
        at_limit,
    )
region_at = sizes.accepts(
    "region-carried-65536",
    "value-limit-carried",
    "a carried value in a region, at the limit",
    check("asset", asset(regions={bytes(16): {"x": filled(65536, lambda data: [data])}})),
    {"complete": False},
)
sizes.rejects(
    "region-carried-65537",
    "value-limit-carried",
    "a carried value in a region, past the limit",
    check("asset", asset(regions={bytes(16): {"x": filled(65537, lambda data: [data])}})),
    LIMIT,
    region_at,
)

# Classes: which fault is named when there are several.

classes = Topic("cbor", "classes")
fine = classes.accepts(
    "valid",
    "document-map",
    "the document that the refused ones are made from",
    check("asset", asset(rating=stamp(5))),
    {"complete": False},
)
bad_rating = asset(rating=stamp(6))
classes.rejects(
    "invalid-value",
    "class-invalid",
    "canonical, but a value breaks its schema",
    check("asset", bad_rating),
    "invalid",
    fine,
)
classes.rejects(
    "invalid-then-trailing",
    "class-order",
    "an invalid value and trailing bytes are not reported as invalid",
    check("asset", cbor(bad_rating).hex() + "00"),
    MALFORMED,
    fine,
)
classes.rejects(
    "invalid-then-truncated",
    "class-order",
    "an invalid value in a truncated document",
    check("asset", cbor(asset(rating=stamp(6), zz="abc"))[:-1].hex()),
    MALFORMED,
    fine,
)
classes.rejects(
    "invalid-then-bad-text",
    "class-order",
    "an invalid value before invalid UTF-8",
    check("asset", asset(rating=stamp(6), zz=Raw("62c0ae"))),
    MALFORMED,
    fine,
)
classes.rejects(
    "non-canonical-then-trailing",
    "class-order-fixed",
    "an indefinite length and trailing bytes: well-formedness comes first",
    check_cbor("9fff00"),
    MALFORMED,
    fine,
    "should",
)
classes.rejects(
    "invalid-and-non-canonical",
    "class-order-fixed",
    "an invalid value beside a head too wide",
    check("asset", asset(rating=stamp(6), zz=Raw("1801"))),
    NON_CANONICAL,
    fine,
    "should",
)
classes.rejects("malformed", "class-malformed", "truncated", check("asset", cbor(asset())[:-1].hex()), MALFORMED, fine)
classes.rejects("malformed-utf8", "class-malformed", "invalid UTF-8", check_cbor("61ff"), MALFORMED, fine)
classes.rejects(
    "non-canonical",
    "class-non-canonical",
    "a head too wide",
    check("asset", asset(zz=Raw("1801"))),
    NON_CANONICAL,
    fine,
)
classes.rejects("limit", "class-limit", "too deep", check("asset", asset(zz=Raw("81" * 40 + "00"))), LIMIT, fine)
classes.rejects("no-map", "class-invalid", "canonical, but no document", check("asset", []), "invalid", fine)
classes.rejects(
    "unknown-op",
    "class-unsupported",
    "an operation that no implementation offers",
    {"op": "document.compress", "kind": "asset"},
    "unsupported",
    fine,
)
