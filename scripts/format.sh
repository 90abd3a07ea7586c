#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Formats every Swift file in place, by .swift-format. With --check, only reports (strictly).
set -euo pipefail
cd "$(dirname "$0")/.."

# A deleted file stays in the index until it is committed, so existence is asked as well.
files=()
while IFS= read -r file; do
    [[ -f $file ]] && files+=("$file")
done < <(git ls-files --cached --others --exclude-standard -- '*.swift')

if [[ ${1:-} == --check ]]; then
    swift format lint --strict --parallel "${files[@]}"
else
    swift format format --in-place --parallel "${files[@]}"
fi
