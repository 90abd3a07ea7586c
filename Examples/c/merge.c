/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Merges files that hold states of one document, and writes the result to standard output:
 *
 *     merge [--before TIME] FILE... > MERGED
 *
 * With --before, what is stamped later than that time is left out of each file before it is joined. Exit codes: 0
 * done, 1 a file is refused or cannot be read or written, 2 the command line is not understood.
 *
 * C99, and C++ as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capsule_merge.h"

/* A refusal on one line, such as "album.cbor: malformed at byte 89 in labels: ...". */
static void complain(const char *file, const capsule_merge_error *error) {
    fprintf(stderr, "merge: %s: %s", file, capsule_merge_status_name(error->status));
    if (error->offset >= 0) fprintf(stderr, " at byte %lld", (long long)error->offset);
    if (error->path[0] != '\0') fprintf(stderr, " in %s", error->path);
    fprintf(stderr, ": %s\n", error->message);
}

/* Reads a file of at most one byte more than a document may have: what is too large is refused for it. */
static bool read_file(const char *name, uint8_t *bytes, size_t *length) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        return false;
    }
    *length = fread(bytes, 1, CAPSULE_MERGE_LARGEST_DOCUMENT + 1, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) fprintf(stderr, "merge: %s: cannot be read\n", name);
    return !failed;
}

/* Decodes a file, of whichever kind it is, and leaves out what is stamped later than the horizon. */
static capsule_merge_document *load(const char *name, uint8_t *bytes, const char *horizon) {
    size_t length;
    if (!read_file(name, bytes, &length)) return NULL;

    capsule_merge_error error;
    capsule_merge_kind kind;
    capsule_merge_document *document;
    if (capsule_merge_identify(bytes, length, &kind, &error) != CAPSULE_MERGE_OK ||
        capsule_merge_document_decode(kind, bytes, length, &document, &error) != CAPSULE_MERGE_OK) {
        complain(name, &error);
        return NULL;
    }
    if (horizon != NULL &&
        capsule_merge_document_before(document, horizon, strlen(horizon), &error) != CAPSULE_MERGE_OK) {
        complain("--before", &error);
        capsule_merge_document_free(document);
        return NULL;
    }
    return document;
}

static const char *kind_name(capsule_merge_kind kind) {
    switch (kind) {
    case CAPSULE_MERGE_STACK: return "stack";
    case CAPSULE_MERGE_ALBUM: return "album";
    case CAPSULE_MERGE_ASSET: return "asset";
    case CAPSULE_MERGE_SETTINGS: return "settings";
    }
    return "document";
}

/* Writes the bytes to standard output, and says on standard error which document they are. */
static bool save(const capsule_merge_document *document) {
    capsule_merge_error error;
    capsule_merge_kind kind;
    uint8_t id[CAPSULE_MERGE_ID_SIZE];
    size_t size;
    if (capsule_merge_document_kind(document, &kind, &error) != CAPSULE_MERGE_OK ||
        capsule_merge_document_id(document, id, &error) != CAPSULE_MERGE_OK ||
        capsule_merge_document_size(document, &size, &error) != CAPSULE_MERGE_OK) {
        complain("the result", &error);
        return false;
    }

    uint8_t *bytes = (uint8_t *)malloc(size);
    if (bytes == NULL) {
        fprintf(stderr, "merge: no memory for %zu bytes\n", size);
        return false;
    }
    bool written = false;
    if (capsule_merge_document_encode(document, bytes, size, &error) != CAPSULE_MERGE_OK) {
        complain("the result", &error);
    } else if (fwrite(bytes, 1, size, stdout) != size || fflush(stdout) != 0) {
        perror("standard output");
    } else {
        written = true;
        fprintf(stderr, "%s ", kind_name(kind));
        for (size_t index = 0; index < sizeof id; index++) fprintf(stderr, "%02x", id[index]);
        fprintf(stderr, ", %zu bytes\n", size);
    }
    free(bytes);
    return written;
}

int main(int argc, char **argv) {
    const char *horizon = NULL;
    int next = 1;
    if (next < argc && strcmp(argv[next], "--before") == 0) {
        if (next + 1 < argc) horizon = argv[next + 1];
        next += 2;
    }
    if (next >= argc) {
        fprintf(stderr, "usage: merge [--before TIME] FILE... > MERGED\n");
        return 2;
    }

    uint8_t *bytes = (uint8_t *)malloc(CAPSULE_MERGE_LARGEST_DOCUMENT + 1);
    if (bytes == NULL) {
        fprintf(stderr, "merge: no memory to read a document\n");
        return 1;
    }

    capsule_merge_document *merged = load(argv[next], bytes, horizon);
    bool good = merged != NULL;
    for (next++; good && next < argc; next++) {
        capsule_merge_error error;
        bool unobserved;
        capsule_merge_document *document = load(argv[next], bytes, horizon);
        if (document == NULL) {
            good = false;
        } else if (capsule_merge_document_apply(merged, document, &unobserved, &error) != CAPSULE_MERGE_OK) {
            complain(argv[next], &error);
            good = false;
        } else if (unobserved) {
            fprintf(stderr, "%s: removes what was not there before\n", argv[next]);
        }
        capsule_merge_document_free(document);
    }
    if (good) good = save(merged);

    capsule_merge_document_free(merged);
    free(bytes);
    return good ? 0 : 1;
}
