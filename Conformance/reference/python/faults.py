# SPDX-License-Identifier: Apache-2.0
"""Faults that a person would make, each a small replacement of one rule, to prove that the vectors catch them.

A fault names a module and a piece of its source, which stands there once, and what takes its place. The testee
runs with one of them as `testee.py --fault NAME`; `--list-faults` lists them.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import pathlib
import sys
from typing import NamedTuple

import faults_decisions
import faults_places
from foreign import FOREIGN

FOLDER = pathlib.Path(__file__).resolve().parent
NO_RULES = {"faults", "faults_decisions", "faults_places", "foreign"}
OWN = {path.stem for path in FOLDER.glob("*.py")}


class Fault(NamedTuple):
    """One fault: where it is, what stands there, what takes its place, what a person thought."""

    name: str
    module: str
    old: str
    new: str
    what: str


FAULTS = [Fault(*each) for each in (
    # Canonical CBOR.
    ("length-first-key-order", "cbor", "if not before < key.raw:", "if not (len(before), before) < (len(key.raw), key.raw):",
     "map keys ordered by length first, as RFC 7049 did"),
    ("duplicate-keys", "cbor", "if not before < key.raw:", "if not before <= key.raw:", "a repeated map key is let through"),
    ("any-key-order", "cbor", "if not before < key.raw:", "if False:", "map keys in any order"),
    ("wide-heads", "cbor", "if major != 7 and len(", "if major != 7 and 0 > len(", "heads of any width"),
    ("indefinite-lengths", "cbor", 'self.fault("an indefinite length")', "pass", "indefinite lengths are let through"),
    ("wide-floats", "cbor", "if self.data[start:self.at] != floating(value):",
     "if value != value and self.data[start:self.at] != floating(value):", "floats of any width"),
    ("any-nan", "cbor", "if self.data[start:self.at] != floating(value):",
     "if value == value and self.data[start:self.at] != floating(value):", "a NaN of any form"),
    ("negative-zero", "cbor", 'whole = struct.pack(">d", value)', 'whole = struct.pack(">d", value + 0.0)',
     "negative zero taken for zero"),
    ("trailing-bytes", "cbor", "if reader.at != len(data):", "if False:", "trailing bytes are ignored"),
    ("surrogates-in-text", "cbor", 'data.decode("utf-8", "strict")', 'data.decode("utf-8", "surrogatepass")',
     "surrogates in UTF-8"),
    ("lenient-utf8", "cbor", 'data.decode("utf-8", "strict")', 'data.decode("utf-8", "replace")',
     "invalid UTF-8 is replaced"),
    ("short-simple-values", "cbor", "if argument < 32:", "if argument < 20:", "simple values below 32 in two bytes"),
    ("depth-off-by-one", "cbor", "if depth > DEPTH_LIMIT:", "if depth > DEPTH_LIMIT + 1:", "one level more"),
    ("depth-from-zero", "cbor", "item = reader.item(1)", "item = reader.item(2)", "one level less"),
    ("tags-open-no-level", "cbor", "kind, value = TAG, self.item(depth + 1)", "kind, value = TAG, self.item(depth)",
     "tags do not count as levels"),
    ("text-keys-as-text", "cbor", "pairs = sorted(encoded_pairs)", "pairs = sorted(encoded_pairs, key=lambda pair: pair[0][1:])",
     "a writer sorts keys as texts"),
    # Times.
    ("stamp-second-60", "scalars", "minute <= 59 and second <= 59,", "minute <= 59 and second <= 60,", "a leap second in a stamp"),
    ("stamp-more-digits", "scalars", r"\.([0-9]{3})Z", r"\.([0-9]{3,9})Z", "a stamp with nine fraction digits"),
    ("stamp-plus-zero", "scalars", r"\.([0-9]{3})Z", r"\.([0-9]{3})(?:Z|\+00:00)", "a stamp spelled with +00:00"),
    ("stamp-trailing-line-end", "scalars", "match = STAMP_TIME.fullmatch(text)", 'match = re.match(STAMP_TIME.pattern + "$", text)',
     "a pattern's $ lets a line end through"),
    ("stamp-unicode-digits", "scalars", 'STAMP_TIME = re.compile(r"([0-9]{4})', r'STAMP_TIME = re.compile(r"(\d{4})',
     "digits of other scripts in a stamp's year"),
    ("stamp-any-date", "scalars", "require(real_date(year, month, day), \"no real date\")\n    require(hour <= 23 and minute <= 59 and second <= 59",
     "require(hour <= 23 and minute <= 59 and second <= 59", "a stamp's date is not checked"),
    ("century-leap", "scalars", " and (year % 100 != 0 or year % 400 == 0)", "", "every fourth year is a leap year"),
    ("timestamp-text-order", "scalars", 'return Instant(utc, second, int((decimals or "").ljust(9, "0")))', "return (text,)",
     "timestamps are compared as texts"),
    ("fraction-as-number", "scalars", '.ljust(9, "0")', '.rjust(9, "0")', "fraction digits read as a number"),
    ("nanoseconds-dropped", "scalars", '(decimals or "").ljust', '(decimals or "")[:3].ljust', "instants of milliseconds"),
    ("double-seconds", "scalars", 'return Instant(utc, second, int((decimals or "").ljust(9, "0")))',
     'return (utc * 60.0 + second + int((decimals or "").ljust(9, "0")) / 1e9,)', "instants as a float of seconds"),
    ("offset-sign", "scalars", 'offset if sign == "-" else -offset', 'offset if sign == "+" else -offset', "the offset's sign turned"),
    ("offset-hours-only", "scalars", "offset = int(offset_hour) * 60 + int(offset_minute)", "offset = int(offset_hour) * 60",
     "offsets of whole hours"),
    ("minus-zero-offset", "scalars", 'require(int(offset_hour) <= 23', 'require((sign, offset_hour, offset_minute) != ("-", "00", "00") and int(offset_hour) <= 23',
     "-00:00 is refused"),
    ("upper-case-only", "scalars", "[Tt]", "T", "lower-case t is refused"),
    ("leap-second-anywhere", "scalars", "require(second < 60 or utc", "require(True or utc", "second 60 in any minute"),
    ("leap-second-local", "scalars", "require(second < 60 or utc % MINUTES_OF_A_DAY == MINUTES_OF_A_DAY - 1",
     "require(second < 60 or (hour, minute) == (23, 59)", "second 60 at 23:59 of local time"),
    ("leap-second-rolls-over", "scalars", "return Instant(utc, second,", "return Instant(utc + second // 60, second % 60,",
     "a leap second is the next minute's first"),
    ("no-leap-seconds", "scalars", "minute <= 59 and second <= 60,", "minute <= 59 and second <= 59,", "leap seconds are refused"),
    ("utc-years", "scalars", "require(0 <= utc < MINUTES_OF_ALL_YEARS", "require(True", "the year in UTC is not checked"),
    ("month-of-31", "scalars", "if day > days_in(year, month):", "if day > 31:", "one millisecond after a short month's end"),
    ("last-stamp-wraps", "scalars", 'require(text < LAST_STAMP_TIME, "past the last stamp time", LIMIT)', "pass",
     "after the last stamp time comes another"),
    # Labels.
    ("no-nfc", "scalars", 'unicodedata2.normalize("NFC", text).strip', "text.strip", "NFC left out"),
    ("nfkc", "scalars", 'unicodedata2.normalize("NFC", text)', 'unicodedata2.normalize("NFKC", text)', "compatibility forms folded"),
    ("nfd", "scalars", 'unicodedata2.normalize("NFC", text)', 'unicodedata2.normalize("NFD", text)', "decomposed instead of composed"),
    ("old-unicode", "scalars", 'unicodedata2.normalize("NFC", text)', '__import__("unicodedata").normalize("NFC", text)',
     "the interpreter's own tables, of Unicode 14"),
    ("trim-as-python", "scalars", ".strip(WHITE_SPACE)", ".strip()", "the language's own idea of white space"),
    ("trim-ascii", "scalars", ".strip(WHITE_SPACE)", '.strip(" \\t\\r\\n")', "ASCII white space alone"),
    ("trim-zero-width", "scalars", "*range(0x2000, 0x200B)", "*range(0x2000, 0x200C)", "the zero-width space trimmed"),
    ("no-trim", "scalars", ".strip(WHITE_SPACE)", "", "not trimmed at all"),
    ("inner-spaces-folded", "scalars", 'return unicodedata2.normalize("NFC", text).strip(WHITE_SPACE)',
     'return re.sub(" +", " ", unicodedata2.normalize("NFC", text).strip(WHITE_SPACE))',
     "inner spaces folded"),
    ("label-limit-in-scalars", "scalars", "1 <= utf8_length(normal) <= LABEL_LIMIT", "1 <= len(normal) <= LABEL_LIMIT", "a label's length in scalars"),
    ("read-limit-in-scalars", "scalars", "require(low <= utf8_length(any_text(item)) <= high", "require(low <= len(any_text(item)) <= high",
     "a reader measures texts in scalars"),
    ("labels-as-bytes", "scalars", "return normal_form(text) == normal_form(other)", "return text == other", "labels compared as bytes"),
    ("labels-without-case", "scalars", "return normal_form(text) == normal_form(other)",
     "return normal_form(text).casefold() == normal_form(other).casefold()", "labels compared without case"),
    ("counter-64-bits", "scalars", "COUNTER_LIMIT = 2**53 - 1", "COUNTER_LIMIT = 2**64 - 1", "counters of 64 bits"),
    # Stamped values and registers.
    ("tie-kept-by-self", "stamped", "return a if order(a) >= order(b) else b", "return a if order(a)[:2] >= order(b)[:2] else b",
     "on a tie each replica keeps its own"),
    ("tie-to-the-other", "stamped", "return a if order(a) >= order(b) else b", "return a if order(a)[:2] > order(b)[:2] else b",
     "on a tie each replica takes the other's"),
    ("tie-by-value-alone", "stamped", "return stamped.ts, stamped.by, stamped.raw", "return stamped.ts, stamped.by, stamped.value.raw",
     "unknown keys of the stamped map do not break a tie"),
    ("value-before-device", "stamped", "return stamped.ts, stamped.by, stamped.raw", "return stamped.ts, stamped.value.raw, stamped.by",
     "the value breaks a tie before the device"),
    ("no-clock", "stamped", "return stamped.ts, stamped.by, stamped.raw", "return stamped.by, stamped.ts, stamped.raw",
     "the device comes before the stamp"),
    ("earliest-wins", "stamped", "return a if order(a) >= order(b) else b", "return a if order(a) <= order(b) else b", "the lesser stamped value wins"),
    ("stamped-keys-dropped", "stamped", 'return Stamped(values["ts"], values["by"], item.raw, values["value"])',
     'return Stamped(values["ts"], values["by"], encode(values["by"], values["ts"], values["value"].raw), values["value"])',
     "unknown keys of a stamped map are dropped"),
    ("stamped-keys-refused", "stamped", '"value": lambda value: value},\n                       unknown_allowed=True)',
     '"value": lambda value: value})', "unknown keys of a stamped map are refused"),
    ("clock-alone", "stamped", "return now if current is None else max(now, scalars.next_stamp_time(current))", "return now",
     "a write is stamped with the clock alone"),
    ("not-strictly-after", "stamped", "max(now, scalars.next_stamp_time(current))", "max(now, current)", "a write is stamped like what it read"),
    ("always-one-more", "stamped", "max(now, scalars.next_stamp_time(current))", "scalars.next_stamp_time(current)", "a write ignores the clock"),
    ("deletion-needs-later", "stamped", "return scalars.LAST_STAMP_TIME if current == scalars.LAST_STAMP_TIME else successor(current, now)",
     "return successor(current, now)", "a deletion at the last stamp time fails"),
    ("horizon-left-out", "stamped", "return stamped if stamped.ts <= horizon else None", "return stamped if stamped.ts < horizon else None",
     "what stands at the horizon goes too"),
    ("no-value-limit", "stamped", "require(item.size <= VALUE_LIMIT,", "require(True,", "values of any size"),
    ("value-limit-exclusive", "stamped", "require(item.size <= VALUE_LIMIT,", "require(item.size < VALUE_LIMIT,", "a value at the limit is refused"),
    # History.
    ("cap-before-dedupe", "history", "return bounded(greatest_of_each_value(a + b))", "return greatest_of_each_value(bounded(a + b))",
     "the bound counts repeated values"),
    ("history-by-instant", "history", "sorted(entries, key=stamped.order, reverse=True)", "sorted(entries, key=lambda each: each.ts, reverse=True)",
     "the log is ordered by instants alone"),
    ("history-repeats", "history", "key = each.value.raw\n        greatest", "key = each.raw\n        greatest", "a value written twice is kept twice"),
    ("history-bound-17", "history", "[:1 + SUPERSEDED_LIMIT]", "[:2 + SUPERSEDED_LIMIT]", "seventeen superseded values"),
    ("history-bound-15", "history", "[:1 + SUPERSEDED_LIMIT]", "[:SUPERSEDED_LIMIT]", "fifteen superseded values"),
    ("log-past-bound", "history", "require(len(value.value) <= SUPERSEDED_LIMIT,", "require(len(value.value) <= SUPERSEDED_LIMIT + 1,",
     "a reader takes a log of seventeen"),
    ("log-unordered", "history", "require(strictly_descending(entries),", "require(True,", "a reader takes a log in any order"),
    ("log-repeating", "history", "require(len({each.value.raw for each in entries}) == len(entries),", "require(True,", "a reader takes a log that repeats a value"),
    ("log-empty", "history", "require(value.kind == cbor.ARRAY and value.value,", "require(value.kind == cbor.ARRAY,", "a reader takes an empty log"),
    ("history-before-current", "history", "return [each for each in entries if stamped.before(each, horizon)] or None",
     "return entries if stamped.before(entries[0], horizon) else None", "a later current value takes the log with it"),
    # OR-sets.
    ("removal-lost", "orset", "if counter in other.adds or not contains(other.observed, counter)}", "}", "a removed add-id comes back"),
    ("context-before-adds", "orset", "adds = surviving(a.adds, b)\n    for counter, element in surviving(b.adds, a).items():",
     "both = union(a.observed, b.observed)\n    adds = surviving(a.adds, Line(both, b.adds))\n    for counter, element in surviving(b.adds, Line(both, a.adds)).items():",
     "the contexts are united before the adds are looked at"),
    ("tombstones-dropped", "orset", "return Line(union(a.observed, b.observed), adds)",
     "live = union([(counter, counter) for counter in adds], [])\n    return Line(live or union(a.observed, b.observed), adds)", "removed add-ids are forgotten"),
    ("twins-keep-own", "orset", "return a if a.raw >= b.raw else b", "return a", "of two elements under one add-id each keeps its own"),
    ("twins-as-text", "orset", "return a if a.raw >= b.raw else b", "return a if str(a.value) >= str(b.value) else b", "two elements are compared as texts"),
    ("ranges-not-merged", "orset", "if ranges and low <= ranges[-1][1] + 1:", "if ranges and low <= ranges[-1][1]:", "adjacent ranges stay two"),
    ("ranges-adjacent", "orset", "all(a[1] + 1 < b[0] for", "all(a[1] < b[0] for", "a reader takes adjacent ranges"),
    ("ranges-unordered", "orset", "require(all(a[1] + 1 < b[0] for a, b in zip(ranges, ranges[1:])),", "require(True,", "a reader takes ranges in any order"),
    ("ranges-backwards", "orset", "require(all(low <= high for low, high in ranges),", "require(True,", "a reader takes a range that ends before it starts"),
    ("adds-unobserved", "orset", "require(contains(observed, scalars.counter(key)),", "require(scalars.counter(key) >= 0,", "a reader takes an add outside the ranges"),
    ("empty-set", "orset", "require(item.kind == cbor.MAP and item.value,", "require(item.kind == cbor.MAP,", "a reader takes an empty set"),
    ("counter-from-live", "orset", "greatest = lines[writer].observed[-1][1]", "greatest = max(lines[writer].adds, default=-1)",
     "the next counter comes after the live ones"),
    ("counter-fills-gap", "orset", "greatest = lines[writer].observed[-1][1]", "greatest = lines[writer].observed[0][1]", "the next counter fills a gap"),
    ("counter-overflows", "orset", 'require(greatest < scalars.COUNTER_LIMIT, "the last add-id of this writer is used", COUNTER_EXHAUSTED)', "pass",
     "counters go past the last"),
    ("add-keeps-old", "orset", "replaced = live_ids(lines, is_that_element)", "replaced = []", "an add does not remove the add-ids it replaces"),
    ("add-only-if-absent", "orset", "    counter = next_counter(lines, writer)\n    replaced", "    if live_ids(lines, is_that_element):\n        return {}\n    counter = next_counter(lines, writer)\n    replaced",
     "adding what is there does nothing"),
    ("live-limit-before", "orset", "require(own_live - own_replaced + 1 <= LIVE_LIMIT", "require(own_live + 1 <= LIVE_LIMIT", "the bound is asked before the edit"),
    ("no-live-limit", "orset", "require(own_live - own_replaced + 1 <= LIVE_LIMIT", "require(True", "live add-ids without bound"),
    ("set-in-text-order", "orset", "[distinct[raw] for raw in sorted(distinct)]", "[distinct[raw] for raw in sorted(distinct, key=lambda raw: raw[1:])]",
     "elements in the order of their texts"),
    ("set-repeats", "orset", "distinct = {element.raw: element", "distinct = {element.raw + writer: element", "an element under two add-ids is shown twice"),
    ("ai-tag-by-tag", "orset", "return lambda element: ai_tag_of(element) == tag", "return lambda element: ai_tag_of(element)[0] == tag[0]", "AI tags are one whatever model made them"),
    ("unobserved-adds", "orset", "for low, high in news) > added:", "for low, high in news) > 0:", "plain adds are reported as unobserved"),
    ("unobserved-never", "orset", "for low, high in news) > added:", "for low, high in news) < 0:", "an early removal is not reported"),
    # Regions.
    ("delete-loses-to-later", "region", "    if deletions:\n", "    if deletions and join_shapes(a.shape, b.shape).is_null():\n", "a deletion loses to a later edit"),
    ("deletion-first", "region", "max(deletions, key=stamped.order)", "deletions[0]", "of two deletions each keeps its own"),
    ("deletion-keeps-labels", "region", "return Region({}, max(deletions, key=stamped.order), {})",
     "return Region(orset.join(a.labels, b.labels), max(deletions, key=stamped.order), {})", "a deleted region keeps its labels"),
    ("deleted-with-labels", "region", 'require(len(fields) == 1 and len(fields["shape"].value) == 3', 'require(len(fields["shape"].value) == 3', "a reader takes a deletion with labels"),
    ("deleted-stamp-keys", "region", 'require(len(fields) == 1 and len(fields["shape"].value) == 3', "require(len(fields) == 1", "a reader takes a deletion with unknown keys"),
    ("region-whole", "region", "return Region(orset.join(a.labels, b.labels), join_shapes(a.shape, b.shape), carried.join(a.carried, b.carried))",
     "return a if join_shapes(a.shape, b.shape) is a.shape else b", "regions join whole, by their shapes"),
    ("region-empty", "region", 'require(fields, "a region with no key")', "pass", "a reader takes an empty region"),
    ("rectangle-open", "region", "x + w <= scalars.FRACTION_ONE", "x + w < scalars.FRACTION_ONE", "a rectangle may not touch the right edge"),
    ("rectangle-flat", "region", "return w >= 1 and h >= 1 and", "return", "a rectangle without extent"),
    ("rectangle-out", "region", " and y + h <= scalars.FRACTION_ONE", "", "a rectangle past the lower edge"),
    ("circle-both", "region", "min(cx, one - cx) or r <=", "min(cx, one - cx) and r <=", "a circle within reach of all sides"),
    ("circle-on-edge", "region", "0 < cx < one and", "0 <= cx <= one and", "a circle's centre on the edge"),
    ("circle-longer-side", "region", "scalars.FRACTION_ONE, min(width, height)", "scalars.FRACTION_ONE, max(width, height)", "a radius as a fraction of the longer side"),
    ("circle-unchecked", "edits", "require(region.circle_inside(", "require(True or region.circle_inside(", "a circle that is written may lie outside"),
    ("region-limit-on-moves", "region", "require(moves or put_by", "require(put_by", "moving a region counts as a new one"),
    ("no-region-limit", "region", "require(moves or put_by(regions, device) < PUT_LIMIT", "require(True", "regions without bound"),
    ("before-drops-deleted", "region", "if is_live(region) and not stamped.before", "if region.shape and not stamped.before", "a later deletion is left out"),
    # Carried keys.
    ("carried-keep-mine", "carried", "greater(a[key], b[key]) if key in a and key in b", "a[key] if key in a and key in b", "each replica keeps its own unknown keys"),
    ("carried-dropped", "documents", "fields = carried.encode(document.carried)", "fields = {}", "unknown keys of a document are dropped"),
    ("carried-dropped-at-two", "region", "fields = carried.encode(region.carried)", "fields = {}", "unknown keys of a region are dropped"),
    ("carried-bytes-only", "carried", "stamped_a, stamped_b = as_stamped(a), as_stamped(b)", "stamped_a, stamped_b = None, None", "registers of a later version join by bytes"),
    ("carried-loose-stamp", "carried", "return stamped.parse(item, lambda value: None)",
     'fields = stamped.text_fields(item)\n        return stamped.Stamped(fields["ts"].value, fields["by"].value, item.raw, None) if {"by", "ts"} <= fields.keys() else None',
     "any map with by and ts counts as a stamped one"),
    ("conflicts-utf16", "carried", 'key.encode("utf-8")', 'key.encode("utf-16-be")', "names in the order of UTF-16"),
    ("no-key-limit", "carried", "require(scalars.utf8_length(key) <= KEY_LIMIT", "require(True", "unknown keys of any length"),
    ("follow-winner", "documents", "return Document(a.kind, a.id, states, carried.join(a.carried, b.carried))",
     "return Document(a.kind, a.id, states, carried.join(a.carried, b.carried) if states == b.states else {**b.carried, **a.carried})", "unknown keys follow the side that wins"),
    # Documents.
    ("facts-key-by-key", "documents", "    def join(self, a, b):\n        return stamped.join(a, b)",
     "    def join(self, a, b):\n        winner = stamped.join(a, b)\n        if not a.value.kind == b.value.kind == cbor.MAP:\n            return winner\n"
     "        loser = b if winner is a else a\n        fields = {key.raw: value.raw for each in (loser, winner) for key, value in each.value.value}\n"
     "        return stamped.parse(cbor.decode(stamped.encode(winner.by, winner.ts, cbor.map_of(fields.items()))), lambda value: None)", "facts are joined key by key"),
    ("maps-whole", "documents", "return {key: self.entry.join(a[key], b[key]) if key in a and key in b else a.get(key) or b[key]", "return {key: b.get(key) or a[key]",
     "entries of settings follow the side that came last"),
    ("rating-to-10", "documents", "bounded(0, 5)", "bounded(0, 10)", "ratings up to ten"),
    ("null-rating", "documents", "Register(bounded(0, 5))", "Register(or_null(bounded(0, 5)))", "a rating of null"),
    ("wgs84-named", "documents", "require(scalars.member_of(GPS_DATUMS, item) != DEFAULT_DATUM,", "require(scalars.member_of(GPS_DATUMS, item),", "wgs84 may be named"),
    ("integer-degrees", "documents", "require(item.kind == cbor.FLOAT and", "require(item.kind in (cbor.FLOAT, cbor.UINT) and", "degrees as integers"),
    ("latitude-180", "documents", '"lat": degrees(90)', '"lat": degrees(180)', "latitudes past the poles"),
    ("dimension-zero", "documents", '"height": bounded(1, scalars.UINT32)', '"height": bounded(0, scalars.UINT32)', "a height of nothing"),
    ("unknown-content-types", "documents", '"content_type": closed(CONTENT_TYPES)', '"content_type": scalars.any_text', "content types are an open set"),
    ("stack-type-forgotten", "documents", '"dual_audio", "custom")', '"custom")', "one stack type was forgotten"),
    ("other-ids-carried", "documents", "require(not any(other in body for other in ID_KEYS.values())", "require(True", "the id key of another kind is carried"),
    ("integer-keys", "documents", "require(all(key.kind == cbor.TEXT for key, _ in item.value[1:])", "require(all(key.kind in (cbor.TEXT, cbor.UINT) for key, _ in item.value[1:])", "integer keys are let through"),
    ("ids-not-compared", "documents", 'require(a.id == b.id, "documents of different ids", MISMATCH)', "pass", "two documents are joined into one"),
    ("newer-joined", "documents", 'require(schema_of(item) <= SCHEMA_VERSION, "a newer schema", NEWER_SCHEMA)', "schema_of(item)", "a newer document is joined and written as version 1"),
    ("newer-late", "documents", 'require(schema_of(item) <= SCHEMA_VERSION, "a newer schema", NEWER_SCHEMA)\n    body, keys = body_of(item), KEYS[kind]',
     'body, keys = body_of(item), KEYS[kind]\n    require(ID_KEYS[kind] in body, "no id")\n    require(schema_of(item) <= SCHEMA_VERSION, "a newer schema", NEWER_SCHEMA)', "the body is judged before its version"),
    ("version-zero", "documents", "return scalars.uint(item.value[0][1], 1, scalars.UINT16)", "return scalars.uint(item.value[0][1], 0, scalars.UINT16)", "version 0 is let through"),
    ("before-carried", "before", "                    document.carried)", '                    {key: value for key, value in document.carried.items() if not __import__("carried").as_stamped(value) or __import__("carried").as_stamped(value).ts <= horizon})',
     "carried registers from the future are left out"),
    ("unobserved-deleted", "documents", "if not region.is_deleted(held.get(identifier, nothing)))", ")", "labels of a deleted region are reported as unobserved"),
    # Views, reading, smart albums.
    ("capture-as-imported", "asset", 'if document["capture_time"] is None:', "if True:", "a correction of the capture time is ignored"),
    ("rating-without-default", "asset", 'return with_default(document, "rating", 0)', 'return with_default(document, "rating", None)', "a rating never written has no value"),
    ("datum-without-default", "asset", 'field_value(fields, "datum") or DEFAULT_DATUM', 'field_value(fields, "datum") or "gcj02"', "a datum not named is another"),
    ("newer-hidden-shown", "asset", 'return with_default(document, "hidden", False) is not False', 'return with_default(document, "hidden", False) is True', "a hidden that is not understood is shown"),
    ("capture-null-ignored", "asset", 'if document["capture_time"] is None:', 'if document["capture_time"] is None or document["capture_time"].is_null():', "the facts' time stands in for one that a person says is not known"),
    ("media-else-image", "asset", "return kind if kind in MEDIA_KINDS else None", 'return kind and ("video" if kind == "video" else "image")', "what is no video is an image, sounds too"),
    ("orientation-0", "scalars", "return uint(item, 1, 8)", "return uint(item, 0, 8)", "0 is an orientation"),
    ("orient-not-undone", "region", "DISPLAYED[UNDONE_BY.get(stored, stored)]", "DISPLAYED[stored]", "the file's orientation is done again instead of undone"),
    ("if-changed-ignored", "edits", "return not self.if_changed or", "return True or", "a value that stays is stamped anew with if_changed too"),
    ("if-changed-stamped", "edits", "checked = register_write(field, key_type, author, author.now, encoded)", "checked = register_write(field, key_type, author, stamped.successor(current and current.ts, author.now), encoded)", "what is not written needs a stamp"),
    ("newer-capture-from-facts", "asset", 'if "capture_time" in document.not_understood:', "if False:", "the facts' time stands in for one that is not understood"),
    ("newer-refuses-view", "documents", "if refused.error_class != NEWER_SCHEMA:\n            raise\n        return None", "raise", "a newer asset makes a view refuse the rest"),
    ("newer-unknown-listed", "read", "not_understood.append(key)", "not_understood.append(key)\n                states.pop(key, None)\n                fields[key + '?'] = fields[key]", "keys that are not understood are listed as unknown"),
    ("stale-inside-not", "smartalbum", "return None if truths[0] is None else not truths[0]", "return not truths[0]", "not of a stale term is true"),
    ("stale-is-false", "smartalbum", "        return None\n    holds, operand", "        return False\n    holds, operand", "a stale term is false"),
    ("unknown-decides", "smartalbum", "    if deciding in truths:\n        return deciding\n    return None if None in truths else not deciding",
     "    if None in truths:\n        return None\n    return deciding if deciding in truths else not deciding", "unknown decides before true and false"),
    ("stale-empty-operand", "smartalbum", "return term.slot is not None and term.slot not in library.slots", "return term.slot is not None and term.slot not in library.slots and term.operand != []", "a stale term over nothing is evaluated"),
    ("range-end-included", "smartalbum", "return bounds[0] <= value < bounds[1]", "return bounds[0] <= value <= bounds[1]", "a half-open bound closed"),
    ("range-end-excluded", "smartalbum", "return bounds[0] <= value <= bounds[1]", "return bounds[0] <= value < bounds[1]", "a closed bound open"),
    ("before-included", "smartalbum", '"before": Operator(instant, operator.lt)', '"before": Operator(instant, operator.le)', "before is not strict"),
    ("empty-range", "smartalbum", "range_of(instant, operator.lt)", "range_of(instant, operator.le)", "a range of time without extent"),
    ("empty-any-true", "smartalbum", "return None if None in truths else not deciding", "return None if None in truths else not deciding or not truths", "empty any is true"),
    ("any-of-nothing", "smartalbum", "return any(each in members for each in wanted)", "return not wanted or any(each in members for each in wanted)", "contains_any of nothing is true"),
    ("all-of-nothing", "smartalbum", "return all(each in members for each in wanted)", "return bool(wanted) and all(each in members for each in wanted)", "contains_all of nothing is false"),
    ("operands-as-bytes", "smartalbum", "return scalars.normal_form(texts) if isinstance(texts, str) else {scalars.normal_form(each) for each in texts}", "return texts if isinstance(texts, str) else set(texts)", "texts of terms match as bytes"),
    ("absent-is-default", "smartalbum", "return value is not None and holds(value, operand)", "return value is None or holds(value, operand)", "a term over what is absent is true"),
    ("stack-of-any-album", "smartalbum", 'stack = library.stacks.get((asset.membership(one.document).get("stack_id"), one.album_id))',
     'stack = next((each for (found, _), each in library.stacks.items() if found == asset.membership(one.document).get("stack_id")), None)', "a stack's labels outside its album"),
    ("labels-of-any-region", "smartalbum", "for _, each in asset.live_regions(one.document)]", 'for each in (one.document["regions"] or {}).values()]', "labels of regions that are not live"),
    ("album-labels-forgotten", "smartalbum", "for document in (stack, album) if", "for document in (stack,) if", "the album's labels are forgotten"),
    ("people-last-entry", "testee", "people.setdefault(tuple(slot), set()).update(clusters)", "people[tuple(slot)] = set(clusters)", "of two entries of one slot the last counts"),
    ("exists-false-of-absent", "smartalbum", '"camera_id": lambda document: "camera_id" in asset.facts(document)', '"camera_id": lambda document: ("camera_id" in asset.facts(document)) or None', "exists false over what is absent is false"),
    ("ties-descend", "smartalbum", "with_key = sorted((pair for pair in keyed if pair[0] is not None), key=lambda pair: pair[0],\n                      reverse=definition.direction == \"desc\")",
     "with_key = sorted((pair for pair in keyed if pair[0] is not None), key=lambda pair: pair[0])\n    with_key = with_key[::-1] if definition.direction == \"desc\" else with_key", "ties turn with the direction"),
    ("absent-first", "smartalbum", "return [one for _, one in with_key] + [one for key, one in keyed if key is None]", "absent = [one for key, one in keyed if key is None]\n    return absent + [one for _, one in with_key] if definition.direction == \"desc\" else [one for _, one in with_key] + absent", "those without the key come first when descending"),
    ("hidden-shown", "smartalbum", "not (asset.is_hidden(one.document) or one.trashed)", "not one.trashed", "a hidden asset in an album"),
    ("trashed-shown", "smartalbum", "not (asset.is_hidden(one.document) or one.trashed)", "not asset.is_hidden(one.document)", "a trashed asset in an album"),
    ("term-depth-zero", "smartalbum", "predicate = parse_node(item, 1)", "predicate = parse_node(item, 0)", "a lone term has depth 0"),
    ("terms-65", "smartalbum", "<= TERM_LIMIT,", "<= TERM_LIMIT + 1,", "sixty-five terms"),
    ("nodes-257", "smartalbum", "<= NODE_LIMIT,", "<= NODE_LIMIT + 1,", "257 nodes"),
    ("members-65", "smartalbum", "len(item.value) <= MEMBER_LIMIT", "len(item.value) <= MEMBER_LIMIT + 1", "sixty-five members"),
    ("slot-on-any-term", "smartalbum", "values = stamped.parse_map(item, keys)\n    slot", "values = stamped.parse_map(item, keys, unknown_allowed=True)\n    slot", "unknown keys of terms are let through"),
    ("predicate-schema-late", "smartalbum", 'require(version <= PREDICATE_SCHEMA, "a newer predicate_schema", NEWER_SCHEMA)',
     'stamped.parse_map(item, {"smart_album_id": scalars.identifier, "predicate": parse_predicate}, unknown_allowed=True)\n    require(version <= PREDICATE_SCHEMA, "a newer predicate_schema", NEWER_SCHEMA)', "a newer definition is judged by this version's rules"),
    ("any-reject", "views", 'if all(flag == "reject" for flag in flags):', 'if any(flag == "reject" for flag in flags):', "one reject rejects the group"),
    ("primary-by-id", "views", 'return max(by_id, key=lambda one: stamped.order(one.document["stack_membership"]))', "return by_id[0]", "of two primaries the lowest id"),
    ("primary-proxy", "views", 'not_proxies = [one for one in members if role(one) != "proxy"]', "not_proxies = []", "a proxy stands for the stack"),
    ("stack-any-album", "views", "return (one.album_id == album_id and not one.trashed", "return (not one.trashed", "members from other albums"),
    ("stack-trashed", "views", "return (one.album_id == album_id and not one.trashed", "return (one.album_id == album_id", "trashed members"),
    ("index-absent-first", "views", "return value is None, value", "return value is not None, value", "members without an index come first"),
    ("stack-of-one", "views", "len(members) >= 2", "len(members) >= 1", "one member is shown as a stack"),
    ("recency-with-hidden", "views", "shown = [one for one in assets if not asset.is_hidden(one.document) and not one.trashed]", "shown = [one for one in assets if not one.trashed]", "hidden assets move an album"),
    ("recency-from-creation", "views", "return max((instant for instant in instants if instant is not None), default=created)", "return max([created] + [instant for instant in instants if instant is not None])", "an album is as recent as its creation"),
    ("album-ties-descend", "views", "ascending = sorted(albums, key=lambda album: album[0])", "ascending = sorted(albums, key=lambda album: album[0], reverse=True)", "ties of albums by descending id"),
    ("scope-normalized", "views", "(SCOPE_CONTEXT, platform, source_kind, locator)", '(SCOPE_CONTEXT, platform, source_kind, __import__("scalars").normal_form(locator))', "a locator in its normal form"),
    # Export.
    ("export-half-even", "export", "    hundredfold = abs(degrees * 100)\n", "    return round(degrees, 2) + 0.0\n    hundredfold = abs(degrees * 100)\n", "degrees are rounded half to even"),
    ("export-plus-half", "export", "    hundredfold = abs(degrees * 100)\n", "    return math.copysign(math.floor(abs(degrees * 100) + 0.5) / 100, degrees) + 0.0\n    hundredfold = abs(degrees * 100)\n", "a half is added before rounding down"),
    ("export-negative-zero", "export", "math.copysign(whole / 100, degrees) if whole else 0.0", "math.copysign(whole / 100, degrees)", "a negative zero leaves"),
    ("export-place-always", "export", 'if place is not None and ("coarse_gps" in keep or "precise_gps" in keep):', "if place is not None:", "a rounded place leaves without being asked for"),
    ("export-precise", "export", 'precise="precise_gps" in keep', "precise=True", "the precise place leaves"),
    ("export-serial", "export", '("model", "serial") if "camera_serial" in keep else ("model",)', '("model", "serial")', "the camera's serial leaves"),
    ("export-device", "export", 'if key in facts and (key in ("hash", "content_type") or key in keep)]', 'if key in facts]', "device and session leave"),
    ("export-empty-caption", "export", "asset.caption(sidecar) or None", "asset.caption(sidecar)", "an empty caption leaves"),
    ("export-rating-0", "export", "if asset.rating(sidecar) > 0:", "if asset.rating(sidecar) >= 0:", "a rating of 0 leaves"),
    ("export-empty-labels", "export", "return {name: labels(lines)} if orset.value(lines) else {}", "return {name: labels(lines)}", "empty labels leave"),
    ("export-lqip-whole", "export", 'allowed(asset.register_fields(sidecar, "lqip"),\n                          "lqip", ("chromahash", "dominant_color", "format_version"))',
     'allowed(asset.register_fields(sidecar, "lqip"),\n                          "lqip", asset.register_fields(sidecar, "lqip"))', "unknown keys of an lqip leave"),
    ("export-any-stack", "export", "require(asset.membership(sidecar)", "require(True or asset.membership(sidecar)", "labels of another stack leave"),
    ("export-regions", "export", 'if "regions" in keep and asset', "if asset", "regions leave unasked"),
    # Edits and requests.
    ("caption-normalized", "edits", '"caption": json_text', '"caption": json_name', "a caption is normalized"),
    ("name-verbatim", "edits", '"album": {"name": json_name}', '"album": {"name": json_text}', "an album's name is not normalized"),
    ("unknown-keys-lost", "edits", "if field not in KNOWN_MEMBERS or current is None", "if True or current is None", "an edit loses the unknown keys of the value"),
    ("same-value-skipped", "edits", "return not self.if_changed or", "return False or", "writing the same value does nothing, without if_changed too"),
    ("datum-written", "edits", "return None if value == documents.DEFAULT_DATUM else json_text(value)", "return json_text(value)", "wgs84 is written"),
    ("remove-one-id", "edits", "return orset.removal(orset.live_ids(lines, orset.label_matches(members.short_text(text))))", "return orset.removal(orset.live_ids(lines, orset.label_matches(members.short_text(text)))[:1])", "a removal takes one add-id"),
    ("remove-written-form", "edits", "orset.label_matches(members.short_text(text))", "orset.label_matches(scalars.written_label(members.text(text)))", "a removal takes only what could be added"),
    ("put-revives", "edits", 'require(not region.is_deleted(current), "a region that is deleted")', "pass", "putting a deleted region seems to work"),
    ("delete-again", "edits", 'if identifier not in (document["regions"] or {}) or region.is_deleted(held(document, identifier)):', 'if identifier not in (document["regions"] or {}):', "deleting again writes another stamp"),
    ("label-of-dead-region", "edits", 'require(region.is_live(current), "a region that is not live")', "pass", "labels of a region that is not live"),
    ("delta-is-state", "edits", "return documents.join(document, delta), delta", "return documents.join(document, delta), documents.join(document, delta)", "the delta is the whole document"),
    ("promote-keeps", "edits", 'return {**states, "tags_ai": removal} if values["remove"] else states', "return states", "a promoted tag stays"),
    ("promote-anything", "edits", 'require(removal, "an AI tag that is not live")', "pass", "a tag that is not there is promoted"),
    ("true-is-one", "members", "require(isinstance(value, int) and not isinstance(value, bool) and", "require(isinstance(value, int) and", "true is taken for 1"),
    ("upper-case-hex", "members", 'HEX = re.compile("[0-9a-f]*")', 'HEX = re.compile("[0-9a-fA-F]*")', "upper-case hex"),
    ("null-is-no-absence", "members", "return None if request.get(name) is None else check(request[name])", "return check(request[name]) if name in request else None",
     "an optional member may not be null"),
    # Sealing and signing.
    ("one-half-enough", "sealing", "and ml_verifies(", "or ml_verifies(", "one half of the signature is enough"),
    ("context-shared", "sealing", "cbor.text(CONTEXTS[kind])", 'cbor.text(CONTEXTS["stack"])', "one context for all kinds"),
    ("prior-unsigned", "sealing", "cbor.byte_string(document), prior_bytes(prior)])\n\n\ndef prior_bytes", "cbor.byte_string(document), prior_bytes(None)])\n\n\ndef prior_bytes", "the prior is not signed"),
    ("suite-unsigned", "sealing", "cbor.text(CONTEXTS[kind]), cbor.uint(SUITE), cbor.byte_string(document)", "cbor.text(CONTEXTS[kind]), cbor.byte_string(document)", "the suite is not signed"),
    ("hedged", "sealing", "deterministic=True", "deterministic=False", "signing draws randomness"),
    ("prior-anywhere", "sealing", 'require(prior is None or kind == "asset"', "require(True", "a prior on any kind"),
    ("envelope-late", "sealing", '    version = scalars.uint(item.value[0], 1, 2**64 - 1)\n', '    require(len(item.value) == 5, "not an envelope of five")\n    version = scalars.uint(item.value[0], 1, 2**64 - 1)\n', "the envelope's form is judged before its version"),
    ("document-before-signature", "sealing", "    message = signed_bytes(kind, document, prior)\n    require(ed25519.verifies", "    newer_schema(kind, document)\n    message = signed_bytes(kind, document, prior)\n    require(ed25519.verifies", "the document is read before its signature"),
    ("newer-refused", "sealing", "        if refused.error_class != NEWER_SCHEMA:\n            raise\n        return documents", "        raise\n        return documents", "a newer signed document is refused"),
    ("seeds-swapped", "sealing", "ML_DSA_65.key_derive(seeds[SEED:])", "ML_DSA_65.key_derive(seeds[:SEED])", "both keys from one seed"),
    ("info-shared", "sealing", "info=INFOS[kind]", 'info=INFOS["stack"]', "one info for all kinds"),
    ("no-aad", "sealing", 'return None if kind == "asset" else record[:6]', "return None", "the header is not authenticated"),
    ("aad-suite-only", "sealing", 'return None if kind == "asset" else record[:6]', 'return None if kind == "asset" else record[:2]', "the key's version is not authenticated"),
    ("salt-without-nonce", "sealing", "salt=record_id + nonce", "salt=record_id", "the nonce does not salt the key"),
    ("salt-swapped", "sealing", "salt=record_id + nonce", "salt=nonce + record_id", "the salt the other way round"),
    ("hkdf-sha256", "sealing", "HKDF(algorithm=hashes.SHA512()", "HKDF(algorithm=hashes.SHA256()", "HKDF with SHA-256"),
    ("little-endian", "sealing", 'key_version.to_bytes(4, "big")', 'key_version.to_bytes(4, "little")', "the key's version in little-endian"),
    ("suite-not-read", "sealing", 'require(int.from_bytes(record[:2], "big") == SUITE, "an unknown suite", UNKNOWN_SUITE)', "pass", "the suite of a record is not read"),
    ("suite-low-byte", "sealing", 'require(int.from_bytes(record[:2], "big") == SUITE,', "require(record[1] == SUITE,", "the low byte of a record's suite alone is read"),
    ("suite-little-endian", "sealing", 'require(int.from_bytes(record[:2], "big") == SUITE,', 'require(SUITE in (int.from_bytes(record[:2], "big"), int.from_bytes(record[:2], "little")),', "a record's suite in either order of its bytes"),
    ("envelope-suite-low-byte", "sealing", "require(scalars.uint(item.value[1], 0, scalars.UINT16) == SUITE,", "require(scalars.uint(item.value[1], 0, scalars.UINT16) % 256 == SUITE,", "the low byte of an envelope's suite alone is read"),
    ("envelope-version-low-byte", "sealing", "    require(version <= ENVELOPE_VERSION,", "    require(version % 256 <= ENVELOPE_VERSION,", "the low byte of an envelope's version alone is read"),
    # Ed25519.
    ("s-not-reduced", "ed25519", " or s >= ORDER:", ":", "an S that is not below the order"),
    ("s-three-bits", "ed25519", " or s >= ORDER:", " or s >> 253:", "the three highest bits of S are looked at, as the first verifiers did"),
    ("key-any-order", "ed25519", "key = of_prime_order(public_key)", "key = decoded(public_key)", "a public key of any order"),
    ("key-not-small", "ed25519", "key = of_prime_order(public_key)", "key = decoded(public_key)\n    key = None if key is None or same(times(8, key), NEUTRAL) else key", "a public key of mixed order"),
    ("commitment-any-order", "ed25519", "commitment = of_prime_order(signature[:32])", "commitment = decoded(signature[:32])", "an R of any order, where the key's order is checked"),
    ("cofactored", "ed25519", "    commitment = of_prime_order(signature[:32])\n    s = int", "    commitment, times = decoded(signature[:32]), lambda number, point: globals()[\"times\"](8 * number, point)\n    commitment = commitment and times(1, commitment)\n    s = int", "the equation with the cofactor, and an R of any order"),
    ("neutral-point", "ed25519", "if point is None or same(point, NEUTRAL) or not", "if point is None or not", "the neutral element as a key"),
    ("x-zero-is-neutral", "ed25519", "not same(times(ORDER, point), NEUTRAL)", "times(ORDER, point)[0] % P", "a point of twice the order, as libsodium until 2025"),
    ("short-record", "sealing", 'require(len(record) >= length + NONCE + TAG, "a record that is too short", MALFORMED)', 'require(len(record) >= length + NONCE + TAG, "a record that is too short", AUTHENTICATION_FAILED)', "a short record fails as a tag does"),
)] + [Fault(*each) for each in (*faults_decisions.FAULTS, *faults_places.FAULTS, *FOREIGN)]
BY_NAME = {fault.name: fault for fault in FAULTS}


class Replacing(importlib.machinery.SourceFileLoader):
    """Loads a module with the fault in its source, past any cache of compiled code."""

    def __init__(self, name, path, fault):
        super().__init__(name, path)
        self.fault = fault

    def get_code(self, fullname):
        source = self.get_data(self.path).decode("utf-8")
        if source.count(self.fault.old) != 1:
            raise ImportError("%s: the source that it replaces is not there once" % self.fault.name)
        return self.source_to_code(source.replace(self.fault.old, self.fault.new).encode("utf-8"), self.path)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that has the fault."""

    def __init__(self, fault):
        self.fault = fault

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self.fault.module:
            return None
        path = str(FOLDER / (fullname + ".py"))
        return importlib.util.spec_from_file_location(fullname, path, loader=Replacing(fullname, path, self.fault))


def testee_with(name):
    """A testee module of its own, in which one rule is replaced; other testees of the process stay as they are."""
    finder = Finder(BY_NAME[name])
    kept = {module: sys.modules.pop(module) for module in OWN & sys.modules.keys() if module not in NO_RULES}
    sys.meta_path.insert(0, finder)
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module("testee")
    finally:
        sys.meta_path.remove(finder)
        for module in OWN - NO_RULES:
            sys.modules.pop(module, None)
        sys.modules.update(kept)
