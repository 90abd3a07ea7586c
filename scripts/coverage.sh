#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Lines of the pure modules that the tests reach, and those that they do not.
#
#   scripts/coverage.sh           fails when a module is below 95 percent
#   LEAST=0 scripts/coverage.sh   another percentage
#
# The tests are built with coverage in .build-coverage. REPORT_ONLY=1 prints the last run again.
set -euo pipefail
cd "$(dirname "$0")/.."

modules=(CapsuleCBOR CapsuleCRDT CapsuleDocuments CapsuleSmartAlbums CapsuleLifecycle CapsuleClientRules CapsuleMLDSA CapsuleConvergence)
least=${LEAST:-95}

# llvm-cov and llvm-profdata are the toolchain's own: another's read no profile of Swift's.
tools=$(dirname "$(readlink -f "$(command -v swift)")")
raw=.build-coverage/debug/codecov
profile=.build-coverage/tests.profdata
status=0
if [[ -z ${REPORT_ONLY:-} ]]; then
    rm -rf "$raw"
    # What was reached is worth showing when a test fails, too; the status says that one did.
    scripts/test.sh --enable-code-coverage --scratch-path .build-coverage || status=1
fi
binary=$(find .build-coverage/debug/ -maxdepth 1 -name '*PackageTests.xctest' | head -n 1)
if [[ -z $binary ]] || ! find "$raw/" -name '*.profraw' >.build-coverage/profiles; then
    printf 'coverage: there is no profile\n' >&2
    exit 1
fi
"$tools/llvm-profdata" merge -sparse --input-files=.build-coverage/profiles -o "$profile"

for module in "${modules[@]}"; do
    "$tools/llvm-cov" export "$binary" -instr-profile "$profile" -format lcov "Sources/$module" |
        awk -v module="$module" -v least="$least" '
            /^SF:/ { file = $0; sub(/.*Sources\//, "", file) }
            /^DA:/ {
                split(substr($0, 4), part, ",")
                total++
                if (part[2] > 0) hit++; else missed[file] = missed[file] " " part[1]
            }
            END {
                percent = total ? 100 * hit / total : 0
                printf "%-20s %6d of %6d lines, %5.1f %%\n", module, hit, total, percent
                for (name in missed) printf "    %s:%s\n", name, missed[name]
                exit percent < least
            }' || status=1
done
exit $status
