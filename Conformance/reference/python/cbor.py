# SPDX-License-Identifier: Apache-2.0
"""SPEC section 1: canonical CBOR (RFC 8949, section 4.2.1), its checks and its limits."""

import struct

from refusal import LIMIT, MALFORMED, NON_CANONICAL, Refused, require

DEPTH_LIMIT = 32
DOCUMENT_LIMIT = 16 * 1024 * 1024
CARRIER_ALLOWANCE = 8192  # what a signed document or a sealed record may have more

# The kinds of an item. A tag, `undefined` and the other simple values are only ever kept as they are.
UINT, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG = "uint", "negative", "bytes", "text", "array", "map", "tag"
BOOL, NULL, FLOAT, SIMPLE = "bool", "null", "float", "simple"

INDEFINITE = object()
BREAK = 0xFF


class Item:
    """One data item: its kind, its value and its encoded bytes.

    The value is an int, bytes, str, bool or float; for an array the list of its items, for a map the list of
    its (key, value) pairs in encoded order, for a tag the item in it, else None. The encoded bytes are cut out
    of the input when asked for: kept at every level they would multiply it by its depth.
    """

    __slots__ = ("kind", "value", "data", "start", "end")

    def __init__(self, kind, value, data, start, end):
        self.kind, self.value, self.data, self.start, self.end = kind, value, data, start, end

    @property
    def raw(self):
        """The encoded bytes."""
        return self.data[self.start:self.end]

    @property
    def size(self):
        """The number of encoded bytes."""
        return self.end - self.start


class Reader:
    """SPEC section 1: one walk that finds what is malformed, and remembers what is only not canonical.

    So an input with both faults is reported as malformed, wherever in it they stand.
    """

    def __init__(self, data: bytes):
        self.data, self.at, self.not_canonical = data, 0, None

    def fault(self, detail):
        """SPEC section 1: well-formed, but not the deterministic encoding."""
        if self.not_canonical is None:
            self.not_canonical = "%s, before byte %d" % (detail, self.at)

    def malformed(self, detail):
        """SPEC section 1: not well-formed."""
        raise Refused(MALFORMED, "%s at byte %d" % (detail, self.at))

    def take(self, count):
        """SPEC section 1: a declared length is checked against the bytes that remain, before it is used."""
        if count > len(self.data) - self.at:
            self.malformed("truncated")
        start = self.at
        self.at += count
        return self.data[start:self.at]

    def head(self):
        """SPEC section 1: major type, additional information and argument; the shortest form is canonical."""
        initial = self.take(1)[0]
        major, info = initial >> 5, initial & 31
        if info < 24:
            return major, info, info
        if info < 28:
            argument = int.from_bytes(self.take(1 << (info - 24)), "big")
            if major != 7 and len(head(major, argument)) != 1 + (1 << (info - 24)):
                self.fault("a head that is not the shortest")
            return major, info, argument
        if info == 31 and major in (2, 3, 4, 5):
            self.fault("an indefinite length")
            return major, info, INDEFINITE
        self.at -= 1
        return self.malformed("a reserved or misplaced head")

    def item(self, depth):
        """SPEC section 1: one item at its depth; the outermost is at depth 1."""
        start = self.at
        if depth > DEPTH_LIMIT:  # before the head, which may be cut off: what lies deeper is not looked at
            raise Refused(LIMIT, "nested deeper than %d at byte %d" % (DEPTH_LIMIT, start))
        major, info, argument = self.head()
        if major == 0:
            kind, value = UINT, argument
        elif major == 1:
            kind, value = NEGATIVE, -1 - argument
        elif major == 2:
            kind, value = BYTES, self.string(major, argument)
        elif major == 3:
            kind, value = TEXT, self.string(major, argument)
        elif major == 4:
            kind, value = ARRAY, self.array(argument, depth)
        elif major == 5:
            kind, value = MAP, self.map(argument, depth)
        elif major == 6:
            kind, value = TAG, self.item(depth + 1)
        else:
            kind, value = self.simple_or_float(info, argument, start)
        return Item(kind, value, self.data, start, self.at)

    def string(self, major, length):
        """SPEC section 1: a byte string or a text; text is valid UTF-8 (in each chunk, RFC 8949 section 3.2.3)."""
        if length is not INDEFINITE:
            return self.text_of(self.take(length)) if major == 3 else self.take(length)
        chunks = []
        while not self.at_break():
            chunk_major, _, chunk_length = self.head()
            if chunk_major != major or chunk_length is INDEFINITE:
                self.malformed("a chunk of another type")
            chunks.append(self.string(major, chunk_length))
        return ("" if major == 3 else b"").join(chunks)

    def text_of(self, data):
        """SPEC section 1: UTF-8 without surrogates, overlong forms and what lies above U+10FFFF."""
        try:
            return data.decode("utf-8", "strict")
        except UnicodeDecodeError:
            return self.malformed("text that is not UTF-8, ending")

    def array(self, count, depth):
        """SPEC section 1: the items of an array, each one level deeper."""
        items = []
        for _ in self.counted(count, 1):
            items.append(self.item(depth + 1))
        return items

    def map(self, count, depth):
        """SPEC section 1: the pairs of a map; keys ascend bytewise in encoded form, without duplicates."""
        pairs, before = [], b""
        for _ in self.counted(count, 2):
            key = self.item(depth + 1)
            if not before < key.raw:
                self.fault("a map key out of order or repeated")
            before = key.raw
            pairs.append((key, self.item(depth + 1)))
        return pairs

    def counted(self, count, bytes_each):
        """SPEC section 1: as many turns as a head declares, each of which takes a byte for each item at least."""
        if count is INDEFINITE:
            while not self.at_break():
                yield
        else:
            if count * bytes_each > len(self.data) - self.at:
                self.malformed("a count beyond the end")
            for _ in range(count):
                yield

    def at_break(self):
        """RFC 8949 section 3.2.1: whether the stop code is next; if so, it is passed."""
        if self.at >= len(self.data):
            self.malformed("truncated")
        if self.data[self.at] != BREAK:
            return False
        self.at += 1
        return True

    def simple_or_float(self, info, argument, start):
        """SPEC section 1: the shortest float that keeps the value; the only NaN is f97e00."""
        if info < 24:
            return {20: (BOOL, False), 21: (BOOL, True), 22: (NULL, None)}.get(info, (SIMPLE, None))
        if info == 24:
            if argument < 32:
                self.malformed("a simple value below 32 in two bytes, ending")
            return SIMPLE, None
        value = struct.unpack({25: ">e", 26: ">f", 27: ">d"}[info], self.data[start + 1:self.at])[0]
        if self.data[start:self.at] != floating(value):
            self.fault("a float that is not the shortest")
        return FLOAT, value


