#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds everything, tests included, with warnings as errors, and with an error where a target imports a module that
# Package.swift does not list among its dependencies: that list is the only one of the layers. Has a build directory
# of its own, because the flags would otherwise throw away the ordinary build each time they come or go.
set -euo pipefail
cd "$(dirname "$0")/.."
exec swift build --build-tests --scratch-path .build-strict --explicit-target-dependency-import-check error \
    -Xswiftc -warnings-as-errors "$@"
