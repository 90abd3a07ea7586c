#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prints the tag of the last release that the present commit follows, such as 1.2.0; nothing and status 3 when there
# is none yet. A tag of a release is a version and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=$(git tag --merged HEAD --list | grep -E '^[0-9]+\.[0-9]+\.[0-9]+$' | sort -V | tail -n 1) || exit 3
printf '%s\n' "$tag"
