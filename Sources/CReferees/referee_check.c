// SPDX-License-Identifier: Apache-2.0
#include <cbor.h>
#include <string.h>

#include "CReferees.h"

enum { max_depth = 32 };

struct level {
    uint64_t items;          // still to come
    bool is_map;
    const uint8_t *key;      // the key before, and its length
    size_t key_length;
};

struct walk {
    const uint8_t *start;    // of the item at hand
    bool ok;
    int depth;
    struct level levels[max_depth + 1];
    bool opened;
    bool opened_map;
    uint64_t opened_items;
};

static void head(struct walk *walk, uint64_t value, int size) {
    static const uint64_t least[] = {0, 24, 0x100, 0, 0x10000, 0, 0, 0, 0x100000000};
    if (size > 0 && value < least[size]) walk->ok = false;
}

static bool valid_utf8(const uint8_t *text, uint64_t length) {
    uint64_t i = 0;
    while (i < length) {
        uint8_t c = text[i];
        if (c < 0x80) { i += 1; continue; }
        int n = c >= 0xc2 && c <= 0xdf ? 2 : c >= 0xe0 && c <= 0xef ? 3 : c >= 0xf0 && c <= 0xf4 ? 4 : 0;
        if (n == 0 || i + n > length) return false;
        uint8_t second = text[i + 1];
        if ((c == 0xe0 && second < 0xa0) || (c == 0xed && second > 0x9f) || (c == 0xf0 && second < 0x90) ||
            (c == 0xf4 && second > 0x8f))
            return false;
        for (int k = 1; k < n; k++)
            if ((text[i + k] & 0xc0) != 0x80) return false;
        i += n;
    }
    return true;
}

// Which head a length had is seen from the initial byte: libcbor gives the value alone.
static void length_head(struct walk *walk, uint64_t value) {
    switch (*walk->start & 0x1f) {
        case 24: head(walk, value, 1); break;
        case 25: head(walk, value, 2); break;
        case 26: head(walk, value, 4); break;
        case 27: head(walk, value, 8); break;
        default: break;
    }
}

static void on_u8(void *w, uint8_t v) { if ((*((struct walk *)w)->start & 0x1f) == 24) head(w, v, 1); }
static void on_u16(void *w, uint16_t v) { head(w, v, 2); }
static void on_u32(void *w, uint32_t v) { head(w, v, 4); }
static void on_u64(void *w, uint64_t v) { head(w, v, 8); }
static void on_bytes(void *w, cbor_data d, size_t n) { (void)d; length_head(w, n); }
static void on_text(void *w, cbor_data d, size_t n) {
    length_head(w, n);
    if (!valid_utf8(d, n)) ((struct walk *)w)->ok = false;
}
static void refuse(void *w) { ((struct walk *)w)->ok = false; }
static void open_container(struct walk *walk, uint64_t items, bool is_map) {
    length_head(walk, is_map ? items / 2 : items);
    walk->opened = true;
    walk->opened_map = is_map;
    walk->opened_items = items;
}
static void on_array(void *w, size_t n) { open_container(w, n, false); }
static void on_map(void *w, size_t n) { open_container(w, 2 * (uint64_t)n, true); }
static void on_tag(void *w, uint64_t v) {
    length_head(w, v);
    ((struct walk *)w)->opened = true;
    ((struct walk *)w)->opened_map = false;
    ((struct walk *)w)->opened_items = 1;
}

static bool key_is_greater(const struct level *level, const uint8_t *key, size_t length) {
    if (!level->key) return true;
    size_t shared = length < level->key_length ? length : level->key_length;
    int order = memcmp(level->key, key, shared);
    return order < 0 || (order == 0 && level->key_length < length);
}

bool referee_check(const uint8_t *bytes, size_t count) {
    struct cbor_callbacks callbacks = cbor_empty_callbacks;
    callbacks.uint8 = callbacks.negint8 = on_u8;
    callbacks.uint16 = callbacks.negint16 = on_u16;
    callbacks.uint32 = callbacks.negint32 = on_u32;
    callbacks.uint64 = callbacks.negint64 = on_u64;
    callbacks.byte_string = on_bytes;
    callbacks.string = on_text;
    callbacks.byte_string_start = callbacks.string_start = refuse;
    callbacks.indef_array_start = callbacks.indef_map_start = callbacks.indef_break = refuse;
    callbacks.array_start = on_array;
    callbacks.map_start = on_map;
    callbacks.tag = on_tag;

    struct walk walk = {.ok = true, .depth = 0};
    walk.levels[0] = (struct level){.items = 1};
    size_t position = 0;
    const uint8_t *key_start = NULL;
    while (walk.depth > 0 || walk.levels[0].items > 0) {
        struct level *level = &walk.levels[walk.depth];
        if (level->items == 0) {
            walk.depth -= 1;
            continue;
        }
        walk.start = bytes + position;
        bool is_key = level->is_map && level->items % 2 == 0;
        if (is_key) key_start = walk.start;
        walk.opened = false;
        struct cbor_decoder_result result = cbor_stream_decode(walk.start, count - position, &callbacks, &walk);
        if (result.status != CBOR_DECODER_FINISHED || !walk.ok) return false;
        position += result.read;
        level->items -= 1;
        // Keys that are containers do not occur in what is measured.
        if (is_key) {
            size_t length = (size_t)(bytes + position - key_start);
            if (walk.opened || !key_is_greater(level, key_start, length)) return false;
            level->key = key_start;
            level->key_length = length;
        }
        if (walk.opened) {
            if (walk.depth + 1 >= max_depth || walk.opened_items > count - position) return false;
            walk.depth += 1;
            walk.levels[walk.depth] = (struct level){.items = walk.opened_items, .is_map = walk.opened_map};
        }
    }
    return position == count;
}

size_t referee_encode(const uint64_t *counters, const char *texts, size_t text_length, size_t count, uint8_t *out,
                      size_t room) {
    size_t used = cbor_encode_map_start(count, out, room);
    for (size_t i = 0; i < count; i++) {
        used += cbor_encode_uint(counters[i], out + used, room - used);
        used += cbor_encode_string_start(text_length, out + used, room - used);
        if (room - used < text_length) return 0;
        memcpy(out + used, texts + i * text_length, text_length);
        used += text_length;
    }
    return used;
}
