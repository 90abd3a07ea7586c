# SPDX-License-Identifier: Apache-2.0
"""Area label: what a reader checks, and the normal form that a writer stores (section 2)."""

from build import W, X, adds, album, cbor, check, edit, normalize, stack, stamp
from suite import Topic


def forms(topic, rule, rows):
    """Each (slug, text, normal form, note)."""
    for slug, text, normal, note in rows:
        topic.accepts(slug, rule, note, normalize(text), {"text": normal})


nfc = Topic("label", "nfc")
forms(
    nfc,
    "label-nfc",
    [
        ("ascii", "Beach", "Beach", "plain text stays"),
        ("composed", "C\u00e3o", "C\u00e3o", "composed text stays"),
        ("decomposed", "Ca\u0303o", "C\u00e3o", "a letter and its mark become one"),
        ("angstrom", "\u212b", "\u00c5", "the angstrom sign becomes a letter"),
        ("ohm", "\u2126", "\u03a9", "the ohm sign becomes a letter"),
        ("kelvin", "\u212a", "K", "the kelvin sign becomes an ASCII letter"),
        ("mark-order", "q\u0307\u0323", "q\u0323\u0307", "marks are ordered by their class"),
        ("mark-same-class", "a\u0300\u0301", "\u00e0\u0301", "marks of one class keep their order"),
        ("blocked", "a\u0327\u0301", "\u00e1\u0327", "a mark of another class does not block"),
        ("two-marks", "u\u0308\u0304", "\u01d6", "a letter and two marks become one"),
        ("two-marks-other", "u\u0304\u0308", "\u1e7b", "in the other order another letter"),
        ("long-s-dot", "\u1e9b\u0323", "\u1e9b\u0323", "no composition where there is none"),
        ("hangul-lv", "\u1100\u1161", "\uac00", "two jamo become a syllable"),
        ("hangul-lvt", "\u1100\u1161\u11a8", "\uac01", "three jamo"),
        ("hangul-syllable-t", "\uac00\u11a8", "\uac01", "a syllable and a trailing jamo"),
        ("hangul-no-t", "\uac01\u11a8", "\uac01\u11a8", "a full syllable takes no further jamo"),
        ("hangul-t-base", "\uac00\u11a7", "\uac00\u11a7", "the code point before the first trailing jamo is none"),
        ("excluded", "\u0958", "\u0915\u093c", "a composition exclusion stays apart"),
        ("excluded-made", "\u0915\u093c", "\u0915\u093c", "and is not made"),
        ("singleton-han", "\uf900", "\u8c48", "a compatibility ideograph with a canonical form"),
        ("supplementary-han", "\U0002f800", "\u4e3d", "one beyond the first plane"),
        ("ligature", "\ufb01", "\ufb01", "a ligature stays: NFC, not NFKC"),
        ("superscript", "m\u00b2", "m\u00b2", "a superscript stays"),
        ("fullwidth", "\uff21", "\uff21", "a fullwidth letter stays"),
        ("circled", "\u2460", "\u2460", "a circled digit stays"),
        ("hebrew", "\ufb2a", "\u05e9\u05c1", "a presentation form that is excluded from composition"),
        ("tibetan", "\u0f71\u0f72\u0f74", "\u0f71\u0f72\u0f74", "vowel signs with classes of their own"),
        ("tibetan-order", "\u0f72\u0f71", "\u0f71\u0f72", "and their order"),
        ("non-starter-decomposition", "\u0344", "\u0308\u0301", "a mark that decomposes into marks"),
        ("musical", "\U0001d15e", "\U0001d157\U0001d165", "a musical symbol that stays decomposed"),
        ("kaithi", "\U00011099\U000110ba", "\U0001109a", "a composition beyond the first plane"),
        ("two-starters-blocked", "\u09c7\u09be", "\u09cb", "two starters that compose"),
        ("starters-blocked", "\u1100\u0300\u1161", "\u1100\u0300\u1161", "a mark between two starters blocks them"),
        ("leading-mark", "\u0301a", "\u0301a", "a mark at the start has nothing to join"),
        ("stream", "a" + "\u0301" * 40, "\u00e1" + "\u0301" * 39, "forty marks on one letter"),
    ],
)
nfc.accepts(
    "unicode-16-mark",
    "label-nfc",
    "a composition that Unicode 16 brought",
    normalize("\U000105d2\u0307"),
    {"text": "\U000105c9"},
)
nfc.accepts(
    "unicode-16-gurung",
    "label-nfc",
    "one of Gurung Khema, of Unicode 16",
    normalize("\U0001611e\U0001611e"),
    {"text": "\U00016121"},
)