def decode(data: bytes, at_most: int = DOCUMENT_LIMIT) -> Item:
    """SPEC section 1: exactly one item, in canonical form, within the limits."""
    require(len(data) <= at_most, "more than %d bytes" % at_most, LIMIT)
    reader = Reader(data)
    item = reader.item(1)
    if reader.at != len(data):
        reader.malformed("trailing bytes")
    require(reader.not_canonical is None, reader.not_canonical, NON_CANONICAL)
    return item


# Writing. Each function gives the canonical bytes of one item.

def head(major: int, argument: int) -> bytes:
    """SPEC section 1: the shortest head."""
    if argument < 24:
        return bytes((major << 5 | argument,))
    for info, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if argument < 1 << 8 * width:
            return bytes((major << 5 | info,)) + argument.to_bytes(width, "big")
    raise ValueError("an argument of more than 64 bits")


def uint(value: int) -> bytes:
    """SPEC section 1: an unsigned integer."""
    return head(0, value)


def byte_string(value: bytes) -> bytes:
    """SPEC section 1: a byte string."""
    return head(2, len(value)) + value


def text(value: str) -> bytes:
    """SPEC section 1: a text."""
    data = value.encode("utf-8")
    return head(3, len(data)) + data


def array(encoded_items) -> bytes:
    """SPEC section 1: an array of items that are encoded already."""
    encoded_items = list(encoded_items)
    return head(4, len(encoded_items)) + b"".join(encoded_items)


def map_of(encoded_pairs) -> bytes:
    """SPEC section 1: a map of encoded keys to encoded values, in the order of the keys' bytes."""
    pairs = sorted(encoded_pairs)
    return head(5, len(pairs)) + b"".join(key + value for key, value in pairs)


def text_map(fields: dict) -> bytes:
    """SPEC section 1: a map with text keys, from a dict of key to encoded value."""
    return map_of((text(key), value) for key, value in fields.items())


def floating(value: float) -> bytes:
    """SPEC section 1: the shortest of 16, 32 and 64 bits that keeps the value."""
    if value != value:
        return bytes.fromhex("f97e00")
    whole = struct.pack(">d", value)
    for initial, form in ((0xF9, ">e"), (0xFA, ">f")):
        try:
            short = struct.pack(form, value)
        except OverflowError:
            continue
        if struct.pack(">d", struct.unpack(form, short)[0]) == whole:
            return bytes((initial,)) + short
    return b"\xfb" + whole


NULL_BYTES = b"\xf6"


def boolean(value: bool) -> bytes:
    """SPEC section 1: true or false."""
    return b"\xf5" if value else b"\xf4"
