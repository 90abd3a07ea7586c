# SPDX-License-Identifier: Apache-2.0
"""Faults that a translation into another language brings with it: what its strings, numbers and libraries do unasked.

Each is code in the place of code of the reference, as in faults.py, which takes them in.
"""

import unicodedata2

# What each language's own trimming takes for white space; Unicode's White_Space is the rule.
ALL_SPACES = [*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
TRIMS = {
    "javascript": sorted({*ALL_SPACES, 0xFEFF} - {0x85}),
    "java-trim": list(range(0x21)),
    "java-strip": sorted({*ALL_SPACES, *range(0x1C, 0x20)} - {0x85, 0xA0, 0x2007, 0x202F}),
    "c-isspace": [*range(0x09, 0x0E), 0x20],
    "go": sorted({*ALL_SPACES, 0x85}),
}

# Code points of which NFC knows more in a release than in the one before (DerivedAge, from the releases themselves).
NEW_IN = {
    "16": [0x897, 0x105C9, 0x105E4, *range(0x10D69, 0x10D6E), 0x11383, 0x11385, 0x1138E, 0x11391, 0x113C5, 0x113C7,
           0x113C8, 0x113CE, 0x113CF, 0x113D0, *range(0x16121, 0x16129), 0x1612F, 0x16D68, 0x16D69, 0x16D6A, 0x1E5EE,
           0x1E5EF],
    "17": [*range(0x1ACF, 0x1ADE), *range(0x1AE0, 0x1AEC), 0x10EFA, 0x10EFB, 0x1E6E3, 0x1E6E6, 0x1E6EE, 0x1E6EF, 0x1E6F5],
}


def script_of(code_point):
    """The first word of a name: what a library leaves out as a whole."""
    return unicodedata2.name(chr(code_point)).split(" ")[0].split("-")[0].lower()


def scripts():
    """The code points that NFC changes or that compose, by the first word of their names."""
    found = {}
    for code_point in range(0x110000):
        decomposition = unicodedata2.decomposition(chr(code_point))
        if decomposition and "<" not in decomposition:
            found.setdefault(script_of(code_point), []).append(code_point)
    found["hangul"] = [0xAC00, 0xAC01, 0xD7A3]
    return found


def normalizer(left_out):
    """The source of a normal form that knows nothing of some code points: they cut the text into pieces."""
    return ("_split = __import__('re').compile('([' + ''.join(map(chr, %r)) + '])')\n"
            "    return ''.join(piece if at %% 2 else unicodedata2.normalize('NFC', piece)"
            " for at, piece in enumerate(_split.split(text))).strip(WHITE_SPACE)" % (left_out,))


NFC = 'return unicodedata2.normalize("NFC", text).strip(WHITE_SPACE)'
SIGNED = "bytes(each ^ 0x80 for each in %s)"
CANONICAL = '__import__("unicodedata2").normalize("NFC", %s)'


def unless_script(code_points):
    """The source of a normal form that leaves a script as it is."""
    parts = set(code_points)
    for code_point in code_points:
        parts |= {ord(each) for each in unicodedata2.normalize("NFD", chr(code_point))}
    composed = {each for each in parts if not unicodedata2.combining(chr(each))}
    return ("if any(ord(each) in %r for each in text):\n        return text.strip(WHITE_SPACE)\n    %s"
            % (composed | set(code_points), NFC))


FOREIGN = [
    # UTF-16: JavaScript, Java, C#.
    ("utf16-key-order", "cbor", "if not before < key.raw:",
     'if key.kind == TEXT and len(before) == len(key.raw) and before and not before[1:].decode("utf-8", "replace").encode("utf-16-be") < key.value.encode("utf-16-be") or not (key.kind == TEXT and len(before) == len(key.raw)) and not before < key.raw:',
     "map keys of one length in the order of UTF-16"),
    ("utf16-set-order", "orset", "return [distinct[raw] for raw in sorted(distinct)]",
     'return [distinct[raw] for raw in sorted(distinct, key=lambda raw: (len(raw), raw.decode("utf-8", "replace").encode("utf-16-be")))]',
     "elements of one length in the order of UTF-16"),
    ("utf16-unknown-order", "carried", 'return sorted(keys, key=lambda key: key.encode("utf-8"))',
     'return sorted(keys, key=lambda key: key.encode("utf-16-be"))', "names in the order of UTF-16"),
    ("utf16-lengths", "scalars", 'return len(text.encode("utf-8"))', 'return len(text.encode("utf-16-be")) // 2',
     "lengths in UTF-16 code units"),
    ("utf16-timestamp-length", "scalars", "require(len(text) <= TIMESTAMP_LIMIT,", "require(len(text) <= TIMESTAMP_LIMIT // 2,",
     "the bytes of UTF-16 counted"),
    ("grapheme-lengths", "scalars", 'return len(text.encode("utf-8"))',
     "return sum(1 for each in text if not unicodedata2.combining(each))", "lengths in characters as people see them (Swift)"),
    # Signed bytes: Java.
    ("signed-device", "stamped", "return stamped.ts, stamped.by, stamped.raw",
     "return stamped.ts, %s, stamped.raw" % (SIGNED % "stamped.by"), "devices compare as signed bytes"),
    ("signed-stamped", "stamped", "return stamped.ts, stamped.by, stamped.raw",
     "return stamped.ts, stamped.by, %s" % (SIGNED % "stamped.raw"), "stamped maps compare as signed bytes"),
    ("signed-twins", "orset", "return a if a.raw >= b.raw else b",
     "return a if %s >= %s else b" % (SIGNED % "a.raw", SIGNED % "b.raw"), "two elements under one add-id compare as signed bytes"),
    ("signed-set-order", "orset", "for raw in sorted(distinct)]", "for raw in sorted(distinct, key=lambda raw: %s)]" % (SIGNED % "raw"),
     "elements in the order of signed bytes"),
    ("signed-carried", "carried", "    return a if a.raw >= b.raw else b",
     "    return a if %s >= %s else b" % (SIGNED % "a.raw", SIGNED % "b.raw"), "carried values compare as signed bytes"),
    ("signed-map-read", "cbor", "if not before < key.raw:", "if not %s < %s:" % (SIGNED % "before", SIGNED % "key.raw"),
     "map keys are checked in the order of signed bytes"),
    ("signed-map-written", "cbor", "pairs = sorted(encoded_pairs)", "pairs = sorted(encoded_pairs, key=lambda pair: %s)" % (SIGNED % "pair[0]"),
     "map keys are written in the order of signed bytes"),
    ("signed-members", "smartalbum", "key=lambda one: one.document.id)", "key=lambda one: %s)" % (SIGNED % "one.document.id"),
     "members in the order of signed bytes"),
    ("signed-stack-order", "views", "absent_last(asset.capture_instant(one.document)), one.document.id)",
     "absent_last(asset.capture_instant(one.document)), %s)" % (SIGNED % "one.document.id"), "a stack's ties in the order of signed bytes"),
    ("signed-primary", "views", "by_id = sorted(named, key=lambda one: one.document.id)",
     "by_id = sorted(named, key=lambda one: %s)" % (SIGNED % "one.document.id"), "the primary's ties in the order of signed bytes"),
    ("signed-album-ties", "views", "ascending = sorted(albums, key=lambda album: album[0])",
     "ascending = sorted(albums, key=lambda album: %s)" % (SIGNED % "album[0]"), "albums' ties in the order of signed bytes"),
    ("signed-regions", "asset", 'in sorted((document["regions"] or {}).items())',
     'in sorted((document["regions"] or {}).items(), key=lambda pair: %s)' % (SIGNED % "pair[0]"), "regions in the order of signed bytes"),
    ("signed-deleted-regions", "asset", "return sorted(identifier for identifier, each in (document[\"regions\"] or {}).items() if region.is_deleted(each))",
     "return sorted((identifier for identifier, each in (document[\"regions\"] or {}).items() if region.is_deleted(each)), key=lambda identifier: %s)" % (SIGNED % "identifier"),
     "deleted regions in the order of signed bytes"),
    # Numbers of 32 bits, and doubles.
    ("counter-32-bits-read", "orset", "        adds[key.value] = element", "        adds[key.value & 0xFFFFFFFF] = element", "counters of live adds are cut to 32 bits"),
    ("counter-32-bits-next", "orset", "    return greatest + 1\n", "    return greatest + 1 & 0xFFFFFFFF\n", "the next counter is cut to 32 bits"),
    ("counter-float-next", "orset", "    return greatest + 1\n", "    import struct\n    return int(struct.unpack('>f', struct.pack('>f', greatest + 1))[0])\n", "the next counter is a float of 32 bits"),
    ("unobserved-32-bits", "orset", "if sum(high - low + 1 for low, high in news) > added:", "if (sum(high - low + 1 for low, high in news) & 0xFFFFFFFF) > added:",
     "the size of a range is cut to 32 bits"),
    ("range-adjacent-32-bits", "orset", "if ranges and low <= ranges[-1][1] + 1:", "if ranges and low <= (ranges[-1][1] + 1 & 0xFFFFFFFF):", "the end of a range is cut to 32 bits"),
    ("length-32-bits", "cbor", "        if count > len(self.data) - self.at:", "        count &= 0xFFFFFFFF\n        if count > len(self.data) - self.at:",
     "a declared length is cut to 32 bits"),
    ("count-32-bits", "cbor", "            if count * bytes_each > len(self.data) - self.at:", "            count &= 0xFFFFFFFF\n            if count * bytes_each > len(self.data) - self.at:",
     "a declared count is cut to 32 bits"),
    ("uint-32-bits", "cbor", "            kind, value = UINT, argument", "            kind, value = UINT, argument & 0xFFFFFFFF", "an integer is cut to 32 bits"),
    ("uint-signed-64", "cbor", "            kind, value = UINT, argument", "            kind, value = UINT, argument if argument < 2**63 else argument - 2**64", "an integer of 64 bits is signed"),
    ("head-of-double", "cbor", 'argument = int.from_bytes(self.take(1 << (info - 24)), "big")', 'argument = int(float(int.from_bytes(self.take(1 << (info - 24)), "big")))',
     "an argument becomes a double"),
    ("circle-32-bits", "region", "return (min(cx, one - cx) * width >= r * shorter) and (min(cy, one - cy) * height >= r * shorter)",
     "wrap = lambda number: (number + 2**31) % 2**32 - 2**31\n    return (wrap(min(cx, one - cx) * width) >= wrap(r * shorter)) and (wrap(min(cy, one - cy) * height) >= wrap(r * shorter))", "products of 32 bits"),
    ("circle-floats", "region", "return (min(cx, one - cx) * width >= r * shorter) and (min(cy, one - cy) * height >= r * shorter)",
     "return (float(min(cx, one - cx)) * width >= float(r) * shorter) and (float(min(cy, one - cy)) * height >= float(r) * shorter)", "products as doubles"),
    ("key-version-signed", "sealing", 'int.from_bytes(record[2:6], "big")', 'int.from_bytes(record[2:6], "big", signed=True)', "a key's version is signed"),
    ("instants-in-milliseconds", "scalars", "return Instant(utc, second, int((decimals or \"\").ljust(9, \"0\")))", "return Instant(utc * 60 + second, 0, float(\"0.\" + (decimals or \"0\")) * 1000 // 1)",
     "instants in milliseconds (JavaScript)"),
    # Canonical equivalence in the place of bytes: Swift, ICU.
    ("equal-carried-keys", "documents", "    return {key.value: value for key, value in item.value[1:]}",
     "    return {%s: value for key, value in item.value[1:]}" % (CANONICAL % "key.value"), "unknown keys that are canonically equal are one"),
    ("equal-map-keys", "stamped", "    return {key.value: value for key, value in item.value}", "    return {%s: value for key, value in item.value}" % (CANONICAL % "key.value"),
     "keys of a value that are canonically equal are one"),
    ("equal-duplicates", "cbor", "            pairs.append((key, self.item(depth + 1)))",
     "            if key.kind == TEXT and any(other.kind == TEXT and %s == %s for other, _ in pairs):\n                self.fault('twice')\n            pairs.append((key, self.item(depth + 1)))" % (CANONICAL % "other.value", CANONICAL % "key.value"),
     "canonically equal keys are duplicates"),
    ("equal-elements", "orset", "distinct = {element.raw: element", "distinct = {(%s if isinstance(element.value, str) else element.raw).encode() if isinstance(element.value, str) else element.raw: element" % (CANONICAL % "element.value"),
     "canonically equal labels are listed once"),
    ("equal-captions", "history", "        key = each.value.raw\n", "        key = %s\n" % (CANONICAL % "each.value.value"), "canonically equal captions are one value"),
    ("equal-log", "history", "require(len({each.value.raw for each in entries})", "require(len({%s for each in entries})" % (CANONICAL % "each.value.value"),
     "canonically equal captions repeat"),
    ("equal-conflicts", "carried", "seen.setdefault(key, set()).add(value.raw)", "seen.setdefault(key, set()).add(%s if isinstance(value.value, str) else value.raw)" % (CANONICAL % "value.value"),
     "canonically equal carried values are no conflict"),
    ("equal-carried", "carried", "    return a if a.raw >= b.raw else b",
     "    if isinstance(a.value, str) and isinstance(b.value, str) and %s == %s:\n        return a\n    return a if a.raw >= b.raw else b" % (CANONICAL % "a.value", CANONICAL % "b.value"),
     "of canonically equal carried values the first stays"),
    ("equal-twins", "orset", "return a if a.raw >= b.raw else b",
     "if isinstance(a.value, str) and isinstance(b.value, str) and %s == %s:\n        return a\n    return a if a.raw >= b.raw else b" % (CANONICAL % "a.value", CANONICAL % "b.value"),
     "of canonically equal twins the first stays"),
    ("equal-ai-tags", "orset", "return lambda element: ai_tag_of(element) == tag", "return lambda element: [%s for each in ai_tag_of(element)] == [%s for each in tag]" % (CANONICAL % "each", CANONICAL % "each"),
     "AI tags match by canonical equivalence"),
    ("equal-slots", "smartalbum", "return term.slot is not None and term.slot not in library.slots",
     "return term.slot is not None and tuple(map(scalars.normal_form, term.slot)) not in {tuple(map(scalars.normal_form, each)) for each in library.slots}",
     "model ids match by canonical equivalence"),
    ("equal-registers", "stamped", "return a if order(a) >= order(b) else b",
     "if a.value.kind == b.value.kind == cbor.TEXT and (a.ts, a.by) == (b.ts, b.by) and %s == %s:\n        return a\n    return a if order(a) >= order(b) else b" % (CANONICAL % "a.value.value", CANONICAL % "b.value.value"),
     "of canonically equal values the first stays"),
    # Text libraries.
    ("bom-stripped", "cbor", 'data.decode("utf-8", "strict")', 'data.decode("utf-8-sig", "strict")', "a byte order mark is stripped while decoding"),
    ("bom-trimmed", "scalars", ".strip(WHITE_SPACE)", '.strip(WHITE_SPACE + "\\ufeff")', "a byte order mark is white space"),
    ("bom-dropped-normal", "scalars", NFC, 'return unicodedata2.normalize("NFC", text.removeprefix("\\ufeff")).strip(WHITE_SPACE)', "a byte order mark is dropped from labels"),
    ("nul-ends-text", "scalars", NFC, 'return unicodedata2.normalize("NFC", text).split("\\0")[0].strip(WHITE_SPACE)', "a text ends at U+0000 (C)"),
    ("nul-ends-decoded", "cbor", 'return data.decode("utf-8", "strict")', 'return data.decode("utf-8", "strict").split("\\0")[0]', "a decoded text ends at U+0000 (C)"),
    ("line-ends-folded", "scalars", NFC, 'return unicodedata2.normalize("NFC", text.replace("\\r\\n", "\\n")).strip(WHITE_SPACE)', "line ends are made one kind"),
    ("casefolded", "scalars", "return normal_form(text) == normal_form(other)", "return normal_form(text).casefold() == normal_form(other).casefold()", "labels match by full case folding"),
    ("casefolded-terms", "smartalbum", "return scalars.normal_form(texts) if isinstance(texts, str) else {scalars.normal_form(each) for each in texts}",
     "return scalars.normal_form(texts).casefold() if isinstance(texts, str) else {scalars.normal_form(each).casefold() for each in texts}", "terms match by full case folding"),
    ("turkish-i", "scalars", "return normal_form(text) == normal_form(other)",
     'fold = lambda each: normal_form(each).replace("I", "\\u0131").replace("\\u0130", "i")\n    return fold(text) == fold(other)', "the letter i of a Turkish locale"),
    ("variation-selectors", "scalars", NFC, 'return unicodedata2.normalize("NFC", text).replace("\\ufe0f", "").strip(WHITE_SPACE)', "variation selectors are dropped"),
    ("default-ignorable", "scalars", NFC, 'return unicodedata2.normalize("NFC", text).replace("\\u200d", "").replace("\\u00ad", "").strip(WHITE_SPACE)', "ignorable code points are dropped"),
    # Regular expressions and dates.
    ("timestamp-unicode-digits", "scalars", 'r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]', 'r"(\\d{4})-(\\d{2})-(\\d{2})[Tt]', r"\d takes digits of any script in a date"),
    ("fraction-unicode-digits", "scalars", r'(?:\.([0-9]{1,9}))?', r'(?:\.(\d{1,9}))?', r"\d takes digits of any script in a fraction"),
    ("offset-unicode-digits", "scalars", 'r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))")', 'r"(?:[Zz]|([+-])(\\d{2}):(\\d{2}))")', r"\d takes digits of any script in an offset"),
    ("timestamp-line-end", "scalars", "    match = TIMESTAMP.fullmatch(text)", '    match = re.match(TIMESTAMP.pattern + "$", text)', "$ lets a line end pass"),
    ("timestamp-trimmed", "scalars", "    match = TIMESTAMP.fullmatch(text)", "    match = TIMESTAMP.fullmatch(text.strip())", "a date is trimmed"),
    ("hex-unicode-digits", "members", 'HEX = re.compile("[0-9a-f]*")', 'HEX = re.compile("[\\\\da-f]*")', r"\d in hex"),
    ("hex-line-end", "members", "HEX.fullmatch(value)", 're.match("[0-9a-f]*$", value)', "$ lets a line end pass in hex"),
    ("two-digit-years", "scalars", "    year, month, day, hour, minute, second = map(int, match.groups()[:6])\n    decimals",
     "    year, month, day, hour, minute, second = map(int, match.groups()[:6])\n    year += 1900 if year < 100 else 0\n    decimals", "years below 100 are of the twentieth century (JavaScript, C)"),
    ("year-zero", "scalars", "    require(real_date(year, month, day), \"no real date\")\n    require(hour <= 23 and minute <= 59 and second <= 59",
     "    require(year > 0 and real_date(year, month, day), \"no real date\")\n    require(hour <= 23 and minute <= 59 and second <= 59", "there is no year 0 (Python, Java)"),
    ("hour-24", "scalars", "    require(hour <= 23 and minute <= 59 and second <= 60, \"no time of day\")", "    require((hour <= 23 or (hour, minute, second) == (24, 0, 0)) and minute <= 59 and second <= 60, \"no time of day\")",
     "24:00 is the next day (ISO 8601)"),
    ("julian", "scalars", "return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28", "return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0 or year < 1582) else 28",
     "the Julian calendar before 1582 (Java)"),
    # Numbers in JSON and decimals.
    ("rounded-by-decimal", "export", "    hundredfold = abs(degrees * 100)", "    hundredfold = abs(__import__('decimal').Decimal(repr(degrees)) * 100)", "rounding of the decimal that is printed (BigDecimal)"),
    ("rounded-by-exact-decimal", "export", "    hundredfold = abs(degrees * 100)", "    hundredfold = abs(__import__('decimal').Decimal(degrees) * 100)", "rounding of the exact value (toFixed, printf)"),
    ("whole-float-is-integer", "cbor", "        return FLOAT, value\n", "        return (UINT, int(value)) if value == value and 0 <= value < 2**53 and value == int(value) and not str(value).startswith('-') else (FLOAT, value)\n", "a whole float is an integer"),
]
FOREIGN.append(("three-point-zero", "members", "require(isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,",
                "require((isinstance(value, int) or isinstance(value, float) and value.is_integer()) and not isinstance(value, bool) and low <= value <= high,",
                "an integer may be written 3.0, as JavaScript has but one kind of number"))
FOREIGN += [("nfc-before-%s" % release, "scalars", NFC, normalizer(NEW_IN["17"] + (NEW_IN["16"] if release == "16" else [])),
             "NFC of a Unicode release before %s" % release) for release in ("16", "17")]
FOREIGN += [("nfc-without-%s" % script, "scalars", NFC, unless_script(code_points), "NFC leaves out %s" % script)
            for script, code_points in sorted(scripts().items())]
FOREIGN += [("trim-%s" % name, "scalars", ".strip(WHITE_SPACE)", ".strip(%r)" % "".join(map(chr, spaces)), "trimming as %s does" % name)
            for name, spaces in TRIMS.items() if sorted(spaces) != sorted(ALL_SPACES)]
FOREIGN += [("trim-without-%04x" % space, "scalars", ".strip(WHITE_SPACE)", ".strip(WHITE_SPACE.replace(chr(%d), ''))" % space,
             "U+%04X is no white space" % space) for space in ALL_SPACES if space not in (0x2000, 0x2001)]  # NFC has made others of these two