spaces = Topic("label", "white-space")
forms(
    spaces,
    "label-white-space",
    [
        ("both-ends", "  Beach  ", "Beach", "spaces at both ends"),
        ("tab-newline", "\t\r\nBeach\x0b\x0c", "Beach", "ASCII white space"),
        ("nel", "\u0085Beach\u0085", "Beach", "U+0085"),
        ("nbsp", "\u00a0Beach\u00a0", "Beach", "a no-break space"),
        ("ogham", "\u1680Beach", "Beach", "U+1680"),
        ("en-quad", "\u2000Beach\u2001", "Beach", "U+2000 becomes U+2002 by NFC, and goes"),
        ("hair-space", "Beach\u200a", "Beach", "U+200A"),
        ("separators", "\u2028Beach\u2029", "Beach", "line and paragraph separators"),
        ("narrow-nbsp", "\u202fBeach", "Beach", "U+202F"),
        ("medium-space", "Beach\u205f", "Beach", "U+205F"),
        ("ideographic", "\u3000Beach\u3000", "Beach", "an ideographic space"),
        ("mixed", " \u3000\tBeach\u00a0\n ", "Beach", "several of them"),
        ("zero-width-space", "\u200bBeach\u200b", "\u200bBeach\u200b", "U+200B is no White_Space, and stays"),
        ("bom", "\ufeffBeach", "\ufeffBeach", "U+FEFF stays"),
        ("zero-width-joiner", "\u200dBeach", "\u200dBeach", "U+200D stays"),
        ("word-joiner", "Beach\u2060", "Beach\u2060", "U+2060 stays"),
        ("mongolian", "\u180eBeach", "\u180eBeach", "U+180E has not been White_Space since Unicode 6.3"),
        ("braille-blank", "\u2800Beach", "\u2800Beach", "a blank braille pattern stays"),
        ("hangul-filler", "\u3164Beach", "\u3164Beach", "a filler stays"),
        ("nul", "\x00Beach", "\x00Beach", "U+0000 stays"),
        (
            "unit-separator",
            "\x1fBeach\x1c",
            "\x1fBeach\x1c",
            "U+001C to U+001F are no White_Space, though Python strips them",
        ),
        ("soft-hyphen", "\u00adBeach", "\u00adBeach", "a soft hyphen stays"),
        ("space-and-mark", " \u0301a", "\u0301a", "a space goes, the mark after it stays: scalars, not characters"),
        ("mark-after-space-at-end", "a \u0301", "a \u0301", "a space before a mark at the end stays"),
        ("only-marks-left", "  \u0301  ", "\u0301", "a mark alone is left"),
    ],
)

