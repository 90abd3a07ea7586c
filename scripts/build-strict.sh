#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds everything, tests included, with warnings as errors. Has a build directory of its own, because
# the flag would otherwise throw away the ordinary build each time it comes or goes.
set -euo pipefail
cd "$(dirname "$0")/.."
exec swift build --build-tests --scratch-path .build-strict -Xswiftc -warnings-as-errors "$@"
