// SPDX-License-Identifier: Apache-2.0
#include "capsule_merge.h"

const char *capsule_merge_status_name(capsule_merge_status status) {
    // Without a default, so that the compiler names a status that has no name.
    switch (status) {
    case CAPSULE_MERGE_OK: return "ok";
    case CAPSULE_MERGE_MALFORMED: return "malformed";
    case CAPSULE_MERGE_NON_CANONICAL: return "non-canonical";
    case CAPSULE_MERGE_LIMIT: return "limit";
    case CAPSULE_MERGE_INVALID: return "invalid";
    case CAPSULE_MERGE_NEWER_SCHEMA: return "newer-schema";
    case CAPSULE_MERGE_MISMATCH: return "mismatch";
    case CAPSULE_MERGE_COUNTER_EXHAUSTED: return "counter-exhausted";
    case CAPSULE_MERGE_UNKNOWN_SUITE: return "unknown-suite";
    case CAPSULE_MERGE_AUTHENTICATION_FAILED: return "authentication-failed";
    case CAPSULE_MERGE_SIGNATURE_INVALID: return "signature-invalid";
    case CAPSULE_MERGE_UNSUPPORTED: return "unsupported";
    case CAPSULE_MERGE_MISUSE: return "misuse";
    }
    return "unknown";
}