kept = Topic("label", "kept")
forms(
    kept,
    "label-kept",
    [
        ("case", "bEaCh", "bEaCh", "case stays"),
        ("inner-spaces", "a  b\tc", "a  b\tc", "inner white space stays"),
        ("inner-nbsp", "a\u00a0b", "a\u00a0b", "an inner no-break space stays"),
        ("comma", "a,b", "a,b", "no separators: a comma"),
        ("bar", "hello|world", "hello|world", "a bar"),
        ("slash", "x/y", "x/y", "a slash"),
        ("quote", '"x\\y"', '"x\\y"', "quotes and backslashes"),
        ("emoji", "\U0001f346", "\U0001f346", "an emoji is a label like any other"),
        (
            "emoji-sequence",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "a sequence with joiners stays",
        ),
        ("flag", "\U0001f1e9\U0001f1ea", "\U0001f1e9\U0001f1ea", "a flag stays"),
        ("variation-selector", "\u2764\ufe0f", "\u2764\ufe0f", "a variation selector stays"),
        ("bidi", "\u202eabc\u202c", "\u202eabc\u202c", "direction marks stay"),
        ("eszett", "stra\u00dfe", "stra\u00dfe", "no case folding"),
        ("dotless-i", "\u0131\u0130", "\u0131\u0130", "no locale's case rules"),
        ("hash", "#tag", "#tag", "a hash stays"),
        ("noncharacter", "\uffff", "\uffff", "a noncharacter stays"),
        ("private-use", "\ue000", "\ue000", "private use stays"),
    ],
)
unassigned = Topic("label", "unassigned")
forms(
    unassigned,
    "label-unassigned",
    [
        ("plane-3", "\U0003fffd", "\U0003fffd", "an unassigned code point stays"),
        ("in-block", "\u0378", "\u0378", "one inside a block of letters"),
        ("with-mark", "\u0378\u0301", "\u0378\u0301", "with a mark after it"),
        ("plane-14", "\U000e0fff", "\U000e0fff", "one of plane 14"),
    ],
)

written = Topic("label", "written")
fits = written.accepts("256-bytes", "label-written", "256 bytes", normalize("a" * 256), {"text": "a" * 256})
written.accepts(
    "256-after",
    "label-written",
    "256 bytes once the spaces are gone",
    normalize(" " * 9 + "a" * 256 + " "),
    {"text": "a" * 256},
)
written.accepts(
    "shrinks",
    "label-written",
    "too long as given, and short enough in NFC",
    normalize("a\u0301" * 86),
    {"text": "\u00e1" * 86},
)
written.accepts(
    "256-emoji", "label-written", "64 scalars of four bytes", normalize("\U0001f346" * 64), {"text": "\U0001f346" * 64}
)
written.accepts("one", "label-written", "one byte", normalize("x"), {"text": "x"})
for slug, text, note in (
    ("257-bytes", "a" * 257, "257 bytes"),
    ("grows", "\u0958" * 43, "129 bytes as given, 258 in NFC"),
    ("empty", "", "empty"),
    ("only-spaces", " \t\u3000", "only white space"),
    ("only-nel", "\u0085", "only U+0085"),
    ("bytes-not-scalars", "\u00e9" * 129, "129 scalars of two bytes"),
    ("emoji-65", "\U0001f346" * 65, "65 scalars of four bytes"),
):
    written.rejects(slug, "label-written", note, normalize(text), "invalid", fits)
    written.rejects(
        "add-" + slug,
        "label-written",
        "an edit that adds it: " + note,
        edit("stack", stack(), {"add_label": text}),
        "invalid",
        fits,
    )
for slug, value, note in (("number", 7, "a number"), ("null", None, "null"), ("array", ["a"], "an array")):
    written.rejects(slug, "request-members", "a text is asked: " + note, normalize(value), "invalid", fits)
for slug, text, note in (
    ("lone-high", "\ud800", "half of a surrogate pair"),
    ("lone-low", "a\udc00", "the other half"),
    ("swapped", "\udc00\ud800", "a pair in the wrong order"),
):
    written.rejects(slug, "surrogate", note, normalize(text), "invalid", fits)
written.accepts(
    "pair",
    "surrogate",
    "a whole pair is a scalar, however JSON writes it",
    normalize("\U0001f346"),
    {"text": "\U0001f346"},
)

