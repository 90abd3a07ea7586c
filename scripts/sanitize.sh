#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tests under Address Sanitizer and then under Thread Sanitizer; arguments go to swift test, such as
# --filter NAME. Each has a build directory of its own.
#
#   SANITIZERS=thread scripts/sanitize.sh   one of the two
set -euo pipefail
cd "$(dirname "$0")/.."

status=0
for sanitizer in ${SANITIZERS:-address thread}; do
    printf '\n=== the tests under the %s sanitizer\n' "$sanitizer"
    start=$SECONDS result=passed
    # Swift's runtime keeps what it allocates once, so leaks are not looked for.
    ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
        scripts/test.sh --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" "$@" || status=1 result=FAILED
    printf '=== %s sanitizer: %s, %d seconds with the build\n' "$sanitizer" "$result" $((SECONDS - start))
done
exit $status
