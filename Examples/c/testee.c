/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface as a testee of the conformance suite (Conformance/README.md): a request of JSON a line on standard
 * input, an answer a line on standard output.
 *
 * Answers document.check, document.merge, document.apply and document.before, which is what the interface has, and
 * `unsupported` for every other operation. Two members of answers are beside what the interface gives, and are found
 * here, in bytes that it has checked: `complete`, and `conflicts` of a merge.
 *
 * C99, and C++ as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capsule_merge.h"

static const char operations[] =
    "\"info\",\"document.check\",\"document.merge\",\"document.apply\",\"document.before\"";

static void *allocated(size_t size) {
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL) {
        fputs("testee: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* JSON. A value is what lies between two places of the line; of a line, only what is asked for is looked at. */

typedef struct text {
    const char *start;
    size_t length;
} text;

static const text nothing = {NULL, 0};

static bool is(text value, const char *name) {
    return value.start != NULL && value.length == strlen(name) && memcmp(value.start, name, value.length) == 0;
}

static const char *spaces(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* The place after the string that begins here, or NULL. */
static const char *after_string(const char *at) {
    for (at++; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20) return NULL;
        if (*at == '\\' && *++at == '\0') return NULL;
    }
    return at + 1;
}

/* The place after the value that begins here, or NULL where none ends: brackets in pairs, strings in quotes. */
static const char *after_value(const char *at) {
    size_t depth = 0;
    do {
        at = spaces(at);
        if (*at == '"') {
            at = after_string(at);
            if (at == NULL) return NULL;
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
            continue;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) return NULL;
            depth--;
            at++;
        } else if (depth > 0 && (*at == ',' || *at == ':')) {
            at++;
            continue;
        } else {
            size_t length = strcspn(at, " \t\r\n\"{}[],:");
            if (length == 0) return NULL;
            at += length;
        }
    } while (depth > 0);
    return at;
}

/* A member of an object by its name: of several the last, as the specification says. */
static text member(const char *object, const char *name) {
    text found = nothing;
    const char *at = spaces(object + 1);
    while (*at == '"') {
        const char *key = at + 1, *end = after_string(at);
        if (end == NULL) return nothing;
        text named = {key, (size_t)(end - 1 - key)};
        at = spaces(end);
        if (*at != ':') return nothing;
        at = spaces(at + 1);
        end = after_value(at);
        if (end == NULL) return nothing;
        if (is(named, name)) {
            found.start = at;
            found.length = (size_t)(end - at);
        }
        at = spaces(end);
        if (*at == ',') at = spaces(at + 1);
    }
    return found;
}

static int digit(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

/* Inputs: the bytes that a member holds in lower-case hex. */

typedef struct input {
    uint8_t *bytes;
    size_t length;
    capsule_merge_document *document;
} input;

static bool from_hex(text value, input *result) {
    if (value.length < 2 || value.start[0] != '"' || value.length % 2 != 0) return false;
    size_t length = value.length / 2 - 1;
    uint8_t *bytes = (uint8_t *)allocated(length);
    for (size_t at = 0; at < length; at++) {
        int high = digit(value.start[1 + 2 * at]), low = digit(value.start[2 + 2 * at]);
        if (high < 0 || low < 0) {
            free(bytes);
            return false;
        }
        bytes[at] = (uint8_t)(high << 4 | low);
    }
    result->bytes = bytes;
    result->length = length;
    return true;
}

static void release(input *inputs, size_t count) {
    for (size_t at = 0; at < count; at++) {
        free(inputs[at].bytes);
        capsule_merge_document_free(inputs[at].document);
    }
    free(inputs);
}

/* The items of an array of bytes in hex. False where it is none, or an item is something else. */
static bool from_array(text value, input **inputs, size_t *count) {
    if (value.length < 2 || value.start[0] != '[') return false;
    *inputs = (input *)allocated(value.length * sizeof(input));
    *count = 0;
    const char *at = spaces(value.start + 1), *end;
    for (; *at != ']'; at = *at == ',' ? spaces(at + 1) : at) {
        input one = {NULL, 0, NULL};
        end = after_value(at);
        text item = {at, end == NULL ? 0 : (size_t)(end - at)};
        if (!from_hex(item, &one)) {
            release(*inputs, *count);
            return false;
        }
        (*inputs)[(*count)++] = one;
        at = spaces(end);
    }
    return true;
}

/* Canonical CBOR that the library has checked: the keys of a document. */

typedef struct item {
    const uint8_t *start;
    size_t length;
} item;

static uint64_t head(const uint8_t **at) {
    uint8_t info = *(*at)++ & 31;
    uint64_t value = info;
    if (info >= 24 && info < 28) {
        value = 0;
        for (int left = 1 << (info - 24); left > 0; left--) value = value << 8 | *(*at)++;
    }
    return value;
}

static const uint8_t *after_item(const uint8_t *at) {
    int major = *at >> 5;
    uint64_t value = head(&at), items = major == 4 ? value : major == 5 ? 2 * value : major == 6 ? 1 : 0;
    if (major == 2 || major == 3) return at + value;
    for (; items > 0; items--) at = after_item(at);
    return at;
}

static bool equal(item a, item b) {
    return (a.start == NULL) == (b.start == NULL) && a.length == b.length &&
           (a.length == 0 || memcmp(a.start, b.start, a.length) == 0);
}

/* The next pair of a document's keys and values. The key is without its head, and NULL for key 0, which is no text. */
static const uint8_t *next_pair(const uint8_t *at, item *key, item *value) {
    const uint8_t *end = after_item(at);
    bool is_text = *at >> 5 == 3;
    if (is_text) head(&at);
    key->start = is_text ? at : NULL;
    key->length = is_text ? (size_t)(end - at) : 0;
    value->start = end;
    at = after_item(end);
    value->length = (size_t)(at - end);
    return at;
}

static bool has_key(const input *document, const char *name, item *value) {
    const uint8_t *at = document->bytes;
    item key, wanted = {(const uint8_t *)name, strlen(name)};
    for (uint64_t pairs = head(&at); pairs > 0; pairs--) {
        at = next_pair(at, &key, value);
        if (equal(key, wanted)) return true;
    }
    return false;
}

static const char *const kinds[] = {"stack", "album", "asset", "settings"};
/* The keys that a kind knows; every other one is carried. */
static const char *const known[4][16] = {
    {"stack_id", "labels", NULL},
    {"album_id", "labels", "name", NULL},
    {"uuid", "facts", "capture_time", "orientation", "location", "lqip", "tags_user", "tags_ai", "caption", "rating",
     "stack_membership", "cull", "hidden", "regions", NULL},
    {"settings_doc_id", "smart_albums", "scope_overrides", "source_kind_defaults", "aggregated_album_covers", NULL},
};

static bool is_carried(int kind, item key) {
    if (key.start == NULL) return false;
    for (const char *const *each = known[kind]; *each != NULL; each++) {
        item one = {(const uint8_t *)*each, strlen(*each)};
        if (equal(one, key)) return false;
    }
    return true;
}

static int by_bytes(const void *left, const void *right) {
    item a = *(const item *)left, b = *(const item *)right;
    int order = memcmp(a.start, b.start, a.length < b.length ? a.length : b.length);
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

/* Whether a key of one input has another value in a later one. */
static bool differs(const input *inputs, size_t count, size_t from, item key, item value) {
    for (size_t other = from + 1; other < count; other++) {
        const uint8_t *at = inputs[other].bytes;
        item its, held;
        for (uint64_t pairs = head(&at); pairs > 0; pairs--) {
            at = next_pair(at, &its, &held);
            if (equal(its, key) && !equal(held, value)) return true;
        }
    }
    return false;
}

static void write_text(item value) {
    putchar('"');
    for (size_t at = 0; at < value.length; at++) {
        unsigned char byte = value.start[at];
        if (byte < 0x20 || byte == '"' || byte == '\\') {
            printf("\\u%04x", byte);
        } else {
            putchar(byte);
        }
    }
    putchar('"');
}

/* `conflicts`: the carried keys whose values differ between two inputs, each once, ascending by bytes. */
static void write_conflicts(int kind, const input *inputs, size_t count) {
    size_t found = 0, room = 0;
    for (size_t each = 0; each < count; each++) room += inputs[each].length;
    item *keys = (item *)allocated(room * sizeof(item));
    for (size_t each = 0; each < count; each++) {
        const uint8_t *at = inputs[each].bytes;
        item key, value;
        for (uint64_t pairs = head(&at); pairs > 0; pairs--) {
            at = next_pair(at, &key, &value);
            if (is_carried(kind, key) && differs(inputs, count, each, key, value)) keys[found++] = key;
        }
    }
    qsort(keys, found, sizeof(item), by_bytes);
    for (size_t each = 0, written = 0; each < found; each++) {
        if (each > 0 && equal(keys[each], keys[each - 1])) continue;
        if (written++ > 0) putchar(',');
        write_text(keys[each]);
    }
    free(keys);
}

/* Answers. */

static void write_bytes(const capsule_merge_document *document) {
    size_t size = 0;
    capsule_merge_document_size(document, &size, NULL);
    uint8_t *bytes = (uint8_t *)allocated(size);
    capsule_merge_document_encode(document, bytes, size, NULL);
    for (size_t at = 0; at < size; at++) printf("%02x", bytes[at]);
    free(bytes);
}

static void refuse(const char *error) {
    printf("\"error\":\"%s\"", error);
}

static bool decoded(int kind, input *one) {
    capsule_merge_status status = capsule_merge_document_decode(
        (capsule_merge_kind)(CAPSULE_MERGE_STACK + kind), one->bytes, one->length, &one->document, NULL);
    if (status != CAPSULE_MERGE_OK) refuse(capsule_merge_status_name(status));
    return status == CAPSULE_MERGE_OK;
}

static bool done(capsule_merge_status status) {
    if (status != CAPSULE_MERGE_OK) refuse(capsule_merge_status_name(status));
    return status == CAPSULE_MERGE_OK;
}

static void check(int kind, input *inputs) {
    item value;
    if (!decoded(kind, inputs)) return;
    printf("\"ok\":{\"complete\":%s}", kind != 2 || has_key(inputs, "facts", &value) ? "true" : "false");
}

static void merge(int kind, input *inputs, size_t count) {
    for (size_t at = 0; at < count; at++) {
        if (!decoded(kind, &inputs[at])) return;
    }
    for (size_t at = 1; at < count; at++) {
        if (!done(capsule_merge_document_join(inputs[0].document, inputs[at].document, NULL))) return;
    }
    printf("\"ok\":{\"bytes\":\"");
    write_bytes(inputs[0].document);
    printf("\",\"conflicts\":[");
    write_conflicts(kind, inputs, count);
    printf("]}");
}

static void apply(int kind, input *inputs) {
    bool unobserved = false;
    if (!decoded(kind, &inputs[0]) || !decoded(kind, &inputs[1])) return;
    if (!done(capsule_merge_document_apply(inputs[0].document, inputs[1].document, &unobserved, NULL))) return;
    printf("\"ok\":{\"bytes\":\"");
    write_bytes(inputs[0].document);
    printf("\",\"unobserved\":%s}", unobserved ? "true" : "false");
}

static void before(int kind, input *inputs, text horizon) {
    if (!decoded(kind, inputs)) return;
    if (!done(capsule_merge_document_before(inputs[0].document, horizon.start + 1, horizon.length - 2, NULL))) return;
    printf("\"ok\":{\"bytes\":\"");
    write_bytes(inputs[0].document);
    printf("\"}");
}

/* The request's bytes, by the names of the members that hold them. NULL where one is missing or is no hex. */
static input *bytes_of(const char *line, const char *first, const char *second) {
    input *inputs = (input *)allocated(2 * sizeof(input));
    memset(inputs, 0, 2 * sizeof(input));
    if (!from_hex(member(line, first), &inputs[0]) ||
        (second != NULL && !from_hex(member(line, second), &inputs[1]))) {
        release(inputs, 2);
        return NULL;
    }
    return inputs;
}

static int kind_of(text value) {
    for (int kind = 0; kind < 4; kind++) {
        char quoted[16];
        snprintf(quoted, sizeof quoted, "\"%s\"", kinds[kind]);
        if (is(value, quoted)) return kind;
    }
    return -1;
}

static void answer(const char *line) {
    text op = member(line, "op"), horizon = member(line, "horizon");
    int kind = kind_of(member(line, "kind"));
    input *inputs = NULL;
    size_t count = 2;
    if (is(op, "\"info\"")) {
        printf("\"ok\":{\"name\":\"C interface\",\"version\":\"1\",\"spec\":\"1\",\"ops\":[%s]}", operations);
    } else if (is(op, "\"document.check\"")) {
        inputs = bytes_of(line, "bytes", NULL);
        kind < 0 || inputs == NULL ? refuse("invalid") : check(kind, inputs);
    } else if (is(op, "\"document.merge\"")) {
        bool given = from_array(member(line, "inputs"), &inputs, &count);
        if (!given) inputs = NULL;
        kind < 0 || !given || count == 0 ? refuse("invalid") : merge(kind, inputs, count);
    } else if (is(op, "\"document.apply\"")) {
        inputs = bytes_of(line, "state", "delta");
        kind < 0 || inputs == NULL ? refuse("invalid") : apply(kind, inputs);
    } else if (is(op, "\"document.before\"")) {
        inputs = bytes_of(line, "bytes", NULL);
        bool is_text = horizon.length >= 2 && horizon.start[0] == '"';
        kind < 0 || inputs == NULL || !is_text ? refuse("invalid") : before(kind, inputs, horizon);
    } else {
        refuse(op.length > 0 && op.start[0] == '"' ? "unsupported" : "invalid");
    }
    if (inputs != NULL) release(inputs, count);
}

/* Reads a line of any length, without its end. False at the end of the input. */
static bool read_line(char **line, size_t *room) {
    size_t length = 0;
    int character;
    while ((character = getchar()) != EOF && character != '\n') {
        if (length + 1 >= *room) {
            *room = *room * 2 + 4096;
            *line = (char *)realloc(*line, *room);
            if (*line == NULL) exit(1);
        }
        (*line)[length++] = character == '\0' ? ' ' : (char)character;
    }
    if (length == 0 && character == EOF) return false;
    if (*line == NULL) *line = (char *)allocated(*room = 4096);
    (*line)[length] = '\0';
    return true;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (read_line(&line, &room)) {
        const char *object = spaces(line);
        text id = *object == '{' ? member(object, "id") : nothing;
        if (id.length == 0 || strspn(id.start, "-0123456789") != id.length) {
            puts("{\"id\":null,\"error\":\"malformed\"}");
        } else {
            printf("{\"id\":%.*s,", (int)id.length, id.start);
            answer(object);
            puts("}");
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
