// SPDX-License-Identifier: Apache-2.0
// A small testee in C: info, and cbor.check (section 1) without floats, indefinite lengths and texts beyond ASCII. It
// finds members by their names, which does for requests as small as these; a real one reads JSON.
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define INFO "ok\":{\"name\":\"example in C\",\"version\":\"1\",\"spec\":\"1\",\"ops\":[\"info\",\"cbor.check\"]}}"
static uint8_t *data;
static size_t length, refused = SIZE_MAX;
static const char *fault;  // the class, or what is only not canonical so far
// Checks the item at a position; gives the position after it, or `refused`.
static size_t refuse(const char *name) { fault = name; return refused; }
static size_t item(size_t at, int depth) {
    if (at >= length) return refuse("malformed");
    int major = data[at] >> 5, info = data[at++] & 31, size = info < 24 ? 0 : 1 << (info - 24);
    if ((info == 31 && major >= 2 && major <= 5) || (major == 7 && info > 23)) return refuse("unsupported");
    if (info > 27) return refuse("malformed");
    if (depth > 32) return refuse("limit");
    if ((size_t)size > length - at) return refuse("malformed");
    uint64_t value = size ? 0 : (uint64_t)info;
    for (int byte = 0; byte < size; byte++) value = value << 8 | data[at++];
    if (size && value < (size == 1 ? 24 : (uint64_t)1 << (4 * size))) fault = "non-canonical";
    if ((major == 2 || major == 3) && value > length - at) return refuse("malformed");
    for (size_t place = at; major == 3 && place < at + value; place++)
        if (data[place] > 127) return refuse("unsupported");
    if (major == 2 || major == 3) return at + value;
    if (major > 3 && major < 6 && value > length) return refuse("malformed");
    uint64_t turns = major == 4 ? value : major == 5 ? 2 * value : major == 6;
    for (size_t turn = 0, key = 0, keyLength = 0; turn < turns; turn++) {
        size_t after = item(at, depth + 1), size = after - at, least = size < keyLength ? size : keyLength;
        if (after == refused) return refused;
        if (major == 5 && turn % 2 == 0) {
            int order = memcmp(data + key, data + at, least);
            if (order > 0 || (!order && keyLength >= size)) fault = "non-canonical";
            key = at, keyLength = size;
        }
        at = after;
    }
    return at;
}

int main(void) {
    for (char *line = NULL; getline(&line, &(size_t){0}, stdin) > 0; free(line), line = NULL, fflush(stdout)) {
        char *id = strstr(line, "\"id\":"), *op = strstr(line, "\"op\":"), *hex = strstr(line, "\"bytes\":");
        printf("{\"id\":%ld,\"", id ? strtol(id + 5, NULL, 10) : 0);
        op = op ? op + 5 + strspn(op + 5, " ") : line;
        if (strncmp(op, "\"cbor.check\"", 12)) {
            puts(strncmp(op, "\"info\"", 6) ? "error\":\"unsupported\"}" : INFO);
            continue;
        }
        hex = hex ? hex + 8 + strspn(hex + 8, " ") : line + strlen(line);
        length = *hex++ == '"' ? strspn(hex, "0123456789abcdef") : 1, data = (uint8_t *)hex;
        fault = length % 2 || hex[length] != '"' ? "invalid" : NULL, length /= 2;
        for (unsigned at = 0, byte = 0; at < length; at++) sscanf(hex + 2 * at, "%2x", &byte), data[at] = (uint8_t)byte;
        if (!fault && item(0, 1) != length && (!fault || !strcmp(fault, "non-canonical"))) fault = "malformed";
        fault ? printf("error\":\"%s\"}\n", fault) : puts("ok\":{}}");
    }
}
