// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "CReferees.h"

// Both inputs were checked before; this is the two-pointer merge alone.

static uint64_t argument(const uint8_t **at) {
    const uint8_t *p = *at;
    uint8_t information = *p & 0x1f;
    if (information < 24) { *at = p + 1; return information; }
    int size = 1 << (information - 24);
    uint64_t value = 0;
    for (int i = 1; i <= size; i++) value = value << 8 | p[i];
    *at = p + 1 + size;
    return value;
}

static const uint8_t *after_text(const uint8_t *at) {
    uint64_t length = argument(&at);
    return at + length;
}

struct ranges { const uint8_t *at; uint64_t left, low, high; bool any; };

static void next_range(struct ranges *r) {
    r->any = r->left >= 2;
    if (!r->any) return;
    r->low = argument(&r->at);
    r->high = argument(&r->at);
    r->left -= 2;
}

static bool observes(struct ranges *r, uint64_t counter) {
    while (r->any && r->high < counter) next_range(r);
    return r->any && r->low <= counter;
}

static const uint8_t *skip_ranges(const uint8_t *at) {
    uint64_t count = argument(&at);
    while (count-- > 0) argument(&at);
    return at;
}

static struct ranges open_ranges(const uint8_t *at) {
    struct ranges r = {.any = false};
    r.left = argument(&at);
    r.at = at;
    next_range(&r);
    return r;
}

static const uint8_t *row_end(const uint8_t *row) {
    const uint8_t *at = skip_ranges(row + 18);
    uint64_t adds = argument(&at);
    while (adds-- > 0) {
        argument(&at);
        at = after_text(at);
    }
    return at;
}

static size_t put(uint8_t *out, uint8_t major, uint64_t value) {
    if (value < 24) { out[0] = major << 5 | (uint8_t)value; return 1; }
    int size = value <= 0xff ? 1 : value <= 0xffff ? 2 : value <= 0xffffffff ? 4 : 8;
    out[0] = major << 5 | (size == 1 ? 24 : size == 2 ? 25 : size == 4 ? 26 : 27);
    for (int i = size; i >= 1; i--) { out[i] = (uint8_t)value; value >>= 8; }
    return 1 + size;
}

static uint8_t *flush(uint8_t *to, const uint8_t **from, const uint8_t *end) {
    size_t length = (size_t)(end - *from);
    memcpy(to, *from, length);
    *from = end;
    return to + length;
}

size_t referee_join(const uint8_t *left, size_t left_count, const uint8_t *right, size_t right_count, uint8_t *out,
                    size_t room) {
    if (room < left_count + right_count + 64) return 0;
    const uint8_t *a = left, *b = right;
    uint64_t left_rows = argument(&a), right_rows = argument(&b), rows = 0;
    uint8_t *to = out + 1;  // fewer than 24 writers in what is measured
    while (left_rows > 0 || right_rows > 0) {
        int order = left_rows == 0 ? 1 : right_rows == 0 ? -1 : memcmp(a + 1, b + 1, 16);
        rows++;
        if (order != 0) {
            const uint8_t **side = order < 0 ? &a : &b;
            const uint8_t *end = row_end(*side);
            to = flush(to, side, end);
            if (order < 0) left_rows--; else right_rows--;
            continue;
        }
        memcpy(to, a, 18);
        to += 18;
        struct ranges x = open_ranges(a + 18), y = open_ranges(b + 18);
        // The union of what was observed.
        uint8_t *held = to;
        to += 9;
        uint64_t count = 0, low = 0, high = 0;
        bool open = false;
        while (x.any || y.any) {
            struct ranges *r = !y.any || (x.any && x.low <= y.low) ? &x : &y;
            if (open && r->low <= high + 1) {
                if (r->high > high) high = r->high;
            } else {
                if (open) { to += put(to, 0, low); to += put(to, 0, high); count += 2; }
                low = r->low; high = r->high; open = true;
            }
            next_range(r);
        }
        if (open) { to += put(to, 0, low); to += put(to, 0, high); count += 2; }
        uint8_t head[9];
        size_t length = put(head, 4, count);
        memmove(held + length, held + 9, (size_t)(to - held) - 9);
        memcpy(held, head, length);
        to -= 9 - length;
        // The adds.
        x = open_ranges(a + 18); y = open_ranges(b + 18);
        const uint8_t *i = skip_ranges(a + 18), *j = skip_ranges(b + 18);
        uint64_t left_adds = argument(&i), right_adds = argument(&j), kept = 0;
        held = to;
        to += 9;
        while (left_adds > 0 || right_adds > 0) {
            const uint8_t *p = i, *q = j;
            uint64_t m = left_adds > 0 ? argument(&p) : UINT64_MAX, n = right_adds > 0 ? argument(&q) : UINT64_MAX;
            if (m < n) {
                const uint8_t *end = after_text(p);
                if (!observes(&y, m)) { to = flush(to, &i, end); kept++; } else i = end;
                left_adds--;
            } else if (n < m) {
                const uint8_t *end = after_text(q);
                if (!observes(&x, n)) { to = flush(to, &j, end); kept++; } else j = end;
                right_adds--;
            } else {
                const uint8_t *left_end = after_text(p), *right_end = after_text(q);
                size_t s = (size_t)(left_end - p), t = (size_t)(right_end - q);
                int d = memcmp(p, q, s < t ? s : t);
                if (d >= 0) to = flush(to, &i, left_end); else to = flush(to, &j, right_end);
                i = left_end; j = right_end;
                kept++; left_adds--; right_adds--;
            }
        }
        length = put(head, 5, kept);
        memmove(held + length, held + 9, (size_t)(to - held) - 9);
        memcpy(held, head, length);
        to -= 9 - length;
        a = i; b = j;
        left_rows--; right_rows--;
    }
    put(out, 5, rows);
    return (size_t)(to - out);
}