reader = Topic("label", "reader")
ok = reader.accepts(
    "plain", "label-size", "a label", check("stack", stack(labels=adds(W, "Beach"))), {"complete": True}
)
for slug, text, note in (
    ("256-bytes", "a" * 256, "256 bytes"),
    ("not-normal", "Ca\u0303o", "a reader does not ask for the normal form"),
    ("spaces", "  ", "nor for more than white space"),
    ("nul", "\x00", "nor about what is in it"),
    ("untrimmed", " Beach ", "nor for trimmed ends"),
    ("newline", "a\nb", "nor about lines"),
):
    reader.accepts(slug, "label-size", note, check("stack", stack(labels=adds(W, text))), {"complete": True})
for slug, value, note in (
    ("empty", "", "an empty label"),
    ("257-bytes", "a" * 257, "257 bytes"),
    ("257-two-byte", "\u00e9" * 128 + "a", "257 bytes in 129 scalars"),
    ("bytes", b"Beach", "a byte string"),
    ("number", 1, "a number"),
    ("null", None, "null"),
):
    reader.rejects(slug, "label-size", note, check("stack", stack(labels=adds(W, value))), "invalid", ok)
for slug, value in (("empty", ""), ("257-bytes", "a" * 257), ("null", None), ("number", 5)):
    reader.rejects(
        "name-" + slug,
        "label-size",
        "an album's name is a label",
        check("album", album(name=stamp(value))),
        "invalid",
        ok,
    )

compared = Topic("label", "compared")
decomposed, composed = "Ca\u0303o", "C\u00e3o"


def gives(state):
    """The state after an edit is this document."""
    return lambda ok: ok["bytes"] == cbor(state).hex()


compared.accepts(
    "one-label",
    "label-compared",
    "added decomposed on one device and composed on another: one text, two add-ids",
    edit("stack", stack(labels=adds(W, composed)), {"add_label": decomposed}, writer=X),
    gives(stack(labels={W: [[0, 0], {}], X: [[0, 0], {0: composed}]})),
)
compared.accepts(
    "remove-decomposed",
    "label-compared",
    "a removal finds the label by normal form",
    edit("stack", stack(labels=adds(W, composed)), {"remove_label": decomposed}),
    gives(stack(labels={W: [[0, 0], {}]})),
)
compared.accepts(
    "remove-unnormal-stored",
    "label-compared",
    "also one that is stored otherwise",
    edit("stack", stack(labels=adds(W, decomposed, " Ca\u0303o ", "Cao")), {"remove_label": composed}),
    gives(stack(labels={W: [[0, 2], {2: "Cao"}]})),
)
compared.accepts(
    "remove-spaces",
    "label-compared",
    "white space at the ends does not count",
    edit("stack", stack(labels=adds(W, "Beach")), {"remove_label": "\u3000Beach "}),
    gives(stack(labels={W: [[0, 0], {}]})),
)
compared.accepts(
    "remove-other-case",
    "label-compared",
    "case does count",
    edit("stack", stack(labels=adds(W, "Beach")), {"remove_label": "beach"}),
    gives(stack(labels=adds(W, "Beach"))),
)
compared.accepts(
    "flags",
    "label-compared",
    "two flags that share a region's letter differ",
    edit(
        "stack",
        stack(labels=adds(W, "\U0001f1e9\U0001f1ea", "\U0001f1ec\U0001f1e7")),
        {"remove_label": "\U0001f1e9\U0001f1ea"},
    ),
    gives(stack(labels={W: [[0, 1], {1: "\U0001f1ec\U0001f1e7"}]})),
)
compared.accepts(
    "zero-width",
    "label-compared",
    "a zero-width space makes another label",
    edit("stack", stack(labels=adds(W, "Beach")), {"remove_label": "Beach\u200b"}),
    gives(stack(labels=adds(W, "Beach"))),
)
compared.accepts(
    "name-normalized",
    "label-nfc",
    "an album's name is written in its normal form",
    edit("album", album(), {"set": {"field": "name", "value": " Ca\u0303o"}}),
    gives(album(name=stamp(composed))),
)
